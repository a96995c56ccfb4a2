//! A delta as text. `~` changed, field by field; `+` added, with what it stands in; `-` removed; `>` moved. Lines of the page begin with a
//! role or a quote, so none can look like one of these.

use super::{Delta, Key, Keyed};
use crate::quote::quoted;
use crate::render::{self, Rendered};
use crate::stitch::TreeNode;
use crate::tree::{Node, States};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A delta must save this share of the tokens, in percent, or the whole is sent.
const SAVES: usize = 30;

/// What is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The delta's text.
    Delta(String),
    /// The whole text, and why.
    Full(String),
}

/// The delta's text, unless the whole costs little more. `count` counts tokens.
pub fn decide(delta: String, full: &str, count: &dyn Fn(&str) -> usize) -> Decision {
    let (small, large) = (count(&delta), count(full));
    if small * 100 <= large * (100 - SAVES) {
        return Decision::Delta(delta);
    }
    Decision::Full(format!("the delta would take {small} of {large} tokens"))
}

/// Writes a delta against the snapshot numbered `since`. `rendered` is of the new view.
pub fn write(old: &Keyed, new: &Keyed, delta: &Delta, rendered: &Rendered, since: u64) -> String {
    if delta.is_empty() && delta.notes == old.view.notes {
        return format!("unchanged since snapshot {since}\n");
    }
    let writer = Writer { old, new, lines: lines_by_key(new, rendered) };
    let mut hunks = String::new();
    writer.changed(&mut hunks, delta);
    writer.removed(&mut hunks, delta);
    writer.placed(&mut hunks, delta);
    if delta.notes != old.view.notes {
        for note in &delta.notes {
            let _ = writeln!(hunks, "{}", render::note(0, note).text);
        }
    }
    if hunks.is_empty() {
        // What changed is not part of this format's lines.
        return format!("unchanged since snapshot {since}\n");
    }
    format!("changes since snapshot {since}\n{hunks}")
}

struct Writer<'a> {
    old: &'a Keyed,
    new: &'a Keyed,
    lines: HashMap<Key, String>,
}

impl Writer<'_> {
    fn changed(&self, out: &mut String, delta: &Delta) {
        let before = self.old.positions();
        for (key, now) in &delta.changed {
            let Some(was) = before
                .get(key)
                .map(|position| &self.old.view.nodes[*position])
            else {
                continue;
            };
            let fields = fields(was, now);
            if !fields.is_empty() {
                let _ = writeln!(out, "~ {}: {}", subject(was), fields.join(", "));
            }
        }
    }

    /// What is gone; of a whole branch its topmost line, with how much went with it.
    fn removed(&self, out: &mut String, delta: &Delta) {
        let gone: HashSet<Key> = delta.removed.iter().copied().collect();
        for (position, key) in self.old.keys.iter().enumerate() {
            let topmost = gone.contains(key) && !gone.contains(&self.old.parent_key(position));
            if !topmost {
                continue;
            }
            let end = self.old.view.end(position);
            let with = self.old.keys[position + 1..end]
                .iter()
                .filter(|inner| gone.contains(inner))
                .count();
            let _ = write!(out, "- {}", subject(&self.old.view.nodes[position]));
            let _ = writeln!(
                out,
                "{}",
                if with == 0 {
                    String::new()
                } else {
                    format!(" and {with} inside it")
                }
            );
        }
    }

    /// What is new, with all that is new inside it beneath; and what moved.
    fn placed(&self, out: &mut String, delta: &Delta) {
        let positions = self.new.positions();
        let added: HashSet<Key> = delta
            .placed
            .iter()
            .filter(|placed| placed.node.is_some())
            .map(|placed| placed.key)
            .collect();
        for placed in &delta.placed {
            let Some(position) = positions.get(&placed.key).copied() else {
                continue;
            };
            let sign = if placed.node.is_some() { '+' } else { '>' };
            let depth = self.added_above(position, &added);
            let Some(line) = self.lines.get(&placed.key) else {
                continue;
            };
            let place = if depth == 0 || placed.node.is_none() {
                self.place(position)
            } else {
                String::new()
            };
            let line = if placed.node.is_some() {
                line.clone()
            } else {
                subject(&self.new.view.nodes[position])
            };
            let _ = writeln!(out, "{sign} {}{line}{place}", " ".repeat(depth));
        }
    }

    /// How many of the elements around it are new and printed.
    fn added_above(&self, position: usize, added: &HashSet<Key>) -> usize {
        let mut depth = 0;
        let mut above = self.new.parents[position];
        while let Some(parent) = above.filter(|parent| added.contains(&self.new.keys[*parent])) {
            depth += usize::from(self.lines.contains_key(&self.new.keys[parent]));
            above = self.new.parents[parent];
        }
        depth
    }

    /// Where something stands: behind its nearest printed sibling, or in its nearest printed parent.
    fn place(&self, position: usize) -> String {
        let mut above = self.new.parents[position];
        while let Some(parent) = above {
            if self.lines.contains_key(&self.new.keys[parent]) {
                return format!(" (in {})", subject(&self.new.view.nodes[parent]));
            }
            above = self.new.parents[parent];
        }
        String::new()
    }
}

/// How a line names an element: its uid where it has one, else its role and name.
fn subject(each: &TreeNode) -> String {
    let role = each.node.role.word();
    match &each.uid {
        Some(uid) => format!("{uid} {role}"),
        None if each.node.name.is_empty() => role.to_string(),
        None => format!(
            "{role} {}",
            quoted(&crate::quote::shortened(&each.node.name, 60))
        ),
    }
}

/// The fields that differ, as `value "a" → "b"`.
fn fields(was: &TreeNode, now: &TreeNode) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = |name: &str, was: String, now: String| {
        if was != now {
            fields.push(format!("{name} {was} → {now}"));
        }
    };
    let text = |text: &Option<String>| text.as_deref().map_or_else(|| "none".to_string(), quoted);
    field(
        "role",
        was.node.role.word().into(),
        now.node.role.word().into(),
    );
    field("name", quoted(&was.node.name), quoted(&now.node.name));
    field("value", text(&was.node.value), text(&now.node.value));
    field(
        "description",
        quoted(&was.node.description),
        quoted(&now.node.description),
    );
    field("url", text(&was.node.href), text(&now.node.href));
    field("notes", was.notes.join("; "), now.notes.join("; "));
    fields.extend(states(&was.node, &now.node));
    fields
}

/// States that came (`+checked`) and went (`-checked`), by the words that their lines have.
fn states(was: &Node, now: &Node) -> Vec<String> {
    let words = |node: &Node| render::state_words(node);
    let (before, after) = (words(was), words(now));
    let gone = before
        .iter()
        .filter(|word| !after.contains(word))
        .map(|word| format!("-{word}"));
    let come = after
        .iter()
        .filter(|word| !before.contains(word))
        .map(|word| format!("+{word}"));
    let mut changes: Vec<String> = gone.chain(come).collect();
    let count = |states: &States| states.count;
    if count(&was.states) != count(&now.states) {
        let number = |states: &States| {
            count(states).map_or_else(|| "none".to_string(), |count| count.to_string())
        };
        changes.push(format!(
            "count {} → {}",
            number(&was.states),
            number(&now.states)
        ));
    }
    changes
}

fn lines_by_key(keyed: &Keyed, rendered: &Rendered) -> HashMap<Key, String> {
    rendered
        .printed
        .iter()
        .map(|(position, line)| (keyed.keys[*position], line.clone()))
        .collect()
}
