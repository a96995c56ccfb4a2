//! Parameters and result of `askUser`: a question to the user about a tab.

use super::ChromeTab;
use crate::model::AskUserOutcome;
use serde::{Deserialize, Serialize};

/// Parameters of `askUser`. With neither `choices` nor `text`, the user does something on the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskUserParams {
    /// The question, or what to do.
    pub question: String,
    /// The answers to choose from.
    pub choices: Vec<String>,
    /// The user enters a text.
    pub text: bool,
    /// The question also ends when something is true of the page, which the server detects.
    pub until: bool,
    /// How long the user has, in seconds.
    pub seconds: u64,
}

/// Answer to `askUser`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskUserResult {
    /// The tab, as it was when the question was asked.
    pub tab: ChromeTab,
    /// How it ended.
    pub outcome: AskUserOutcome,
    /// The choice or the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}
