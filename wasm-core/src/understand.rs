//! From a record to the tree of a document: the whole, in order. Each step is its own module; this
//! one knows their order.

use crate::assemble::{self, Assembled};
use crate::digits;
use crate::explain;
use crate::json;
use crate::naming::Naming;
use crate::pace::{Pace, SPAN, at_once};
use crate::page::Page;
use crate::record::{Head, Record};
use crate::roles::Roles;
use crate::selectors::Selectors;
use crate::table::Table;
use crate::uids;
use crate::uids::key::{Contexts, Keys};
use axlens_snapshot::tree::FrameTree;

/// What a record comes to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Understood {
    /// The accessibility tree of the document.
    pub tree: FrameTree,
    /// The registry to keep for the next record; `None` when it has not changed.
    pub registry: Option<String>,
}

impl Understood {
    /// The tree as JSON, as it goes to the server.
    pub fn tree_json(&self) -> String {
        json::text(&self.tree)
    }

    /// Node ids of every element of the tree, in its order.
    pub fn element_nodes(&self) -> Vec<u32> {
        let nodes = self.tree.nodes.iter().map(|node| node.node);
        nodes.filter(|node| *node != 0).collect()
    }

    /// Node ids of everything with a uid, in the order of the tree: `12,17,…`.
    pub fn acting_nodes(&self) -> String {
        let acting = self.tree.nodes.iter().filter(|node| node.uid.is_some());
        digits::list(&acting.map(|node| node.node).collect::<Vec<_>>())
    }
}

/// Understands a record. A strange page gives a poorer tree, never a failure.
pub fn understand(record: &str) -> Understood {
    at_once(async |pace| understand_in(record, pace).await)
}

/// The same, in portions: how many, and of which size, changes nothing.
pub async fn understand_in(record: &str, pace: &Pace) -> Understood {
    let record = Record::parse_in(record, pace).await;
    let page = Page::new_in(&record, pace).await;
    let roles = Roles::new_in(&page, pace).await;
    let naming = Naming::new(&page, &roles);
    let understood = tree_of(&record, &page, &roles, &naming, pace).await;
    naming.forget(pace).await;
    understood
}

/// Why an element has its role, name and states, as JSON. `node`: its node id; 0 for the first that
/// the record's scope names. Nothing of that id in the record: `null`.
pub fn explain(record: &str, node: u32) -> String {
    at_once(async |pace| explain_in(record, node, pace).await)
}

/// The same, in portions.
pub async fn explain_in(record: &str, node: u32, pace: &Pace) -> String {
    let record = Record::parse_in(record, pace).await;
    let page = Page::new_in(&record, pace).await;
    let roles = Roles::new_in(&page, pace).await;
    let naming = Naming::new(&page, &roles);
    let understood = tree_of(&record, &page, &roles, &naming, pace).await;
    naming.forget(pace).await;
    explain::explain(&page, &roles, &naming, &understood.tree, node, pace)
        .await
        .unwrap_or_else(|| "null".to_owned())
}

async fn tree_of(
    record: &Record<'_>,
    page: &Page<'_>,
    roles: &Roles,
    naming: &Naming<'_, '_>,
    pace: &Pace,
) -> Understood {
    let mut assembled = assemble::assemble(page, roles, naming, pace).await;
    let registry = number(page, roles, &mut assembled, record.registry, pace).await;
    select(page, &mut assembled, pace).await;
    Understood {
        tree: frame(&page.head, assembled),
        registry,
    }
}

/// Gives selectors to everything that can be acted on; where they are not wanted, to frames alone,
/// whose contents can't be reached without.
async fn select(page: &Page<'_>, assembled: &mut Assembled, pace: &Pace) {
    let nodes = &mut assembled.nodes;
    let wanted = |position: usize| !page.head.plain || nodes[position].frame_index.is_some();
    let acting = assembled.acting.iter();
    let wanted: Vec<_> = acting.filter(|(position, _)| wanted(*position)).collect();
    if wanted.is_empty() {
        // Counting what may name an element takes as long as finding its name.
        return;
    }
    let selectors = Selectors::new(&page.dom, pace).await;
    for (position, node) in wanted {
        let path = selectors.path(*node);
        pace.steps(1 + path.selector.len() / 64).await;
        nodes[*position].path = Some(Box::new(path));
    }
}

/// Gives uids and contexts to everything that can be acted on.
async fn number(
    page: &Page<'_>,
    roles: &Roles,
    assembled: &mut Assembled,
    registry: &str,
    pace: &Pace,
) -> Option<String> {
    let keys = Keys::new(page, roles, pace).await;
    let mut subjects = Vec::with_capacity(assembled.acting.len());
    let mut surroundings = Vec::with_capacity(assembled.acting.len());
    let mut contexts = Contexts::with_capacity(assembled.acting.len());
    for (position, node) in &assembled.acting {
        pace.step().await;
        let name = &assembled.nodes[*position].name;
        let around = keys.surroundings(roles, *node, name);
        subjects.push(keys.subject(page, roles, (*node, &around), name));
        contexts.note(&around);
        surroundings.push(around);
    }
    let present = async |pace: &Pace| nodes(page, pace).await;
    let numbered = uids::number(&subjects, present, registry, pace).await;
    for (((position, _), around), uid) in assembled
        .acting
        .iter()
        .zip(&surroundings)
        .zip(&numbered.uids)
    {
        assembled.nodes[*position].uid = Some(*uid);
        assembled.nodes[*position].context = contexts.of(around);
    }
    numbered.registry
}

