//! Parts of the way between an agent and a page, and how they are killed.

use anyhow::Context;
use axlens_harness::process::signal;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Tab};
use rustix::process::Signal;

/// A part of the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    Worker,
    Host,
    Server,
}

pub const PARTS: [Part; 3] = [Part::Worker, Part::Host, Part::Server];

/// The page on which workers are stopped.
pub async fn internals(chain: &Chain) -> anyhow::Result<Tab> {
    let internals = chain.tab().await?;
    internals.goto("chrome://serviceworker-internals/").await?;
    let button = "document.querySelector('[data-command=stop]') !== null";
    internals.wait_for(button).await?;
    Ok(internals)
}

impl Part {
    /// Kills it, after so many trips to another page: so that it comes at any step.
    pub async fn kill(self, chain: &Chain, internals: &Tab, trips: usize) -> anyhow::Result<()> {
        for _ in 0..trips {
            internals.evaluate("0").await?;
        }
        match self {
            Part::Worker => {
                let stop = "document.querySelectorAll('[data-command=stop]') \
                    .forEach((button) => button.click())";
                internals.evaluate(stop).await?;
            }
            Part::Host => {
                for host in chain.native_hosts() {
                    // It may have ended by itself.
                    let _ = signal(host, Signal::KILL);
                }
            }
            Part::Server => signal(chain.agent.refresh()?, Signal::KILL)?,
        }
        Ok(())
    }
}

/// Waits until the way is whole again.
pub async fn whole_again(chain: &Chain) -> anyhow::Result<()> {
    until("the way to be whole", || async {
        chain.agent.refresh()?;
        chain.agent.tabs().await.map(Some)
    })
    .await
    .map(drop)
    .with_context(|| chain.state())
}
