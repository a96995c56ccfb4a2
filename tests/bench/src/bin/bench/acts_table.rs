//! "Act and see" as a part of the report.

use crate::acts::{EARLIER, Measured, Numbers, OURS};
use crate::document;
use crate::other_tools::{Tool, Way, acting};
use axlens_harness::wrap::wrapped;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The explanation of the numbers.
const ABOUT: &str = "One page of 60 rows, loaded again for each tool, which reads it first: look, action, look. The time is that from the action to the new state of the page in the agent's hands: the call of the action, and further looks until one shows the new state. `click` changes a cell of the row; `click without effect` changes nothing; `click that navigates` ends with the new page in the answer; `fill` and `ten fields` end with the text that the page's own script writes after the last input. Axlens has one request for ten fields, and each other tool what needs the fewest calls.\n\nEach tool has a browser of its own, with the same extension in it, and is attached to it alone; the modes of one tool share a browser. Commands are timed with the start of their process, and with their daemon running. The modes:";

/// What the numbers do not say.
const LIMITS: &str = "A search (`find`) shows the text that the agent looks for, and nothing else that changed; Axlens's answer shows each change. Playwright MCP and playwright-cli wait up to 500 ms after a click for what it starts (`--timeout-settle`, here at its default); Axlens waits before it says `unchanged`; agent-browser, the library and a script answer at once, and show a later change only in another look.";

/// The part of the report.
pub fn section(measured: &Measured, rounds: usize) -> anyhow::Result<String> {
    let tools = acting()?;
    let mut text = format!("{}\n{}\n\n{ABOUT}\n\n", document::ACTS, lost(measured));
    for way in measured_ways(&tools, measured) {
        let _ = writeln!(text, "- `{}`: {}.", way.name, way.how);
    }
    let _ = writeln!(
        text,
        "\n{LIMITS}\n\nOne run, interleaved; medians of {rounds} rounds. {}\n\nCommand: `cargo xtask bench --acts --rounds {rounds}`. Raw numbers: benchmarks.json, `acts`.",
        document::machine()?
    );
    let names = names(&tools);
    text.push_str("\n### Milliseconds of the action and its answer\n\nThe median; in brackets the 95th percentile, and the median ratio to Axlens in the same round: over 1, Axlens is faster.\n\n");
    table(&mut text, measured, &names, &[], &|numbers, _| {
        let (all, ratios) = (&numbers.all, &numbers.ratios);
        let (median, p95) = (all.median(), all.p95());
        vec![format!("{median:.0} ({p95:.0}, {:.1}×)", ratios.median())]
    });
    text.push_str("\n### Tokens of what the agent reads\n\n`first look`: the look before the click, of o200k_base. The others: all that the agent reads from the action on, the answer of the action and of the looks after it; in brackets, how many times the tokens of Axlens.\n\n");
    table(&mut text, measured, &names, &["first look"], &tokens);
    waits(&mut text, measured);
    Ok(wrapped(&text))
}

/// The names of the rows, in their order.
fn names(tools: &[Tool]) -> Vec<&str> {
    let others = tools.iter().flat_map(|tool| &tool.ways);
    let others = others.map(|way| way.name.as_str());
    [OURS, EARLIER].into_iter().chain(others).collect()
}

fn measured_ways<'a>(
    tools: &'a [Tool],
    measured: &'a Measured,
) -> impl Iterator<Item = &'a Way> + 'a {
    let is_measured = |way: &&Way| measured.iter().any(|(_, all)| all.contains_key(&way.name));
    tools.iter().flat_map(|tool| &tool.ways).filter(is_measured)
}

/// The numbers of a way, those of Axlens, and the cells that they make.
type Cells<'a> = &'a dyn Fn(&Numbers, &Numbers) -> Vec<String>;

