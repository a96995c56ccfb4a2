//! Queries of the server to the extension: the envelope, the method, and the agent that sends it.

use super::{
    AskUserParams, ChangesParams, DownloadsParams, ElementAtParams, ExplainParams, FieldsParams,
    InspectParams, InteractParams, ObserveParams, ScreenshotParams,
};
use crate::model::TokenScope;
use axlens_snapshot::page_tree::{Tree, TreeNode};
use serde::{Deserialize, Serialize};

/// A query to the extension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// Id of the query; its answer is sent to `/results/{id}`.
    pub id: String,
    /// The method and its parameters.
    #[serde(flatten)]
    pub method: Method,
    /// Time left for the answer, in milliseconds.
    pub deadline_ms: u64,
    /// Chrome's tab id; null: the active tab of the last focused normal or popup window.
    pub tab: Option<i64>,
    /// The agent that sends the request.
    pub agent: QueryAgent,
}

/// An agent, identified by its token.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct QueryAgent {
    /// Id, different for each token. Grants belong to the id, not to the name.
    pub id: String,
    /// Name that the user chose.
    pub name: String,
    /// Maximum permission of its token.
    pub scope: TokenScope,
    /// Patterns of the sites that its token permits; empty: every site.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<String>,
}

impl QueryAgent {
    /// The user's own agent: a program with the token of `endpoint.json`, or on the Unix socket.
    pub fn user() -> QueryAgent {
        QueryAgent {
            id: USER.to_owned(),
            name: USER.to_owned(),
            scope: TokenScope::Act,
            sites: Vec::new(),
        }
    }
}

/// Id and name of the user's own agent.
pub const USER: &str = "user";

/// The method of a query, with its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "params", rename_all = "camelCase")]
pub enum Method {
    /// Lists the tabs.
    Tabs {},
    /// A round trip to the page's isolated world, or to the worker only.
    Ping {
        /// Whether the round trip includes the page.
        #[serde(default = "yes")]
        page: bool,
    },
    /// Reads a tab.
    Observe(ObserveParams),
    /// Waits until something in a tab may have changed.
    Changes(ChangesParams),
    /// Explains the role and name of an element.
    Explain(ExplainParams),
    /// Reads a property of an element that frame trees do not have.
    Inspect(InspectParams),
    /// Lists the requests of a tab's documents.
    Network {},
    /// Lists the errors of a tab's documents.
    Errors {},
    /// Lists the tools that a tab's documents offer to agents.
    PageTools {},
    /// Lists the downloads that a tab has started, or waits for one.
    Downloads(DownloadsParams),
    /// Requests the PDF file that a tab shows.
    Pdf {},
    /// Lists the elements of a tab that the user has pinned.
    Pins {},
    /// Finds the element at a point of the viewport.
    ElementAt(ElementAtParams),
    /// Takes a screenshot.
    Screenshot(ScreenshotParams),
    /// Executes an action on an element or a tab.
    Interact(Box<InteractParams>),
    /// Executes actions on fields of one document.
    InteractFields(FieldsParams),
    /// Asks the user a question.
    AskUser(AskUserParams),
    /// The outcome of an action whose answer was lost.
    Outcome {
        /// The id in [`InteractParams`].
        id: String,
    },
}

impl Method {
    /// The name in JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Method::Tabs {} => "tabs",
            Method::Ping { .. } => "ping",
            Method::Observe(_) => "observe",
            Method::Changes(_) => "changes",
            Method::Explain(_) => "explain",
            Method::Inspect(_) => "inspect",
            Method::Network {} => "network",
            Method::Errors {} => "errors",
            Method::PageTools {} => "pageTools",
            Method::Downloads(_) => "downloads",
            Method::Pdf {} => "pdf",
            Method::Pins {} => "pins",
            Method::ElementAt(_) => "elementAt",
            Method::Screenshot(_) => "screenshot",
            Method::Interact(_) => "interact",
            Method::InteractFields(_) => "interactFields",
            Method::AskUser(_) => "askUser",
            Method::Outcome { .. } => "outcome",
        }
    }

    /// Whether it may be sent again if the worker that received it has ended.
    pub fn is_read_only(&self) -> bool {
        match self {
            Method::Tabs {}
            | Method::Ping { .. }
            | Method::Observe(_)
            | Method::Changes(_)
            | Method::Explain(_)
            | Method::Inspect(_)
            | Method::Network {}
            | Method::Errors {}
            | Method::PageTools {}
            | Method::Downloads(_)
            | Method::Pdf {}
            | Method::Pins {}
            | Method::ElementAt(_)
            | Method::Outcome { .. } => true,
            // A screenshot of the whole page scrolls it.
            Method::Screenshot(params) => !params.full,
            Method::Interact(_) | Method::InteractFields(_) | Method::AskUser(_) => false,
        }
    }
}

/// Answer of `GET /pending-queries`, and every message of the server on the WebSocket after its
/// proof.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PendingQueries {
    /// Queries to answer.
    pub queries: Vec<Query>,
    /// Ids of earlier queries whose answers are no longer needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cancelled: Vec<String>,
}

/// Body of `POST /waiting`: a query starts or stops to wait for the user's consent. The deadline is
/// paused during the wait.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ConsentPending {
    /// Id of the query.
    pub query: String,
    /// Whether it waits. Each message with `true` extends the wait.
    pub waits: bool,
}

/// Answer of `GET /wake`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WakeAnswer {
    /// Whether a query is pending and no worker polls.
    pub wake: bool,
}

/// A document, from its load to its unload.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DocumentHandle {
    /// Chrome's document id.
    pub document: String,
    /// Random number that is created with the document's registry.
    pub world: u64,
}

/// An element of a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NodeHandle {
    /// Chrome's document id.
    pub document: String,
    /// Random number that is created with the document's registry.
    pub world: u64,
    /// Node id.
    pub node: u32,
}

impl NodeHandle {
    /// The element with this node id in this frame of the tree.
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

    /// The index of its node in the tree.
    pub fn position_in(&self, tree: &Tree) -> Option<usize> {
        let is_element = |each: &TreeNode| {
            let frame = tree.frames.get(each.frame);
            let document = frame.map(|frame| &frame.document);
            each.node.node == self.node && document == Some(&self.document)
        };
        tree.nodes.iter().position(is_element)
    }
}

fn yes() -> bool {
    true
}
