//! `POST /get`: one property of an element of a snapshot, or of a page.

use super::TabHandle;
use crate::model::{CssPixels, ElementId};
use axlens_snapshot::Role;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The property to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Property {
    /// An attribute of an element, as in the document.
    Attribute,
    /// The box of an element, as in `/locate`.
    Box,
    /// The number of elements that match a selector.
    Count,
    /// The HTML of an element, or of the body of the page.
    Html,
    /// The text of an element, or the main content of the page, as Markdown.
    Markdown,
    /// The text of the PDF file that the tab shows, page by page.
    Pdf,
    /// The states of an element, as in snapshots.
    State,
    /// Computed styles of an element.
    Styles,
    /// The rows of a table, a list or cards, as data.
    Rows,
    /// The columns and a row of a table.
    Table,
    /// The text of an element, or of the page.
    Text,
    /// Title of the page.
    Title,
    /// URL of the page.
    Url,
    /// The value of a field.
    Value,
    /// What an element, or the viewport, shows only by its looks: shapes, colours, icons.
    Visual,
}

/// Body of `POST /get`. Exactly one of `uid`, `id`, `ref` and `selector` names an element. `text`,
/// `markdown`, `html`, `table`, `rows` and `visual` without an element refer to the page; `title`,
/// `url` and `pdf` always do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetRequest {
    /// The property to read.
    pub what: Property,
    /// The element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ElementId>,
    /// The element; the same as `uid`.
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<ElementId>,
    /// Number of the tab; default: the tab of the element, or the active tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; default: that of the element or tab, or the only connected one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub browser: Option<String>,
    /// Name of the session of the snapshot, 1 to 200 bytes; default `default`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Number of the snapshot that has the id; default: the latest of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: accepts the element as that fault describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// CSS selector, or, except with `count`, `text=` and the exact visible text of the element;
    /// searched through frames and shadow roots. Exactly one element must match, except with
    /// `count`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// With `selector`, not with `count`: selectors of the shadow hosts around the element,
    /// outermost first, as in `/locate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hosts: Option<Vec<String>>,
    /// With `selector`, not with `count`: selectors of the iframes around the element, outermost
    /// first, as in `/locate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Vec<String>>,
    /// With `selector`, not with `count`: which match in document order, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
    /// With `selector`, not with `count`: the uid of an element that contains the element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<ElementId>,
    /// With `attribute`: the name of the attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// With `styles`: names of CSS properties, at most 50.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// With `table` and `rows`: texts of the rows by column name; matches parts and ignores case.
    /// With `rows`, `*` is any column.
    #[serde(default, rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub row: BTreeMap<String, String>,
    /// With `markdown` of a page: all of it, instead of its main content.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// With `text` and `markdown`: the character at which the part to read begins, such as
    /// `nextOffset` of an answer; with `rows`, the row; default: 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// With `text` and `markdown`: maximum number of tokens of the text, at least 50. It ends
    /// before a section, a paragraph or a line. An answer never has more than 200,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// With `pdf`: the pages, such as `3`, `3-5` or `3-`; default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<String>,
    /// With `rows`: the columns, by their names or a part of them; default: all.
    #[serde(default, rename = "columns", skip_serializing_if = "Vec::is_empty")]
    pub wanted_columns: Vec<String>,
    /// With `rows`: maximum number of rows, 1 to 1,000; default: 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Timeout in milliseconds, 100 to 60,000; default 15,000.
    #[serde(default, rename = "timeoutMs", skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// With `rows`, inside of the server: the columns of an earlier page, of which the rows have
    /// some or all.
    #[serde(skip)]
    pub columns_before: Vec<String>,
}

impl GetRequest {
    /// A request for a property of the page, or of the element that is set afterwards.
    pub fn of(what: Property) -> GetRequest {
        GetRequest {
            what,
            uid: None,
            id: None,
            reference: None,
            tab: None,
            browser: None,
            session: None,
            snapshot: None,
            seen: None,
            selector: None,
            hosts: None,
            frame: None,
            nth: None,
            within: None,
            name: None,
            names: Vec::new(),
            row: BTreeMap::new(),
            whole: false,
            offset: None,
            max_tokens: None,
            pages: None,
            wanted_columns: Vec::new(),
            limit: None,
            timeout_ms: None,
            columns_before: Vec::new(),
        }
    }
}