/// A table with a row for each way and a column for each action. `before`: columns that only the
/// cells of the first action have, before its own.
fn table(text: &mut String, measured: &Measured, names: &[&str], before: &[&str], cells: Cells) {
    let cases = measured.iter().map(|(case, _)| case.name);
    let columns: Vec<&str> = before.iter().copied().chain(cases).collect();
    let _ = writeln!(
        text,
        "| tool | {} |\n|---|{}",
        columns.join(" | "),
        "---|".repeat(columns.len())
    );
    for name in names {
        if !measured.iter().any(|(_, all)| all.contains_key(*name)) {
            continue;
        }
        let mut row = Vec::new();
        for (position, (_, all)) in measured.iter().enumerate() {
            let width = if position == 0 { before.len() + 1 } else { 1 };
            let mut made = match (all.get(*name), all.get(OURS)) {
                (Some(numbers), Some(ours)) => cells(numbers, ours),
                _ => vec!["failed".to_owned(); width],
            };
            row.extend(made.split_off(made.len() - width));
        }
        let _ = writeln!(text, "| {name} | {} |", row.join(" | "));
    }
}

/// The tokens of the first look, and of what follows.
fn tokens(numbers: &Numbers, ours: &Numbers) -> Vec<String> {
    let cell = |of: fn(&Numbers) -> f64| {
        let (tokens, ratio) = (of(numbers), of(numbers) / of(ours));
        format!("{tokens:.0} ({ratio:.1}×)")
    };
    vec![
        cell(|numbers| numbers.first_look.median()),
        cell(|numbers| numbers.tokens.median()),
    ]
}

/// What Axlens waits for.
fn waits(text: &mut String, measured: &Measured) {
    text.push_str("\n### What Axlens waits for\n\n`waited`: milliseconds for which the page was waited for, from the answer (`waitedMs`: docs/acting.md says why). `beyond`: the rest of the time in all. The other tools wait as well, and do not say for how long.\n\n| action | tool | in all | waited | beyond | p95 |\n|---|---|---|---|---|---|\n");
    for (case, all) in measured {
        for name in [OURS, EARLIER] {
            let Some(numbers) = all.get(name) else {
                continue;
            };
            let _ = writeln!(
                text,
                "| {} | {name} | {:.0} | {:.0} | {:.0} | {:.0} |",
                case.name,
                numbers.all.median(),
                numbers.waited.median(),
                numbers.beyond.median(),
                numbers.beyond.p95()
            );
        }
    }
}

/// The cases in which another tool is better. They are printed first.
fn lost(measured: &Measured) -> String {
    let list = |what: &str, ratio: &dyn Fn(&Numbers, &Numbers) -> f64| {
        let mut lost = Vec::new();
        for (case, all) in measured {
            for (name, numbers) in all {
                let ratio = all.get(OURS).map_or(f64::NAN, |ours| ratio(numbers, ours));
                if !name.starts_with(OURS) && ratio < 1.0 {
                    lost.push(format!("{name}, {} ({ratio:.2}×)", case.name));
                }
            }
        }
        match lost.is_empty() {
            true => format!("{what}: nowhere in this run."),
            false => format!("{what}: {}.", lost.join("; ")),
        }
    };
    format!(
        "{}\n\n{}",
        list("Where Axlens is slower, in all", &|numbers, _| numbers
            .ratios
            .median()),
        list(
            "Where an action and its answer take more tokens of Axlens",
            &|numbers, ours| numbers.tokens.median() / ours.tokens.median()
        )
    )
}

/// The raw numbers.
pub fn raw(measured: &Measured) -> Value {
    let numbers = |numbers: &Numbers| json!({"ms": numbers.all.0, "waited": numbers.waited.0, "firstLook": numbers.first_look.0, "tokens": numbers.tokens.0});
    let tools = |tools: &BTreeMap<String, Numbers>| -> Map<String, Value> {
        tools
            .iter()
            .map(|(name, each)| (name.clone(), numbers(each)))
            .collect()
    };
    let cases = measured.iter();
    cases
        .map(|(case, each)| (case.name.to_owned(), Value::Object(tools(each))))
        .collect::<Map<String, Value>>()
        .into()
}
