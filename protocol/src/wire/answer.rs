//! What the extension answers.

use crate::fault::{Code, Fault};
use crate::model::action::Settled;
use crate::model::dialogs::SeenDialog;
use crate::model::{ActionHint, Consent, ReadBackOutcome, RefusalReason, Via};
use crate::wire::record_format;
use axlens_snapshot::{FrameInput, FrameTree};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Body of `POST /results/{id}`: what was asked for, or why not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reply<T> {
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<T>,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// For the audit log alone.
    #[serde(default, skip_serializing_if = "AuditNote::is_empty")]
    pub audit: AuditNote,
}

impl<T> Reply<T> {
    /// What was asked for.
    pub fn ok(answer: T) -> Reply<T> {
        Reply {
            ok: Some(answer),
            fault: None,
            audit: AuditNote::default(),
        }
    }

    /// As a result.
    ///
    /// # Errors
    /// The extension's own fault; `internal` for a reply that is neither or both.
    pub fn into_result(self) -> Result<T, Fault> {
        match (self.ok, self.fault) {
            (Some(answer), None) => Ok(answer),
            (None, Some(fault)) => Err(fault),
            _ => {
                let message = "The extension's reply is not either an answer or a fault.";
                Err(Fault::new(Code::Internal, message))
            }
        }
    }
}

/// What the audit log is told of a query, and the agent is not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AuditNote {
    /// The site that was asked about, or acted on; none of an incognito window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Who allowed an act, or did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
}

impl AuditNote {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == AuditNote::default()
    }
}

/// A tab as Chrome knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ChromeTab {
    /// Chrome's tab id.
    pub id: i64,
    /// Chrome's window id.
    pub window_id: i64,
    /// Address; empty where the browser or the user withholds it.
    pub url: String,
    /// Title; empty where the user withholds the tab.
    pub title: String,
    /// The tab its window shows.
    pub active: bool,
    /// Its window has the focus, or had it last.
    pub window_focused: bool,
    /// Put to sleep by the browser.
    pub discarded: bool,
    /// Its window is an incognito one.
    #[serde(skip_serializing_if = "is_false")]
    pub incognito: bool,
    /// `unloaded`, `loading` or `complete`.
    pub status: String,
    /// Ids that the tab had before: Chrome gives it another when it unloads it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<i64>,
}

/// Answer to `tabs`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TabsAnswer {
    /// Every tab, window by window.
    pub tabs: Vec<ChromeTab>,
}

/// Answer to `ping`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PingAnswer {
    /// Milliseconds that the extension's own part took.
    pub ms: f64,
}

/// Answer to `interact`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InteractAnswer {
    /// It was done.
    Done {
        /// The tab that it was done in.
        tab: ChromeTab,
        /// It was done before, under the same name.
        #[serde(default, skip_serializing_if = "is_false")]
        before: bool,
        /// What was seen of it; none where nobody can tell any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<ActReport>>,
    },
    /// It was not done: the element can't take it now. Nothing was sent to the page.
    Refused(Refusal),
    /// A person was asked and has said yes. Time has passed: the element must be looked at once
    /// more, and the query sent again with this.
    Consented(String),
}

/// What was seen of an act and after it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ActReport {
    /// How it was executed; `None` if that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
    /// It was so before: nothing was sent.
    #[serde(skip_serializing_if = "is_false")]
    pub already: bool,
    /// Why it may have had no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<ActionHint>,
    /// Of a script: its value as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of a script whose value was cut: how long it is, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Of a script: what it threw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threw: Option<String>,
    /// What was found when it was read back, where that is not what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<ReadBack>,
    /// How the wait ended.
    pub settled: Settled,
    /// From the last event until the page was at rest, in milliseconds.
    pub waited_ms: u32,
    /// For how long an act of this kind is watched where nothing changes, in milliseconds.
    pub watched_ms: u32,
    /// The tab shows another address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Gone>,
    /// Dialogs that the page has opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<SeenDialog>,
    /// Changes that were not going on before.
    pub mutations: u32,
    /// Elements that changed meanwhile and did so before, without anybody's doing.
    pub restless: Vec<Restless>,
    /// Tabs that it has opened, by Chrome's ids.
    pub opened: Vec<i64>,
    /// The tab was closed.
    #[serde(skip_serializing_if = "is_false")]
    pub closed: bool,
    /// It was done, and what came of it was not seen.
    #[serde(skip_serializing_if = "is_false")]
    pub unseen: bool,
}

/// What was found when an act was read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadBack {
    /// How the value differs.
    pub outcome: ReadBackOutcome,
    /// What it is now; never of a field whose value is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// Where a tab went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Gone {
    /// How.
    pub kind: GoneKind,
    /// Its address now.
    pub url: String,
}

/// How a tab has come to another address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GoneKind {
    /// Another document has come.
    Navigated,
    /// The document is the same.
    Within,
}

/// An element that changes by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Restless {
    /// Chrome's document id.
    pub document: String,
    /// Its node id there.
    pub node: u32,
    /// Node ids of what it has taken in or let go meanwhile, and of all in that.
    pub brought: Vec<u32>,
    /// How many texts it has of its own, where they read otherwise than before.
    pub texts: u32,
}

/// Why an element can't take an act now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Refusal {
    /// Why.
    pub why: RefusalReason,
    /// Node ids, in the element's document, of what covers it and of what that is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<u32>,
    /// The options there are, where none fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// More about it, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What a person has allowed and was not used, where what is around the element has changed
    /// since it was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permit: Option<String>,
}

/// Answer to `outcome`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeAnswer {
    /// Nothing was ever sent to the page.
    Never {},
    /// It was begun.
    Begun {
        /// Chrome's id of the tab that it was begun in; none where that was not open yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<i64>,
        /// How it ended; none where nobody can tell any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Box<ActReport>>,
    },
}

