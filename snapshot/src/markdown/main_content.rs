//! Selects the main content of a page.

use crate::page_tree::TreeNode;
use crate::quote::{quoted, shortened};
use crate::role::Role;
use crate::view::View;
use std::ops::Range;

/// Maximum number of landmarks that are listed.
const MAX_LANDMARKS: usize = 20;

/// Maximum length of the name of a landmark, in characters.
const MAX_NAME_LEN: usize = 60;

/// The least length of an article that is the main content, in characters without whitespace.
const MIN_ARTICLE_LEN: usize = 500;

/// What is left out of the content of a page with an article.
const AROUND_ARTICLE: &str = "what is around the article";

/// The nodes of a page that are its main content.
pub(super) struct MainContent {
    /// Whether each node belongs to it, by position.
    is_main: Vec<bool>,
    parents: Vec<Option<usize>>,
    /// Whether each node is around it.
    is_around: Vec<bool>,
    /// Whether it is an article, and text around it is left out.
    is_article: bool,
}

impl MainContent {
    /// Selects the nodes. A page of which nothing would remain is main content as a whole.
    pub fn of(nodes: &[TreeNode]) -> MainContent {
        let parents = View::parents_of(nodes);
        let dialogs = with_descendants(&parents, |at| is_dialog(&nodes[at]));
        let content = content(nodes, &parents, &dialogs);
        let mut is_main = content.clone();
        if let Some(article) = article(nodes, &parents, &content, &dialogs) {
            for at in (0..nodes.len()).filter(|at| !article.contains(at) && !dialogs[*at]) {
                is_main[at] = false;
            }
        }
        // A landmark around the content is not left out, although text in it may be.
        let mut is_around = vec![false; nodes.len()];
        for at in (0..nodes.len()).filter(|at| is_main[*at] && !dialogs[*at]) {
            for above in ancestors(&parents, at) {
                if std::mem::replace(&mut is_around[above], true) {
                    break;
                }
            }
        }
        for at in headline(nodes, &parents, &is_main, &dialogs) {
            is_main[at] = true;
        }
        let mut left_out = (0..nodes.len()).filter(|at| content[*at] && !is_main[*at]);
        MainContent {
            is_article: left_out.any(|at| length(&nodes[at]) > 0),
            is_main,
            is_around,
            parents,
        }
    }

    /// Whether the node at a position belongs to it.
    pub fn has(&self, position: usize) -> bool {
        self.is_main[position]
    }

    /// The outermost landmarks outside of it that have words, with their names.
    pub fn left_out(&self, nodes: &[TreeNode]) -> Vec<String> {
        let is_outside = |at: usize| {
            let is_around = self.is_main[at] || self.is_around[at];
            !is_around && nodes[at].node.role.is_landmark()
        };
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
        let landmarks = landmarks.take(MAX_LANDMARKS);
        let mut left_out: Vec<String> = landmarks.map(|at| landmark(&nodes[at])).collect();
        if self.is_article {
            left_out.push(AROUND_ARTICLE.to_owned());
        }
        left_out
    }

    /// The number of words outside of it.
    pub fn left_out_words(&self, nodes: &[TreeNode]) -> usize {
        let outside = (0..nodes.len()).filter(|at| !self.is_main[*at]);
        outside.map(|at| words(&nodes[at])).sum()
    }
}

/// The `main` landmarks and dialogs; without a `main` landmark, the page without the landmarks that
/// surround its content.
fn content(nodes: &[TreeNode], parents: &[Option<usize>], dialogs: &[bool]) -> Vec<bool> {
    let has_text = |is_content: &[bool]| {
        (0..nodes.len()).any(|at| is_content[at] && nodes[at].node.role == Role::Text)
    };
    // The landmark of an embedded page says nothing about the page around it.
    let is_landmark = |at: usize| nodes[at].frame == 0 && nodes[at].node.role == Role::Main;
    let main = with_descendants(parents, is_landmark);
    if has_text(&main) {
        return (0..nodes.len()).map(|at| main[at] || dialogs[at]).collect();
    }
    let has_dialog = (0..nodes.len()).any(|at| dialogs[at] && words(&nodes[at]) > 0);
    let aside = with_descendants(parents, |at| is_around(nodes[at].node.role));
    // A page behind a modal dialog is hidden from assistive technology.
    let is_behind = |at: usize| has_dialog && nodes[at].node.aria_hidden;
    let is_rest = |at: usize| dialogs[at] || !aside[at] && !is_behind(at);
    let rest: Vec<bool> = (0..nodes.len()).map(is_rest).collect();
    match has_text(&rest) {
        true => rest,
        false => vec![true; nodes.len()],
    }
}

