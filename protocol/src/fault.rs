//! Every way to fail, as it goes over the wire: `{"error", "message", "hint", "retryable"}`.
//! A fault is made where its cause is known; it does not know how it is sent.

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
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $word,)* }
            }

            /// HTTP status it is answered with.
            pub fn status(self) -> u16 {
                match self { $(Code::$name => $status,)* }
            }

            /// Whether the same request may succeed later without any change.
            pub fn retryable(self) -> bool {
                match self { $(Code::$name => $retryable,)* }
            }

            /// What to do next, where the code that made the fault gives no other hint.
            pub fn hint(self) -> &'static str {
                match self { $(Code::$name => $hint,)* }
            }
        }
    };
}

codes! {
    /// No token, or not the right one for this endpoint.
    Unauthorized = "unauthorized", 401, false, "Send `Authorization: Bearer <agent_token>`; the token is in endpoint.json in the state directory (`axlens status` prints its path).";
    /// The request is not valid.
    BadRequest = "bad_request", 400, false, "Correct the request; docs/http.md lists every endpoint and its parameters.";
    /// Foreign host or origin.
    Forbidden = "forbidden", 403, false, "Axlens answers only programs on this computer, never web pages.";
    /// No such endpoint.
    NotFound = "not_found", 404, false, "docs/http.md lists the endpoints.";
    /// The endpoint does not take this method.
    MethodNotAllowed = "method_not_allowed", 405, false, "docs/http.md lists the method of each endpoint.";
    /// The request's body is larger than this endpoint takes.
    BodyTooLarge = "body_too_large", 413, false, "Send a smaller request; agents' requests are at most 64 KiB.";
    /// No extension has asked for work.
    ExtensionDisconnected = "extension_disconnected", 503, true, "Run `axlens doctor`: it says which link of the chain is missing. Chrome must be running with the Axlens extension.";
    /// Several browsers are connected and the request names none.
    AmbiguousBrowser = "ambiguous_browser", 409, false, "Name the browser (`browser`: its name or id; `--browser`), or one of its tabs (`tab`).";
    /// No such browser.
    BrowserNotFound = "browser_not_found", 404, false, "List the browsers (`GET /browsers`, `axlens browsers`) and name one of them.";
    /// Another browser has connected with the same id.
    BrowserIdTaken = "browser_id_taken", 409, false, "A copied profile has the id of the one it was copied from; the extension makes a new id by itself.";
    /// The user has paused all reading.
    ReadingPaused = "reading_paused", 503, false, "The user paused Axlens; ask them to resume it in the Axlens button of the toolbar.";
    /// No such tab.
    TabNotFound = "tab_not_found", 404, false, "List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.";
    /// The browser has unloaded the tab to save memory.
    TabDiscarded = "tab_discarded", 409, false, "Ask the user to open the tab once; then try again.";
    /// The tab's process died.
    TabCrashed = "tab_crashed", 409, false, "Ask the user to reload the tab; then try again.";
    /// The tab is not the one its window shows.
    TabNotVisible = "tab_not_visible", 409, true, "Ask the user to bring the tab to the front, or leave out the screenshot.";
    /// Another agent has claimed the tab.
    TabClaimed = "tab_claimed", 409, true, "Use another tab (`new_tab` opens one), or wait: a claim ends when its holder lets go, or has not acted for a minute. Reading goes on.";
    /// The page's scripts do not run.
    PageBlocked = "page_blocked", 409, true, "An alert, confirm or prompt is open, or the page hangs; ask the user to close the dialog, then try again.";
    /// A page that no extension may read.
    RestrictedPage = "restricted_page", 403, false, "The browser lets no extension read this page; use another tab.";
    /// The user has not given the extension access to this site.
    SiteAccessWithheld = "site_access_withheld", 403, false, "Ask the user to allow Axlens on this site (puzzle icon, Axlens, site access).";
    /// The user, the browser's policy or the agent's token does not allow this to this agent.
    PermissionDenied = "permission_denied", 403, false, "Ask the user to allow it: the Axlens button in the toolbar has this site's policy, Axlens's options have all sites and agents.";
    /// The scope matches nothing on the page.
    ScopeNotFound = "scope_not_found", 404, false, "Leave out `scope` to see the whole page, then name an element that is there.";
    /// The element, or its document, is gone.
    StaleUid = "stale_uid", 404, false, "Take a new snapshot and use its uids.";
    /// No snapshot of this session had this uid.
    UnknownUid = "unknown_uid", 404, false, "Use a uid from this session's own snapshots, or take a new snapshot.";
    /// The element is in another row, item or dialog than in the snapshot.
    ChangedUid = "changed_uid", 409, false, "Compare the element as it is now with the one you want. Take a new snapshot, or send the request with this fault's `seen`: that accepts the element as the message says it is. The same request again is refused again.";
    /// The id matches more than one element.
    AmbiguousId = "ambiguous_id", 400, false, "Write `uid=5` for a uid, `ref=e5` for a ref, or give `id` together with `snapshot`.";
    /// Another element covers it.
    ElementCovered = "element_covered", 409, true, "Close or scroll away what covers it, then try again.";
    /// The element has no box: nobody could see what is done to it.
    ElementNotVisible = "element_not_visible", 409, true, "Open or show what the element is in, then try again.";
    /// What a picture shows moved while it was taken.
    PageMoved = "page_moved", 409, true, "Wait until the page stands still (`/wait` for `quiet`), or take the picture without marks; then try again.";
    /// The element is disabled.
    ElementDisabled = "element_disabled", 409, true, "Enable the element first.";
    /// The element moves.
    ElementMoving = "element_moving", 409, true, "Wait until it stands still, then try again; `activate` does not need it to.";
    /// The list has no such option.
    OptionNotFound = "option_not_found", 409, false, "Choose one of the options that the message lists.";
    /// The element can't take this action.
    NotApplicable = "not_applicable", 409, false, "Choose another action or another element: docs/acting.md says which takes what.";
    /// The element does not take text.
    NotEditable = "not_editable", 409, false, "Choose a field that takes text.";
    /// Scripts of agents are switched off.
    UserScriptsDisabled = "user_scripts_disabled", 403, false, "Do it by the other actions. Only the user can allow scripts: in Axlens's options, and by “Allow user scripts” in the extension's details in Chrome.";
    /// Too many queries are waiting.
    QueueFull = "queue_full", 429, true, "Wait for earlier requests to finish, then try again.";
    /// No answer in time.
    Timeout = "timeout", 504, true, "Try again, with a larger `timeoutMs` if the page is very large or busy.";
    /// What was waited for has not come to be.
    NotYet = "not_yet", 504, true, "Look at the page (`/observe`, or its delta) before waiting again: it may say why.";
    /// What was read of the page is larger than the limit.
    ResultTooLarge = "result_too_large", 413, false, "Narrow the request with `scope`.";
    /// Server and extension (or agent) are of different wire versions.
    VersionMismatch = "version_mismatch", 426, false, "Update the older side, then try again.";
    /// An error in Axlens itself.
    Internal = "internal", 500, true, "Try again; if it happens again, run the server with AXLENS_LOG=debug and report what it prints.";
}

