//! Where the element of an action is verified, and how many queries that takes.

use crate::http::elements::interact::{done, highlight, interact, open_page, received, renamed};
use axlens_protocol::Code;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};

#[tokio::test(start_paused = true)]
async fn a_click_needs_one_read_before_and_one_after_it() {
    let (rig, page, acts, _extension) = open_page(renamed).await;
    page.take_queries();
    let reply = interact(&rig, json!({"action": "click", "uid": 5}))
        .await
        .ok();
    assert_eq!(reply["delta"], "changes", "{reply}");
    assert_eq!(page.take_queries().len(), 2, "the answer is not read again");
    assert!(received(&acts)[0].verified_in.is_some());
}

#[tokio::test(start_paused = true)]
async fn an_element_in_a_tree_that_is_outdated_is_verified_by_a_query() {
    // Another agent has read the page before the first attempt.
    let is_repeated = AtomicBool::new(false);
    let (rig, _page, acts, _extension) =
        open_page(
            move |_, _| match is_repeated.swap(true, Ordering::Relaxed) {
                true => done(),
                false => json!({"ok": {"refused": {"why": "changed"}}}),
            },
        )
        .await;
    interact(&rig, json!({"action": "click", "uid": 5}))
        .await
        .ok();
    let [first, second] = &received(&acts)[..] else {
        panic!("{acts:?}");
    };
    assert!(first.verified_in.is_some() && second.verified_in.is_some());
    // The row became another one in between.
    let (rig, _page, acts, _extension) = open_page(|page, _| {
        page.change(|state| state.first_row = ("Mallory", 99));
        json!({"ok": {"refused": {"why": "changed"}}})
    })
    .await;
    let click = interact(&rig, json!({"action": "click", "uid": 5})).await;
    click.fault(Code::ChangedUid);
    assert_eq!(received(&acts).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_button_with_another_label_is_not_acted_on() {
    let (rig, page, acts, _extension) = open_page(|_, _| done()).await;
    page.change(|state| state.button.1 = "Undelete");
    let fault = highlight(&rig, "5").await.fault(Code::ChangedUid);
    assert!(fault.message.contains("button \"Undelete\""), "{fault}");
    assert!(received(&acts).is_empty());
    let seen = fault.seen.expect("the fault has it");
    let again = json!({"action": "highlight", "uid": 5, "seen": seen});
    interact(&rig, again).await.ok();
    assert_eq!(received(&acts).len(), 1);
}
