//! A request with several actions: the user is asked once about all of them, and each has its own
//! entry in the audit log. What an action would do is compared with what the window showed.

use crate::permission::consent::target::wait_for_log_of;
use anyhow::{Context, ensure};
use axlens_harness::consent::none_open;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Tab, on_runtime};
use serde_json::{Value, json};

/// `change()` changes what the button does.
const PAGE: &str = "<!doctype html><title>Order</title><form id=form action='/a'>
<label>One <input id=one></label> <label>Two <input id=two></label>
<label>Code <input id=code type=password></label>
<button id=send>Send</button></form>
<script>
  let sent = [];
  form.addEventListener('submit', (event) => { event.preventDefault(); sent.push(form.action); });
  const change = () => { form.action = 'http://other.localhost/b'; };
</script>";

/// The actions of a request: two fields, a secret one, and the button.
async fn actions(tab: &Tab, text: &str) -> anyhow::Result<Vec<Value>> {
    let tree = tab.tree().await?;
    let uid = |name: &str| uid_of(&tree, &format!("\"{name}\""));
    Ok(vec![
        json!({"action": "fill", "uid": uid("One")?, "value": text}),
        json!({"action": "fill", "uid": uid("Two")?, "value": text}),
        json!({"action": "fill", "uid": uid("Code")?, "value": "s3cret-code"}),
        json!({"action": "click", "uid": uid("Send")?}),
    ])
}

/// Sends the actions in one request, and gives these answers to the prompts, each of which shows
/// this many steps.
pub async fn act(
    chain: &Chain,
    tab: &Tab,
    actions: Vec<Value>,
    prompts: &[(&str, usize)],
) -> anyhow::Result<Value> {
    let body = json!({"actions": actions, "session": tab.name, "timeoutMs": 30_000});
    let agent = chain.agent.clone();
    let request = tokio::spawn(async move { agent.post("/interact", body).await });
    for (answer, steps) in prompts {
        let window = ConsentWindow::armed(&chain.browser).await?;
        let content = window.evaluate("document.querySelectorAll('.step').length");
        ensure!(
            content.await? == json!(steps),
            "{}",
            window.text("content").await?
        );
        window.answer(&chain.browser, answer).await?;
    }
    let reply = request.await??;
    none_open(&chain.browser).await?;
    Ok(reply.body)
}

async fn values(tab: &Tab) -> anyhow::Result<Value> {
    tab.evaluate("[one.value, two.value, code.value.length, sent.length]")
        .await
}

#[test]
fn one_answer_allows_all_actions_of_a_request() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let once = act(&chain, &tab, actions(&tab, "a").await?, &[("once", 4)]).await?;
        ensure!(once["error"].is_null(), "{once:#}");
        ensure!(values(&tab).await? == json!(["a", "a", 11, 1]), "{once:#}");
        // It is valid for this request alone.
        let denied = act(&chain, &tab, actions(&tab, "b").await?, &[("deny", 4)]).await?;
        ensure!(denied["error"] == "permission_denied", "{denied:#}");
        ensure!(
            values(&tab).await? == json!(["a", "a", 11, 1]),
            "{denied:#}"
        );
        let expected = [
            ("changed", "allowed_once"),
            ("changed", "allowed_once"),
            ("done", "allowed_once"),
            ("permission_denied", "denied"),
        ];
        wait_for_log_of(&chain, "interact:fill", &expected).await
    })
}

#[test]
fn a_step_that_loads_a_page_in_the_frame_of_another_site_is_a_question_of_its_own()
-> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let to = chain.site.page(Page::html("<title>Elsewhere</title>"));
        let frame = chain.site.alone("other", Page::html("<p>Other"));
        let html = format!(
            "<label>One <input></label><a href='{to}' target=inner>Lead</a>\
             <iframe name=inner src='{frame}'></iframe>"
        );
        let tab = chain.open(Page::html(html)).await?;
        let tree = tab.tree().await?;
        let actions = vec![
            json!({"action": "fill", "uid": uid_of(&tree, "One")?, "value": "a"}),
            json!({"action": "click", "uid": uid_of(&tree, "Lead")?}),
        ];
        let done = act(&chain, &tab, actions, &[("once", 1), ("once", 1)]).await?;
        ensure!(done["error"].is_null(), "{done:#}");
        Ok(())
    })
}

