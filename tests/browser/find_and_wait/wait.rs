//! `/wait`: conditions of a page that become true while a request waits.

use crate::find_and_wait::{OpenPage, on_page};
use anyhow::bail;
use axlens_harness::wait::until;
use serde_json::{Value, json};

const LIVE: &str =
    "<title>Live</title><button id=start disabled>Start</button><p id=news>Loading</p>
<iframe srcdoc='<p id=inner>Inner</p>'></iframe>
<div id=host></div><script>
const root = host.attachShadow({mode: 'open'}); root.innerHTML = '<i>Shadow</i>';</script>";

/// Waits until the extension executes this number of queries.
async fn until_executing(page: &OpenPage<'_>, count: u64) -> anyhow::Result<()> {
    until("the extension to execute a query, or none", || async {
        let status = page.chain.agent.status().await?;
        if status["queue"]["leased"] == count {
            return Ok(Some(()));
        }
        bail!("{status}")
    })
    .await
}

/// Starts a wait, changes the page while the extension waits, and returns the answer.
async fn wait_for_change(
    page: &OpenPage<'_>,
    change: &str,
    condition: Value,
) -> anyhow::Result<Value> {
    let (answer, changed) = tokio::join!(page.wait(condition), async {
        until_executing(page, 1).await?;
        page.tab.start(change)
    });
    changed?;
    answer
}

/// The code of the fault of a wait whose condition does not become true.
async fn fault_of_wait(page: &OpenPage<'_>, condition: Value) -> anyhow::Result<String> {
    Ok(page.post("/wait", condition).await?.code()?.to_owned())
}

#[test]
fn a_wait_ends_when_its_condition_is_true() -> anyhow::Result<()> {
    on_page(LIVE, async |page| {
        for (change, condition) in [
            (
                "news.textContent = 'Saved'",
                json!({"for": "text", "value": "saved"}),
            ),
            (
                "news.textContent = 'x'",
                json!({"for": "text_gone", "value": "Saved"}),
            ),
            (
                "start.disabled = false",
                json!({"for": "enabled", "role": "button", "name": "Start"}),
            ),
            (
                "start.hidden = true",
                json!({"for": "vanishes", "selector": "#start"}),
            ),
            (
                "root.innerHTML = '<a href=x>New</a>'",
                json!({"role": "link", "name": "New"}),
            ),
            (
                "frames[0].inner.textContent = 'Framed'",
                json!({"for": "text", "value": "Framed"}),
            ),
            (
                "history.pushState(0, '', '?page=2')",
                json!({"for": "url", "value": "page=2"}),
            ),
            (
                "location.reload()",
                json!({"for": "text", "value": "Loading"}),
            ),
        ] {
            let answer = wait_for_change(&page, change, condition.clone()).await?;
            assert!(answer["waitedMs"].is_u64(), "{condition}: {answer:#}");
        }
        wait_for_one_element(&page).await?;
        wait_for_the_whole_page(&page).await
    })
}

async fn wait_for_one_element(page: &OpenPage<'_>) -> anyhow::Result<()> {
    let button = page.find(json!({"role": "button"})).await?;
    let uid = &button["matches"][0]["uid"];
    let enabled = json!({"for": "enabled", "uid": uid, "timeoutMs": 600});
    assert_eq!(fault_of_wait(page, enabled).await?, "not_yet");
    let vanishes = json!({"for": "vanishes", "uid": uid});
    wait_for_change(page, "start.remove()", vanishes).await?;
    // An element that appears can be acted on.
    let add = "document.body.insertAdjacentHTML('beforeend', '<button>Late</button>')";
    let appears = json!({"role": "button", "name": "Late"});
    let late = wait_for_change(page, add, appears).await?;
    page.act("click", &late["found"]["uid"]).await
}

async fn wait_for_the_whole_page(page: &OpenPage<'_>) -> anyhow::Result<()> {
    for condition in ["quiet", "load"] {
        let answer = page.wait(json!({"for": condition})).await?;
        assert_eq!(answer["for"], condition);
    }
    let time = page.wait(json!({"for": "time", "timeoutMs": 200})).await?;
    assert!(time["waitedMs"].as_u64() >= Some(200), "{time:#}");
    page.tab.start("setInterval(() => news.append('.'), 20)")?;
    let quiet = json!({"for": "quiet", "timeoutMs": 1500});
    assert_eq!(fault_of_wait(page, quiet).await?, "not_yet");
    Ok(())
}

#[test]
fn a_wait_ends_when_its_client_disconnects_or_its_tab_is_closed() -> anyhow::Result<()> {
    on_page(LIVE, async |page| {
        let handle = page.tab.handle().await?;
        let never = json!({"for": "text", "value": "never"});
        let mut body = never.clone();
        body["tab"] = json!(handle);
        body["timeoutMs"] = json!(60_000);
        let connection = page.chain.agent.post_and_hold("/wait", &body).await?;
        until_executing(&page, 1).await?;
        drop(connection);
        until_executing(&page, 0).await?;
        let (waited, closed) = tokio::join!(page.wait(never), async {
            until_executing(&page, 1).await?;
            page.tab.close().await
        });
        closed?;
        let fault = format!("{:?}", waited.err());
        assert!(fault.contains("tab"), "the tab is closed: {fault}");
        Ok(())
    })
}
