//! The numbers as tables: to the terminal, and to docs/benchmarks.md with the raw ones in
//! docs/benchmarks.json.

use crate::Arguments;
use crate::cost::{self, Costs};
use crate::document;
use crate::fresh::{self, AT_LOAD, FIRST};
use crate::measure::ours;
use crate::measured::{Measured, edited, median_of};
use crate::other_tools::{self, READING};
use axlens_bench::series::Series;
use axlens_harness::wrap::wrapped;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The explanation of the other tools.
const ABOUT_OTHER_TOOLS: &str = "`axtree` is CDP's `Accessibility.getFullAXTree` of every frame in the page's own process, as a client has to ask that wants what the others tell. The edit is of one text, made just before the question. `timed out`: an answer took ten seconds and more, and is left out of every ratio; `says nothing`: the page has nothing that the tool shows.";

/// Prints the tokens and the contained content of each page, and the medians.
pub fn print_tokens(results: &[Measured]) {
    for page in results {
        println!(
            "\n{} · {} elements · {} controls · innerText {} tokens",
            page.name, page.elements, page.controls, page.seen_tokens
        );
        for name in text_names() {
            let Some(text) = page.texts.get(name) else {
                continue;
            };
            let (controls, words) = (text.controls * 100.0, text.words * 100.0);
            println!(
                "  {name:<20} {:>7} tokens {:>8} characters · controls {controls:5.1} % · words {words:5.1} %",
                text.tokens, text.characters
            );
            if name == "lean" && (text.controls < 1.0 || text.words < 0.99) {
                println!("    lost: {:.400}", text.lost);
            }
        }
    }
    println!("\nmedian ratios of tokens");
    for (name, ratio) in token_ratios(results) {
        println!("  {name:<32} {ratio:.2}");
    }
}

/// Prints the medians of one page's stages.
pub fn print_stages(page: &Measured) {
    println!("{} ({} elements)", page.name, page.elements);
    for what in [FIRST, AT_LOAD, &edited("lean"), "lean"] {
        let whole = page.times.get(what).map_or(f64::NAN, Series::median);
        let stages = page.times.iter().filter_map(|(name, series)| {
            let stage = name.strip_prefix(what)?.strip_prefix(": ")?;
            Some(format!("{stage} {:.1}", series.median()))
        });
        let stages: Vec<String> = stages.collect();
        println!("    {what} {whole:.1} · {}", stages.join(", "));
    }
    for (function, time) in page.profile.iter().take(PROFILE_LINES) {
        println!("    {time:7.2} ms {function}");
    }
}

/// Functions of a profile that are printed.
const PROFILE_LINES: usize = 16;

/// Writes the report.
pub fn write(
    results: &[Measured],
    alone: &[Measured],
    costs: &Costs,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let text = wrapped(&markdown(results, alone, costs, arguments)?);
    println!("{text}");
    document::write_reads(&text, raw(results, alone, costs))
}

fn markdown(
    results: &[Measured],
    alone: &[Measured],
    costs: &Costs,
    arguments: &Arguments,
) -> anyhow::Result<String> {
    let mut text = String::from("# Benchmarks\n\n");
    let _ = writeln!(
        text,
        "{}\n\n{}\n\n{}\n",
        losses(results),
        summary(results),
        fresh::summary(results, alone)
    );
    let _ = writeln!(
        text,
        "One run, one browser, the same loaded page, interleaved; medians of {} rounds (two for agent-browser). Times in milliseconds as a client sees them; a ratio over 1 means that Axlens is faster. {}\n",
        arguments.rounds,
        document::machine()?
    );
    let _ = writeln!(text, "{ABOUT_OTHER_TOOLS}\n");
    let _ = writeln!(
        text,
        "Command: `cargo xtask bench --rounds {}`. Raw numbers: benchmarks.json.\n",
        arguments.rounds
    );
    ours_table(&mut text, results);
    other_tools_table(&mut text, results, "of an unchanged page", &str::to_owned);
    other_tools_table(&mut text, results, "after an edit", &edited);
    text.push_str(&fresh::table(results, alone));
    texts_table(&mut text, results);
    text.push_str(&cost::table(costs));
    Ok(text)
}

