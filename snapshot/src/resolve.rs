//! What an id means: a pure function over what a session was shown (design §5, “How elements are named”). Never a guess: what could mean two
//! things is ambiguous, what was never shown is unknown.

use crate::options::Format;
use crate::render::Shown;
use crate::uid::Uid;

/// One snapshot that a session was shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Its number.
    pub snapshot: u64,
    /// The tab it was of.
    pub tab: u64,
    /// Its format.
    pub format: Format,
    /// By position of the frame: document and world.
    pub documents: Vec<(String, u64)>,
    /// What was shown.
    pub shown: Vec<Shown>,
}

/// An id as a request names it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// `5`, `uid=5`, `37.42`, `e5`, `@e5`, `ref=e5`, or an id of a numbered snapshot.
    pub id: String,
    /// The snapshot that a bare number is of.
    pub snapshot: Option<u64>,
    /// The tab that is meant.
    pub tab: Option<u64>,
}

/// Why an id means nothing here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unresolved {
    /// Could mean more than one element, or is written like no id. The words say what to write.
    #[error("{0}")]
    Ambiguous(String),
    /// This session was never shown it.
    #[error("{0}")]
    Unknown(String),
}

/// The element that an id names: the snapshot it was shown in last, and its line there. `seen`: the session's snapshots, the oldest first.
pub fn resolve<'s>(named: &Named, seen: &'s [Seen]) -> Result<(&'s Seen, &'s Shown), Unresolved> {
    let id = named.id.trim();
    if let Some(uid) = id.strip_prefix("uid=") {
        return by_uid(&parse_uid(uid)?, named, seen);
    }
    if let Some(reference) = reference(id) {
        return by_ref(&reference, named, seen);
    }
    let uid = parse_uid(id)?;
    match named.snapshot {
        Some(number) => by_number(id, number, seen),
        // A bare number is of the last snapshot when that was a numbered one.
        None => match seen.last().filter(|last| last.format == Format::Numbered) {
            Some(last) => by_number(id, last.snapshot, seen),
            None => by_uid(&uid, named, seen),
        },
    }
}

fn parse_uid(text: &str) -> Result<Uid, Unresolved> {
    text.parse().map_err(|_| {
        let words = "An id is a uid (5, 37.42 or uid=5), a ref (e5, @e5 or ref=e5), or a number of a numbered snapshot with its snapshot.";
        Unresolved::Ambiguous(words.to_string())
    })
}

fn reference(id: &str) -> Option<String> {
    let bare = id
        .strip_prefix('@')
        .or_else(|| id.strip_prefix("ref="))
        .unwrap_or(id);
    let digits = bare.strip_prefix('e')?;
    let plain = !digits.is_empty()
        && !digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| bare.to_string())
}

fn by_uid<'s>(
    uid: &Uid,
    named: &Named,
    seen: &'s [Seen],
) -> Result<(&'s Seen, &'s Shown), Unresolved> {
    let of_tab = |snapshot: &&Seen| named.tab.is_none_or(|tab| tab == snapshot.tab);
    let find = |snapshot: &'s Seen| {
        Some((
            snapshot,
            snapshot
                .shown
                .iter()
                .find(|shown| shown.uid.as_ref() == Some(uid))?,
        ))
    };
    let mut hits = seen.iter().rev().filter(of_tab).filter_map(find);
    let Some(last) = hits.next() else {
        return Err(Unresolved::Unknown(format!(
            "The uid {uid} was never shown in this session."
        )));
    };
    if hits.any(|(snapshot, _)| snapshot.tab != last.0.tab) {
        return Err(Unresolved::Ambiguous(format!(
            "The uid {uid} was shown in more than one tab: say which one with `tab`."
        )));
    }
    Ok(last)
}

fn by_ref<'s>(
    reference: &str,
    named: &Named,
    seen: &'s [Seen],
) -> Result<(&'s Seen, &'s Shown), Unresolved> {
    let has_refs = |snapshot: &&Seen| {
        matches!(snapshot.format, Format::Refs | Format::Tabs)
            && named.tab.is_none_or(|tab| tab == snapshot.tab)
            && named
                .snapshot
                .is_none_or(|number| number == snapshot.snapshot)
    };
    let Some(last) = seen.iter().rev().find(has_refs) else {
        return Err(Unresolved::Unknown(format!(
            "No snapshot with refs was shown in this session, so {reference} names nothing."
        )));
    };
    in_snapshot(reference, last)
}

