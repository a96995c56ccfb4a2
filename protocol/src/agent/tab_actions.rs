//! `POST /tabs`, `DELETE /tabs/{tab}` and `POST /tabs/{tab}/click`, `/type`, `/navigate`, `/press`,
//! `/scroll`, `/back`, `/forward`, `/refresh`: actions in a tab, for clients that use `GET
//! /tabs/{tab}/snapshot` and its refs.

use super::interact::{ActionResult, is_idle};
use super::tabs::TabHandle;
use crate::model::ElementId;
use crate::model::action::Settled;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// Accepted and ignored: all tabs of a user belong to one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_key: Option<String>,
    /// Id or name of the browser; default: the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// URL, `http://` or `https://`; default: an empty tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Answer of `POST /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OpenTabAnswer {
    /// Number of the tab, for use in paths.
    pub tab_id: String,
    /// URL of the tab; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Parameters of `DELETE /tabs/{tab}`, in the URL.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloseTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
}

/// Body of `POST /tabs/{tab}/back`, `/forward` and `/refresh`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TabUserRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
}

/// Body of `POST /tabs/{tab}/click`. It has one of `ref` and `selector`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClickInTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// Ref of the element in the user's latest snapshot of the tab: `e5`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// CSS selector, searched through frames and shadow roots: exactly one element must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
}

/// Body of `POST /tabs/{tab}/type`. It has one of `ref` and `selector`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeInTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// Ref of the field in the user's latest snapshot of the tab: `e5`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// CSS selector, searched through frames and shadow roots: exactly one element must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// The new value of the field.
    pub text: String,
    /// Whether to press Enter in the field afterwards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub submit: bool,
}

/// Body of `POST /tabs/{tab}/navigate`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NavigateTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// The URL: `http://` or `https://`.
    pub url: String,
}

/// Body of `POST /tabs/{tab}/press`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PressInTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// A key with its modifiers, sent to the focused element: `Enter`, `Control+A`.
    pub key: String,
}

/// Body of `POST /tabs/{tab}/scroll`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScrollTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// Direction; default `down`.
    #[serde(default)]
    pub direction: ScrollDirection,
    /// Distance in CSS pixels; default 500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<u32>,
}

/// Direction in which a page scrolls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScrollDirection {
    /// Towards its beginning.
    Up,
    /// Towards its end.
    #[default]
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Answer of every action in a tab, with the result as in `POST /interact`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TabActionAnswer {
    /// With `/type` and `submit`: the result of filling the field, before Enter was pressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled: Option<ActionResult>,
    /// Tabs that the action opened, or in which it opened a page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_tabs: Vec<TabHandle>,
    /// Whether the action was executed; false for the outcomes `already` and `unknown`.
    pub ok: bool,
    /// The result of the action, or of the Enter of `submit`.
    #[serde(flatten)]
    pub result: ActionResult,
    /// How the wait for the page ended; absent if the page became idle.
    #[serde(default, skip_serializing_if = "is_idle")]
    pub settled: Settled,
    /// URL of the tab afterwards; absent if the tab is closed or the URL unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Time spent waiting for the page, in milliseconds.
    pub waited_ms: u32,
}
