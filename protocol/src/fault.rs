//! Every fault, as it is sent: `{"error", "message", "hint", "retryable"}`.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $stage:ident, $status:literal, $retryable:literal, $hint:literal;)*) => {
        /// What went wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemas", derive(JsonSchema))]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $text)] $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// Which requests can have it.
            pub fn stage(self) -> Stage {
                match self { $(Code::$name => Stage::$stage,)* }
            }

            /// HTTP status of the answer.
            pub fn status(self) -> u16 {
                match self { $(Code::$name => $status,)* }
            }

            /// Whether the same request may succeed later, unchanged.
            pub fn retryable(self) -> bool {
                match self { $(Code::$name => $retryable,)* }
            }

            /// The default hint.
            pub fn hint(self) -> &'static str {
                match self { $(Code::$name => $hint,)* }
            }
        }
    };
}

/// How far a request gets: each stage includes the faults of the ones before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The server reads the request.
    Request,
    /// It asks a browser.
    Browser,
    /// The browser reads a page.
    Page,
    /// An element of the page is looked up, measured or waited for.
    Element,
    /// An action is executed.
    Action,
    /// The fault is not one of an agent's request: the extension connects.
    Extension,
}

impl Stage {
    /// Those of agents' requests.
    pub const OF_AGENTS: [Stage; 5] = [
        Stage::Request,
        Stage::Browser,
        Stage::Page,
        Stage::Element,
        Stage::Action,
    ];
}

codes! {
    /// The token is missing or invalid for this endpoint.
    Unauthorized = "unauthorized", Request, 401, false, "Send `Authorization: Bearer <agent_token>`; the token is in endpoint.json in the state directory (`axlens status` prints its path).";
    /// The request is not valid.
    BadRequest = "bad_request", Request, 400, false, "Correct the request as the message says. `GET /openapi.json` describes every endpoint and its parameters.";
    /// Foreign host or origin.
    Forbidden = "forbidden", Request, 403, false, "Axlens answers only programs on this computer, not web pages.";
    /// No such endpoint.
    NotFound = "not_found", Request, 404, false, "`GET /openapi.json` lists the endpoints.";
    /// The endpoint does not support this method.
    MethodNotAllowed = "method_not_allowed", Request, 405, false, "`GET /openapi.json` lists the method of each endpoint.";
    /// The request's body is larger than the endpoint's limit.
    BodyTooLarge = "body_too_large", Request, 413, false, "Send a smaller request; agents' requests are at most 64 KiB.";
    /// No extension is connected.
    ExtensionDisconnected = "extension_disconnected", Browser, 503, true, "Run `axlens doctor` to find the missing part. Chrome must be running with the Axlens extension.";
    /// Several browsers are connected and the request names none.
    AmbiguousBrowser = "ambiguous_browser", Browser, 409, false, "Name the browser (`browser`: its name or id; `--browser`), or one of its tabs (`tab`).";
    /// No such browser.
    BrowserNotFound = "browser_not_found", Browser, 404, false, "List the browsers (`GET /browsers`, `axlens browsers`) and name one of them.";
    /// Another browser is connected with the same id.
    BrowserIdTaken = "browser_id_taken", Extension, 409, false, "A copied profile has the id of the original; the extension creates a new id by itself.";
    /// The user paused all reading.
    ReadingPaused = "reading_paused", Browser, 503, false, "The user paused Axlens; ask them to resume it with the Axlens button in the toolbar.";
    /// No such tab.
    TabNotFound = "tab_not_found", Page, 404, false, "List the tabs (`GET /tabs`, `axlens tabs`) and name one of them.";
    /// The browser unloaded the tab to save memory.
    TabDiscarded = "tab_discarded", Page, 409, false, "Ask the user to open the tab once; then try again.";
    /// The tab's process crashed.
    TabCrashed = "tab_crashed", Page, 409, false, "Ask the user to reload the tab; then try again.";
    /// The tab is not the active tab of its window.
    TabNotVisible = "tab_not_visible", Element, 409, true, "Activate the tab or ask the user to, or continue without a screenshot.";
    /// Another agent claimed the tab.
    TabClaimed = "tab_claimed", Action, 409, true, "Use another tab (`new_tab` opens one), or wait: a claim ends when its agent releases it or has not acted for a minute. You can still read the tab.";
    /// The user acts in the tab.
    UserHasTab = "user_has_tab", Action, 409, true, "Wait: for the answer to `ask_user`, or until the user hands the tab back. You can still read it, and act in other tabs.";
    /// The page's scripts are blocked.
    PageBlocked = "page_blocked", Page, 409, true, "An alert, confirm or prompt is open, or the page hangs. Ask the user to close the dialog, or `reload` the page, which loses what was entered; then try again. Set `dialogs` to answer such dialogs.";
    /// Extensions cannot read this page.
    RestrictedPage = "restricted_page", Page, 403, false, "The browser does not allow extensions to read this page; use another tab.";
    /// The user has not granted the extension access to this site.
    SiteAccessWithheld = "site_access_withheld", Page, 403, false, "Ask the user to allow Axlens on this site (puzzle icon, Axlens, site access).";
    /// The user, the browser's policy or the agent's token does not allow this.
    PermissionDenied = "permission_denied", Page, 403, false, "Ask the user to allow it: the Axlens button in the toolbar has this site's policy, the options of Axlens have all sites and agents.";
    /// The scope matches nothing on the page.
    ScopeNotFound = "scope_not_found", Element, 404, false, "Omit `scope` to see the whole page, then choose an existing element.";
    /// The element or its document no longer exists.
    StaleUid = "stale_uid", Element, 404, false, "Take a new snapshot and use its uids.";
    /// No snapshot of this session had this uid.
    UnknownUid = "unknown_uid", Element, 404, false, "Use a uid from this session's own snapshots, or take a new snapshot.";
    /// The row, item or dialog around the element differs from the snapshot.
    ChangedUid = "changed_uid", Element, 409, false, "Compare the current element with the one you want. Take a new snapshot, or repeat the request with this fault's `seen` to accept the element as the message describes it. The unchanged request fails again.";
    /// The selector matches more than one element.
    AmbiguousId = "ambiguous_id", Element, 400, false, "Write a more exact selector, or use the uid of an element of a snapshot.";
    /// Another element covers it.
    ElementCovered = "element_covered", Action, 409, true, "Close the element that covers it or scroll it away, then try again. A point (`at=X,Y`) acts on what is on top.";
    /// The element has no box, so it is not visible.
    ElementNotVisible = "element_not_visible", Element, 409, true, "Open or show the element's container, then try again.";
    /// The page moved during the screenshot.
    PageMoved = "page_moved", Element, 409, true, "Wait until the page is idle (`/wait` for `quiet`), or omit the marks; then try again. A page that moves a secret field all the time gives no screenshot.";
    /// The element is disabled.
    ElementDisabled = "element_disabled", Action, 409, true, "Enable the element first.";
    /// The element moves.
    ElementMoving = "element_moving", Action, 409, true, "Wait until it stops, then try again; or use `activate`, which does not wait.";
    /// The list has no such option.
    OptionNotFound = "option_not_found", Action, 409, false, "Choose an option that the message lists.";
    /// The action does not apply to the element.
    NotApplicable = "not_applicable", Element, 409, false, "Choose another action for this element, or another element: the message names the reason.";
    /// The element is not editable.
    NotEditable = "not_editable", Action, 409, false, "Choose an editable field. A slider that the page draws takes `press` with arrow keys and a `count`; a field that is read-only may open a calendar or a list if it is clicked.";
    /// Scripts of agents are disabled.
    UserScriptsDisabled = "user_scripts_disabled", Action, 403, false, "Use other actions. Only the user can allow scripts: in the options of Axlens, and with “Allow user scripts” in Chrome's details of the extension.";
    /// The extension may not see downloads.
    DownloadsDisabled = "downloads_disabled", Page, 403, false, "Ask the user to allow it: in the options of Axlens, under “What Chrome lets Axlens read”.";
    /// A download ended without a file.
    DownloadInterrupted = "download_interrupted", Element, 409, false, "Start the download again, if that is safe. If the user cancelled it, ask the user.";
    /// Too many queries are waiting.
    QueueFull = "queue_full", Browser, 429, true, "Wait for earlier requests to finish, then try again.";
    /// There was no answer in time.
    Timeout = "timeout", Browser, 504, true, "Try again, with a larger `timeoutMs` if the page is very large or busy.";
    /// The condition did not hold in time.
    NotYet = "not_yet", Element, 504, true, "Read the page (`/observe`, or its delta) before you wait again: it may show why.";
    /// An `expect` of a request does not hold.
    NotAsExpected = "not_as_expected", Action, 409, false, "Read the page, and decide what to do: the steps before were executed, and none after.";
    /// The page has no tool that is as it was listed.
    ChangedTool = "changed_tool", Action, 409, false, "List the page tools again (`/page-tools`, `axlens page-tools`), and compare.";
    /// The browser can't do this.
    NotSupported = "not_supported", Page, 409, false, "Use the elements of the page. Chrome has page tools with its feature WebMCPTesting (chrome://flags), or on sites of its origin trial.";
    /// The result is larger than the limit.
    ResultTooLarge = "result_too_large", Browser, 413, false, "Narrow the request with `scope`.";
    /// Server and extension (or agent) have different wire versions.
    VersionMismatch = "version_mismatch", Request, 426, false, "Update the older side, then try again.";
    /// An error in Axlens itself.
    Internal = "internal", Request, 500, true, "Try again; if it happens again, run the server with AXLENS_LOG=debug and report its output.";
}

