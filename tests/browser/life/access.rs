//! Which tabs can be read: pause, the active tab, withheld sites, discarded tabs, and the display
//! of an unattended installation.

use crate::life::{observe_again, open_page, worker_instance};
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::own_page::{go_to_own_page, press_pause};
use axlens_harness::process::signal;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab, shared};
use rustix::process::Signal;
use serde_json::{Value, json};

#[test]
fn a_pause_stops_all_reading_until_it_ends() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let first = tab.observe(json!({"timings": true})).await?;
        assert!(used_engine(&first));
        assert!(!used_engine(&tab.observe(json!({"timings": true})).await?));
        let window = tab.observe(json!({"max_chars": 300})).await?;
        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        until("the pause", || async {
            Ok((chain.agent.status().await?["extension"]["paused"] == true).then_some(()))
        })
        .await?;
        let paused = tab.ask(json!({})).await?;
        assert_eq!((paused.status, paused.code()?), (503, "reading_paused"));
        assert_eq!(chain.agent.get("/tabs").await?.code()?, "reading_paused");
        // Data that was read before the pause is not served.
        let next = tab.ask(json!({"cursor": window["cursor"]})).await?;
        assert!(
            next.status >= 400 && next.body["tree"].is_null(),
            "{next:?}"
        );
        assert_eq!(chain.agent.status().await?["cache"]["bytes"], 0);
        press_pause(&options, false).await?;
        until("the end of the pause", || async {
            Ok((chain.agent.status().await?["extension"]["paused"] == false).then_some(()))
        })
        .await?;
        // The page is read again, because the pause cleared the caches.
        let resumed = tab.observe(json!({"timings": true})).await?;
        assert!(used_engine(&resumed));
        assert_eq!(resumed["tree"], first["tree"]);
        Ok(())
    })
}

/// Whether the response was made with the engine instead of a cache.
fn used_engine(answer: &Value) -> bool {
    !answer["timings"]["understand"].is_null()
}

/// Each other read without a tab is of this one.
async fn each_read_is_of(chain: &Chain, tab: &Value) -> anyhow::Result<()> {
    for (path, body) in [
        ("/find", json!({"selector": "body"})),
        ("/get", json!({"what": "text"})),
        ("/explain", json!({"selector": "body"})),
        ("/network", json!({})),
        ("/errors", json!({})),
    ] {
        let reply = chain.agent.post(path, body).await?;
        let answer = reply.ok().with_context(|| path.to_owned())?;
        assert_eq!(answer["tab"], *tab, "{path}: {answer:#}");
    }
    Ok(())
}

#[test]
fn a_request_without_a_tab_reads_the_active_tab() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let title = async || -> anyhow::Result<Value> {
            Ok(chain.agent.observe(json!({})).await?.ok()?["pageTitle"].clone())
        };
        let open = async |name: &str| -> anyhow::Result<Tab> {
            let tab = chain.front_tab().await?;
            let page = Page::html(format!(
                "<!doctype html><title>{name}</title><button>{name}</button>"
            ));
            tab.goto(&chain.site.page(page)).await?;
            Ok(tab)
        };
        let one = open("One").await?;
        assert_eq!(title().await?, "One");
        let _two = open("Two").await?;
        until("the second tab to be active", || async {
            Ok((title().await? == "Two").then_some(()))
        })
        .await?;
        one.activate().await?;
        until("the first tab to be active", || async {
            Ok((title().await? == "One").then_some(()))
        })
        .await?;
        // If the active tab can't be read, the response is a fault instead of another tab.
        let settings = chain.front_tab().await?;
        settings.goto("chrome://version/").await?;
        let reply = until("the browser's own page to be active", || async {
            let reply = chain.agent.observe(json!({})).await?;
            Ok((reply.status != 200).then_some(reply))
        })
        .await?;
        assert_eq!((reply.status, reply.code()?), (403, "restricted_page"));
        let message = reply.body["message"].as_str().unwrap_or_default();
        assert!(message.contains("chrome://version"), "{}", reply.body);
        // A page of the extension itself in front, as after the installation: the tab used last is
        // read, and no action is executed in it.
        let own = chain.front_tab().await?;
        go_to_own_page(&own, "onboarding").await?;
        let behind = until("the extension's page to be active", || async {
            let reply = chain.agent.observe(json!({})).await?;
            Ok((reply.status == 200).then_some(reply))
        });
        let behind = behind.await?.ok()?;
        assert_eq!(behind["pageTitle"], "One", "{behind:#}");
        let hint = behind["hint"].as_str().unwrap_or_default();
        assert!(hint.contains("agents can't read"), "{behind:#}");
        each_read_is_of(&chain, &behind["tab"]).await?;
        let press = json!({"action": "press", "keys": "Enter"});
        let refused = chain.agent.post("/interact", press).await?;
        assert_eq!(refused.code()?, "tab_not_found", "{}", refused.body);
        Ok(())
    })
}

