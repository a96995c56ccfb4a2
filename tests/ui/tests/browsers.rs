//! Several Chromiums on one server: every answer is of the browser that was asked, whatever the
//! others do.

use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Agent, Browser, Chain, Page, Reply, Tab};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tokio::task::JoinSet;

/// Tabs of each browser.
const TABS: usize = 3;

/// How often every tab is asked in every way.
const ROUNDS: usize = 12;

/// A tab, and what only its page says.
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
        "<!doctype html><title>{mark}</title><h1>{mark}</h1><button id=b>Press {mark}</button><a href=/{mark}>Go</a>"
    );
    Page::html(html)
}

/// Opens the tabs of a browser, and finds them in the server's list.
async fn open(chain: &Chain, browser: &Browser, letter: char) -> anyhow::Result<Vec<Marked>> {
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

/// The ways in which a tab is asked, by its number, its browser, or both.
fn questions(tab: &Marked, round: usize) -> Vec<(&'static str, Value)> {
    let session = format!("agent {}", round % 5);
    let (handle, browser) = (tab.handle, &tab.browser);
    let observe = |format: &str, fields: Value| {
        let mut ask =
            json!({"what": "a11y_tree", "session": session, "format": format, "timeoutMs": 60_000});
        for (name, value) in fields.as_object().into_iter().flatten() {
            ask[name] = value.clone();
        }
        ("/observe", ask)
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

/// Asks and says what came, with what was asked.
async fn ask(agent: Agent, path: &'static str, body: Value) -> anyhow::Result<(Value, Reply)> {
    let reply = agent.post(path, body.clone()).await?;
    Ok((body, reply))
}

/// Sees that an answer is of the tab that was asked, and of no other.
fn check(asked: &Value, reply: &Reply, all: &[Marked]) -> anyhow::Result<()> {
    let right = all.iter().find(|tab| asked["tab"] == tab.handle);
    let right = right.context("a tab was asked")?;
    let said = reply.body.to_string();
    for other in all.iter().filter(|tab| tab.mark != right.mark) {
        assert!(!said.contains(&other.mark), "{asked}: {said}");
    }
    assert_eq!(reply.body["tab"], right.handle, "{asked}: {said}");
    let unchanged = reply.body["delta"] == "unchanged" || reply.body.get("extensionMs").is_some();
    assert!(unchanged || said.contains(&right.mark), "{asked}: {said}");
    Ok(())
}

#[test]
fn three_browsers_on_one_server_each_answer_for_themselves_alone() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let (two, mut three) = (
            chain.another_browser("profile-two").await?,
            chain.another_browser("profile-three").await?,
        );
        let connected = chain.browsers(3).await?;
        let named = connected.iter().map(|browser| browser["name"].to_string());
        assert_eq!(named.collect::<BTreeSet<String>>().len(), 3);
        assert_eq!(ids(&connected).len(), 3);

        let mut all = open(&chain, &chain.browser, 'a').await?;
        all.extend(open(&chain, &two, 'b').await?);
        all.extend(open(&chain, &three, 'c').await?);
        let handles: BTreeSet<u64> = all.iter().map(|tab| tab.handle).collect();
        assert_eq!(handles.len(), 3 * TABS);
        for of_one in all.chunks(TABS) {
            assert!(of_one.iter().all(|tab| tab.browser == of_one[0].browser));
        }
        ambiguity_is_a_fault(&chain, &all).await?;
        in_front_of_the_user(&chain, &all).await?;
        every_answer_is_of_the_right_tab(&chain, &all).await?;
        one_goes_and_the_others_stay(&chain, &mut three, &all).await
    })
}

