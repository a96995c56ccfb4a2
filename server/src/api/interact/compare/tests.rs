//! What is a change, and what is not.

use super::*;
use crate::sessions::packed_base::PackedBase;
use axlens_protocol::model::ReadBackOutcome;
use axlens_protocol::model::action::Click;
use axlens_protocol::wire::{Navigation, ReadBack};
use axlens_snapshot::render::LineKind;
use std::sync::Arc;

/// A page of these lines: depth, node (0: a text) and what they read.
fn page(lines: &[(u32, u32, &str)]) -> PageLook {
    let row = |(depth, node, line): &(u32, u32, &str)| Row {
        depth: *depth,
        kind: match node {
            0 => LineKind::default(),
            _ => LineKind::Element,
        },
        frame: 0,
        node: *node,
        line: (*line).into(),
        uid: "".into(),
    };
    let base = Base {
        rows: lines.iter().map(row).collect(),
        documents: vec!["D1 7".to_owned()],
        url: "https://example.org/".to_owned(),
    };
    PageLook {
        base: Some(Arc::new(PackedBase::new(base))),
        document: Some("D1".to_owned()),
        world: 7,
        elements: Arc::default(),
    }
}

fn click() -> Action {
    Action::Click(Click::default())
}

fn found(report: &ActReport, before: &[(u32, u32, &str)], after: &[(u32, u32, &str)]) -> Judgement {
    judge(&click(), report, Some(&page(before)), Some(&page(after)))
}

fn ticking(node: u32, brought: &[u32], texts: u32) -> ActReport {
    ActReport {
        background_mutations: vec![BackgroundMutation {
            document: "D1".to_owned(),
            node,
            brought: brought.to_vec(),
            texts,
        }],
        ..ActReport::default()
    }
}

const PAGE: [(u32, u32, &str); 4] = [
    (0, 1, "main"),
    (1, 2, "button \"+\""),
    (1, 0, "\"3\""),
    (1, 0, "\"12:00:01\""),
];

#[test]
fn the_same_page_is_unchanged_however_long_it_was_watched() {
    let report = ActReport {
        watched_ms: 500,
        mutations: 4,
        ..ActReport::default()
    };
    let found = found(&report, &PAGE, &PAGE);
    assert_eq!(found.outcome, Outcome::Unchanged);
    assert_eq!(found.evidence.watched_ms, Some(500));
}

#[test]
fn another_line_or_another_order_is_a_change() {
    let mut counted = PAGE;
    counted[2].2 = "\"4\"";
    let mut sorted = PAGE;
    sorted.swap(2, 3);
    for (after, lines) in [(counted, 2), (sorted, 2)] {
        let found = found(&ActReport::default(), &PAGE, &after);
        assert_eq!(found.outcome, Outcome::Changed);
        assert_eq!(found.evidence.lines, Some(lines));
    }
    assert_eq!(
        found(&ActReport::default(), &PAGE, &PAGE[..3]).outcome,
        Outcome::Changed
    );
}

#[test]
fn a_click_that_only_moves_the_focus_has_changed_nothing() {
    let mut focused = PAGE;
    focused[1].2 = "button \"+\" focused";
    let pressed = |action: &Action| {
        let looks = (page(&PAGE), page(&focused));
        judge(
            action,
            &ActReport::default(),
            Some(&looks.0),
            Some(&looks.1),
        )
        .outcome
    };
    assert_eq!(pressed(&click()), Outcome::Unchanged);
    assert_eq!(pressed(&Action::Focus), Outcome::Changed);
    focused[1].2 = "button \" focused\"";
    assert_eq!(
        found(&ActReport::default(), &PAGE, &focused).outcome,
        Outcome::Changed
    );
}

#[test]
fn a_clock_is_nobodys_doing_and_hides_nothing() {
    let mut ticked = PAGE;
    ticked[3].2 = "\"12:00:02\"";
    let clock = ticking(9, &[], 1);
    assert_eq!(found(&clock, &PAGE, &ticked).outcome, Outcome::Unchanged);
    // Without one that was seen to tick it would be a change.
    let still = ticking(9, &[], 0);
    assert_eq!(found(&still, &PAGE, &ticked).outcome, Outcome::Changed);
    // The counter has changed too: a clock explains one text.
    ticked[2].2 = "\"4\"";
    assert_eq!(found(&clock, &PAGE, &ticked).outcome, Outcome::Changed);
    // A text more is not what a clock does.
    let mut more = PAGE.to_vec();
    more.push((1, 0, "\"Saved\""));
    assert_eq!(found(&clock, &PAGE, &more).outcome, Outcome::Changed);
}

#[test]
fn what_is_brought_by_itself_is_left_out_with_all_in_it() {
    let slides = |name: &'static str, node| {
        [
            (0, 1, "main"),
            (1, 5, "region \"News\""),
            (2, node, name),
            (1, 2, "button \"+\""),
        ]
    };
    let (before, after) = (slides("link \"One\"", 6), slides("link \"Two\"", 7));
    let report = ticking(5, &[6, 7], 0);
    assert_eq!(found(&report, &before, &after).outcome, Outcome::Unchanged);
    let report = ActReport::default();
    assert_eq!(found(&report, &before, &after).outcome, Outcome::Changed);
}

#[test]
fn in_a_list_that_grows_by_itself_a_row_may_change() {
    let rows = |count: &'static str, last: Option<(u32, u32, &'static str)>| {
        let there = [(0, 5, "list"), (1, 6, "listitem"), (2, 7, count)];
        there.into_iter().chain(last).collect::<Vec<_>>()
    };
    let before = rows("button \"0\"", None);
    let grown = rows("button \"0\"", Some((1, 8, "listitem \"New\"")));
    let counted = rows("button \"1\"", Some((1, 8, "listitem \"New\"")));
    let report = ticking(5, &[8], 0);
    assert_eq!(found(&report, &before, &grown).outcome, Outcome::Unchanged);
    assert_eq!(found(&report, &before, &counted).outcome, Outcome::Changed);
}

#[test]
fn where_the_tab_went_counts_first() {
    let gone = |kind| ActReport {
        navigation: Some(Navigation {
            kind,
            url: "https://example.org/next".to_owned(),
        }),
        ..ActReport::default()
    };
    let navigated = judge(
        &click(),
        &gone(NavigationKind::Navigated),
        Some(&page(&PAGE)),
        None,
    );
    assert_eq!(navigated.outcome, Outcome::Navigated);
    assert_eq!(
        navigated.evidence.url.as_deref(),
        Some("https://example.org/next")
    );
    let routed = found(&gone(NavigationKind::Within), &PAGE, &PAGE[..3]);
    assert_eq!(routed.outcome, Outcome::Routed);
    let opened = ActReport {
        opened: vec![4],
        ..ActReport::default()
    };
    assert_eq!(found(&opened, &PAGE, &PAGE).outcome, Outcome::OpenedTab);
}

#[test]
fn what_was_read_back_is_said() {
    let report = ActReport {
        verified: Some(ReadBack {
            outcome: ReadBackOutcome::ValueDiffers,
            now: Some("12".to_owned()),
        }),
        ..ActReport::default()
    };
    let found = found(&report, &PAGE, &PAGE);
    assert_eq!(
        found.evidence.read_back,
        Some(ReadBackOutcome::ValueDiffers)
    );
    assert_eq!(found.evidence.now.as_deref(), Some("12"));
}
