//! An agent that uses the `key` of a request again, with another request. The answer must not be
//! the outcome of the first one.

use crate::attack::refusal::fault;
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html><title>Keys</title>
    <button id=one onclick='count.textContent++'>Save</button>
    <button id=two onclick='count.textContent += 100'>Delete</button>
    <input id=field aria-label=Note><select id=list aria-label=Size><option>S<option>M</select>
    <p id=count>0</p>";

/// Name, description of the attack, the first request and the second one with its key. Each also
/// has `tab`, `session` and `key`.
const REQUESTS: &[(&str, &str, &str, &str)] = &[
    (
        "key_with_another_element",
        "a click on another button",
        r##"{"action": "click", "selector": "#one"}"##,
        r##"{"action": "click", "selector": "#two"}"##,
    ),
    (
        "key_with_another_action",
        "a hover in place of a click",
        r##"{"action": "click", "selector": "#one"}"##,
        r##"{"action": "hover", "selector": "#one"}"##,
    ),
    (
        "key_with_another_value",
        "another text for a field",
        r##"{"action": "fill", "selector": "#field", "value": "10"}"##,
        r##"{"action": "fill", "selector": "#field", "value": "10000"}"##,
    ),
    (
        "key_with_another_option",
        "another option of a list",
        r##"{"action": "select", "selector": "#list", "labels": ["M"]}"##,
        r##"{"action": "select", "selector": "#list", "labels": ["S"]}"##,
    ),
    (
        "key_with_other_keys_to_press",
        "other keys",
        r##"{"action": "press", "selector": "#field", "keys": "a"}"##,
        r##"{"action": "press", "selector": "#field", "keys": "b"}"##,
    ),
    (
        "key_with_a_longer_list",
        "the same action and another one",
        r##"{"actions": [{"action": "click", "selector": "#one"}]}"##,
        r##"{"actions": [{"action": "click", "selector": "#one"}, {"action": "click", "selector": "#two"}]}"##,
    ),
    (
        "key_with_another_order",
        "the same actions in another order",
        r##"{"actions": [{"action": "click", "selector": "#one"}, {"action": "click", "selector": "#two"}]}"##,
        r##"{"actions": [{"action": "click", "selector": "#two"}, {"action": "click", "selector": "#one"}]}"##,
    ),
    (
        "key_with_answers_to_dialogs",
        "the same click, with another answer to dialogs",
        r##"{"action": "click", "selector": "#one", "dialogs": {"confirm": "dismiss"}}"##,
        r##"{"action": "click", "selector": "#one", "dialogs": {"confirm": "accept"}}"##,
    ),
    (
        "key_with_another_url",
        "another URL",
        r##"{"action": "navigate", "url": "http://127.0.0.1:9/a"}"##,
        r##"{"action": "navigate", "url": "http://127.0.0.1:9/b"}"##,
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    for (name, tried, first, second) in REQUESTS {
        let attempt = refused(chain, name, (first, second));
        report.attack(name, tried, attempt).await;
    }
    let tried = "the same click in another tab";
    let attempt = another_tab(chain);
    report.attack("key_with_another_tab", tried, attempt).await;
    let tried = "the key of another session";
    let attempt = another_session(chain);
    report
        .attack("key_of_another_session", tried, attempt)
        .await;
    let tried = "an unchanged request with another deadline, many times";
    let attempt = unchanged(chain);
    report.attack("key_many_times", tried, attempt).await;
    Ok(())
}

async fn request(tab: &Tab, key: &str, text: &str) -> anyhow::Result<Value> {
    let mut body: Value = serde_json::from_str(text)?;
    body["tab"] = json!(tab.handle().await?);
    body["session"] = json!(tab.name);
    body["key"] = json!(key);
    body["snapshot"] = json!("none");
    Ok(body)
}

async fn count(tab: &Tab) -> anyhow::Result<Value> {
    tab.evaluate("document.querySelector('#count')?.textContent ?? null")
        .await
}

async fn refused(
    chain: &Chain,
    name: &str,
    (first, second): (&str, &str),
) -> anyhow::Result<String> {
    let tab = chain.open(Page::html(PAGE)).await?;
    let answer = chain
        .agent
        .post("/interact", request(&tab, name, first).await?)
        .await?;
    ensure!(answer.status == 200, "the control: {}", answer.body);
    let before = count(&tab).await?;
    let reply = chain
        .agent
        .post("/interact", request(&tab, name, second).await?)
        .await?;
    ensure!(
        before == count(&tab).await?,
        "it is executed: {}",
        reply.body
    );
    let refusal = fault(&reply, "bad_request")?;
    // The first request is still the one of its key.
    if !first.contains("navigate") {
        let again = request(&tab, name, first).await?;
        let again = chain.agent.post("/interact", again).await?.ok()?;
        ensure!(again["results"][0]["before"] == true, "{again}");
    }
    Ok(refusal)
}

async fn another_tab(chain: &Chain) -> anyhow::Result<String> {
    let [tab, other] = [
        chain.open(Page::html(PAGE)).await?,
        chain.open(Page::html(PAGE)).await?,
    ];
    let click = r##"{"action": "click", "selector": "#one"}"##;
    let mut body = request(&tab, "tabs", click).await?;
    chain.agent.post("/interact", body.clone()).await?.ok()?;
    body["tab"] = json!(other.handle().await?);
    let reply = chain.agent.post("/interact", body).await?;
    ensure!(count(&other).await? == "0", "it is executed");
    fault(&reply, "bad_request")
}

async fn another_session(chain: &Chain) -> anyhow::Result<String> {
    let tab = chain.open(Page::html(PAGE)).await?;
    let click = r##"{"action": "click", "selector": "#one"}"##;
    let mut body = request(&tab, "shared", click).await?;
    chain.agent.post("/interact", body.clone()).await?.ok()?;
    body["session"] = json!("another");
    let answer = chain.agent.post("/interact", body).await?.ok()?;
    ensure!(answer["results"][0]["before"].is_null(), "{answer}");
    ensure!(count(&tab).await? == "2", "it is not executed");
    Ok("a key of its own".to_owned())
}

async fn unchanged(chain: &Chain) -> anyhow::Result<String> {
    let tab = chain.open(Page::html(PAGE)).await?;
    let click = r##"{"action": "click", "selector": "#one"}"##;
    for attempt in 0..5 {
        let mut body = request(&tab, "many", click).await?;
        body["timeoutMs"] = json!(5000 + attempt);
        let answer = chain.agent.post("/interact", body).await?.ok()?;
        let is_repeated = answer["results"][0]["before"] == true;
        ensure!(is_repeated == (attempt > 0), "{answer}");
    }
    ensure!(count(&tab).await? == "1", "it is executed again");
    Ok("executed once".to_owned())
}
