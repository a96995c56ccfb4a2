//! From a record to the tree of a document: the whole, in order. Each step is its own module; this one knows their order.

use crate::dom::Dom;
use crate::flat::Flat;
use crate::record::{Head, Record};
use crate::visibility::Visibility;

/// A recorded page with what every later step needs.
#[derive(Debug, Clone)]
pub struct Page<'r> {
    /// What is said of the document as a whole.
    pub head: Head,
    /// Its nodes.
    pub dom: Dom<'r>,
    /// Its flat tree.
    pub flat: Flat,
    /// Who can perceive what.
    pub visibility: Visibility,
}

impl<'r> Page<'r> {
    /// Reads the page of a record.
    pub fn new(record: &Record<'r>) -> Page<'r> {
        let dom = Dom::new(record);
        let mut flat = Flat::new(&dom);
        let mut visibility = Visibility::new(&dom, &flat, record.head.focused);
        flat.own(&dom, &visibility);
        visibility.follow_owners(&dom, &flat, record.head.focused);
        Page {
            head: record.head.clone(),
            dom,
            flat,
            visibility,
        }
    }
}
