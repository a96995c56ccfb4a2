//! Tells equal controls apart: those with the same role and name get a text of the row, card or
//! group that they are in, unless a line before them has it.

use crate::page_tree::TreeNode;
use crate::quote::shortened;
use crate::role::Role;
use crate::view::View;
use std::collections::HashMap;
use std::ops::Range;

/// Maximum number of nodes of a row or card whose texts are compared.
const MAX_NODES: usize = 60;
/// Maximum number of texts of a row or card that are compared.
const MAX_TEXTS: usize = 8;
/// Maximum length of the text that is printed.
const MAX_LEN: usize = 40;

/// A control with others of the same role and name.
struct Twin {
    position: usize,
    /// The nodes that belong to it and to none of the others.
    around: Range<usize>,
    /// The positions of the nodes around it with the first texts, see [`texts`].
    texts: Vec<usize>,
}

/// Sets what tells the kept controls apart from others with the same role and name.
pub fn tell_apart(view: &mut View, is_kept: &[bool]) {
    let mut groups: HashMap<(Role, &str, &str), Vec<usize>> = HashMap::new();
    for (position, each) in view.nodes.iter().enumerate() {
        if is_kept[position] && each.is_control() {
            let equal = groups.entry((each.node.role, &each.node.name, &each.node.hint));
            equal.or_default().push(position);
        }
    }
    groups.retain(|_, equal| equal.len() > 1);
    if groups.is_empty() {
        return;
    }
    let (parents, ends) = (view.parents(), view.ends());
    let groups = groups.into_values();
    let mut distinctions: Vec<(usize, Range<usize>, usize)> = groups
        .flat_map(|equal| distinctions(&view.nodes, &parents, &ends, &equal))
        .collect();
    distinctions.sort_unstable_by_key(|(position, ..)| *position);
    for (position, around, text) in distinctions {
        let text: Box<str> = shortened(&view.nodes[text].node.name, MAX_LEN).into();
        let beginning = text.trim_end_matches('…');
        let near = around.start.max(position.saturating_sub(MAX_NODES))..position;
        let is_printed = near.into_iter().any(|before| {
            let each = &view.nodes[before];
            is_kept[before]
                && (has_words(&each.node.name, beginning)
                    || each.distinction.as_ref() == Some(&text))
        });
        if !is_printed {
            view.nodes[position].distinction = Some(text);
        }
    }
}

/// For each of these equal controls, its position, the nodes around it, and the position of the
/// text that tells it apart; none for those without such a text.
fn distinctions(
    nodes: &[TreeNode],
    parents: &[Option<usize>],
    ends: &[usize],
    equal: &[usize],
) -> Vec<(usize, Range<usize>, usize)> {
    let twins: Vec<Twin> = (0..equal.len())
        .map(|index| {
            let position = equal[index];
            let own = position..ends[position];
            let element = element_around(parents, ends, equal, index);
            let (around, texts) = match element {
                Some(around) => {
                    let texts = texts(nodes, around.clone(), &own);
                    (around, texts)
                }
                None => {
                    let around = since_previous(parents, ends, equal, index);
                    // The nearest text is that of the control.
                    let texts = texts(nodes, around.clone().rev(), &own);
                    (around, texts)
                }
            };
            Twin {
                position,
                around,
                texts,
            }
        })
        .collect();
    let name = |text: &usize| nodes[*text].node.name.as_str();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for twin in &twins {
        let mut own: Vec<&str> = twin.texts.iter().map(name).collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter()
            .for_each(|text| *known.entry(text).or_default() += 1);
    }
    let rarest = |twin: &Twin| {
        let of = |text: &usize| known.get(name(text)).copied().unwrap_or_default();
        let rarest = twin.texts.iter().copied().min_by_key(of);
        rarest.filter(|text| of(text) < twins.len())
    };
    let found = twins.iter().filter_map(|twin| {
        let text = rarest(twin)?;
        Some((twin.position, twin.around.clone(), text))
    });
    found.collect()
}

/// The largest element around one of several equal controls that contains no other one.
fn element_around(
    parents: &[Option<usize>],
    ends: &[usize],
    equal: &[usize],
    index: usize,
) -> Option<Range<usize>> {
    let position = equal[index];
    let before = index.checked_sub(1).map(|before| equal[before]);
    let after = equal.get(index + 1).copied();
    let contains_other = |at: usize| {
        let others = [before, after].into_iter().flatten();
        others
            .into_iter()
            .any(|other| (at..ends[at]).contains(&other))
    };
    let ancestors = std::iter::successors(Some(position), |at| parents[*at]);
    let own = ancestors.take_while(|at| !contains_other(*at)).last()?;
    (own != position).then(|| own..ends[own])
}

