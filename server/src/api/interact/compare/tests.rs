//! Tests of which differences count as a change.

use super::*;
use crate::api::observe::LastChanges;
use crate::sessions::packed_base::PackedBase;
use axlens_protocol::model::action::Click;
use axlens_protocol::model::{ActionHint, ReadBackOutcome};
use axlens_protocol::wire::{Navigation, ReadBack};
use axlens_snapshot::delta::BaseRow;
use axlens_snapshot::render::LineKind;
use serde_json::json;
use std::sync::Arc;

/// A page of these lines: depth, node id (0 for a text) and content.
fn page(lines: &[(u32, u32, &str)]) -> PageState {
    let row = |(depth, node, line): &(u32, u32, &str)| BaseRow {
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
    };
    PageState {
        base: Some(Arc::new(PackedBase::new(base))),
        document: Some("D1".to_owned()),
        world: 7,
        elements: Arc::default(),
        last_changes: LastChanges::default(),
        url: String::new(),
        read: None,
    }
}

fn click() -> Action {
    Action::Click(Click::default())
}

fn without_element(action: &Action) -> JudgedTarget<'_> {
    JudgedTarget {
        action,
        element: None,
    }
}

fn judge(
    target: JudgedTarget<'_>,
    report: &ActionReport,
    before: Option<&PageState>,
    after: Option<&PageState>,
) -> Judgement {
    judge_all(&[target], std::slice::from_ref(report), before, after).remove(0)
}

fn judge_click(
    report: &ActionReport,
    before: &[(u32, u32, &str)],
    after: &[(u32, u32, &str)],
) -> Judgement {
    judge(
        without_element(&click()),
        report,
        Some(&page(before)),
        Some(&page(after)),
    )
}

fn background_mutation(node: u32, brought: &[u32], texts: u32) -> ActionReport {
    ActionReport {
        background_mutations: vec![BackgroundMutation {
            document: "D1".to_owned(),
            node,
            brought: brought.to_vec(),
            texts,
            idle: false,
            unproven: None,
        }],
        ..ActionReport::default()
    }
}

const PAGE: [(u32, u32, &str); 4] = [
    (0, 1, "main"),
    (1, 2, "button \"+\""),
    (1, 0, "\"3\""),
    (1, 0, "\"12:00:01\""),
];

#[test]
fn the_same_page_is_unchanged() {
    let report = ActionReport {
        watched_ms: 500,
        mutations: 4,
        ..ActionReport::default()
    };
    let judgement = judge_click(&report, &PAGE, &PAGE);
    assert_eq!(judgement.outcome, Outcome::Unchanged);
    assert_eq!(judgement.evidence.watched_ms, Some(500));
    assert_eq!(judgement.evidence.hidden_changes, Some(4));
}

#[test]
fn different_lines_or_a_different_order_are_a_change() {
    let mut counted = PAGE;
    counted[2].2 = "\"4\"";
    let mut sorted = PAGE;
    sorted.swap(2, 3);
    for (after, lines) in [(counted, 2), (sorted, 2)] {
        let judgement = judge_click(&ActionReport::default(), &PAGE, &after);
        assert_eq!(judgement.outcome, Outcome::Changed);
        assert_eq!(judgement.evidence.lines, Some(lines));
    }
    assert_eq!(
        judge_click(&ActionReport::default(), &PAGE, &PAGE[..3]).outcome,
        Outcome::Changed
    );
}

#[test]
fn a_click_that_only_moves_the_focus_is_unchanged() {
    let mut focused = PAGE;
    focused[1].2 = "button \"+\" focused";
    let outcome = |action: &Action| {
        let (before, after) = (page(&PAGE), page(&focused));
        judge(
            without_element(action),
            &ActionReport::default(),
            Some(&before),
            Some(&after),
        )
        .outcome
    };
    assert_eq!(outcome(&click()), Outcome::Unchanged);
    assert_eq!(outcome(&Action::Focus), Outcome::Changed);
    focused[1].2 = "button \" focused\"";
    assert_eq!(
        judge_click(&ActionReport::default(), &PAGE, &focused).outcome,
        Outcome::Changed
    );
}