/// The ids of every element of the page.
async fn nodes(page: &Page<'_>, pace: &Pace) -> Table {
    let mut nodes = Table::with_capacity(page.dom.len());
    for span in page.dom.spans() {
        pace.steps(SPAN).await;
        for node in page.dom.elements_of(span) {
            nodes.add(page.dom.node_id(node).into());
        }
    }
    nodes
}

fn frame(head: &Head, assembled: Assembled) -> FrameTree {
    let focused = assembled
        .nodes
        .iter()
        .find(|node| node.states.focused)
        .and_then(|node| node.uid);
    FrameTree {
        url: head.url.clone(),
        title: head.title.clone(),
        ready: head.ready,
        world: head.world,
        focused,
        viewport: head.viewport,
        scroll: head.scroll,
        page_moved: head.page_moved,
        elements: head.elements,
        query_dom_bytes: head.query_dom_bytes,
        target: head.target.clone(),
        index: head.index,
        nodes: assembled.nodes,
    }
}

#[cfg(test)]
mod linear;

/// The tree of a record as the tests write it: role, name, `*` for a uid, why it is clickable, how
/// many rows.
#[cfg(test)]
pub(crate) fn outline(record: &str) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for node in &understand(record).tree.nodes {
        let _ = write!(
            text,
            "{}{} {:?}",
            "  ".repeat(node.depth as usize),
            node.role.as_str(),
            node.name
        );
        if node.uid.is_some() {
            text.push_str(" *");
        }
        if !node.states.clickable.is_empty() {
            let _ = write!(text, " by {}", node.states.clickable.join(" "));
        }
        if let Some(count) = node.states.count {
            let _ = write!(text, " ({count})");
        }
        text.push_str(if node.aria_hidden {
            " (seen only)\n"
        } else {
            "\n"
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{self, Around};
    use std::collections::HashMap;

    fn uids(understood: &Understood) -> Vec<(String, u32)> {
        let acting = understood
            .tree
            .nodes
            .iter()
            .filter_map(|node| Some((node.name.clone(), node.uid?)));
        acting.collect()
    }

    const PAGE: &str = "<nav><a id=home href=/>Home</a><a href=/s>Settings</a></nav>\
        <table><tr><td>Ann<td><button id=one>Edit</button><tr><td>Bob<td><button id=two>Edit</button></table>";

    #[test]
    fn the_first_record_gives_the_same_uids_whatever_was_asked() {
        let plain = understand(&html::record(PAGE));
        let scoped = understand(&html::record_in(
            PAGE,
            &Around {
                target: Some(vec!["one".to_owned()]),
                first: 500,
                ..Around::default()
            },
        ));
        assert_eq!(uids(&plain), uids(&scoped));
        assert_eq!(uids(&plain).len(), 4);
    }

    #[test]
    fn living_elements_keep_their_uids_and_another_record_changes_nothing() {
        let first = understand(&html::record_in(
            PAGE,
            &Around {
                known: ids(),
                first: 10,
                ..Around::default()
            },
        ));
        let registry = first.registry.clone().unwrap_or_default();
        assert!(!registry.is_empty());
        let again = Around {
            registry,
            known: ids(),
            first: 10,
            ..Around::default()
        };
        let second = understand(&html::record_in(PAGE, &again));
        assert_eq!((second.registry, &second.tree), (None, &first.tree));
        let renamed = PAGE.replace("Home", "Start").replace("Ann", "Eve");
        let third = understand(&html::record_in(&renamed, &again));
        let numbers = |understood: &Understood| {
            uids(understood)
                .into_iter()
                .map(|pair| pair.1)
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers(&third), numbers(&first));
    }

    #[test]
    fn the_context_is_what_the_row_reads() {
        let context = |html: &str| {
            let tree = understand(&html::record(html)).tree;
            tree.nodes
                .iter()
                .filter(|node| node.uid.is_some())
                .map(|node| node.context)
                .collect::<Vec<_>>()
        };
        let (before, after) = (context(PAGE), context(&PAGE.replace("Ann", "Eve")));
        assert_ne!(before[2], before[3]);
        assert_ne!(before[2], after[2]);
        assert_eq!(before[3], after[3]);
        assert_eq!(before[0], after[0]);
    }

    #[test]
    fn a_plain_record_gives_selectors_of_frames_alone() {
        let html = "<button id=one>Go</button><iframe id=two></iframe>";
        let plain = Around {
            plain: true,
            ..Around::default()
        };
        let (whole, plain) = (html::record(html), html::record_in(html, &plain));
        let places = |record: &str| -> Vec<String> {
            let nodes = understand(record).tree.nodes.into_iter();
            nodes.filter_map(|node| Some(node.path?.selector)).collect()
        };
        assert_eq!(places(&whole), ["#one", "#two"]);
        assert_eq!(places(&plain), ["#two"]);
    }

    #[test]
    fn explaining_nothing_is_null() {
        assert_eq!(explain(&html::record(PAGE), 99_999), "null");
        assert!(explain(&html::record(PAGE), 3).contains("\"role\""));
    }

    fn ids() -> HashMap<String, u32> {
        [
            ("home".to_owned(), 1),
            ("one".to_owned(), 2),
            ("two".to_owned(), 3),
        ]
        .into()
    }
}
