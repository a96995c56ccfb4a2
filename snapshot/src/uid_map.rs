//! Seed 001's `uidMap`: for every printed uid a selector, a tag and a role; and where a selector alone can't reach, the frame and the
//! shadow hosts on the way.

use crate::render::{Rendered, Shown};
use crate::shape::View;
use crate::uid::Uid;
use serde_json::{Map, Value, json};

/// The map of a text: exactly the uids printed in it.
pub fn uid_map(view: &View, rendered: &Rendered) -> Map<String, Value> {
    rendered
        .shown
        .iter()
        .filter_map(|shown| Some((shown.uid.as_ref()?.to_string(), entry(view, shown))))
        .collect()
}

fn entry(view: &View, shown: &Shown) -> Value {
    let node = &view.nodes[shown.position].node;
    let path = node.place.as_deref().cloned().unwrap_or_default();
    let mut entry = json!({"selector": path.selector, "tag": node.tag, "role": node.role.word()});
    if !path.hosts.is_empty() {
        entry["hosts"] = json!(path.hosts);
    }
    if let Some(uid) = shown.uid.as_ref().filter(|uid| uid.0.len() > 1) {
        // The uid of the iframe the element's document stands in.
        entry["frame"] = json!(Uid(uid.0[..uid.0.len() - 1].to_vec()).to_string());
    }
    entry
}
