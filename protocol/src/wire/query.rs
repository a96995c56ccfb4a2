//! What the server asks of the extension.

use crate::model::action::Action;
use crate::model::dialogs::Dialogs;
use crate::model::{EngineChoice, ImageFormat, TokenScope};
use axlens_snapshot::Options;
use axlens_snapshot::page_tree::Tree;
use serde::{Deserialize, Serialize};

/// A query to the extension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// Names the query; its answer goes to `/results/{id}`.
    pub id: String,
    /// What is asked, and its parameters.
    #[serde(flatten)]
    pub method: Method,
    /// Milliseconds left to answer it.
    pub deadline_ms: u64,
    /// Chrome's tab id; null for the active tab of the last focused normal or popup window.
    pub tab: Option<i64>,
    /// Who asks.
    pub agent: AskingAgent,
}

/// Who asks: an agent, by the token that it has shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AskingAgent {
    /// Another one for each token: what was granted to one is not another's, whatever its name.
    pub id: String,
    /// As the user has named it.
    pub name: String,
    /// What its token allows at most.
    pub scope: TokenScope,
    /// Patterns of the sites that its token allows; none: every site.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<String>,
}

/// The id of the user's own agent, and its name.
pub const USER: &str = "user";

impl AskingAgent {
    /// The user's own: a program with the token of `endpoint.json`, or on the Unix socket.
    pub fn user() -> AskingAgent {
        AskingAgent {
            id: USER.to_owned(),
            name: USER.to_owned(),
            scope: TokenScope::Act,
            sites: Vec::new(),
        }
    }
}

/// Answer of `GET /pending-queries`, and every message of the server's on the WebSocket behind its
/// proof.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PendingQueries {
    /// What is to be answered.
    pub queries: Vec<Query>,
    /// Queries given out before that nobody waits for any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cancelled: Vec<String>,
}

/// Body of `POST /waiting`: the extension's word that a query waits for a person, or does no
/// longer. While it waits, its deadline stands still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WaitingForPerson {
    /// Id of the query.
    pub query: String,
    /// Whether it waits now. Said again, it waits for longer.
    pub waits: bool,
}

/// Answer of `GET /wake`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WakeAnswer {
    /// Whether a query waits that no worker polls for.
    pub wake: bool,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "params", rename_all = "camelCase")]
pub enum Method {
    /// Which tabs there are.
    Tabs {},
    /// Goes to the page's isolated world and back, reading nothing; with `page: false` stays in the
    /// worker.
    Ping {
        /// Whether the trip goes on into the page.
        #[serde(default = "yes")]
        page: bool,
    },
    /// Reads a tab.
    Observe(ObserveParams),
    /// Whether something in a tab may have changed, once it has.
    Changes(ChangesParams),
    /// Why an element has its role and name.
    Explain(ExplainParams),
    /// What no tree holds of an element.
    Inspect(InspectParams),
    /// A picture of what the tab shows.
    Screenshot(ScreenshotParams),
    /// Does something to an element or a tab.
    Interact(InteractParams),
    /// What became of an act whose answer never came.
    Outcome {
        /// That of [`InteractParams`].
        id: String,
    },
}

impl Method {
    /// As it is written.
    pub fn as_str(&self) -> &'static str {
        match self {
            Method::Tabs {} => "tabs",
            Method::Ping { .. } => "ping",
            Method::Observe(_) => "observe",
            Method::Changes(_) => "changes",
            Method::Explain(_) => "explain",
            Method::Inspect(_) => "inspect",
            Method::Screenshot(_) => "screenshot",
            Method::Interact(_) => "interact",
            Method::Outcome { .. } => "outcome",
        }
    }

    /// Whether it may be given out a second time when the worker that had it is gone.
    pub fn is_read_only(&self) -> bool {
        match self {
            Method::Tabs {}
            | Method::Ping { .. }
            | Method::Observe(_)
            | Method::Changes(_)
            | Method::Explain(_)
            | Method::Inspect(_)
            | Method::Outcome { .. } => true,
            // It is scrolled for the whole page.
            Method::Screenshot(params) => !params.full,
            Method::Interact(_) => false,
        }
    }
}

/// How a tab is to be read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ObserveParams {
    /// CSS selector; the elements it names (shadow roots searched too) are marked as the scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The element that is the scope, where a uid names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_node: Option<NodeHandle>,
    /// Where the engine is to run.
    pub engine: EngineChoice,
    /// Whose boxes to measure.
    pub places: PlacesChoice,
    /// Whether every element's selector is wanted; those of frames always are.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub selectors: bool,
    /// Whether child frames are read too.
    #[serde(default = "yes")]
    pub frames: bool,
    /// Reads this document alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<DocumentHandle>,
    /// Names of answers that are still here: one that would say the same need not be sent again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have: Vec<String>,
    /// Names of trees that are still here: of one that is much like one of them, what differs is
    /// enough.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub have_trees: Vec<String>,
}

