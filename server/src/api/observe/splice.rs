//! Completes trees of which the extension has sent only the differences from a cached tree.

use crate::api::extension::invalid_response;
use crate::sessions::trees::CachedTree;
use axlens_protocol::wire::{FrameResult, ObserveResult, Reply, TreeChange};
use axlens_protocol::{Code, Fault};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A response of which only the texts of the trees are parsed.
#[derive(Deserialize)]
struct TreeTexts<'a> {
    #[serde(borrow)]
    frames: Vec<FrameText<'a>>,
}

#[derive(Deserialize)]
struct FrameText<'a> {
    #[serde(borrow, default)]
    tree: Option<&'a RawValue>,
}

/// The size of the cached trees of which the response has only differences, in bytes.
pub fn changed_bytes(result: &ObserveResult, cached: &[CachedTree]) -> usize {
    let changes = result
        .frames
        .iter()
        .filter_map(|frame| frame.tree_change.as_ref());
    let before = changes.filter_map(|change| cached.iter().find(|tree| *tree.name == *change.from));
    before.map(|tree| tree.text.len()).sum()
}

/// Completes the trees of a response. Returns the text of every tree that has a name, by the
/// position of its frame.
///
/// # Errors
/// `internal` for a difference from a tree that is not in the query, or that does not fit the tree.
pub fn complete(
    result: &mut ObserveResult,
    cached: &[CachedTree],
    bytes: &[u8],
) -> Result<BTreeMap<usize, Arc<str>>, Fault> {
    let mut texts = whole_texts(&result.frames, bytes);
    for (position, frame) in result.frames.iter_mut().enumerate() {
        let Some(change) = frame.tree_change.take() else {
            continue;
        };
        let text = apply(cached, &change)?;
        let tree = serde_json::from_str(&text).map_err(|error| invalid_response(&error))?;
        frame.tree = Some(tree);
        texts.insert(position, text);
    }
    Ok(texts)
}

/// The texts of the trees that were sent whole and have a name, by position.
fn whole_texts(frames: &[FrameResult], bytes: &[u8]) -> BTreeMap<usize, Arc<str>> {
    let is_named = |frame: &FrameResult| frame.tree.is_some() && !frame.tree_name.is_empty();
    if !frames.iter().any(is_named) {
        return BTreeMap::new();
    }
    let Ok(Some(texts)) = serde_json::from_slice::<Reply<TreeTexts>>(bytes).map(|reply| reply.ok)
    else {
        return BTreeMap::new();
    };
    let pairs = frames.iter().zip(texts.frames).enumerate();
    pairs
        .filter(|(_, (frame, _))| is_named(frame))
        .filter_map(|(position, (_, text))| Some((position, text.tree?.get())))
        .map(|(position, text)| (position, Arc::from(text)))
        .collect()
}

/// Applies a change to one of the cached trees.
fn apply(cached: &[CachedTree], change: &TreeChange) -> Result<Arc<str>, Fault> {
    let before = cached.iter().find(|tree| *tree.name == *change.from);
    let before = before.ok_or_else(|| invalid_change("which was not in the query"))?;
    let (head, tail) =
        unchanged(&before.text, change).ok_or_else(|| invalid_change("which is shorter"))?;
    let is_same = head.len() == before.text.len() && change.middle.is_empty();
    Ok(match is_same {
        true => Arc::clone(&before.text),
        false => [head, &change.middle, tail].concat().into(),
    })
}

/// The parts of a text that a change keeps. `None` if the text is too short.
fn unchanged<'a>(before: &'a str, change: &TreeChange) -> Option<(&'a str, &'a str)> {
    let removed = units(before.as_bytes())
        .checked_sub(change.tail)?
        .checked_sub(change.head)?;
    let (head, rest) = before.split_at(byte_at(before, change.head)?);
    Some((head, &rest[byte_at(rest, removed)?..]))
}

/// The position in bytes of a position in UTF-16 units. `None` if the text is shorter, or the
/// position is inside a character.
fn byte_at(text: &str, units_before: usize) -> Option<usize> {
    const PART: usize = 1 << 12;
    let (mut at, mut left) = (0, units_before);
    for part in text.as_bytes().chunks(PART) {
        match left.checked_sub(units(part)) {
            Some(rest) => (at, left) = (at + part.len(), rest),
            None => break,
        }
    }
    // A character counts in the part of its first byte.
    while !text.is_char_boundary(at) {
        at += 1;
    }
    for character in text[at..].chars() {
        if left == 0 {
            break;
        }
        left = left.checked_sub(character.len_utf16())?;
        at += character.len_utf8();
    }
    (left == 0).then_some(at)
}

/// The number of UTF-16 units of a text: two for a character with four bytes in UTF-8, one for any
/// other. The parts are so short that a byte can hold the sum, which lets the compiler vectorize.
fn units(text: &[u8]) -> usize {
    let units_of_byte = |byte: &u8| u8::from(byte & 0xc0 != 0x80) + u8::from(*byte >= 0xf0);
    let sum = |part: &[u8]| usize::from(part.iter().map(units_of_byte).sum::<u8>());
    text.chunks(64).map(sum).sum()
}

fn invalid_change(reason: &str) -> Fault {
    let message = format!("The extension sent differences from a tree {reason}.");
    Fault::new(Code::Internal, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(from: &str, head: usize, middle: &str, tail: usize) -> TreeChange {
        TreeChange {
            from: from.to_owned(),
            head,
            middle: middle.to_owned(),
            tail,
        }
    }

    fn applied(before: &str, change: &TreeChange) -> Option<String> {
        let tree = CachedTree {
            name: "a".into(),
            text: before.into(),
        };
        apply(&[tree], change).ok().map(|text| text.to_string())
    }

    #[test]
    fn only_a_change_that_fits_is_applied() {
        assert_eq!(
            applied("one 🙂 two", &change("a", 4, "and", 4)).as_deref(),
            Some("one and two")
        );
        assert_eq!(
            applied("same", &change("a", 4, "", 0)).as_deref(),
            Some("same")
        );
        for wrong in [
            change("b", 0, "", 0),
            change("a", 5, "", 4),
            change("a", 6, "", 5),
            change("a", 11, "", 0),
            change("a", 0, "", 11),
            change("a", usize::MAX, "", usize::MAX),
        ] {
            assert_eq!(applied("one 🙂 two", &wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn every_change_between_two_texts_is_applied() {
        let length = |text: &str| text.encode_utf16().count();
        // Longer than one part of the search.
        let long = "aü漢🙂".repeat(700);
        let suffixes: Vec<&str> = long.char_indices().map(|(at, _)| &long[at..]).collect();
        for head in suffixes.iter().step_by(97) {
            for tail in suffixes.iter().step_by(89) {
                let change = change("a", length(head), "new", length(tail));
                let before = [head, "🙂 old", tail].concat();
                assert_eq!(
                    applied(&before, &change),
                    Some([head, "new", tail].concat())
                );
            }
        }
    }
}
