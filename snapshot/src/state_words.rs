//! The states of an element as the words that lines have them in. Knows no format.

use crate::quote::quoted;
use crate::role::Role;
use crate::tree::{Node, States, Tristate};

/// States that say something, as words behind a name: `checked`, `checked=mixed`, `collapsed`,
/// `current=page`, `placeholder="…"` …
pub fn state_words(node: &Node) -> Vec<String> {
    if node.states.is_unset() {
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
