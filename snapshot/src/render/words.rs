//! Words that several formats share: roles as they print them, states, boxes.

use crate::options::{Include, Options};
use crate::quote::quoted;
use crate::role::Role;
use crate::stitch::TreeNode;
use crate::tree::{Node, States, Tristate};
use std::fmt::Write;

/// The role's word; a seed's `img` for an image.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Image => "img",
        other => other.word(),
    }
}

/// States that say something, as words behind a name: `checked`, `checked=mixed`, `collapsed`,
/// `current=page`, `placeholder="…"` …
pub fn states(each: &TreeNode) -> Vec<String> {
    states_of(&each.node)
}

/// The same, of a node.
pub fn states_of(node: &Node) -> Vec<String> {
    if node.states.are_absent() {
        return Vec::new();
    }
    let states = &*node.states;
    let mut words = Vec::new();
    three(&mut words, "checked", states.checked);
    three(&mut words, "pressed", states.pressed);
    flag(&mut words, "selected", states.selected == Some(true));
    expanded(&mut words, states);
    for (word, holds) in [
        ("disabled", states.disabled),
        ("readonly", states.readonly),
        ("required", states.required),
        ("focused", states.focused),
        ("modal", states.modal),
        ("busy", states.busy),
        ("multiline", states.multiline && node.role != Role::Textbox),
        ("multiselectable", states.multiselectable),
        ("editable", states.editable && !node.role.is_interactive()),
    ] {
        flag(&mut words, word, holds);
    }
    texts(&mut words, node);
    words
}

fn texts(words: &mut Vec<String>, node: &Node) {
    let states = &*node.states;
    for (word, text) in [
        ("current", &states.current),
        ("haspopup", &states.haspopup),
        ("invalid", &states.invalid),
        ("sort", &states.sort),
        ("live", &states.live),
        ("autocomplete", &states.autocomplete),
        ("min", &states.min),
        ("max", &states.max),
    ] {
        token(words, word, text.as_deref());
    }
    let placeholder = states
        .placeholder
        .as_deref()
        .filter(|text| *text != node.name);
    for (word, text) in [
        ("placeholder", placeholder),
        ("valuetext", states.valuetext.as_deref()),
        ("error", states.error_message.as_deref()),
        ("roledescription", states.roledescription.as_deref()),
        ("keys", states.keyshortcuts.as_deref()),
    ] {
        if let Some(text) = text {
            words.push(format!("{word}={}", quoted(text)));
        }
    }
    if let Some(open) = states.popover_open {
        flag(words, "open", open);
    }
}

fn expanded(words: &mut Vec<String>, states: &States) {
    match states.expanded {
        Some(true) => words.push("expanded".into()),
        Some(false) => words.push("collapsed".into()),
        None => {}
    }
}

fn three(words: &mut Vec<String>, word: &str, value: Option<Tristate>) {
    match value {
        Some(Tristate::True) => words.push(word.into()),
        Some(Tristate::Mixed) => words.push(format!("{word}=mixed")),
        Some(Tristate::False) | None => {}
    }
}

fn flag(words: &mut Vec<String>, word: &str, holds: bool) {
    if holds {
        words.push(word.into());
    }
}

/// `word=value`; `word` alone for `true`. A value that is no plain word came from the page as it
/// is: it is quoted.
fn token(words: &mut Vec<String>, word: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    let plain = !value.is_empty()
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    match value {
        "true" => words.push(word.into()),
        _ if plain => words.push(format!("{word}={value}")),
        _ => words.push(format!("{word}={}", quoted(value))),
    }
}

/// An address as it stands in a line: bare where it can't be taken for anything else.
pub fn address(href: &str) -> String {
    let plain = !href.is_empty()
        && href
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && !b"\"'[]<>\\`".contains(&byte));
    if plain {
        href.to_string()
    } else {
        quoted(href)
    }
}

/// What `include` adds behind a line.
pub fn extras(each: &TreeNode, options: &Options) -> String {
    let mut out = String::new();
    if options.includes(Include::Descriptions) && !each.node.description.is_empty() {
        let _ = write!(out, " desc={}", quoted(&each.node.description));
    }
    if let (true, Some(path)) = (options.includes(Include::Selectors), &each.node.place) {
        let hosts: String = path
            .hosts
            .iter()
            .map(|host| format!("{host} >>> "))
            .collect();
        let _ = write!(out, " css={}", quoted(&format!("{hosts}{}", path.selector)));
    }
    if let (true, Some(place)) = (options.includes(Include::Boxes), &each.place) {
        let [x, y, width, height] = place.rect.map(f64::round);
        let _ = write!(out, " @{x},{y},{width},{height}");
        for (word, holds) in [
            ("offscreen", !place.in_viewport && !place.empty),
            ("covered", place.covered),
            ("empty", place.empty),
            ("transparent", place.transparent),
        ] {
            if holds {
                let _ = write!(out, " {word}");
            }
        }
    }
    out
}
