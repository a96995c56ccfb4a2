//! Tests of the model.

mod lists;

use super::*;
use crate::comparison::Comparison;
use crate::messages::ReportedFault;
use crate::reading::tests::{answer_with, buttons};
use serde_json::{Value, json};

fn posted(effects: &[Effect]) -> Vec<Value> {
    let messages = effects.iter().filter_map(|effect| match effect {
        Effect::Post(message) => Some(serde_json::from_str(message).expect("JSON")),
        _ => None,
    });
    messages.collect()
}

/// The number of the last request of a kind.
fn number(effects: &[Effect], what: &str) -> u32 {
    let messages = posted(effects);
    let found = messages.iter().rfind(|message| message["do"] == what);
    let number = found.and_then(|message| message["ask"].as_u64());
    u32::try_from(number.unwrap_or_else(|| panic!("no {what} in {messages:?}"))).expect("small")
}

fn opened() -> Model {
    let mut model = Model::new(Box::new(|| 0.0));
    let effects = model.apply(Event::Opened);
    model.apply(Event::Answered(
        number(&effects, "read"),
        buttons(&["Save", "Delete"]),
    ));
    model
}

fn options(model: &mut Model, mut fields: Value) -> Vec<Effect> {
    fields["what"] = json!("a11y_tree");
    model.apply(Event::Options(fields.to_string()))
}

fn line_of(model: &Model, part: &str) -> usize {
    let view = model.view().expect("a text");
    (0..view.rows())
        .find(|row| view.line(*row).contains(part))
        .expect("a line")
}

