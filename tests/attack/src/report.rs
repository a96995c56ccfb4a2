//! Prints the outcome of each attack, and counts them.

use std::process::ExitCode;

/// Counts the attacks as they end.
#[derive(Default)]
pub struct Report {
    /// Part of the names of the attacks that run; empty for all.
    only: String,
    repelled: u32,
    succeeded: u32,
    limits: u32,
}

impl Report {
    /// Of the attacks whose names contain this.
    pub fn only(name: String) -> Self {
        Self {
            only: name,
            ..Self::default()
        }
    }

    /// Prints the heading of an attacker.
    pub fn heading(&self, attacker: &str) {
        println!("\n{attacker}");
    }

    /// Runs an attack. Its value describes how it failed. An error means that the attack succeeded
    /// or could not be tried.
    pub async fn attack(
        &mut self,
        name: &str,
        tried: &str,
        attempt: impl Future<Output = anyhow::Result<String>>,
    ) {
        if !name.contains(&self.only) {
            return;
        }
        match attempt.await {
            Ok(outcome) => {
                self.repelled += 1;
                println!("✓ {name}: {tried} → {outcome}");
            }
            Err(error) => {
                self.succeeded += 1;
                println!("✗ {name}: {tried} → {error:#}");
            }
        }
    }

    /// Prints an attack that is a documented limit of the product.
    pub fn limit(&mut self, name: &str, tried: &str, limit: &str) {
        self.limits += 1;
        println!("○ {name}: {tried} → a limit: {limit}");
    }

    /// Prints the counts as a test harness does. The exit code is a failure if an attack succeeded.
    pub fn finish(self) -> ExitCode {
        let (result, code) = match self.succeeded {
            0 => ("ok", ExitCode::SUCCESS),
            _ => ("FAILED", ExitCode::FAILURE),
        };
        println!(
            "\n{} attacks: {} repelled, {} succeeded, {} documented limits",
            self.repelled + self.succeeded + self.limits,
            self.repelled,
            self.succeeded,
            self.limits
        );
        println!(
            "test result: {result}. {} passed; {} failed",
            self.repelled, self.succeeded
        );
        code
    }
}
