//! The fault of an action that the page refused: the element can't take it now, and received no
//! event.

use super::check::CheckedElement;
use axlens_protocol::model::RefusalReason;
use axlens_protocol::model::action::Action;
use axlens_protocol::wire::Refusal;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::render::lean::line_without_uid;
use axlens_snapshot::tree::Node;

/// Maximum length of a text of the page in a fault, in characters.
const MAX_TEXT_LEN: usize = 200;

/// The next step after a press without its click.
const LOOK_FIRST: &str = "The press may have had an effect: take a new snapshot, and check whether the page did what you wanted before you click again.";

/// The next step after an action that stopped before an event with another effect.
const ACT_ALONE: &str = "Earlier events of the action may have had an effect: take a new snapshot. To follow the link or submit the form, request a `click` on it, or the key alone: then its site is checked, and the user is asked if necessary.";

/// The next step for content of a canvas.
const WITHOUT_POINTER: &str = "`focus`, `press`, `type` and `activate` need no box. Or `click` the canvas with `position`, at what a screenshot shows.";

/// Maximum number of options in a fault.
const MAX_OPTIONS: usize = 50;

/// The fault of a refused action, with the reason.
pub fn fault(action: &Action, element: Option<&CheckedElement>, refusal: &Refusal) -> Fault {
    let what = match element {
        Some(CheckedElement { element, live }) => {
            format!("{} ({})", element.id.0, line_without_uid(live.node()))
        }
        None if matches!(action, Action::CallTool { .. }) => "The tool".to_owned(),
        None => "The focused element".to_owned(),
    };
    if refusal.why == RefusalReason::ToolChanged {
        let message = "The tool is not as it was listed any more. It was not called.";
        return Fault::new(Code::ChangedTool, message);
    }
    let (code, why) = reason(action, refusal, element);
    let fault = Fault::new(code, format!("{what} {why}"));
    match refusal.why {
        RefusalReason::ChangedMidway => fault.hint(LOOK_FIRST),
        RefusalReason::OtherEffect => fault.hint(ACT_ALONE),
        RefusalReason::OnCanvas => fault.hint(WITHOUT_POINTER),
        RefusalReason::NotEditable => match element.and_then(labelled_field) {
            Some(field) => fault.hint(format!("It is the label of {field}: use that.")),
            None => fault,
        },
        RefusalReason::Removed
        | RefusalReason::Disabled
        | RefusalReason::Inert
        | RefusalReason::ClosedDetails
        | RefusalReason::NoBox
        | RefusalReason::NoPointerEvents
        | RefusalReason::Moving
        | RefusalReason::Covered
        | RefusalReason::NotFocusable
        | RefusalReason::OptionNotFound
        | RefusalReason::TextNotFound
        | RefusalReason::NotCheckable
        | RefusalReason::NoForm
        | RefusalReason::NotSettable
        | RefusalReason::BadValue
        | RefusalReason::DragTargetNotReached
        | RefusalReason::TakesNoFiles
        | RefusalReason::ToolChanged
        | RefusalReason::Changed => fault,
    }
}

