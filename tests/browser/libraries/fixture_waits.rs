//! Clicks and fills on the fixtures, while waits are measured: pages without a library.

use crate::libraries::library_page::LibraryPage;
use crate::libraries::waits::{self, WaitLog, on_measured_chain};
use axlens_harness::Chain;
use serde_json::{Value, json};

/// The fixtures without a clock or the like, whose changes would be taken for reactions.
const FIXTURES: [&str; 9] = [
    "shop",
    "login",
    "plain",
    "plain-controls",
    "states",
    "generated",
    "shadow",
    "small-page",
    "widgets",
];
/// What is done to which elements of a fixture, to at most `MAX_EACH` of each kind.
const ACTIONS: [(&str, &str); 6] = [
    ("button", r#"{"action": "click"}"#),
    ("summary", r#"{"action": "click"}"#),
    ("a[href^='#']", r#"{"action": "click"}"#),
    (
        "[role=tab], [role=switch], [role=option], [role=treeitem]",
        r#"{"action": "click"}"#,
    ),
    (
        "input[type=checkbox], input[type=radio]",
        r#"{"action": "click"}"#,
    ),
    (
        "input:not([type]), input[type=text], textarea",
        r#"{"action": "fill", "value": "Ada"}"#,
    ),
];
const MAX_EACH: u64 = 6;

#[test]
#[ignore = "full: measurements"]
fn actions_on_fixtures_are_measured() -> anyhow::Result<()> {
    if waits::file().is_none() {
        return Ok(());
    }
    on_measured_chain(async |chain| {
        for fixture in FIXTURES {
            for (selector, action) in ACTIONS {
                act_on_each(chain, fixture, selector, action).await?;
            }
        }
        Ok(())
    })
}

async fn act_on_each(
    chain: &Chain,
    fixture: &str,
    selector: &str,
    action: &str,
) -> anyhow::Result<()> {
    let tab = chain.open_fixture(&format!("{fixture}.html")).await?;
    let waits = WaitLog::of_page(chain, &tab).await?;
    let page = LibraryPage::measured(chain, tab, waits);
    let count = format!("document.querySelectorAll(`{selector}`).length");
    let count = page
        .tab
        .evaluate(&count)
        .await?
        .as_u64()
        .unwrap_or_default();
    for nth in 1..=count.min(MAX_EACH) {
        let mut body: Value = serde_json::from_str(action)?;
        body["selector"] = json!(selector);
        body["nth"] = json!(nth);
        // An action that is not possible is not measured.
        page.act("", body).await?;
    }
    page.tab.close().await
}
