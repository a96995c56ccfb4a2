//! Several Chromiums on one server: every response is the requested browser's.

use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Agent, Browser, Chain, Kind, Page, Reply, Tab};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tokio::task::JoinSet;

/// The number of tabs in each browser.
const TABS: usize = 3;

/// How often each request is sent for each tab.
const ROUNDS: usize = 12;

/// A tab with a text that only its page has.
struct Marked {
    handle: u64,
    mark: String,
    /// The browser's name.
    browser: String,
    /// Kept open.
    _tab: Tab,
}

fn page(mark: &str) -> Page {
    let html = format!(
        "<!doctype html><title>{mark}</title><h1>{mark}</h1><button id=b>Press {mark}</button><a href=/{mark}>Next</a>"
    );
    Page::html(html)
}

/// Opens the tabs of a browser, and finds them in the server's list.
async fn open_tabs(chain: &Chain, browser: &Browser, letter: char) -> anyhow::Result<Vec<Marked>> {
    let mut opened = Vec::new();
    for number in 1..=TABS {
        let mark = format!("mark-{letter}{number}");
        let tab = chain.open_in(browser, page(&mark)).await?;
        let handle = tab.handle().await?;
        let listed = chain.agent.tabs().await?.into_iter();
        let mut same = listed.filter(|listed| listed["tab"] == handle);
        let listed = same.next().context("the tab is listed")?;
        assert_eq!(listed["title"], mark.as_str());
        opened.push(Marked {
            handle,
            mark,
            browser: listed["browser"]
                .as_str()
                .context("its browser")?
                .to_owned(),
            _tab: tab,
        });
    }
    Ok(opened)
}

/// All kinds of requests about a tab, with its handle or its browser or both.
fn requests(tab: &Marked, round: usize) -> Vec<(&'static str, Value)> {
    let session = format!("agent {}", round % 5);
    let (handle, browser) = (tab.handle, &tab.browser);
    let observe = |format: &str, fields: Value| {
        let mut request =
            json!({"what": "a11y_tree", "session": session, "format": format, "timeoutMs": 60_000});
        for (name, value) in fields.as_object().into_iter().flatten() {
            request[name] = value.clone();
        }
        ("/observe", request)
    };
    vec![
        observe("outline", json!({"tab": handle})),
        observe(
            "lean",
            json!({"tab": handle, "browser": browser, "compression": "delta"}),
        ),
        observe("refs", json!({"tab": handle, "interactive_only": true})),
        (
            "/explain",
            json!({"selector": "h1", "tab": handle, "session": session, "timeoutMs": 60_000}),
        ),
        (
            "/ping",
            json!({"tab": handle, "browser": browser, "timeoutMs": 60_000}),
        ),
    ]
}

/// Sends a request. Returns it with its response.
async fn send(agent: Agent, path: &'static str, body: Value) -> anyhow::Result<(Value, Reply)> {
    let reply = agent.post(path, body.clone()).await?;
    Ok((body, reply))
}

/// Asserts that the response is about the requested tab and no other.
fn check(request: &Value, reply: &Reply, all: &[Marked]) -> anyhow::Result<()> {
    let requested = all.iter().find(|tab| request["tab"] == tab.handle);
    let requested = requested.context("a request with a tab")?;
    let body = reply.body.to_string();
    for other in all.iter().filter(|tab| tab.mark != requested.mark) {
        assert!(!body.contains(&other.mark), "{request}: {body}");
    }
    assert_eq!(reply.body["tab"], requested.handle, "{request}: {body}");
    let unchanged = reply.body["delta"] == "unchanged" || reply.body.get("extensionMs").is_some();
    assert!(
        unchanged || body.contains(&requested.mark),
        "{request}: {body}"
    );
    Ok(())
}