/// Answer of `POST /get`: the tab and the requested property.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GetAnswer {
    /// x, y, width and height in CSS pixels of the viewport of the element's frame; null if it
    /// could not be measured.
    #[serde(
        default,
        rename = "box",
        deserialize_with = "crate::model::dialogs::null_as_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub rect: Option<Option<[CssPixels; 4]>>,
    /// With `rows`: how many rows there are according to the page, which may show a part of them:
    /// the last number of `claim`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<u64>,
    /// With `claimed`: the page's text, such as `1-20 of 431`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Names of the columns of a table; `1`, `2` and so on if it has no headers. With `rows` of a
    /// list, a column is named by what each row has before a colon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
    /// Number of elements that match the selector; for a table and with `rows`, the number of rows
    /// in the page, or of the rows that match `where`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// HTML, with shadow roots as declarative ones; without comments and the contents of scripts,
    /// styles, templates and frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// With `markdown` of a page: the landmarks outside of the main content, which are not in the
    /// text, such as `navigation "Docs"`; `what is around the article` if it is an article.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// With `markdown` of a page: the number of words outside of the main content.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out_words: usize,
    /// CommonMark, with the tables of GitHub Flavored Markdown and definition lists. Links have the
    /// addresses that the page has. Text that a user can't see is in comments,
    /// `<!-- unseen: … -->`. No line begins with `...(`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// Accessible name, with `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// With `text`, `markdown` and `rows`: the `offset` of the rest, if this is only a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<usize>,
    /// With `markdown`: what could not be read, such as a frame without access. With `pdf`: that
    /// the file was requested again, and what is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// With `pdf`: the number of pages of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_count: Option<u32>,
    /// The text of the pages, each after a line `# page N of M`. A line of the file that begins
    /// like that, with `...(` or with a backslash has a backslash before it. A tab separates the
    /// cells of a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdf: Option<String>,
    /// Role, as in ARIA, with `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schemars(with = "Option<String>"))]
    pub role: Option<Role>,
    /// The first row that matches, by column name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<BTreeMap<String, String>>,
    /// The rows, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<DataRow>>,
    /// With `value`, `attribute`: the value is secret and not sent. With `html`, `styles`: some
    /// content was omitted because it is secret.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// Its states, as in a line of a snapshot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<String>>,
    /// With `styles`: computed values by the names of the properties.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<String, String>,
    /// The tab.
    pub tab: TabHandle,
    /// Visible text: a line for each block, a tab between cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Title of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// With `nextOffset`: the length of the whole text, in characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_chars: Option<usize>,
    /// The lines of the row in the format `lean`, with the uids of its interactive elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// `value` or the HTML was cut at its maximum length, or the text, the Markdown, `visual` or
    /// `pdf` is not complete.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
    /// URL of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Value of the field, as a user sees it; null if it is empty or the element is not a field.
    /// With `attribute`: its value; null if the element doesn't have it. Absent if it is secret.
    #[serde(
        default,
        deserialize_with = "crate::model::dialogs::null_as_some",
        skip_serializing_if = "Option::is_none"
    )]
    pub value: Option<Option<String>>,
    /// With `visual`: one line each, in document order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visual: Option<String>,
}

/// A row of a table, a list or cards.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct DataRow {
    /// Its texts by column name, cut to 500 characters; in a table also the value of a field in a
    /// cell without text.
    pub cells: BTreeMap<String, String>,
    /// The first 10 elements in it that can be acted on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<RowControl>,
}

/// An element of a row that can be acted on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub struct RowControl {
    /// Its uid.
    pub uid: String,
    /// Role, as in ARIA.
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub role: Role,
    /// Accessible name.
    pub name: String,
}

fn is_zero(value: &usize) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