/// Sets the site access of the extension (`ON_CLICK` or `ON_ALL_SITES`), as chrome://extensions
/// does.
async fn set_site_access(settings: &Tab, id: &str, sites: &str) -> anyhow::Result<()> {
    let change = format!(
        "chrome.developerPrivate.updateExtensionConfiguration({{extensionId: '{id}', hostAccess: '{sites}'}})"
    );
    settings.evaluate(&change).await?;
    Ok(())
}

#[test]
fn a_site_without_access_is_not_read_until_access_is_granted() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let id = shared::extension_id()?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let window = tab.observe(json!({"max_chars": 300})).await?;
        let settings = open_page(&chain, "chrome://extensions/").await?;
        set_site_access(&settings, &id, "ON_CLICK").await?;
        until("the page to be withheld", || async {
            let reply = tab.ask(json!({})).await?;
            Ok((reply.status == 403).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        // Repeated requests get no cached data.
        for format in ["lean", "outline", "lean"] {
            let reply = tab.ask(json!({"format": format})).await?;
            assert_eq!(reply.code()?, "site_access_withheld", "{reply:?}");
            assert!(reply.body["tree"].is_null());
        }
        let next = tab.ask(json!({"cursor": window["cursor"]})).await?;
        assert!(
            next.status >= 400 && next.body["tree"].is_null(),
            "{next:?}"
        );
        let handle = tab.handle().await?;
        let listed = chain.agent.tabs().await?;
        let listed = listed.iter().find(|each| each["tab"] == handle);
        let listed = listed.context("the tab is listed")?;
        assert_eq!((&listed["url"], &listed["title"]), (&json!(""), &json!("")));
        assert_eq!(listed["readable"], false);
        // A worker that starts now still connects to the server.
        let worker = worker_instance(&chain).await?;
        for process in chain.browser.processes_with("--extension-process") {
            signal(process, Signal::KILL)?;
        }
        until("another worker", || async {
            Ok((worker_instance(&chain).await? != worker).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        assert_eq!(tab.ask(json!({})).await?.code()?, "site_access_withheld");
        set_site_access(&settings, &id, "ON_ALL_SITES").await?;
        let after = observe_again(&chain, &tab).await?;
        assert_eq!(before["tree"], after["tree"]);
        Ok(())
    })
}

#[test]
fn a_discarded_tab_gives_a_fault_and_is_not_reloaded() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let url = chain.site.fixture("plain.html")?;
        let tab = chain.open_url(&url).await?;
        tab.observe(json!({})).await?;
        let handle = tab.handle().await?;
        let options = chain.own_page("options").await?;
        let discard = format!(
            "chrome.tabs.query({{}}).then((tabs) => chrome.tabs.discard(tabs.find((tab) => tab.url === '{url}').id)).then((tab) => tab?.discarded === true)"
        );
        assert_eq!(options.evaluate(&discard).await?, json!(true));
        let request = json!({"what": "a11y_tree", "tab": handle});
        let reply = chain.agent.post("/observe", request.clone()).await?;
        assert_eq!(reply.code()?, "tab_discarded", "{}", reply.body);
        let tabs = chain.agent.tabs().await?;
        let listed = tabs.iter().find(|tab| tab["tab"] == handle);
        let listed = listed.context("the tab keeps its handle")?;
        assert_eq!(
            (&listed["url"], &listed["discarded"]),
            (&json!(url), &json!(true)),
            "the request does not reload it"
        );
        // The tab keeps its handle when it is loaded again.
        let reload = format!(
            "chrome.tabs.query({{}}).then((tabs) => chrome.tabs.reload(tabs.find((tab) => tab.url === '{url}').id)).then(() => 0)"
        );
        options.evaluate(&reload).await?;
        let again = until("the tab to be loaded again", || async {
            let reply = chain.agent.post("/observe", request.clone()).await?;
            Ok(Some(reply.ok()?))
        });
        assert_eq!(again.await?["tab"], handle);
        Ok(())
    })
}

/// Toolbar icon, server and commands show it until the next installation changes it.
#[test]
fn an_unattended_browser_is_marked_until_the_next_install() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let profile = chain.folder.path().join("profile");
        let profile = profile.to_str().context("a path of text")?;
        let options = chain.own_page("options").await?;
        for (unattended, badge) in [(true, "!"), (false, ""), (true, "!")] {
            let mut install = vec!["install", "--user-data-dir", profile];
            install.extend(unattended.then_some("--unattended"));
            assert!(chain.run(&install)?.status.success());
            until("the server's status", || async {
                let status = chain.agent.status().await?;
                Ok((status["browsers"][0]["unattended"] == unattended).then_some(()))
            })
            .await?;
            let has_badge =
                format!("chrome.action.getBadgeText({{}}).then((text) => text === '{badge}')");
            options.wait_for(&has_badge).await?;
            for command in ["status", "browsers", "doctor"] {
                let output = chain.run(&[command])?;
                let printed = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!(
                    printed.contains("UNATTENDED"),
                    unattended,
                    "{command}: {printed}"
                );
                assert!(
                    !printed.contains('\u{1b}'),
                    "colour without a terminal: {printed}"
                );
            }
        }
        Ok(())
    })
}
