//! Every way to fail, as it goes over the wire: `{"error", "message", "hint", "retryable"}`.
//! A fault is made where its cause is known; it does not know which door it leaves by.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $status:literal, $retryable:literal, $hint:literal;)*) => {
        /// What went wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $word)] $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code's word on the wire.
            pub fn word(self) -> &'static str {
                match self { $(Code::$name => $word,)* }
            }

            /// HTTP status it is answered with.
            pub fn status(self) -> u16 {
                match self { $(Code::$name => $status,)* }
            }

            /// Whether the same request may succeed later with nothing done about it.
            pub fn retryable(self) -> bool {
                match self { $(Code::$name => $retryable,)* }
            }

            /// The next move, where the one who made the fault knows no better.
            pub fn hint(self) -> &'static str {
                match self { $(Code::$name => $hint,)* }
            }
        }
    };
}

codes! {
    /// No token, or not the right one for this door.
    Unauthorized = "unauthorized", 401, false, "Send `Authorization: Bearer <agent_token>`; the token is in endpoint.json in the state directory (`axlens status` prints its path).";
    /// The request makes no sense as it stands.
    BadRequest = "bad_request", 400, false, "Correct the request; docs/http.md lists every door and its parameters.";
    /// Foreign host or origin.
    Forbidden = "forbidden", 403, false, "Axlens answers only programs on this computer, never web pages.";
    /// There is no such door.
    NotFound = "not_found", 404, false, "See docs/http.md for the doors there are.";
    /// The door is there, but not for this method.
    MethodNotAllowed = "method_not_allowed", 405, false, "See docs/http.md for the method of this door.";
    /// The request's body is larger than this door takes.
    BodyTooLarge = "body_too_large", 413, false, "Send a smaller request; agents' requests are at most 64 KiB.";
    /// No extension has asked for work.
    ExtensionDisconnected = "extension_disconnected", 503, true, "Run `axlens doctor`: it says which link of the chain is missing. Chrome must be running with the Axlens extension.";
    /// The user has paused all reading.
    ReadingPaused = "reading_paused", 503, false, "The user paused Axlens; ask them to click its toolbar icon to resume.";
    /// No such tab.
    TabNotFound = "tab_not_found", 404, false, "List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.";
    /// The browser put the tab to sleep.
    TabDiscarded = "tab_discarded", 409, false, "Ask the user to open the tab once; then ask again.";
    /// The tab's process died.
    TabCrashed = "tab_crashed", 409, false, "Ask the user to reload the tab; then ask again.";
    /// The tab is not the one its window shows.
    TabNotVisible = "tab_not_visible", 409, true, "Ask the user to bring the tab to the front, or ask without the screenshot.";
    /// The page's scripts do not run.
    PageBlocked = "page_blocked", 409, true, "An alert, confirm or prompt is open, or the page hangs; ask the user to close the dialog, then ask again.";
    /// A page that no extension may read.
    RestrictedPage = "restricted_page", 403, false, "The browser lets no extension read this page; use another tab.";
    /// The user keeps the extension off this site.
    SiteAccessWithheld = "site_access_withheld", 403, false, "Ask the user to allow Axlens on this site (puzzle icon, Axlens, site access).";
    /// Nothing on the page is named by the scope.
    ScopeNotFound = "scope_not_found", 404, false, "Ask without `scope` to see the whole page, then name an element that is there.";
    /// The element, or its document, is gone.
    StaleUid = "stale_uid", 404, false, "Take a new snapshot and use its uids.";
    /// The uid was never shown to this session.
    UnknownUid = "unknown_uid", 404, false, "Use a uid of this session's own snapshots, or take one now.";
    /// The element stands in another row, item or dialog than was shown.
    ChangedUid = "changed_uid", 409, false, "Compare the line as it is now with what you meant; asking again acts on it as it is now.";
    /// The id can mean more than one thing.
    AmbiguousId = "ambiguous_id", 400, false, "Write `uid=5` for a uid, `ref=e5` for a ref, or give `id` together with `snapshot`.";
    /// Something lies over the element.
    ElementCovered = "element_covered", 409, true, "Close or scroll away what covers it, then ask again.";
    /// The element takes no action.
    ElementDisabled = "element_disabled", 409, true, "Do first what enables it.";
    /// The element takes no text.
    NotEditable = "not_editable", 409, false, "Choose a field that takes text.";
    /// Too many queries wait.
    QueueFull = "queue_full", 429, true, "Wait for earlier requests to end, then ask again.";
    /// No answer in time.
    Timeout = "timeout", 504, true, "Ask again, with a larger `timeoutMs` if the page is very large or busy.";
    /// The page's answer is larger than can be carried.
    ResultTooLarge = "result_too_large", 413, false, "Narrow the question with `scope`.";
    /// Server and extension (or agent) are of different wire versions.
    VersionMismatch = "version_mismatch", 426, false, "Update the older side, then try again.";
    /// Axlens itself went wrong.
    Internal = "internal", 500, true, "Ask again; if it stays, run the server with AXLENS_LOG=debug and report what it prints.";
}

/// A failure, told so that an agent knows its next move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(from = "FaultOnWire")]
#[error("{message}")]
pub struct Fault {
    /// What went wrong, for programs.
    #[serde(rename = "error")]
    pub code: Code,
    /// What went wrong, for people: one sentence that names the thing at fault.
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// Whether the same request may succeed later with nothing done about it.
    pub retryable: bool,
}

impl Fault {
    /// A fault with its code's own hint.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Fault {
            code,
            message: message.into(),
            hint: code.hint().to_owned(),
            retryable: code.retryable(),
        }
    }

    /// The same fault with another hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// `bad_request` with this message.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Fault::new(Code::BadRequest, message)
    }

    /// HTTP status it is answered with.
    pub fn status(&self) -> u16 {
        self.code.status()
    }
}

/// What is accepted: whoever sends a fault may leave hint and retryable to its code.
#[derive(Deserialize, JsonSchema)]
struct FaultOnWire {
    error: Code,
    message: String,
    hint: Option<String>,
    retryable: Option<bool>,
}

impl From<FaultOnWire> for Fault {
    fn from(wire: FaultOnWire) -> Self {
        Fault {
            code: wire.error,
            message: wire.message,
            hint: wire.hint.unwrap_or_else(|| wire.error.hint().to_owned()),
            retryable: wire.retryable.unwrap_or(wire.error.retryable()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_their_own_spelling_on_the_wire() {
        for code in Code::ALL {
            let text = serde_json::to_string(code).expect("a code is text");
            assert_eq!(text, format!("\"{}\"", code.word()));
        }
    }

    #[test]
    fn hint_and_retryable_come_from_the_code_when_left_out() {
        let fault: Fault = serde_json::from_str(r#"{"error": "timeout", "message": "too slow"}"#)
            .expect("a fault");
        assert_eq!(fault, Fault::new(Code::Timeout, "too slow"));
    }

    #[test]
    fn docs_list_every_code_with_its_status() {
        let docs = include_str!("../../docs/http.md");
        for code in Code::ALL {
            assert!(
                docs.contains(&format!("`{}`", code.word())),
                "docs/http.md lacks {}",
                code.word()
            );
        }
    }
}