fn reason(action: &Action, refusal: &Refusal, element: Option<&CheckedElement>) -> (Code, String) {
    let not_applicable = || {
        let why = format!("can't take the action `{}`", action.as_str());
        (Code::NotApplicable, detailed(&why, refusal))
    };
    let (code, why) = match refusal.why {
        RefusalReason::Covered => return (Code::ElementCovered, covered(refusal, element)),
        RefusalReason::OptionNotFound => return (Code::OptionNotFound, options(refusal)),
        RefusalReason::BadValue => {
            return (Code::BadRequest, detailed("can't take this value", refusal));
        }
        RefusalReason::TextNotFound => {
            return (
                Code::NotApplicable,
                detailed("does not show this text exactly once", refusal),
            );
        }
        RefusalReason::NotCheckable | RefusalReason::NoForm | RefusalReason::NotSettable => {
            return not_applicable();
        }
        // The extension answers `stale_uid` for a removed element; `execute` repeats the query for
        // a changed one.
        RefusalReason::Removed | RefusalReason::Changed | RefusalReason::ToolChanged => {
            return not_applicable();
        }
        RefusalReason::NoPointerEvents => (
            Code::ElementCovered,
            "receives no pointer events: its `pointer-events` are `none`",
        ),
        RefusalReason::Disabled => (Code::ElementDisabled, "is disabled"),
        RefusalReason::Inert => (
            Code::ElementDisabled,
            "is inert, like everything behind an open modal dialog",
        ),
        RefusalReason::ClosedDetails => {
            (Code::ElementNotVisible, "is in a closed `details` element")
        }
        RefusalReason::NoBox => (Code::ElementNotVisible, "has no visible box"),
        RefusalReason::OnCanvas => (
            Code::ElementNotVisible,
            "is in a `canvas`, where it has no box of its own",
        ),
        RefusalReason::Moving => (Code::ElementMoving, "is moving"),
        RefusalReason::ChangedMidway => (
            Code::ChangedUid,
            "moved to another row, or was removed, after the button was pressed; the click was not sent",
        ),
        RefusalReason::OtherEffect => (
            Code::PermissionDenied,
            "was not clicked, or the action ended before its next click: that would submit a form, or load a page, that was not checked against the policy",
        ),
        RefusalReason::DragTargetNotReached => return drag_target(refusal, element),
        RefusalReason::TakesNoFiles => (Code::NotApplicable, "accepts no files"),
        RefusalReason::NotFocusable => (Code::NotApplicable, "can't have the focus"),
        RefusalReason::NotEditable => (Code::NotEditable, "is not editable"),
    };
    (code, format!("{why}."))
}

fn detailed(why: &str, refusal: &Refusal) -> String {
    match &refusal.detail {
        Some(detail) => format!("{why}: {}.", shortened(detail, MAX_TEXT_LEN)),
        None => format!("{why}."),
    }
}

fn covered(refusal: &Refusal, element: Option<&CheckedElement>) -> String {
    covering(refusal, element).map_or_else(
        || {
            "has no point in the window that a pointer reaches; `activate` acts without one."
                .to_owned()
        },
        |by| format!("is covered by {by}."),
    )
}

fn drag_target(refusal: &Refusal, element: Option<&CheckedElement>) -> (Code, String) {
    covering(refusal, element).map_or_else(
        || {
            let why =
                "can't be dragged there: both elements must be in the viewport at the same time.";
            (Code::ElementNotVisible, why.to_owned())
        },
        |by| {
            let why = format!("can't be dragged there: the other element is covered by {by}.");
            (Code::ElementCovered, why)
        },
    )
}

/// The innermost covering element that is in the tree. `None` if nothing covers the element.
fn covering(refusal: &Refusal, element: Option<&CheckedElement>) -> Option<String> {
    if refusal.by.is_empty() {
        return None;
    }
    let by = element.and_then(|element| {
        let mut nodes = refusal.by.iter();
        let by = nodes.find_map(|node| element.live.node_with_id(*node))?;
        Some(with_uid(element, by))
    });
    Some(by.unwrap_or_else(|| "another element".to_owned()))
}

/// The only field that has the text of an element as its name.
fn labelled_field(element: &CheckedElement) -> Option<String> {
    let field = element.live.field_named_like_it()?;
    Some(with_uid(element, field))
}

/// The line of another node in the document of an element, with its uid. That of a node in a frame
/// is not printed, because a node does not know the number of its frame.
fn with_uid(element: &CheckedElement, node: &Node) -> String {
    let is_in_main_frame = element.element.resolved.element.frame.is_empty();
    let uid = node.uid.filter(|_| is_in_main_frame);
    let uid = uid.map(|uid| format!(" (uid {uid})")).unwrap_or_default();
    format!("{}{uid}", line_without_uid(node))
}

fn options(refusal: &Refusal) -> String {
    let listed = refusal.options.iter().take(MAX_OPTIONS);
    let listed: Vec<String> = listed
        .map(|option| quoted(&shortened(option, MAX_TEXT_LEN)))
        .collect();
    let more = refusal.options.len().saturating_sub(MAX_OPTIONS);
    let more = match more {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let listed = listed.join(", ");
    match &refusal.detail {
        Some(disabled) => {
            let disabled = quoted(&shortened(disabled, MAX_TEXT_LEN));
            format!("has the option {disabled}, but it is disabled; it has {listed}{more}.")
        }
        None => format!("has no such option; it has {listed}{more}."),
    }
}
