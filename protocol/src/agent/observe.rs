//! `POST /observe`: a snapshot of a tab as text. It does not know how the text is made.

mod options;

pub use options::role;

use super::{SerializedJson, TabHandle};
use crate::model::EngineChoice;
use axlens_snapshot::header::Header;
use axlens_snapshot::options::{Find, Format, Include};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A request for a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObserveRequest {
    /// What is asked for: `a11y_tree`. Required.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The part of the page: a CSS selector, or a uid that this session was shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeChoice>,
    /// Only what can be acted on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub interactive_only: bool,
    /// Deepest printed level; the document is level 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_depth: Option<u32>,
    /// Which tab, by its small number; left out: the one in front of the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the tab, or the only one that is
    /// connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Whose uids; `default` where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The text format.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schemas::Format")]
    pub format: Format,
    /// `refs`: also what is clickable or focusable without a role.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cursor_interactive: bool,
    /// Leave out what says nothing by itself.
    #[serde(default, skip_serializing_if = "is_false")]
    pub compact: bool,
    /// Only these roles, and text inside them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Not these roles, nor what is inside them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude_roles: Vec<String>,
    /// Only what is in the viewport.
    #[serde(default, skip_serializing_if = "is_false")]
    pub viewport_only: bool,
    /// Only the open modal dialog, where there is one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub modal_only: bool,
    /// Only lines that hold a text, with their ancestors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<FindChoice>,
    /// Not what matches one of these words by role, name or placeholder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude_patterns: Vec<String>,
    /// More to print.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schemas::Include>")]
    pub include: Vec<Include>,
    /// Fold long runs of like rows, items and options.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fold: bool,
    /// `delta`: only what has changed since the session's last snapshot of the tab with the same
    /// options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compression: Option<Compression>,
    /// Largest size of the text, in tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// Largest size of the text, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_chars: Option<usize>,
    /// Where an earlier answer ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Whether to say where the time went.
    #[serde(default, skip_serializing_if = "is_false")]
    pub timings: bool,
    /// Where the engine is to run.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schemas::Engine")]
    pub engine: EngineChoice,
    /// How long it may take, in milliseconds.
    #[serde(rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// The part of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a CSS selector, or a uid that this session was shown"
)]
pub enum ScopeChoice {
    /// A uid that is a number.
    Number(u64),
    /// A CSS selector, or a uid.
    Text(String),
}

/// Text to look for, alone or with the number of lines around each hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "the text to find, or {\"text\": …, \"context\": lines}"
)]
pub enum FindChoice {
    /// The text.
    Text(String),
    /// The text, and how many lines to show before and after each hit.
    Whole(#[schemars(with = "schemas::Find")] Find),
}

/// How an answer is made shorter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Compression {
    /// Not at all.
    None,
    /// Only what has changed.
    Delta,
}

/// A snapshot, or a part of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObserveAnswer {
    /// After a cursor: whether the page has changed since the first window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<bool>,
    /// Where the next window begins; left out of the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// What a delta is: `unchanged`, `changes`, or `full` where there is none to be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<DeltaKind>,
    /// Chrome's id of the main document; null where there is none.
    pub document: Option<String>,
    /// Where the engine ran.
    pub engine: String,
    /// What is said of the page as a whole.
    pub header: PageHeader,
    /// What the agent may do to see more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// For each id of the text how to find the element, in formats with ids of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id_map: Option<SerializedJson<IdMap>>,
    /// Of the nodes printed, how many can be acted on.
    pub interactive_count: usize,
    /// Something was deeper than was asked for.
    pub max_depth_reached: bool,
    /// Nodes printed.
    pub node_count: usize,
    /// Title of the main document.
    pub page_title: String,
    /// `refs`: for each ref how to find the element with Playwright.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refs: Option<SerializedJson<RefMap>>,
    /// The part of the page, as it was asked for; `body` is all of it.
    pub root_selector: String,
    /// Whose uids.
    pub session: String,
    /// The snapshot that a delta is taken against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// Number of the snapshot in its session.
    pub snapshot: u64,
    /// The tab, by its small number.
    pub tab: TabHandle,
    /// Where the time went, in milliseconds by stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<BTreeMap<String, f64>>,
    /// What the text costs.
    pub token_estimate: TokenEstimate,
    /// The text.
    pub tree: SerializedJson<String>,
    /// For each uid of the text how to find the element.
    pub uid_map: SerializedJson<IdMap>,
    /// Address of the main document.
    pub url: String,
    /// The life of the main document.
    pub world: u64,
}

/// What a delta is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ElementEntry<'a> {
    /// Its tag.
    pub tag: Cow<'a, str>,
    /// Its role.
    pub role: Cow<'a, str>,
    /// Its selector; left out where selectors were not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<Cow<'a, str>>,
    /// Selectors of the shadow hosts around it, outermost first.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub hosts: Cow<'a, [String]>,
    /// Selectors of the iframes around it, outermost first.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub frame: Cow<'a, [String]>,
    /// Its uid, where the id is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
}

/// How to find an element with Playwright.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefEntry {
    /// Its name.
    pub name: String,
    /// Which of several that the selector finds, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// Its role.
    pub role: String,
    /// Playwright's selector.
    pub selector: String,
}

/// What a text costs, and what a listing of every element would have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenEstimate {
    /// Tokens of a listing of every element, at this page's own rate of tokens a byte.
    pub equivalent_query_dom: u64,
    /// How much less the text costs, in whole percent.
    pub savings: String,
    /// Tokens of the text.
    pub this_response: usize,
}

/// The page as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageHeader {
    /// Name of the dialog that shuts out the rest of the page, or is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// Elements of the main document.
    pub elements: u32,
    /// The uid of what has the focus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<String>,
    /// Frames that could not be read, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames_missing: Vec<String>,
    /// `loading`, `interactive` or `complete`.
    pub ready: String,
    /// Scrolled to x, y of a width and height.
    pub scroll: [i64; 4],
    /// Title.
    pub title: String,
    /// The page changed while it was read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub page_moved: bool,
    /// Address.
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

/// Schemas of types whose own crates and modules know no schemas; a test holds them against those.
mod schemas {
    #![allow(dead_code, reason = "read by the derive alone")]
    use schemars::JsonSchema;

    /// A text format.
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Format {
        Outline,
        Numbered,
        Refs,
        Tabs,
        Lean,
    }

    /// More to print of each element.
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Include {
        Boxes,
        Selectors,
        Descriptions,
        Urls,
    }

    /// Text to look for.
    #[derive(JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct Find {
        /// What to look for in names, values and text, without regard to case.
        text: String,
        /// Lines to show before and after each hit.
        #[serde(default)]
        context: usize,
    }

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

    fn words(schema: Value) -> Vec<String> {
        let list = schema["enum"].as_array().expect("words").clone();
        serde_json::from_value(json!(list)).expect("words")
    }

    #[test]
    fn the_schemas_are_those_of_the_types() {
        for word in words(schema_for!(schemas::Format).to_value()) {
            assert!(serde_json::from_value::<Format>(json!(word)).is_ok());
        }
        for word in words(schema_for!(schemas::Include).to_value()) {
            assert!(serde_json::from_value::<Include>(json!(word)).is_ok());
        }
        for word in words(schema_for!(schemas::Engine).to_value()) {
            assert!(serde_json::from_value::<EngineChoice>(json!(word)).is_ok());
        }
        let find = serde_json::from_value::<Find>(json!({"text": "a", "context": 2}));
        assert!(find.is_ok());
    }

    #[test]
    fn a_request_is_sent_without_what_it_leaves_open() {
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
