//! The `refs` format (contract in docs/contracts.md): `- role "name" [ref=e1] [level=1]`, `nth` for
//! duplicates. Interactive elements and named content elements have a ref. Elements that are
//! clickable or focusable without a role are optionally listed separately.

use super::{Line, Rendered, each_line, line_parts};
use crate::options::Options;
use crate::page_tree::TreeNode;
use crate::quote::{is_invisible, quoted};
use crate::role::Role;
use crate::tree::Tristate;
use crate::view::View;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fmt::Write;

/// Roles whose elements have a ref if they are named. Source: the `refs` contract,
/// docs/contracts.md.
const CONTENT_ROLES: [Role; 10] = [
    Role::Heading,
    Role::Cell,
    Role::Gridcell,
    Role::Columnheader,
    Role::Rowheader,
    Role::Listitem,
    Role::Article,
    Role::Region,
    Role::Main,
    Role::Navigation,
];

pub(crate) fn lines(view: &View, options: &Options) -> Vec<Line> {
    let nths = nths(view);
    let mut refs = 0;
    let mut without_role = Vec::new();
    let mut lines = each_line(view, |position, each| {
        if position == 0 && each.node.role == Role::Document
            || super::printed_by_parent(view, position)
        {
            return None;
        }
        if is_pseudo(each) {
            without_role.push(position);
            let text = &each.node.name;
            return (!(text.is_empty() || options.interactive_only || options.cursor))
                .then(|| (format!("- text: {}", plain_or_quoted(text)), None));
        }
        let id = has_ref(each).then(|| {
            refs += 1;
            format!("e{refs}")
        });
        Some((
            line(
                each,
                id.as_deref(),
                nths.get(&position).copied(),
                Inside::from_view(view, position),
            ),
            id,
        ))
    });
    if options.cursor && !without_role.is_empty() {
        lines.push(Line {
            depth: 0,
            text: "# Cursor-interactive elements:".into(),
            id: None,
            position: None,
        });
        for position in without_role {
            refs += 1;
            let id = format!("e{refs}");
            lines.push(Line {
                depth: 0,
                text: pseudo_line(&view.nodes[position], &id),
                id: Some(id),
                position: Some(position),
            });
        }
    }
    lines
}

/// The Playwright selector of each ref, for JSON answers.
pub fn map(rendered: &Rendered, view: &View) -> Map<String, Value> {
    let nths = nths(view);
    let entry = |id: &super::PrintedId| {
        let node = &view.nodes[id.position].node;
        let role = line_parts::role(node.role);
        let selector = format!(
            "getByRole('{role}', {{ name: {}, exact: true }})",
            json!(node.name)
        );
        let mut entry = json!({"selector": selector, "role": role, "name": node.name});
        if let Some(nth) = nths.get(&id.position) {
            entry["nth"] = json!(nth);
        }
        (id.id.clone(), entry)
    };
    rendered.ids.iter().map(entry).collect()
}

/// The contents of an element, for its line.
enum Inside<'a> {
    Nothing,
    Lines,
    /// Only a run of text, which is printed on the same line.
    Text(&'a str),
}

impl<'a> Inside<'a> {
    fn from_view(view: &'a View, position: usize) -> Inside<'a> {
        match super::only_text(view, position) {
            Some(text) => Inside::Text(text),
            None if has_children(view, position) => Inside::Lines,
            None => Inside::Nothing,
        }
    }
}

/// The text after a colon: unquoted if it is unambiguous.
fn plain_or_quoted(text: &str) -> String {
    let plain = |character: char| {
        let is_visible_letter = character.is_alphanumeric() && !is_invisible(character);
        is_visible_letter || " .,;!?%&+/()’“”–—".contains(character)
    };
    let bare =
        text.starts_with(char::is_alphanumeric) && !text.ends_with(' ') && text.chars().all(plain);
    if bare { text.to_owned() } else { quoted(text) }
}

fn line(each: &TreeNode, id: Option<&str>, nth: Option<usize>, inside: Inside) -> String {
    let node = &each.node;
    if node.role == Role::Text {
        return format!("- text: {}", plain_or_quoted(&node.name));
    }
    let mut out = format!("- {}", line_parts::role(node.role));
    if !node.name.is_empty() {
        let _ = write!(out, " {}", quoted(&node.name));
    }
    if let Some(id) = id {
        let _ = write!(out, " [ref={id}]");
    }
    for (name, number) in [
        ("level", node.states.level.map(|level| level as usize)),
        ("nth", nth),
    ] {
        if let Some(number) = number {
            let _ = write!(out, " [{name}={number}]");
        }
    }
    for name in flags(each) {
        let _ = write!(out, " [{name}]");
    }
    match (
        node.value.as_ref().filter(|value| !value.is_empty()),
        inside,
    ) {
        (Some(value), _) => drop(write!(out, ": {}", quoted(value))),
        (None, Inside::Text(text)) => drop(write!(out, ": {}", plain_or_quoted(text))),
        (None, Inside::Lines) => out.push(':'),
        (None, Inside::Nothing) => {}
    }
    out
}

fn flags(each: &TreeNode) -> Vec<&'static str> {
    let states = &each.node.states;
    let all = [
        ("checked", states.checked == Some(Tristate::True)),
        ("checked=mixed", states.checked == Some(Tristate::Mixed)),
        ("pressed", states.pressed == Some(Tristate::True)),
        ("selected", states.selected == Some(true)),
        ("expanded", states.expanded == Some(true)),
        ("collapsed", states.expanded == Some(false)),
        ("disabled", states.disabled),
        ("required", states.required),
        ("readonly", states.readonly),
        ("focused", states.focused),
    ];
    all.into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(name, _)| name)
        .collect()
}

fn pseudo_line(each: &TreeNode, id: &str) -> String {
    let focusable = each.node.role == Role::Focusable
        || each
            .node
            .states
            .clickable
            .iter()
            .all(|reason| reason == "tabindex");
    let role = if focusable { "focusable" } else { "clickable" };
    let reasons = each.node.states.clickable.join(", ");
    let reasons = if reasons.is_empty() {
        "tabindex"
    } else {
        &reasons
    };
    let name = if each.node.name.is_empty() {
        String::new()
    } else {
        format!(" {}", quoted(&each.node.name))
    };
    format!("- {role}{name} [ref={id}] [{reasons}]")
}

fn is_pseudo(each: &TreeNode) -> bool {
    matches!(each.node.role, Role::Clickable | Role::Focusable)
}

fn has_ref(each: &TreeNode) -> bool {
    each.is_control() || CONTENT_ROLES.contains(&each.node.role) && !each.node.name.is_empty()
}

fn has_children(view: &View, position: usize) -> bool {
    view.nodes
        .get(position + 1)
        .is_some_and(|next| next.node.depth > view.nodes[position].node.depth)
}

/// For elements with a ref that share role and name: their index among these, from 0.
fn nths(view: &View) -> HashMap<usize, usize> {
    let mut equals: HashMap<(Role, &str), Vec<usize>> = HashMap::new();
    for (position, each) in view.nodes.iter().enumerate() {
        if has_ref(each) && !is_pseudo(each) {
            equals
                .entry((each.node.role, &each.node.name))
                .or_default()
                .push(position);
        }
    }
    let several = equals.into_values().filter(|positions| positions.len() > 1);
    several
        .flat_map(|positions| {
            positions
                .into_iter()
                .enumerate()
                .map(|(nth, position)| (position, nth))
        })
        .collect()
}