fn by_number<'s>(
    id: &str,
    number: u64,
    seen: &'s [Seen],
) -> Result<(&'s Seen, &'s Shown), Unresolved> {
    let Some(snapshot) = seen.iter().find(|snapshot| snapshot.snapshot == number) else {
        return Err(Unresolved::Unknown(format!(
            "Snapshot {number} is not known any more."
        )));
    };
    in_snapshot(id, snapshot)
}

fn in_snapshot<'s>(id: &str, snapshot: &'s Seen) -> Result<(&'s Seen, &'s Shown), Unresolved> {
    let shown = snapshot.shown.iter().find(|shown| shown.id == id);
    shown.map(|shown| (snapshot, shown)).ok_or_else(|| {
        Unresolved::Unknown(format!("Snapshot {} showed no {id}.", snapshot.snapshot))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(snapshot: u64, tab: u64, format: Format, ids: &[(&str, u32)]) -> Seen {
        let shown = |(id, uid): &(&str, u32)| Shown {
            id: (*id).into(),
            uid: Some(Uid(vec![*uid])),
            line: format!("{snapshot}:{id}"),
            ..Shown::default()
        };
        Seen {
            snapshot,
            tab,
            format,
            documents: vec![],
            shown: ids.iter().map(shown).collect(),
        }
    }

    fn meaning(id: &str, number: Option<u64>, tab: Option<u64>, all: &[Seen]) -> String {
        let named = Named {
            id: id.into(),
            snapshot: number,
            tab,
        };
        match resolve(&named, all) {
            Ok((_, shown)) => shown.line.clone(),
            Err(Unresolved::Ambiguous(_)) => "ambiguous".into(),
            Err(Unresolved::Unknown(_)) => "unknown".into(),
        }
    }

    #[test]
    fn a_uid_is_what_was_shown_last_and_a_ref_that_of_the_last_snapshot_with_refs() {
        let all = [
            seen(1, 1, Format::Refs, &[("e1", 5), ("e2", 6)]),
            seen(2, 1, Format::Refs, &[("e1", 7)]),
            seen(3, 1, Format::Lean, &[("5", 5)]),
        ];
        assert_eq!(meaning("5", None, None, &all), "3:5");
        assert_eq!(meaning("uid=6", None, None, &all), "1:e2");
        for id in ["e1", "@e1", "ref=e1"] {
            assert_eq!(meaning(id, None, None, &all), "2:e1");
        }
        assert_eq!(meaning("e2", None, None, &all), "unknown");
        assert_eq!(meaning("99", None, None, &all), "unknown");
    }

    #[test]
    fn a_bare_number_is_of_the_last_snapshot_when_that_was_numbered() {
        let numbered = seen(1, 1, Format::Numbered, &[("5", 100)]);
        let outline = seen(2, 1, Format::Outline, &[("5", 5)]);
        assert_eq!(
            meaning("5", None, None, &[outline.clone(), numbered.clone()]),
            "1:5"
        );
        assert_eq!(
            meaning("5", None, None, &[numbered.clone(), outline.clone()]),
            "2:5"
        );
        assert_eq!(
            meaning("5", Some(1), None, &[numbered.clone(), outline.clone()]),
            "1:5"
        );
        assert_eq!(
            meaning("uid=5", None, None, &[outline, numbered.clone()]),
            "2:5"
        );
        assert_eq!(meaning("5", Some(9), None, &[numbered]), "unknown");
    }

    #[test]
    fn what_could_mean_two_things_is_ambiguous() {
        let all = [
            seen(1, 1, Format::Lean, &[("5", 5)]),
            seen(2, 2, Format::Lean, &[("5", 5)]),
        ];
        assert_eq!(meaning("5", None, None, &all), "ambiguous");
        assert_eq!(meaning("5", None, Some(1), &all), "1:5");
        for id in ["", "5a", "#5", "e", "button", "e05", "-1", "ref=5"] {
            assert_eq!(meaning(id, None, None, &all), "ambiguous", "{id}");
        }
    }
}
