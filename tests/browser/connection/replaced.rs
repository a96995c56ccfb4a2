//! The programs are replaced while a browser is open and a request waits: by a newer build, and
//! back by the earlier one. Nothing that is stored is lost.

use crate::connection::soak::run::programs::{copy_programs, replace_programs};
use anyhow::Context;
use axlens_harness::build::Attendance;
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime};

const PAGE: &str = "<title>Stored</title><button>Count</button>";
const POLICY: &str = "{default: 'ask', sites: [{pattern: 'https://example.com', level: 'read', \
     confirm: true}]}";

/// Replaces the programs by a copy that was built at this time, runs `axlens install`, and returns
/// what it prints, when another server runs and is connected.
async fn install_build_of(chain: &Chain, built: SystemTime) -> anyhow::Result<String> {
    let before = chain.agent.refresh()?;
    replace_programs(&chain.build.extension(), built)?;
    let profile = chain.folder.path().join("profile");
    let profile = profile.to_str().context("a path of text")?;
    let output = chain.run(&["install", "--unattended", "--user-data-dir", profile])?;
    until("another server", || async {
        Ok((chain.agent.refresh()? != before).then_some(()))
    })
    .await
    .with_context(|| chain.state())?;
    chain.connected().await?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A request that waits until the server is replaced, and ends with an answer or a fault.
async fn while_a_request_waits(
    chain: &Chain,
    tab: &Tab,
    built: SystemTime,
) -> anyhow::Result<(anyhow::Result<Reply>, String)> {
    let body =
        json!({"tab": tab.handle().await?, "for": "text", "value": "never", "timeoutMs": 30_000});
    let waits = async {
        until("the waiting query", || async {
            let queue = chain.agent.status().await?["queue"].clone();
            Ok((queue["leased"].as_u64() > Some(0)).then_some(()))
        })
        .await?;
        install_build_of(chain, built).await
    };
    let (reply, printed) = tokio::join!(chain.agent.post("/wait", body), waits);
    Ok((reply, printed?))
}

/// What the state directory and the extension store.
async fn stored(chain: &Chain, token: &str) -> anyhow::Result<Value> {
    let named = chain.agent.with_token(token);
    let options = chain.own_page("options").await?;
    let policy = options
        .evaluate("chrome.storage.local.get('policy').then(({ policy }) => policy)")
        .await?;
    options.close().await?;
    let tokens = std::fs::read_to_string(chain.state_folder().join("tokens.json"))?;
    Ok(
        json!({"policy": policy, "tokens": tokens, "key": chain.extension_key()?,
        "url": chain.agent.url(), "admitted": named.get("/tabs").await?.status}),
    )
}

#[test]
fn an_upgrade_and_a_downgrade_end_requests_with_an_answer_and_keep_what_is_stored()
-> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host_by(copy_programs).await?;
        let token = chain.add_token(&["assistant"])?;
        let options = chain.own_page("options").await?;
        let set = format!("chrome.storage.local.set({{ policy: {POLICY} }})");
        options.evaluate(&set).await?;
        options.close().await?;
        let mut tab = chain.open(Page::html(PAGE)).await?;
        tab.tree().await?;
        let (before, mut entries) = (stored(&chain, &token).await?, chain.log()?.len());
        assert_eq!(before["admitted"], 200, "{before}");
        assert!(entries > 0);
        let now = SystemTime::now();
        let hour = Duration::from_secs(3600);
        for (name, built) in [("upgrade", now + hour), ("downgrade", now - hour)] {
            let (reply, printed) = while_a_request_waits(&chain, &tab, built).await?;
            let reply = reply.context(name)?;
            assert!(reply.status == 200 || reply.code().is_ok(), "{reply:?}");
            assert!(printed.contains("stopped the server"), "{name}: {printed}");
            assert_eq!(stored(&chain, &token).await?, before, "{name}");
            let log = chain.log()?.len();
            assert!(log >= entries, "{name}: {log} of {entries} entries");
            entries = log;
            // Tabs have other numbers in another server.
            tab = chain.open(Page::html(PAGE)).await?;
            assert!(tab.tree().await?.contains("Count"), "{name}");
        }
        Ok(())
    })
}

/// A second `axlens install` of the same programs interrupts nothing.
#[test]
fn the_same_programs_are_installed_again_without_another_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host().await?;
        let before = chain.agent.refresh()?;
        let (build, folder) = (&chain.build, &chain.folder);
        build.register_host(folder, "profile", Attendance::Unattended)?;
        assert_eq!(chain.agent.refresh()?, before);
        chain.agent.tabs().await?;
        Ok(())
    })
}
