//! A plain outline of one frame, until the snapshot crate's own is there.

use super::Request;
use axlens_snapshot::{FrameTree, Role};
use serde_json::{Map, Value, json};

/// The text and what it holds.
#[derive(Debug, Default)]
pub struct Outline {
    pub text: String,
    pub uids: Map<String, Value>,
    pub nodes: usize,
    pub deeper: bool,
}

/// Writes the outline.
pub fn outline(tree: &FrameTree, request: &Request) -> Outline {
    let mut outline = Outline::default();
    for node in &tree.nodes {
        if node.aria_hidden || (request.scope.is_some() && !node.in_scope) {
            continue;
        }
        if request.interactive_only && node.uid.is_none() && node.role != Role::Document {
            continue;
        }
        if node.depth >= request.max_depth {
            outline.deeper = true;
            continue;
        }
        let indent = "  ".repeat(node.depth as usize);
        let level = node
            .states
            .level
            .filter(|_| node.role == Role::Heading)
            .map(|level| format!("[{level}]"))
            .unwrap_or_default();
        let name = if node.name.is_empty() {
            String::new()
        } else {
            format!(" {}", json!(node.name))
        };
        let uid = node
            .uid
            .map(|uid| format!(" [uid={uid}]"))
            .unwrap_or_default();
        outline
            .text
            .push_str(&format!("{indent}{}{level}{name}{uid}\n", node.role.word()));
        outline.nodes += 1;
        if let Some(uid) = node.uid {
            let selector = node.place.as_ref().map(|place| place.selector.as_str());
            outline.uids.insert(
                uid.to_string(),
                json!({"selector": selector, "tag": node.tag, "role": node.role.word()}),
            );
        }
    }
    outline
}
