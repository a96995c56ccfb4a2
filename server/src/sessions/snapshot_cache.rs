//! The last snapshots of tabs, ready to be sent. An unchanged page does not have to be sent,
//! stitched and shaped again. The elements of the uids are in the sessions that were shown the
//! snapshot.

use super::packed_base::PackedBase;
use super::scope::Scope;
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::{IdMap, RefMap};
use axlens_protocol::model::EngineChoice;
use axlens_snapshot::Options;
use axlens_snapshot::criteria::{Criteria, SearchResult};
use axlens_snapshot::header::Header;
use std::sync::Arc;

/// A text, and the other facts of an answer.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Unique among the snapshots of all sessions.
    pub number: u64,
    /// URL of the main document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The recorder's number of the document's script world.
    pub world: u64,
    /// Chrome's id of the document.
    pub document: Option<String>,
    /// The size of a listing of all elements of the page, in bytes.
    pub query_dom_bytes: u64,
    /// Facts about the page as a whole.
    pub header: Header,
    /// The text.
    pub text: Box<str>,
    /// The number of printed nodes.
    pub node_count: usize,
    /// The number of printed nodes that actions can use.
    pub interactive_count: usize,
    /// Whether the maximum depth omitted nodes.
    pub max_depth_reached: bool,
    /// How the agent can see more.
    pub hint: Option<String>,
    /// The matches of a search.
    pub found: SearchResult,
    /// The base for later deltas, if the format has deltas.
    pub base: Option<Arc<PackedBase>>,
    /// The answer's larger parts, if the snapshot can answer another request.
    pub parts: Option<SerializedParts>,
}

/// A text and its ids as JSON text.
#[derive(Debug, Clone)]
pub struct SerializedParts {
    /// The text, as a JSON string.
    pub tree: SerializedJson<String>,
    /// The number of tokens of the text.
    pub tokens: usize,
    /// For each id, how to find the element.
    pub ids: SerializedJson<IdMap>,
    /// The map of the format `refs`.
    pub refs: Option<SerializedJson<RefMap>>,
}

impl Snapshot {
    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        let head = self.url.len() + self.title.len() + self.hint.as_ref().map_or(0, String::len);
        let base = self.base.as_ref().map_or(0, |base| base.bytes());
        let parts = self.parts.as_ref().map_or(0, SerializedParts::bytes);
        let document = [&self.document, &self.header.dialog].into_iter().flatten();
        let document: usize = document.map(String::len).sum();
        // The header contains URL and title too.
        let head = 2 * head + document + texts_bytes(&self.header.frames_missing);
        size_of::<Snapshot>() + head + self.text.len() + base + parts
    }
}

impl SerializedParts {
    fn bytes(&self) -> usize {
        let refs = self.refs.as_ref().map_or(0, SerializedJson::bytes);
        self.tree.bytes() + self.ids.bytes() + refs
    }
}

/// The settings that determine the snapshot of a given page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SnapshotSettings {
    /// The part of the page.
    pub scope: Scope,
    /// The options of the text.
    pub options: Options,
    /// Where the engine runs.
    pub engine: EngineChoice,
}

impl SnapshotSettings {
    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<SnapshotSettings>() + self.scope.as_str().len() + options_bytes(&self.options)
    }
}

/// The size of the texts and lists in options, in bytes. Agents can send long ones.
pub fn options_bytes(options: &Options) -> usize {
    let find = options.find.as_ref().map_or(0, |find| find.text.len());
    let criteria = options.criteria.as_ref().map_or(0, Criteria::bytes);
    let roles = size_of_val(&*options.roles) + size_of_val(&*options.exclude_roles);
    find + criteria
        + roles
        + size_of_val(&*options.include)
        + texts_bytes(&options.exclude_patterns)
}

fn texts_bytes(texts: &[String]) -> usize {
    size_of_val(texts) + texts.iter().map(String::len).sum::<usize>()
}

/// A snapshot with the extension's name for the content of the page.
#[derive(Debug, Clone)]
pub struct CachedSnapshot {
    /// The name.
    pub name: Arc<str>,
    /// The snapshot.
    pub snapshot: Arc<Snapshot>,
}

impl CachedSnapshot {
    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        self.name.len() + self.snapshot.bytes()
    }
}
