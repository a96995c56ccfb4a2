//! Tests of rendering and applying deltas, and of the choice between a delta and the full text.

use super::*;
use crate::uid::Uid;
use expect_test::expect;
use proptest::prelude::*;

/// Builds a text from lines like `2 12 button "Go"`: depth, node id (0: text, or a note), line.
pub(super) fn text(lines: &[&str]) -> Base {
    let row = |line: &&str| {
        let mut parts = line.splitn(3, ' ');
        let depth = parts
            .next()
            .and_then(|depth| depth.parse().ok())
            .unwrap_or(0);
        let node = parts.next().and_then(|node| node.parse().ok()).unwrap_or(0);
        let line = parts.next().unwrap_or_default();
        let kind = match line.as_bytes().first() {
            Some(b'"') => LineKind::Text,
            Some(b'.') => LineKind::Note,
            _ => LineKind::Element,
        };
        let uid = if node > 9 {
            Uid(vec![node]).to_string()
        } else {
            String::new()
        };
        BaseRow {
            depth,
            kind,
            frame: 0,
            node,
            line: line.into(),
            uid: uid.into(),
        }
    };
    Base {
        rows: lines.iter().map(row).collect(),
        documents: vec!["d 1".into()],
    }
}

fn changes(old: &[&str], new: &[&str]) -> String {
    let (old, new) = (text(old), text(new));
    let delta = diff(&old, &new);
    assert_eq!(apply(&old, &delta), new);
    render_changes::render_changes(&delta, &old, Since::Snapshot(3))
}

