//! The element of each id in a text, and how to find it in the page.

use crate::sessions::session::{Appearance, Element};
use crate::sessions::windows::LocatedId;
use axlens_protocol::agent::SerializedJson;
use axlens_protocol::agent::observe::ElementEntry;
use axlens_protocol::wire::NodeHandle;
use axlens_snapshot::Role;
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::page_tree::Tree;
use axlens_snapshot::render::{PrintedId, Rendered};
use axlens_snapshot::uid::Uid;
use axlens_snapshot::view::View;
use std::collections::HashMap;

/// Shared entries of elements with only a tag and a role.
type SharedEntries<'a> = HashMap<(&'a str, Role), SerializedJson<ElementEntry<'static>>>;

/// The ids of a text, in the order of its lines.
pub fn ids(
    frames: &FrameSelectors,
    tree: &Tree,
    view: &View,
    rendered: &Rendered,
) -> Vec<LocatedId> {
    let mut shared_entries = SharedEntries::new();
    let ids = rendered.ids.iter().map(|printed| {
        let frame = frames.for_frame(printed.frame);
        LocatedId {
            row: printed.row,
            id: printed.id.clone(),
            entry: entry(&mut shared_entries, view, frame, printed),
            element: element(tree, frame, printed),
        }
    });
    ids.collect()
}

fn entry<'a>(
    shared_entries: &mut SharedEntries<'a>,
    view: &'a View,
    frame: &[String],
    printed: &PrintedId,
) -> SerializedJson<ElementEntry<'static>> {
    let node = &view.nodes[printed.position].node;
    let path = node.path.as_deref();
    // For a format with its own ids, the entry has the uid.
    let uid = printed.uid.as_ref();
    let uid = uid.filter(|uid| !uid.equals_text(&printed.id));
    let entry = ElementEntry {
        tag: node.tag.as_str().into(),
        role: node.role.as_str().into(),
        selector: path.map(|path| path.selector.as_str().into()),
        hosts: path.map_or(&[][..], |path| &path.hosts).into(),
        frame: frame.into(),
        uid: uid.map(Uid::to_text),
    };
    if entry.selector.is_some() || !frame.is_empty() || entry.uid.is_some() {
        return SerializedJson::new(&entry);
    }
    shared_entries
        .entry((node.tag.as_str(), node.role))
        .or_insert_with(|| SerializedJson::new(&entry))
        .clone()
}

fn element(tree: &Tree, frame: &[String], printed: &PrintedId) -> Element {
    Element {
        node: NodeHandle::in_tree(tree, printed.frame, printed.node),
        uid: printed.uid.as_ref().map(Uid::to_text),
        frame: frame.to_vec(),
        appearance: Appearance::new(printed.role, printed.context),
    }
}
