//! The `tabs` format (contract in docs/contracts.md), the answer of `GET /tabs/:tabId/snapshot`:
//! `- button "Submit" [e1]`. Long texts are cut in chunks of characters, each with the page's end
//! behind it, where a page keeps its links to the next.

use super::{Line, each_line, words};
use crate::page_tree::TreeNode;
use crate::quote::quoted;
use crate::role::Role;
use crate::state_words::state_words;
use crate::view::View;
use std::fmt::Write;

/// Characters of an answer.
const LIMIT: usize = 80_000;

/// Characters of the page's end that every chunk repeats.
const TAIL: usize = 5_000;

pub(crate) fn lines(view: &View) -> Vec<Line> {
    let mut refs = 0;
    each_line(view, |position, each| {
        if position == 0 && each.node.role == Role::Document
            || super::printed_by_parent(view, position)
        {
            return None;
        }
        let id = each.is_control().then(|| {
            refs += 1;
            format!("e{refs}")
        });
        Some((
            line(each, id.as_deref(), super::only_text(view, position)),
            id,
        ))
    })
}

/// `text`: the run of text that is all that stands inside.
fn line(each: &TreeNode, id: Option<&str>, text: Option<&str>) -> String {
    let node = &each.node;
    let mut out = format!("- {}", words::role(node.role));
    let name = text.unwrap_or(&node.name);
    if !name.is_empty() {
        let _ = write!(out, " {}", quoted(name));
    }
    if let Some(id) = id {
        let _ = write!(out, " [{id}]");
    }
    if let Some(level) = node.states.level.filter(|_| node.role == Role::Heading) {
        let _ = write!(out, " [level={level}]");
    }
    for word in state_words(node) {
        let _ = write!(out, " [{word}]");
    }
    if let Some(value) = node.value.as_ref().filter(|value| !value.is_empty()) {
        let _ = write!(out, ": {}", quoted(value));
    }
    out
}

/// A chunk of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The chunk, a notice of what was cut, and the page's end.
    pub text: String,
    /// Something was cut.
    pub truncated: bool,
    /// Characters of the whole.
    pub total: usize,
    /// Where the next chunk begins; `None` behind the last.
    pub next: Option<usize>,
}

/// The chunk that begins at a character. Cut at line ends, so that no line is halved.
pub fn chunk(text: &str, offset: usize) -> Chunk {
    let total = text.chars().count();
    if total <= LIMIT && offset == 0 {
        return Chunk {
            text: text.to_string(),
            truncated: false,
            total,
            next: None,
        };
    }
    let byte = |character: usize| {
        text.char_indices()
            .nth(character)
            .map_or(text.len(), |(at, _)| at)
    };
    let start = byte(offset.min(total));
    let tail = line_start(text, byte(total.saturating_sub(TAIL)));
    let wanted = byte((offset + LIMIT - TAIL).min(total));
    if wanted >= tail {
        return Chunk {
            text: text[start..].to_string(),
            truncated: offset > 0,
            total,
            next: None,
        };
    }
    let cut = line_start(text, wanted);
    // A single line longer than a chunk is cut where it must be.
    let cut = if cut > start { cut } else { wanted };
    let next = text[..cut].chars().count();
    let notice = format!(
        "[... truncated at char {next} of {total}. Call snapshot with offset={next} to see more. Pagination links below. ...]\n"
    );
    Chunk {
        text: format!("{}{notice}{}", &text[start..cut], &text[tail..]),
        truncated: true,
        total,
        next: Some(next),
    }
}

/// Where the line begins that holds a byte.
fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_joined_are_the_whole() {
        let text: String = (0..20_000)
            .map(|number| format!("- link \"entry {number}\" [e{number}]\n"))
            .collect();
        let mut joined = String::new();
        let mut offset = 0;
        loop {
            let part = chunk(&text, offset);
            assert!(part.text.chars().count() <= LIMIT + 200);
            let Some(next) = part.next else {
                joined.push_str(&part.text);
                break;
            };
            let (head, _) = part.text.split_once("[... truncated").expect("a notice");
            joined.push_str(head);
            assert!(head.ends_with('\n'));
            offset = next;
        }
        assert_eq!(joined, text);
    }

    #[test]
    fn a_short_text_is_whole() {
        assert_eq!(
            chunk("- text \"a\"\n", 0),
            Chunk {
                text: "- text \"a\"\n".into(),
                truncated: false,
                total: 11,
                next: None
            }
        );
    }
}
