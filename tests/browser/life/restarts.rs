//! A killed or restarted server, worker, extension process or native host.

use crate::life::{observe_again, open_page, worker_instance};
use anyhow::Context;
use axlens_harness::build::replace_in;
use axlens_harness::on_runtime;
use axlens_harness::process::signal;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab, shared};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::path::Path;

/// Waits for another worker, and asserts that it returns an equal tree of the same document.
async fn assert_another_worker_reads_the_same(
    chain: &Chain,
    tab: &Tab,
    worker: &Value,
    before: &Value,
) -> anyhow::Result<()> {
    until("another worker", || async {
        Ok((worker_instance(chain).await? != *worker).then_some(()))
    })
    .await
    .with_context(|| chain.state())?;
    let after = observe_again(chain, tab).await?;
    assert_eq!(
        (&before["tree"], &before["world"]),
        (&after["tree"], &after["world"])
    );
    Ok(())
}

/// Chrome can't open the storage while an earlier process of the browser still has it open: the
/// first reads of each worker fail.
fn delay_storage(extension: &Path) -> anyhow::Result<()> {
    let (file, get) = (
        "shared/browser-api/storage.js",
        "chrome.storage.local.get(key)",
    );
    let locked = "Promise.reject(new Error('LOCK: temporarily unavailable'))";
    let late = format!("(performance.now() < 1000 ? {locked} : {get})");
    replace_in(extension, file, get, &late)
}

/// Also if the storage can't be read at first.
#[test]
fn a_killed_server_restarts_with_empty_sessions() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host_by(delay_storage).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let uid = uid_of(&text(&before), "\"Settings\"")?;
        let old = chain.agent.refresh()?;
        signal(old, Signal::KILL)?;
        until("another server", || async {
            Ok((chain.agent.refresh()? != old).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        chain.connected().await?;
        let lost = tab.locate(&uid).await?;
        assert_eq!(lost.status, 404, "{lost:?}");
        let handle = until("the tab", || async {
            let tabs = chain.agent.tabs().await?;
            Ok(tabs
                .iter()
                .find(|tab| tab["title"] == "Dashboard - MyApp")
                .and_then(|tab| tab["tab"].as_u64()))
        })
        .await?;
        let after = tab.observe(json!({"max_depth": 15, "tab": handle})).await?;
        assert_eq!(
            (&before["tree"], &before["world"]),
            (&after["tree"], &after["world"])
        );
        assert_eq!(tab.locate(&uid).await?.status, 200);
        Ok(())
    })
}

#[test]
fn a_stopped_worker_restarts_and_uids_stay_valid() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let worker = worker_instance(&chain).await?;
        let internals = open_page(&chain, "chrome://serviceworker-internals/").await?;
        internals
            .wait_for("document.querySelector('[data-command=stop]') !== null")
            .await?;
        internals
            .evaluate("document.querySelectorAll('[data-command=stop]').forEach((button) => button.click())")
            .await?;
        assert_another_worker_reads_the_same(&chain, &tab, &worker, &before).await
    })
}

#[test]
fn a_killed_extension_process_restarts() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let worker = worker_instance(&chain).await?;
        let processes = chain.browser.processes_with("--extension-process");
        assert!(!processes.is_empty(), "no extension process");
        for process in processes {
            signal(process, Signal::KILL)?;
        }
        assert_another_worker_reads_the_same(&chain, &tab, &worker, &before).await
    })
}

#[test]
fn a_killed_native_host_interrupts_nothing_and_restarts() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.tree().await?;
        let hosts = chain.native_hosts();
        assert!(!hosts.is_empty(), "no native host runs");
        for host in hosts {
            signal(host, Signal::KILL)?;
        }
        assert_eq!(text(&observe_again(&chain, &tab).await?), before);
        // The server needs a native host, which restarts it.
        until("another native host", || async {
            Ok((!chain.native_hosts().is_empty()).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        Ok(())
    })
}

#[test]
fn after_a_reload_of_the_extension_old_uids_are_stale() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let uid = uid_of(&text(&before), "\"Settings\"")?;
        let worker = worker_instance(&chain).await?;
        let extensions = open_page(&chain, "chrome://extensions/").await?;
        extensions
            .wait_for("typeof chrome.developerPrivate?.reload === 'function'")
            .await?;
        let id = json!(shared::extension_id()?);
        extensions.start(&format!(
            "chrome.developerPrivate.reload({id}, {{failQuietly: true}})"
        ))?;
        until("another worker", || async {
            Ok((worker_instance(&chain).await? != worker).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        let stale = until("a response", || async {
            let reply = tab.locate(&uid).await?;
            Ok((reply.status != 503).then_some(reply))
        })
        .await?;
        assert_eq!((stale.status, stale.code()?), (404, "stale_uid"));
        let after = observe_again(&chain, &tab).await?;
        assert_eq!(before["tree"], after["tree"]);
        assert_ne!(before["world"], after["world"]);
        assert_eq!(tab.locate(&uid).await?.status, 200);
        Ok(())
    })
}

#[test]
fn queries_end_with_their_tab_worker_or_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host().await?;
        let hung = chain
            .open_url(
                &chain
                    .site
                    .alone("hung", Page::html("<!doctype html><title>Hung</title>")),
            )
            .await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        hung.handle().await?;
        tab.observe(json!({})).await?;
        // The tab is closed during the request.
        hung.start("while (true);")?;
        let (reply, closed) = tokio::join!(hung.ask(json!({"timeoutMs": 10_000})), async {
            wait_for_queries(&chain, 1).await?;
            hung.close().await
        });
        closed?;
        let reply = reply?;
        assert!(reply.status >= 400 && reply.code().is_ok(), "{reply:?}");
        // The worker is killed during the request.
        let stuck = chain
            .open_url(
                &chain
                    .site
                    .alone("stuck", Page::html("<!doctype html><title>Stuck</title>")),
            )
            .await?;
        stuck.handle().await?;
        stuck.start("while (true);")?;
        let (reply, killed) = tokio::join!(stuck.ask(json!({"timeoutMs": 10_000})), async {
            wait_for_queries(&chain, 1).await?;
            chain
                .browser
                .processes_with("--extension-process")
                .into_iter()
                .try_for_each(|id| signal(id, Signal::KILL))
        });
        killed?;
        let reply = reply?;
        assert!(reply.status >= 400 && reply.code().is_ok(), "{reply:?}");
        observe_again(&chain, &tab).await?;
        // The server is killed during the request. This closes the agent's connection.
        let (reply, killed) = tokio::join!(stuck.ask(json!({"timeoutMs": 10_000})), async {
            wait_for_queries(&chain, 1).await?;
            signal(chain.agent.refresh()?, Signal::KILL)
        });
        killed?;
        assert!(reply.is_err() || reply.is_ok_and(|reply| reply.status >= 400));
        Ok(())
    })
}

/// Waits until the server has this number of unfinished queries.
async fn wait_for_queries(chain: &Chain, count: u64) -> anyhow::Result<()> {
    until("the query to start", || async {
        let queue = chain.agent.status().await?["queue"].clone();
        let open = queue["pending"].as_u64().unwrap_or(0) + queue["leased"].as_u64().unwrap_or(0);
        Ok((open >= count).then_some(()))
    })
    .await
}
