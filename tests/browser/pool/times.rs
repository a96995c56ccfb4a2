//! How long a lease takes. The test prints the figures of docs/fleet.md:
//! `cargo test -p axlens-tests-browser pool::times -- --ignored --nocapture`.

use super::rig::PoolFolder;
use anyhow::ensure;
use axlens_harness::on_runtime;
use serde_json::json;
use std::time::{Duration, Instant};

/// Rounds that are measured if `AXLENS_POOL_ROUNDS` does not say otherwise.
const ROUNDS: usize = 2;

#[test]
#[ignore = "full: measurements"]
fn the_times_of_leases() -> anyhow::Result<()> {
    on_runtime(async || {
        let rounds = std::env::var("AXLENS_POOL_ROUNDS").ok();
        let rounds = rounds.and_then(|text| text.parse().ok()).unwrap_or(ROUNDS);
        let folder = PoolFolder::new()?;
        let pool = folder.start(2).await?;
        let (mut leases, mut cycles) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            // A round measures a browser that is ready, not the start of the next one.
            let ready = pool.ready(2).await?;
            let start = Instant::now();
            let lease = pool.agent.post("/browsers", json!({"ttl": 60})).await?;
            let lease = lease.ok()?;
            leases.push(start.elapsed());
            let id = lease["id"].as_str().unwrap_or_default();
            ensure!(ready.contains(&lease["id"]), "{lease}: {ready:?}");
            pool.visit(id).await?;
            pool.end(id).await?;
            cycles.push(start.elapsed());
        }
        eprintln!("{rounds} rounds");
        print_times("POST /browsers", leases);
        print_times("lease, navigate, snapshot, DELETE", cycles);
        Ok(())
    })
}

fn print_times(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let (median, last) = (times[times.len() / 2], times[times.len() - 1]);
    eprintln!(
        "{name}: median {:.1} ms, longest {:.1} ms",
        milliseconds(median),
        milliseconds(last)
    );
}
