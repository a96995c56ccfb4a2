//! `POST /tabs`, `DELETE /tabs/{tab}` and `POST /tabs/{tab}/click`, `/type`, `/navigate`, `/press`,
//! `/scroll`, `/back`, `/forward`, `/refresh`: what is done in a tab, beside
//! `GET /tabs/{tab}/snapshot` and its refs.

use super::interact::{ActionResult, is_quiet};
use super::tabs::TabHandle;
use crate::model::ElementId;
use crate::model::action::Settled;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Body of `POST /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// Taken, and without a meaning: all tabs of a user are of one session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_key: Option<String>,
    /// Id or name of the browser; left out, the only one that is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// What the tab shows: `http://` or `https://`; left out, nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Answer of `POST /tabs`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenTabAnswer {
    /// The tab's number, as it stands in paths.
    pub tab_id: String,
    /// Address of the tab; left out where it could not be learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Parameters of `DELETE /tabs/{tab}`, in the address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloseTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
}

/// Body of `POST /tabs/{tab}/back`, `/forward` and `/refresh`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TabUserRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
}

/// Body of `POST /tabs/{tab}/click`. One of `ref` and `selector` is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClickInTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// The element, as the user's last snapshot of the tab shows it: `e5`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// CSS selector, searched through frames and shadow roots: exactly one element must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
}

/// Body of `POST /tabs/{tab}/type`. One of `ref` and `selector` is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeInTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// The field, as the user's last snapshot of the tab shows it: `e5`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// CSS selector, searched through frames and shadow roots: exactly one element must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// What the field holds afterwards, in place of what is there.
    pub text: String,
    /// Whether Enter is pressed in the field afterwards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub submit: bool,
}

/// Body of `POST /tabs/{tab}/navigate`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NavigateTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// The address: `http://` or `https://`.
    pub url: String,
}

/// Body of `POST /tabs/{tab}/press`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PressInTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// A key with its modifiers, pressed where the focus is: `Enter`, `Control+A`.
    pub key: String,
}

/// Body of `POST /tabs/{tab}/scroll`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScrollTabRequest {
    /// Names the session `user:{userId}`; not empty.
    pub user_id: String,
    /// To where; left out, down.
    #[serde(default)]
    pub direction: ScrollDirection,
    /// How far, in CSS pixels; left out, 500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<u32>,
}

/// Where a page is scrolled to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Answer of everything that is done in a tab: what came of it, as `POST /interact` says it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TabActAnswer {
    /// Of `/type` with `submit`: what came of filling the field, before Enter was pressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filled: Option<ActionResult>,
    /// Tabs that it has opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_tabs: Vec<TabHandle>,
    /// Whether something was done: false where it was so before (`outcome` is `already`), or nobody
    /// can tell (`unknown`).
    pub ok: bool,
    /// What came of it, or of the Enter of `submit`.
    #[serde(flatten)]
    pub result: ActionResult,
    /// How the wait for the page ended; left out where it came to rest.
    #[serde(default, skip_serializing_if = "is_quiet")]
    pub settled: Settled,
    /// Address of the tab afterwards; left out where it is closed or could not be learned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// For how long the page was waited for, in milliseconds.
    pub waited_ms: u32,
}
