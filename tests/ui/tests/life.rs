//! The chain's life: whatever dies, hangs or starts again, every query ends and the chain mends
//! itself. Each test has its own server and its own browser.

use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::process::signal;
use axlens_harness::proxy::Proxy;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab, shared};
use rustix::process::Signal;
use serde_json::{Value, json};

/// Asks until there is an answer; a fault on the way is allowed, an end without an answer is not.
async fn observe_again(chain: &Chain, tab: &Tab) -> anyhow::Result<Value> {
    let answer = until("the chain to work again", || async {
        chain.agent.refresh()?;
        Ok(Some(tab.observe(json!({"max_depth": 15})).await?))
    });
    answer.await.with_context(|| chain.state())
}

/// Random id of the worker that polls.
async fn instance(chain: &Chain) -> anyhow::Result<Value> {
    Ok(chain.agent.status().await?["extension"]["instance"].clone())
}

/// Waits for a worker other than the one that was, and sees that it gives the same tree of the same
/// life of the document.
async fn another_worker_reads_the_same(
    chain: &Chain,
    tab: &Tab,
    worker: &Value,
    before: &Value,
) -> anyhow::Result<()> {
    until("another worker", || async {
        Ok((instance(chain).await? != *worker).then_some(()))
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

/// A page of the browser's own, or of the extension, which no other test looks at.
async fn page_of(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    tab.goto(url).await?;
    Ok(tab)
}

#[test]
fn two_browsers_give_the_same_uids_whatever_is_asked_first() -> anyhow::Result<()> {
    on_runtime(async || {
        let (one, two) = (Chain::start().await?, Chain::start().await?);
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
        // Two profiles and two state folders on one machine: each agent sees its own browser alone.
        assert_ne!(one.agent.url(), two.agent.url());
        let shows = async |chain: &Chain| -> anyhow::Result<bool> {
            let tabs = chain.agent.tabs().await?;
            Ok(tabs.iter().any(|tab| tab["title"] == "Only here"))
        };
        let _only = one
            .open(Page::html("<!doctype html><title>Only here</title>"))
            .await?;
        until("the tab in its list", || async {
            Ok(shows(&one).await?.then_some(()))
        })
        .await?;
        assert!(!shows(&two).await?);
        Ok(())
    })
}

#[test]
fn the_native_host_starts_the_server() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        assert!(tab.tree().await?.contains("Recent Activity"));
        let doctor = chain.command(&["doctor"])?;
        let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(doctor.status.success(), "{said}");
        Ok(())
    })
}

#[test]
fn a_server_that_was_killed_comes_back_and_has_forgotten() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_by_host().await?;
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
        assert_eq!(lost.status, 404, "nothing is guessed: {lost:?}");
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
fn a_worker_that_was_stopped_starts_again_and_uids_stay() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let worker = instance(&chain).await?;
        let internals = page_of(&chain, "chrome://serviceworker-internals/").await?;
        internals
            .wait_for("document.querySelector('[data-command=stop]') !== null")
            .await?;
        internals
            .evaluate("document.querySelectorAll('[data-command=stop]').forEach((button) => button.click())")
            .await?;
        another_worker_reads_the_same(&chain, &tab, &worker, &before).await
    })
}

#[test]
fn an_extension_process_that_was_killed_starts_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let worker = instance(&chain).await?;
        let processes = chain.browser.processes_with("--extension-process");
        assert!(!processes.is_empty(), "no extension process");
        for process in processes {
            signal(process, Signal::KILL)?;
        }
        another_worker_reads_the_same(&chain, &tab, &worker, &before).await
    })
}

