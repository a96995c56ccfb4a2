//! The part of a page that a snapshot shows.

use crate::page_selector::PageSelector;

/// The part of a page that a snapshot shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The whole page.
    Page,
    /// The elements that match a CSS selector.
    Selector(PageSelector),
    /// The element of an id that the session was shown.
    Id(String),
}

impl Scope {
    /// The selector or id, as answers contain it.
    pub fn as_str(&self) -> &str {
        match self {
            Scope::Page => "body",
            Scope::Selector(selector) => selector.as_str(),
            Scope::Id(id) => id,
        }
    }
}