async fn ambiguity_is_a_fault(chain: &Chain, all: &[Marked]) -> anyhow::Result<()> {
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

/// A browser that is named without a tab shows one of its own.
async fn in_front_of_the_user(chain: &Chain, all: &[Marked]) -> anyhow::Result<()> {
    for of_one in all.chunks(TABS) {
        let ask = json!({"browser": of_one[0].browser});
        let shown = chain.agent.observe(ask).await?.ok()?;
        let title = shown["pageTitle"].as_str().unwrap_or_default();
        let its_own = of_one.iter().any(|tab| tab.mark == title);
        assert!(its_own || title.is_empty(), "{shown}");
    }
    let doctor = chain.command(&["doctor"])?;
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    for of_one in all.chunks(TABS) {
        let line = format!("{:?}: version", of_one[0].browser);
        assert!(said.contains(&line), "{said}");
    }
    Ok(())
}

async fn every_answer_is_of_the_right_tab(chain: &Chain, all: &[Marked]) -> anyhow::Result<()> {
    let mut asking = JoinSet::new();
    for round in 0..ROUNDS {
        for tab in all {
            for (path, body) in questions(tab, round) {
                asking.spawn(ask(chain.agent.clone(), path, body));
            }
        }
        // Never more at once than the server lets wait.
        while asking.len() > 2 * all.len() {
            let (asked, reply) = asking.join_next().await.context("one of them")???;
            assert_eq!(reply.status, 200, "{asked}: {reply:?}");
            check(&asked, &reply, all)?;
        }
    }
    while let Some(done) = asking.join_next().await {
        let (asked, reply) = done??;
        assert_eq!(reply.status, 200, "{asked}: {reply:?}");
        check(&asked, &reply, all)?;
    }
    Ok(())
}

/// One browser is killed while all are asked: what it was asked fails, and nothing else.
async fn one_goes_and_the_others_stay(
    chain: &Chain,
    browser: &mut Browser,
    all: &[Marked],
) -> anyhow::Result<()> {
    let gone: Vec<u64> = all[2 * TABS..].iter().map(|tab| tab.handle).collect();
    let mut asking = JoinSet::new();
    for round in 0..2 {
        for tab in all {
            for (path, mut body) in questions(tab, round) {
                body["timeoutMs"] = json!(20_000);
                asking.spawn(ask(chain.agent.clone(), path, body));
            }
        }
        if round == 0 {
            until("queries to be under way", || async {
                let queue = chain.agent.status().await?["queue"].clone();
                Ok((queue["leased"].as_u64() > Some(0)).then_some(()))
            })
            .await?;
            browser.process()?.kill()?;
        }
    }
    let mut failed = 0;
    while let Some(done) = asking.join_next().await {
        let (asked, reply) = done??;
        let of_gone = gone.iter().any(|handle| asked["tab"] == *handle);
        match reply.status {
            200 => check(&asked, &reply, all)?,
            _ => {
                assert!(of_gone, "{asked}: {reply:?}");
                assert!(reply.code().is_ok(), "{reply:?}");
                failed += 1;
            }
        }
    }
    assert!(failed > 0, "it was asked after it had gone");
    chain.browsers(2).await?;
    until("its tabs to be gone", || async {
        let listed = chain.agent.tabs().await?;
        let left = listed
            .iter()
            .any(|tab| gone.iter().any(|handle| tab["tab"] == *handle));
        Ok((!left).then_some(()))
    })
    .await?;
    let reply = chain.agent.observe(json!({"tab": gone[0]})).await?;
    assert!(reply.status >= 400, "{reply:?}");
    Ok(())
}

#[test]
fn a_copied_profile_becomes_a_browser_of_its_own() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        // The profile is whole on the disk once its browser has ended.
        let mut first = chain.another_browser("first").await?;
        let before = chain.browsers(2).await?;
        first.process()?.terminate()?;
        chain.browsers(1).await?;
        let folder = chain.folder.path();
        copy(&folder.join("first"), &folder.join("second"))?;
        let first = chain.another_browser("first").await?;
        let known = chain.browsers(2).await?;
        assert_eq!(ids(&known), ids(&before), "an id stays with its profile");
        let a = open(&chain, &first, 'a').await?;
        let second = chain.another_browser("second").await?;
        let connected = chain.browsers(3).await?;
        assert!(ids(&connected).is_superset(&ids(&known)));
        let log = std::fs::read_to_string(chain.folder.path().join("server.log"))?;
        assert!(log.contains("two browsers have one id"), "{log}");
        // No number that was given to a tab of the one means a tab of the other.
        for tab in &a {
            let reply = chain.agent.observe(json!({"tab": tab.handle})).await?;
            let said = reply.body.to_string();
            assert!(reply.status >= 400 || said.contains(&tab.mark), "{said}");
        }
        let mut all = Vec::new();
        for (browser, letter) in [(&first, 'x'), (&second, 'y')] {
            all.extend(open(&chain, browser, letter).await?);
        }
        assert_ne!(all[0].browser, all[TABS].browser);
        every_answer_is_of_the_right_tab(&chain, &all).await?;
        // It stays so: neither takes the other's place again.
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

/// Copies a folder, but for the marks of the browser that ran in it.
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
