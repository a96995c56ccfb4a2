//! Kinds of errors of a page: in requests, answers and on the wire.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an error of a page is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PageErrorKind {
    /// The page uses a feature that the browser will remove.
    Deprecation,
    /// The browser did not do what the page wanted.
    Intervention,
    /// The Content Security Policy of the page blocked or reported something.
    Csp,
    /// A script of the page threw an exception that it did not catch.
    Exception,
    /// A promise of the page was rejected, and it did not handle that.
    Rejection,
    /// The page called a method of the console.
    Console,
    /// A script of the page received a response with a status of 400 or more.
    Response,
    /// An image, script, style sheet or another resource of an element was not loaded.
    #[default]
    Resource,
}

impl PageErrorKind {
    /// All kinds.
    pub const ALL: [PageErrorKind; 8] = [
        PageErrorKind::Deprecation,
        PageErrorKind::Intervention,
        PageErrorKind::Csp,
        PageErrorKind::Exception,
        PageErrorKind::Rejection,
        PageErrorKind::Console,
        PageErrorKind::Response,
        PageErrorKind::Resource,
    ];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            PageErrorKind::Deprecation => "deprecation",
            PageErrorKind::Intervention => "intervention",
            PageErrorKind::Csp => "csp",
            PageErrorKind::Exception => "exception",
            PageErrorKind::Rejection => "rejection",
            PageErrorKind::Console => "console",
            PageErrorKind::Response => "response",
            PageErrorKind::Resource => "resource",
        }
    }
}
