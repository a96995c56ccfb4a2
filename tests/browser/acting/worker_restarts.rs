//! Actions during which the extension's service worker is stopped.

use crate::acting::observed_page::{ObservedPage, on_page, on_page_of_own_browser, outcome};
use anyhow::Context;
use axlens_harness::wait::until;
use axlens_harness::{Reply, Tab};
use serde_json::{Value, json};

const PAGE: &str = "<title>Once</title><h1>Once</h1><button>Count</button><p id=output>0</p><script>
let count = 0; for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
  document.addEventListener(type, () => { window.steps = (window.steps ?? 0) + 1; });
document.querySelector('button').onclick = () => { output.textContent = String(++count); };</script>";

/// Stops all workers after `delay` round trips to another page, so that each round stops them at
/// another step of the action.
async fn stop_workers(internals: &Tab, delay: usize) -> anyhow::Result<()> {
    for _ in 0..delay {
        internals.evaluate("0").await?;
    }
    let stop =
        "document.querySelectorAll('[data-command=stop]').forEach((button) => button.click())";
    internals.evaluate(stop).await.map(drop)
}

/// Repeats a request until the reply is a success or a fault that is not retryable.
async fn until_answered(page: &ObservedPage<'_>, body: &Value) -> anyhow::Result<Reply> {
    until("an answer", || async {
        let reply = page.interact(body.clone()).await?;
        let is_retryable = reply.status >= 400 && reply.body["retryable"] == true;
        Ok((!is_retryable).then_some(reply))
    })
    .await
}

/// Chrome's page that can stop workers.
async fn worker_internals(page: &ObservedPage<'_>) -> anyhow::Result<Tab> {
    let internals = page.chain.tab().await?;
    internals.goto("chrome://serviceworker-internals/").await?;
    internals
        .wait_for("document.querySelector('[data-command=stop]') !== null")
        .await?;
    Ok(internals)
}

async fn count(page: &ObservedPage<'_>) -> anyhow::Result<u64> {
    page.evaluate("count").await?.as_u64().context("a count")
}

#[test]
fn an_action_is_executed_once_whenever_the_worker_is_stopped() -> anyhow::Result<()> {
    on_page(PAGE, async |page| {
        let internals = worker_internals(&page).await?;
        for round in 0..12 {
            let before = count(&page).await?;
            let body = json!({"action": "click", "uid": page.uid("\"Count\"")?,
                "key": format!("round {round}"), "snapshot": "none"});
            let (first, stopped) =
                tokio::join!(page.interact(body.clone()), stop_workers(&internals, round));
            stopped?;
            let first = first?;
            // The repeated request executes the action if it was not, and never twice.
            let reply = until_answered(&page, &body).await?;
            let answer = reply
                .ok()
                .with_context(|| format!("{round}: {:?}", first.body))?;
            let clicks = count(&page).await? - before;
            assert_eq!(clicks, 1, "{round}: {:?} {answer:#}", first.body);
            // The document still exists, so that the outcome is always known.
            assert_ne!(outcome(&answer), "unknown", "{round}");
        }
        Ok(())
    })
}

const FIELDS: &str = "<title>Fields</title><h1>Fields</h1><label>A <input></label>
<label>B <input></label><label>C <input></label><label>D <input></label><script>
const counts = [0, 0, 0, 0]; const fields = [...document.querySelectorAll('input')];
document.oninput = ({ target }) => { counts[fields.indexOf(target)] += 1; };</script>";

#[test]
fn each_field_of_a_list_is_filled_once_whenever_the_worker_is_stopped() -> anyhow::Result<()> {
    on_page(FIELDS, async |page| {
        let internals = worker_internals(&page).await?;
        for round in 0..12_usize {
            let names = ["A", "B", "C", "D"].into_iter();
            let fill = |name| {
                let uid = page.uid(&format!("\"{name}\""))?;
                Ok(json!({"action": "fill", "uid": uid, "value": format!("{name} {round}")}))
            };
            let actions: Vec<Value> = names.map(fill).collect::<anyhow::Result<_>>()?;
            let body = json!({"actions": actions, "key": format!("list {round}"),
                "snapshot": "none"});
            let (first, stopped) = tokio::join!(
                page.interact(body.clone()),
                stop_workers(&internals, 2 * round)
            );
            stopped?;
            let first = first?;
            let reply = until_answered(&page, &body).await?;
            let answer = reply
                .ok()
                .with_context(|| format!("{round}: {:?}", first.body))?;
            let expected = json!(vec![round + 1; 4]);
            let counts = page.evaluate("counts").await?;
            assert_eq!(counts, expected, "{:?} {answer:#}", first.body);
        }
        Ok(())
    })
}

/// Sums up the sizes of what is written to the session's storage.
const WATCH: &str = "window.written = 0; chrome.storage.onChanged.addListener((changes, area) => {
  if (area === 'session') window.written += JSON.stringify(changes).length;
}), 0";

/// The number of logged actions, and what was written since the last call.
const WRITTEN: &str = "chrome.storage.session.get().then((all) => { const { written } = window;
  window.written = 0;
  return [Object.keys(all).filter((key) => key.startsWith('act ')).length, written]; })";

#[test]
#[ignore = "full: long sequences"]
fn an_action_writes_as_much_after_hundreds_of_others() -> anyhow::Result<()> {
    on_page_of_own_browser(PAGE, async |page| {
        let options = page.chain.own_page("options").await?;
        options.evaluate(WATCH).await?;
        let uid = page.uid("\"Count\"")?;
        let click = async || -> anyhow::Result<(u64, u64)> {
            options.evaluate(WRITTEN).await?;
            let body = json!({"action": "click", "uid": uid, "snapshot": "none"});
            page.interact(body).await?.ok()?;
            let written = options.evaluate(WRITTEN).await?;
            let number = |index: usize| written[index].as_u64().context("a number");
            Ok((number(0)?, number(1)?))
        };
        // Something else may be written next to a click.
        let clicks = async || -> anyhow::Result<(u64, u64)> {
            let (mut logged, mut least) = click().await?;
            for _ in 0..2 {
                let (now, written) = click().await?;
                (logged, least) = (now, least.min(written));
            }
            Ok((logged, least))
        };
        let (_, first) = clicks().await?;
        let scroll = json!({"action": "scroll", "by": [0, 1]});
        // A request with all of them would take longer than a request may.
        for _ in 0..9 {
            let body = json!({"actions": vec![scroll.clone(); 30], "snapshot": "none"});
            page.interact(body).await?.ok()?;
        }
        let (logged, last) = clicks().await?;
        assert!((200..250).contains(&logged), "{logged}");
        // The log's entry of each click has a few bytes more with a larger number.
        assert!(first > 0 && last < first + 200, "{first} {last}");
        Ok(())
    })
}