/// What is between one of several equal controls and the one before it, in the same element.
fn since_previous(
    parents: &[Option<usize>],
    ends: &[usize],
    equal: &[usize],
    index: usize,
) -> Range<usize> {
    let position = equal[index];
    let parent = parents[position].map_or(0, |parent| parent + 1);
    let previous = index.checked_sub(1).map_or(0, |before| ends[equal[before]]);
    parent.max(previous).min(position)..position
}

/// The first visible texts of some nodes of its frame outside of one control: headings, then texts
/// that begin with a letter, then others.
fn texts(
    nodes: &[TreeNode],
    around: impl Iterator<Item = usize>,
    own: &Range<usize>,
) -> Vec<usize> {
    let tells = |at: &usize| {
        let each = &nodes[*at];
        !own.contains(at)
            && (each.node.role == Role::Text || each.is_control() || is_heading(each))
            && each.node.name.contains(char::is_alphanumeric)
            && each.frame == nodes[own.start].frame
            && each.node.states.unseen.is_none()
    };
    let mut texts: Vec<usize> = around
        .take(MAX_NODES)
        .filter(tells)
        .take(MAX_TEXTS)
        .collect();
    // Prices, counters and times change.
    let is_word = |at: usize| nodes[at].node.name.starts_with(char::is_alphabetic);
    texts.sort_by_key(|at| (!is_heading(&nodes[*at]), !is_word(*at)));
    texts
}

/// Whether a text contains another one that neither begins nor ends within a word.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
    })
}

fn is_heading(each: &TreeNode) -> bool {
    matches!(each.node.role, Role::Heading | Role::Rowheader)
}

#[cfg(test)]
mod tests {
    use super::tell_apart;
    use crate::page_tree::TreeNode;
    use crate::role::Role;
    use crate::tree::Node;
    use crate::uid::Uid;
    use crate::view::View;

    fn view(nodes: &[(u32, Role, &str)]) -> View {
        let nodes = nodes.iter().zip(1..);
        let nodes = nodes.map(|((depth, role, name), uid)| TreeNode {
            node: Node {
                depth: *depth,
                role: *role,
                name: (*name).to_owned(),
                ..Node::default()
            },
            uid: role.is_interactive().then(|| Uid(vec![uid])),
            ..TreeNode::default()
        });
        View {
            nodes: nodes.collect(),
            ..View::default()
        }
    }

    /// What tells each control apart.
    fn distinctions(mut view: View) -> Vec<Option<Box<str>>> {
        let is_kept: Vec<bool> = view.nodes.iter().map(TreeNode::is_control).collect();
        tell_apart(&mut view, &is_kept);
        let controls = view.nodes.into_iter().filter(TreeNode::is_control);
        controls.map(|each| each.distinction).collect()
    }

    use Role::{Button, Document, Generic, Heading, Link, Text};

    #[test]
    fn equal_controls_get_the_text_of_their_card_once() {
        let cards = view(&[
            (0, Document, "Tournaments"),
            (1, Generic, ""),
            (2, Text, "Round 1"),
            (2, Heading, "Winter League"),
            (2, Button, "Enter"),
            (2, Button, ""),
            (1, Generic, ""),
            (2, Text, "Round 1"),
            (2, Heading, "Ludo evening"),
            (2, Button, "Enter"),
            (2, Button, ""),
            (1, Button, "More"),
        ]);
        let (winter, ludo) = (Some("Winter League".into()), Some("Ludo evening".into()));
        assert_eq!(distinctions(cards), [winter, None, ludo, None, None]);
    }

    #[test]
    fn a_text_before_each_control_tells_them_apart_without_cards() {
        let flat = view(&[
            (0, Document, ""),
            (1, Text, "Dishes"),
            (1, Text, "Soup"),
            (1, Button, "Add"),
            (1, Text, "Rice"),
            (1, Button, "Add"),
        ]);
        let texts = [Some("Soup".into()), Some("Rice".into())];
        assert_eq!(distinctions(flat), texts);
    }

    #[test]
    fn what_a_listed_control_before_it_says_is_not_repeated() {
        let rows = view(&[
            (0, Document, ""),
            (1, Generic, ""),
            (2, Link, "Ada"),
            (2, Button, "Edit"),
            (1, Generic, ""),
            (2, Link, "Bob"),
            (2, Button, "Edit"),
        ]);
        assert_eq!(distinctions(rows), [None, None, None, None]);
        let bare = view(&[(0, Document, ""), (1, Button, "+"), (1, Button, "+")]);
        assert_eq!(distinctions(bare), [None, None]);
    }
}
