//! Pages as Markdown, as a part of the report.

use crate::document;
use crate::markdown::{PageTexts, TEXTS, TextSize};
use crate::other_tools::version_of;
use axlens_harness::wrap::wrapped;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The explanation of the numbers.
const ABOUT: &str = "Tokens of o200k_base, and in brackets the share of the words that the text has, each as often as it occurs: for whole pages those of `innerText`, for main content those of the article that Mozilla's Readability finds. `innerText` has the options of `select` elements, such as the countries on mozilla-1, which Axlens leaves out. `axlens` is `axlens get markdown`, with and without `--whole`; agent-browser's `read` leaves the addresses of links out; `readability` is Readability on a copy of the page's document, and Turndown, which writes no tables.";

/// The texts of whole pages; the others are of main content.
const WHOLE_PAGES: usize = 2;

/// The part of the report.
pub fn section(pages: &[PageTexts]) -> anyhow::Result<String> {
    let mut text = format!("{}\n{ABOUT}\n\n", document::MARKDOWN);
    let _ = writeln!(
        text,
        "One browser, the same loaded page for all tools. Readability {}, Turndown {}, {}\n\nCommand: `cargo xtask bench --markdown`. Raw numbers: benchmarks.json, `markdown`.\n",
        version_of("@mozilla/readability")?,
        version_of("turndown")?,
        document::machine()?
    );
    text.push_str("| page | axlens, whole page | agent-browser, `read` | axlens, main content | readability, main content |\n|---|---|---|---|---|\n");
    for page in pages {
        let cells = page.texts.iter().enumerate();
        let cells: Vec<String> = cells
            .map(|(which, text)| cell(which, text.as_ref()))
            .collect();
        let _ = writeln!(text, "| {} | {} |", page.name, cells.join(" | "));
    }
    let sums: Vec<String> = (0..TEXTS.len()).map(|which| sum(pages, which)).collect();
    let _ = writeln!(text, "| all, mean share | {} |", sums.join(" | "));
    Ok(wrapped(&text))
}

fn cell(which: usize, text: Option<&TextSize>) -> String {
    let Some(text) = text else {
        return "none".to_owned();
    };
    match share(which, text) {
        Some(share) => format!("{} ({:.1} %)", text.tokens, share * 100.0),
        None => text.tokens.to_string(),
    }
}

fn share(which: usize, text: &TextSize) -> Option<f64> {
    match which < WHOLE_PAGES {
        true => Some(text.page),
        false => text.article,
    }
}

/// All tokens, and the mean of the shares.
fn sum(pages: &[PageTexts], which: usize) -> String {
    let texts: Vec<&TextSize> = pages
        .iter()
        .filter_map(|page| page.texts[which].as_ref())
        .collect();
    let tokens: usize = texts.iter().map(|text| text.tokens).sum();
    let shares: Vec<f64> = texts.iter().filter_map(|text| share(which, text)).collect();
    let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    format!("{tokens} ({:.1} %)", mean * 100.0)
}

/// The raw numbers.
pub fn raw(pages: &[PageTexts]) -> Value {
    let page = |page: &PageTexts| {
        let texts = TEXTS.iter().zip(&page.texts);
        let texts: Map<String, Value> = texts
            .map(|(name, text)| ((*name).to_owned(), text.as_ref().map(numbers).into()))
            .collect();
        (page.name.clone(), texts.into())
    };
    pages.iter().map(page).collect::<Map<_, _>>().into()
}

fn numbers(text: &TextSize) -> Value {
    json!({"tokens": text.tokens, "page": text.page, "article": text.article})
}
