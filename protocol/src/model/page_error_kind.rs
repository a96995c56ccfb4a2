//! Kinds of errors of a page: in requests, answers and on the wire.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an error of a page is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageErrorKind {
    /// The page uses a feature that the browser will remove.
    Deprecation,
    /// The browser did not do what the page wanted.
    Intervention,
    /// The Content Security Policy of the page blocked or reported something.
    Csp,
    /// An image, script, style sheet or another resource of an element was not loaded.
    #[default]
    Resource,
}

impl PageErrorKind {
    /// All kinds.
    pub const ALL: [PageErrorKind; 4] = [
        PageErrorKind::Deprecation,
        PageErrorKind::Intervention,
        PageErrorKind::Csp,
        PageErrorKind::Resource,
    ];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            PageErrorKind::Deprecation => "deprecation",
            PageErrorKind::Intervention => "intervention",
            PageErrorKind::Csp => "csp",
            PageErrorKind::Resource => "resource",
        }
    }
}
