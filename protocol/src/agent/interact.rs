//! `POST /interact`: does something to an element of a snapshot.

use super::{ElementId, TabHandle};
use axlens_snapshot::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /interact`. Exactly one of `uid` and `id` is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InteractRequest {
    /// What is to be done.
    pub action: InteractAction,
    /// The element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// Its tab; needed where the same id was given out in several tabs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session that got the snapshot, 1 to 200 bytes; left out, `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that the id is from; left out, the session's last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// Longest time it may take, in milliseconds: 100 to 60,000; left out, 15,000. The time in
    /// which a person is asked does not count.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// What can be done to an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InteractAction {
    /// An outline is drawn round it for two seconds.
    Highlight,
}

/// Answer of `POST /interact`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InteractAnswer {
    /// What was done, in order.
    pub results: Vec<ActionResult>,
    /// The tab that it was done in.
    pub tab: TabHandle,
}

/// What came of one action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActionResult {
    /// What was done.
    pub action: InteractAction,
    /// Accessible name of the element.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
    /// Role of the element, as ARIA spells it.
    #[schemars(with = "String")]
    pub role: Role,
    /// Its uid; null for what has none.
    pub uid: Option<String>,
}

/// What came of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The element was shown to the person.
    Shown,
}
