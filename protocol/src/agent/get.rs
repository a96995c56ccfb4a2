//! `POST /get`: one fact about an element that a snapshot showed, or about a page.

use super::TabHandle;
use crate::model::{CssPixels, ElementId};
use axlens_snapshot::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fact {
    /// An attribute of an element, as the document writes it.
    Attribute,
    /// The box of an element, as `/locate` answers it.
    Box,
    /// How many elements a selector names.
    Count,
    /// The HTML of an element, or of the body of the page.
    Html,
    /// The states of an element, in the words of snapshots.
    State,
    /// Computed styles of an element.
    Styles,
    /// A table: its columns, and a row.
    Table,
    /// The text of an element, or of the page.
    Text,
    /// Title of the page.
    Title,
    /// Address of the page.
    Url,
    /// What a field holds.
    Value,
}

/// Body of `POST /get`. An element is named by exactly one of `uid`, `id`, `ref` and `selector`;
/// `text`, `html` and `table` without one are the page's, `title` and `url` always are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetRequest {
    /// Which fact.
    pub what: Fact,
    /// The element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// The tab; left out, that of the element, or the one in front of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; left out, that of the element or tab, or the only one that is
    /// connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session that got the snapshot, 1 to 200 bytes; left out, `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that the id is from; left out, the session's last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// CSS selector, searched through frames and shadow roots: exactly one element must match, but
    /// with `count`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Beside `selector`, not with `count`: selectors of the shadow hosts around the element,
    /// outermost first, as `/locate` says them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosts: Option<Vec<String>>,
    /// Beside `selector`, not with `count`: selectors of the iframes around the element, outermost
    /// first, as `/locate` says them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Vec<String>>,
    /// With `attribute`: its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// With `styles`: names of CSS properties, at most 50.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// With `table`: what the row has in some of its columns, in part and without regard to case.
    #[serde(default, rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub row: BTreeMap<String, String>,
    /// Longest time it may take, in milliseconds: 100 to 60,000; left out, 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
}

/// Answer of `POST /get`: beside the tab, only what was asked for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetAnswer {
    /// x, y, width and height in CSS pixels of the viewport of the element's frame; null where it
    /// could not be measured.
    #[serde(
        default,
        rename = "box",
        deserialize_with = "crate::model::dialogs::even_null",
        skip_serializing_if = "Option::is_none"
    )]
    pub rect: Option<Option<[CssPixels; 4]>>,
    /// Names of the columns of a table; where it has none, `1`, `2` and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// How many elements the selector names; of a table, how many rows it has, or where some are
    /// asked for, how many are so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// HTML, with shadow roots as declarative ones; without comments, and without what is in
    /// scripts, styles, templates and frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Accessible name, with `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Role, as ARIA spells it, with `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub role: Option<Role>,
    /// The first row that is so: what it has in each column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<BTreeMap<String, String>>,
    /// With `value`, `attribute`: it is secret, and nothing is said of it. With `html`, `styles`:
    /// something was left out because it is secret.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// Its states, in the words of a snapshot's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<String>>,
    /// With `styles`: computed values by the names of the properties.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<String, String>,
    /// The tab.
    pub tab: TabHandle,
    /// Text, as a reader sees it: a line for each block, a tab between cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Title of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The lines of the row in the format `lean`, with the uids of what can be acted on in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// The field may hold more than `value`, which has as much as is ever read of one; or the text
    /// or HTML goes on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// Address of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What the field holds, as a user sees it; null where it is empty or the element is no field.
    /// With `attribute`: what that says; null where there is none. Absent where it is secret.
    #[serde(
        default,
        deserialize_with = "crate::model::dialogs::even_null",
        skip_serializing_if = "Option::is_none"
    )]
    pub value: Option<Option<String>>,
}

fn is_false(value: &bool) -> bool {
    !*value
}
