//! Snapshots that a session reads window by window. All windows are parts of the text of the first
//! request.

use super::handles::{BrowserTab, TabHandle};
use super::session::Element;
use super::snapshot_cache::{Snapshot, SnapshotSettings};
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::ElementEntry;
use axlens_protocol::model::EngineLocation;
use axlens_snapshot::window::Bounds;
use std::sync::Arc;

/// A snapshot that is read in windows.
#[derive(Debug)]
pub struct WindowedSnapshot {
    /// Its number in cursors.
    pub window_number: u64,
    /// Its number in the session.
    pub number: u64,
    /// The tab.
    pub tab: TabHandle,
    /// The tab as its browser identifies it.
    pub browser_tab: BrowserTab,
    /// The settings of the first request.
    pub settings: SnapshotSettings,
    /// The default maximum size of a window.
    pub bounds: Bounds,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The snapshot.
    pub snapshot: Arc<Snapshot>,
    /// Its ids, in the order of the lines.
    pub ids: Vec<LocatedId>,
}

/// An id in a text, with its element.
#[derive(Debug, Clone)]
pub struct LocatedId {
    /// Line of the text.
    pub row: usize,
    /// The id as it is printed.
    pub id: String,
    /// How to find the element in the page.
    pub entry: SerializedJson<ElementEntry<'static>>,
    /// The element.
    pub element: Element,
}

impl WindowedSnapshot {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.snapshot.text
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        let id_bytes = |id: &LocatedId| {
            size_of::<LocatedId>() + id.id.len() + id.entry.bytes() + id.element.bytes()
        };
        self.settings.bytes() + self.snapshot.bytes() + self.ids.iter().map(id_bytes).sum::<usize>()
    }
}
