//! `POST /observe`: a snapshot of a tab as text.

mod options;
pub mod pins;

pub use options::role;

use super::{SerializedJson, TabHandle};
use crate::model::{EngineChoice, EngineLocation};
use axlens_snapshot::header::Header;
use axlens_snapshot::options::{Find, Format, Include};
use axlens_snapshot::tree::ReadyState;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A request for a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ObserveRequest {
    /// `a11y_tree`; required. With `network`, `errors` or `downloads`, the body and the answer
    /// are those of `/network`, `/errors` or `/downloads`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The part of the page: a CSS selector, or a uid of this session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeChoice>,
    /// Only interactive elements.
    #[serde(default, skip_serializing_if = "is_false")]
    pub interactive_only: bool,
    /// Maximum depth; the document has depth 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Number of the tab; default: the active tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the tab, or the only connected one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session, to which the uids belong; default `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The text format.
    #[serde(default, skip_serializing_if = "is_default")]
    pub format: Format,
    /// `refs`: also elements that are clickable or focusable without a role.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cursor_interactive: bool,
    /// Omit elements without information.
    #[serde(default, skip_serializing_if = "is_false")]
    pub compact: bool,
    /// Only elements with these roles, and text in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Omit elements with these roles, and their contents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude_roles: Vec<String>,
    /// Only elements in the viewport.
    #[serde(default, skip_serializing_if = "is_false")]
    pub viewport_only: bool,
    /// Only the open modal dialog, if there is one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub modal_only: bool,
    /// Only lines that contain a text, with their ancestors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<FindChoice>,
    /// Omit elements whose role, name or placeholder matches one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude_patterns: Vec<String>,
    /// Additional properties of elements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<Include>,
    /// Fold long runs of similar rows, items and options.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fold: bool,
    /// `delta`: only the changes since the session's last snapshot of the tab with the same
    /// options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compression: Option<Compression>,
    /// Maximum size of the text, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// Maximum size of the text, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_chars: Option<usize>,
    /// Cursor of an earlier answer, to continue it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Whether to report the times of all stages.
    #[serde(default, skip_serializing_if = "is_false")]
    pub timings: bool,
    /// Where to run the engine.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "schemas", schemars(with = "schemas::Engine"))]
    pub engine: EngineChoice,
    /// Timeout in milliseconds.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// The part of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(untagged, expecting = "a CSS selector, or a uid of this session")]
pub enum ScopeChoice {
    /// A numeric uid.
    Number(u64),
    /// A CSS selector, or a uid.
    Text(String),
}

/// Text to find, alone or with the number of context lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(
    untagged,
    expecting = "the text to find, or {\"text\": …, \"context\": lines}"
)]
pub enum FindChoice {
    /// The text.
    Text(String),
    /// The text, and the number of lines to show around each match.
    Whole(Find),
}

/// How an answer is shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Compression {
    /// The whole snapshot.
    None,
    /// Only the changes.
    Delta,
}

/// A snapshot, or a part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ObserveAnswer {
    /// With a cursor: whether the page has changed since the first part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// Cursor of the next part; absent in the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Kind of the delta: `unchanged`, `changes`, or `full` if no delta is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<DeltaKind>,
    /// Chrome's id of the main document; null if there is none.
    pub document: Option<String>,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// Facts about the page.
    pub header: PageHeader,
    /// How to see more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How to find the element of each id in the text, in formats with their own ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_map: Option<SerializedJson<IdMap>>,
    /// Number of interactive elements in the text.
    pub interactive_count: usize,
    /// Elements below the maximum depth were omitted.
    pub max_depth_reached: bool,
    /// Number of elements in the text.
    pub node_count: usize,
    /// Title of the main document.
    pub page_title: String,
    /// Number of tools that the page offers to agents, which `POST /page-tools` lists; absent if
    /// there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub page_tools: u32,
    /// `refs`: how to find the element of each ref with Playwright.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refs: Option<SerializedJson<RefMap>>,
    /// The requested part of the page; `body` for the whole page.
    pub root_selector: String,
    /// Name of the session, to which the uids belong.
    pub session: String,
    /// Number of the snapshot that a delta refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Number of the snapshot in its session.
    pub snapshot: u64,
    /// Number of the tab.
    pub tab: TabHandle,
    /// Times of the stages, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<BTreeMap<String, f64>>,
    /// The cost of the text in tokens.
    pub token_estimate: TokenEstimate,
    /// The text.
    pub tree: SerializedJson<String>,
    /// How to find the element of each uid in the text.
    pub uid_map: SerializedJson<IdMap>,
    /// URL of the main document.
    pub url: String,
    /// Random number that changes when the main document is loaded again.
    pub world: u64,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

