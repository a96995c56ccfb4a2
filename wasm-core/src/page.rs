//! A recorded page with the inputs of all later steps: nodes, flat tree and visibility.

use crate::dom::Dom;
use crate::flat::Flat;
use crate::pace::{Pace, SPAN, at_once};
use crate::record::{Flag, Head, Record};
use crate::visibility::Visibility;

/// A recorded page with the inputs of all later steps.
#[derive(Debug, Clone)]
pub struct Page<'r> {
    /// Facts about the document.
    pub head: Head,
    /// Its nodes.
    pub dom: Dom<'r>,
    /// Its flat tree.
    pub flat: Flat,
    /// The visibility of its nodes.
    pub visibility: Visibility,
    /// Whether a user can't see some of its text.
    pub has_unseen_text: bool,
}

impl<'r> Page<'r> {
    /// Builds the page of a record.
    pub fn new(record: &Record<'r>) -> Page<'r> {
        at_once(async |pace| Page::new_in(record, pace).await)
    }

    /// The same, in portions.
    pub async fn new_in(record: &Record<'r>, pace: &Pace) -> Page<'r> {
        let focused = record.head.focused;
        let dom = Dom::new_in(record, pace).await;
        let mut flat = Flat::new(&dom, pace).await;
        let mut visibility = Visibility::new(&dom, &flat, focused, pace).await;
        flat.own(
            &dom,
            |owner| !visibility.excluded(owner),
            |target| visibility.rendered(target),
            pace,
        )
        .await;
        visibility.follow_owners(&dom, &flat, focused, pace).await;
        let has_unseen_text = has_unseen_text(&dom, pace).await;
        Page {
            head: record.head.clone(),
            dom,
            flat,
            visibility,
            has_unseen_text,
        }
    }
}

/// Whether a user can't see some text of a document.
async fn has_unseen_text(dom: &Dom<'_>, pace: &Pace) -> bool {
    for span in dom.spans() {
        pace.steps(SPAN).await;
        if dom
            .elements_of(span)
            .any(|node| dom.flag(node, Flag::Unseen))
        {
            return true;
        }
    }
    false
}
