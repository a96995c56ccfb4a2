//! Tests of the lists and of the active view.

use super::{number, opened, posted};
use crate::list_view::tests::one_error;
use crate::messages::{ListKind, Problem, ReportedFault};
use crate::model::{CopyTarget, Effect, Event, Model, PanelPart, PanelView};
use serde_json::json;

const ERRORS: PanelView = PanelView::List(ListKind::Errors);

/// A model whose active view is the list of errors.
fn with_errors() -> Model {
    let mut model = opened();
    let effects = model.apply(Event::Select(ERRORS));
    model.apply(Event::Answered(number(&effects, "list"), one_error()));
    model
}

fn text(model: &Model) -> String {
    let list = model.list().and_then(|list| list.view.as_ref());
    list.map(|view| view.text()).unwrap_or_default()
}

#[test]
fn a_list_is_read_when_its_view_is_selected_and_on_demand() {
    let mut model = opened();
    let effects = model.apply(Event::Select(ERRORS));
    let request = &posted(&effects)[0];
    assert_eq!(
        (&request["do"], &request["what"]),
        (&json!("list"), &json!("errors"))
    );
    assert!(model.is_listing() && model.active_view() == ERRORS);
    let effects = model.apply(Event::Answered(number(&effects, "list"), one_error()));
    assert!(effects.contains(&Effect::Draw(PanelPart::List)));
    assert!(text(&model).contains("csp \"blocked by img-src\""));
    let messages = posted(&model.apply(Event::Read));
    assert_eq!((messages.len(), &messages[0]["do"]), (1, &json!("list")));
    model.apply(Event::Select(PanelView::Snapshot));
    assert_eq!(posted(&model.apply(Event::Read))[0]["do"], "read");
}

#[test]
fn only_the_event_for_it_starts_a_record() {
    let mut model = opened();
    for view in PanelView::ALL {
        for event in [Event::Select(view), Event::Read] {
            let messages = posted(&model.apply(event));
            let lists = messages.iter().filter(|message| message["do"] == "list");
            assert!(
                lists.clone().all(|message| message["starts"] == false),
                "{view:?}"
            );
        }
    }
    model.apply(Event::Select(ERRORS));
    let started = &posted(&model.apply(Event::StartRecording))[0];
    assert_eq!(
        (&started["what"], &started["starts"]),
        (&json!("errors"), &json!(true))
    );
    model.apply(Event::Select(PanelView::Snapshot));
    assert!(model.apply(Event::StartRecording).is_empty());
}

#[test]
fn the_copied_text_is_that_of_the_active_view() {
    let mut model = with_errors();
    let copied = model.apply(Event::Copy(CopyTarget::All));
    assert_eq!(copied, [Effect::Copy(text(&model))]);
    model.apply(Event::Select(PanelView::Snapshot));
    let snapshot = model.view().expect("a text").text().to_owned();
    let copied = model.apply(Event::Copy(CopyTarget::All));
    assert_eq!(copied, [Effect::Copy(snapshot)]);
}

#[test]
fn a_fault_of_a_list_is_not_one_of_the_snapshot() {
    let mut model = with_errors();
    let effects = model.apply(Event::Read);
    let fault = ReportedFault {
        error: "reading_paused".to_owned(),
        ..ReportedFault::default()
    };
    model.apply(Event::Failed(number(&effects, "list"), fault.clone()));
    assert_eq!(model.problems()[0], Some(&Problem::Reported(fault)));
    assert!(text(&model).contains("csp"), "the last list stays");
    model.apply(Event::Select(PanelView::Snapshot));
    assert_eq!(model.problems(), [None, None]);
    // The list is read again after the pause.
    model.apply(Event::Status(r#"{"paused": true}"#.to_owned()));
    model.apply(Event::Select(ERRORS));
    let effects = model.apply(Event::Status(r#"{"paused": false}"#.to_owned()));
    assert_eq!(posted(&effects)[0]["do"], "list");
}

#[test]
fn only_the_answer_to_the_last_request_for_a_list_counts() {
    let mut model = opened();
    let first = model.apply(Event::Select(ERRORS));
    let last = model.apply(Event::Read);
    model.apply(Event::Answered(number(&first, "list"), one_error()));
    assert_eq!(text(&model), "");
    // The request is sent again if the worker was stopped.
    let mut messages = posted(&model.apply(Event::PortEnded));
    messages.retain(|message| message["do"] == "list");
    assert_eq!(messages.len(), 1);
    model.apply(Event::Answered(number(&last, "list"), one_error()));
    assert_eq!(text(&model), "");
}

#[test]
fn an_answer_to_another_list_leaves_the_active_one() {
    let mut model = opened();
    let errors = model.apply(Event::Select(ERRORS));
    model.apply(Event::Select(PanelView::List(ListKind::Downloads)));
    model.apply(Event::Answered(number(&errors, "list"), one_error()));
    assert_eq!(text(&model), "");
    model.apply(Event::Select(ERRORS));
    assert!(text(&model).contains("csp"));
}
