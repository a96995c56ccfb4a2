//! Measures one page: times in rounds, or texts once.

use crate::fresh;
use crate::measured::{Measured, Text, edited, lean, note, push, timed_observe};
use crate::other_tools::{self, OtherTools, READING};
use crate::profile;
use crate::retained::{self, Control};
use anyhow::Context;
use axlens_bench::stages::{EDIT, open, settled};
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};
use std::path::Path;

/// Ours, as an agent asks for it.
pub fn ours() -> Vec<(&'static str, Value)> {
    vec![
        ("lean", json!({"format": "lean"})),
        (
            "lean, interactive",
            json!({"format": "lean", "interactive_only": true}),
        ),
        ("outline", json!({"max_depth": 15})),
    ]
}

/// Times of ours and theirs, alternating.
pub async fn times(
    chain: &Chain,
    tools: &mut OtherTools,
    page: &Path,
    rounds: usize,
) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        name: file_name(page),
        ..Measured::default()
    };
    let html = std::fs::read_to_string(page)?;
    fresh::firsts_of_other_tools(chain, tools, &html, &mut measured).await?;
    let (tab, url) = fresh::firsts(chain, &html, 2, &mut measured).await?;
    rounds_on(&tab, &url, tools, rounds, &mut measured).await?;
    weigh_all(&tab, &url, tools, &mut measured).await?;
    tab.close().await?;
    Ok(measured)
}

/// Our own stages of a `lean` snapshot, in a browser without other tools: the first, after an edit,
/// and of an unchanged page.
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

/// Like [`stages`], with a profile of the recorder.
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

async fn rounds_on(
    tab: &Tab,
    url: &str,
    tools: &mut OtherTools,
    rounds: usize,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    for round in 0..rounds {
        let delta = || json!({"format": "lean", "compression": "delta"});
        // What agent-browser wrote into the page is no part of the edit.
        tab.observe(lean()).await?;
        tools.ask("edit", url).await?;
        timed_observe(tab, measured, &edited("lean"), lean()).await?;
        for (name, params) in ours() {
            timed_observe(tab, measured, name, params).await?;
        }
        tab.observe(delta()).await?;
        timed_observe(tab, measured, "delta", delta()).await?;
        tools.ask("edit", url).await?;
        timed_observe(tab, measured, &edited("delta"), delta()).await?;
        for name in READING {
            // The commands of agent-browser are slow; two rounds are sufficient.
            if name.starts_with("agent") && round >= 2 {
                continue;
            }
            tools.ask("edit", url).await?;
            note(measured, &edited(name), &tools.ask(name, url).await?);
            note(measured, name, &tools.ask(name, url).await?);
        }
        let floor = tools.ask("floor", url).await?;
        push(measured, "floor, in the page", floor["inPage"].as_f64());
    }
    Ok(())
}

/// The texts of Axlens and of the other tools, with their tokens and their content.
pub async fn texts(chain: &Chain, tools: &mut OtherTools, page: &Path) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        name: file_name(page),
        ..Measured::default()
    };
    let url = chain.site.page(Page::html(std::fs::read_to_string(page)?));
    let tab = open(chain, &url).await?;
    tab.handle().await?;
    weigh_all(&tab, &url, tools, &mut measured).await?;
    Ok(measured)
}

async fn weigh_all(
    tab: &Tab,
    url: &str,
    tools: &mut OtherTools,
    measured: &mut Measured,
) -> anyhow::Result<()> {
    let truth = tools.ask("truth", url).await?;
    let controls = controls_of(&truth)?;
    let seen = truth["innerText"].as_str().unwrap_or_default();
    measured.elements = truth["elements"].as_u64().unwrap_or(measured.elements);
    measured.controls = controls.len();
    measured.seen_tokens = tokens(seen);
    for (name, params) in ours() {
        tools.ask("watch", url).await?;
        let answer = tab.observe(params).await?;
        let changes = tools.ask("watched", url).await?;
        let mut text = weigh(answer["tree"].as_str().unwrap_or_default(), &controls, seen);
        text.changes = changes["changes"].as_u64().unwrap_or_default();
        measured.texts.insert(name.into(), text);
    }
    for name in other_tools::texts() {
        tools.ask("watch", url).await?;
        let answer = tools.ask(name, url).await?;
        let changes = tools.ask("watched", url).await?;
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
    let (kept_controls, lost_controls) = retained::controls(text, controls);
    let (kept_words, lost_words) = retained::words(text, seen);
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
