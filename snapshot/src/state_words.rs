//! The states of an element, as lines print them in several formats.

use crate::quote::quoted;
use crate::role::Role;
use crate::tree::{Node, States, Tristate, Unseen};

/// The significant states, as printed after a name: `checked`, `checked=mixed`, `collapsed`,
/// `current=page`, `placeholder="…"` …
pub fn state_words(node: &Node) -> Vec<String> {
    if node.states.is_unset() {
        return Vec::new();
    }
    let states = &*node.states;
    let mut words = Vec::new();
    tristate(&mut words, "checked", states.checked);
    tristate(&mut words, "pressed", states.pressed);
    flag(&mut words, "selected", states.selected == Some(true));
    expanded(&mut words, states);
    for (name, holds) in [
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
        flag(&mut words, name, holds);
    }
    texts(&mut words, node);
    words.extend(unseen_word(node).map(str::to_owned));
    words
}

/// The mark of a text that a user can't see.
pub fn unseen_word(node: &Node) -> Option<&'static str> {
    node.states.unseen.map(|unseen| match unseen {
        Unseen::All => "unseen",
        Unseen::Part => "unseen=part",
    })
}

fn texts(words: &mut Vec<String>, node: &Node) {
    let states = &*node.states;
    for (name, text) in [
        ("current", &states.current),
        ("haspopup", &states.haspopup),
        ("invalid", &states.invalid),
        ("sort", &states.sort),
        ("live", &states.live),
        ("autocomplete", &states.autocomplete),
        ("min", &states.min),
        ("max", &states.max),
    ] {
        token(words, name, text.as_deref());
    }
    let placeholder = states
        .placeholder
        .as_deref()
        .filter(|text| *text != node.name);
    for (name, text) in [
        ("placeholder", placeholder),
        ("valuetext", states.valuetext.as_deref()),
        ("error", states.error_message.as_deref()),
        ("roledescription", states.roledescription.as_deref()),
        ("keys", states.keyshortcuts.as_deref()),
    ] {
        if let Some(text) = text {
            words.push(format!("{name}={}", quoted(text)));
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

fn tristate(words: &mut Vec<String>, name: &str, value: Option<Tristate>) {
    match value {
        Some(Tristate::True) => words.push(name.into()),
        Some(Tristate::Mixed) => words.push(format!("{name}=mixed")),
        Some(Tristate::False) | None => {}
    }
}

fn flag(words: &mut Vec<String>, name: &str, holds: bool) {
    if holds {
        words.push(name.into());
    }
}

/// `name=value`, or only `name` for `true`. A value that is not a plain token comes from the page
/// and is quoted.
fn token(words: &mut Vec<String>, name: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    let plain = !value.is_empty()
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    match value {
        "true" => words.push(name.into()),
        _ if plain => words.push(format!("{name}={value}")),
        _ => words.push(format!("{name}={}", quoted(value))),
    }
}