#[test]
fn a_clock_is_no_change_and_hides_no_change() {
    let mut ticked = PAGE;
    ticked[3].2 = "\"12:00:02\"";
    let clock = background_mutation(9, &[], 1);
    assert_eq!(
        judge_click(&clock, &PAGE, &ticked).outcome,
        Outcome::Unchanged
    );
    // Without a background mutation, the same difference is a change.
    let no_text = background_mutation(9, &[], 0);
    assert_eq!(
        judge_click(&no_text, &PAGE, &ticked).outcome,
        Outcome::Changed
    );
    // The clock explains one text; the counter has changed too.
    ticked[2].2 = "\"4\"";
    assert_eq!(
        judge_click(&clock, &PAGE, &ticked).outcome,
        Outcome::Changed
    );
    // The clock replaces a text, and adds none.
    let mut more = PAGE.to_vec();
    more.push((1, 0, "\"Saved\""));
    assert_eq!(judge_click(&clock, &PAGE, &more).outcome, Outcome::Changed);
}

#[test]
fn a_clock_hides_no_reordered_lines() {
    let list = |first, second, time| {
        [
            (0, 1, "list"),
            (1, first, "listitem"),
            (1, second, "listitem"),
            (0, 0, time),
        ]
    };
    let clock = background_mutation(9, &[], 1);
    let before = list(2, 3, "\"12:00:01\"");
    let (ticked, sorted) = (list(2, 3, "\"12:00:02\""), list(3, 2, "\"12:00:02\""));
    let judged = |after| judge_click(&clock, &before, after).outcome;
    assert_eq!(judged(&ticked), Outcome::Unchanged);
    assert_eq!(judged(&sorted), Outcome::Changed);
}

#[test]
fn nodes_that_are_replaced_in_the_background_are_left_out() {
    let slides = |name: &'static str, node| {
        [
            (0, 1, "main"),
            (1, 5, "region \"News\""),
            (2, node, name),
            (1, 2, "button \"+\""),
        ]
    };
    let (before, after) = (slides("link \"One\"", 6), slides("link \"Two\"", 7));
    let report = background_mutation(5, &[6, 7], 0);
    assert_eq!(
        judge_click(&report, &before, &after).outcome,
        Outcome::Unchanged
    );
    let report = ActionReport::default();
    assert_eq!(
        judge_click(&report, &before, &after).outcome,
        Outcome::Changed
    );
}

#[test]
fn a_changed_row_counts_in_a_list_that_grows_in_the_background() {
    let rows = |count: &'static str, last: Option<(u32, u32, &'static str)>| {
        let first = [(0, 5, "list"), (1, 6, "listitem"), (2, 7, count)];
        first.into_iter().chain(last).collect::<Vec<_>>()
    };
    let before = rows("button \"0\"", None);
    let grown = rows("button \"0\"", Some((1, 8, "listitem \"New\"")));
    let counted = rows("button \"1\"", Some((1, 8, "listitem \"New\"")));
    let report = background_mutation(5, &[8], 0);
    assert_eq!(
        judge_click(&report, &before, &grown).outcome,
        Outcome::Unchanged
    );
    assert_eq!(
        judge_click(&report, &before, &counted).outcome,
        Outcome::Changed
    );
}

