//! Requests without a tab: what the answer says about the tab in front, and how long a request
//! waits for a browser that is starting.

use crate::http::browser::{SimulatedBrowser, page, start};
use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Method;
use axlens_server::queue::dispatch::{CONNECT_WAIT, STARTUP_WAIT};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// A browser with this tab in front, whose extension reads no page.
fn browser_with(tab: Value, fault: Value) -> (Rig, SimulatedExtension) {
    let rig = Rig::new();
    let extension = rig.simulate(move |query| match &query.method {
        Method::Tabs {} => json!({"ok": {"tabs": [tab]}}),
        _ => json!({"fault": fault}),
    });
    (rig, extension)
}

#[tokio::test(start_paused = true)]
async fn the_fault_of_a_tab_in_front_that_can_not_be_read_names_it() {
    let mut tab = chrome_tab(7, "chrome://newtab/");
    tab["title"] = json!("New\n\"Tab\"");
    let fault =
        json!({"error": "restricted_page", "message": "Extensions cannot read pages of Chrome."});
    let (rig, _extension) = browser_with(tab, fault);
    let fault = rig.observe(json!({})).await.fault(Code::RestrictedPage);
    assert_eq!(
        fault.message,
        r#"Tab 1 is in front: "New\n\"Tab\"" chrome://newtab/. Extensions cannot read pages of Chrome."#
    );
    assert!(fault.hint.contains("axlens tabs"), "{}", fault.hint);
    // A request that names the tab knows it.
    let fault = rig.observe(json!({"tab": 1})).await;
    let fault = fault.fault(Code::RestrictedPage);
    assert_eq!(fault.message, "Extensions cannot read pages of Chrome.");
}

#[tokio::test(start_paused = true)]
async fn an_action_without_a_tab_is_not_executed_in_a_tab_behind() {
    let mut tab = chrome_tab(7, "https://example.com/");
    tab["active"] = json!(false);
    let fault = json!({"error": "internal", "message": "No action was expected."});
    let (rig, _extension) = browser_with(tab, fault);
    let press = json!({"action": "press", "keys": "Enter"});
    let fault = rig.post("/interact", &press).await.fault(Code::TabNotFound);
    assert!(fault.message.contains("No tab is in front"), "{fault}");
    assert!(fault.hint.contains("axlens tabs"), "{}", fault.hint);
}

#[tokio::test(start_paused = true)]
async fn the_answer_says_if_it_is_of_a_tab_behind() {
    let (rig, browser) = (Rig::new(), SimulatedBrowser::new(page()));
    let _extension = rig.simulate(move |query| {
        let mut answer = browser.answer(query);
        answer["ok"]["tab"]["active"] = json!(false);
        answer
    });
    let answer = rig.observe(json!({})).await.ok();
    let hint = answer["hint"].as_str().unwrap_or_default();
    assert!(
        hint.contains("agents can't read") && hint.contains("tab 1"),
        "{answer}"
    );
    let named = rig.observe(json!({"tab": 1})).await.ok();
    assert_eq!(named.get("hint"), None);
}

#[tokio::test(start_paused = true)]
async fn an_empty_page_that_can_not_be_read_is_called_so() {
    let (rig, browser, _extension) = start(page());
    browser.change(|state| {
        state.url = "about:blank".to_owned();
        state.blank = true;
    });
    let answer = rig.observe(json!({})).await.ok();
    let hint = answer["hint"].as_str().unwrap_or_default();
    assert!(
        hint.contains("No extension can read about:blank"),
        "{answer}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_request_waits_for_a_browser_that_is_starting() {
    let (rig, browser) = (Rig::new(), SimulatedBrowser::new(page()));
    let waiting = rig.clone();
    let request = tokio::spawn(async move { waiting.observe(json!({})).await });
    tokio::task::yield_now().await;
    tokio::time::advance(STARTUP_WAIT - Duration::from_secs(1)).await;
    assert!(!request.is_finished());
    let extension = rig.simulate(move |query| browser.answer(query));
    request.await.expect("it ends").ok();
    // The limit of the request applies.
    drop(extension);
    let rig = Rig::new();
    let start = Instant::now();
    let reply = rig.observe(json!({"timeoutMs": 500})).await;
    reply.fault(Code::ExtensionDisconnected);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn later_a_request_fails_soon_without_a_browser() {
    let rig = Rig::new();
    tokio::time::advance(STARTUP_WAIT).await;
    let start = Instant::now();
    let reply = rig.observe(json!({})).await;
    reply.fault(Code::ExtensionDisconnected);
    assert_eq!(start.elapsed().as_secs(), CONNECT_WAIT.as_secs());
}
