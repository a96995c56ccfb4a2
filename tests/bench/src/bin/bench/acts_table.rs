//! "Act and see" as a part of the report.

use crate::acts::{EARLIER, Measured, Numbers, OTHERS, OURS};
use crate::document;
use axlens_harness::wrap::wrapped;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The explanation of the numbers.
const ABOUT: &str = "One page of 60 rows, loaded again for each tool, which reads it first. The time is that from the action to the new state of the page in the agent's hands: in all, and beyond what the answer says that the page was waited for (`waitedMs`: docs/acting.md says why; the others wait as well, and do not say for how long). Tokens of o200k_base are those of all that the agent reads from then on: the answer of the action, and of the call that shows the page, where the tool needs another. Of `playwright`, the library, these are of its snapshot alone.";

/// The part of the report.
pub fn section(measured: &Measured, rounds: usize) -> String {
    let mut text = format!("{}\n{}\n\n{ABOUT}\n\n", document::ACTS, lost(measured));
    let _ = writeln!(
        text,
        "One run, one browser, interleaved; {rounds} rounds (five of agent-browser). A ratio over 1 means that Axlens is faster, or says it in fewer tokens: the median of the rounds. {} Playwright MCP 0.0.83.\n\nCommand: `cargo xtask bench --acts --rounds {rounds}`. Raw numbers: benchmarks.json, `acts`.\n",
        document::machine()
    );
    text.push_str("| action | tool | ms | p95 | ratio | waited | beyond | p95 | tokens | ratio |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (case, tools) in measured {
        for name in [OURS, EARLIER].iter().chain(&OTHERS) {
            if let Some(numbers) = tools.get(name) {
                row(&mut text, (case.name, name), numbers, tools);
            }
        }
    }
    wrapped(&text)
}

fn row(
    text: &mut String,
    (case, tool): (&str, &str),
    numbers: &Numbers,
    tools: &BTreeMap<&str, Numbers>,
) {
    let tokens = numbers.tokens.median();
    let ours = tools
        .get(OURS)
        .map_or(f64::NAN, |ours| ours.tokens.median());
    let of_wait = match numbers.waited.0.is_empty() {
        false => format!(
            "{:.0} | {:.0} | {:.0}",
            numbers.waited.median(),
            numbers.beyond.median(),
            numbers.beyond.p95()
        ),
        true => "| |".to_owned(),
    };
    let _ = writeln!(
        text,
        "| {case} | {tool} | {:.0} | {:.0} | {:.1}× | {of_wait} | {tokens:.0} | {:.1}× |",
        numbers.all.median(),
        numbers.all.p95(),
        numbers.ratios.median(),
        tokens / ours
    );
}

/// The cases in which another tool is better. They are printed first.
fn lost(measured: &Measured) -> String {
    let mut lost = Vec::new();
    for (case, tools) in measured {
        for (name, numbers) in tools {
            let ratio = numbers.ratios.median();
            if *name != OURS && ratio < 1.0 {
                lost.push(format!("{name}, {} ({ratio:.1}×)", case.name));
            }
        }
    }
    match lost.is_empty() {
        true => "Where Axlens is slower, in all: nowhere in this run.".to_owned(),
        false => format!("Where Axlens is slower, in all: {}.", lost.join("; ")),
    }
}

/// The raw numbers.
pub fn raw(measured: &Measured) -> Value {
    let numbers = |numbers: &Numbers| json!({"ms": numbers.all.0, "waited": numbers.waited.0, "tokens": numbers.tokens.0});
    let tools = |tools: &BTreeMap<&'static str, Numbers>| -> Map<String, Value> {
        tools
            .iter()
            .map(|(name, each)| ((*name).to_owned(), numbers(each)))
            .collect()
    };
    let cases = measured.iter();
    cases
        .map(|(case, each)| (case.name.to_owned(), Value::Object(tools(each))))
        .collect::<Map<String, Value>>()
        .into()
}
