//! Pages that have no URL of their own, the engine that runs in the page, and the recorder that is
//! injected before a request.

use axlens_harness::tab::text;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab, on_chain, shared};
use serde_json::{Value, json};

/// Runs the script with user activation, so that no pop-up is blocked, and waits for a tab with
/// this title. Returns its handle.
async fn open_by_script(
    chain: &Chain,
    tab: &Tab,
    script: &str,
    title: &str,
) -> anyhow::Result<Value> {
    let expression = json!({"expression": script, "userGesture": true});
    tab.command("Runtime.evaluate", expression).await?;
    until("the opened tab", || async {
        let tabs = chain.agent.tabs().await?;
        let found = tabs.into_iter().find(|tab| tab["title"] == title);
        Ok(found.map(|tab| tab["tab"].clone()))
    })
    .await
}

#[test]
fn a_page_written_into_an_empty_tab_is_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<title>Writer</title>")).await?;
        let script = "window.written = open('about:blank');
            written.document.write('<title>Written by its opener</title><button>In the written page</button>');
            written.document.close();";
        let handle = open_by_script(chain, &tab, script, "Written by its opener").await?;
        let reply = chain
            .agent
            .observe(json!({"tab": handle, "session": chain.session()}))
            .await?;
        let tree = text(&reply.ok()?);
        assert!(tree.contains("button \"In the written page\""), "{tree}");
        tab.evaluate("written.close()").await?;
        Ok(())
    })
}

#[test]
fn a_tab_with_a_blob_url_is_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<title>Maker</title>")).await?;
        let script = "window.made = open(URL.createObjectURL(new Blob(['<title>Made of a blob</title><button>In the blob</button>'], {type: 'text/html'})));";
        let handle = open_by_script(chain, &tab, script, "Made of a blob").await?;
        let reply = chain
            .agent
            .observe(json!({"tab": handle, "session": chain.session()}))
            .await?;
        let tree = text(&reply.ok()?);
        assert!(tree.contains("button \"In the blob\""), "{tree}");
        tab.evaluate("made.close()").await?;
        Ok(())
    })
}

/// A file has no headers, and therefore no policy that prevents the engine in the page.
#[test]
fn the_engine_in_the_page_gives_an_equal_response() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        for name in ["dashboard.html", "shadow.html"] {
            let file = chain.folder.path().join(format!("in-the-page-{name}"));
            std::fs::write(&file, shared::fixture(name)?)?;
            tab.goto(&format!("file://{}", file.display())).await?;
            let in_page = tab
                .observe(json!({"engine": "page", "max_depth": 15}))
                .await?;
            let in_worker = tab
                .observe(json!({"engine": "worker", "max_depth": 15}))
                .await?;
            assert_eq!(
                (&in_page["engine"], &in_worker["engine"]),
                (&json!("page"), &json!("worker"))
            );
            assert_eq!(in_page["tree"], in_worker["tree"], "{name}");
            assert_eq!(in_page["uidMap"], in_worker["uidMap"], "{name}");
        }
        Ok(())
    })
}

/// An attempt to start the engine would fire an event in the page and send a report.
#[test]
fn the_engine_does_not_run_in_a_page_whose_policy_forbids_it() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        let file = chain.folder.path().join("with-a-policy.html");
        let page = "<meta http-equiv=Content-Security-Policy content=\"script-src 'self'\"><title>Strict</title><button>Inside</button>";
        std::fs::write(&file, page)?;
        tab.goto(&format!("file://{}", file.display())).await?;
        let answer = tab.observe(json!({"engine": "page"})).await?;
        assert_eq!(answer["engine"], "worker");
        assert!(text(&answer).contains("button \"Inside\""));
        Ok(())
    })
}

#[test]
fn the_recorder_is_injected_early_only_in_a_tab_in_use() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let [used, other] = [chain.open_fixture("plain.html").await?, chain.tab().await?];
        used.observe(json!({})).await?;
        let next = || {
            chain
                .site
                .page(Page::html("<title>Next</title><h1>Next</h1>"))
        };
        other.goto(&next()).await?;
        used.goto(&next()).await?;
        let is_injected = |worlds: Vec<String>| worlds.iter().any(|world| world == "Axlens");
        until("the recorder", || async {
            let worlds = used.worlds().await?;
            Ok(is_injected(worlds).then_some(()))
        })
        .await?;
        assert!(!is_injected(other.worlds().await?));
        assert!(used.tree().await?.contains("Next"));
        Ok(())
    })
}