#[test]
fn tokens_are_estimated_until_they_are_counted() {
    let mut model = Model::new(Box::new(|| 0.0));
    let effects = model.apply(Event::Opened);
    assert!(model.is_reading());
    let effects = model.apply(Event::Answered(
        number(&effects, "read"),
        buttons(&["Save"]),
    ));
    assert!(!model.is_reading() && effects.contains(&Effect::Draw(PanelPart::Text)));
    assert!(!model.tokens().exact && model.tokens().count > 0);
    let request = number(&effects, "tokens");
    model.apply(Event::Answered(request, r#"{"tokens": 12}"#.to_owned()));
    assert_eq!(
        model.tokens(),
        TokenCount {
            count: 12,
            exact: true
        }
    );
    // The next text needs a new count.
    let effects = options(&mut model, json!({"format": "lean"}));
    assert!(!model.tokens().exact);
    model.apply(Event::Failed(
        number(&effects, "tokens"),
        ReportedFault::default(),
    ));
    assert!(!model.tokens().exact && model.problems() == [None, None]);
}

#[test]
fn options_apply_without_another_reading_unless_they_need_more_data() {
    let mut model = opened();
    let effects = options(&mut model, json!({"format": "numbered"}));
    assert!(effects.contains(&Effect::Draw(PanelPart::Text)) && !model.is_reading());
    let effects = options(&mut model, json!({"viewport_only": true}));
    let read = &posted(&effects)[0];
    assert_eq!(
        (&read["do"], &read["places"]),
        (&json!("read"), &json!("all"))
    );
    let effects = options(&mut model, json!({"engine": "page", "include": ["boxes"]}));
    let read = &posted(&effects)[0];
    assert_eq!(
        (&read["engine"], &read["places"]),
        (&json!("page"), &json!("uids"))
    );
}

#[test]
fn opening_with_options_reads_once() {
    let mut model = Model::new(Box::new(|| 0.0));
    let mut effects = options(&mut model, json!({"viewport_only": true}));
    effects.extend(model.apply(Event::Opened));
    let messages = posted(&effects);
    let actions: Vec<&Value> = messages.iter().map(|message| &message["do"]).collect();
    assert_eq!(actions, ["read", "status"]);
}

#[test]
fn wrong_options_are_a_problem_and_the_text_stays() {
    let mut model = opened();
    options(&mut model, json!({"roles": ["knob"]}));
    let [None, Some(Problem::Reported(fault))] = model.problems() else {
        panic!("{:?}", model.problems());
    };
    assert!(fault.message.contains("knob"));
    options(&mut model, json!({"max_depth": -1}));
    assert_eq!(
        model.problems()[1],
        Some(&Problem::Own("panel_fault_options"))
    );
    assert!(model.view().is_some());
    options(&mut model, json!({}));
    assert_eq!(model.problems(), [None, None]);
}

#[test]
fn a_fault_is_shown_with_the_last_text_until_the_next_reading() {
    let mut model = opened();
    let effects = model.apply(Event::Read);
    let fault = ReportedFault {
        message: "It is busy.".to_owned(),
        ..ReportedFault::default()
    };
    model.apply(Event::Failed(number(&effects, "read"), fault.clone()));
    assert_eq!(model.problems()[0], Some(&Problem::Reported(fault)));
    assert!(model.view().is_some());
    let effects = model.apply(Event::Read);
    model.apply(Event::Answered(
        number(&effects, "read"),
        buttons(&["Save"]),
    ));
    assert_eq!(model.problems()[0], None);
}

#[test]
fn an_answer_to_a_dropped_request_is_ignored() {
    let mut model = opened();
    let first = model.apply(Event::Read);
    let second = model.apply(Event::Read);
    model.apply(Event::Answered(number(&first, "read"), buttons(&["Old"])));
    assert!(!model.view().expect("a text").text().contains("Old"));
    model.apply(Event::Answered(number(&second, "read"), buttons(&["New"])));
    assert!(model.view().expect("a text").text().contains("New"));
}

#[test]
fn several_changes_during_a_reading_cause_one_reading() {
    let mut model = opened();
    assert!(model.apply(Event::Changed).is_empty());
    let effects = model.apply(Event::WatchChanges(true));
    assert_eq!(posted(&effects)[0]["do"], "follow");
    assert!(model.apply(Event::Changed).is_empty());
    let effects = model.apply(Event::Answered(
        number(&effects, "read"),
        buttons(&["Save"]),
    ));
    let again = number(&effects, "read");
    let effects = model.apply(Event::Answered(again, buttons(&["Saved"])));
    assert!(
        !posted(&effects)
            .iter()
            .any(|message| message["do"] == "read")
    );
    assert_eq!(posted(&model.apply(Event::Changed))[0]["do"], "read");
    let effects = model.apply(Event::WatchChanges(false));
    assert_eq!(posted(&effects)[0]["do"], "unfollow");
}

#[test]
fn requests_are_repeated_unless_the_worker_sent_nothing() {
    let mut model = opened();
    model.apply(Event::WatchChanges(true));
    let messages = posted(&model.apply(Event::PortEnded));
    let actions: Vec<&str> = messages
        .iter()
        .filter_map(|message| message["do"].as_str())
        .collect();
    assert!(
        actions.contains(&"read") && actions.contains(&"follow"),
        "{actions:?}"
    );
    let effects = model.apply(Event::PortEnded);
    assert!(posted(&effects).is_empty());
    assert_eq!(model.problems()[0], Some(&Problem::Own("panel_fault_port")));
    assert_eq!(posted(&model.apply(Event::Read)).len(), 1);
}

#[test]
fn the_active_line_stays_at_the_same_element() {
    let mut model = opened();
    let row = line_of(&model, "Delete");
    model.apply(Event::Click(row));
    options(&mut model, json!({"format": "tabs"}));
    assert_eq!(model.active(), line_of(&model, "Delete"));
    let effects = model.apply(Event::Read);
    let text = buttons(&["First", "Delete"]);
    model.apply(Event::Answered(number(&effects, "read"), text));
    assert_eq!(model.active(), line_of(&model, "Delete"));
}

#[test]
fn navigation_stops_at_the_first_and_last_line() {
    let mut model = opened();
    let last = model.view().expect("a text").rows() - 1;
    for (navigation, row) in [
        (LineNavigation::By(-3), 0),
        (LineNavigation::By(1), 1),
        (LineNavigation::Last, last),
        (LineNavigation::By(30), last),
        (LineNavigation::Parent, 0),
        (LineNavigation::Child, 1),
        (LineNavigation::First, 0),
    ] {
        model.apply(Event::Move(navigation));
        assert_eq!(model.active(), row, "{navigation:?}");
    }
}

#[test]
fn an_element_is_highlighted_once_until_the_pointer_leaves() {
    let mut model = opened();
    let row = line_of(&model, "Save");
    let messages = posted(&model.apply(Event::Hover(Some(row))));
    assert_eq!(
        (&messages[0]["do"], &messages[0]["node"]),
        (&json!("highlight"), &json!(10))
    );
    assert!(model.apply(Event::Hover(Some(row))).is_empty());
    let messages = posted(&model.apply(Event::Hover(None)));
    assert_eq!(messages[0]["do"], "unhighlight");
    let effects = model.apply(Event::Hover(Some(row)));
    let answer = Event::Answered(
        number(&effects, "highlight"),
        json!({"highlighted": false}).to_string(),
    );
    model.apply(answer);
    assert_eq!(model.note(), Some(&Problem::Own("panel_fault_highlight")));
}

#[test]
fn an_element_is_explained_revealed_and_copied() {
    let mut model = opened();
    let row = line_of(&model, "Save");
    let effects = model.apply(Event::Click(row));
    let request = number(&effects, "explain");
    let fault = ReportedFault {
        error: "stale_uid".to_owned(),
        ..ReportedFault::default()
    };
    model.apply(Event::Failed(request, fault));
    assert!(matches!(
        model.explanation(),
        Some(Err(Problem::Reported(_)))
    ));
    assert_eq!(model.apply(Event::Reveal), [Effect::Reveal(10, None)]);
    model.apply(Event::NotRevealed);
    assert_eq!(model.note(), Some(&Problem::Own("panel_fault_reveal")));
    assert_eq!(
        model.apply(Event::Copy(CopyTarget::Uid)),
        [Effect::Copy("1".to_owned())]
    );
    let [Effect::Copy(line)] = &model.apply(Event::Copy(CopyTarget::Line))[..] else {
        panic!("a line");
    };
    assert!(line.starts_with("button \"Save\""), "{line}");
    let all = model.view().expect("a text").text().to_owned();
    assert_eq!(
        model.apply(Event::Copy(CopyTarget::All)),
        [Effect::Copy(all)]
    );
    model.apply(Event::Escape);
    assert!(model.explanation().is_none() && model.note().is_none());
}

#[test]
fn the_top_of_a_page_is_not_an_element() {
    let mut model = opened();
    model.apply(Event::Click(0));
    assert_eq!(model.note(), Some(&Problem::Own("panel_fault_no_element")));
    model.apply(Event::Reveal);
    assert_eq!(model.note(), Some(&Problem::Own("panel_fault_no_element")));
}

#[test]
fn changes_between_the_last_two_readings_use_the_current_options() {
    let mut model = opened();
    assert_eq!(model.changes(), None);
    let effects = model.apply(Event::Read);
    let text = buttons(&["Save", "Undo"]);
    model.apply(Event::Answered(number(&effects, "read"), text));
    let Some((1, 2, Comparison::Changes(changes))) = model.changes() else {
        panic!("there are changes");
    };
    assert!(changes.contains("Undo"), "{changes}");
    options(&mut model, json!({"format": "lean"}));
    assert!(matches!(
        model.changes(),
        Some((1, 2, Comparison::Changes(_)))
    ));
    options(&mut model, json!({"format": "refs"}));
    assert!(matches!(
        model.changes(),
        Some((1, 2, Comparison::Incomparable(_)))
    ));
}

#[test]
fn two_recorded_readings_are_compared() {
    let mut model = opened();
    for (slot, name) in [(RecordSlot::A, "Save"), (RecordSlot::B, "Saved")] {
        assert_eq!(model.history().compared(), None);
        let effects = model.apply(Event::Record(slot));
        model.apply(Event::Answered(number(&effects, "read"), buttons(&[name])));
    }
    assert_eq!(model.history().number(RecordSlot::A), Some(2));
    let Some((2, 3, Comparison::Changes(changes))) = model.history().compared() else {
        panic!("{:?}", model.history());
    };
    assert!(changes.contains("Saved"), "{changes}");
}

#[test]
fn search_steps_through_the_matches() {
    let mut model = opened();
    model.apply(Event::Search("button".to_owned()));
    assert_eq!(model.search().count(), 2);
    model.apply(Event::StepSearch { forward: true });
    assert_eq!(model.active(), line_of(&model, "Save"));
    model.apply(Event::StepSearch { forward: true });
    assert_eq!(model.active(), line_of(&model, "Delete"));
}

#[test]
fn the_page_is_read_after_a_pause() {
    let mut model = opened();
    model.apply(Event::Status(r#"{"paused": true}"#.to_owned()));
    let effects = model.apply(Event::Read);
    model.apply(Event::Failed(
        number(&effects, "read"),
        ReportedFault::default(),
    ));
    let effects = model.apply(Event::Status(
        r#"{"paused": false, "level": "act"}"#.to_owned(),
    ));
    assert_eq!(posted(&effects)[0]["do"], "read");
    assert_eq!(
        model.status().map(|status| status.level.as_str()),
        Some("act")
    );
}

#[test]
fn an_empty_page_can_be_navigated() {
    let mut model = Model::new(Box::new(|| 0.0));
    assert!(model.apply(Event::Move(LineNavigation::Last)).is_empty());
    assert!(model.apply(Event::Copy(CopyTarget::All)).is_empty());
    let effects = model.apply(Event::Opened);
    let text = answer_with(7, &json!([]));
    model.apply(Event::Answered(number(&effects, "read"), text));
    model.apply(Event::Move(LineNavigation::Last));
    model.apply(Event::Click(9));
    assert_eq!(model.active(), 0);
}
