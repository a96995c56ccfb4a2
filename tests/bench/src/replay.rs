//! Processes pages without a browser, to measure the native side: HTML becomes a record, the record
//! an extension's result, and the result the texts for an agent. Each stage is a function.

// The engine's tests create records with this module. It parses pages with html5ever and
// markup5ever_rcdom.
#[path = "../../../wasm-core/src/html.rs"]
#[allow(dead_code, missing_docs)]
mod html;

use anyhow::Context;
use axlens_harness::shared;
use axlens_protocol::model::TabStatus;
use axlens_protocol::wire::{ChromeTab, FrameResult, ObserveResult, Reply};
use axlens_snapshot::delta::{self, Base, DeltaAnswer};
use axlens_snapshot::options::Format;
use axlens_snapshot::{FrameInput, Options, Rendered, Tree, render, shape, stitch};
use axlens_wasm_core::encoded_tree::encode;
use axlens_wasm_core::pace::at_once;
use axlens_wasm_core::understand::{Understood, understand_in};
use std::fmt::Write;

/// Every format.
pub const FORMATS: [(&str, Format); 5] = [
    ("outline", Format::Outline),
    ("numbered", Format::Numbered),
    ("refs", Format::Refs),
    ("tabs", Format::Tabs),
    ("lean", Format::Lean),
];

/// The measured fixtures, which cover many cases.
const FIXTURES: [&str; 6] = [
    "dashboard",
    "deep",
    "generated",
    "plain",
    "shadow",
    "states",
];

/// Rows of the table that is made here.
const ROWS: usize = 300;

/// A page to replay.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Its name.
    pub name: String,
    /// The record of the page.
    pub record: String,
    /// The record for a request that includes selectors.
    pub with_selectors: String,
}

/// The pages of the repository, and a table that is long enough to measure the cost of a row.
///
/// # Errors
/// When a fixture can't be read.
pub fn own_pages() -> anyhow::Result<Vec<Replayed>> {
    let mut pages = vec![replayed("table", &table())];
    for name in FIXTURES {
        pages.push(replayed(name, &shared::fixture(&format!("{name}.html"))?));
    }
    Ok(pages)
}

/// Real pages next to the checkout with these names, or all if `names` is empty. If the folder is
/// missing, prints one line and returns nothing.
///
/// # Errors
/// When one can't be read.
pub fn real_pages(names: &[&str]) -> anyhow::Result<Vec<Replayed>> {
    let Some(folder) = shared::reference("pages") else {
        return Ok(Vec::new());
    };
    let mut pages = Vec::new();
    for path in shared::pages(&folder)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if names.is_empty() || names.contains(&&*name) {
            let html =
                std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            pages.push(replayed(&name, &html));
        }
    }
    Ok(pages)
}

/// The first stage of the engine.
pub fn understood(record: &str) -> Understood {
    at_once(async |pace| understand_in(record, pace).await)
}

/// The second: the tree as the pieces of a JSON text.
pub fn encoded(understood: Understood) -> Vec<String> {
    at_once(async |pace| encode(understood, pace).await).pieces
}

/// The extension's answer with this tree, as it reaches the server.
pub fn answer(tree: &[String]) -> String {
    const TREE: &str = "\"tree\":0";
    let frame = FrameResult {
        document: "0123456789ABCDEF0123456789ABCDEF".to_owned(),
        parent: -1,
        window_index: -1,
        url: "http://127.0.0.1/".to_owned(),
        ..FrameResult::default()
    };
    let tab = ChromeTab {
        id: 1,
        status: TabStatus::Complete,
        ..ChromeTab::default()
    };
    let answer = ObserveResult {
        tab,
        frames: vec![frame],
        ..ObserveResult::default()
    };
    let mut text = serde_json::to_value(Reply::ok(answer)).unwrap_or_default();
    text["ok"]["frames"][0]["tree"] = 0.into();
    // The tree is inserted as unparsed text, as the extension does.
    text.to_string()
        .replacen(TREE, &format!("\"tree\":{}", tree.concat()), 1)
}

/// The server reads an answer.
///
/// # Errors
/// When it is none.
pub fn read(answer: &str) -> anyhow::Result<ObserveResult> {
    let reply: Reply<ObserveResult> = serde_json::from_str(answer)?;
    reply
        .into_result()
        .map_err(|fault| anyhow::anyhow!("{}", fault.message))
}

/// The server stitches the frames.
pub fn stitched(answer: ObserveResult) -> Tree {
    stitch(answer.frames.into_iter().map(FrameInput::from).collect())
}

/// The text in a format.
pub fn text(tree: &mut Tree, options: &Options) -> Rendered {
    let view = shape(tree, options);
    render(&view, tree, options)
}

/// The stored form of a text, and the response with the changes since then.
pub fn unchanged(rendered: &Rendered, tree: &Tree, old: Option<&Base>) -> (Base, DeltaAnswer) {
    let new = delta::base(rendered, tree);
    let answer = delta::answer(
        old,
        &new,
        delta::Since::Snapshot(1),
        &rendered.text,
        &str::len,
    );
    (new, answer)
}

/// The options that ask for a format and nothing else.
pub fn plain(format: Format) -> Options {
    Options {
        format,
        ..Options::default()
    }
}

fn replayed(name: &str, html: &str) -> Replayed {
    let plain = html::RecordOptions {
        plain: true,
        ..html::RecordOptions::default()
    };
    Replayed {
        name: name.to_owned(),
        record: html::record_in(html, &plain),
        with_selectors: html::record(html),
    }
}

fn table() -> String {
    let mut html = String::from("<!doctype html><title>Table</title><table>");
    for row in 0..ROWS {
        let _ = write!(
            html,
            "<tr><td><a href=/{row}>Entry {row}</a><td><button>Edit {row}</button><td><input aria-label='Field {row}'>"
        );
    }
    html
}
