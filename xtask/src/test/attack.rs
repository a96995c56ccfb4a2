//! `cargo xtask attack`: attacks on the built product from outside, a line each. The program is in
//! tests/attack/src.

use std::process::Command;
use std::thread;

use anyhow::{Result, anyhow};
use clap::Args;

use crate::build::{BuildArguments, build};
use crate::chromium;
use crate::places::Places;
use crate::workspace;

use super::cargo_tests::{Counts, cargo_test};

/// Which attacks run.
#[derive(Args, Default)]
pub struct AttackArguments {
    /// Only this group, such as `injection`: a module of tests/attack/src [default: all]
    group: Option<String>,
    /// Only the attacks of the group whose names contain this
    #[arg(requires = "group")]
    name: Option<String>,
    /// Write the table of the group `injection` to docs/injection.md
    #[arg(long)]
    update: bool,
}

/// Builds the product and runs the attacks.
pub fn attack(places: &Places, arguments: &AttackArguments) -> Result<()> {
    build(places, &BuildArguments::default())?;
    run(places, arguments, &mut Counts::default())
}

/// The halves of the attacks, which run at the same time.
const HALVES: [&str; 2] = ["first", "second"];

/// Attacks the product of the last build. An error if an attack succeeds.
pub fn run(places: &Places, arguments: &AttackArguments, counts: &mut Counts) -> Result<()> {
    let chromium = chromium::find_or_install()?;
    let program = workspace::program(places, "attack")?;
    let command = |group: Option<&str>| {
        let mut command = Command::new(&program);
        command.current_dir(&places.root);
        command.args(group).args(&arguments.name);
        if arguments.update {
            command.env("AXLENS_UPDATE", "1");
        }
        command
            .env("AXLENS_BUILD", &places.built)
            .env(chromium::VARIABLE, &chromium);
        command
    };
    if let Some(group) = &arguments.group {
        return cargo_test(&mut command(Some(group)), counts);
    }
    let outcomes = thread::scope(|scope| {
        let halves = HALVES.map(|half| {
            let mut command = command(Some(half));
            scope.spawn(move || {
                let mut counts = Counts::default();
                (cargo_test(&mut command, &mut counts), counts)
            })
        });
        halves.map(thread::ScopedJoinHandle::join)
    });
    let mut ended = Ok(());
    for outcome in outcomes {
        let (result, half) = outcome.map_err(|_| anyhow!("a half of the attacks panicked"))?;
        counts.passed += half.passed;
        counts.failed += half.failed;
        ended = ended.and(result);
    }
    ended
}
