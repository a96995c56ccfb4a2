//! Search criteria, and the nodes that match them.

mod page_text;

use crate::page_tree::{Tree, TreeNode, subtree};
use crate::quote;
use crate::role::Role;
use crate::rows;
use crate::uid::Uid;
use page_text::PageText;
use std::collections::HashSet;

/// Search criteria. A node must match all of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Criteria {
    /// Its role.
    pub role: Option<Role>,
    /// Level of a heading.
    pub level: Option<u32>,
    /// A part of its accessible name. If no name matches: of the hint of an element without a name.
    pub name: Option<String>,
    /// A part of its text; without `role`: the innermost node with the text.
    pub text: Option<String>,
    /// A part of the name of a field, option or toggle.
    pub label: Option<String>,
    /// A part of the text of the row, item, card or dialog around it, also with `exact`. Without
    /// other criteria: only elements with a uid.
    pub row: Option<String>,
    /// Only elements that the query's scope selected, or the contents of a selected element that
    /// has no node.
    pub named_by_scope: bool,
    /// The element with this uid.
    pub is: Option<Uid>,
    /// The elements with these uids, which are sorted; without any, all.
    pub among: Vec<Uid>,
    /// The element with this document and node id.
    pub element: Option<(String, u32)>,
    /// Searches only inside the element with this uid.
    pub within: Option<Uid>,
    /// Names and texts must be equal, including case.
    pub exact: bool,
    /// Maximum number of printed matches.
    pub limit: usize,
}

/// A matching node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Its uid, if it is interactive.
    pub uid: Option<Uid>,
    /// Its role.
    pub role: Role,
    /// Accessible name; the text, for a run of text.
    pub name: String,
    /// The hint of an element without a name; empty if there is none.
    pub hint: String,
    /// The text inside an element without a name, up to [`MAX_TEXT_CHARS`] characters.
    pub text: String,
    /// Whether it is disabled.
    pub disabled: bool,
}

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The printed matches, in page order.
    pub matches: Vec<Match>,
    /// Number of all matches.
    pub count: usize,
    /// The element of [`Criteria::within`] is not on the page.
    pub is_within_missing: bool,
}

/// Maximum length of [`Match::text`], in characters.
const MAX_TEXT_CHARS: usize = 80;

/// Roles with a label: fields, options and toggles.
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

/// The positions of the matching nodes, in page order. `None`: the element of `within` is not on
/// the page.
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
    if !criteria.among.is_empty() {
        let is_among = |uid: &Uid| criteria.among.binary_search(uid).is_ok();
        found.retain(|at| nodes[*at].uid.as_ref().is_some_and(is_among));
    }
    if let Some((document, node)) = &criteria.element {
        let is_it = |each: &TreeNode| {
            let frame = tree.frames.get(each.frame);
            each.node.node == *node && frame.is_some_and(|frame| frame.document == *document)
        };
        found.retain(|at| is_it(&nodes[*at]));
    }
    let mut named = found.clone();
    named.retain(|at| matches_name(&nodes[*at], criteria));
    if named.is_empty() {
        found.retain(|at| matches_hint(&nodes[*at], criteria));
    } else {
        found = named;
    }
    if let Some(text) = &criteria.text {
        let has = with_text(nodes, parents, criteria, text);
        found.retain(|at| has.contains(at));
    }
    if let Some(row) = &criteria.row {
        let text = PageText::new(nodes, false);
        let is_alone = criteria.has_only_row();
        let cards = rows::Cards::of(nodes);
        found.retain(|at| {
            let around = || {
                let own = row_around(nodes, parents, *at).map(|at| subtree(nodes, at));
                let all = own.into_iter().chain(cards.around(*at));
                all.min_by_key(|around| around.len())
            };
            (!is_alone || nodes[*at].uid.is_some())
                && around().is_some_and(|around| text.has_within(&around, row))
        });
    }
    Some(found)
}

/// The row, item or dialog around a node. Without one: the largest element around it with controls
/// of the same unit only, which is a card.
fn row_around(nodes: &[TreeNode], parents: &[Option<usize>], at: usize) -> Option<usize> {
    let above = || std::iter::successors(parents[at], |at| parents[*at]);
    let row = above().find(|at| nodes[*at].node.role.sets_context());
    let unit = nodes[at].node.unit;
    let is_card = |at: &usize| {
        let inside = nodes[subtree(nodes, *at)].iter();
        let mut units = inside.map(|each| each.node.unit).filter(|unit| *unit != 0);
        units.all(|other| other == unit)
    };
    row.or_else(|| above().take_while(|at| unit != 0 && is_card(at)).last())
}