/// An error, with the next step for the agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(from = "FaultOnWire")]
#[error("{message}")]
pub struct Fault {
    /// Code of the error.
    #[serde(rename = "error")]
    pub code: Code,
    /// One sentence that describes the error and names its cause.
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// Whether the same request may succeed later, unchanged.
    pub retryable: bool,
    /// With `changed_uid`: the element as the message describes it. A request with this `seen`
    /// accepts that element, and fails if it has changed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
}

impl Fault {
    /// A fault with the code's default hint.
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

    /// The same fault with a `seen`.
    pub fn seen(mut self, seen: impl Into<String>) -> Self {
        self.seen = Some(seen.into());
        self
    }

    /// `bad_request` with this message.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Fault::new(Code::BadRequest, message)
    }

    /// HTTP status of the answer.
    pub fn status(&self) -> u16 {
        self.code.status()
    }
}

/// A fault as it is parsed: the defaults of hint and retryable are those of the code.
#[derive(Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
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
    fn as_str_is_the_name_in_json() {
        for code in Code::ALL {
            let text = serde_json::to_string(code).expect("a code is text");
            assert_eq!(text, format!("\"{}\"", code.as_str()));
        }
    }

    #[test]
    fn defaults_of_hint_and_retryable_come_from_the_code() {
        let fault: Fault = serde_json::from_str(r#"{"error": "timeout", "message": "too slow"}"#)
            .expect("a fault");
        assert_eq!(fault, Fault::new(Code::Timeout, "too slow"));
    }

    #[test]
    fn the_documentation_lists_every_code_with_its_status() {
        let listed = documented_codes(include_str!("../../docs/http.md"));
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

    /// The statuses in the table of codes, in which cells with codes and cells with statuses
    /// alternate.
    fn documented_codes(docs: &str) -> HashMap<&str, u16> {
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
