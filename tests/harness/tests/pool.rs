//! The pool of chains: what one test leaves does not reach the next one.

use anyhow::{Context, ensure};
use axlens_harness::chain::pool::ChainPool;
use axlens_harness::own_page::{press_pause, set_bans, set_policy};
use axlens_harness::process::Folder;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, on_runtime};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tokio::net::UnixListener;

/// What an agent and the extension's pages see of a chain.
async fn visible(chain: &Chain) -> anyhow::Result<Value> {
    let page = chain.own_page("options").await?;
    let stored = page
        .evaluate(
            "(async () => {
                const { access, ...local } = await chrome.storage.local.get();
                const { endpoint, ...session } = await chrome.storage.session.get();
                return [local, session, navigator.language, document.cookie,
                    await chrome.scripting.getRegisteredContentScripts(),
                    (await chrome.tabs.query({})).length];
            })()",
        )
        .await?;
    let downloads = chain.folder.path().join("profile/Downloads");
    let downloads = std::fs::read_dir(downloads).map_or(0, Iterator::count);
    let status = chain.agent.status().await?;
    let agents = chain.run(&["token", "list", "--json"])?;
    Ok(json!([
        stored,
        downloads,
        status["extension"]["paused"],
        status["browsers"].as_array().map(Vec::len),
        String::from_utf8(agents.stdout)?,
    ]))
}

/// Leaves one thing, and a function that a test calls.
type Change = (&'static str, fn(&Chain) -> BoxedChange<'_>);
type BoxedChange<'a> = std::pin::Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send + 'a>>;

const CHANGES: &[Change] = &[
    ("storage", |chain| Box::pin(leave_storage(chain))),
    ("a policy and a ban", |chain| Box::pin(leave_policy(chain))),
    ("a grant", |chain| Box::pin(leave_grant(chain))),
    ("tabs and cookies", |chain| Box::pin(leave_tabs(chain))),
    ("a download", |chain| Box::pin(leave_download(chain))),
    ("a paused state", |chain| Box::pin(leave_pause(chain))),
    ("another language", |chain| Box::pin(leave_language(chain))),
    ("an agent", |chain| Box::pin(leave_agent(chain))),
    ("a dead server", |chain| Box::pin(kill_server(chain))),
];

async fn leave_storage(chain: &Chain) -> anyhow::Result<()> {
    let page = chain.own_page("options").await?;
    let set =
        "Promise.all([chrome.storage.local.set({left: 1}), chrome.storage.session.set({left: 1})])";
    page.evaluate(set).await.map(drop)
}

async fn leave_policy(chain: &Chain) -> anyhow::Result<()> {
    let page = chain.own_page("options").await?;
    let policy = json!({"default": "block", "sites": [{"pattern": "example.com", "level": "act"}]});
    set_policy(&page, &policy).await?;
    set_bans(&page, "user", &["https://example.com"]).await
}

async fn leave_grant(chain: &Chain) -> anyhow::Result<()> {
    let page = chain.own_page("options").await?;
    let grants =
        "chrome.storage.local.set({grants: [{agent: 'user', site: 'https://example.com'}]})";
    page.evaluate(grants).await.map(drop)
}

async fn leave_tabs(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.open(Page::html("<title>Left</title>")).await?;
    let opened = "document.cookie = 'left=1; max-age=1000'; for (const _ of [1, 2]) window.open('about:blank'); 0";
    tab.evaluate(opened).await?;
    // Not dropped, so that it stays open.
    std::mem::forget(tab);
    Ok(())
}

async fn leave_download(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain
        .open(Page::html("<a download=left.txt href='data:,left'>x</a>"))
        .await?;
    tab.evaluate("document.querySelector('a').click()").await?;
    let file = chain.folder.path().join("profile/Downloads/left.txt");
    until("the download", || async { Ok(file.exists().then_some(())) }).await
}

async fn leave_pause(chain: &Chain) -> anyhow::Result<()> {
    press_pause(&chain.own_page("options").await?, true).await
}

async fn leave_language(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain.tab().await?;
    tab.command("Emulation.setLocaleOverride", json!({"locale": "de-DE"}))
        .await?;
    std::mem::forget(tab);
    Ok(())
}

async fn leave_agent(chain: &Chain) -> anyhow::Result<()> {
    chain.add_token(&["left", "--scope", "act"]).map(drop)
}

async fn kill_server(chain: &Chain) -> anyhow::Result<()> {
    axlens_harness::process::signal(chain.agent.refresh()?, rustix::process::Signal::KILL)
}

/// What most tests do. It leaves pages, and facts that no test depends on.
async fn read_and_act(chain: &Chain) -> anyhow::Result<()> {
    let tab = chain
        .open(Page::html("<title>Read</title><button>Press</button>"))
        .await?;
    let read = chain.run(&["snapshot"])?;
    ensure!(read.status.success(), "{read:?}");
    let uid = uid_of(&tab.tree().await?, "Press")?;
    let click = json!({"action": "click", "uid": uid, "session": tab.name});
    chain.agent.post("/interact", click).await?.ok()?;
    let page = chain.own_page("options").await?;
    until("the use to be stored", || async {
        let stored = page.evaluate("chrome.storage.local.get('isUsed').then(({isUsed}) => isUsed)");
        Ok((stored.await? == true).then_some(()))
    })
    .await
}

/// Leases the only chain of a kind, and gives it back.
async fn with_chain<T>(
    socket: &Path,
    test: impl AsyncFnOnce(&Chain) -> anyhow::Result<T>,
) -> anyhow::Result<(std::path::PathBuf, T)> {
    let chain = Chain::lease_from(socket, Kind::Unattended).await?;
    let result = test(&chain).await?;
    Ok((chain.folder.path().to_owned(), result))
}

#[test]
fn what_a_test_leaves_does_not_reach_the_next_one() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = Folder::new()?;
        let socket = folder.path().join("pool.sock");
        let pool = Arc::new(ChainPool::default());
        tokio::spawn(pool.clone().serve(UnixListener::bind(&socket)?));
        let resets = async |count: usize| {
            let is_reset = || async { Ok((pool.counts().resets == count).then_some(())) };
            until("the reset", is_reset).await
        };
        let (first, initial) = with_chain(&socket, visible).await?;
        // A lease before the reset has ended would start another chain.
        resets(1).await?;
        with_chain(&socket, read_and_act).await?;
        resets(2).await?;
        ensure!(pool.counts().restarts == 0, "{:?}", pool.counts());
        for (number, (what, change)) in CHANGES.iter().enumerate() {
            let (folder, ()) = with_chain(&socket, async |chain| change(chain).await)
                .await
                .context(*what)?;
            ensure!(folder == first, "{what}: another chain");
            resets(2 * number + 3).await.context(*what)?;
            let (folder, now) = with_chain(&socket, visible).await.context(*what)?;
            ensure!(folder == first, "{what}: another chain");
            ensure!(now == initial, "{what}: {now:#} instead of {initial:#}");
            resets(2 * number + 4).await.context(*what)?;
        }
        ensure!(pool.counts().started == 1, "{:?}", pool.counts());
        Ok(())
    })
}
