//! Runs Rust tests with cargo-nextest, counts them, and keeps the duration of each.

use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::cargo::{cargo_program, outside_cargo};
use crate::places::Places;
use crate::times::{Kind, span};
use crate::workspace;

use super::cargo_tests::{Counts, pass_on};

const NEXTEST: &str = "0.9.151";
/// The lines of tests that have not ended yet.
const UNFINISHED: [&str; 3] = ["SLOW", "TERMINATING", "START"];

/// Which tests a run selects among those of a filterset, by their `#[ignore]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ignored {
    /// Those without it.
    Without,
    /// Those with it, which only the full run has.
    Only,
    /// All.
    Included,
}

impl Ignored {
    /// The value of `--run-ignored`.
    fn as_str(self) -> &'static str {
        match self {
            Ignored::Without => "default",
            Ignored::Only => "ignored-only",
            Ignored::Included => "all",
        }
    }
}

/// A test that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedTest {
    /// Its duration.
    pub seconds: f64,
    /// Its status in nextest's words, such as `PASS`.
    pub status: String,
    /// Its program and its path.
    pub name: String,
}

/// A command that runs the tests of a filterset in the workspace.
pub fn command(places: &Places, filterset: &str, ignored: Ignored) -> Result<Command> {
    let mut command = nextest(places, "run", filterset)?;
    command.args(["--run-ignored", ignored.as_str()]);
    Ok(command)
}

fn nextest(places: &Places, subcommand: &str, filterset: &str) -> Result<Command> {
    let program = cargo_program("cargo-nextest", NEXTEST)?;
    let mut command = outside_cargo(program);
    command.current_dir(&places.root);
    command.args(["nextest", subcommand, workspace::PACKAGES]);
    workspace::lint_in(&mut command);
    command.args(["--filterset", filterset]);
    Ok(command)
}

/// The numbers of a filterset's tests: without `#[ignore]`, and with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// The tests without it.
    pub quick: u64,
    /// The tests with it.
    pub full_only: u64,
}

impl Listed {
    /// The number of tests that a run selects.
    pub fn selected(self, ignored: Ignored) -> u64 {
        match ignored {
            Ignored::Without => self.quick,
            Ignored::Only => self.full_only,
            Ignored::Included => self.quick + self.full_only,
        }
    }
}

/// Compiles the tests of the workspace and counts those of a filterset.
pub fn list(places: &Places, filterset: &str) -> Result<Listed> {
    let mut command = nextest(places, "list", filterset)?;
    command.args(["--run-ignored", "all", "--message-format", "json"]);
    let output = span(Kind::Compile, || command.stderr(Stdio::inherit()).output())?;
    ensure!(output.status.success(), "the tests do not compile");
    count(&serde_json::from_slice(&output.stdout)?)
}

fn count(list: &Value) -> Result<Listed> {
    let suites = list["rust-suites"].as_object().context("a list of tests")?;
    let cases = suites
        .values()
        .filter_map(|suite| suite["testcases"].as_object());
    let selected = cases
        .flat_map(|cases| cases.values())
        .filter(|case| case["filter-match"]["status"] == "matches");
    let (ignored, quick): (Vec<&Value>, Vec<&Value>) =
        selected.partition(|case| case["ignored"] == true);
    Ok(Listed {
        quick: quick.len() as u64,
        full_only: ignored.len() as u64,
    })
}

/// Runs the command and passes its output on. An error if a test fails.
pub fn run(command: &mut Command, counts: &mut Counts, tests: &mut Vec<TimedTest>) -> Result<()> {
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let output = child.stderr.take().context("a piped output")?;
    let mut report = Report::default();
    let outcome = span(Kind::Run, || {
        pass_on(child, output, |line| report.add(line))
    });
    counts.passed += report.counts.passed;
    counts.failed += report.counts.failed;
    tests.append(&mut report.tests);
    outcome
}

/// A filterset of all tests except those of some filtersets.
pub fn all_except<'a>(filtersets: impl IntoIterator<Item = &'a str>) -> String {
    let filtersets = filtersets.into_iter();
    let differences = filtersets.map(|tests| format!(" - ({tests})"));
    format!("all(){}", differences.collect::<String>())
}

/// What the lines of a run say.
#[derive(Default)]
struct Report {
    counts: Counts,
    tests: Vec<TimedTest>,
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
        let status = status.trim();
        if status == "Summary" {
            self.is_summary = true;
            return self.counts.add(rest);
        }
        let seconds = duration.trim().trim_end_matches('s').parse();
        if let Ok(seconds) = seconds
            && !self.is_summary
            && !UNFINISHED.contains(&status)
        {
            // The name follows the test's number in parentheses.
            let name = rest.split_once(") ").map_or(rest, |(_, name)| name);
            self.tests.push(TimedTest {
                seconds,
                status: status.to_owned(),
                name: name.trim().to_owned(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_tests_of_a_run_are_counted_and_timed() {
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
        assert_eq!((report.counts.passed, report.counts.failed), (2, 1));
        let test = |seconds, status: &str, name: &str| TimedTest {
            seconds,
            status: status.to_owned(),
            name: format!("xtask::bin/xtask {name}"),
        };
        let expected = [
            test(0.009, "PASS", "quick"),
            test(0.1, "FAIL", "broken"),
            test(61.5, "PASS", "slow"),
        ];
        assert_eq!(report.tests, expected);
    }

    #[test]
    fn the_tests_of_a_list_are_counted_by_their_ignore() -> Result<()> {
        let case = |ignored: bool, status: &str| json!({"ignored": ignored, "filter-match": {"status": status}});
        let list = json!({"rust-suites": {
            "one": {"testcases": {
                "a": case(false, "matches"),
                "b": case(true, "matches"),
                "c": case(true, "mismatch"),
            }},
            "two": {"testcases": {"d": case(false, "matches")}},
        }});
        let expected = Listed {
            quick: 2,
            full_only: 1,
        };
        assert_eq!(count(&list)?, expected);
        assert!(count(&json!({})).is_err());
        Ok(())
    }
}
