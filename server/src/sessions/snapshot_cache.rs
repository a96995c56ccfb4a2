//! Snapshots as they were presented last: an unchanged page need not be sent, stitched and shaped
//! again. What is here is ready to be sent; what the uids stand for, the sessions remember that
//! they were shown to.

use super::packed_base::PackedBase;
use super::scope::Scope;
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::{IdMap, RefMap};
use axlens_protocol::model::EngineChoice;
use axlens_snapshot::Options;
use axlens_snapshot::criteria::{Criteria, SearchResult};
use axlens_snapshot::header::Header;
use std::sync::Arc;

/// A text, and all that an answer says with it.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// No other has it.
    pub number: u64,
    /// Address of the main document.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its life, as the recorder counts it.
    pub world: u64,
    /// Chrome's id of it; none where there is none.
    pub document: Option<String>,
    /// What a listing of all its elements would take, in bytes.
    pub query_dom_bytes: u64,
    /// What is said of the page as a whole.
    pub header: Header,
    /// The text.
    pub text: Box<str>,
    /// Nodes printed.
    pub node_count: usize,
    /// Of those, how many can be acted on.
    pub interactive_count: usize,
    /// Something was deeper than was asked for.
    pub max_depth_reached: bool,
    /// What the agent may do to see more.
    pub hint: Option<String>,
    /// What matches, where something is looked for.
    pub found: SearchResult,
    /// What deltas are taken against, where the format has them.
    pub base: Option<Arc<PackedBase>>,
    /// The answer's larger parts, where they may be sent again.
    pub parts: Option<SerializedParts>,
}

/// A text and what its ids stand for, as JSON text, ready to be sent.
#[derive(Debug, Clone)]
pub struct SerializedParts {
    /// The text, as a JSON string.
    pub tree: SerializedJson<String>,
    /// How many tokens it has.
    pub tokens: usize,
    /// For each id how to find the element.
    pub ids: SerializedJson<IdMap>,
    /// The map of the format `refs`.
    pub refs: Option<SerializedJson<RefMap>>,
}

impl Snapshot {
    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        let head = self.url.len() + self.title.len() + self.hint.as_ref().map_or(0, String::len);
        let base = self.base.as_ref().map_or(0, |base| base.bytes());
        let parts = self.parts.as_ref().map_or(0, SerializedParts::bytes);
        let document = [&self.document, &self.header.dialog].into_iter().flatten();
        let document: usize = document.map(String::len).sum();
        // The header repeats address and title.
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

/// All that decides how a page is presented, beside the page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SnapshotSettings {
    /// The part of the page.
    pub scope: Scope,
    /// What is shown, and how.
    pub options: Options,
    /// Where the engine is to run.
    pub engine: EngineChoice,
}

impl SnapshotSettings {
    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        size_of::<SnapshotSettings>() + self.scope.as_str().len() + options_bytes(&self.options)
    }
}

/// The size of the texts and lists in options, in bytes: an agent may send long ones.
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

/// A snapshot and the name that the extension gave to what it read.
#[derive(Debug, Clone)]
pub struct CachedSnapshot {
    /// The name.
    pub name: Arc<str>,
    /// The snapshot.
    pub snapshot: Arc<Snapshot>,
}

impl CachedSnapshot {
    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        self.name.len() + self.snapshot.bytes()
    }
}