/// Since when changes count, and how long they are waited for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangesParams {
    /// That of the last [`ChangesAnswer`]; none: the answer comes at once, and what changes from
    /// then on counts.
    ///
    /// [`ChangesAnswer`]: super::ChangesAnswer
    pub seen: Option<String>,
    /// For how long to wait at most, in milliseconds.
    pub for_ms: u64,
}

/// The element to be explained: by selector, or by document and node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ExplainParams {
    /// The element itself.
    Node(NodeHandle),
    /// The first element the CSS selector names.
    Selector {
        /// CSS selector, searched through shadow roots too.
        selector: String,
    },
}

/// What is asked of which element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InspectParams {
    /// The element; node 0 is the body of its document.
    pub target: NodeHandle,
    /// What is asked.
    pub what: Inspected,
}

/// What is asked of an element that no tree holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Inspected {
    /// Its HTML.
    Html {},
    /// An attribute, as the document writes it.
    Attribute {
        /// Its name.
        name: String,
    },
    /// Computed styles.
    Styles {
        /// Names of CSS properties.
        names: Vec<String>,
    },
}

/// How a picture is to be taken; left out: all that the tab's window shows, as a PNG.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct ScreenshotParams {
    /// How it is encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ImageFormat>,
    /// Of JPEG and WebP, 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<u8>,
    /// Longest side in pixels: a larger picture is made smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_side: Option<u32>,
    /// The elements that are marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<MarksParams>,
    /// The element that is cut out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crop: Option<NodeHandle>,
    /// All of the page, which is scrolled for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
}

/// Elements that are marked where they are in view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MarksParams {
    /// Their documents.
    pub documents: Vec<DocumentHandle>,
    /// Those that matter most first.
    pub elements: Vec<WantedMark>,
    /// How many are marked at most.
    pub most: usize,
}

/// An element that is marked where it is in view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WantedMark {
    /// Position of its document.
    pub at: usize,
    /// Hidden node id.
    pub node: u32,
    /// What is written beside it.
    pub label: String,
}

/// What is to be done to which element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InteractParams {
    /// Names the act: what was begun under a name is not begun again.
    pub id: String,
    /// What is to be done.
    pub act: Action,
    /// The element; none: what has the focus, the page, or the tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<NodeHandle>,
    /// Another element of the same document that the act is about: that which one is dragged to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onto: Option<NodeHandle>,
    /// The element's line as a snapshot prints it now, for the person who is asked.
    pub line: String,
    /// What an [`InteractAnswer::Consented`] has given, where the person was asked before.
    ///
    /// [`InteractAnswer::Consented`]: super::InteractAnswer::Consented
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    /// It was looked at several times, and something around it has changed each time: done all the
    /// same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyway: bool,
    /// How dialogs of the page are answered meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<Dialogs>,
    /// It waits until the user lends the page a gesture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub activation: bool,
}

/// One life of one document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DocumentHandle {
    /// Chrome's document id.
    pub document: String,
    /// Random number made with the document's registry.
    pub world: u64,
}

/// One element of one life of one document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NodeHandle {
    /// Chrome's document id.
    pub document: String,
    /// Random number made with the document's registry.
    pub world: u64,
    /// Hidden node id.
    pub node: u32,
}

impl NodeHandle {
    /// The element of a page's tree that has this node id in this frame.
    pub fn in_tree(tree: &Tree, frame: usize, node: u32) -> NodeHandle {
        let frame = tree.frames.get(frame);
        NodeHandle {
            document: frame
                .map(|frame| frame.document.clone())
                .unwrap_or_default(),
            world: frame.map_or(0, |frame| frame.world),
            node,
        }
    }
}

/// Whose boxes are measured. On the wire `none`, `uids`, `all`, or node ids: `12,17`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(with = "String"))]
#[serde(from = "String", into = "String")]
pub enum PlacesChoice {
    /// Nobody's.
    #[default]
    None,
    /// Those of everything with a uid.
    Uids,
    /// Those of every element of the tree.
    All,
    /// Those of these nodes.
    Nodes(Vec<u32>),
}

impl PlacesChoice {
    /// Those that options need. Text is in the viewport where the element around it is, so that
    /// every element counts there.
    pub fn of(options: &Options) -> PlacesChoice {
        match options.needs_places() {
            true if options.viewport_only => PlacesChoice::All,
            true => PlacesChoice::Uids,
            false => PlacesChoice::None,
        }
    }
}

impl From<String> for PlacesChoice {
    fn from(text: String) -> Self {
        match text.as_str() {
            "none" => PlacesChoice::None,
            "uids" => PlacesChoice::Uids,
            "all" => PlacesChoice::All,
            nodes => PlacesChoice::Nodes(nodes.split(',').flat_map(str::parse).collect()),
        }
    }
}

impl From<PlacesChoice> for String {
    fn from(choice: PlacesChoice) -> Self {
        match choice {
            PlacesChoice::None => "none".to_owned(),
            PlacesChoice::Uids => "uids".to_owned(),
            PlacesChoice::All => "all".to_owned(),
            PlacesChoice::Nodes(nodes) => {
                let words: Vec<String> = nodes.iter().map(u32::to_string).collect();
                words.join(",")
            }
        }
    }
}

fn yes() -> bool {
    true
}
