//! Runs `cargo test`, passes its output on, and counts what it says.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// How many tests passed and failed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that were not run.
    pub skipped: u64,
}

impl Counts {
    /// In words; empty where there were none.
    pub fn describe(self) -> String {
        match self {
            Counts {
                passed: 0,
                failed: 0,
                skipped: 0,
            } => String::new(),
            Counts {
                passed,
                failed,
                skipped: 0,
            } => format!("{passed} passed, {failed} failed"),
            Counts {
                passed,
                failed,
                skipped,
            } => format!("{passed} passed, {failed} failed, {skipped} skipped"),
        }
    }

    /// Adds what a line of a test harness says.
    fn add(&mut self, line: &str) {
        let Some(rest) = line.trim().strip_prefix("test result:") else {
            return;
        };
        for part in rest.split([';', '.']) {
            let mut words = part.split_whitespace();
            let number = words
                .next()
                .and_then(|number| number.parse::<u64>().ok())
                .unwrap_or(0);
            match words.next() {
                Some("passed") => self.passed += number,
                Some("failed") => self.failed += number,
                // What is left out is left out because this machine lacks something.
                Some("ignored" | "filtered") => self.skipped += number,
                _ => {}
            }
        }
    }
}

/// Runs a command whose output is a test harness's. An error where it fails.
pub fn cargo_test(command: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the tests")?;
    let output = child.stdout.take().context("the tests have no output")?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        counts.add(&line);
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("{status}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_the_harness_says() {
        let mut counts = Counts::default();
        counts.add("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.03s");
        counts.add("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s");
        counts.add("test passes_it_on ... ok");
        assert_eq!(
            counts,
            Counts {
                passed: 15,
                failed: 2,
                skipped: 4
            }
        );
    }
}
