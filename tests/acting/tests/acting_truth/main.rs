//! Random actions on pages that change at random, while parts of the way are killed: what was acted
//! on, how often, and whether the answer tells the truth. The page itself writes down who received
//! what; nothing of that can be seen by the product.

mod kills;
mod round;
mod steps;

use axlens_harness::Chain;
use axlens_harness::on_runtime;
use round::{Desk, Tally};
use std::io::Write;

/// So many actions without being asked for more: what continuous integration has time for.
const DEFAULT: usize = 160;
/// Says how many, and from which number the random ones are made.
const ROUNDS: &str = "AXLENS_TRUTH_ROUNDS";
const SEED: &str = "AXLENS_TRUTH_SEED";

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn what_is_said_of_random_actions_is_true() -> anyhow::Result<()> {
    on_runtime(async || {
        let rounds = number(ROUNDS).unwrap_or(DEFAULT);
        let seed = number(SEED).unwrap_or(rounds) as u64;
        let chain = Chain::start_by_host().await?;
        let mut tally = Tally::default();
        // Half of the pages react late; half of each have a clock.
        for (page, settings) in ["", "late", "ticking", "late&ticking"].iter().enumerate() {
            let seed = seed + page as u64;
            let mut desk = Desk::open(&chain, settings, seed).await?;
            for round in 0..rounds.div_ceil(4) {
                let done = desk.round(&mut tally).await;
                done.map_err(|error| {
                    error.context(format!(
                        "page {settings:?}, seed {seed}, round {round}\n{tally}"
                    ))
                })?;
            }
        }
        writeln!(std::io::stdout(), "seed {seed}: {tally}")?;
        Ok(())
    })
}
