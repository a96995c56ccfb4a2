//! What is measured of one page: times in rounds, or texts once.

use crate::fresh;
use crate::kept::{self, Control};
use crate::profile;
use crate::rivals::Rivals;
use anyhow::Context;
use axlens_tests::series::Series;
use axlens_tests::stages::{EDIT, open, settled};
use axlens_tests::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// The rivals that are timed, in the order in which they are asked.
const RIVALS: [&str; 5] = [
    "playwright",
    "axtree",
    "chrome-devtools-mcp",
    "agent-browser",
    "agent-browser -i",
];

/// Ours, as an agent asks for it.
fn ours() -> Vec<(&'static str, Value)> {
    vec![
        ("lean", json!({"format": "lean"})),
        (
            "lean, interactive",
            json!({"format": "lean", "interactive_only": true}),
        ),
        ("outline", json!({"max_depth": 15})),
    ]
}

/// What a time is called whose page was edited just before.
pub fn edited(name: &str) -> String {
    format!("{name}, after an edit")
}

/// One page's numbers.
#[derive(Debug, Default)]
pub struct Measured {
    /// The page's file name.
    pub name: String,
    /// Elements in the document.
    pub elements: u64,
    /// Milliseconds by what was done.
    pub times: BTreeMap<String, Series>,
    /// Text lengths and tokens by who wrote it: characters, tokens, share of controls and of words
    /// kept.
    pub texts: BTreeMap<String, Text>,
    /// Controls on the page, and tokens of its `innerText`.
    pub controls: usize,
    /// Tokens of what people see.
    pub seen_tokens: usize,
    /// Where the page's main thread spends a query: milliseconds by function, most first.
    pub profile: Vec<(String, f64)>,
}

/// What one text costs and keeps.
#[derive(Debug, Default)]
pub struct Text {
    /// Characters.
    pub characters: usize,
    /// Tokens of o200k_base.
    pub tokens: usize,
    /// Share of controls kept.
    pub controls: f64,
    /// Share of visible words kept.
    pub words: f64,
    /// Changes of the page while it was made.
    pub changes: u64,
    /// The first few that were lost.
    pub lost: String,
}

/// Times of ours and theirs, alternating.
pub async fn times(
    chain: &Chain,
    rivals: &mut Rivals,
    page: &Path,
    rounds: usize,
) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        name: file_name(page),
        ..Measured::default()
    };
    let html = std::fs::read_to_string(page)?;
    fresh::firsts_of_rivals(chain, rivals, &html, &mut measured).await?;
    let (tab, url) = fresh::firsts(chain, &html, 2, &mut measured).await?;
    rounds_on(&tab, &url, rivals, rounds, &mut measured).await?;
    weigh_all(&tab, &url, rivals, &mut measured).await?;
    tab.close().await?;
    Ok(measured)
}

/// Our own stages of a `lean` snapshot, in a browser without rivals: the first, after an edit, and
/// of a page that reads as it did.
pub async fn stages(chain: &Chain, page: &Path, rounds: usize) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        name: file_name(page),
        ..Measured::default()
    };
    let html = std::fs::read_to_string(page)?;
    let (tab, _) = fresh::firsts(chain, &html, rounds, &mut measured).await?;
    for _ in 0..rounds {
        tab.evaluate(EDIT).await?;
        timed_observe(&tab, &mut measured, &edited("lean"), lean()).await?;
        timed_observe(&tab, &mut measured, "lean", lean()).await?;
    }
    tab.close().await?;
    Ok(measured)
}

/// The same, and where the recorder's time goes.
pub async fn profiled(chain: &Chain, page: &Path, rounds: usize) -> anyhow::Result<Measured> {
    let mut measured = stages(chain, page, rounds).await?;
    let html = std::fs::read_to_string(page)?;
    let tab = settled(chain, &chain.site.page(Page::html(html))).await?;
    for _ in 0..rounds {
        tab.evaluate(EDIT).await?;
        tab.observe(lean()).await?;
    }
    measured.profile = profile::of(&tab, rounds, lean()).await?;
    tab.close().await?;
    Ok(measured)
}

/// What an agent asks for.
pub fn lean() -> Value {
    json!({"format": "lean"})
}

async fn rounds_on(
    tab: &Tab,
    url: &str,
    rivals: &mut Rivals,
    rounds: usize,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    for round in 0..rounds {
        let delta = || json!({"format": "lean", "compression": "delta"});
        // What agent-browser wrote into the page is no part of the edit.
        tab.observe(lean()).await?;
        rivals.ask("edit", url).await?;
        timed_observe(tab, measured, &edited("lean"), lean()).await?;
        for (name, params) in ours() {
            timed_observe(tab, measured, name, params).await?;
        }
        tab.observe(delta()).await?;
        timed_observe(tab, measured, "delta", delta()).await?;
        rivals.ask("edit", url).await?;
        timed_observe(tab, measured, &edited("delta"), delta()).await?;
        for name in RIVALS {
            // The commands of agent-browser take long; two rounds of them say enough.
            if name.starts_with("agent") && round >= 2 {
                continue;
            }
            rivals.ask("edit", url).await?;
            note(measured, &edited(name), &rivals.ask(name, url).await?);
            note(measured, name, &rivals.ask(name, url).await?);
        }
        let floor = rivals.ask("floor", url).await?;
        push(measured, "floor, in the page", floor["inPage"].as_f64());
    }
    Ok(())
}