fn ours_table(text: &mut String, results: &[Measured]) {
    text.push_str("## Axlens\n\n`lean`, `interactive`, `delta`: of an unchanged page; `record`, `understand` and the longest slice: after an edit; `first`: about a document that nobody has asked about.\n\n| page | elements | lean | p95 | interactive | delta | lean after an edit | delta after an edit | first | record | understand | longest slice | floor |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for page in results {
        let at = |name: &str| median_of(page, name);
        let _ = writeln!(
            text,
            "| {} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
            page.name,
            page.elements,
            at("lean"),
            page.times.get("lean").map_or(f64::NAN, Series::p95),
            at("lean, interactive"),
            at("delta"),
            at(&edited("lean")),
            at(&edited("delta")),
            at(FIRST),
            at(&format!("{}: record", edited("lean"))),
            at(&format!("{}: understand", edited("lean"))),
            at(&format!("{}: slice", edited("lean"))),
            at("floor, in the page"),
        );
    }
}

/// The times of other tools. `of`: the name of a time in this table.
fn other_tools_table(
    text: &mut String,
    results: &[Measured],
    when: &str,
    of: &dyn Fn(&str) -> String,
) {
    let _ = write!(
        text,
        "\n## Other tools: milliseconds {when}, and their ratio to `lean`\n\n| page |"
    );
    for name in READING {
        let _ = write!(text, " {name} |");
    }
    let _ = write!(text, "\n|---|{}\n", "---|".repeat(READING.len()));
    for page in results {
        let ours = median_of(page, &of("lean"));
        let _ = write!(text, "| {} |", page.name);
        for name in READING {
            let _ = match other_median(page, &of(name)) {
                Ok(theirs) => write!(text, " {theirs:.0} ({:.1}×) |", theirs / ours),
                Err(why) => write!(text, " {why} |"),
            };
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\nMedian over the pages: {}.",
        median_ratios(results, of)
    );
}

/// An answer that took longer has waited for a time-out of the tool's own: no measurement.
const TIMED_OUT_MS: f64 = 10_000.0;

/// Another tool's median, or why there is none.
fn other_median(page: &Measured, name: &str) -> Result<f64, &'static str> {
    match page.times.get(name) {
        None => Err("says nothing"),
        Some(series) if series.0.iter().any(|time| *time >= TIMED_OUT_MS) => Err("timed out"),
        Some(series) => Ok(series.median()),
    }
}

fn median_ratios(results: &[Measured], of: &dyn Fn(&str) -> String) -> String {
    READING
        .map(|name| {
            let ratio = |page: &Measured| {
                let theirs = other_median(page, &of(name)).ok()?;
                Some(theirs / median_of(page, &of("lean")))
            };
            let ratios = results.iter().filter_map(ratio);
            format!("{name} {:.1}×", Series(ratios.collect()).median())
        })
        .join(", ")
}

/// The texts, in the order of the table.
fn text_names() -> Vec<&'static str> {
    let ours = ours().into_iter().map(|(name, _)| name);
    ours.chain(other_tools::texts()).collect()
}

