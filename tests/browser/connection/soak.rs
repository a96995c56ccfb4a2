//! Every part ends while agents send requests: the connection returns, every request gets an answer
//! or a fault, and no click is executed twice. `cargo xtask soak` sets `AXLENS_SOAK_ROUNDS`,
//! `AXLENS_SOAK_SEED` and `AXLENS_SOAK_REPORT`, the path of a document whose table is replaced.

pub mod run;

use crate::connection::soak::run::report::{table, violations};
use crate::connection::soak::run::{Settings, run};
use anyhow::Context;
use axlens_harness::measure::replaced;
use axlens_harness::on_runtime;
use std::io::Write;

/// A block of events, without a long suspension, in every run.
const ONE_BLOCK: Settings = Settings { rounds: 9, seed: 1 };

/// Two blocks, in the full run.
const TWO_BLOCKS: Settings = Settings {
    rounds: 18,
    seed: 1,
};

/// The lines around the table in a document.
const MARKS: [&str; 2] = ["<!-- soak -->\n", "<!-- end of soak -->\n"];

#[test]
fn no_request_is_lost_while_each_part_ends() -> anyhow::Result<()> {
    no_request_is_lost(ONE_BLOCK)
}

#[test]
#[ignore = "full: soak"]
fn no_request_is_lost_while_parts_end_in_a_random_order() -> anyhow::Result<()> {
    no_request_is_lost(TWO_BLOCKS)
}

fn no_request_is_lost(default: Settings) -> anyhow::Result<()> {
    on_runtime(async || {
        let settings = Settings {
            rounds: number("AXLENS_SOAK_ROUNDS")?.map_or(Ok(default.rounds), usize::try_from)?,
            seed: number("AXLENS_SOAK_SEED")?.unwrap_or(default.seed),
        };
        let soak = run(settings).await?;
        let table = table(&soak, settings);
        writeln!(std::io::stdout(), "{table}")?;
        let violations = violations(&soak);
        assert!(violations.is_empty(), "{}", violations.join("\n"));
        if let Some(path) = std::env::var_os("AXLENS_SOAK_REPORT") {
            let text = std::fs::read_to_string(&path)?;
            std::fs::write(&path, replaced(&text, MARKS, &table)?)?;
        }
        Ok(())
    })
}

fn number(variable: &str) -> anyhow::Result<Option<u64>> {
    let Some(text) = std::env::var(variable).ok() else {
        return Ok(None);
    };
    text.parse().map(Some).context(variable.to_owned())
}
