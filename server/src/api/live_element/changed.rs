//! What an element is now that can be another than was shown, in words and as a hash; and what
//! stands around it.

use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::Role;
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::tree::{FrameTree, Node};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// Longest text of a page that a fault repeats, in characters.
const TEXT: usize = 200;

/// The fault of an element that is not what it was: says what it is now.
pub fn fault(id: &ElementId, tree: &FrameTree, at: usize) -> Fault {
    let line = line(&tree.nodes[at]);
    let message = match surroundings(tree, at) {
        Some((role, text)) => format!(
            "{} is not as the snapshot showed it: it is now {line} in the {} {}.",
            id.0,
            role.as_str(),
            quoted(&shortened(&text, TEXT))
        ),
        None => format!(
            "{} is not as the snapshot showed it: it is now {line}.",
            id.0
        ),
    };
    Fault::new(Code::ChangedUid, message).seen(seen(tree, at))
}

/// Stands for an element as the fault describes it: another one where it reads otherwise, or stands
/// elsewhere.
pub fn seen(tree: &FrameTree, at: usize) -> String {
    let node = &tree.nodes[at];
    let mut hasher = DefaultHasher::new();
    (node.role, &node.name, node.context, surroundings(tree, at)).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Role and name of an element, as a fault says them.
pub fn line(node: &Node) -> String {
    let name = shortened(&node.name, TEXT);
    format!("{} {}", node.role.as_str(), quoted(&name))
}

/// The row, list item, article, tree item or dialog that an element is or stands in, with all that
/// is in it; the element alone where there is none.
pub fn row(tree: &FrameTree, at: usize) -> impl Iterator<Item = &Node> {
    let around = match tree.nodes[at].role.sets_context() {
        true => Some(at),
        false => container(tree, at),
    };
    let range = around.map_or(at..at + 1, |around| around..inside(tree, around).end);
    tree.nodes[range].iter()
}

/// The nearest row, list item, article, tree item or dialog around a node, and what it reads.
fn surroundings(tree: &FrameTree, at: usize) -> Option<(Role, String)> {
    let around = container(tree, at)?;
    let outer = &tree.nodes[around];
    if !outer.name.is_empty() {
        return Some((outer.role, outer.name.clone()));
    }
    let nodes = tree.nodes[inside(tree, around)].iter();
    let mut text = String::new();
    for node in nodes.filter(|node| node.role == Role::Text || node.named_by_content) {
        if text.chars().count() > TEXT {
            break;
        }
        if !text.ends_with(node.name.as_str()) {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(&node.name);
        }
    }
    Some((outer.role, text))
}

/// Position of the nearest container around a node.
fn container(tree: &FrameTree, at: usize) -> Option<usize> {
    let mut depth = tree.nodes[at].depth;
    (0..at).rev().find(|index| {
        let node = &tree.nodes[*index];
        let above = node.depth < depth;
        depth = depth.min(node.depth);
        above && node.role.sets_context()
    })
}

/// Positions of what stands inside a node.
fn inside(tree: &FrameTree, at: usize) -> Range<usize> {
    let depth = tree.nodes[at].depth;
    let after = tree.nodes[at + 1..].iter();
    let inside = after.take_while(|node| node.depth > depth);
    at + 1..at + 1 + inside.count()
}
