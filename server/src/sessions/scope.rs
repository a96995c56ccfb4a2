//! The part of a page that is shown.

use crate::page_selector::PageSelector;

/// The part of a page that is shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All of it.
    Page,
    /// What a CSS selector names.
    Selector(PageSelector),
    /// An element this session was shown.
    Id(String),
}

impl Scope {
    /// The selector or id, as answers repeat it.
    pub fn as_str(&self) -> &str {
        match self {
            Scope::Page => "body",
            Scope::Selector(selector) => selector.as_str(),
            Scope::Id(id) => id,
        }
    }
}
