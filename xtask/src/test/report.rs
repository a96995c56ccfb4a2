//! What a run prints at its end: a table of the parts, the slowest tests, and the counts.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use anyhow::Result;

use crate::places::Places;
use crate::times::Spent;

use super::cargo_tests::Counts;
use super::nextest::TimedTest;

/// The number of tests that are printed as the slowest ones.
const SLOWEST: usize = 20;

/// The outcome of one part.
#[derive(Default)]
pub struct Outcome {
    /// The part's name.
    pub part: &'static str,
    /// How long it took.
    pub total: Duration,
    /// What that time was spent on.
    pub spent: Spent,
    /// Idle core-seconds, if the system counts them.
    pub idle: Option<f64>,
    /// How often Chromium was started.
    pub chromium: usize,
    /// Its tests.
    pub counts: Counts,
    /// The tests that nextest ran.
    pub tests: Vec<TimedTest>,
    /// Why it failed.
    pub error: Option<String>,
}

impl Outcome {
    /// Its counts; a part without tests of its own is one check.
    fn checks(&self) -> Counts {
        Counts {
            passed: self.counts.passed.max(u64::from(self.error.is_none())),
            failed: self.counts.failed.max(u64::from(self.error.is_some())),
            ..self.counts
        }
    }
}

/// Prints the report of a run that took so long, and writes the seconds of each test.
pub fn print(places: &Places, outcomes: &[Outcome], total: Duration) -> Result<()> {
    let all = sum(outcomes, total);
    println!("\n{}", table(outcomes, &all));
    let mut tests: Vec<&TimedTest> = outcomes.iter().flat_map(|outcome| &outcome.tests).collect();
    tests.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    if !tests.is_empty() {
        println!("The slowest tests:");
    }
    for test in tests.iter().take(SLOWEST) {
        println!("{:8.1} s  {}", test.seconds, test.name);
    }
    let file = places.built.join("test-times.tsv");
    fs::create_dir_all(&places.built)?;
    fs::write(&file, times(outcomes))?;
    println!("The seconds of each test: {}", file.display());
    if all.counts.full_only > 0 {
        println!(
            "{} only in the full run (`cargo xtask test --full`, tests/README.md)",
            all.counts.full_only
        );
    }
    println!("{}", last_line(all.counts));
    Ok(())
}

fn sum(outcomes: &[Outcome], total: Duration) -> Outcome {
    let mut all = Outcome {
        part: "all",
        total,
        ..Outcome::default()
    };
    for outcome in outcomes {
        let checks = outcome.checks();
        all.counts.passed += checks.passed;
        all.counts.failed += checks.failed;
        all.counts.skipped += checks.skipped;
        all.counts.full_only += checks.full_only;
        all.spent.install += outcome.spent.install;
        all.spent.compile += outcome.spent.compile;
        all.spent.run += outcome.spent.run;
        all.chromium += outcome.chromium;
        all.idle = match (all.idle, outcome.idle) {
            (Some(sum), Some(idle)) => Some(sum + idle),
            (sum, idle) => sum.or(idle),
        };
        all.error = all.error.or_else(|| outcome.error.clone());
    }
    all
}

/// A line for each part, and one for all. Times are in seconds.
fn table(outcomes: &[Outcome], all: &Outcome) -> String {
    let mut text = format!(
        "  {:12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>12} {:>8} {:>7} {:>6} {:>7} {:>9}\n",
        "seconds",
        "total",
        "install",
        "compile",
        "run",
        "other",
        "idle cores×s",
        "Chromium",
        "passed",
        "failed",
        "skipped",
        "full only"
    );
    for outcome in outcomes.iter().chain([all]) {
        text.push_str(&line(outcome));
    }
    text
}

fn line(outcome: &Outcome) -> String {
    let Outcome { total, spent, .. } = outcome;
    let other = total.saturating_sub(spent.sum());
    let sign = if outcome.error.is_none() {
        '✓'
    } else {
        '✗'
    };
    let mut line = format!("{sign} {:12}", outcome.part);
    for time in [*total, spent.install, spent.compile, spent.run, other] {
        let _ = write!(line, " {:8.1}", time.as_secs_f64());
    }
    match outcome.idle {
        Some(idle) => {
            let _ = write!(line, " {idle:12.1}");
        }
        None => {
            let _ = write!(line, " {:>12}", "?");
        }
    }
    let counts = outcome.checks();
    let _ = writeln!(
        line,
        " {:8} {:7} {:6} {:7} {:9}",
        outcome.chromium, counts.passed, counts.failed, counts.skipped, counts.full_only
    );
    line
}

/// The tests as tab-separated values.
fn times(outcomes: &[Outcome]) -> String {
    let mut text = "part\tseconds\tstatus\ttest\n".to_owned();
    for outcome in outcomes {
        for test in &outcome.tests {
            let TimedTest {
                seconds,
                status,
                name,
            } = test;
            let _ = writeln!(text, "{}\t{seconds}\t{status}\t{name}", outcome.part);
        }
    }
    text
}

fn last_line(counts: Counts) -> String {
    let Counts {
        passed,
        failed,
        skipped,
        ..
    } = counts;
    match skipped {
        0 => format!("{passed} passed, {failed} failed"),
        _ => format!("{passed} passed, {failed} failed, {skipped} skipped"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes() -> Vec<Outcome> {
        let test = TimedTest {
            seconds: 1.5,
            status: "PASS".to_owned(),
            name: "axlens-x::x quick".to_owned(),
        };
        let rust = Outcome {
            part: "rust",
            total: Duration::from_secs(9),
            spent: Spent {
                compile: Duration::from_secs(4),
                run: Duration::from_secs(3),
                ..Spent::default()
            },
            idle: Some(2.5),
            counts: Counts {
                passed: 5,
                full_only: 2,
                ..Counts::default()
            },
            tests: vec![test],
            ..Outcome::default()
        };
        let tidy = Outcome {
            part: "tidy",
            error: Some("2 complaints".to_owned()),
            ..Outcome::default()
        };
        vec![rust, tidy]
    }

    #[test]
    fn the_counts_of_the_parts_are_added() {
        let all = sum(&outcomes(), Duration::from_secs(10));
        assert_eq!(last_line(all.counts), "5 passed, 1 failed");
        assert_eq!(all.counts.full_only, 2);
        assert_eq!(all.idle, Some(2.5));
        let skipped = Counts {
            skipped: 3,
            ..all.counts
        };
        assert_eq!(last_line(skipped), "5 passed, 1 failed, 3 skipped");
    }

    #[test]
    fn the_time_without_a_kind_is_other_time() {
        let outcomes = outcomes();
        let text = table(&outcomes, &sum(&outcomes, Duration::from_secs(10)));
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            lines[1][..8],
            ["✓", "rust", "9.0", "0.0", "4.0", "3.0", "2.0", "2.5"]
        );
        assert_eq!(lines[2][..2], ["✗", "tidy"]);
        assert_eq!(lines[3][..3], ["✗", "all", "10.0"]);
    }

    #[test]
    fn every_test_has_a_line_with_its_seconds() {
        let expected = "part\tseconds\tstatus\ttest\nrust\t1.5\tPASS\taxlens-x::x quick\n";
        assert_eq!(times(&outcomes()), expected);
    }
}
