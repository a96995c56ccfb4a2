//! Attacks on a gateway and through it: with the token of another tenant, beyond what the owner of
//! an edge allows, and by malformed requests. The edge `laptop` of the tenant `acme` is the chain's
//! server with its real browser, `pool` a pool.

mod client;
mod leases;
mod owner;
mod tenants;
mod tls;
mod transport;

use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::remote::gateway::GatewayProgram;
use axlens_harness::{Chain, Page, Tab};
use client::Client;
use serde_json::json;

/// A text of the page, which no attacker may receive.
const SECRET: &str = "Private matter";

/// The gateway, its edge, and a page in the edge's browser.
struct Fleet<'a> {
    chain: &'a Chain,
    gateway: GatewayProgram,
    /// A page with the secret.
    tab: Tab,
    /// An agent of `acme`, whose token allows acting.
    agent: Client,
    /// An agent of `other`.
    other: Client,
}

impl Fleet<'_> {
    /// The body of a request for the page.
    async fn snapshot(&self) -> anyhow::Result<String> {
        let handle = self.tab.handle().await?;
        let body = json!({"what": "a11y_tree", "tab": handle, "browser": "laptop"});
        Ok(body.to_string())
    }
}

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let gateway = GatewayProgram::start(chain).await?;
    let laptop = gateway.add_edge("laptop", "acme")?;
    gateway.join(chain, &laptop, &["--scope", "read"])?;
    let html = format!("<h1>{SECRET}</h1><button>Pay</button>");
    let fleet = Fleet {
        chain,
        tab: chain.open(Page::html(html)).await?,
        agent: Client::of(
            &gateway,
            &gateway.add_agent("ci", "acme", &["--scope", "act"])?,
        ),
        other: Client::of(
            &gateway,
            &gateway.add_agent("ci", "other", &["--scope", "act"])?,
        ),
        gateway,
    };
    // The control: the page can be read by an agent that may.
    let seen = fleet
        .agent
        .post("/observe", &fleet.snapshot().await?)
        .await?;
    ensure!(seen.text().contains(SECRET), "the control: {}", seen.text());
    tenants::attacks(report, &fleet).await;
    owner::attacks(report, &fleet, &laptop).await?;
    transport::attacks(report, &fleet).await;
    leases::attacks(report, &fleet).await?;
    chain.run(&["join", "--off"])?;
    tls::attacks(report, chain, &fleet.tab).await?;
    chain.run(&["join", "--off"])?;
    Ok(())
}
