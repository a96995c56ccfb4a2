//! Snapshots that a session reads window by window: the text of the first is the text of all.

use super::handles::{BrowserTab, TabHandle};
use super::shown::Element;
use super::snapshot_cache::{Snapshot, SnapshotSettings};
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::ElementEntry;
use axlens_protocol::model::EngineLocation;
use axlens_snapshot::window::Bounds;
use std::sync::Arc;

/// A snapshot that is read in windows.
#[derive(Debug)]
pub struct Windowed {
    /// Its name in cursors.
    pub name: u64,
    /// Its number in the session.
    pub number: u64,
    /// Its tab, by its handle and by its browser's id of it.
    pub tab: (TabHandle, BrowserTab),
    /// How it was asked for.
    pub settings: SnapshotSettings,
    /// Largest size of a window, where the request for one does not say.
    pub bounds: Bounds,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The snapshot.
    pub snapshot: Arc<Snapshot>,
    /// Its ids, in the order of the lines.
    pub ids: Vec<LocatedId>,
}

/// An id that a text prints.
#[derive(Debug, Clone)]
pub struct LocatedId {
    /// Line of the text.
    pub row: usize,
    /// The id as it is printed.
    pub id: String,
    /// Where to find the element.
    pub entry: SerializedJson<ElementEntry<'static>>,
    /// The element.
    pub element: Element,
}

impl Windowed {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.snapshot.text
    }

    /// Its size, in bytes, near enough.
    pub fn bytes(&self) -> usize {
        let id = |id: &LocatedId| {
            size_of::<LocatedId>() + id.id.len() + id.entry.bytes() + id.element.bytes()
        };
        let head = self.settings.bytes();
        head + self.snapshot.bytes() + self.ids.iter().map(id).sum::<usize>()
    }
}