#[test]
fn a_site_that_is_allowed_in_a_list_is_not_asked_about_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let site = act(&chain, &tab, actions(&tab, "a").await?, &[("site", 4)]).await?;
        ensure!(site["error"].is_null(), "{site:#}");
        let again = act(&chain, &tab, actions(&tab, "b").await?, &[]).await?;
        ensure!(again["error"].is_null(), "{again:#}");
        ensure!(values(&tab).await? == json!(["b", "b", 11, 2]), "{again:#}");
        Ok(())
    })
}

#[test]
fn the_window_shows_each_step_and_no_secret() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let mut actions = actions(&tab, "a parcel").await?;
        actions.push(json!({"action": "press", "keys": "Tab"}));
        let body = json!({"actions": actions, "session": tab.name, "timeoutMs": 30_000});
        let agent = chain.agent.clone();
        let request = tokio::spawn(async move { agent.post("/interact", body).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        let content = window.text("content").await?;
        for part in ["a parcel", "\"Send\"", "\"Code\"", "not shown yet: 1."] {
            ensure!(content.contains(part), "{part} is not in\n{content}");
        }
        let site = chain.site.origin();
        let without_port = content.replace(site, "");
        ensure!(
            !content.contains("s3cret") && !without_port.contains("11"),
            "{content}"
        );
        let button = window.text("once").await?;
        ensure!(button == "Allow these 4 actions", "{button}");
        window.answer(&chain.browser, "deny").await?;
        request.await??;
        none_open(&chain.browser).await
    })
}

/// The last of many actions are folded, and the answers stay where they are.
#[test]
fn many_actions_are_folded_and_no_answer_moves() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let one = actions(&tab, "a").await?.swap_remove(0);
        let other = |at: usize| {
            let mut other = one.clone();
            other["value"] = json!(format!("a{at}"));
            other
        };
        let actions: Vec<Value> = (0..10).map(other).collect();
        let body = json!({"actions": actions, "session": tab.name, "timeoutMs": 30_000});
        let agent = chain.agent.clone();
        let request = tokio::spawn(async move { agent.post("/interact", body).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        let steps = "[document.querySelectorAll('#steps > .step').length, \
            document.querySelectorAll('.step').length, \
            document.querySelector('.more-steps summary').textContent]";
        let counts = window.evaluate(steps).await?;
        ensure!(counts == json!([8, 10, "and 2 more actions"]), "{counts}");
        let places = "['deny', 'once', 'site', 'wider'].map((value) => \
            document.querySelector(`button[value=${value}]`).getBoundingClientRect().top)";
        let before = window.evaluate(places).await?;
        for change in [
            "document.querySelector('.more-steps details').open = true",
            "document.querySelector('#wide').hidden = false",
        ] {
            window.evaluate(change).await?;
            let after = window.evaluate(places).await?;
            ensure!(after == before, "{change}: {before} {after}");
        }
        window.answer(&chain.browser, "deny").await?;
        request.await??;
        none_open(&chain.browser).await
    })
}

/// The page changes the address of the form while the fields are filled.
#[test]
fn a_step_that_would_do_something_else_is_asked_about_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let change = "two.addEventListener('input', change); 0";
        tab.evaluate(change).await?;
        let prompts = [("once", 4), ("deny", 1)];
        let stopped = act(&chain, &tab, actions(&tab, "a").await?, &prompts).await?;
        let failed = stopped["error"].as_str().context("an error")?;
        ensure!(failed == "permission_denied", "{stopped:#}");
        ensure!(
            values(&tab).await? == json!(["a", "a", 11, 0]),
            "{stopped:#}"
        );
        Ok(())
    })
}

/// The page changes the button itself: the element is not the one that the window showed.
#[test]
fn a_step_whose_element_changes_is_not_executed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let change = "two.addEventListener('input', () => { send.textContent = 'Delete all'; }); 0";
        tab.evaluate(change).await?;
        let stopped = act(&chain, &tab, actions(&tab, "a").await?, &[("once", 4)]).await?;
        ensure!(stopped["error"] == "changed_uid", "{stopped:#}");
        ensure!(
            values(&tab).await? == json!(["a", "a", 11, 0]),
            "{stopped:#}"
        );
        Ok(())
    })
}