/// Texts of ours and theirs, with what they cost and keep.
pub async fn texts(chain: &Chain, rivals: &mut Rivals, page: &Path) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        name: file_name(page),
        ..Measured::default()
    };
    let url = chain.site.page(Page::html(std::fs::read_to_string(page)?));
    let tab = open(chain, &url).await?;
    tab.handle().await?;
    weigh_all(&tab, &url, rivals, &mut measured).await?;
    Ok(measured)
}

async fn weigh_all(
    tab: &Tab,
    url: &str,
    rivals: &mut Rivals,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    let truth = rivals.ask("truth", url).await?;
    let controls = controls_of(&truth)?;
    let seen = truth["innerText"].as_str().unwrap_or_default();
    measured.elements = truth["elements"].as_u64().unwrap_or(measured.elements);
    measured.controls = controls.len();
    measured.seen_tokens = tokens(seen);
    for (name, params) in ours() {
        rivals.ask("watch", url).await?;
        let answer = tab.observe(params).await?;
        let changes = rivals.ask("watched", url).await?;
        let mut text = weigh(answer["tree"].as_str().unwrap_or_default(), &controls, seen);
        text.changes = changes["changes"].as_u64().unwrap_or_default();
        measured.texts.insert(name.into(), text);
    }
    for name in [
        "playwright",
        "agent-browser",
        "agent-browser -i",
        "chrome-devtools-mcp",
    ] {
        rivals.ask("watch", url).await?;
        let answer = rivals.ask(name, url).await?;
        let changes = rivals.ask("watched", url).await?;
        let Some(text) = answer["text"].as_str() else {
            eprintln!("{}: {name}: {}", measured.name, answer["error"]);
            continue;
        };
        let mut text = weigh(text, &controls, seen);
        text.changes = changes["changes"].as_u64().unwrap_or_default();
        measured.texts.insert(name.into(), text);
    }
    Ok(())
}

fn weigh(text: &str, controls: &[Control], seen: &str) -> Text {
    let (kept_controls, lost_controls) = kept::controls(text, controls);
    let (kept_words, lost_words) = kept::words(text, seen);
    let first: Vec<String> = lost_controls
        .iter()
        .take(8)
        .map(|(role, name)| format!("{role} {name:?}"))
        .collect();
    Text {
        characters: text.chars().count(),
        tokens: tokens(text),
        controls: kept_controls,
        words: kept_words,
        changes: 0,
        lost: format!(
            "{} · {}",
            first.join(", "),
            lost_words
                .into_iter()
                .take(30)
                .collect::<Vec<_>>()
                .join(" ")
        ),
    }
}

/// A snapshot as an agent asks for it, with its stages.
pub async fn timed_observe(
    tab: &Tab,
    measured: &mut Measured,
    name: &str,
    mut params: Value,
) -> anyhow::Result<Value> {
    params["timings"] = json!(true);
    let start = Instant::now();
    let answer = tab.observe(params).await?;
    push(measured, name, Some(start.elapsed().as_secs_f64() * 1000.0));
    if let Some(stages) = answer["timings"].as_object() {
        for (stage, value) in stages {
            push(measured, &format!("{name}: {stage}"), value.as_f64());
        }
    }
    Ok(answer)
}

/// A text no longer than this says that there is nothing on the page: an answer that counts for
/// none, however quick.
const NOTHING: usize = 40;

/// What a rival took.
pub fn note(measured: &mut Measured, name: &str, answer: &Value) {
    let says_something = answer["text"]
        .as_str()
        .is_none_or(|text| text.len() > NOTHING);
    match answer["ms"].as_f64() {
        Some(time) if says_something => push(measured, name, Some(time)),
        _ => eprintln!("{}: {name}: {}", measured.name, answer),
    }
    push(
        measured,
        &format!("{name}: start of its process"),
        answer["start"].as_f64(),
    );
}

fn push(measured: &mut Measured, name: &str, value: Option<f64>) {
    if let Some(value) = value {
        measured
            .times
            .entry(name.to_string())
            .or_default()
            .0
            .push(value);
    }
}

fn controls_of(truth: &Value) -> anyhow::Result<Vec<Control>> {
    let all = truth["controls"]
        .as_array()
        .with_context(|| format!("no controls: {truth:.300}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    Ok(all
        .iter()
        .map(|control| (text(&control[0]), text(&control[1])))
        .collect())
}

fn tokens(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

fn file_name(page: &Path) -> String {
    page.file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