#[test]
fn fields_are_compared_one_by_one() {
    let old = [
        "0 1 document \"A\"",
        "1 12 textbox \"Name\" 12 =\"a b\" required",
        "1 13 checkbox \"Agree\" 13",
        "1 2 heading \"Old\"",
    ];
    let new = [
        "0 1 document \"A\"",
        "1 12 textbox \"Name\" 12 =\"c\\\" d\"",
        "1 13 checkbox \"Agree\" 13 checked",
        "1 2 heading \"New\"",
    ];
    expect![[r#"
        ...(changes since snapshot 3, 3 changed)
        ~ 12: value "a b" → "c\" d", -required
        ~ 13: +checked
        ~ heading "Old": name "Old" → "New"
    "#]]
    .assert_eq(&changes(&old, &new));
}

#[test]
fn added_and_removed_lines_are_printed_with_their_position() {
    let old = [
        "0 1 document \"A\"",
        "1 12 link \"One\" 12",
        "1 5 list",
        "2 13 link \"Two\" 13",
        "2 0 \"text\"",
        "1 14 link \"Three\" 14",
    ];
    let new = [
        "0 1 document \"A\"",
        "1 14 link \"Three\" 14",
        "1 12 link \"One\" 12",
        "1 6 dialog \"Sure?\"",
        "2 20 button \"Yes\" 20",
        "2 21 button \"No\" 21",
        "1 15 link \"Four\" 15",
    ];
    expect![[r#"
        ...(changes since snapshot 3, 4 added, 3 removed, 1 moved)
        - list ...(and 2 lines inside)
        > 14 ...(first)
        + dialog "Sure?" ...(after 12)
         + button "Yes" 20
         + button "No" 21
        + link "Four" 15 ...(after 21)
    "#]]
    .assert_eq(&changes(&old, &new));
}

#[test]
fn the_shortest_answer_is_chosen() {
    let count = |text: &str| text.len();
    let lines: Vec<String> = (0..40)
        .map(|node| format!("0 {} button \"Number {node}\" {}", node + 10, node + 10))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let old = text(&lines);
    let full: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(
        answer(Some(&old), &old, Since::Snapshot(7), &full, &count),
        DeltaAnswer::Unchanged("...(unchanged since snapshot 7)\n".into())
    );
    assert!(matches!(
        answer(None, &old, Since::Snapshot(7), &full, &count),
        DeltaAnswer::Full(_)
    ));
    let far_apart = text(
        &[
            &["0 10 button \"First\" 10"],
            &lines[1..39],
            &["0 49 button \"Last\" 49"],
        ]
        .concat(),
    );
    assert!(matches!(
        answer(Some(&old), &far_apart, Since::Snapshot(7), &full, &count),
        DeltaAnswer::Changes(..)
    ));
    let other = Base {
        documents: vec!["d 2".into()],
        ..old.clone()
    };
    assert_eq!(
        answer(Some(&old), &other, Since::Snapshot(7), &full, &count),
        DeltaAnswer::Full(FullReason::OtherDocument)
    );
    let replaced: Vec<String> = (0..40)
        .map(|node| format!("0 {node} button \"Another {node}\""))
        .collect();
    let replaced = text(&replaced.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(
        answer(Some(&old), &replaced, Since::Snapshot(7), &full, &count),
        DeltaAnswer::Full(FullReason::Shorter)
    );
    assert_eq!(
        answer(None, &old, Since::Snapshot(7), &full, &count),
        DeltaAnswer::Full(FullReason::NoEarlierText)
    );
}

#[test]
fn up_to_half_of_a_long_text_may_differ() {
    let count = |text: &str| text.len();
    let lines: Vec<String> = (0..40)
        .map(|node| format!("0 {} button \"Number {node}\" {}", node + 10, node + 10))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let old = text(&lines);
    let renamed = |count: usize| {
        let new = |node| format!("0 {} button \"Renamed {node}\" {}", node + 10, node + 10);
        let new: Vec<String> = (0..count).map(new).collect();
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        text(&[&new[..], &lines[count..]].concat())
    };
    let full_of = |base: &Base| -> String {
        let lines = base.rows.iter().map(|row| format!("{}\n", row.line));
        lines.collect()
    };
    let answer_of = |changed| {
        let new = renamed(changed);
        answer(Some(&old), &new, Since::Snapshot(7), &full_of(&new), &count)
    };
    assert!(matches!(answer_of(20), DeltaAnswer::Changes(..)));
    assert_eq!(
        answer_of(21),
        DeltaAnswer::Full(FullReason::MostLinesDiffer)
    );
    assert_eq!(answer_of(40), DeltaAnswer::Full(FullReason::Shorter));
}

#[test]
fn the_changes_of_a_small_text_are_always_reported() {
    let count = |text: &str| text.len();
    let old = text(&["0 10 button \"Start\" 10", "0 0 \"Time left: 10 s\""]);
    let new = text(&["0 10 button \"Stop\" 10", "0 0 \"Time left: 10 s\""]);
    let full = "button \"Stop\" 10\n\"Time left: 10 s\"\n";
    assert!(matches!(
        answer(Some(&old), &new, Since::Snapshot(7), full, &count),
        DeltaAnswer::Changes(..)
    ));
}

#[test]
fn every_reason_of_a_full_text_is_one_line() {
    let line = FullReason::ScopeGone("#a\n\"b\"".to_owned()).line();
    expect![[r##"
        ...(full snapshot: the scope "#a\n\"b\"" is not found; this is the whole page)
    "##]]
    .assert_eq(&line);
}

#[test]
fn a_line_is_split_into_its_fields() {
    let parts = fields::parts(
        r#"table "a \" [uid=5] b" [uid=7] (24 rows) url=/x?a=b placeholder="c \\" checked"#,
    );
    assert_eq!(
        parts,
        [
            "table",
            r#""a \" [uid=5] b""#,
            "[uid=7]",
            "(24 rows)",
            "url=/x?a=b",
            r#"placeholder="c \\""#,
            "checked"
        ]
    );
}

pub(super) fn rows() -> impl Strategy<Value = Base> {
    let row = (0_u32..5, 0_u32..12, 0_u8..4, "[ab]{0,2}").prop_map(|(depth, node, kind, line)| {
        let (kind, node) = match kind {
            0 => (LineKind::Text, 0),
            1 => (LineKind::Note, 0),
            _ => (LineKind::Element, node),
        };
        BaseRow {
            depth,
            kind,
            frame: if kind == LineKind::Element {
                node % 2
            } else {
                0
            },
            node,
            line: line.into(),
            uid: "".into(),
        }
    });
    let documents = prop_oneof![
        Just(vec!["d".to_string(), "e".to_string()]),
        Just(vec!["e".to_string(), "d".to_string()])
    ];
    (prop::collection::vec(row, 0..24), documents)
        .prop_map(|(rows, documents)| Base { rows, documents })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn applying_a_delta_to_the_old_text_results_in_the_new(old in rows(), new in rows()) {
        let delta = diff(&old, &new);
        prop_assert_eq!(apply(&old, &delta), new.clone());
        prop_assert!(!delta.is_empty() || old.rows.len() == new.rows.len());
        render_changes::render_changes(&delta, &old, Since::Snapshot(1));
        prop_assert!(diff(&new, &new).is_empty());
    }
}
