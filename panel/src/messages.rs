//! What the panel says to the extension's worker and hears from it. Knows no port.

use axlens_protocol::Fault;
use axlens_protocol::model::EngineChoice;
use axlens_protocol::wire::PlacesChoice;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Why something was not done.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// As somebody else said it.
    Said(SaidFault),
    /// A problem of the panel's own, by the key of its text; that of its hint ends in `_hint`.
    Own(&'static str),
}

/// A fault as the worker or the server says it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SaidFault {
    /// Its code.
    pub error: String,
    /// What is wrong.
    pub message: String,
    /// What can be done.
    pub hint: String,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        Problem::Said(SaidFault {
            error: fault.code.as_str().to_owned(),
            message: fault.message,
            hint: fault.hint,
        })
    }
}

/// An element, as the worker is told which.
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
    fn said(&self, what: &str) -> Value {
        json!({"do": what, "document": self.document, "world": self.world, "node": self.node})
    }
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
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
    /// To show that no more.
    Unhighlight,
    /// To say when the page may have changed.
    Follow,
    /// To say that no more.
    Unfollow,
    /// To count the tokens of a text.
    Tokens(String),
    /// How things are.
    Status,
}

impl Ask {
    fn said(&self) -> Value {
        match self {
            Ask::Read { places, engine } => {
                json!({"do": "read", "places": places, "engine": engine})
            }
            Ask::Explain(handle) => handle.said("explain"),
            Ask::Highlight(handle) => handle.said("highlight"),
            Ask::Unhighlight => json!({"do": "unhighlight"}),
            Ask::Follow => json!({"do": "follow"}),
            Ask::Unfollow => json!({"do": "unfollow"}),
            Ask::Tokens(text) => json!({"do": "tokens", "text": text}),
            Ask::Status => json!({"do": "status"}),
        }
    }

    /// Worth asking again of a worker that has been stopped meanwhile.
    fn outlives_worker(&self) -> bool {
        !matches!(self, Ask::Highlight(_) | Ask::Unhighlight | Ask::Unfollow)
    }
}

/// What was asked and not answered yet.
#[derive(Debug, Default)]
pub struct Asks {
    last: u32,
    pending: BTreeMap<u32, Ask>,
}

impl Asks {
    /// The message of a question, without the tab.
    pub fn ask(&mut self, ask: Ask) -> String {
        self.last += 1;
        let mut message = ask.said();
        message["ask"] = json!(self.last);
        self.pending.insert(self.last, ask);
        message.to_string()
    }

    /// What has this number; none that was not asked or is answered already.
    pub fn take(&mut self, number: u32) -> Option<Ask> {
        self.pending.remove(&number)
    }

    /// Whether something like this is under way.
    pub fn any(&self, is: impl Fn(&Ask) -> bool) -> bool {
        self.pending.values().any(is)
    }

    /// Forgets what is like this: a later answer to it is not heard.
    pub fn forget(&mut self, is: impl Fn(&Ask) -> bool) {
        self.pending.retain(|_, ask| !is(ask));
    }

    /// What is under way and worth being asked again; nothing is under way any more.
    pub fn lost(&mut self) -> Vec<Ask> {
        let lost = std::mem::take(&mut self.pending).into_values();
        lost.filter(Ask::outlives_worker).collect()
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
    fn questions_are_said_as_the_worker_reads_them() {
        let mut asks = Asks::default();
        let read = Ask::Read {
            places: PlacesChoice::Uids,
            engine: EngineChoice::Auto,
        };
        let said: Value = serde_json::from_str(&asks.ask(read)).expect("JSON");
        assert_eq!(
            said,
            json!({"ask": 1, "do": "read", "places": "uids", "engine": "auto"})
        );
        let handle = Handle {
            document: "D1".to_owned(),
            world: 7,
            node: 12,
        };
        let said: Value = serde_json::from_str(&asks.ask(Ask::Explain(handle))).expect("JSON");
        let explain = json!({"ask": 2, "do": "explain", "document": "D1", "world": 7, "node": 12});
        assert_eq!(said, explain);
    }

    #[test]
    fn an_answer_is_heard_once_and_only_to_what_was_asked() {
        let mut asks = Asks::default();
        asks.ask(Ask::Status);
        assert_eq!(asks.take(2), None);
        assert_eq!(asks.take(1), Some(Ask::Status));
        assert_eq!(asks.take(1), None);
    }

    #[test]
    fn of_a_worker_that_was_stopped_only_some_is_asked_again() {
        let mut asks = Asks::default();
        asks.ask(Ask::Status);
        asks.ask(Ask::Unhighlight);
        assert_eq!(asks.lost(), [Ask::Status]);
        assert!(!asks.any(|_| true));
    }
}
