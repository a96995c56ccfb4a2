//! The `tabs` format (contract in docs/contracts.md), the answer of `GET /tabs/:tabId/snapshot`: `-
//! button "Submit" [e1]`. Long texts are split into chunks. The end of the page follows each chunk,
//! because pagination links are usually there.

use super::{Line, each_line, line_parts};
use crate::page_tree::TreeNode;
use crate::quote::quoted;
use crate::role::Role;
use crate::state_words::state_words;
use crate::view::View;
use std::fmt::Write;

/// Maximum length of a chunk, in characters.
const MAX_CHUNK_LEN: usize = 80_000;

/// Length of the page's end that every chunk repeats, in characters.
const TAIL_LEN: usize = 5_000;

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

/// The line of an element. `text` is the run of text that is its only content.
fn line(each: &TreeNode, id: Option<&str>, text: Option<&str>) -> String {
    let node = &each.node;
    let mut out = format!("- {}", line_parts::role(node.role));
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
    for state in state_words(node) {
        let _ = write!(out, " [{state}]");
    }
    if let Some(value) = node.value.as_ref().filter(|value| !value.is_empty()) {
        let _ = write!(out, ": {}", quoted(value));
    }
    out
}

/// A chunk of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The chunk, a notice about the omitted text, and the page's end.
    pub text: String,
    /// Whether the chunk is not the whole text.
    pub truncated: bool,
    /// Length of the whole text, in characters.
    pub total: usize,
    /// Offset of the next chunk; `None` after the last.
    pub next: Option<usize>,
}

/// The chunk that begins at a character. It ends at a line break.
pub fn chunk(text: &str, offset: usize) -> Chunk {
    let total = text.chars().count();
    if total <= MAX_CHUNK_LEN && offset == 0 {
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
    let tail = line_start(text, byte(total.saturating_sub(TAIL_LEN)));
    let wanted = byte((offset + MAX_CHUNK_LEN - TAIL_LEN).min(total));
    if wanted >= tail {
        return Chunk {
            text: text[start..].to_string(),
            truncated: offset > 0,
            total,
            next: None,
        };
    }
    let cut = line_start(text, wanted);
    // A line that is longer than a chunk is split.
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

/// The start of the line at a position.
fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_chunks_are_the_whole_text() {
        let text: String = (0..20_000)
            .map(|number| format!("- link \"entry {number}\" [e{number}]\n"))
            .collect();
        let mut joined = String::new();
        let mut offset = 0;
        loop {
            let part = chunk(&text, offset);
            assert!(part.text.chars().count() <= MAX_CHUNK_LEN + 200);
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
    fn a_short_text_is_one_chunk() {
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