#[test]
fn every_response_is_the_requested_browsers() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let (two, mut three) = (
            chain.another_browser("profile-two").await?,
            chain.another_browser("profile-three").await?,
        );
        let connected = chain.browsers(3).await?;
        let named = connected.iter().map(|browser| browser["name"].to_string());
        assert_eq!(named.collect::<BTreeSet<String>>().len(), 3);
        assert_eq!(ids(&connected).len(), 3);

        let mut all = open_tabs(&chain, &chain.browser, 'a').await?;
        all.extend(open_tabs(&chain, &two, 'b').await?);
        all.extend(open_tabs(&chain, &three, 'c').await?);
        let handles: BTreeSet<u64> = all.iter().map(|tab| tab.handle).collect();
        assert_eq!(handles.len(), 3 * TABS);
        for own_tabs in all.chunks(TABS) {
            assert!(
                own_tabs
                    .iter()
                    .all(|tab| tab.browser == own_tabs[0].browser)
            );
        }
        check_ambiguous_request(&chain, &all).await?;
        check_active_tabs(&chain, &all).await?;
        check_all_requests(&chain, &all).await?;
        check_killed_browser(&chain, &mut three, &all).await
    })
}

/// A request without a browser is a fault that lists the browsers.
async fn check_ambiguous_request(chain: &Chain, all: &[Marked]) -> anyhow::Result<()> {
    let reply = chain.agent.observe(json!({})).await?;
    assert_eq!((reply.status, reply.code()?), (409, "ambiguous_browser"));
    for tab in all {
        let message = reply.body["message"].as_str().unwrap_or_default();
        assert!(message.contains(&format!("{:?}", tab.browser)), "{message}");
    }
    let other = json!({"tab": all[0].handle, "browser": all[TABS].browser});
    let reply = chain.agent.observe(other).await?;
    assert_eq!((reply.status, reply.code()?), (404, "tab_not_found"));
    Ok(())
}

/// A request with a browser and without a tab reads that browser's active tab.
async fn check_active_tabs(chain: &Chain, all: &[Marked]) -> anyhow::Result<()> {
    for own_tabs in all.chunks(TABS) {
        let request = json!({"browser": own_tabs[0].browser});
        let answer = chain.agent.observe(request).await?.ok()?;
        let title = answer["pageTitle"].as_str().unwrap_or_default();
        let is_own = own_tabs.iter().any(|tab| tab.mark == title);
        assert!(is_own || title.is_empty(), "{answer}");
    }
    let doctor = chain.run(&["doctor"])?;
    let printed = String::from_utf8_lossy(&doctor.stdout).into_owned();
    for own_tabs in all.chunks(TABS) {
        let line = format!("{:?}: version", own_tabs[0].browser);
        assert!(printed.contains(&line), "{printed}");
    }
    Ok(())
}

/// Sends all kinds of requests about all tabs.
async fn check_all_requests(chain: &Chain, all: &[Marked]) -> anyhow::Result<()> {
    let mut pending = JoinSet::new();
    for round in 0..ROUNDS {
        for tab in all {
            for (path, body) in requests(tab, round) {
                pending.spawn(send(chain.agent.clone(), path, body));
            }
        }
        // The server limits the number of waiting requests.
        while pending.len() > 2 * all.len() {
            let (request, reply) = pending.join_next().await.context("a response")???;
            assert_eq!(reply.status, 200, "{request}: {reply:?}");
            check(&request, &reply, all)?;
        }
    }
    while let Some(finished) = pending.join_next().await {
        let (request, reply) = finished??;
        assert_eq!(reply.status, 200, "{request}: {reply:?}");
        check(&request, &reply, all)?;
    }
    Ok(())
}

