//! The nodes of a page, with what writing them needs to know about their contents.

use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::tree::Node;
use crate::view::View;
use std::ops::Range;

/// Maximum distance of a link or figure from an image whose alternative text it repeats.
const MAX_HOLDER_DISTANCE: usize = 8;

/// Maximum number of nodes that are compared with an image.
const MAX_SEARCHED: usize = 100;

/// The nodes of a page, in depth-first order.
pub(super) struct Nodes<'n> {
    nodes: &'n [TreeNode],
    /// For every node, the position after its last descendant.
    ends: Vec<usize>,
    parents: Vec<Option<usize>>,
}

impl<'n> Nodes<'n> {
    pub fn new(nodes: &'n [TreeNode]) -> Nodes<'n> {
        Nodes {
            nodes,
            ends: View::ends_of(nodes),
            parents: View::parents_of(nodes),
        }
    }

    /// The node at a position.
    pub fn node(&self, position: usize) -> &'n Node {
        &self.nodes[position].node
    }

    /// The nodes at some positions.
    pub fn slice(&self, range: Range<usize>) -> &'n [TreeNode] {
        &self.nodes[range]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The position after the last descendant of a node.
    pub fn end(&self, position: usize) -> usize {
        self.ends[position]
    }

    /// The positions of the descendants of a node.
    pub fn inside(&self, position: usize) -> Range<usize> {
        position + 1..self.ends[position]
    }

    /// The descendants of a node.
    pub fn content(&self, position: usize) -> &'n [TreeNode] {
        &self.nodes[self.inside(position)]
    }

    /// Whether a text follows another one that belongs to another block, which has no node.
    pub fn is_next_line(&self, position: usize) -> bool {
        let before = position.checked_sub(1).map(|before| self.node(before));
        before.is_some_and(|before| are_lines(before, self.node(position)))
    }

    /// Whether the text of a node is only its name. The name of an image may represent its text.
    pub fn shows_name(&self, position: usize) -> bool {
        let node = self.node(position);
        let is_empty = self.inside(position).is_empty();
        let is_shown = match is_image(node.role) {
            true => {
                is_empty
                    || self
                        .content(position)
                        .iter()
                        .all(|each| each.node.represented)
            }
            false => is_empty && node.named_by_content,
        };
        !node.name.is_empty() && is_shown
    }

    /// Whether the text of the link or figure around an image is the image's alternative text.
    pub fn is_repeated_image(&self, position: usize) -> bool {
        let node = self.node(position);
        let holders = std::iter::successors(self.parents[position], |at| self.parents[*at]);
        let holders = holders.take(MAX_HOLDER_DISTANCE);
        let mut holders =
            holders.filter(|at| matches!(self.node(*at).role, Role::Link | Role::Figure));
        let repeats = |holder: usize| is_text(&node.name, self.visible_texts(holder));
        self.shows_name(position) && holders.any(repeats)
    }

    /// Whether a link with only an image is before a link to the same page, whose text is the
    /// image's alternative text.
    pub fn is_repeated_link(&self, position: usize) -> bool {
        let link = self.node(position);
        let inside = self.inside(position).take(MAX_SEARCHED);
        let mut images = inside.filter(|at| self.shows_name(*at));
        let image = images.next().filter(|_| images.next().is_none());
        let has_text = self.visible_texts(position).next().is_some();
        let Some(image) = image.filter(|at| !has_text && is_image(self.node(*at).role)) else {
            return false;
        };
        let mut after = (self.end(position)..self.len()).take(MAX_SEARCHED);
        let next = after.find(|at| {
            let node = self.node(*at);
            node.role == Role::Text || node.href.is_some() || self.shows_name(*at)
        });
        next.is_some_and(|next| {
            let texts = self.visible_texts(next);
            self.node(next).href == link.href && is_text(&self.node(image).name, texts)
        })
    }

    /// The texts in a node that a user can see.
    fn visible_texts(&self, position: usize) -> impl Iterator<Item = &'n str> {
        let content = self.content(position).iter().map(|each| &each.node);
        // A text of more nodes is no alternative text.
        let nodes = content.take(MAX_SEARCHED);
        let texts = nodes.filter(|node| node.role == Role::Text && !is_unseen(node));
        texts.map(|node| node.name.as_str())
    }

    /// Whether all texts in a node are preformatted.
    pub fn is_all_preformatted(&self, position: usize) -> bool {
        let mut content = self.content(position).iter();
        content.all(|each| each.node.role != Role::Text || each.node.states.space.is_some())
    }
}

/// Whether some texts together are a text, except for whitespace.
fn is_text<'t>(text: &str, parts: impl Iterator<Item = &'t str>) -> bool {
    let characters = |text: &'t str| text.chars().filter(|each| !each.is_whitespace());
    let text = text.chars().filter(|each| !each.is_whitespace());
    text.eq(parts.flat_map(characters))
}

/// Whether spaces in a preformatted text have a meaning: indentation or columns.
pub(super) fn is_aligned(text: &str) -> bool {
    let has_columns = |line: &str| line.starts_with(['\t', ' ']) || line.trim().contains("   ");
    text.contains('\n') && text.lines().any(has_columns)
}

/// A preformatted text with its line breaks, without what a user can't see. Its lines may also be
/// blocks.
pub(super) fn preformatted(nodes: &[TreeNode]) -> String {
    let mut text = String::new();
    let mut before: Option<&Node> = None;
    let mut is_line = false;
    for (at, each) in nodes.iter().map(|each| &each.node).enumerate() {
        let next = nodes.get(at + 1);
        let is_empty = next.is_none_or(|next| next.node.depth <= each.depth);
        let is_name = is_empty && (each.named_by_content || is_image(each.role));
        is_line |= each.new_line || before.is_some_and(|before| are_lines(before, each));
        before = Some(each);
        if is_unseen(each) || each.role != Role::Text && !is_name {
            continue;
        }
        let space = match std::mem::take(&mut is_line) {
            _ if each.glued || text.is_empty() => "",
            true => "\n",
            false => " ",
        };
        text.push_str(each.states.space.as_deref().unwrap_or(space));
        text.push_str(&each.name);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // The first line keeps its indentation.
    text.trim_start_matches('\n').to_owned()
}

/// Whether two texts are in two blocks, which have no nodes. Texts in one block would be one node.
pub(super) fn are_lines(before: &Node, after: &Node) -> bool {
    let is_text = before.role == Role::Text && after.role == Role::Text;
    let is_alike = before.aria_hidden == after.aria_hidden && is_unseen(before) == is_unseen(after);
    is_text
        && is_alike
        && before.depth == after.depth
        && !after.glued
        && after.states.space.is_none()
}

pub(super) fn is_unseen(node: &Node) -> bool {
    node.role == Role::Text && node.states.unseen.is_some()
}

pub(super) fn is_image(role: Role) -> bool {
    matches!(
        role,
        Role::Image | Role::GraphicsSymbol | Role::GraphicsDocument
    )
}