#[test]
fn a_native_host_that_was_killed_takes_nothing_with_it() -> anyhow::Result<()> {
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
        // And the server is still watched over: when it dies, it comes back.
        until("another native host", || async {
            Ok((!chain.native_hosts().is_empty()).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        Ok(())
    })
}

#[test]
fn an_extension_that_was_reloaded_reads_again_and_old_uids_are_stale() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let uid = uid_of(&text(&before), "\"Settings\"")?;
        let worker = instance(&chain).await?;
        let extensions = page_of(&chain, "chrome://extensions/").await?;
        extensions
            .wait_for("typeof chrome.developerPrivate?.reload === 'function'")
            .await?;
        let id = json!(shared::extension_id()?);
        extensions.start(&format!(
            "chrome.developerPrivate.reload({id}, {{failQuietly: true}})"
        ))?;
        until("another worker", || async {
            Ok((instance(&chain).await? != worker).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        let stale = until("an answer", || async {
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
fn queries_end_when_their_worker_their_tab_or_their_server_goes() -> anyhow::Result<()> {
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
        // The hung tab is closed while it is asked.
        hung.start("while (true);")?;
        let (reply, closed) = tokio::join!(hung.ask(json!({"timeoutMs": 10_000})), async {
            waiting_queries(&chain, 1).await?;
            hung.close().await
        });
        closed?;
        let reply = reply?;
        assert!(reply.status >= 400 && reply.code().is_ok(), "{reply:?}");
        // The worker goes while it is asked.
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
            waiting_queries(&chain, 1).await?;
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
        // The server goes while it is asked: the agent's connection ends, which is an end too.
        let (reply, killed) = tokio::join!(stuck.ask(json!({"timeoutMs": 10_000})), async {
            waiting_queries(&chain, 1).await?;
            signal(chain.agent.refresh()?, Signal::KILL)
        });
        killed?;
        assert!(reply.is_err() || reply.is_ok_and(|reply| reply.status >= 400));
        Ok(())
    })
}

/// Waits until so many queries have been handed in and not been answered.
async fn waiting_queries(chain: &Chain, count: u64) -> anyhow::Result<()> {
    until("the query to be under way", || async {
        let queue = chain.agent.status().await?["queue"].clone();
        let open = queue["pending"].as_u64().unwrap_or(0) + queue["leased"].as_u64().unwrap_or(0);
        Ok((open >= count).then_some(()))
    })
    .await
}

#[test]
fn pausing_stops_all_reading_until_it_is_resumed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let first = tab.observe(json!({"timings": true})).await?;
        assert!(understood(&first));
        assert!(!understood(&tab.observe(json!({"timings": true})).await?));
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
        // Nor is anything of it served that was read before.
        let next = tab.ask(json!({"cursor": window["cursor"]})).await?;
        assert!(
            next.status >= 400 && next.body["tree"].is_null(),
            "{next:?}"
        );
        assert_eq!(chain.agent.status().await?["cache"]["bytes"], 0);
        press_pause(&options, false).await?;
        until("the resuming", || async {
            Ok((chain.agent.status().await?["extension"]["paused"] == false).then_some(()))
        })
        .await?;
        // Nothing of the page was kept over the pause.
        let resumed = tab.observe(json!({"timings": true})).await?;
        assert!(understood(&resumed));
        assert_eq!(resumed["tree"], first["tree"]);
        Ok(())
    })
}

/// Whether the engine had to understand the page for an answer.
fn understood(answer: &Value) -> bool {
    !answer["timings"]["understand"].is_null()
}

/// Gives the extension the server's address by hand. The options page.
async fn connect_by_hand(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let options = save_by_hand(chain, url).await?;
    chain.connected().await?;
    Ok(options)
}

async fn save_by_hand(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let options = chain.own_page("options").await?;
    let (url, key) = (json!(url), json!(chain.extension_key()?));
    options
        .evaluate(&format!("document.querySelector('[name=by][value=hand]').click(); document.querySelector('#url').value = {url}; document.querySelector('#key').value = {key}; document.querySelector('#connection').requestSubmit()"))
        .await?;
    Ok(options)
}

/// The worker finds that no WebSocket can be opened.
const NO_WEBSOCKET: &str = "globalThis.WebSocket = class {
  constructor() { setTimeout(() => this.onclose?.({})); }
  close() {}
};
";

#[test]
fn where_no_websocket_can_be_had_the_extension_asks_request_by_request() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_without_host_by(|extension| {
            let file = extension.join("worker/background.js");
            let script = std::fs::read_to_string(&file)?;
            Ok(std::fs::write(file, format!("{script}{NO_WEBSOCKET}"))?)
        })
        .await?;
        connect_by_hand(&chain, &chain.agent.url()).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let first = tab.tree().await?;
        assert!(first.contains("Recent Activity"), "{first}");
        // Longer than what is sent as a text, and again as it was.
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
fn a_program_that_passes_everything_on_hears_nothing_and_is_not_believed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_without_host().await?;
        let proxy = Proxy::start(&chain.agent.url()).await?;
        let options = save_by_hand(&chain, &proxy.url).await?;
        options
            .wait_for("document.body.innerText.includes('what answers is not your server')")
            .await?;
        assert_eq!(chain.agent.status().await?["extension"]["connected"], false);
        let heard = proxy.received();
        assert!(heard.contains("POST /proof"), "{heard}");
        for secret in ["/websocket", "/token", "/hello", &chain.extension_key()?] {
            assert!(!heard.contains(secret), "{secret}: {heard}");
        }
        Ok(())
    })
}

#[test]
fn address_and_key_by_hand_do_without_a_native_host() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_without_host().await?;
        let options = connect_by_hand(&chain, &chain.agent.url()).await?;
        let tab = chain.open_fixture("dashboard.html").await?;
        assert!(tab.tree().await?.contains("Recent Activity"));
        options
            .wait_for("document.body.innerText.toLowerCase().includes('connected')")
            .await?;
        Ok(())
    })
}

