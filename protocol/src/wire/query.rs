//! Queries of the server to the extension: the envelope, the method, and the agent that sends it.

use super::{
    ChangesParams, ExplainParams, InspectParams, InteractParams, ObserveParams, ScreenshotParams,
};
use crate::model::TokenScope;
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
    pub agent: QueryAgent,
}

/// Who asks: an agent, by the token that it has shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct QueryAgent {
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

impl QueryAgent {
    /// The user's own: a program with the token of `endpoint.json`, or on the Unix socket.
    pub fn user() -> QueryAgent {
        QueryAgent {
            id: USER.to_owned(),
            name: USER.to_owned(),
            scope: TokenScope::Act,
            sites: Vec::new(),
        }
    }
}

/// The id of the user's own agent, and its name.
pub const USER: &str = "user";

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
pub struct ConsentPending {
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

fn yes() -> bool {
    true
}
