//! The `outline` format (contract in docs/contracts.md): `role "name" [uid=N] url=… value="…"
//! checked …`, two spaces per level.

use super::{Line, each_line, line_parts, note};
use crate::options::Options;
use crate::page_tree::TreeNode;
use crate::quote::{address, quoted, shortened};
use crate::role::Role;
use crate::state_words::state_words;
use crate::view::View;
use std::fmt::Write;

/// Maximum number of printed nodes.
const MAX_NODES: usize = 5_000;

/// Maximum size of the text in bytes, including its last line.
const MAX_BYTES: usize = 50 * 1024;

/// Maximum length of a name or a text.
const MAX_TEXT_LEN: usize = 100;

/// Maximum length of a URL.
const MAX_URL_LEN: usize = 500;

/// Space for the note about omitted nodes.
const TRUNCATION_NOTE_LEN: usize = 120;

pub(crate) fn lines(view: &View, options: &Options) -> Vec<Line> {
    each_line(view, |position, each| {
        let id = each.uid.as_ref().map(ToString::to_string);
        Some((
            line(each, position == 0 && view.nodes.len() == 1, options),
            id,
        ))
    })
}

/// The line of an element. `alone`: it is the only element of the page.
pub(crate) fn line(each: &TreeNode, alone: bool, options: &Options) -> String {
    let node = &each.node;
    let mut out = line_parts::role(node.role).to_string();
    if let (Role::Heading, Some(level)) = (node.role, node.states.level) {
        let _ = write!(out, "[{level}]");
    }
    let name = if alone && node.role == Role::Document && node.name.is_empty() {
        "(empty)"
    } else {
        &node.name
    };
    if !name.is_empty() {
        let _ = write!(out, " {}", quoted(&shortened(name, MAX_TEXT_LEN)));
    }
    line_parts::push_hint(&mut out, node);
    if let Some(uid) = &each.uid {
        let _ = write!(out, " [uid={uid}]");
    }
    match (node.role, node.states.count) {
        (Role::Table | Role::Grid | Role::Treegrid, Some(count)) => drop(write!(
            out,
            " ({count} {})",
            if count == 1 { "row" } else { "rows" }
        )),
        (Role::List, Some(count)) => drop(write!(
            out,
            " ({count} {})",
            if count == 1 { "item" } else { "items" }
        )),
        _ => {}
    }
    if let Some(href) = &node.href {
        let _ = write!(out, " url={}", address(&shortened(href, MAX_URL_LEN)));
    }
    if let Some(value) = &node.value {
        let _ = write!(out, " value={}", quoted(&shortened(value, MAX_TEXT_LEN)));
    }
    for state in state_words(node) {
        let _ = write!(out, " {state}");
    }
    out.push_str(&line_parts::extras(each, options));
    out
}

/// Cuts the lines to the limits of the contract, with a note about the omitted nodes.
pub(crate) fn cap(lines: &mut Vec<Line>, unit: &str) {
    let total = lines.iter().filter(|line| line.position.is_some()).count();
    let mut nodes = 0;
    let mut bytes = 0;
    let size = |line: &Line| unit.len() * line.depth as usize + line.text.len() + 1;
    let whole: usize = lines.iter().map(size).sum();
    let room = if whole <= MAX_BYTES && total <= MAX_NODES {
        MAX_BYTES
    } else {
        MAX_BYTES - TRUNCATION_NOTE_LEN
    };
    let fits = lines.iter().take_while(|line| {
        nodes += usize::from(line.position.is_some());
        bytes += size(line);
        nodes <= MAX_NODES && bytes <= room
    });
    let end = fits.count();
    if end == lines.len() {
        return;
    }
    let printed = lines[..end]
        .iter()
        .filter(|line| line.position.is_some())
        .count();
    lines.truncate(end);
    lines.push(note(
        0,
        &format!(
            "...({} more nodes truncated): narrow the scope, or ask for interactive_only",
            total - printed
        ),
    ));
}
