//! What the actions of a request have written: a text can change the title of the row or card in
//! which later actions of the same request have their elements.

use super::{LiveElement, ShownElement, appearance, changed};
use axlens_protocol::model::action::Action;

/// A text that an action has written into an element of a row or card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnEdit {
    /// Chrome's id of the document.
    document: String,
    /// Node id of the element whose texts identify the row or card.
    unit: u32,
    text: String,
}

impl OwnEdit {
    /// What an action on an element has written; `None` if it writes no text, or the element is in
    /// no row and no card.
    pub fn of(action: &Action, element: &ShownElement, live: &LiveElement) -> Option<OwnEdit> {
        let text = written_by(action)?.trim();
        let unit = live.node().unit;
        (unit != 0 && !text.is_empty()).then(|| OwnEdit {
            document: element.resolved.element.node.document.clone(),
            unit,
            text: text.to_owned(),
        })
    }
}

fn written_by(action: &Action) -> Option<&str> {
    if let Action::Fill { value } | Action::Set { value } = action {
        return Some(value);
    }
    if let Action::Type(typed) = action {
        return Some(&typed.text);
    }
    None
}

/// Whether an element is still the one of the snapshot although the title of its row has changed:
/// the same node with the same name, in the same row, in which a text of the request is now. A row
/// that the page has given to another item does not have that text.
pub(super) fn explain_change(element: &ShownElement, live: &LiveElement) -> bool {
    let known = &element.resolved.element;
    let now = appearance(live.node());
    let is_same_node = live.node().node == known.node.node
        && now.role == known.appearance.role
        && now.context.has_same_name(known.appearance.context);
    is_same_node && has_text(element, live)
}

fn has_text(element: &ShownElement, live: &LiveElement) -> bool {
    let document = &element.resolved.element.node.document;
    let unit = live.node().unit;
    let mut edits = element.own_edits.iter();
    edits.any(|edit| {
        edit.document == *document
            && edit.unit == unit
            && changed::has_text_around(&live.tree, live.index, &edit.text)
    })
}
