//! The answer to an action contains what the requests bring that its handlers have started, however
//! slow they are, up to a limit. Requests that never lead to a change are not waited for.

mod collecting;
mod deciding;
mod page_tools;

use crate::acting::observed_page::{ObservedPage, tree};
use anyhow::{Context, ensure};
use axlens_harness::site::Gate;
use axlens_harness::wait::silence;
use axlens_harness::{Chain, Page, on_chain};
use serde_json::{Value, json};
use std::time::Duration;

/// Longer than a page without a request is watched.
const SLOW: Duration = Duration::from_millis(700);

/// `Save` needs two requests one after another; `Style` changes a class before its request.
const PAGE: &str = "<title>Requests</title><p id=result>Nothing</p>
<button id=save>Save</button><button id=style>Style</button><button id=beacon>Beacon</button>
<button id=poll>Poll</button><script>
  const show = (text) => { result.textContent = text; };
  const load = (path) => fetch(path).then((answer) => answer.text());
  save.onclick = async () => show(`${await load('SLOW?1')} ${await load('FAST')}`);
  style.onclick = async () => { style.className = 'used'; show(await load('SLOW?2')); };
  beacon.onclick = () => navigator.sendBeacon('NEVER');
  poll.onclick = () => fetch('NEVER');
</script>";

async fn open<'a>(chain: &'a Chain, gates: [&Gate; 2]) -> anyhow::Result<ObservedPage<'a>> {
    let [slow, never] = gates;
    let site = &chain.site;
    let page = PAGE
        .replace("SLOW", &site.path(Page::html("slow").after(slow)))
        .replace("FAST", &site.path(Page::html("fast")))
        .replace(
            "NEVER",
            &site.path(Page::html("never").for_posts().after(never)),
        );
    ObservedPage::open(chain, &page).await
}

#[test]
fn an_answer_contains_what_the_requests_of_the_action_bring() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for (button, expected) in [("\"Save\"", "slow fast"), ("\"Style\"", "slow")] {
            let (slow, never) = (Gate::default(), Gate::default());
            let page = open(chain, [&slow, &never]).await?;
            let opened = slow.clone();
            tokio::spawn(async move {
                silence(SLOW).await;
                opened.open();
            });
            let answer = page.click(button).await?;
            ensure!(tree(&answer).contains(expected), "{button}: {answer:#}");
            never.open();
        }
        Ok(())
    })
}

#[test]
fn requests_that_change_nothing_are_not_waited_for() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (slow, never) = (Gate::default(), Gate::default());
        let page = open(chain, [&slow, &never]).await?;
        let beacon = page.click("\"Beacon\"").await?;
        ensure!(beacon["settled"].is_null(), "{beacon:#}");
        for time in 0..4 {
            let polled = page.click("\"Poll\"").await?;
            let expected = if time < 3 {
                json!("loading")
            } else {
                json!(null)
            };
            ensure!(polled["settled"] == expected, "{time}: {polled:#}");
        }
        never.open();
        Ok(())
    })
}

#[test]
#[ignore = "full: silence"]
fn requests_are_watched_until_20_seconds_after_an_action() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = ObservedPage::open(chain, "<title>One</title><button>One</button>").await?;
        page.click("\"One\"").await?;
        ensure!(listened(chain).await? != json!([]), "the control");
        silence(AFTER_AN_ACTION).await;
        ensure!(listened(chain).await? == json!([]));
        Ok(())
    })
}

/// Chrome discards pages before when an extension begins to watch: it goes on for a while.
const AFTER_AN_ACTION: Duration = Duration::from_secs(25);

/// The events of requests that the worker listens to.
async fn listened(chain: &Chain) -> anyhow::Result<Value> {
    let browser = &chain.browser;
    let workers = browser.targets("service_worker", "chrome-extension://");
    let workers = workers.await?;
    let worker = workers.first().context("the extension's worker")?;
    let session = browser.devtools.attach(worker).await?;
    let script = "['onBeforeRequest', 'onHeadersReceived', 'onCompleted', 'onErrorOccurred'] \
        .filter((name) => chrome.webRequest[name].hasListeners())";
    let listened = browser.devtools.evaluate(&session, script).await;
    browser.devtools.detach(&session).await?;
    listened
}
