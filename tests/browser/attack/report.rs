//! Prints the outcome of each attack, and counts them.

use anyhow::ensure;
use std::io::Write;

/// Which attacks of a group run.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// All of them.
    #[default]
    All,
    /// Every eighth, beginning with the first one: the full run has the others.
    Eighth,
}

impl Share {
    /// The distance from an attack to the next one that runs.
    pub fn step(self) -> usize {
        match self {
            Self::All => 1,
            Self::Eighth => 8,
        }
    }
}

/// Counts the attacks as they end.
#[derive(Default)]
pub struct Report {
    /// Part of the names of the attacks that run; empty for all.
    only: String,
    /// Those of them that run.
    pub share: Share,
    /// Attacks so far, including those that the share leaves out.
    offered: usize,
    repelled: u32,
    succeeded: u32,
    limits: u32,
}

impl Report {
    /// Of the attacks whose names contain the value of `AXLENS_ATTACK`.
    pub fn from_env(share: Share) -> Self {
        Self {
            share,
            only: std::env::var("AXLENS_ATTACK").unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Prints the heading of an attacker.
    pub fn heading(&self, attacker: &str) {
        print(&format!("\n{attacker}"));
    }

    /// Runs an attack. Its value describes how it failed. An error means that the attack succeeded
    /// or could not be tried.
    pub async fn attack(
        &mut self,
        name: &str,
        tried: &str,
        attempt: impl Future<Output = anyhow::Result<String>>,
    ) {
        if !name.contains(&self.only) {
            return;
        }
        self.offered += 1;
        if !(self.offered - 1).is_multiple_of(self.share.step()) {
            return;
        }
        match attempt.await {
            Ok(outcome) => {
                self.repelled += 1;
                print(&format!("✓ {name}: {tried} → {outcome}"));
            }
            Err(error) => {
                self.succeeded += 1;
                print(&format!("✗ {name}: {tried} → {error:#}"));
            }
        }
    }

    /// Prints an attack that is a documented limit of the product.
    pub fn limit(&mut self, name: &str, tried: &str, limit: &str) {
        self.limits += 1;
        print(&format!("○ {name}: {tried} → a limit: {limit}"));
    }

    /// Prints the counts. An error if an attack succeeded.
    pub fn finish(self) -> anyhow::Result<()> {
        let Self {
            repelled,
            succeeded,
            limits,
            ..
        } = self;
        let all = repelled + succeeded + limits;
        let counts = format!(
            "{all} attacks: {repelled} repelled, {succeeded} succeeded, {limits} documented limits"
        );
        print(&counts);
        ensure!(succeeded == 0, "{counts}");
        Ok(())
    }
}

/// Writes a line to standard output, which the test runner shows for a test that fails.
fn print(line: &str) {
    // A closed output does not change the outcome.
    let _ = writeln!(std::io::stdout(), "{line}");
}
