//! Actions while components between agent and page end: on which element an action was executed,
//! how often, and whether the answer is true. The page itself logs which element received which
//! input. The product can't read that log.

mod components;
mod interrupted_actions;
mod random_actions;

use anyhow::ensure;
use axlens_harness::Chain;
use axlens_harness::on_runtime;
use random_actions::{RandomAgent, Tally};
use std::io::Write;

/// The pages: some react after a delay, some have a clock, some have cards made of `div` elements
/// in place of list items, some put values back, some write the document of a frame again.
const PAGES: [&str; 10] = [
    "",
    "late",
    "ticking",
    "late&ticking",
    "cards",
    "cards&late",
    "strict",
    "strict&late",
    "written",
    "written&cards&strict",
];
/// The maximum share of actions that are refused although their elements are the same. Few actions
/// say nothing about it.
const MAX_NEEDLESS: f64 = 0.02;
/// The number of random actions and the maximum of a long pause in every run.
const FEW_ACTIONS: (usize, usize) = (10, 2_000);
/// The same in the full run.
const MANY_ACTIONS: (usize, usize) = (160, 8_000);
/// The maximum of a long pause with another number of actions.
const MAX_PAUSE_MS: usize = 60_000;
/// The environment variables for another number, and for the seed of the random numbers.
const ACTIONS: &str = "AXLENS_TRUTH_ROUNDS";
const SEED: &str = "AXLENS_TRUTH_SEED";

fn number(variable: &str) -> Option<usize> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn answers_to_some_random_actions_are_true() -> anyhow::Result<()> {
    answers_are_true(FEW_ACTIONS)
}

#[test]
#[ignore = "full: random actions"]
fn answers_to_random_actions_are_true() -> anyhow::Result<()> {
    answers_are_true(MANY_ACTIONS)
}

fn answers_are_true(default: (usize, usize)) -> anyhow::Result<()> {
    on_runtime(async || {
        let (actions, max_pause_ms) = match number(ACTIONS) {
            Some(actions) => (actions, MAX_PAUSE_MS),
            None => default,
        };
        let seed = number(SEED).unwrap_or(actions) as u64;
        let chain = Chain::start_by_host().await?;
        let mut tally = Tally::default();
        for (index, settings) in PAGES.iter().enumerate() {
            let seed = seed + index as u64;
            let mut agent = RandomAgent::open(&chain, settings, seed, max_pause_ms).await?;
            for number in 0..actions.div_ceil(PAGES.len()) {
                let outcome = agent.act(&mut tally).await;
                outcome.map_err(|error| {
                    error.context(format!(
                        "page {settings:?}, seed {seed}, action {number}\n{tally}"
                    ))
                })?;
            }
        }
        writeln!(std::io::stdout(), "seed {seed}: {tally}")?;
        ensure!(
            actions < MANY_ACTIONS.0 || tally.needless_share() <= MAX_NEEDLESS,
            "{tally}"
        );
        Ok(())
    })
}
