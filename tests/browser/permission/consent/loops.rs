//! Loops: the user is asked once, about all rounds that are known, and again about what was not
//! shown.

use crate::permission::consent::lists::act;
use anyhow::ensure;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Tab, on_runtime};
use serde_json::{Value, json};

/// A form that loads its page again. `change` in the session's storage is executed there.
const GUESTS: &str = "<title>Guests</title><h1>Guests</h1><form method=get>
<label>Name <input name=n></label><button id=add>Add</button></form>
<button id=more onclick='clicks++'>More</button>
<script>
  let clicks = 0;
  const sent = new URLSearchParams(location.search).getAll('n');
  sessionStorage.sent = JSON.stringify(JSON.parse(sessionStorage.sent ?? '[]').concat(sent));
  if (sent.length) new Function(sessionStorage.change ?? '')();
</script>";

const NAMES: [&str; 3] = ["Ada", "Bob", "Cleo"];

async fn sent(tab: &Tab) -> anyhow::Result<Value> {
    tab.evaluate("JSON.parse(sessionStorage.sent)").await
}

/// Fills and sends the form for each name.
async fn add_all(tab: &Tab, button: Value) -> anyhow::Result<Vec<Value>> {
    let tree = tab.tree().await?;
    let mut click = button;
    click["action"] = json!("click");
    let rows = NAMES.map(|name| json!({"name": name}));
    Ok(vec![json!({"for": {"rows": rows}, "do": [
        {"action": "fill", "uid": uid_of(&tree, "\"Name\"")?, "value": "$name"},
        click,
    ]})])
}

#[test]
fn one_answer_allows_all_rounds_also_on_pages_that_are_loaded_in_between() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(GUESTS)).await?;
        let add = json!({"uid": uid_of(&tab.tree().await?, "\"Add\"")?});
        let actions = add_all(&tab, add).await?;
        let done = act(&chain, &tab, actions.clone(), &[("once", 6)]).await?;
        ensure!(done["error"].is_null(), "{done:#}");
        ensure!(sent(&tab).await? == json!(NAMES), "{done:#}");
        // It is valid for this request alone.
        let denied = act(&chain, &tab, actions, &[("deny", 6)]).await?;
        ensure!(denied["error"] == "permission_denied", "{denied:#}");
        ensure!(sent(&tab).await? == json!(NAMES), "{denied:#}");
        Ok(())
    })
}

#[test]
fn what_a_later_round_would_do_otherwise_is_asked_about_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        for change in [
            "add.textContent = 'Delete all'",
            "document.forms[0].action = 'http://other.localhost/b'",
        ] {
            let tab = chain.open(Page::html(GUESTS)).await?;
            let store = format!("sessionStorage.change = {}; 0", json!(change));
            tab.evaluate(&store).await?;
            let actions = add_all(&tab, json!({"selector": "#add"})).await?;
            let prompts = [("once", 6), ("deny", 3)];
            let stopped = act(&chain, &tab, actions, &prompts).await?;
            ensure!(stopped["error"] == "permission_denied", "{stopped:#}");
            ensure!(sent(&tab).await? == json!(["Ada"]), "{change}: {stopped:#}");
        }
        Ok(())
    })
}

#[test]
fn equal_actions_of_rounds_are_one_step_of_the_window() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(GUESTS)).await?;
        let more = uid_of(&tab.tree().await?, "\"More\"")?;
        let actions = json!([
            {"let": "more", "from": {"find": {"role": "button", "name": "More"}}},
            {"for": {"times": 4}, "do": [
                {"unless": {"find": {"name": "None"}}, "then": [
                    {"action": "click", "uid": "$more"},
                ]},
            ]},
            {"action": "press", "uid": more, "keys": "Tab"},
        ]);
        let body = json!({"actions": actions, "session": tab.name, "timeoutMs": 30_000});
        let agent = chain.agent.clone();
        let request = tokio::spawn(async move { agent.post("/interact", body).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        let content = window.text("content").await?;
        ensure!(content.contains("Up to 4 times"), "{content}");
        let button = window.text("once").await?;
        ensure!(button == "Allow these 5 actions", "{button}");
        window.answer(&chain.browser, "once").await?;
        let reply = request.await??;
        ensure!(reply.body["error"].is_null(), "{:#}", reply.body);
        ensure!(
            tab.evaluate("clicks").await? == json!(4),
            "{:#}",
            reply.body
        );
        Ok(())
    })
}

/// An agent goes through a list of pages.
#[test]
fn pages_that_a_loop_opens_are_asked_about_together() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(GUESTS)).await?;
        let page = |at: usize| {
            let html = format!(
                "<title>{at}</title><button onclick='localStorage.liked += {at}'>Like</button>"
            );
            json!({"url": chain.site.page(Page::html(html))})
        };
        tab.evaluate("localStorage.liked = ''; 0").await?;
        let rows: Vec<Value> = (2..5).map(page).collect();
        let actions = vec![json!({"for": {"rows": rows}, "do": [
            {"action": "navigate", "url": "$url"},
            {"action": "click", "selector": "text=Like"},
        ]})];
        // The first page determines which element each click has.
        let done = act(&chain, &tab, actions, &[("once", 3), ("once", 1)]).await?;
        ensure!(done["error"].is_null(), "{done:#}");
        ensure!(
            tab.evaluate("localStorage.liked").await? == "234",
            "{done:#}"
        );
        Ok(())
    })
}

/// A page leads to one of another site that has the same button.
#[test]
fn the_same_button_of_another_site_is_asked_about_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let other = chain
            .site
            .alone("other", Page::html("<button>Continue</button>"));
        let html = format!("<form action='{other}'><button>Continue</button></form>");
        let tab = chain.open(Page::html(html)).await?;
        let actions = vec![json!({"for": {"times": 3}, "do": [
            {"action": "click", "selector": "text=Continue"},
        ]})];
        let prompts = [("once", 1), ("deny", 1)];
        let stopped = act(&chain, &tab, actions, &prompts).await?;
        ensure!(stopped["error"] == "permission_denied", "{stopped:#}");
        Ok(())
    })
}

#[test]
fn pages_of_rows_are_asked_about_together() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let html = "<ul id=list></ul><button id=more>More</button><input aria-label=Name>
            <script>
              more.onclick = () => {
                const count = list.children.length;
                for (let n = count; n < count + 2; n++) list.innerHTML += `<li>Item ${n}</li>`;
                more.disabled = count >= 4;
              };
              more.onclick();
            </script>";
        let tab = chain.open(Page::html(html)).await?;
        let name = uid_of(&tab.tree().await?, "\"Name\"")?;
        let actions = vec![
            json!({"action": "fill", "uid": name, "value": "x"}),
            json!({"collect": {"what": "rows"}, "pages": 9,
                "next": {"action": "click", "selector": "text=More"}}),
        ];
        let done = act(&chain, &tab, actions, &[("once", 2)]).await?;
        let rows = done["results"][3]["collect"]["rows"].as_array();
        ensure!(rows.is_some_and(|rows| rows.len() == 6), "{done:#}");
        Ok(())
    })
}
