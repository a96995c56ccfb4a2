//! The life of a pool's browsers.

use super::rig::PoolFolder;
use anyhow::{Context, ensure};
use axlens_harness::on_runtime;
use axlens_harness::process::signal;
use axlens_harness::wait::until;
use rustix::process::Signal;
use std::collections::BTreeSet;

#[test]
fn a_lease_has_a_fresh_profile_that_ends_with_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = PoolFolder::new()?;
        let mut pool = folder.start(1).await?;
        let profiles = folder.profiles();
        ensure!(profiles.len() == 1, "{profiles:?}");
        let first = pool.lease().await?;
        ensure!(pool.visit(&first).await?.contains("before: none"));
        let again = pool.visit(&first).await?;
        ensure!(again.contains("before: lease=secret-of-a-lease"), "{again}");
        pool.end(&first).await?;
        let refused = pool.read(&first).await?;
        ensure!(refused.code()? == "browser_not_found", "{refused:?}");
        until("the end of the profile", || async {
            Ok((!profiles[0].exists()).then_some(()))
        })
        .await?;
        let second = pool.lease().await?;
        ensure!(second != first);
        let page = pool.visit(&second).await?;
        ensure!(page.contains("before: none"), "{page}");
        pool.server.terminate()?;
        folder.is_clean().await?;
        ensure!(folder.registrations() == 0);
        Ok(())
    })
}

#[test]
#[ignore = "full: pools and profiles"]
fn nothing_is_left_of_a_pool_that_is_killed() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = PoolFolder::new()?;
        let mut pool = folder.start(2).await?;
        let lease = pool.lease().await?;
        pool.visit(&lease).await?;
        pool.server.kill()?;
        folder.is_clean().await?;
        // The next pool removes the registrations.
        let mut pool = folder.start(1).await?;
        ensure!(folder.profiles().len() == 1 && folder.registrations() == 2);
        pool.server.terminate()?;
        Ok(())
    })
}

#[test]
#[ignore = "full: pools and profiles"]
fn a_pool_removes_what_is_left_if_its_guards_were_killed_too() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = PoolFolder::new()?;
        let mut pool = folder.start(1).await?;
        let left: BTreeSet<_> = folder.profiles().into_iter().collect();
        let browser = folder.browser_process(left.first().context("a profile")?)?;
        let guards = folder.processes().into_iter();
        for guard in guards.filter(|id| is_shell(*id)) {
            signal(guard, Signal::KILL)?;
        }
        pool.server.kill()?;
        ensure!(folder.processes().contains(&browser), "it has no guard");
        let mut pool = folder.start(1).await?;
        ensure!(!folder.processes().contains(&browser));
        let now: BTreeSet<_> = folder.profiles().into_iter().collect();
        ensure!(now.is_disjoint(&left), "{now:?}");
        pool.server.terminate()?;
        folder.is_clean().await
    })
}

fn is_shell(process: u32) -> bool {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm"));
    name.is_ok_and(|name| name.trim() == "sh" || name.trim() == "dash")
}

#[test]
fn a_leased_browser_that_is_killed_is_replaced_and_its_agent_learns_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = PoolFolder::new()?;
        let pool = folder.start(1).await?;
        let lease = pool.lease().await?;
        let profiles = folder.profiles();
        let profile = profiles.first().context("a profile")?;
        signal(folder.browser_process(profile)?, Signal::KILL)?;
        let refused = until("the end of the lease", || async {
            let reply = pool.read(&lease).await?;
            Ok((reply.code()? == "browser_not_found").then_some(reply))
        })
        .await?;
        let message = refused.body["message"].as_str().unwrap_or_default();
        ensure!(message.contains("ended unexpectedly"), "{message}");
        let next = pool.lease().await?;
        ensure!(next != lease && !profile.exists());
        pool.visit(&next).await?;
        Ok(())
    })
}