/// The nodes of the only article of the content, if it has at least half of the content's text
/// outside of links and controls.
fn article(
    nodes: &[TreeNode],
    parents: &[Option<usize>],
    is_main: &[bool],
    dialogs: &[bool],
) -> Option<Range<usize>> {
    let is_article = |at: &usize| nodes[*at].frame == 0 && nodes[*at].node.role == Role::Article;
    let is_outermost = |at: &usize| {
        let is_content = is_main[*at] && !dialogs[*at];
        is_content && is_article(at) && !ancestors(parents, *at).any(|above| is_article(&above))
    };
    let mut articles = (0..nodes.len()).filter(is_outermost);
    let article = articles.next().filter(|_| articles.next().is_none())?;
    let article = subtree(nodes, article);
    // Lists of links do not count: a page may have more of them than text.
    let controls = with_descendants(parents, |at| nodes[at].node.role.is_interactive());
    let prose = |at: usize| if controls[at] { 0 } else { length(&nodes[at]) };
    let own: usize = article.clone().map(prose).sum();
    let content = (0..nodes.len()).filter(|at| is_main[*at] && !dialogs[*at]);
    let all: usize = content.map(prose).sum();
    (own >= MIN_ARTICLE_LEN && own * 2 >= all).then_some(article)
}

/// The nodes of the headline of the page, if the content does not have it: the last heading of
/// level 1 before the content.
fn headline(
    nodes: &[TreeNode],
    parents: &[Option<usize>],
    is_main: &[bool],
    dialogs: &[bool],
) -> Range<usize> {
    let is_content = |at: &usize| is_main[*at] && !dialogs[*at];
    let mut content = (0..nodes.len()).filter(is_content);
    let Some(first) = content.clone().find(|at| length(&nodes[*at]) > 0) else {
        return 0..0;
    };
    if content.any(|at| is_headline(&nodes[at])) {
        return 0..0;
    }
    let is_aside = |at: usize| {
        let role = nodes[at].node.role;
        dialogs[at] || role != Role::Banner && is_around(role)
    };
    let is_own = |at: &usize| {
        let is_aside = is_aside(*at) || ancestors(parents, *at).any(is_aside);
        let has_text = || {
            nodes[subtree(nodes, *at)]
                .iter()
                .any(|each| length(each) > 0)
        };
        is_headline(&nodes[*at]) && !is_aside && has_text()
    };
    let headline = (0..first).rev().find(is_own);
    headline.map_or(0..0, |at| subtree(nodes, at))
}

/// The positions of a node and its descendants.
fn subtree(nodes: &[TreeNode], at: usize) -> Range<usize> {
    let depth = nodes[at].node.depth;
    let after = nodes[at + 1..].iter();
    let descendants = after.take_while(|each| each.node.depth > depth);
    at..at + 1 + descendants.count()
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

/// Whether it is the heading of the page or its article.
fn is_headline(each: &TreeNode) -> bool {
    let node = &each.node;
    node.role == Role::Heading && node.states.level == Some(1) && each.frame == 0
}

/// The number of characters of a visible text, without whitespace. Not every language separates
/// words.
fn length(each: &TreeNode) -> usize {
    let node = &each.node;
    if node.role != Role::Text || node.states.unseen.is_some() {
        return 0;
    }
    let characters = node.name.chars();
    characters.filter(|each| !each.is_whitespace()).count()
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