#[test]
fn keys_that_only_leave_the_focus_on_their_element_are_unchanged() {
    let press: Action =
        serde_json::from_value(json!({"action": "press", "keys": ["Shift"]})).expect("an action");
    let before = [(0, 1, "textbox focused"), (0, 2, "button \"+\"")];
    let outcome = |element: Option<u32>, after: &[(u32, u32, &str)]| {
        let target = JudgedTarget {
            action: &press,
            element: element.map(|node| ("D1", node)),
        };
        let report = ActionReport::default();
        judge(target, &report, Some(&page(&before)), Some(&page(after))).outcome
    };
    let on_target = [(0, 1, "textbox"), (0, 2, "button \"+\" focused")];
    assert_eq!(outcome(Some(2), &on_target), Outcome::Unchanged);
    let with_effect = [(0, 1, "textbox"), (0, 2, "button \"1\" focused")];
    assert_eq!(outcome(Some(2), &with_effect), Outcome::Changed);
    // The key has moved the focus: Tab.
    assert_eq!(outcome(Some(1), &on_target), Outcome::Changed);
    assert_eq!(outcome(None, &on_target), Outcome::Changed);
    let nowhere = [(0, 1, "textbox"), (0, 2, "button \"+\"")];
    assert_eq!(outcome(Some(2), &nowhere), Outcome::Changed);
}

#[test]
fn a_navigation_or_a_new_tab_comes_before_a_change() {
    let navigation = |kind| ActionReport {
        navigation: Some(Navigation {
            kind,
            url: Some("https://example.org/next".to_owned()),
            status: Some(404),
        }),
        ..ActionReport::default()
    };
    let navigated = judge(
        without_element(&click()),
        &navigation(NavigationKind::Navigated),
        Some(&page(&PAGE)),
        None,
    );
    assert_eq!(navigated.outcome, Outcome::Navigated);
    assert_eq!(
        navigated.evidence.url.as_deref(),
        Some("https://example.org/next")
    );
    assert_eq!(navigated.evidence.status, Some(404));
    let routed = judge_click(&navigation(NavigationKind::Within), &PAGE, &PAGE[..3]);
    assert_eq!(routed.outcome, Outcome::Routed);
    let opened = ActionReport {
        opened: vec![4],
        ..ActionReport::default()
    };
    assert_eq!(
        judge_click(&opened, &PAGE, &PAGE).outcome,
        Outcome::OpenedTab
    );
}

#[test]
fn the_value_after_the_action_is_evidence() {
    let report = ActionReport {
        verified: Some(ReadBack {
            outcome: ReadBackOutcome::ValueDiffers,
            now: Some("12".to_owned()),
        }),
        ..ActionReport::default()
    };
    let judgement = judge_click(&report, &PAGE, &PAGE);
    assert_eq!(
        judgement.evidence.read_back,
        Some(ReadBackOutcome::ValueDiffers)
    );
    assert_eq!(judgement.evidence.now.as_deref(), Some("12"));
}

#[test]
fn a_value_that_the_page_does_not_take_is_no_change() {
    let fill = Action::Fill {
        value: "0301234".to_owned(),
    };
    let outcome = |read_back: ReadBackOutcome, now: Option<&str>| {
        let report = ActionReport {
            verified: Some(ReadBack {
                outcome: read_back,
                now: now.map(str::to_owned),
            }),
            ..ActionReport::default()
        };
        let (before, after) = (page(&[(0, 1, "field")]), page(&[(0, 1, "field filled")]));
        judge(without_element(&fill), &report, Some(&before), Some(&after)).outcome
    };
    let differs = ReadBackOutcome::ValueDiffers;
    assert_eq!(
        outcome(ReadBackOutcome::Reverted, Some("")),
        Outcome::Reverted
    );
    assert_eq!(outcome(differs, Some("030")), Outcome::ValueDiffers);
    assert_eq!(outcome(differs, Some("(030) 12-34")), Outcome::Changed);
    // The value of a secret field is not known.
    assert_eq!(outcome(differs, None), Outcome::Changed);
    let not_found = ActionReport {
        hint: Some(ActionHint::OptionNotFound),
        ..ActionReport::default()
    };
    let same = page(&[(0, 1, "list")]);
    let judged = judge(
        without_element(&click()),
        &not_found,
        Some(&same),
        Some(&same),
    );
    assert_eq!(judged.outcome, Outcome::ValueDiffers);
}
