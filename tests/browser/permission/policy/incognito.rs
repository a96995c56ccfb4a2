//! Incognito windows.

use crate::permission::policy::{listed_tab, observe, open_options};
use axlens_harness::on_runtime;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Page, Tab};
use serde_json::json;

/// Sets Chrome's switch "Allow in Incognito", which restarts the extension.
async fn allow_incognito(chain: &Chain) -> anyhow::Result<()> {
    let extensions = chain.open_url("chrome://extensions").await?;
    let id = axlens_harness::shared::extension_id()?;
    let change = json!({"extensionId": id, "incognitoAccess": true});
    let allow =
        format!("chrome.developerPrivate.updateExtensionConfiguration({change}).then(() => 0)");
    extensions.evaluate(&allow).await?;
    until("the extension to restart", || async {
        let options = open_options(chain).await?;
        let allowed = "chrome.extension.isAllowedIncognitoAccess()";
        Ok((options.evaluate(allowed).await? == true).then_some(()))
    })
    .await?;
    chain.connected().await
}

/// Opens this page in an incognito window. Returns the handle of its tab.
async fn open_incognito(
    chain: &Chain,
    options: &Tab,
    url: &str,
    title: &str,
) -> anyhow::Result<u64> {
    let open = json!({"incognito": true, "url": url});
    options
        .evaluate(&format!("chrome.windows.create({open}).then(() => 0)"))
        .await?;
    until("the incognito tab", || async {
        listed_tab(chain, title).await
    })
    .await
}

#[test]
fn a_site_in_an_incognito_window_can_not_be_allowed_permanently() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        allow_incognito(&chain).await?;
        let page = Page::html("<!doctype html><title>Secretive</title><button>Press me</button>");
        let url = chain.site.alone("secretive", page);
        let options = open_options(&chain).await?;
        let tab = open_incognito(&chain, &options, &url, "Secretive").await?;
        let answer = observe(&chain, json!({"tab": tab, "session": "hidden"}))
            .await?
            .ok()?;
        let uid = uid_of(answer["tree"].as_str().unwrap_or_default(), "Press me")?;
        let act = json!({"action": "highlight", "uid": uid, "session": "hidden"});
        let agent = chain.agent.clone();
        let request = tokio::spawn(async move { agent.post("/interact", act).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        let offered = "[...document.querySelectorAll('#answers button:not([hidden])')]
            .map(({ value }) => value).join()";
        assert_eq!(window.evaluate(offered).await?, "deny,once,wider,agent");
        // The worker does not store it, even if the window offers it.
        window
            .evaluate("document.querySelector('[value=site]').hidden = false; 0")
            .await?;
        window.answer(&chain.browser, "site").await?;
        let answer = request.await??.ok()?;
        assert_eq!(answer["results"][0]["outcome"], "shown");
        let stored = "chrome.storage.local.get().then((stored) => JSON.stringify(stored))";
        let stored = options.evaluate(stored).await?.to_string();
        assert!(!stored.contains("secretive"), "{stored}");
        Ok(())
    })
}

/// An agent can read and act in the window, but its site is neither stored nor logged.
#[test]
fn no_site_of_an_incognito_window_is_stored() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        allow_incognito(&chain).await?;
        let page = Page::html("<!doctype html><title>Secretive</title><button>Press me</button>");
        let url = chain.site.alone("secretive", page);
        let options = open_options(&chain).await?;
        let tab = open_incognito(&chain, &options, &url, "Secretive").await?;
        let answer = observe(&chain, json!({"tab": tab, "session": "hidden"}))
            .await?
            .ok()?;
        let uid = uid_of(answer["tree"].as_str().unwrap_or_default(), "Press me")?;
        let act = json!({"action": "highlight", "uid": uid, "session": "hidden"});
        let answer = chain.agent.post("/interact", act).await?.ok()?;
        assert_eq!(answer["results"][0]["outcome"], "shown");
        // The site of another window is stored. It is written after everything above.
        let open = chain.open(Page::html("<title>Other</title>")).await?;
        open.observe(json!({})).await?;
        let stored = "Promise.all([chrome.storage.session.get(), chrome.storage.local.get()])\
            .then((stored) => JSON.stringify(stored))";
        let stored = until("the other window's site to be stored", || async {
            let stored = options.evaluate(stored).await?.to_string();
            Ok(stored.contains("http://127.0.0.1").then_some(stored))
        })
        .await?;
        assert!(!stored.contains("secretive"), "{stored}");
        let log = until("the audit log", || async {
            let log = chain.log()?;
            let has = |kind: &str| log.iter().any(|entry| entry["kind"] == kind);
            Ok((has("observe") && has("interact:highlight")).then_some(log))
        })
        .await?;
        assert!(!json!(log).to_string().contains("secretive"), "{log:?}");
        Ok(())
    })
}
