//! The cost of reading a page, in counts instead of seconds. A test fails if a count is more than
//! 3 % larger than in `fixtures/counts.json`. After an intended change, `AXLENS_UPDATE=1` writes
//! the file.

use crate::agreement::comparison::documents;
use anyhow::Context as _;
use axlens_harness::{Tab, on_chain, shared};
use axlens_wasm_core::pace::Job;
use axlens_wasm_core::understand::{understand, understand_in};
use serde_json::{Map, Value, json};

const PAGES: [&str; 4] = ["dashboard", "plain", "shadow", "states"];
const FILE: &str = "counts.json";

/// Assigns an unchanged text to a text node: a mutation that does not change the other counts.
const EDIT: &str =
    "document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT).nextNode().data += ''; void 0";

/// The number of responses whose calls are counted.
const RESPONSES: usize = 5;

/// The allowed growth of a count. URLs and random numbers in a record differ in length.
const MAX_GROWTH: f64 = 0.03;

#[test]
fn reading_costs_no_more_than_before() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let mut counted = Map::new();
        for page in PAGES {
            let tab = chain.open_fixture(&format!("{page}.html")).await?;
            counted.insert(page.to_owned(), Value::Object(counts(&tab).await?));
        }
        let path = shared::workspace().join("fixtures").join(FILE);
        if std::env::var_os("AXLENS_UPDATE").is_some() {
            std::fs::write(&path, format!("{:#}\n", json!(counted)))?;
        }
        let stored: Value = serde_json::from_str(&shared::fixture(FILE)?)?;
        let grown: Vec<String> = counted
            .iter()
            .flat_map(|(page, now)| grown(page, &stored[page], now))
            .collect();
        assert!(grown.is_empty(), "{}", grown.join("\n"));
        Ok(())
    })
}

/// The counts of a page that are larger than the stored ones, or not stored.
fn grown(page: &str, stored: &Value, now: &Value) -> Vec<String> {
    let counts = now.as_object().into_iter().flatten();
    let over = counts.filter(|(name, now)| {
        let before = stored[name.as_str()].as_f64().unwrap_or(0.0);
        now.as_f64().unwrap_or(f64::MAX) > before * (1.0 + MAX_GROWTH)
    });
    over.map(|(name, now)| format!("{page}: {name} {} → {now}", stored[name.as_str()]))
        .collect()
}

async fn counts(tab: &Tab) -> anyhow::Result<Map<String, Value>> {
    let lean = json!({"format": "lean"});
    let calls = calls_without_change(tab).await?;
    let calls_after_edit = calls_after_edit(tab).await?;
    let lean = tab.observe(lean).await?;
    let outline = tab.observe(json!({"max_depth": 15})).await?;
    let (documents, _) = documents::read_documents(tab).await?;
    let records = documents.into_iter().map(|document| document.record);
    let records: Vec<String> = records.collect();
    let tree = |record: &String| understand(record).tree_json().len();
    let counts = json!({
        "calls in the recorder": calls,
        "calls in the recorder after an edit": calls_after_edit,
        "characters of the records": records.iter().map(|record| record.chars().count()).sum::<usize>(),
        "steps of the engine": records.iter().cloned().map(steps).sum::<usize>(),
        "bytes of the trees": records.iter().map(tree).sum::<usize>(),
        "bytes of lean": text(&lean).len(),
        "tokens of lean": lean["tokenEstimate"]["thisResponse"],
        "bytes of outline": text(&outline).len(),
        "tokens of outline": outline["tokenEstimate"]["thisResponse"],
    });
    Ok(counts.as_object().cloned().unwrap_or_default())
}

fn text(answer: &Value) -> &str {
    answer["tree"].as_str().unwrap_or_default()
}

/// How often functions of the recorder are called for a response to an unchanged page. They are a
/// measure of what it reads, because it reads the page only in its own functions. The least of some
/// counts, because the recorder pauses more often if another process delays it. The first response
/// does not count: V8 counts a function only from its second call on.
async fn calls_without_change(tab: &Tab) -> anyhow::Result<u64> {
    start_counting(tab).await?;
    calls_of_response(tab, "void 0").await?;
    let mut least = u64::MAX;
    for _ in 0..RESPONSES {
        least = least.min(calls_of_response(tab, "void 0").await?);
    }
    stop_counting(tab).await?;
    Ok(least)
}

/// The same after an edit. Each is the first of its document: from the times of several edits, the
/// recorder determines whether they are periodic, in more or fewer calls.
async fn calls_after_edit(tab: &Tab) -> anyhow::Result<u64> {
    let url = tab.evaluate("location.href").await?;
    let url = url.as_str().context("a URL")?;
    let mut least = u64::MAX;
    for _ in 0..RESPONSES {
        tab.goto(url).await?;
        start_counting(tab).await?;
        calls_of_response(tab, "void 0").await?;
        least = least.min(calls_of_response(tab, EDIT).await?);
        stop_counting(tab).await?;
    }
    Ok(least)
}

async fn start_counting(tab: &Tab) -> anyhow::Result<()> {
    tab.command("Profiler.enable", json!({})).await?;
    let counting = json!({"callCount": true, "detailed": false});
    tab.command("Profiler.startPreciseCoverage", counting)
        .await?;
    Ok(())
}

async fn stop_counting(tab: &Tab) -> anyhow::Result<()> {
    tab.command("Profiler.stopPreciseCoverage", json!({}))
        .await?;
    tab.command("Profiler.disable", json!({})).await?;
    Ok(())
}

/// The calls in the recorder since the last count, with one response. The script is executed before
/// it.
async fn calls_of_response(tab: &Tab, script: &str) -> anyhow::Result<u64> {
    tab.evaluate(script).await?;
    tab.observe(json!({"format": "lean"})).await?;
    let taken = tab
        .command("Profiler.takePreciseCoverage", json!({}))
        .await?;
    let scripts = taken["result"].as_array().into_iter().flatten();
    let recorder = scripts.filter(|script| {
        let url = script["url"].as_str().unwrap_or_default();
        url.starts_with("chrome-extension://")
            && (url.ends_with("/recorder.js") || url.ends_with("/text-diff.js"))
    });
    let functions =
        recorder.flat_map(|script| script["functions"].as_array().into_iter().flatten());
    Ok(functions
        .filter_map(|function| function["ranges"][0]["count"].as_u64())
        .sum())
}

/// The number of steps in which the engine processes a record.
fn steps(record: String) -> usize {
    let mut job = Job::new(async move |pace| understand_in(&record, &pace).await);
    // Each call executes one step.
    std::iter::repeat_with(|| job.advance(1))
        .take_while(Option::is_none)
        .count()
}
