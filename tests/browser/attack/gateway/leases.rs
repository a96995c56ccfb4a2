//! Attacks on the leases of a pool: the edge `pool` of the tenant `acme` is `axlens pool` with real
//! Chromiums. The victim has leased a browser and opened a page with the secret in it.

use super::client::{Client, refused};
use super::{Fleet, SECRET};
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::Page;
use axlens_harness::process::Process;
use axlens_harness::wait::until;
use serde_json::{Value, json};

/// The codes with which a browser does not exist.
const NOT_THERE: &[&str] = &["browser_not_found"];

/// The pool, and the lease of the victim.
struct Leased {
    victim: Client,
    /// Id and name of the browser, as the victim uses them.
    id: String,
    name: String,
    _pool: Process,
}

/// Runs them all.
pub async fn attacks(report: &mut Report, fleet: &Fleet<'_>) -> anyhow::Result<()> {
    let leased = Leased::start(fleet).await?;
    let tried = "the browser of another agent, by its id";
    let by_id = leased.read_as(&fleet.agent, &leased.id);
    report.attack("lease_of_another_by_id", tried, by_id).await;
    let tried = "the browser of another agent, by its name";
    let by_name = leased.read_as(&fleet.agent, &leased.name);
    report
        .attack("lease_of_another_by_name", tried, by_name)
        .await;
    let tried = "the only browser of the edge, without its name";
    let unnamed = leased.read_as(&fleet.agent, "pool");
    report.attack("lease_without_name", tried, unnamed).await;
    let tried = "the end of another agent's lease";
    let ended = leased.end_as(&fleet.agent);
    report.attack("lease_ended_by_another", tried, ended).await;
    let tried = "the end of a lease in another tenant";
    let ended = leased.end_as(&fleet.other);
    report.attack("lease_of_another_tenant", tried, ended).await;
    let tried = "a path in place of an id";
    report
        .attack("lease_with_a_path", tried, paths(fleet))
        .await;
    let tried = "a lease that never ends";
    report
        .attack("lease_without_end", tried, endless(fleet))
        .await;
    let tried = "all browsers of the pool";
    report.attack("lease_flood", tried, flood(fleet)).await;
    let page = leased.read(&leased.victim, &leased.id).await?;
    ensure!(page.contains(SECRET), "the victim lost its lease: {page}");
    Ok(())
}

impl Leased {
    async fn start(fleet: &Fleet<'_>) -> anyhow::Result<Leased> {
        let pool = start_pool(fleet)?;
        let token = fleet.gateway.add_edge("pool", "acme")?;
        until("the pool's server", || async {
            Ok(fleet.gateway.join_at(fleet.chain, POOL, &token).ok())
        })
        .await?;
        let token = fleet
            .gateway
            .add_agent("victim", "acme", &["--scope", "act"])?;
        let victim = Client::of(&fleet.gateway, &token);
        let lease = until("a lease", || async {
            let answer = victim.post("/browsers?browser=pool", "{}").await?;
            Ok((answer.statuses() == [200]).then_some(answer))
        })
        .await?;
        let lease: Value = serde_json::from_str(lease.body())?;
        let text = |field: &str| Some(lease[field].as_str()?.to_owned());
        let (id, name) = text("id").zip(text("name")).context("id and name")?;
        let leased = Leased {
            victim,
            id,
            name,
            _pool: pool,
        };
        leased.open_secret(fleet).await?;
        Ok(leased)
    }

    async fn open_secret(&self, fleet: &Fleet<'_>) -> anyhow::Result<()> {
        let url = fleet
            .chain
            .site
            .page(Page::html(format!("<h1>{SECRET}</h1>")));
        let navigate = json!({"action": "navigate", "url": url, "browser": self.id});
        self.victim.post("/interact", &navigate.to_string()).await?;
        let page = self.read(&self.victim, &self.id).await?;
        ensure!(page.contains(SECRET), "the control: {page}");
        Ok(())
    }

    async fn read(&self, client: &Client, browser: &str) -> anyhow::Result<String> {
        let body = json!({"what": "a11y_tree", "browser": browser}).to_string();
        Ok(client.post("/observe", &body).await?.text().to_owned())
    }

    async fn read_as(&self, client: &Client, browser: &str) -> anyhow::Result<String> {
        let body = json!({"what": "a11y_tree", "browser": browser}).to_string();
        refused(&client.post("/observe", &body).await?, NOT_THERE)
    }

    async fn end_as(&self, client: &Client) -> anyhow::Result<String> {
        let path = format!("DELETE /browsers/{}", self.id.replace('/', "%2F"));
        refused(&client.send(&path, "", "").await?, NOT_THERE)
    }
}

/// The state directory of the pool, next to the chain's.
const POOL: &str = "pools";

/// Starts a pool of two, each agent with at most one.
fn start_pool(fleet: &Fleet<'_>) -> anyhow::Result<Process> {
    let folder = fleet.chain.folder.path();
    let mut command = fleet
        .chain
        .command(&["pool", "--size", "2", "--per-agent", "1"]);
    command.args(["--headless", "--port", "0"]);
    command.env("AXLENS_STATE_DIR", folder.join(POOL));
    Process::start(&mut command, &folder.join("pool.log"))
}

async fn paths(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let mut last = String::new();
    for id in [
        "..%2F..",
        "pool%2F..%2F..%2Fstop",
        "pool%2F%2Fetc%2Fpasswd",
        "pool%2F%00",
        "pool%2F*",
    ] {
        let first = format!("DELETE /browsers/{id}");
        let answer = fleet.agent.send(&first, "", "").await?;
        last = refused(&answer, NOT_THERE)?;
    }
    Ok(last)
}

async fn endless(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let mut last = String::new();
    for ttl in ["18446744073709551615", "0", "-1", "1e300", "\"forever\""] {
        let body = format!("{{\"ttl\": {ttl}}}");
        let answer = fleet.agent.post("/browsers?browser=pool", &body).await?;
        last = refused(&answer, &["bad_request"])?;
    }
    Ok(last)
}

/// The attacker gets its share and no more, also with requests at the same time.
async fn flood(fleet: &Fleet<'_>) -> anyhow::Result<String> {
    let attempts = (0..12).map(|_| fleet.agent.post("/browsers?browser=pool", "{}"));
    let answers = futures_util::future::try_join_all(attempts).await?;
    let leases = answers.iter().filter(|answer| answer.statuses() == [200]);
    let count = leases.count();
    ensure!(count <= 1, "{count} leases");
    let mut others = answers.iter().filter(|answer| answer.statuses() != [200]);
    refused(others.next().context("no refusal")?, &["queue_full"])
}
