//! Looks next to Chromium's own tree, as a part of the report.

use crate::document;
use crate::looks::{LOOKS, Looks};
use axlens_bench::series::Series;
use axlens_harness::wrap::wrapped;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The explanation of the numbers.
const ABOUT: &str = "Milliseconds of a `lean` snapshot, and of CDP's `Accessibility.getFullAXTree` of all frames of the same page, those in other processes included, which are asked for at once by a client that knows the frames already. In brackets the ratio, the median of the rounds: over 1, Axlens is faster. Both read tabs of their own in one browser, in turn, with no other tool attached. A page is loaded and left alone for a second before each first look.\n\n- `first, new tab`: a document that nobody has read, in a new tab.\n- `first, tab in use`: a document that nobody has read, in a tab whose last document was read before it was replaced.\n- `after an edit`: the text of one element was changed since the last look.\n- `unchanged`: nothing was changed since the last look.\n\n`frames`: those that Chromium's tree is asked for; in brackets those that Axlens read, where these are others. A frame whose page could not be loaded is in neither.";

/// The part of the report.
pub fn section(pages: &[Looks], rounds: usize) -> anyhow::Result<String> {
    let mut text = format!(
        "{}\nMedian ratio over the pages: {}.\n\n{ABOUT}\n\n",
        document::LOOKS,
        medians(pages)
    );
    let _ = writeln!(
        text,
        "One run, interleaved; medians of {rounds} rounds. {}\n\nCommand: `cargo xtask bench --looks --rounds {rounds}`. Raw numbers: benchmarks.json, `looks`.\n",
        document::machine()?
    );
    let _ = writeln!(
        text,
        "| page | elements | frames | {} |\n|---|---|---|{}",
        LOOKS.join(" | "),
        "---|".repeat(LOOKS.len())
    );
    for page in pages {
        let read = match page.read == page.frames {
            true => String::new(),
            false => format!(" ({})", page.read),
        };
        let cells = page.times.iter().map(|times| {
            let (ours, tree) = (times.ours.median(), times.tree.median());
            format!("{ours:.0}, {tree:.0} ({:.2}×)", times.ratio())
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(
            text,
            "| {} | {} | {}{read} | {} |",
            page.name,
            page.elements,
            page.frames,
            cells.join(" | ")
        );
    }
    Ok(wrapped(&text))
}

/// The ratio of each look on the median page.
fn medians(pages: &[Looks]) -> String {
    let median = |(which, look): (usize, &&str)| {
        let ratios = pages.iter().map(|page| page.times[which].ratio());
        format!("{look} {:.2}×", Series(ratios.collect()).median())
    };
    let all: Vec<String> = LOOKS.iter().enumerate().map(median).collect();
    all.join(", ")
}

/// The raw numbers.
pub fn raw(pages: &[Looks]) -> Value {
    let page = |page: &Looks| {
        let times = LOOKS.iter().zip(&page.times);
        let times: Map<String, Value> = times
            .map(|(look, times)| {
                let both = json!({"axlens": times.ours.0, "axtree": times.tree.0});
                ((*look).to_owned(), both)
            })
            .collect();
        let raw = json!({"elements": page.elements, "frames": page.frames, "framesRead": page.read, "ms": times});
        (page.name.clone(), raw)
    };
    pages.iter().map(page).collect::<Map<_, _>>().into()
}
