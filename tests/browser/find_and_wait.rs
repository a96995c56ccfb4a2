//! `/find`, `/wait` and `/get` in a real browser.

mod find;
mod get;
mod get_source;
mod rows;
mod wait;

use anyhow::Context;
use axlens_harness::on_chain;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};

const PEOPLE: &str = "<title>People</title><h1>People</h1><h2>Old</h2>
<label for=f>Filter people</label> <input id=f placeholder='Name or city'>
<img src='data:,' alt='Portrait of Ada' width=10 height=10>
<abbr title='World Health Organization'>WHO</abbr>
<div data-testid=card><p>Inside the card</p></div>
<table aria-label=People>
<tr><td>Ada <b>Lovelace</b></td><td><button>Edit</button></td></tr>
<tr><td>Alan Turing</td><td><button>Edit</button></td></tr></table>
<div id=host></div><iframe srcdoc=\"<button title='In the frame'>Framed</button>\"></iframe>
<input type=password value=hunter2 aria-label=Secret>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<button data-test-id=deep>Shadowed</button>'</script>";

/// Opens a page in the browser that tests share, and runs a test on it.
fn on_page(
    html: &str,
    test: impl AsyncFnOnce(OpenPage<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(html)).await?;
        test(OpenPage { chain, tab }).await
    })
}

/// A page in a tab of its own. Requests use the tab and its session.
struct OpenPage<'a> {
    chain: &'a Chain,
    tab: Tab,
}

impl OpenPage<'_> {
    async fn post(&self, path: &str, mut body: Value) -> anyhow::Result<Reply> {
        body["session"] = json!(self.tab.name);
        body["tab"] = json!(self.tab.handle().await?);
        self.chain.agent.post(path, body).await
    }

    /// A request that must succeed.
    async fn post_ok(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let answer = self.post(path, body.clone()).await?.ok();
        answer.with_context(|| body.to_string())
    }

    async fn find(&self, criteria: Value) -> anyhow::Result<Value> {
        self.post_ok("/find", criteria).await
    }

    async fn wait(&self, condition: Value) -> anyhow::Result<Value> {
        self.post_ok("/wait", condition).await
    }

    async fn get(&self, fact: Value) -> anyhow::Result<Value> {
        self.post_ok("/get", fact).await
    }

    /// Executes an action on an element that a response has named.
    async fn act(&self, action: &str, uid: &Value) -> anyhow::Result<()> {
        let body = json!({"action": action, "uid": uid, "snapshot": "none"});
        self.post_ok("/interact", body).await.map(drop)
    }
}

/// The text of an answer's snapshot.
fn tree(answer: &Value) -> &str {
    answer["tree"].as_str().unwrap_or_default()
}
