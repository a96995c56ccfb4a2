//! Snapshots that a session reads window by window: the text of the first is the text of all. A few
//! of each session.

use super::handles::TabHandle;
use super::shown::Element;
use super::told::ToldPage;
use crate::api::observe::Request;
use crate::serialized_json::SerializedJson;
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::sync::Arc;

/// Most snapshots that a session is in the middle of.
const SNAPSHOTS: usize = 4;

/// A snapshot that is read in windows.
#[derive(Debug)]
pub struct Windowed {
    /// Its name in cursors.
    pub name: u64,
    /// Its number in the session.
    pub snapshot: u64,
    /// Its tab, and Chrome's id of it.
    pub tab: (TabHandle, i64),
    /// The request that it answered.
    pub request: Request,
    /// The page as the first window fixed it.
    pub page: Arc<ToldPage>,
    /// What is said of each id, in the order of the lines.
    pub ids: Vec<Known>,
    /// What every window's answer repeats.
    pub fields: Map<String, Value>,
}

impl Windowed {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.page.text
    }
}

/// What is known of an id.
#[derive(Debug, Clone)]
pub struct Known {
    /// Line of the text.
    pub row: usize,
    /// The id as it is printed.
    pub id: String,
    /// Where to find the element.
    pub entry: SerializedJson,
    /// The element.
    pub element: Element,
}

/// The snapshots that a session is in the middle of, the newest last.
#[derive(Debug, Default)]
pub struct Windows(VecDeque<Arc<Windowed>>);

impl Windows {
    /// Keeps a snapshot; the oldest makes room.
    pub fn keep(&mut self, windowed: Arc<Windowed>) {
        if self.0.len() >= SNAPSHOTS {
            self.0.pop_front();
        }
        self.0.push_back(windowed);
    }

    /// The snapshot of this name.
    pub fn get(&self, name: u64) -> Option<Arc<Windowed>> {
        let found = self.0.iter().find(|windowed| windowed.name == name);
        found.map(Arc::clone)
    }
}
