//! What came of doing something: what the answer said, beside what the library holds.

use axlens_tests::Reply;

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

/// What an answer says, whatever the library holds.
pub fn judged(reply: &Reply) -> Came {
    if reply.status != 200 {
        let code = reply.body["error"].as_str().unwrap_or("no code");
        return Came::Refused(code.to_owned());
    }
    let result = &reply.body["results"][0];
    let word = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let said = word(&result["evidence"]["readBack"])
        .or_else(|| word(&result["hint"]))
        .or_else(|| word(&result["outcome"]).filter(|outcome| outcome == "unchanged"));
    said.map_or(Came::Works, Came::Honest)
}

impl Came {
    /// With what the library holds in the end.
    pub fn with(self, holds: bool, held: impl FnOnce() -> String) -> Self {
        match self {
            Came::Works if !holds => Came::False(held()),
            Came::Honest(said) if holds => Came::False(format!("right, but says {said}")),
            Came::Honest(said) => Came::Honest(format!("{said}: {}", held())),
            other => other,
        }
    }
}
