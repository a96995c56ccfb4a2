//! `cargo xtask test`: everything that must hold, in parts. The first run, without `--full`, has
//! what every change is checked with. A part that fails does not keep the others from being run;
//! the last line says how many tests passed and failed.

mod api_checkers;
mod applications;
pub mod attack;
mod cargo_tests;
mod chain_pool;
mod client_libraries;
pub mod components;
mod deny;
mod engine_in_browser;
pub mod generate;
mod installations;
mod lint;
mod mcp_clients;
mod nextest;
pub mod parts;
mod platforms;
mod report;
mod selection;
mod types;
mod usage;

use std::num::NonZero;
use std::thread;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::build::{BuildArguments, Profile, build, weigh};
use crate::cache::Cache;
use crate::chromium;
use crate::places::Places;
use crate::progress::step;
use crate::times;
use cargo_tests::Counts;
use nextest::TimedTest;
use parts::{PARTS, Part, Runs, Work};
use report::Outcome;

/// What `cargo xtask test` can be asked.
#[derive(Args)]
pub struct TestArguments {
    /// Only these parts [default: all parts of the run, in this order]
    #[arg(value_parser = parts::names(), value_name = "PART")]
    parts: Vec<String>,
    /// The full run, which takes hours; one of its parts takes at most 30 minutes on two cores
    #[arg(long)]
    full: bool,
}

/// What the parts of a run share.
pub struct Session<'a> {
    places: &'a Places,
    is_built: bool,
}

impl<'a> Session<'a> {
    /// A session without a build.
    pub fn new(places: &'a Places) -> Self {
        Self {
            places,
            is_built: false,
        }
    }

    /// Builds the product, once for all parts. Its programs are those that the tests have compiled:
    /// they do the same as those that a user runs.
    pub fn build(&mut self) -> Result<()> {
        if !self.is_built {
            let arguments = BuildArguments {
                profile: Profile::Dev,
                ..BuildArguments::default()
            };
            build(self.places, &arguments)?;
            self.is_built = true;
        }
        Ok(())
    }

    /// Builds the product and checks its size.
    pub fn build_and_weigh(&mut self) -> Result<()> {
        self.build()?;
        weigh(self.places)
    }
}

/// What a part adds up.
#[derive(Default)]
pub struct Record {
    counts: Counts,
    tests: Vec<TimedTest>,
}

/// Runs the selected parts and prints a report.
pub fn test(places: &Places, arguments: &TestArguments) -> Result<()> {
    let began = Instant::now();
    let parts = selected(arguments)?;
    let mut session = Session::new(places);
    let outcomes: Vec<Outcome> = parts
        .into_iter()
        .map(|part| run_part(&mut session, part))
        .collect();
    report::print(places, &outcomes, began.elapsed())?;
    Cache::of_user().clean()?;
    let failed = outcomes.iter().filter(|outcome| outcome.error.is_some());
    match failed.map(|outcome| outcome.part).collect::<Vec<_>>() {
        failed if failed.is_empty() => Ok(()),
        failed => bail!("failed: {}", failed.join(", ")),
    }
}

/// The parts of the run, or those that are named, in the order of running.
fn selected(arguments: &TestArguments) -> Result<Vec<&'static Part>> {
    if arguments.parts.is_empty() {
        let parts = PARTS.iter().filter(|part| part.is_in(arguments.full));
        return Ok(parts.collect());
    }
    let is_named = |part: &&Part| arguments.parts.iter().any(|name| name == part.name);
    let parts: Vec<&Part> = PARTS.iter().filter(is_named).collect();
    for part in &parts {
        ensure!(
            arguments.full || part.runs != Runs::Full,
            "only the full run has {0}: `cargo xtask test --full {0}`",
            part.name
        );
    }
    Ok(parts)
}

fn run_part(session: &mut Session, part: &'static Part) -> Outcome {
    times::take();
    let (began, idle) = (Instant::now(), usage::idle_core_seconds());
    let starts = chromium::starts(session.places);
    let mut record = Record::default();
    let outcome = step(part.name, || work(session, part, &mut record));
    Outcome {
        part: part.name,
        total: began.elapsed(),
        spent: times::take(),
        idle: usage::idle_core_seconds()
            .zip(idle)
            .map(|(after, before)| after - before),
        chromium: chromium::starts(session.places) - starts,
        counts: record.counts,
        tests: record.tests,
        error: outcome.err().map(|error| format!("{error:#}")),
    }
}

fn work(session: &mut Session, part: &Part, record: &mut Record) -> Result<()> {
    match &part.work {
        Work::Check(check) => check(session.places),
        Work::Build(build) => build(session),
        Work::Counted(test) => test(session.places, &mut record.counts),
        Work::Tests(selection) => selection.prepare(session)?.run(record),
    }
}

/// The number of processors that this process can use.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(parts: &[&str], full: bool) -> Result<Vec<&'static str>> {
        let arguments = TestArguments {
            parts: parts.iter().map(|part| (*part).to_owned()).collect(),
            full,
        };
        let parts = selected(&arguments)?;
        Ok(parts.iter().map(|part| part.name).collect())
    }

    #[test]
    fn the_full_run_has_everything_but_checks_that_others_include() -> Result<()> {
        let (first, full) = (names(&[], false)?, names(&[], true)?);
        assert!(first.contains(&"windows") && !full.contains(&"windows"));
        let others = first.iter().filter(|name| **name != "windows");
        assert!(others.into_iter().all(|name| full.contains(name)));
        assert!(full.contains(&"fuzz") && !first.contains(&"fuzz"));
        Ok(())
    }

    #[test]
    fn named_parts_run_in_the_order_of_the_table() -> Result<()> {
        assert_eq!(names(&["rust", "tidy"], false)?, ["tidy", "rust"]);
        assert_eq!(names(&["soak"], true)?, ["soak"]);
        let error = names(&["soak"], false).expect_err("a part of the full run");
        assert!(error.to_string().contains("--full soak"));
        Ok(())
    }
}
