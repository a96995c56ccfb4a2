//! Messages between the panel and the extension's worker. Independent of the port.

use axlens_protocol::Fault;
use axlens_protocol::model::EngineChoice;
use axlens_protocol::wire::PlacesChoice;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Why something failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// A fault of the worker or the server.
    Reported(ReportedFault),
    /// A problem of the panel itself, by the key of its text. The key of its hint ends in `_hint`.
    Own(&'static str),
}

/// A fault as the worker or the server reports it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ReportedFault {
    /// Its code.
    pub error: String,
    /// A sentence that describes it.
    pub message: String,
    /// The next step for the user.
    pub hint: String,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        Problem::Reported(ReportedFault {
            error: fault.code.as_str().to_owned(),
            message: fault.message,
            hint: fault.hint,
        })
    }
}

/// The identity of an element in messages to the worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementHandle {
    /// Chrome's id of its document.
    pub document: String,
    /// The random number of that document's load.
    pub world: u64,
    /// Its node id.
    pub node: u32,
}

impl ElementHandle {
    fn to_json(&self, action: &str) -> Value {
        json!({"do": action, "document": self.document, "world": self.world, "node": self.node})
    }
}

/// A list of the inspected tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// What the browser reports, and failed resources.
    Errors,
    /// The requests of the documents.
    Network,
    /// The downloads that the tab has started.
    Downloads,
    /// The tools that the page offers to agents.
    PageTools,
}

impl ListKind {
    /// All lists.
    pub const ALL: [ListKind; 4] = [
        ListKind::Errors,
        ListKind::Network,
        ListKind::Downloads,
        ListKind::PageTools,
    ];

    /// The name of the list, as the `what` of `/observe` has it.
    pub fn as_str(self) -> &'static str {
        match self {
            ListKind::Errors => "errors",
            ListKind::Network => "network",
            ListKind::Downloads => "downloads",
            ListKind::PageTools => "page_tools",
        }
    }
}

/// A request of the panel to the worker.
#[derive(Debug, Clone, PartialEq)]
pub enum PanelRequest {
    /// Read the page.
    Read {
        /// The elements whose boxes are measured.
        places: PlacesChoice,
        /// Where to run the engine.
        engine: EngineChoice,
    },
    /// Read a list.
    List {
        /// The list.
        kind: ListKind,
        /// Begin to record the documents that are not recorded yet.
        starts: bool,
    },
    /// Explain an element.
    Explain(ElementHandle),
    /// Highlight an element in the page.
    Highlight(ElementHandle),
    /// Remove the highlight.
    Unhighlight,
    /// Report changes of the page.
    WatchChanges,
    /// Stop reporting changes of the page.
    UnwatchChanges,
    /// Count the tokens of a text.
    Tokens(String),
    /// Report the status.
    Status,
}

impl PanelRequest {
    fn to_json(&self) -> Value {
        match self {
            PanelRequest::Read { places, engine } => {
                json!({"do": "read", "places": places, "engine": engine})
            }
            PanelRequest::List { kind, starts } => {
                json!({"do": "list", "what": kind.as_str(), "starts": starts})
            }
            PanelRequest::Explain(handle) => handle.to_json("explain"),
            PanelRequest::Highlight(handle) => handle.to_json("highlight"),
            PanelRequest::Unhighlight => json!({"do": "unhighlight"}),
            PanelRequest::WatchChanges => json!({"do": "follow"}),
            PanelRequest::UnwatchChanges => json!({"do": "unfollow"}),
            PanelRequest::Tokens(text) => json!({"do": "tokens", "text": text}),
            PanelRequest::Status => json!({"do": "status"}),
        }
    }

    /// Whether the request is sent again after the worker was stopped.
    fn is_repeatable(&self) -> bool {
        !matches!(
            self,
            PanelRequest::Highlight(_) | PanelRequest::Unhighlight | PanelRequest::UnwatchChanges
        )
    }
}

/// Requests that have no answer yet.
#[derive(Debug, Default)]
pub struct PendingRequests {
    last: u32,
    pending: BTreeMap<u32, PanelRequest>,
}

impl PendingRequests {
    /// Adds a request and returns its message, without the tab.
    pub fn add(&mut self, request: PanelRequest) -> String {
        self.last += 1;
        let mut message = request.to_json();
        message["ask"] = json!(self.last);
        self.pending.insert(self.last, request);
        message.to_string()
    }

    /// Removes and returns the pending request with this number.
    pub fn take(&mut self, number: u32) -> Option<PanelRequest> {
        self.pending.remove(&number)
    }

    /// Whether such a request is pending.
    pub fn any(&self, is: impl Fn(&PanelRequest) -> bool) -> bool {
        self.pending.values().any(is)
    }

    /// Drops such requests, so that later answers to them are ignored.
    pub fn forget(&mut self, is: impl Fn(&PanelRequest) -> bool) {
        self.pending.retain(|_, request| !is(request));
    }

    /// Removes all requests and returns those that are sent again.
    pub fn take_repeatable(&mut self) -> Vec<PanelRequest> {
        let pending = std::mem::take(&mut self.pending).into_values();
        pending.filter(PanelRequest::is_repeatable).collect()
    }
}

/// The status of the extension and of the inspected tab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct PanelStatus {
    /// Whether the user paused all reading.
    pub paused: bool,
    /// Whether a server is connected.
    pub connected: bool,
    /// The policy level of the site.
    pub level: String,
    /// The site of the tab.
    pub site: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_have_the_form_that_the_worker_reads() {
        let mut requests = PendingRequests::default();
        let read = PanelRequest::Read {
            places: PlacesChoice::Uids,
            engine: EngineChoice::Auto,
        };
        let message: Value = serde_json::from_str(&requests.add(read)).expect("JSON");
        assert_eq!(
            message,
            json!({"ask": 1, "do": "read", "places": "uids", "engine": "auto"})
        );
        let handle = ElementHandle {
            document: "D1".to_owned(),
            world: 7,
            node: 12,
        };
        let message: Value =
            serde_json::from_str(&requests.add(PanelRequest::Explain(handle))).expect("JSON");
        let explain = json!({"ask": 2, "do": "explain", "document": "D1", "world": 7, "node": 12});
        assert_eq!(message, explain);
        let list = PanelRequest::List {
            kind: ListKind::Network,
            starts: false,
        };
        let message: Value = serde_json::from_str(&requests.add(list)).expect("JSON");
        let list = json!({"ask": 3, "do": "list", "what": "network", "starts": false});
        assert_eq!(message, list);
    }

    #[test]
    fn an_answer_is_taken_once_and_only_if_it_is_pending() {
        let mut requests = PendingRequests::default();
        requests.add(PanelRequest::Status);
        assert_eq!(requests.take(2), None);
        assert_eq!(requests.take(1), Some(PanelRequest::Status));
        assert_eq!(requests.take(1), None);
    }

    #[test]
    fn after_the_worker_was_stopped_only_some_requests_are_sent_again() {
        let mut requests = PendingRequests::default();
        requests.add(PanelRequest::Status);
        requests.add(PanelRequest::Unhighlight);
        assert_eq!(requests.take_repeatable(), [PanelRequest::Status]);
        assert!(!requests.any(|_| true));
    }
}