#[test]
fn without_a_tab_the_one_in_front_is_meant_and_no_other() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
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
        until("the second tab to be in front", || async {
            Ok((title().await? == "Two").then_some(()))
        })
        .await?;
        one.activate().await?;
        until("the first tab to be in front", || async {
            Ok((title().await? == "One").then_some(()))
        })
        .await?;
        // What can't be read is told; nothing else is read in its place.
        let settings = chain.front_tab().await?;
        settings.goto("chrome://version/").await?;
        let reply = until("the browser's own page to be in front", || async {
            let reply = chain.agent.observe(json!({})).await?;
            Ok((reply.status != 200).then_some(reply))
        })
        .await?;
        assert_eq!((reply.status, reply.code()?), (403, "restricted_page"));
        Ok(())
    })
}

/// Sets where the user lets the extension read: `ON_CLICK` or `ON_ALL_SITES`, as
/// chrome://extensions does.
async fn let_read(settings: &Tab, id: &str, sites: &str) -> anyhow::Result<()> {
    let change = format!(
        "chrome.developerPrivate.updateExtensionConfiguration({{extensionId: '{id}', hostAccess: '{sites}'}})"
    );
    settings.evaluate(&change).await?;
    Ok(())
}

#[test]
fn what_the_user_withholds_is_not_read_and_the_chain_holds() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let id = shared::extension_id()?;
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({"max_depth": 15})).await?;
        let window = tab.observe(json!({"max_chars": 300})).await?;
        let settings = page_of(&chain, "chrome://extensions/").await?;
        let_read(&settings, &id, "ON_CLICK").await?;
        until("the page to be withheld", || async {
            let reply = tab.ask(json!({})).await?;
            Ok((reply.status == 403).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        // However often it is asked, whatever was read before.
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
        // A worker that starts now finds the server all the same.
        let worker = instance(&chain).await?;
        for process in chain.browser.processes_with("--extension-process") {
            signal(process, Signal::KILL)?;
        }
        until("another worker", || async {
            Ok((instance(&chain).await? != worker).then_some(()))
        })
        .await
        .with_context(|| chain.state())?;
        assert_eq!(tab.ask(json!({})).await?.code()?, "site_access_withheld");
        let_read(&settings, &id, "ON_ALL_SITES").await?;
        let after = observe_again(&chain, &tab).await?;
        assert_eq!(before["tree"], after["tree"]);
        Ok(())
    })
}

#[test]
fn a_tab_that_chrome_has_unloaded_is_told_and_left_alone() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let url = chain.site.fixture("plain.html")?;
        let tab = chain.open_url(&url).await?;
        tab.observe(json!({})).await?;
        let handle = tab.handle().await?;
        let options = chain.own_page("options").await?;
        let discard = format!(
            "chrome.tabs.query({{}}).then((tabs) => chrome.tabs.discard(tabs.find((tab) => tab.url === '{url}').id)).then((tab) => tab?.discarded === true)"
        );
        assert_eq!(options.evaluate(&discard).await?, json!(true));
        let ask = json!({"what": "a11y_tree", "tab": handle});
        let reply = chain.agent.post("/observe", ask).await?;
        assert_eq!(reply.code()?, "tab_discarded", "{}", reply.body);
        let tabs = chain.agent.tabs().await?;
        let listed = tabs.iter().find(|tab| tab["tab"] == handle);
        let listed = listed.context("it keeps its handle")?;
        assert_eq!(
            (&listed["url"], &listed["discarded"]),
            (&json!(url), &json!(true)),
            "asking does not wake it"
        );
        // It is the same tab when the user comes back to it.
        let wake = format!(
            "chrome.tabs.query({{}}).then((tabs) => chrome.tabs.reload(tabs.find((tab) => tab.url === '{url}').id)).then(() => 0)"
        );
        options.evaluate(&wake).await?;
        let again = until("the tab to be loaded again", || async {
            let ask = json!({"what": "a11y_tree", "tab": handle});
            Ok(Some(chain.agent.post("/observe", ask).await?.ok()?))
        });
        assert_eq!(again.await?["tab"], handle);
        Ok(())
    })
}

/// Worker, toolbar icon, server and commands say it, for as long as the installation does.
#[test]
fn an_unattended_browser_says_so_until_the_next_install() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let profile = chain.folder.path().join("profile");
        let profile = profile.to_str().context("a path of text")?;
        let options = chain.own_page("options").await?;
        for (unattended, badge) in [(true, "!"), (false, ""), (true, "!")] {
            let mut install = vec!["install", "--user-data-dir", profile];
            install.extend(unattended.then_some("--unattended"));
            assert!(chain.command(&install)?.status.success());
            until("the server to be told", || async {
                let status = chain.agent.status().await?;
                Ok((status["browsers"][0]["unattended"] == unattended).then_some(()))
            })
            .await?;
            let shown =
                format!("chrome.action.getBadgeText({{}}).then((text) => text === '{badge}')");
            options.wait_for(&shown).await?;
            for command in ["status", "browsers", "doctor"] {
                let output = chain.command(&[command])?;
                let words = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!(
                    words.contains("UNATTENDED"),
                    unattended,
                    "{command}: {words}"
                );
                assert!(
                    !words.contains('\u{1b}'),
                    "no colour but on a terminal: {words}"
                );
            }
        }
        Ok(())
    })
}
