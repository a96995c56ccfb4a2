//! The recorder reuses the unchanged parts of a page. A page that is read after each of its changes
//! must give the same text as a page that is read after all of them.

use crate::agreement::comparison::documents;
use axlens_harness::tab::text;
use axlens_harness::{Page, Tab, on_chain};
use serde_json::{Value, json};
use std::ops::Range;

const CHANGES: u32 = 120;
/// The two pages are compared after this number of changes.
const INTERVAL: u32 = 15;

/// The response text without uids. Uids depend on earlier snapshots.
async fn text_of(tab: &Tab) -> anyhow::Result<String> {
    let lean = json!({"format": "lean", "max_tokens": 100_000});
    let answer = tab.observe(lean).await?;
    let elements = &answer["header"]["elements"];
    let whole = format!("elements: {elements}\n{}", text(&answer));
    let bare = |line: &str| {
        let uid = line.trim_start().split(' ').next().unwrap_or_default();
        let is_uid = uid.chars().all(|char| char.is_ascii_digit() || char == '.');
        line.replacen(if is_uid { uid } else { "" }, "", 1)
    };
    Ok(whole.lines().map(bare).collect::<Vec<_>>().join("\n"))
}

/// The estimated size of a `query_dom` response of the page.
async fn listing_bytes(tab: &Tab) -> anyhow::Result<Value> {
    let (documents, _) = documents::read_documents(tab).await?;
    let head = documents[0].record.split('\u{1d}').next();
    let head: Value = serde_json::from_str(head.unwrap_or_default())?;
    Ok(head["queryDomBytes"].clone())
}

#[test]
fn reading_after_every_change_equals_reading_at_the_end() -> anyhow::Result<()> {
    reading_often_equals_reading_once(0..1)
}

#[test]
#[ignore = "full: long sequences"]
fn reading_after_every_change_equals_reading_at_the_end_with_other_seeds() -> anyhow::Result<()> {
    reading_often_equals_reading_once(1..3)
}

fn reading_often_equals_reading_once(seeds: Range<u32>) -> anyhow::Result<()> {
    on_chain(async |chain| {
        for seed in seeds {
            let often = chain.open_fixture("changing.html").await?;
            for number in 0..CHANGES {
                often
                    .evaluate(&format!("change({seed}, {number}); void 0"))
                    .await?;
                let now = text_of(&often).await?;
                if number % INTERVAL != INTERVAL - 1 {
                    continue;
                }
                let once = chain.open_fixture("changing.html").await?;
                let all = format!("for (let n = 0; n <= {number}; n++) change({seed}, n); void 0");
                once.evaluate(&all).await?;
                assert_eq!(
                    now,
                    text_of(&once).await?,
                    "seed {seed}, after {number} changes"
                );
                assert_eq!(listing_bytes(&often).await?, listing_bytes(&once).await?);
                once.close().await?;
            }
        }
        Ok(())
    })
}

#[test]
fn the_old_value_of_a_field_is_dropped_when_it_becomes_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html(
            "<!doctype html><title>Secret</title><label>Word <input id=word></label><p id=other>Other</p>",
        );
        let tab = chain.open(page).await?;
        tab.evaluate("word.value = 'opensesame'; void 0").await?;
        assert!(text_of(&tab).await?.contains("opensesame"));
        tab.evaluate("word.type = 'password'; void 0").await?;
        text_of(&tab).await?;
        tab.evaluate("other.textContent = 'Another'; void 0")
            .await?;
        assert!(text_of(&tab).await?.contains("Another"));
        let (documents, _) = documents::read_documents(&tab).await?;
        assert!(
            documents
                .iter()
                .all(|document| !document.record.contains("opensesame"))
        );
        Ok(())
    })
}

const AWAY: &str = "<!doctype html><html lang=en><title>Away</title>
    <div id=home><p id=moved><b>Before</b></p></div><div lang=fr id=abroad></div><q id=quoted>Quoted</q>
    <div contenteditable id=editor>Written <svg width=9 height=9 role=img aria-label=Drawing><path d='M0 0'/></svg></div>
    <p id=odd>Plain</p><p id=other>Other</p><iframe id=frame srcdoc='<p id=inner>Inner <input aria-label=Field value=held></p>'></iframe>";

/// Scripts that run one after the other without a request between them, and the text that they add.
const TASKS: [(&[&str], &str); 6] = [
    (
        &[
            "window.away = moved; moved.remove()",
            "away.firstChild.textContent = 'Changed while away'",
            "home.append(away)",
        ],
        "Changed while away",
    ),
    (&["abroad.append(quoted)"], "«Quoted»"),
    (&["odd.textContent = 'x\\u001ey'"], "x\u{fffd}y"),
    (
        &["odd.textContent = 'z'", "other.textContent = 'x\\u001ey'"],
        "x\u{fffd}y",
    ),
    (
        &["home.append(document.adoptNode(frame.contentDocument.querySelector('#inner')))"],
        "=\"held\"",
    ),
    (
        &[
            "home.querySelector('input').value = 'given'",
            "home.querySelector('#inner').firstChild.data = 'Adopted'",
        ],
        "Adopted",
    ),
];

#[test]
fn changes_between_two_requests_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(AWAY)).await?;
        tab.wait_for("frame.contentDocument?.querySelector('input') !== null")
            .await?;
        assert!(text_of(&tab).await?.contains("\"Drawing\""));
        for (tasks, expected) in TASKS {
            for task in tasks {
                tab.evaluate(&format!("{task}; void 0")).await?;
            }
            let now = text_of(&tab).await?;
            assert!(
                now.contains(expected),
                "{expected} after {tasks:?} in\n{now}"
            );
        }
        Ok(())
    })
}
