//! Real pages, from the folder next to the checkout.

use crate::reading::selectors;
use axlens_harness::shared::Extent;
use axlens_harness::tab::text;
use axlens_harness::{Chain, Page, on_chain, shared};
use serde_json::{Value, json};
use std::path::Path;

#[test]
fn every_selector_of_a_real_page_matches_its_element() -> anyhow::Result<()> {
    selectors_match(Extent::Sample)
}

#[test]
#[ignore = "full: every real page"]
fn every_selector_of_every_real_page_matches_its_element() -> anyhow::Result<()> {
    selectors_match(Extent::All)
}

fn selectors_match(extent: Extent) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let Some(folder) = shared::reference("pages") else {
            return Ok(());
        };
        let names = extent.pages(&folder)?;
        assert!(extent == Extent::Sample || names.len() >= 18);
        assert!(!names.is_empty());
        for path in names {
            let what = path.display().to_string();
            let body = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let tab = chain.open(Page::html(body)).await?;
            let answer = tab.observe(json!({})).await?;
            let tree = text(&answer);
            assert!(
                tree.lines().count() > 3 && tree.len() <= 50 * 1024,
                "{what}: {} bytes\n{tree:.500}",
                tree.len()
            );
            selectors::check(&tab, &what).await?;
            let lean = tab.observe(json!({"format": "lean"})).await?;
            assert!(text(&lean).lines().count() > 3, "{what}");
            tab.close().await?;
        }
        Ok(())
    })
}

/// The maximum size of a compacted text, in percent of the characters of the whole text.
const MAX_COMPACTED: usize = 70;

#[test]
fn compaction_saves_thirty_percent_of_a_real_page_and_keeps_its_ids() -> anyhow::Result<()> {
    compaction_saves_thirty_percent(Extent::Sample)
}

#[test]
#[ignore = "full: every real page"]
fn compaction_saves_thirty_percent_of_every_real_page_and_keeps_its_ids() -> anyhow::Result<()> {
    compaction_saves_thirty_percent(Extent::All)
}

fn compaction_saves_thirty_percent(extent: Extent) -> anyhow::Result<()> {
    on_chain(async |chain| {
        let Some(folder) = shared::reference("pages") else {
            return Ok(());
        };
        for path in extent.pages(&folder)? {
            let [plain, compact, again] = before_and_after(chain, &path).await?;
            let what = path.file_name().unwrap_or_default().display();
            let (long, short) = (text(&plain), text(&compact));
            let share = short.chars().count() * 100 / long.chars().count();
            eprintln!(
                "{what}: compacted to {share} % of {} characters",
                long.len()
            );
            let (all, kept, still) = (ids(&plain), ids(&compact), ids(&again));
            // An id is not lost if the page itself has removed its element.
            let missing = |id: &&String| !kept.contains(*id) && still.contains(*id);
            let lost: Vec<&String> = all.iter().filter(missing).collect();
            assert!(lost.is_empty(), "{what}: {lost:?} are lost");
            // If the format's limit truncates both texts, the compacted one has more of the page.
            let fits = !long.contains("more nodes truncated");
            assert!(
                share < MAX_COMPACTED || !fits && kept.len() * MAX_COMPACTED > all.len() * 100,
                "{what}: {share} %, {} ids of {}\n{short:.2000}",
                kept.len(),
                all.len()
            );
        }
        Ok(())
    })
}

/// Three responses: without compaction, with it, and without it again.
async fn before_and_after(chain: &Chain, path: &Path) -> anyhow::Result<[Value; 3]> {
    let body = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let tab = chain.open(Page::html(body)).await?;
    // The maximum depth, so that both show the same part of the page.
    let whole = json!({"max_depth": 15});
    let plain = tab.observe(whole.clone()).await?;
    let compact = tab
        .observe(json!({"max_depth": 15, "compact": true}))
        .await?;
    let again = tab.observe(whole).await?;
    tab.close().await?;
    Ok([plain, compact, again])
}

fn ids(answer: &Value) -> Vec<String> {
    let map = answer["uidMap"].as_object();
    map.into_iter()
        .flat_map(|map| map.keys().cloned())
        .collect()
}
