//! Compares two builds, each with its own server, extension and Chromium, on the same pages:
//! whether an agent gets the same responses from both, or how long both take.
//!
//! `compare --before FOLDER [--after FOLDER] [--pages FOLDER] [--only NAME] [--time ROUNDS]`; the
//! folders are those that `cargo xtask build` writes. Exits with 1 if responses differ, or if the
//! later build is slower.

#![allow(clippy::print_stdout, reason = "a report is what this program prints")]

mod answers;
mod times;

use anyhow::{Context, bail};
use axlens_harness::build::Build;
use axlens_harness::on_runtime;
use axlens_harness::{Chain, shared};
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line.
struct Arguments {
    before: PathBuf,
    after: Option<PathBuf>,
    pages: Option<PathBuf>,
    only: String,
    rounds: Option<usize>,
}

/// The two chains. Pages come from the site of the first one for both, so that their addresses are
/// the same.
pub struct Both {
    /// The earlier build, then the later one.
    pub sides: [Chain; 2],
}

fn main() -> ExitCode {
    let mut same = true;
    let outcome = on_runtime(async || {
        same = run(&arguments()?).await?;
        Ok(())
    });
    match outcome {
        Ok(()) if same => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let after = arguments.after.clone().map_or_else(shared::build, Ok)?;
    let before = Chain::start_build(Build::of(arguments.before.clone())).await?;
    let after = Chain::start_build(Build::of(after)).await?;
    let both = Both {
        sides: [before, after],
    };
    match arguments.rounds {
        Some(rounds) => times::compare(&both, &pages(arguments, false)?, rounds).await,
        None => answers::compare(&both, &pages(arguments, true)?).await,
    }
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut arguments_left = std::env::args().skip(1);
    let (mut before, mut after, mut pages, mut only, mut rounds) = (None, None, None, None, None);
    while let Some(name) = arguments_left.next() {
        let mut value = || {
            arguments_left
                .next()
                .with_context(|| format!("{name} needs a value"))
        };
        match name.as_str() {
            "--before" => before = Some(value()?.into()),
            "--after" => after = Some(value()?.into()),
            "--pages" => pages = Some(value()?.into()),
            "--only" => only = Some(value()?),
            "--time" => rounds = Some(value()?.parse()?),
            _ => bail!("{name}: not known"),
        }
    }
    Ok(Arguments {
        before: before.context("--before names the earlier build")?,
        after,
        pages,
        only: only.unwrap_or_default(),
        rounds,
    })
}

/// The pages of the folder (by default those next to the checkout), and the fixtures'.
fn pages(arguments: &Arguments, fixtures: bool) -> anyhow::Result<Vec<PathBuf>> {
    let folder = arguments.pages.clone();
    let folder = folder.or_else(|| shared::reference("pages"));
    let mut pages = folder.map_or(Ok(Vec::new()), |folder| shared::pages(&folder))?;
    if fixtures {
        pages.extend(shared::pages(&shared::workspace().join("fixtures"))?);
    }
    pages.retain(|page| page.to_string_lossy().contains(&arguments.only));
    Ok(pages)
}
