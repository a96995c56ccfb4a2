//! Connections by the native host, by an entered address, without WebSocket, and of two browsers.

use axlens_harness::build::replace_in;
use axlens_harness::on_runtime;
use axlens_harness::proxy::Proxy;
use axlens_harness::tab::text;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab};
use axlens_protocol::WIRE_VERSION;
use serde_json::json;

#[test]
fn two_browsers_give_equal_uids_after_different_requests() -> anyhow::Result<()> {
    on_runtime(async || {
        let (one, two) = (
            Chain::lease(Kind::Unattended).await?,
            Chain::lease(Kind::Unattended).await?,
        );
        for name in ["dashboard.html", "plain.html", "shadow.html", "states.html"] {
            let (a, b) = (one.open_fixture(name).await?, two.open_fixture(name).await?);
            a.observe(json!({"interactive_only": true, "max_depth": 1}))
                .await?;
            b.observe(json!({"scope": "h1"})).await?;
            b.observe(json!({"format": "lean"})).await?;
            let (a, b) = (
                a.observe(json!({"max_depth": 15})).await?,
                b.observe(json!({"max_depth": 15})).await?,
            );
            assert_eq!(
                (&a["tree"], &a["uidMap"]),
                (&b["tree"], &b["uidMap"]),
                "{name}"
            );
            assert_ne!(a["world"], b["world"]);
        }
        // With two profiles and two state directories on one machine, each agent sees only its
        // browser.
        assert_ne!(one.agent.url(), two.agent.url());
        let is_listed = async |chain: &Chain| -> anyhow::Result<bool> {
            let tabs = chain.agent.tabs().await?;
            Ok(tabs.iter().any(|tab| tab["title"] == "Only here"))
        };
        let _only = one
            .open(Page::html("<!doctype html><title>Only here</title>"))
            .await?;
        until("the tab in its list", || async {
            Ok(is_listed(&one).await?.then_some(()))
        })
        .await?;
        assert!(!is_listed(&two).await?);
        Ok(())
    })
}

#[test]
fn the_native_host_starts_the_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        assert!(tab.tree().await?.contains("Recent Activity"));
        let doctor = chain.run(&["doctor"])?;
        let printed = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(doctor.status.success(), "{printed}");
        Ok(())
    })
}

/// Enters the server's address on the options page and waits for the connection.
async fn connect_manually(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let options = enter_address(chain, url).await?;
    chain.connected().await?;
    Ok(options)
}

/// Enters a URL and the server's key on the options page. Returns the page.
async fn enter_address(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let options = chain.own_page("options").await?;
    let (url, key) = (json!(url), json!(chain.extension_key()?));
    options
        .evaluate(&format!("document.querySelector('[name=by][value=hand]').click(); document.querySelector('#url').value = {url}; document.querySelector('#key').value = {key}; document.querySelector('#connection').requestSubmit()"))
        .await?;
    Ok(options)
}

/// Makes every WebSocket of the worker fail.
const NO_WEBSOCKET: &str = "globalThis.WebSocket = class {
  constructor() { setTimeout(() => this.onclose?.({})); }
  close() {}
};
";

#[test]
fn without_websocket_the_extension_polls() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_without_host_by(|extension| {
            let file = extension.join("worker/background.js");
            let script = std::fs::read_to_string(&file)?;
            Ok(std::fs::write(file, format!("{script}{NO_WEBSOCKET}"))?)
        })
        .await?;
        connect_manually(&chain, &chain.agent.url()).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let first = tab.tree().await?;
        assert!(first.contains("Recent Activity"), "{first}");
        // A long page, which is sent compressed, and then unchanged.
        let long = "<p>word".repeat(20_000);
        tab.goto(&chain.site.page(Page::html(long))).await?;
        for _ in 0..2 {
            let answer = tab.observe(json!({"format": "lean"})).await?;
            assert!(text(&answer).len() > 90_000);
        }
        tab.evaluate("document.querySelectorAll('p')[9999].textContent = 'Edited'; void 0")
            .await?;
        let edited = tab.observe(json!({"format": "lean"})).await?;
        assert!(text(&edited).contains("Edited"));
        Ok(())
    })
}

#[test]
fn an_extension_of_another_version_is_reported_on_both_sides() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_without_host_by(|extension| {
            let (file, own) = ("worker/connection/server-requests.js", WIRE_VERSION);
            let (old, new) = (format!("WIRE = {own};"), "WIRE = 4711;");
            replace_in(extension, file, &old, new)
        })
        .await?;
        let options = enter_address(&chain, &chain.agent.url()).await?;
        let status = until("the version of the rejected extension", || async {
            let status = chain.agent.status().await?;
            Ok((status["extension"]["refusedWire"] == 4711).then_some(status))
        })
        .await?;
        assert_eq!(status["extension"]["connected"], false);
        options
            .wait_for("document.body.innerText.includes('versions do not match')")
            .await?;
        Ok(())
    })
}

#[test]
fn a_relay_receives_no_secret_and_is_reported() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutHost).await?;
        let proxy = Proxy::start(&chain.agent.url()).await?;
        let options = enter_address(&chain, &proxy.url).await?;
        options
            .wait_for("document.body.innerText.includes('is not your server')")
            .await?;
        assert_eq!(chain.agent.status().await?["extension"]["connected"], false);
        let received = proxy.received();
        assert!(received.contains("POST /proof"), "{received}");
        for secret in ["/websocket", "/token", "/hello", &chain.extension_key()?] {
            assert!(!received.contains(secret), "{secret}: {received}");
        }
        Ok(())
    })
}

#[test]
fn an_entered_address_works_without_a_native_host() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutHost).await?;
        let options = connect_manually(&chain, &chain.agent.url()).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        assert!(tab.tree().await?.contains("Recent Activity"));
        options
            .wait_for("document.body.innerText.toLowerCase().includes('connected')")
            .await?;
        Ok(())
    })
}
