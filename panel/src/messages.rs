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
    /// A problem of the panel's own, by the key of its text; that of its hint ends in `_hint`.
    Own(&'static str),
}

/// A fault as the worker or the server reports it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ReportedFault {
    /// Its code.
    pub error: String,
    /// What is wrong.
    pub message: String,
    /// What can be done.
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

/// An element as messages to the worker name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle {
    /// Chrome's id of its document.
    pub document: String,
    /// The life of that.
    pub world: u64,
    /// Its node id.
    pub node: u32,
}

impl Handle {
    fn to_json(&self, action: &str) -> Value {
        json!({"do": action, "document": self.document, "world": self.world, "node": self.node})
    }
}

/// A request to the worker.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// To read the page.
    Read {
        /// Whose boxes are measured.
        places: PlacesChoice,
        /// Where the engine is to run.
        engine: EngineChoice,
    },
    /// To explain an element.
    Explain(Handle),
    /// To show where an element is.
    Highlight(Handle),
    /// To remove the highlight.
    Unhighlight,
    /// To report when the page may have changed.
    Follow,
    /// To stop reporting it.
    Unfollow,
    /// To count the tokens of a text.
    Tokens(String),
    /// How things are.
    Status,
}

impl Request {
    fn to_json(&self) -> Value {
        match self {
            Request::Read { places, engine } => {
                json!({"do": "read", "places": places, "engine": engine})
            }
            Request::Explain(handle) => handle.to_json("explain"),
            Request::Highlight(handle) => handle.to_json("highlight"),
            Request::Unhighlight => json!({"do": "unhighlight"}),
            Request::Follow => json!({"do": "follow"}),
            Request::Unfollow => json!({"do": "unfollow"}),
            Request::Tokens(text) => json!({"do": "tokens", "text": text}),
            Request::Status => json!({"do": "status"}),
        }
    }

    /// Whether the request is worth sending again after the worker was stopped.
    fn outlives_worker(&self) -> bool {
        !matches!(
            self,
            Request::Highlight(_) | Request::Unhighlight | Request::Unfollow
        )
    }
}

/// Requests that have no answer yet.
#[derive(Debug, Default)]
pub struct PendingRequests {
    last: u32,
    pending: BTreeMap<u32, Request>,
}

impl PendingRequests {
    /// Adds a request and returns its message, without the tab.
    pub fn add(&mut self, request: Request) -> String {
        self.last += 1;
        let mut message = request.to_json();
        message["ask"] = json!(self.last);
        self.pending.insert(self.last, request);
        message.to_string()
    }

    /// Removes and returns the request with this number, if it is pending.
    pub fn take(&mut self, number: u32) -> Option<Request> {
        self.pending.remove(&number)
    }

    /// Whether such a request is pending.
    pub fn any(&self, is: impl Fn(&Request) -> bool) -> bool {
        self.pending.values().any(is)
    }

    /// Drops such requests: later answers to them are ignored.
    pub fn forget(&mut self, is: impl Fn(&Request) -> bool) {
        self.pending.retain(|_, request| !is(request));
    }

    /// Removes all requests and returns those that are worth sending again.
    pub fn lost(&mut self) -> Vec<Request> {
        let lost = std::mem::take(&mut self.pending).into_values();
        lost.filter(Request::outlives_worker).collect()
    }
}

/// How things are with the extension and the inspected tab.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Status {
    /// The user has paused everything.
    pub paused: bool,
    /// There is a server.
    pub connected: bool,
    /// What agents may do on this site.
    pub level: String,
    /// Which site that is.
    pub site: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_have_the_form_that_the_worker_reads() {
        let mut requests = PendingRequests::default();
        let read = Request::Read {
            places: PlacesChoice::Uids,
            engine: EngineChoice::Auto,
        };
        let message: Value = serde_json::from_str(&requests.add(read)).expect("JSON");
        assert_eq!(
            message,
            json!({"ask": 1, "do": "read", "places": "uids", "engine": "auto"})
        );
        let handle = Handle {
            document: "D1".to_owned(),
            world: 7,
            node: 12,
        };
        let message: Value =
            serde_json::from_str(&requests.add(Request::Explain(handle))).expect("JSON");
        let explain = json!({"ask": 2, "do": "explain", "document": "D1", "world": 7, "node": 12});
        assert_eq!(message, explain);
    }

    #[test]
    fn an_answer_is_taken_once_and_only_if_it_is_pending() {
        let mut requests = PendingRequests::default();
        requests.add(Request::Status);
        assert_eq!(requests.take(2), None);
        assert_eq!(requests.take(1), Some(Request::Status));
        assert_eq!(requests.take(1), None);
    }

    #[test]
    fn after_the_worker_was_stopped_only_some_requests_are_sent_again() {
        let mut requests = PendingRequests::default();
        requests.add(Request::Status);
        requests.add(Request::Unhighlight);
        assert_eq!(requests.lost(), [Request::Status]);
        assert!(!requests.any(|_| true));
    }
}
