//! The components between an agent and a page, and how a test ends them.

use anyhow::Context;
use axlens_harness::process::signal;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Reply, Tab};
use rustix::process::Signal;

/// A component between an agent and a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    Worker,
    Host,
    Server,
}

pub const COMPONENTS: [Component; 3] = [Component::Worker, Component::Host, Component::Server];

/// Opens the page of Chromium that can stop service workers.
pub async fn open_internals(chain: &Chain) -> anyhow::Result<Tab> {
    let internals = chain.tab().await?;
    internals.goto("chrome://serviceworker-internals/").await?;
    internals
        .wait_for("document.querySelector('[data-command=stop]') !== null")
        .await?;
    Ok(internals)
}

impl Component {
    /// Ends the component after `delay` round trips to another page, so that it ends at a random
    /// step of an action.
    pub async fn end(self, chain: &Chain, internals: &Tab, delay: usize) -> anyhow::Result<()> {
        for _ in 0..delay {
            internals.evaluate("0").await?;
        }
        match self {
            Component::Worker => {
                let stop = "document.querySelectorAll('[data-command=stop]') \
                    .forEach((button) => button.click())";
                internals.evaluate(stop).await?;
            }
            Component::Host => {
                for host in chain.native_hosts() {
                    // It may have ended already.
                    let _ = signal(host, Signal::KILL);
                }
            }
            Component::Server => signal(chain.agent.refresh()?, Signal::KILL)?,
        }
        Ok(())
    }
}

/// Waits until all components run and are connected.
pub async fn wait_until_connected(chain: &Chain) -> anyhow::Result<()> {
    until("all components to be connected", || async {
        chain.agent.refresh()?;
        chain.agent.tabs().await.map(Some)
    })
    .await
    .map(drop)
    .with_context(|| chain.state())
}

/// Whether a reply is final: a success, or a fault that is not retryable.
pub fn is_final(reply: &Reply) -> bool {
    reply.status == 200 || reply.body["retryable"] == false
}
