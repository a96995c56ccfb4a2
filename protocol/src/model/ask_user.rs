//! How a question to the user ended.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a question ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AskUserOutcome {
    /// The user has chosen or entered `answer`.
    Answered,
    /// The user says that they are done, or the condition of `until` holds.
    #[serde(rename = "done")]
    Finished,
    /// The user does not want to answer, or has closed the window.
    #[default]
    Declined,
    /// The user has not answered in time.
    TimedOut,
    /// The tab was closed.
    PageClosed,
}

impl AskUserOutcome {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            AskUserOutcome::Answered => "answered",
            AskUserOutcome::Finished => "done",
            AskUserOutcome::Declined => "declined",
            AskUserOutcome::TimedOut => "timed_out",
            AskUserOutcome::PageClosed => "page_closed",
        }
    }

    /// Whether the user has answered, or has done what they were asked for.
    pub fn is_success(self) -> bool {
        match self {
            AskUserOutcome::Answered | AskUserOutcome::Finished => true,
            AskUserOutcome::Declined | AskUserOutcome::TimedOut | AskUserOutcome::PageClosed => {
                false
            }
        }
    }
}
