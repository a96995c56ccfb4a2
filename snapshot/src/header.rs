//! Facts about a page, which are part of every snapshot.

use crate::page_tree::Tree;
use crate::role::Role;
use crate::tree::ReadyState;
use crate::uid::Uid;
use serde::Serialize;

/// Facts about a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// URL.
    pub url: String,
    /// Title.
    pub title: String,
    /// `readyState` of the main document.
    pub ready: ReadyState,
    /// Name of the modal or open dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// The uid of the focused element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<Uid>,
    /// Width and height of the viewport.
    pub viewport: [i64; 2],
    /// Scroll position x, y, and scrollable width and height.
    pub scroll: [i64; 4],
    /// Frames that could not be read, each with the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames_missing: Vec<String>,
    /// The page changed while it was read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub page_moved: bool,
    /// Number of elements of the main document.
    pub elements: u32,
}

/// The header of a page.
pub fn header(tree: &Tree) -> Header {
    let dialogs = tree
        .nodes
        .iter()
        .filter(|each| matches!(each.node.role, Role::Dialog | Role::Alertdialog));
    let dialog = dialogs
        .max_by_key(|each| each.node.states.modal)
        .map(|each| each.node.name.clone());
    // An iframe with a focused element is focused itself, so the innermost focused element counts.
    let focused = tree
        .nodes
        .iter()
        .filter(|each| each.node.states.focused)
        .filter_map(|each| each.uid.clone())
        .max_by_key(|uid| uid.0.len());
    let frames_missing = tree
        .nodes
        .iter()
        .flat_map(|each| &each.notes)
        .cloned()
        .collect();
    Header {
        url: tree.main.url.clone(),
        title: tree.main.title.clone(),
        ready: tree.main.ready,
        dialog,
        focused,
        viewport: tree.main.viewport,
        scroll: tree.main.scroll,
        frames_missing,
        page_moved: tree.main.page_moved,
        elements: tree.main.elements,
    }
}