fn texts_table(text: &mut String, results: &[Measured]) {
    text.push_str("\n## Texts: tokens of o200k_base, and per cent of controls and of visible words kept\n\n| page | limit |");
    for name in text_names() {
        let _ = write!(text, " {name} |");
    }
    let _ = write!(text, "\n|---|---|{}\n", "---|".repeat(text_names().len()));
    for page in results {
        let limit = page.seen_tokens + 3 * page.controls;
        let _ = write!(text, "| {} | {limit} |", page.name);
        for name in text_names() {
            let _ = match page.texts.get(name) {
                Some(kept) => write!(
                    text,
                    " {} ({:.0}, {:.0}) |",
                    kept.tokens,
                    kept.controls * 100.0,
                    kept.words * 100.0
                ),
                None => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    let changes = |name: &&str| {
        let of = |page: &Measured| page.texts.get(*name).map_or(0, |text| text.changes);
        format!("{name} {}", results.iter().map(of).sum::<u64>())
    };
    let _ = writeln!(
        text,
        "\nThe limit is `innerText` and 3 tokens a control. Median ratios: {}. `outline` is cut at its 50 KB, `-i` and interactive leave words out.\n\nChanges of all pages while they were read, the pages' own included: {}.",
        token_ratios(results)
            .map(|(name, ratio)| format!("{name} {ratio:.2}"))
            .join(", "),
        text_names()
            .iter()
            .map(changes)
            .collect::<Vec<_>>()
            .join(", ")
    );
}

/// Medians over the pages.
fn token_ratios(results: &[Measured]) -> [(&'static str, f64); 4] {
    let of = |page: &Measured, name: &str| page.texts.get(name).map(|text| text.tokens as f64);
    let median = |over: &str, under: &dyn Fn(&Measured) -> Option<f64>| {
        let all = results
            .iter()
            .filter_map(|page| Some(of(page, over)? / under(page)?));
        Series(all.collect()).median()
    };
    [
        (
            "lean / agent-browser",
            median("lean", &|page| of(page, "agent-browser")),
        ),
        (
            "lean / playwright",
            median("lean", &|page| of(page, "playwright")),
        ),
        (
            "lean / limit",
            median("lean", &|page| {
                Some((page.seen_tokens + 3 * page.controls) as f64)
            }),
        ),
        (
            "interactive / agent-browser -i",
            median("lean, interactive", &|page| of(page, "agent-browser -i")),
        ),
    ]
}

/// The cases in which another tool is better. They are printed first.
fn losses(results: &[Measured]) -> String {
    let lost = |when: &str, of: &dyn Fn(&str) -> String| {
        let mut lost = Vec::new();
        for page in results {
            let ours = median_of(page, &of("lean"));
            for name in READING {
                if let Ok(theirs) = other_median(page, &of(name))
                    && theirs < ours
                {
                    let elements = page.elements;
                    lost.push(format!(
                        "{name} on {}, {elements} elements ({theirs:.0} against {ours:.0} ms)",
                        page.name
                    ));
                }
            }
        }
        match lost.is_empty() {
            true => format!("Where Axlens is slower {when}: nowhere in this run."),
            false => format!("Where Axlens is slower {when}: {}.", lost.join("; ")),
        }
    };
    format!(
        "{}\n\n{}\n\n{}",
        lost("to read an unchanged page", &str::to_owned),
        lost("after an edit", &edited),
        lost(
            "to answer the first question about a document",
            &fresh::first
        )
    )
}

/// How much faster, on the median page.
fn summary(results: &[Measured]) -> String {
    format!(
        "How many times as long other tools take, on the median page: to read an unchanged one, {}; after an edit of one text, {}.",
        median_ratios(results, &str::to_owned),
        median_ratios(results, &edited)
    )
}

fn texts(page: &Measured) -> Map<String, Value> {
    let texts = page.texts.iter();
    texts
        .map(|(name, text)| {
            let kept = json!({"tokens": text.tokens, "characters": text.characters, "controls": text.controls, "words": text.words, "changes": text.changes});
            (name.clone(), kept)
        })
        .collect()
}

fn raw(results: &[Measured], alone: &[Measured], costs: &Costs) -> Value {
    let times = |page: &Measured| -> Map<String, Value> {
        let series = page.times.iter();
        series
            .map(|(name, series)| (name.clone(), json!(series.0)))
            .collect()
    };
    let pages: Map<String, Value> = results
        .iter()
        .map(|page| {
            let raw =
                json!({"elements": page.elements, "times": times(page), "texts": texts(page)});
            (page.name.clone(), raw)
        })
        .collect();
    let alone: Map<String, Value> = alone
        .iter()
        .map(|page| (page.name.clone(), times(page).into()))
        .collect();
    json!({"pages": pages, "withoutOtherTools": alone, "emptyTrip": costs.empty.0})
}
