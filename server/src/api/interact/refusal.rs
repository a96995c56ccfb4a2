//! The fault of an element that can't take an action now: nothing was sent to the page.

use crate::api::live_element::LiveElement;
use axlens_protocol::agent::ElementId;
use axlens_protocol::agent::action::Action;
use axlens_protocol::wire::Refusal;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::render::lean::line_alone;

/// Longest text of a page that a fault repeats, in characters.
const MAX_LEN: usize = 200;

/// Most options that a fault lists.
const OPTIONS: usize = 50;

/// Says why.
pub fn fault(
    action: &Action,
    id: Option<&ElementId>,
    live: Option<&LiveElement>,
    refusal: &Refusal,
) -> Fault {
    let what = match (id, live) {
        (Some(id), Some(live)) => format!("{} ({})", id.0, line_alone(live.node())),
        _ => "What has the focus".to_owned(),
    };
    let (code, why) = reason(action, refusal, live);
    Fault::new(code, format!("{what} {why}"))
}

fn reason(action: &Action, refusal: &Refusal, live: Option<&LiveElement>) -> (Code, String) {
    let fixed = |code, why: &str| (code, format!("{why}."));
    match refusal.why.as_str() {
        "covered" => (Code::ElementCovered, covered(refusal, live)),
        "no_pointer_events" => fixed(
            Code::ElementCovered,
            "takes no pointer: its `pointer-events` are `none`",
        ),
        "disabled" => fixed(Code::ElementDisabled, "is disabled"),
        "inert" => fixed(
            Code::ElementDisabled,
            "is inert, as what is behind an open dialog is",
        ),
        "closed_details" => fixed(Code::ElementNotVisible, "is in a closed `details` element"),
        "no_box" => fixed(Code::ElementNotVisible, "has no box that could be seen"),
        "moving" => fixed(
            Code::ElementMoving,
            "moves: it was elsewhere a moment later",
        ),
        "changed_midway" => fixed(
            Code::ChangedUid,
            "was pressed, and went or came to stand in another row before the click, which was not sent",
        ),
        "goal_not_reached" => fixed(
            Code::ElementNotVisible,
            "can't be dragged there: both have to be in view at once, and nothing may cover them",
        ),
        "takes_no_files" => fixed(Code::NotApplicable, "takes no files"),
        "not_focusable" => fixed(Code::NotApplicable, "can't have the focus"),
        "not_editable" => fixed(Code::NotEditable, "takes no text"),
        "option_not_found" => (Code::OptionNotFound, options(refusal)),
        "bad_value" => (Code::BadRequest, detailed("can't take this value", refusal)),
        _ => (
            Code::NotApplicable,
            detailed(
                &format!("can't take the action `{}`", action.as_str()),
                refusal,
            ),
        ),
    }
}

fn detailed(why: &str, refusal: &Refusal) -> String {
    match &refusal.detail {
        Some(detail) => format!("{why}: {}.", shortened(detail, MAX_LEN)),
        None => format!("{why}."),
    }
}

/// What covers it, by the innermost element that the tree knows.
fn covered(refusal: &Refusal, live: Option<&LiveElement>) -> String {
    let by = live.and_then(|live| refusal.by.iter().find_map(|node| live.other(*node)));
    match by {
        Some(by) => {
            let uid = by
                .uid
                .map(|uid| format!(" (uid {uid})"))
                .unwrap_or_default();
            format!("is covered by {}{uid}.", line_alone(by))
        }
        None => "is covered by another element.".to_owned(),
    }
}

fn options(refusal: &Refusal) -> String {
    let listed = refusal.options.iter().take(OPTIONS);
    let listed: Vec<String> = listed
        .map(|option| quoted(&shortened(option, MAX_LEN)))
        .collect();
    let more = refusal.options.len().saturating_sub(OPTIONS);
    let more = match more {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("has no such option; it has {}{more}.", listed.join(", "))
}
