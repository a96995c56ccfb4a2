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
    /// The text of the row or card before.
    around: String,
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
            around: changed::text_around(&live.tree, live.index),
            text: text.to_owned(),
        })
    }

    /// Whether a row has only words that it had before or that were written.
    fn explains(&self, now: &str) -> bool {
        let is_known = |word: &str| {
            let mut known = self
                .around
                .split_whitespace()
                .chain(self.text.split_whitespace());
            known.any(|known| known == word)
        };
        now.contains(&self.text) && now.split_whitespace().all(is_known)
    }
}

/// The text that an action writes into a field.
pub fn written_by(action: &Action) -> Option<&str> {
    if let Action::Fill { value } | Action::Set { value } = action {
        return Some(value);
    }
    if let Action::Type(typed) = action {
        return Some(&typed.text);
    }
    None
}

/// Whether an element is still the one of the snapshot although the title of its row has changed:
/// the same node with the same name, in the same row, which has a text of the request now and no
/// other new word. A row that the page has given to another item has words of that.
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
            && edit.explains(&changed::text_around(&live.tree, live.index))
    })
}

#[cfg(test)]
mod tests {
    use super::OwnEdit;

    #[test]
    fn a_row_with_words_of_another_item_is_not_explained() {
        let edit = |around: &str, text: &str| OwnEdit {
            document: String::new(),
            unit: 1,
            around: around.to_owned(),
            text: text.to_owned(),
        };
        let renamed = edit("Cyd Cyd Select row 1", "Dora Dean");
        assert!(renamed.explains("Dora Dean 1"));
        assert!(!renamed.explains("Eve 1"));
        assert!(!edit("Cyd 2", "1").explains("Bob 1"));
    }
}