/// One browser is killed while requests are pending: only its own requests fail.
async fn check_killed_browser(
    chain: &Chain,
    browser: &mut Browser,
    all: &[Marked],
) -> anyhow::Result<()> {
    let killed: Vec<u64> = all[2 * TABS..].iter().map(|tab| tab.handle).collect();
    let mut pending = JoinSet::new();
    for round in 0..2 {
        for tab in all {
            for (path, mut body) in requests(tab, round) {
                body["timeoutMs"] = json!(20_000);
                pending.spawn(send(chain.agent.clone(), path, body));
            }
        }
        if round == 0 {
            until("queries to start", || async {
                let queue = chain.agent.status().await?["queue"].clone();
                Ok((queue["leased"].as_u64() > Some(0)).then_some(()))
            })
            .await?;
            browser.process()?.kill()?;
        }
    }
    let mut failed = 0;
    while let Some(finished) = pending.join_next().await {
        let (request, reply) = finished??;
        let of_killed = killed.iter().any(|handle| request["tab"] == *handle);
        match reply.status {
            200 => check(&request, &reply, all)?,
            _ => {
                assert!(of_killed, "{request}: {reply:?}");
                assert!(reply.code().is_ok(), "{reply:?}");
                failed += 1;
            }
        }
    }
    assert!(failed > 0, "no request was pending");
    chain.browsers(2).await?;
    until("its tabs not to be listed", || async {
        let listed = chain.agent.tabs().await?;
        let left = listed
            .iter()
            .any(|tab| killed.iter().any(|handle| tab["tab"] == *handle));
        Ok((!left).then_some(()))
    })
    .await?;
    let reply = chain.agent.observe(json!({"tab": killed[0]})).await?;
    assert!(reply.status >= 400, "{reply:?}");
    Ok(())
}

#[test]
#[ignore = "full: pools and profiles"]
fn a_copied_profile_becomes_another_browser() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        // The profile is complete on the disk after its browser has ended.
        let mut first = chain.another_browser("first").await?;
        let before = chain.browsers(2).await?;
        first.process()?.terminate()?;
        chain.browsers(1).await?;
        let folder = chain.folder.path();
        copy(&folder.join("first"), &folder.join("second"))?;
        let first = chain.another_browser("first").await?;
        let known = chain.browsers(2).await?;
        assert_eq!(ids(&known), ids(&before), "the id belongs to the profile");
        let a = open_tabs(&chain, &first, 'a').await?;
        let second = chain.another_browser("second").await?;
        let connected = chain.browsers(3).await?;
        assert!(ids(&connected).is_superset(&ids(&known)));
        let log = std::fs::read_to_string(chain.folder.path().join("server.log"))?;
        assert!(log.contains("two browsers have one id"), "{log}");
        // A tab handle of one browser never refers to a tab of the other.
        for tab in &a {
            let reply = chain.agent.observe(json!({"tab": tab.handle})).await?;
            let body = reply.body.to_string();
            assert!(reply.status >= 400 || body.contains(&tab.mark), "{body}");
        }
        let mut all = Vec::new();
        for (browser, letter) in [(&first, 'x'), (&second, 'y')] {
            all.extend(open_tabs(&chain, browser, letter).await?);
        }
        assert_ne!(all[0].browser, all[TABS].browser);
        check_all_requests(&chain, &all).await?;
        // Neither browser replaces the other again.
        let after = chain.browsers(3).await?;
        let instances = |list: &[Value]| -> BTreeSet<String> {
            list.iter()
                .map(|browser| browser["instance"].to_string())
                .collect()
        };
        assert_eq!(instances(&after), instances(&connected));
        Ok(())
    })
}

fn ids(browsers: &[Value]) -> BTreeSet<String> {
    let ids = browsers.iter().filter_map(|browser| browser["id"].as_str());
    ids.map(str::to_owned).collect()
}

/// Copies a profile without the lock files of its browser.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        if name.to_string_lossy().starts_with("Singleton") {
            continue;
        }
        match kind.is_dir() {
            true => copy(&entry.path(), &to.join(name))?,
            false => std::fs::copy(entry.path(), to.join(name)).map(|_| ())?,
        }
    }
    Ok(())
}
