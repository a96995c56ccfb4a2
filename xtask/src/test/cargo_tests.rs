//! Runs a program that prints like `cargo test`, passes its output on, and counts its tests.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// How many tests passed and failed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that were not run because the machine lacks something.
    pub skipped: u64,
    /// Tests that were not run because only the full run has them.
    pub full_only: u64,
}

impl Counts {
    /// Adds the numbers of a summary: `2 passed (1 slow), 1 failed`, `2 passed; 0 failed;`.
    pub fn add(&mut self, summary: &str) {
        for part in summary.split([';', '.', ',', ':']) {
            let mut words = part.split_whitespace();
            let number = words
                .next()
                .and_then(|number| number.parse::<u64>().ok())
                .unwrap_or(0);
            match words.next() {
                Some("passed") => self.passed += number,
                Some("failed" | "timed" | "exec") => self.failed += number,
                _ => {}
            }
        }
    }
}

/// Runs a command that prints like a test harness. An error if it fails.
pub fn cargo_test(command: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("a piped output")?;
    pass_on(child, output, |line| {
        if let Some(summary) = line.trim().strip_prefix("test result: ") {
            counts.add(summary);
        }
    })
}

/// Prints each line of a child's output and calls `on_line` with it. An error if the child fails.
pub fn pass_on(mut child: Child, output: impl Read, mut on_line: impl FnMut(&str)) -> Result<()> {
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        on_line(&line);
    }
    let status = child.wait()?;
    ensure!(status.success(), "{status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_summary_are_added() {
        let mut counts = Counts::default();
        counts.add(
            "ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.03s",
        );
        counts.add(
            "FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s",
        );
        counts.add("FAILED");
        assert_eq!(
            counts,
            Counts {
                passed: 15,
                failed: 2,
                ..Counts::default()
            }
        );
    }
}