/// A failure, with what an agent can do next.
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
    /// Whether the same request may succeed later without any change.
    pub retryable: bool,
    /// Of `changed_uid`: stands for the element as the message says it is. A request with this
    /// `seen` is about that, and is refused where it has changed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

impl Fault {
    /// A fault with its code's own hint.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Fault {
            code,
            message: message.into(),
            hint: code.hint().to_owned(),
            retryable: code.retryable(),
            seen: None,
        }
    }

    /// The same fault with another hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The same fault with what acknowledges it.
    pub fn seen(mut self, seen: impl Into<String>) -> Self {
        self.seen = Some(seen.into());
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

/// A fault as it is read: where hint and retryable are left out, they are those of its code.
#[derive(Deserialize, JsonSchema)]
struct FaultOnWire {
    error: Code,
    message: String,
    hint: Option<String>,
    retryable: Option<bool>,
    seen: Option<String>,
}

impl From<FaultOnWire> for Fault {
    fn from(wire: FaultOnWire) -> Self {
        Fault {
            code: wire.error,
            message: wire.message,
            hint: wire.hint.unwrap_or_else(|| wire.error.hint().to_owned()),
            retryable: wire.retryable.unwrap_or(wire.error.retryable()),
            seen: wire.seen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn words_are_their_own_spelling_on_the_wire() {
        for code in Code::ALL {
            let text = serde_json::to_string(code).expect("a code is text");
            assert_eq!(text, format!("\"{}\"", code.as_str()));
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
        let listed = codes_of_docs(include_str!("../../docs/http.md"));
        for code in Code::ALL {
            let status = listed.get(code.as_str()).copied();
            assert_eq!(
                status,
                Some(code.status()),
                "docs/http.md on {}",
                code.as_str()
            );
        }
    }

    /// The statuses of the table of codes: a cell with codes, one with their statuses, and so on.
    fn codes_of_docs(docs: &str) -> HashMap<&str, u16> {
        let mut listed = HashMap::new();
        for line in docs.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.split('|').collect();
            for pair in cells.windows(2) {
                let statuses: Vec<u16> =
                    pair[1].split(',').flat_map(|n| n.trim().parse()).collect();
                for (at, code) in pair[0].split('`').skip(1).step_by(2).enumerate() {
                    if let Some(status) = statuses.get(at).or(statuses.last()) {
                        listed.insert(code, *status);
                    }
                }
            }
        }
        listed
    }
}