/// Answer of `POST /own-page`, with which one of the extension's own pages is made a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OwnPageAnswer {
    /// The page, as an agent would see it.
    pub text: String,
}

/// Body of `POST /tokens`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokensRequest {
    /// What is to be counted.
    pub text: String,
}

/// Answer of `POST /tokens`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TokensAnswer {
    /// How many tokens it has, by `o200k_base`.
    pub tokens: usize,
}

/// Answer to `observe`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ObserveAnswer {
    /// The tab that was read.
    pub tab: ChromeTab,
    /// Its frames, the main frame first; with `same` what it took to read them, and nothing else.
    pub frames: Vec<FrameAnswer>,
    /// Names what was read: equal names, equal frames. Empty where there is nothing to name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The server has what was read, under that name: the frames hold nothing but timings.
    #[serde(default, skip_serializing_if = "is_false")]
    pub same: bool,
    /// Where the engine ran: `worker` or `page`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub engine: String,
    /// Milliseconds by stage.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub timings: BTreeMap<String, f64>,
    /// A page that holds nothing and can't be read (`about:blank`, `data:`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub blank: bool,
}

/// One frame: what was read of it, or why it was not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FrameAnswer {
    /// Chrome's document id.
    pub document: String,
    /// Chrome's frame id; 0 is the main frame.
    pub frame: i64,
    /// Frame id of the parent; −1 of the main frame.
    pub parent: i64,
    /// Address.
    pub url: String,
    /// Index among the parent's frames; −1 when it is not there.
    pub window_index: i32,
    /// Node id of its iframe element in the parent's document; 0 when not known.
    pub element: u32,
    /// What the engine made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    pub tree: Option<Box<FrameTree>>,
    /// Instead of the tree: its text, as an engine wrote it that worked in the page. A page may
    /// have taken its process over, so it is read apart from the answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page_tree: String,
    /// Names the tree: equal names, equal texts of trees. Empty where it will not be known again.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tree_name: String,
    /// Instead of the tree: how it differs from one that the server has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree_change: Option<TreeChange>,
    /// JSON text from the page's process, read apart from the answer likewise. By node id: x, y,
    /// width, height, flags, covered by. Empty where none were asked for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub places: String,
    /// The places, once they have been read.
    #[serde(skip)]
    pub measured: BTreeMap<u32, [f64; 6]>,
    /// Milliseconds by stage.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub timings: BTreeMap<String, f64>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// How the text of a tree differs from another's: in its middle alone. Lengths count UTF-16 units,
/// as JavaScript does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeChange {
    /// Name of the other tree.
    pub from: String,
    /// How much of its beginning is the same.
    pub head: usize,
    /// What stands between.
    pub middle: String,
    /// How much of its end is the same.
    pub tail: usize,
}

impl From<FrameAnswer> for FrameInput {
    fn from(frame: FrameAnswer) -> FrameInput {
        let places = frame.measured.into_iter();
        FrameInput {
            document: frame.document,
            frame: frame.frame,
            parent: frame.parent,
            url: frame.url,
            window_index: frame.window_index,
            element: frame.element,
            tree: frame.tree.map(|tree| *tree),
            failure: frame.fault.map(|fault| fault.message).unwrap_or_default(),
            places: places
                .map(|(node, numbers)| (node, record_format::place(numbers)))
                .collect(),
        }
    }
}

/// Answer to `changes`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChangesAnswer {
    /// The tab.
    pub tab: ChromeTab,
    /// Names what has changed so far, for the next query.
    pub seen: String,
    /// Whether something may have changed since what the query named.
    pub changed: bool,
}

/// Answer to `explain`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExplainAnswer<E> {
    /// The tab that was read.
    pub tab: ChromeTab,
    /// Chrome's id of the document the element is in.
    pub document: String,
    /// Random number made with that document's registry.
    pub world: u64,
    /// What the engine says of the element.
    pub explanation: E,
}

/// Answer to `inspect`: beside the tab, what was asked for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InspectAnswer {
    /// The tab.
    pub tab: ChromeTab,
    /// HTML; none where all of it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Value of an attribute; none where there is none, or it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Computed values by the names of the properties.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub styles: BTreeMap<String, String>,
    /// Something was left out because it is secret.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// The HTML goes on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub truncated: bool,
}

/// Answer to `screenshot`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScreenshotAnswer {
    /// The tab that is shown.
    pub tab: ChromeTab,
    /// `image/png`, or as it was asked for.
    pub mime_type: String,
    /// The picture, base64.
    pub data: String,
    /// What the picture is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureFacts>,
}

/// What a picture is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PictureFacts {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Its pixels of one CSS pixel.
    pub scale: f64,
    /// The device's pixels of one CSS pixel.
    pub device_pixel_ratio: f64,
    /// The elements that are marked: position in what was asked for, and left, top, right, bottom
    /// in the picture's pixels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(usize, i32, i32, i32, i32)>,
    /// Elements in view that are not marked: there were too many, or no room.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unmarked: usize,
    /// The element that was cut out goes on out of view.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clipped: bool,
    /// Of the picture of a whole page: how much of it there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<PageFacts>,
}

/// How much of a page is in a picture of all of it, in CSS pixels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageFacts {
    /// How many tiles were taken.
    pub tiles: u32,
    /// Height of what is in the picture, from the top.
    pub shown: f64,
    /// Height of the page, when it was scrolled.
    pub height: f64,
    /// Width of the page.
    pub width: f64,
    /// Width of what is in the picture, from the left.
    pub across: f64,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
