//! The present state of an element that may be another one than in the snapshot, as a text and as a
//! hash; and the row, list item or dialog around it.

use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::Role;
use axlens_snapshot::quote::{quoted, shortened};
use axlens_snapshot::tree::{FrameTree, Node};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// Maximum length of a text of the page in a fault, in characters.
const MAX_TEXT_LEN: usize = 200;

/// The fault of a changed element, with its present state.
pub fn fault(id: &ElementId, tree: &FrameTree, index: usize) -> Fault {
    let line = line(&tree.nodes[index]);
    let place = place(tree, index).map_or_else(String::new, |place| format!(" {place}"));
    let message = format!(
        "{} has changed since the snapshot: it is now {line}{place}.",
        id.0
    );
    Fault::new(Code::ChangedUid, message).seen(seen(tree, index))
}

/// Where an element is: `in the row "Savings"`. `None` if nothing tells it from others.
pub fn place(tree: &FrameTree, index: usize) -> Option<String> {
    let (relation, text) = surroundings(tree, index).filter(|(_, text)| !text.is_empty())?;
    Some(format!(
        "{relation} {}",
        quoted(&shortened(&text, MAX_TEXT_LEN))
    ))
}

/// The text that tells an element from others; empty without one.
pub fn text_around(tree: &FrameTree, index: usize) -> String {
    surroundings(tree, index).map_or_else(String::new, |(_, text)| text)
}

/// A hash of the state that the fault describes. An agent sends it as `seen` to acknowledge this
/// state, and no later one.
pub fn seen(tree: &FrameTree, index: usize) -> String {
    let node = &tree.nodes[index];
    let mut hasher = DefaultHasher::new();
    (
        node.role,
        &node.name,
        node.context,
        surroundings(tree, index),
    )
        .hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Role and name of an element, for a fault.
pub fn line(node: &Node) -> String {
    let name = shortened(&node.name, MAX_TEXT_LEN);
    format!("{} {}", node.role.as_str(), quoted(&name))
}

/// The nodes of the nearest row, list item, article, tree item or dialog, which can be the element
/// itself, and of the card around it; without one, only the element.
pub fn row(tree: &FrameTree, index: usize) -> impl Iterator<Item = &Node> {
    let own = &tree.nodes[index];
    let around = match own.role.sets_context() {
        true => Some(index),
        false => container(tree, index),
    };
    let range = around.map_or(index..index + 1, |around| {
        around..descendants(tree, around).end
    });
    let nodes = tree.nodes.iter().enumerate();
    let in_row = nodes.filter(move |(at, node)| range.contains(at) || is_in_unit_of(own, node));
    in_row.map(|(_, node)| node)
}

/// Whether a node belongs to the same card or heading as another one.
fn is_in_unit_of(one: &Node, other: &Node) -> bool {
    one.unit != 0 && one.unit == other.unit && one.context.has_same_container(other.context)
}

/// The text that tells an element from others of the same name, and how it relates to the element:
/// that of the nearest row, list item, article, tree item or dialog around it, or the one before.
fn surroundings(tree: &FrameTree, index: usize) -> Option<(String, String)> {
    let Some(around) = container(tree, index) else {
        return text_before(tree, index);
    };
    let outer = &tree.nodes[around];
    if !outer.name.is_empty() {
        return Some((
            format!("in the {}", outer.role.as_str()),
            outer.name.clone(),
        ));
    }
    let nodes = tree.nodes[descendants(tree, around)].iter();
    let nodes = nodes.filter(|node| !node.represented);
    let mut text = String::new();
    for node in nodes.filter(|node| node.role == Role::Text || node.named_by_content) {
        if text.chars().count() > MAX_TEXT_LEN {
            break;
        }
        if !text.ends_with(node.name.as_str()) {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(&node.name);
        }
    }
    Some((format!("in the {}", outer.role.as_str()), text))
}

/// The heading or text before an element that belongs to one.
fn text_before(tree: &FrameTree, index: usize) -> Option<(String, String)> {
    let mut before = tree.nodes[..index].iter().rev();
    let text = before.find(|node| {
        matches!(node.role, Role::Text | Role::Heading)
            && !node.represented
            && !node.name.is_empty()
    })?;
    let belongs = tree.nodes[index].unit != 0;
    belongs.then(|| {
        (
            format!("after the {}", text.role.as_str()),
            text.name.clone(),
        )
    })
}

/// Index of the nearest row, list item, article, tree item or dialog around a node.
fn container(tree: &FrameTree, index: usize) -> Option<usize> {
    let mut depth = tree.nodes[index].depth;
    (0..index).rev().find(|before| {
        let node = &tree.nodes[*before];
        let is_ancestor = node.depth < depth;
        depth = depth.min(node.depth);
        is_ancestor && node.role.sets_context()
    })
}

/// Indexes of the descendants of a node.
fn descendants(tree: &FrameTree, index: usize) -> Range<usize> {
    let depth = tree.nodes[index].depth;
    let after = tree.nodes[index + 1..].iter();
    let descendants = after.take_while(|node| node.depth > depth);
    index + 1..index + 1 + descendants.count()
}
