//! Tests of which changes are left out, and that a later comparison finds all others.

use super::super::tests::{rows, text};
use super::super::{apply, diff};
use super::*;
use proptest::prelude::*;

fn background(elements: &[u32], brought: &[u32], texts: usize) -> Background {
    let set = |nodes: &[u32]| {
        let mut set = NodeSet::default();
        nodes.iter().for_each(|node| set.insert("d", *node));
        set
    };
    Background {
        elements: set(elements),
        brought: set(brought),
        texts,
        counting_texts: 0,
    }
}

/// The lines of a text, indented.
fn lines(base: &Base) -> Vec<String> {
    let rows = base.rows.iter();
    rows.map(|row| format!("{}{}", " ".repeat(row.depth as usize), row.line))
        .collect()
}

#[test]
fn elements_and_texts_of_the_background_keep_their_lines() {
    let old = text(&[
        "0 1 main",
        "1 12 timer \"10 s\" 12",
        "1 0 \"Left: 10\"",
        "1 13 button \"Go\" 13",
    ]);
    let new = text(&[
        "0 1 main",
        "1 12 timer \"9 s\" 12",
        "1 0 \"Left: 9\"",
        "1 13 button \"Stop\" 13",
    ]);
    let foreground = without_background(&old, &new, &background(&[12], &[], 1));
    assert_eq!(
        lines(&foreground.base),
        [
            "main",
            " timer \"10 s\" 12",
            " \"Left: 10\"",
            " button \"Stop\" 13"
        ]
    );
    assert_eq!(foreground.left_out, [1, 2]);
    assert_eq!(diff(&old, &foreground.base).changed.len(), 1);
    // What was left out is found later, when the page no longer changes it by itself.
    let later = diff(&foreground.base, &new);
    assert_eq!((later.changed.len(), later.placed.len()), (1, 1));
}

#[test]
fn a_text_that_appears_elsewhere_is_no_background_change() {
    let old = text(&["0 1 main", "1 0 \"Left: 10\"", "0 2 status"]);
    let new = text(&["0 1 main", "0 2 status", "1 0 \"Saved\""]);
    let foreground = without_background(&old, &new, &background(&[], &[], 1));
    assert_eq!(foreground.base, new);
    // Nor are more texts than the background has.
    let old = text(&["0 1 main", "1 0 \"10\"", "1 0 \"draft\""]);
    let new = text(&["0 1 main", "1 0 \"9\"", "1 0 \"saved\""]);
    let foreground = without_background(&old, &new, &background(&[], &[], 1));
    assert_eq!(foreground.base, new);
}

#[test]
fn a_counting_text_is_recognized_among_others() {
    let old = text(&["0 1 main", "1 0 \"No news\"", "1 0 \"Left: 10 s\""]);
    let new = text(&["0 1 main", "1 0 \"Fresh\"", "1 0 \"Left: 9 s\""]);
    let counting = Background {
        counting_texts: 1,
        ..Background::default()
    };
    let foreground = without_background(&old, &new, &counting);
    assert_eq!(
        lines(&foreground.base),
        ["main", " \"Fresh\"", " \"Left: 10 s\""]
    );
    // Two numbers: either can be the background's.
    let old = text(&["0 1 main", "1 0 \"3 items\"", "1 0 \"Left: 10 s\""]);
    let new = text(&["0 1 main", "1 0 \"4 items\"", "1 0 \"Left: 9 s\""]);
    assert_eq!(without_background(&old, &new, &counting).base, new);
}

#[test]
fn rows_that_the_page_replaces_by_itself_stay_in_their_place() {
    let old = text(&[
        "0 1 main",
        "1 20 link \"First\" 20",
        "1 30 list",
        "2 31 listitem \"a\" 31",
        "2 32 listitem \"b\" 32",
        "1 40 button \"Go\" 40",
    ]);
    let new = text(&[
        "0 1 main",
        "1 20 link \"First\" 20",
        "1 21 link \"New\" 21",
        "1 30 list",
        "2 32 listitem \"b\" 32",
        "2 33 listitem \"c\" 33",
        "1 40 button \"Go\" 40",
    ]);
    let foreground = without_background(&old, &new, &background(&[30], &[31, 33], 0));
    assert_eq!(
        lines(&foreground.base),
        [
            "main",
            " link \"First\" 20",
            " link \"New\" 21",
            " list",
            "  listitem \"a\" 31",
            "  listitem \"b\" 32",
            " button \"Go\" 40"
        ]
    );
    let delta = diff(&old, &foreground.base);
    assert_eq!(foreground.in_new_text(&delta.printed), [2]);
    assert_eq!(foreground.left_out, [5]);
}

#[test]
fn rows_without_their_place_are_reported_as_changes() {
    let old = text(&["0 1 main", "1 30 list", "2 31 listitem \"a\" 31"]);
    let new = text(&["0 1 main", "1 40 heading \"Done\" 40"]);
    let foreground = without_background(&old, &new, &background(&[], &[31], 0));
    assert_eq!(foreground.base, new);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn whatever_is_left_out_is_found_later(
        old in rows(),
        new in rows(),
        elements in prop::collection::vec(0_u32..12, 0..4),
        brought in prop::collection::vec(0_u32..12, 0..4),
        texts in 0_usize..4,
    ) {
        let background = background(&elements, &brought, texts);
        let foreground = without_background(&old, &new, &background);
        let reported = diff(&old, &foreground.base);
        prop_assert_eq!(&apply(&old, &reported), &foreground.base);
        let later = diff(&foreground.base, &new);
        prop_assert_eq!(&apply(&foreground.base, &later), &new);
        for row in foreground.in_new_text(&reported.printed) {
            prop_assert!(row < new.rows.len());
        }
        let nothing = without_background(&old, &new, &Background::default());
        prop_assert_eq!(&nothing.base, &new);
    }
}
