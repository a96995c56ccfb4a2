//! What an agent looks for on a page, and the nodes that match it. Compares values; it prints
//! nothing.

mod page_text;

use crate::page_tree::{Tree, TreeNode};
use crate::role::Role;
use crate::uid::Uid;
use page_text::PageText;
use std::collections::HashSet;

/// What is looked for: all of it must hold of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Criteria {
    /// Its role.
    pub role: Option<Role>,
    /// Its level, of a heading.
    pub level: Option<u32>,
    /// A part of its accessible name.
    pub name: Option<String>,
    /// A part of its text; where no role is given, the innermost that has it.
    pub text: Option<String>,
    /// A part of the name of a field or a choice.
    pub label: Option<String>,
    /// Only what the query's scope named; of what is no node of its own, what stands in it.
    pub named_by_scope: bool,
    /// The element with this uid.
    pub is: Option<Uid>,
    /// The element of this document that has this node id.
    pub element: Option<(String, u32)>,
    /// Only inside the element with this uid.
    pub within: Option<Uid>,
    /// Names and texts are these exactly, upper and lower case too.
    pub exact: bool,
    /// Most matches that are shown.
    pub limit: usize,
}

/// A node that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Its uid, of what can be acted on.
    pub uid: Option<Uid>,
    /// Its role.
    pub role: Role,
    /// Accessible name; of a run of text, the text.
    pub name: String,
    /// Whether it is disabled.
    pub disabled: bool,
}

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// Those that are shown, in the order of the page.
    pub matches: Vec<Match>,
    /// How many match in all.
    pub count: usize,
    /// The element to look in is not there.
    pub nowhere: bool,
}

/// Roles of what has a label: fields, and what can be chosen or switched.
const LABELLED: [Role; 11] = [
    Role::Textbox,
    Role::Searchbox,
    Role::Combobox,
    Role::Listbox,
    Role::Checkbox,
    Role::Radio,
    Role::Radiogroup,
    Role::Switch,
    Role::Slider,
    Role::Spinbutton,
    Role::Group,
];

/// The positions of the nodes that match, in the order of the page; `None` where the element to
/// look in is not there.
pub fn matching(
    nodes: &[TreeNode],
    parents: &[Option<usize>],
    tree: &Tree,
    criteria: &Criteria,
) -> Option<Vec<usize>> {
    let inside = match &criteria.within {
        None => 1..nodes.len(),
        Some(uid) => inside(nodes, uid)?,
    };
    let mut found: Vec<usize> = inside.clone().collect();
    if criteria.named_by_scope {
        let named = named_by_scope(nodes, parents, tree);
        found.retain(|at| named.contains(at));
    }
    if criteria.is.is_some() {
        found.retain(|at| nodes[*at].uid == criteria.is);
    }
    if let Some((document, node)) = &criteria.element {
        let is_it = |each: &TreeNode| {
            let frame = tree.frames.get(each.frame);
            each.node.node == *node && frame.is_some_and(|frame| frame.document == *document)
        };
        found.retain(|at| is_it(&nodes[*at]));
    }
    found.retain(|at| is_called(&nodes[*at], criteria));
    if let Some(text) = &criteria.text {
        let has = with_text(nodes, parents, criteria, text);
        found.retain(|at| has.contains(at));
    }
    Some(found)
}

/// Role, level, name and label.
fn is_called(each: &TreeNode, criteria: &Criteria) -> bool {
    let node = &each.node;
    let called = |wanted: &Option<String>| says(wanted.as_deref(), &node.name, criteria.exact);
    let is_text = node.role == Role::Text;
    criteria.role.is_none_or(|role| role == node.role)
        && criteria
            .level
            .is_none_or(|level| node.states.level == Some(level))
        && called(&criteria.name)
        && called(&criteria.label)
        && !(is_text && (criteria.name.is_some() || criteria.label.is_some()))
        && (criteria.label.is_none() || LABELLED.contains(&node.role))
}

/// Whether a name has what is wanted of it.
fn says(wanted: Option<&str>, name: &str, exact: bool) -> bool {
    match wanted {
        None => true,
        Some(wanted) if exact => name.trim() == wanted.trim(),
        Some(wanted) => page_text::folded(name).contains(&page_text::folded(wanted)),
    }
}

/// The positions inside the element with a uid, and its own.
fn inside(nodes: &[TreeNode], uid: &Uid) -> Option<std::ops::Range<usize>> {
    let root = nodes
        .iter()
        .position(|each| each.uid.as_ref() == Some(uid))?;
    let depth = nodes[root].node.depth;
    let more = nodes[root + 1..].iter();
    Some(root..root + 1 + more.take_while(|each| each.node.depth > depth).count())
}

/// What the query's scope named. A wrapper is no node of its own: then what stands in it.
fn named_by_scope(nodes: &[TreeNode], parents: &[Option<usize>], tree: &Tree) -> HashSet<usize> {
    let named = |each: &TreeNode| {
        let frame = tree.frames.get(each.frame);
        each.node.node != 0 && frame.is_some_and(|frame| frame.target.contains(&each.node.node))
    };
    let outermost = |at: usize| {
        let parent = parents[at].map(|parent| &nodes[parent]);
        nodes[at].node.in_scope && !parent.is_some_and(|parent| parent.node.in_scope)
    };
    let wanted = |at: &usize| tree.scoped && (named(&nodes[*at]) || outermost(*at));
    (1..nodes.len()).filter(wanted).collect()
}

/// The nodes that have a text. Without a role the innermost: of a text in a control that is named
/// by it, the control.
fn with_text(
    nodes: &[TreeNode],
    parents: &[Option<usize>],
    criteria: &Criteria,
    wanted: &str,
) -> HashSet<usize> {
    let text = PageText::new(nodes, criteria.exact);
    if criteria.role.is_some() || criteria.named_by_scope || criteria.label.is_some() {
        return (1..nodes.len())
            .filter(|at| text.has(*at, wanted))
            .collect();
    }
    let innermost = text.innermost(parents, wanted);
    let shown = innermost.map(|at| shown_by(nodes, parents, at));
    shown.collect()
}

/// What shows a text: the element that the run of text stands in, or the control that it names.
fn shown_by(nodes: &[TreeNode], parents: &[Option<usize>], at: usize) -> usize {
    let is_text = nodes[at].node.role == Role::Text;
    let around = parents[at].filter(|parent| is_text && *parent > 0);
    let element = around.unwrap_or(at);
    let mut above = std::iter::successors(Some(element), |at| parents[*at]);
    let control = above.find(|at| nodes[*at].is_control());
    let names = |at: &usize| nodes[*at].node.named_by_content || *at == element;
    control.filter(names).unwrap_or(element)
}

/// What is said of matches.
pub fn described(nodes: &[TreeNode], positions: &[usize]) -> Vec<Match> {
    let matches = positions.iter().map(|at| {
        let each = &nodes[*at];
        Match {
            uid: each.uid.clone(),
            role: each.node.role,
            name: each.node.name.clone(),
            disabled: each.node.states.disabled,
        }
    });
    matches.collect()
}

impl Criteria {
    /// The size of its texts, in bytes.
    pub fn bytes(&self) -> usize {
        let texts = [&self.name, &self.text, &self.label].into_iter().flatten();
        texts.map(String::len).sum()
    }
}

#[cfg(test)]
mod tests;
