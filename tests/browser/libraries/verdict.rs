//! Whether a task has the effect that the answer reports.

use axlens_harness::Reply;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The library has the expected value.
    Works,
    /// Nothing was executed: the fault's code and message.
    Refused(String),
    /// The library does not have the value, and the answer reports that: the outcome, or the result
    /// of reading the value back.
    Reported(String),
    /// The library does not have the value, and the answer does not report that: its value.
    NotReported(String),
}

const UNCHANGED_LAST_STEP: &str = "unchanged by the last step";
/// Reports that are right although the library has the expected value.
const RIGHT_FOR_EXPECTED_VALUE: [&str; 2] = ["value_differs", UNCHANGED_LAST_STEP];

impl Verdict {
    /// The verdict of an answer alone.
    pub fn of_reply(reply: &Reply) -> Self {
        if let Ok(code) = reply.code() {
            return Verdict::Refused(format!("{code}: {}", reply.body["message"]));
        }
        let result = &reply.body["results"][0];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let report = text(&result["evidence"]["readBack"])
            .or_else(|| text(&result["hint"]))
            .or_else(|| text(&result["outcome"]).filter(|outcome| outcome == "unchanged"));
        report.map_or(Verdict::Works, Verdict::Reported)
    }

    /// The verdict of this step and the next one.
    pub fn then(self, next: Self) -> Self {
        match (&self, next) {
            // An earlier step may have had the whole effect.
            (Verdict::Works, Verdict::Reported(report)) if report == "unchanged" => {
                Verdict::Reported(UNCHANGED_LAST_STEP.to_owned())
            }
            (_, next) => next,
        }
    }

    /// The verdict with the value of the library after the last step. `value_differs` is right if
    /// the page was expected to change the value.
    pub fn with_value(self, value: &Value, expected: &Value) -> Self {
        let is_expected = value == expected;
        match self {
            Verdict::Works if !is_expected => Verdict::NotReported(value.to_string()),
            Verdict::Reported(report) if !is_expected => {
                Verdict::Reported(format!("{report}: {value}"))
            }
            Verdict::Reported(report) if RIGHT_FOR_EXPECTED_VALUE.contains(&&*report) => {
                Verdict::Works
            }
            Verdict::Reported(report) => {
                Verdict::Reported(format!("{report}, although it has worked"))
            }
            Verdict::Works | Verdict::Refused(_) | Verdict::NotReported(_) => self,
        }
    }
}
