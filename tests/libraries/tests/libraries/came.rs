//! What came of doing something: what the answer said, beside what the library holds.

use axlens_harness::Reply;
use serde_json::Value;

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// The library holds what it should.
    Works,
    /// Nothing was done, and the fault says why.
    Refused(String),
    /// It does not, and the answer said so: an outcome, or what was read back.
    Honest(String),
    /// It does not, and the answer said nothing of it.
    False(String),
}

const THEN_UNCHANGED: &str = "unchanged at last";
/// What may be said of what is as it should be.
const RIGHT_IN_THE_END: [&str; 2] = ["value_differs", THEN_UNCHANGED];

/// What an answer says, whatever the library holds.
pub fn judged(reply: &Reply) -> Came {
    if reply.status != 200 {
        let code = reply.body["error"].as_str().unwrap_or("no code");
        return Came::Refused(code.to_owned());
    }
    let result = &reply.body["results"][0];
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let said = word(&result["evidence"]["readBack"])
        .or_else(|| word(&result["hint"]))
        .or_else(|| word(&result["outcome"]).filter(|outcome| outcome == "unchanged"));
    said.map_or(Came::Works, Came::Honest)
}

impl Came {
    /// Of several steps, what came of the next one too.
    pub fn and(self, next: Self) -> Self {
        match (&self, next) {
            // What an earlier step has done may leave nothing to the last.
            (Came::Works, Came::Honest(said)) if said == "unchanged" => {
                Came::Honest(THEN_UNCHANGED.to_owned())
            }
            (_, next) => next,
        }
    }

    /// With what the library holds in the end. `value_differs` is right where a page has made
    /// something of the value that it should.
    pub fn with(self, holds: bool, held: impl FnOnce() -> String) -> Self {
        match self {
            Came::Works if !holds => Came::False(held()),
            Came::Honest(said) if holds && RIGHT_IN_THE_END.contains(&&*said) => Came::Works,
            Came::Honest(said) if holds => Came::Honest(format!("{said}, though it was done")),
            Came::Honest(said) => Came::Honest(format!("{said}: {}", held())),
            other => other,
        }
    }
}
