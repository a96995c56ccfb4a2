//! Selects the main content of a page.

use crate::page_tree::TreeNode;
use crate::quote::{quoted, shortened};
use crate::role::Role;
use crate::view::View;

/// Maximum number of landmarks that are listed.
const MAX_LANDMARKS: usize = 20;

/// Maximum length of the name of a landmark, in characters.
const MAX_NAME_LEN: usize = 60;

/// The nodes of a page that are its main content.
pub(super) struct MainContent {
    /// Whether each node belongs to it, by position.
    is_main: Vec<bool>,
    parents: Vec<Option<usize>>,
}

impl MainContent {
    /// Selects the nodes. A page of which nothing would remain is main content as a whole.
    pub fn of(nodes: &[TreeNode]) -> MainContent {
        let parents = View::parents_of(nodes);
        // The landmark of an embedded page says nothing about the page around it.
        let is_main = |node: &TreeNode| node.frame == 0 && node.node.role == Role::Main;
        let marked = with_descendants(&parents, |at| is_main(&nodes[at]) || is_dialog(&nodes[at]));
        let has_main = (0..nodes.len()).any(|at| {
            let is_word = nodes[at].node.role == Role::Text;
            is_word && ancestors(&parents, at).any(|above| is_main(&nodes[above]))
        });
        let rest = || {
            let dialogs = with_descendants(&parents, |at| is_dialog(&nodes[at]));
            let has_dialog = (0..nodes.len()).any(|at| dialogs[at] && words(&nodes[at]) > 0);
            let aside = with_descendants(&parents, |at| is_around(nodes[at].node.role));
            // A page behind a modal dialog is hidden from assistive technology.
            let is_behind = |at: usize| has_dialog && nodes[at].node.aria_hidden;
            let is_rest = |at: usize| dialogs[at] || !aside[at] && !is_behind(at);
            (0..nodes.len()).map(is_rest).collect()
        };
        let is_main: Vec<bool> = if has_main { marked } else { rest() };
        let has_words = (0..nodes.len()).any(|at| is_main[at] && words(&nodes[at]) > 0);
        MainContent {
            is_main: match has_words {
                true => is_main,
                false => vec![true; nodes.len()],
            },
            parents,
        }
    }

    /// Whether the node at a position belongs to it.
    pub fn has(&self, position: usize) -> bool {
        self.is_main[position]
    }

    /// The outermost landmarks outside of it that have words, with their names.
    pub fn left_out(&self, nodes: &[TreeNode]) -> Vec<String> {
        let is_outside = |at: usize| !self.is_main[at] && nodes[at].node.role.is_landmark();
        let mut has_words = vec![false; nodes.len()];
        for at in (0..nodes.len()).filter(|at| !self.is_main[*at] && words(&nodes[*at]) > 0) {
            let outermost = ancestors(&self.parents, at)
                .filter(|above| is_outside(*above))
                .last();
            if let Some(landmark) = outermost {
                has_words[landmark] = true;
            }
        }
        let landmarks = (0..nodes.len()).filter(|at| has_words[*at]);
        landmarks
            .take(MAX_LANDMARKS)
            .map(|at| landmark(&nodes[at]))
            .collect()
    }

    /// The number of words outside of it.
    pub fn left_out_words(&self, nodes: &[TreeNode]) -> usize {
        let outside = (0..nodes.len()).filter(|at| !self.is_main[*at]);
        outside.map(|at| words(&nodes[at])).sum()
    }
}

/// For every node, whether `mark` is true for it or for an ancestor.
fn with_descendants(parents: &[Option<usize>], mark: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut marked: Vec<bool> = Vec::with_capacity(parents.len());
    for (at, parent) in parents.iter().enumerate() {
        let inherited = parent.is_some_and(|parent| marked[parent]);
        marked.push(inherited || mark(at));
    }
    marked
}

/// A node's ancestors, innermost first.
fn ancestors(parents: &[Option<usize>], at: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(parents[at], |above| parents[*above])
}

/// Whether the role is a landmark that surrounds a page's main content.
fn is_around(role: Role) -> bool {
    matches!(
        role,
        Role::Banner | Role::Navigation | Role::Complementary | Role::Contentinfo
    )
}

fn is_dialog(each: &TreeNode) -> bool {
    matches!(each.node.role, Role::Dialog | Role::Alertdialog)
}

fn words(each: &TreeNode) -> usize {
    match each.node.role {
        Role::Text => each.node.name.split_whitespace().count(),
        _ => 0,
    }
}

fn landmark(each: &TreeNode) -> String {
    let (role, name) = (each.node.role.as_str(), &each.node.name);
    match name.is_empty() {
        true => role.to_owned(),
        false => format!("{role} {}", quoted(&shortened(name, MAX_NAME_LEN))),
    }
}
