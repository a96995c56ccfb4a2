//! Runs Rust tests with cargo-nextest, counts them, and prints the slowest ones.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};

use crate::machine::{cargo_program, outside_cargo};
use crate::places::Places;
use crate::workspace;

use super::cargo_tests::{Counts, pass_on};

const NEXTEST: &str = "0.9.151";
/// The number of tests that are printed as the slowest ones.
const SLOWEST: usize = 10;
/// The lines of tests that have not ended yet.
const UNFINISHED: [&str; 3] = ["SLOW", "TERMINATING", "START"];

/// A command that runs the tests that its further arguments select in the workspace.
pub fn command(places: &Places) -> Result<Command> {
    let program = cargo_program(places, "cargo-nextest", NEXTEST)?;
    let mut command = outside_cargo(program);
    command.current_dir(&places.root);
    command.args(["nextest", "run", workspace::PACKAGES]);
    command.args(["--run-ignored", "all"]);
    Ok(command)
}

/// Runs the command and passes its output on. An error if a test fails.
pub fn run(command: &mut Command, counts: &mut Counts) -> Result<()> {
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let output = child.stderr.take().context("a piped output")?;
    let mut report = Report::default();
    let outcome = pass_on(child, output, |line| report.add(line));
    counts.passed += report.counts.passed;
    counts.failed += report.counts.failed;
    counts.skipped += report.counts.skipped;
    println!("The slowest tests:");
    for (seconds, test) in report.slowest() {
        println!("{seconds:8.1} s  {test}");
    }
    outcome
}

/// A filterset of all tests except those of some filtersets.
pub fn all_except(filtersets: &[&str]) -> String {
    let differences = filtersets.iter().map(|tests| format!(" - ({tests})"));
    format!("all(){}", differences.collect::<String>())
}

/// What the lines of a run say.
#[derive(Default)]
struct Report {
    counts: Counts,
    /// Duration in seconds and name of each test.
    tests: Vec<(f64, String)>,
    /// Whether the summary has begun, which repeats the lines of failed tests.
    is_summary: bool,
}

impl Report {
    fn add(&mut self, line: &str) {
        let Some((status, rest)) = line.trim().split_once(" [") else {
            return;
        };
        let Some((duration, rest)) = rest.split_once(']') else {
            return;
        };
        if status.trim() == "Summary" {
            self.is_summary = true;
            return self.counts.add(rest);
        }
        let seconds = duration.trim().trim_end_matches('s').parse();
        if let Ok(seconds) = seconds
            && !self.is_summary
            && !UNFINISHED.contains(&status.trim())
        {
            // The name follows the test's number in parentheses.
            let name = rest.split_once(") ").map_or(rest, |(_, name)| name);
            self.tests.push((seconds, name.trim().to_owned()));
        }
    }

    fn slowest(mut self) -> Vec<(f64, String)> {
        self.tests.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.tests.truncate(SLOWEST);
        self.tests
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_of_a_run_are_counted_and_sorted() {
        let mut report = Report::default();
        for line in [
            "   Compiling xtask v0.1.0",
            "    Starting 3 tests across 1 binary (1 test skipped)",
            "        PASS [   0.009s] (1/3) xtask::bin/xtask quick",
            "        SLOW [> 60.000s] (─────) xtask::bin/xtask slow",
            "        FAIL [   0.100s] (2/3) xtask::bin/xtask broken",
            "        PASS [  61.500s] (3/3) xtask::bin/xtask slow",
            "     Summary [  61.700s] 3 tests run: 2 passed (1 slow), 1 failed, 1 skipped",
            "        FAIL [   0.100s] (2/3) xtask::bin/xtask broken",
        ] {
            report.add(line);
        }
        let expected = Counts {
            passed: 2,
            failed: 1,
            skipped: 1,
        };
        assert_eq!(report.counts, expected);
        let slowest = report.slowest();
        let names: Vec<&str> = slowest.iter().map(|(_, name)| name.as_str()).collect();
        let expected = ["slow", "broken", "quick"].map(|name| format!("xtask::bin/xtask {name}"));
        assert_eq!(names, expected);
    }
}
