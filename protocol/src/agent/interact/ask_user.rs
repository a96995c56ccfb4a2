//! `POST /ask-user`: asks the user of the browser a question, or to do something on the page, and
//! waits for the answer.

use crate::agent::TabHandle;
use crate::agent::wait::WaitRequest;
use crate::model::AskUserOutcome;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /ask-user`. With `choices` the user chooses one of them, with `text` they enter a
/// text. Without both they are asked to do something on the page, such as to log in, and say when
/// they are done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskUserRequest {
    /// The question, or what to do: 1 to 500 characters.
    pub question: String,
    /// The answers to choose from: at most 8, each of 1 to 80 characters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// The user enters a text.
    #[serde(default, skip_serializing_if = "is_false")]
    pub text: bool,
    /// The question is over when this condition holds, as in `POST /wait` without a time: then
    /// nobody has to say that the user is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Box<WaitRequest>>,
    /// How long to wait for the user, in seconds: 5 to 600; default 300.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Number of the tab that it is about; default: the active tab. Nobody but the user acts there
    /// meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session, to which the uids of `until` belong; default `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// Answer of `POST /ask-user`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AskUserAnswer {
    /// The choice, or the text that the user has entered. Only with `answered`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// How the question ended.
    pub outcome: AskUserOutcome,
    /// The tab.
    pub tab: TabHandle,
    /// How long the question was open, in milliseconds.
    pub waited_ms: u64,
}

fn is_false(value: &bool) -> bool {
    !*value
}
