//! What came of the attacks, a line each, and their count.

use std::process::ExitCode;

/// Counts the attacks as they end.
#[derive(Default)]
pub struct Report {
    held: u32,
    through: u32,
}

impl Report {
    /// Begins the attacks of one attacker.
    pub fn heading(&self, attacker: &str) {
        println!("\n{attacker}");
    }

    /// Runs an attack, whose value says what came of it; an error is an attack that got through, or
    /// one that could not be tried.
    pub async fn attack(
        &mut self,
        name: &str,
        tried: &str,
        attempt: impl Future<Output = anyhow::Result<String>>,
    ) {
        match attempt.await {
            Ok(outcome) => {
                self.held += 1;
                println!("✓ {name}: {tried} → {outcome}");
            }
            Err(error) => {
                self.through += 1;
                println!("✗ {name}: {tried} → {error:#}");
            }
        }
    }

    /// The count, as test harnesses print it; a failure where an attack got through.
    pub fn finish(self) -> ExitCode {
        let (word, code) = match self.through {
            0 => ("ok", ExitCode::SUCCESS),
            _ => ("FAILED", ExitCode::FAILURE),
        };
        println!(
            "\n{} attacks: {} held off, {} got through",
            self.held + self.through,
            self.held,
            self.through
        );
        println!(
            "test result: {word}. {} passed; {} failed",
            self.held, self.through
        );
        code
    }
}
