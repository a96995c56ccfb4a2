//! Trees that the extension sends as what differs from one that the server has. Puts texts
//! together; what makes no sense is a fault, and never a page.

use crate::api::extension::unreadable;
use crate::sessions::trees::CachedTree;
use axlens_protocol::wire::{FrameResult, ObserveResult, Reply, TreeChange};
use axlens_protocol::{Code, Fault};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An answer of which nothing but the texts of its trees is looked at.
#[derive(Deserialize)]
struct Texts<'a> {
    #[serde(borrow)]
    frames: Vec<FrameText<'a>>,
}

#[derive(Deserialize)]
struct FrameText<'a> {
    #[serde(borrow, default)]
    tree: Option<&'a RawValue>,
}

/// How long the trees are of which only what differs was sent, in bytes.
pub fn changed_bytes(read: &ObserveResult, cached: &[CachedTree]) -> usize {
    let changes = read
        .frames
        .iter()
        .filter_map(|frame| frame.tree_change.as_ref());
    let before = changes.filter_map(|change| cached.iter().find(|tree| *tree.name == *change.from));
    before.map(|tree| tree.text.len()).sum()
}

/// Puts trees together of which only what differs was sent. Returns the text of every tree that has
/// a name, by the position of its frame.
///
/// # Errors
/// `internal` for a difference from a tree that was not asked about, or one that it does not fit.
pub fn complete(
    read: &mut ObserveResult,
    cached: &[CachedTree],
    bytes: &[u8],
) -> Result<BTreeMap<usize, Arc<str>>, Fault> {
    let mut texts = whole(&read.frames, bytes);
    for (position, frame) in read.frames.iter_mut().enumerate() {
        let Some(change) = frame.tree_change.take() else {
            continue;
        };
        let text = changed(cached, &change)?;
        let tree = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
        frame.tree = Some(tree);
        texts.insert(position, text);
    }
    Ok(texts)
}

/// The texts of the trees that were sent whole and have a name, by position.
fn whole(frames: &[FrameResult], bytes: &[u8]) -> BTreeMap<usize, Arc<str>> {
    let named = |frame: &FrameResult| frame.tree.is_some() && !frame.tree_name.is_empty();
    if !frames.iter().any(named) {
        return BTreeMap::new();
    }
    let Ok(Some(texts)) = serde_json::from_slice::<Reply<Texts>>(bytes).map(|reply| reply.ok)
    else {
        return BTreeMap::new();
    };
    let pairs = frames.iter().zip(texts.frames).enumerate();
    pairs
        .filter(|(_, (frame, _))| named(frame))
        .filter_map(|(position, (_, text))| Some((position, text.tree?.get())))
        .map(|(position, text)| (position, Arc::from(text)))
        .collect()
}

/// The text of a tree that differs from one of those that were asked about.
fn changed(cached: &[CachedTree], change: &TreeChange) -> Result<Arc<str>, Fault> {
    let before = cached.iter().find(|tree| *tree.name == *change.from);
    let before = before.ok_or_else(|| senseless("that it was not asked about"))?;
    let (head, tail) =
        unchanged(&before.text, change).ok_or_else(|| senseless("that is shorter"))?;
    let same = head.len() == before.text.len() && change.middle.is_empty();
    Ok(match same {
        true => Arc::clone(&before.text),
        false => [head, &change.middle, tail].concat().into(),
    })
}

/// What a change leaves of the text before it. None: there is less of it.
fn unchanged<'a>(before: &'a str, change: &TreeChange) -> Option<(&'a str, &'a str)> {
    let gone = units(before.as_bytes())
        .checked_sub(change.tail)?
        .checked_sub(change.head)?;
    let (head, rest) = before.split_at(byte_at(before, change.head)?);
    Some((head, &rest[byte_at(rest, gone)?..]))
}

/// The byte before which so many UTF-16 units stand. None: there are fewer, or it is in the middle
/// of a character.
fn byte_at(text: &str, units_before: usize) -> Option<usize> {
    const PART: usize = 1 << 12;
    let (mut at, mut left) = (0, units_before);
    for part in text.as_bytes().chunks(PART) {
        match left.checked_sub(units(part)) {
            Some(rest) => (at, left) = (at + part.len(), rest),
            None => break,
        }
    }
    // A character counts where it begins.
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

/// How many UTF-16 units a text has: one for every character, another for those that take four
/// bytes in UTF-8. Counted in parts so short that a byte holds the sum, many bytes at a time.
fn units(text: &[u8]) -> usize {
    let of = |byte: &u8| u8::from(byte & 0xc0 != 0x80) + u8::from(*byte >= 0xf0);
    let sum = |part: &[u8]| usize::from(part.iter().map(of).sum::<u8>());
    text.chunks(64).map(sum).sum()
}

fn senseless(what: &str) -> Fault {
    let message = format!("The extension sent what differs from a tree {what}.");
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
        changed(&[tree], change).ok().map(|text| text.to_string())
    }

    #[test]
    fn a_change_that_fits_is_applied_and_no_other() {
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
    fn every_change_between_two_texts_is_undone() {
        let length = |text: &str| text.encode_utf16().count();
        // Long enough for the places to be looked for part by part.
        let long = "aü漢🙂".repeat(700);
        let ends: Vec<&str> = long.char_indices().map(|(at, _)| &long[at..]).collect();
        for head in ends.iter().step_by(97) {
            for tail in ends.iter().step_by(89) {
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
