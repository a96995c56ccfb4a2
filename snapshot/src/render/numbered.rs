//! The `numbered` format, version 1.0 (contract in docs/contracts.md): `id: role "name" value="…"
//! states`, with consecutive ids from 1. Its grammar has no notes; the answer's header has them.

use super::{Line, each_line};
use crate::page_tree::TreeNode;
use crate::quote::push_character;
use crate::role::Role;
use crate::tree::Tristate;
use crate::view::View;
use std::fmt::Write;

/// Maximum lengths of a name and of a value, including the dots of a cut.
const MAX_NAME_LEN: usize = 80;
const MAX_VALUE_LEN: usize = 50;

/// The line with the title and a blank line; empty without a title.
pub(crate) fn head(title: &str) -> String {
    if title.is_empty() {
        String::new()
    } else {
        format!("Page: \"{}\"\n\n", cut(title, usize::MAX))
    }
}

pub(crate) fn lines(view: &View) -> Vec<Line> {
    let mut last = 0;
    let lines = each_line(view, |position, each| {
        if position == 0 && each.node.role == Role::Document {
            return None;
        }
        last += 1;
        Some((format!("{last}: {}", line(each)), Some(last.to_string())))
    });
    lines
        .into_iter()
        .filter(|line| line.position.is_some())
        .collect()
}

fn line(each: &TreeNode) -> String {
    let node = &each.node;
    let mut out = plain_role(node.role).to_string();
    if !node.name.is_empty() {
        let _ = write!(out, " \"{}\"", cut(&node.name, MAX_NAME_LEN));
    }
    if let Some(value) = node
        .value
        .as_ref()
        .filter(|value| !value.is_empty() && **value != node.name)
    {
        let _ = write!(out, " value=\"{}\"", cut(value, MAX_VALUE_LEN));
    }
    let states = &node.states;
    for (name, holds) in [
        ("focused", states.focused),
        ("disabled", states.disabled),
        (
            "checked",
            states.checked == Some(Tristate::True) || states.pressed == Some(Tristate::True),
        ),
        ("expanded", states.expanded == Some(true)),
        ("collapsed", states.expanded == Some(false)),
        ("selected", states.selected == Some(true)),
        ("required", states.required),
        ("readonly", states.readonly),
        ("multiline", states.multiline),
    ] {
        if holds {
            let _ = write!(out, " {name}");
        }
    }
    out
}

/// Escapes the text and cuts it with three dots, never inside an escape.
fn cut(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    // The position of the dots.
    let mut end = 0;
    let mut at = 0;
    while at < text.len() {
        let before = out.len();
        at = push_character(&mut out, text, at);
        length += out[before..].chars().count();
        if length > limit {
            out.truncate(end);
            return out + "...";
        }
        if length <= limit - 3 {
            end = out.len();
        }
    }
    out
}

/// The roles of the grammar have only lower-case letters, so a hyphenated role is printed as its
/// superclass. Source: https://www.w3.org/TR/dpub-aria-1.1/,
/// https://www.w3.org/TR/graphics-aria-1.0/
fn plain_role(role: Role) -> &'static str {
    match role {
        Role::DocBacklink | Role::DocBiblioref | Role::DocGlossref | Role::DocNoteref => "link",
        Role::DocBiblioentry | Role::DocEndnote => "listitem",
        Role::DocCover | Role::GraphicsSymbol => "img",
        Role::DocEpigraph
        | Role::DocExample
        | Role::DocPullquote
        | Role::DocFootnote
        | Role::DocQna
        | Role::GraphicsObject => "group",
        Role::DocPagebreak => "separator",
        Role::DocSubtitle => "heading",
        Role::DocNotice | Role::DocTip => "note",
        Role::DocIndex | Role::DocPagelist | Role::DocToc => "navigation",
        Role::DocPagefooter | Role::DocPageheader => "group",
        Role::GraphicsDocument => "document",
        other if other.as_str().contains('-') => "region",
        other => super::line_parts::role(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_conforms_to_the_grammar() {
        for role in Role::ALL {
            let name = plain_role(*role);
            assert!(
                !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()),
                "{name}"
            );
        }
    }

    #[test]
    fn a_cut_never_splits_an_escape() {
        let text = format!("{}\u{202e}x", "a".repeat(75));
        assert_eq!(cut(&text, MAX_NAME_LEN), format!("{}...", "a".repeat(75)));
        assert_eq!(cut(&"b".repeat(80), MAX_NAME_LEN), "b".repeat(80));
        assert_eq!(
            cut(&"b".repeat(81), MAX_NAME_LEN),
            format!("{}...", "b".repeat(77))
        );
    }
}