/// Compares role, level, name and label.
fn matches_name(each: &TreeNode, criteria: &Criteria) -> bool {
    let node = &each.node;
    let has_name =
        |wanted: &Option<String>| name_contains(wanted.as_deref(), &node.name, criteria.exact);
    let is_text = node.role == Role::Text;
    criteria.role.is_none_or(|role| role == node.role)
        && criteria
            .level
            .is_none_or(|level| node.states.level == Some(level))
        && has_name(&criteria.name)
        && has_name(&criteria.label)
        && !(is_text && (criteria.name.is_some() || criteria.label.is_some()))
        && (criteria.label.is_none() || has_label(each))
}

/// Whether an element has a label. Inputs for files and colors are buttons by their role.
fn has_label(each: &TreeNode) -> bool {
    let is_input = each.node.role == Role::Button && each.node.tag == "input";
    is_input || LABELLED.contains(&each.node.role)
}

/// Whether the hint of an element without a name contains the wanted name. A hint is no name, so it
/// matches only if no name does, and never exactly.
fn matches_hint(each: &TreeNode, criteria: &Criteria) -> bool {
    let node = &each.node;
    let Some(wanted) = criteria.name.as_deref() else {
        return false;
    };
    let unnamed = Criteria {
        name: None,
        ..criteria.clone()
    };
    let hint = node.hint.replace('-', " ");
    let wanted = wanted.replace('-', " ");
    !criteria.exact
        && node.name.is_empty()
        && !hint.is_empty()
        && name_contains(Some(&wanted), &hint, false)
        && matches_name(each, &unnamed)
}

/// Whether a name matches a criterion.
fn name_contains(wanted: Option<&str>, name: &str, exact: bool) -> bool {
    match wanted {
        None => true,
        Some(wanted) if exact => name.trim() == wanted.trim(),
        Some(wanted) => page_text::normalized(name).contains(&page_text::normalized(wanted)),
    }
}

/// The positions of the element with a uid and of its descendants.
fn inside(nodes: &[TreeNode], uid: &Uid) -> Option<std::ops::Range<usize>> {
    let root = nodes
        .iter()
        .position(|each| each.uid.as_ref() == Some(uid))?;
    let depth = nodes[root].node.depth;
    let more = nodes[root + 1..].iter();
    Some(root..root + 1 + more.take_while(|each| each.node.depth > depth).count())
}

/// The elements that the query's scope selected. If a selected element has no node, its contents.
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

/// The nodes with a text. Without a role: the innermost, or the control that the text names.
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
    innermost
        .map(|at| owner_of_text(nodes, parents, at))
        .collect()
}

/// The parent element of a run of text, or the control that the text names.
fn owner_of_text(nodes: &[TreeNode], parents: &[Option<usize>], at: usize) -> usize {
    let is_text = nodes[at].node.role == Role::Text;
    let parent = parents[at].filter(|parent| is_text && *parent > 0);
    let element = parent.unwrap_or(at);
    let mut above = std::iter::successors(Some(element), |at| parents[*at]);
    let control = above.find(|at| nodes[*at].is_control());
    let names = |at: &usize| nodes[*at].node.named_by_content || *at == element;
    control.filter(names).unwrap_or(element)
}

/// The matches at positions.
pub fn to_matches(nodes: &[TreeNode], positions: &[usize]) -> Vec<Match> {
    let matches = positions.iter().map(|at| {
        let each = &nodes[*at];
        Match {
            uid: each.uid.clone(),
            role: each.node.role,
            name: each.node.name.clone(),
            hint: each.node.hint.clone(),
            text: text_without_name(nodes, *at),
            disabled: each.node.states.disabled,
        }
    });
    matches.collect()
}

/// The text inside an element without a name.
fn text_without_name(nodes: &[TreeNode], at: usize) -> String {
    let element = &nodes[at].node;
    if !element.name.is_empty() {
        return String::new();
    }
    let inside = nodes[at + 1..].iter();
    let inside = inside.take_while(|each| each.node.depth > element.depth);
    let runs = inside.filter(|each| each.node.role == Role::Text);
    let mut text = String::new();
    for run in runs {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(run.node.name.trim());
        if text.chars().count() > MAX_TEXT_CHARS {
            break;
        }
    }
    quote::shortened(&text, MAX_TEXT_CHARS).into_owned()
}

impl Criteria {
    /// The size of its texts, in bytes.
    pub fn bytes(&self) -> usize {
        let texts = [&self.name, &self.text, &self.label, &self.row];
        texts.into_iter().flatten().map(String::len).sum()
    }

    fn has_only_row(&self) -> bool {
        let texts = [&self.name, &self.text, &self.label];
        let has_text = texts.into_iter().any(Option::is_some);
        !has_text && self.role.is_none() && !self.named_by_scope && self.element.is_none()
    }
}

#[cfg(test)]
mod tests;
