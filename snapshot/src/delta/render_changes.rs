//! Renders changes as text: `~` changed, by field; `-` removed; `+` added; `>` moved. Every string
//! of the page is quoted as in the full text, so page text can't imitate these lines.

use super::fields::parts;
use super::{Anchor, Base, BaseRow, ChangedRow, Delta, Field, PlacedRow, RowSource, Since};
use crate::render::LineKind;
use std::fmt::Write;

/// The changes since an earlier text.
pub fn render_changes(delta: &Delta, old: &Base, since: Since) -> String {
    let moved = delta
        .placed
        .iter()
        .filter(|placed| matches!(placed.what, RowSource::Moved(_)))
        .count();
    let mut out = format!("...(changes since {since}");
    for (count, name) in [
        (delta.changed.len(), "changed"),
        (delta.placed.len() - moved, "added"),
        (delta.removed.len(), "removed"),
        (moved, "moved"),
    ] {
        if count > 0 {
            let _ = write!(out, ", {count} {name}");
        }
    }
    out.push_str(")\n");
    delta
        .changed
        .iter()
        .for_each(|changed| change(&mut out, changed, old));
    removed(&mut out, delta, old);
    placed(&mut out, delta, old);
    out
}

fn change(out: &mut String, changed: &ChangedRow, old: &Base) {
    let row = &old.rows[changed.row];
    let _ = write!(out, "~ {}:", label(row));
    for (position, field) in changed.fields.iter().enumerate() {
        out.push_str(if position > 0 { ", " } else { " " });
        difference(out, field);
    }
    out.push('\n');
}

fn difference(out: &mut String, field: &Field) {
    let name = &field.name;
    let _ = match (field.before.as_deref(), field.after.as_deref()) {
        (None, Some("")) => write!(out, "+{name}"),
        (Some(""), None) => write!(out, "-{name}"),
        (None, Some(after)) => write!(out, "+{name} {after}"),
        (Some(before), None) => write!(out, "-{name} {before}"),
        (Some(before), Some(after)) => {
            write!(out, "{name} {} → {}", or_true(before), or_true(after))
        }
        (None, None) => Ok(()),
    };
}

/// A flag without a value means `true`.
fn or_true(text: &str) -> &str {
    if text.is_empty() { "true" } else { text }
}

/// The removed lines: the outermost ones, with the number of lines inside.
fn removed(out: &mut String, delta: &Delta, old: &Base) {
    let mut at = 0;
    while let Some(first) = delta.removed.get(at).copied() {
        let depth = old.rows[first].depth;
        let inside = |(offset, row): &(usize, &usize)| {
            **row == first + offset && (*offset == 0 || old.rows[**row].depth > depth)
        };
        let with = delta.removed[at..]
            .iter()
            .enumerate()
            .take_while(inside)
            .count();
        let _ = write!(out, "- {}", old.rows[first].line);
        if with > 1 {
            let _ = write!(out, " ...(and {} lines inside)", with - 1);
        }
        out.push('\n');
        at += with;
    }
}

/// The added and moved lines; lines inside a new one follow it, indented.
fn placed(out: &mut String, delta: &Delta, old: &Base) {
    let mut before: Option<u32> = None;
    for (position, each) in delta.placed.iter().enumerate() {
        let goes_on =
            before.is_some_and(|depth| each.depth > depth) && follows(each, position, delta);
        let line = match &each.what {
            RowSource::Added(row) => format!("+ {}", row.line),
            RowSource::Moved(row) => format!("> {}", label(&old.rows[*row])),
        };
        match before.filter(|_| goes_on) {
            Some(depth) => {
                let _ = writeln!(out, "{}{line}", " ".repeat((each.depth - depth) as usize));
            }
            None => {
                before = Some(each.depth);
                let _ = writeln!(out, "{line}{}", place(each, delta, old));
            }
        }
    }
}

/// Whether a row directly follows the row that was printed before it.
fn follows(each: &PlacedRow, position: usize, delta: &Delta) -> bool {
    let Some(earlier) = position.checked_sub(1) else {
        return false;
    };
    match (each.after, &delta.placed[earlier].what) {
        (Anchor::Placed(after), _) => after == earlier,
        (Anchor::Old(row), RowSource::Moved(moved)) => row == *moved,
        (Anchor::Old(_), RowSource::Added(_)) | (Anchor::Start, _) => false,
    }
}

fn place(each: &PlacedRow, delta: &Delta, old: &Base) -> String {
    let name = |anchor: Anchor| match anchor {
        Anchor::Start => None,
        Anchor::Old(row) => Some(label(&old.rows[row])),
        Anchor::Placed(position) => match &delta.placed[position].what {
            RowSource::Added(row) => Some(label(row)),
            RowSource::Moved(row) => Some(label(&old.rows[*row])),
        },
    };
    let mut out = String::new();
    // The top level of the page is not printed as a parent.
    let within = each
        .inside
        .filter(|anchor| !matches!(anchor, Anchor::Old(row) if old.rows[*row].depth == 0));
    if let Some(inside) = within.and_then(name) {
        let _ = write!(out, " ...(in {inside})");
    }
    match name(each.after).filter(|_| Some(each.after) != each.inside) {
        Some(after) => drop(write!(out, " ...(after {after})")),
        None if within.is_none() => out.push_str(" ...(first)"),
        None => {}
    }
    out
}

/// Names a line by its uid, its role and name, or its text.
fn label(row: &BaseRow) -> String {
    if !row.uid.is_empty() {
        return row.uid.to_string();
    }
    let parts = parts(&row.line);
    match row.kind {
        LineKind::Element => parts
            .into_iter()
            .take(2)
            .filter(|part| part.starts_with('"') || !part.contains('='))
            .collect::<Vec<_>>()
            .join(" "),
        LineKind::Text | LineKind::Note => row.line.to_string(),
    }
}
