//! One page's numbers, and the questions that they come from.

use axlens_bench::series::Series;
use axlens_harness::Tab;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;

/// The name of a time that is measured immediately after an edit of the page.
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
    /// Milliseconds by step.
    pub times: BTreeMap<String, Series>,
    /// Text lengths and tokens by who wrote it: characters, tokens, share of controls and of words
    /// kept.
    pub texts: BTreeMap<String, Text>,
    /// Controls on the page, and tokens of its `innerText`.
    pub controls: usize,
    /// Tokens of what people see.
    pub seen_tokens: usize,
    /// The time of a query in the page's main thread: milliseconds by function, in descending
    /// order.
    pub profile: Vec<(String, f64)>,
}

/// The tokens of one text, and the content that it contains.
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

/// The request of an agent.
pub fn lean() -> Value {
    json!({"format": "lean"})
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

/// Maximum length of a text that reports an empty page. Such an answer does not count, regardless
/// of its time.
const NOTHING: usize = 40;

/// What another tool took.
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

/// One more number.
pub fn push(measured: &mut Measured, name: &str, value: Option<f64>) {
    if let Some(value) = value {
        measured
            .times
            .entry(name.to_string())
            .or_default()
            .0
            .push(value);
    }
}

/// The median of a time of a page.
pub fn median_of(page: &Measured, name: &str) -> f64 {
    page.times.get(name).map_or(f64::NAN, Series::median)
}