/// Kind of a delta.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DeltaKind {
    /// Nothing has changed.
    Unchanged,
    /// The changes.
    Changes,
    /// The whole text, with the reason on its first line.
    Full,
}

/// Ids, and how to find their elements.
pub type IdMap = BTreeMap<String, ElementEntry<'static>>;

/// Refs, and how to find their elements.
pub type RefMap = BTreeMap<String, RefEntry>;

/// How to find an element in the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct ElementEntry<'a> {
    /// Its tag.
    pub tag: Cow<'a, str>,
    /// Its role.
    pub role: Cow<'a, str>,
    /// Its selector; absent if the request does not include selectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<Cow<'a, str>>,
    /// Selectors of the shadow hosts around it, outermost first.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub hosts: Cow<'a, [String]>,
    /// Selectors of the iframes around it, outermost first.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub frame: Cow<'a, [String]>,
    /// Its uid, if the id is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
}

/// How to find an element with Playwright.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct RefEntry {
    /// Its name.
    pub name: String,
    /// Position among the matches of the selector, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// Its role.
    pub role: String,
    /// Playwright's selector.
    pub selector: String,
}

/// The cost of a text, compared with a list of all elements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenEstimate {
    /// Estimated tokens of a list of all elements, at this page's rate of tokens per byte.
    pub equivalent_query_dom: u64,
    /// How much smaller the text is, in whole percent.
    pub savings: String,
    /// Tokens of the text.
    pub this_response: usize,
}

/// Facts about the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageHeader {
    /// Name of the modal or open dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// Number of elements of the main document.
    pub elements: u32,
    /// The uid of the focused element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<String>,
    /// Frames that could not be read, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames_missing: Vec<String>,
    /// `readyState` of the main document.
    pub ready: ReadyState,
    /// Scroll position x, y, and scrollable width and height.
    pub scroll: [i64; 4],
    /// Title.
    pub title: String,
    /// The page changed while it was read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub page_moved: bool,
    /// URL.
    pub url: String,
    /// Width and height of the viewport.
    pub viewport: [i64; 2],
}

impl From<&Header> for PageHeader {
    fn from(header: &Header) -> PageHeader {
        let header = header.clone();
        PageHeader {
            dialog: header.dialog,
            elements: header.elements,
            focused: header.focused.map(|uid| uid.to_text()),
            frames_missing: header.frames_missing,
            ready: header.ready,
            scroll: header.scroll,
            title: header.title,
            page_moved: header.page_moved,
            url: header.url,
            viewport: header.viewport,
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_empty(list: &[String]) -> bool {
    list.is_empty()
}

/// A schema with another name than its type; a test compares it with the type.
#[cfg(feature = "schemas")]
mod schemas {
    #![allow(dead_code, reason = "only the derive macro reads it")]
    use schemars::JsonSchema;

    /// Where the engine runs.
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Engine {
        Auto,
        Worker,
        Page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::schema_for;
    use serde_json::{Value, json};

    fn names(schema: Value) -> Vec<String> {
        let list = schema["enum"].as_array().expect("a list").clone();
        serde_json::from_value(json!(list)).expect("names")
    }

    #[test]
    fn the_schema_matches_the_type() {
        for name in names(schema_for!(schemas::Engine).to_value()) {
            assert!(serde_json::from_value::<EngineChoice>(json!(name)).is_ok());
        }
    }

    #[test]
    fn defaults_are_not_serialized() {
        let request = ObserveRequest {
            what: Some("a11y_tree".to_owned()),
            timeout_ms: Some(500),
            ..ObserveRequest::default()
        };
        let sent = serde_json::to_value(&request).expect("JSON");
        assert_eq!(sent, json!({"what": "a11y_tree", "timeoutMs": 500}));
        let read: ObserveRequest = serde_json::from_value(sent).expect("a request");
        assert_eq!(read, request);
    }
}
