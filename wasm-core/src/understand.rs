//! From a record to the tree of a document: calls the modules in order.

use crate::assemble::{self, Assembled};
use crate::digits;
use crate::explain;
use crate::json;
use crate::naming::Naming;
use crate::pace::{Pace, SPAN, at_once};
use crate::page::Page;
use crate::record::Record;
use crate::roles::Roles;
use crate::selectors::Selectors;
use crate::table::HashTable;
use crate::uids;
use crate::uids::key::{Contexts, UidKeys};
use axlens_snapshot::tree::FrameTree;

/// The result of a record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Understood {
    /// The accessibility tree of the document.
    pub tree: FrameTree,
    /// The registry for the next record; `None` if it is unchanged.
    pub registry: Option<String>,
}

impl Understood {
    /// The tree as JSON, as it is sent to the server.
    pub fn tree_json(&self) -> String {
        json::text(&self.tree)
    }

    /// Node ids of all elements, in tree order.
    pub fn element_nodes(&self) -> Vec<u32> {
        let nodes = self.tree.nodes.iter().map(|node| node.node);
        nodes.filter(|node| *node != 0).collect()
    }

    /// Node ids of the elements with a uid, in tree order: `12,17,…`.
    pub fn interactive_nodes(&self) -> String {
        let interactive = self.tree.nodes.iter().filter(|node| node.uid.is_some());
        digits::list(&interactive.map(|node| node.node).collect::<Vec<_>>())
    }
}

/// Understands a record. Invalid records result in incomplete trees, never in errors.
pub fn understand(record: &str) -> Understood {
    at_once(async |pace| understand_in(record, pace).await)
}

/// The same, in portions. The result does not depend on their size.
pub async fn understand_in(record: &str, pace: &Pace) -> Understood {
    let record = Record::parse_in(record, pace).await;
    let page = Page::new_in(&record, pace).await;
    let roles = Roles::new_in(&page, pace).await;
    let naming = Naming::new(&page, &roles);
    let understood = tree_of(&record, &page, &roles, &naming, pace).await;
    naming.clear_cache(pace).await;
    understood
}

/// Why an element has its role, name and states, as JSON. `node` is its node id; 0 for the first
/// target of the record. `null` if there is no such element.
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
    naming.clear_cache(pace).await;
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
        tree: frame(page, assembled),
        registry,
    }
}

/// Adds selectors to interactive nodes, or only to frames if the record does not request them: the
/// contents of frames can't be found without.
async fn select(page: &Page<'_>, assembled: &mut Assembled, pace: &Pace) {
    let nodes = &mut assembled.nodes;
    let wanted = |position: usize| !page.head.plain || nodes[position].frame_index.is_some();
    let interactive = assembled.interactive.iter();
    let wanted: Vec<_> = interactive
        .filter(|(position, _)| wanted(*position))
        .chain(&assembled.targets)
        .collect();
    if wanted.is_empty() {
        // Counting signatures takes as long as finding selectors.
        return;
    }
    let selectors = Selectors::new(&page.dom, pace).await;
    for (position, node) in wanted {
        let path = selectors.path(*node);
        pace.steps(1 + path.selector.len() / 64).await;
        nodes[*position].path = Some(Box::new(path));
    }
}

/// Adds uids and contexts to interactive nodes.
async fn number(
    page: &Page<'_>,
    roles: &Roles,
    assembled: &mut Assembled,
    registry: &str,
    pace: &Pace,
) -> Option<String> {
    let keys = UidKeys::new(page, roles, pace).await;
    let mut subjects = Vec::with_capacity(assembled.interactive.len());
    let mut surroundings = Vec::with_capacity(assembled.interactive.len());
    let mut contexts = Contexts::with_capacity(assembled.interactive.len());
    for (position, node) in &assembled.interactive {
        pace.step().await;
        let name = &assembled.nodes[*position].name;
        let around = keys.surroundings(page, roles, *node, name);
        subjects.push(keys.subject(page, roles, (*node, &around), name));
        contexts.add(&around);
        surroundings.push(around);
    }
    let present = async |pace: &Pace| nodes(page, pace).await;
    let numbered = uids::number(&subjects, present, registry, pace).await;
    for (((position, _), around), uid) in assembled
        .interactive
        .iter()
        .zip(&surroundings)
        .zip(&numbered.uids)
    {
        assembled.nodes[*position].uid = Some(*uid);
        assembled.nodes[*position].context = contexts.context(around);
        assembled.nodes[*position].unit = around.scope;
    }
    numbered.registry
}

/// The ids of every element of the page.
async fn nodes(page: &Page<'_>, pace: &Pace) -> HashTable {
    let mut nodes = HashTable::with_capacity(page.dom.len());
    for span in page.dom.spans() {
        pace.steps(SPAN).await;
        for node in page.dom.elements_of(span) {
            nodes.add(page.dom.node_id(node).into());
        }
    }
    nodes
}

fn frame(page: &Page, assembled: Assembled) -> FrameTree {
    let head = &page.head;
    let target = match head.include_targets {
        true => Some(assembled.found),
        false => head.target.clone(),
    };
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
        target,
        index: head.index,
        nodes: assembled.nodes,
    }
}

#[cfg(test)]
mod linear;

/// The tree of a record as text for tests: role, name, `*` for a uid, reasons of clickability,
/// count.
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
        if node.aria_hidden {
            text.push_str(" (seen only)");
        }
        text.push_str(if node.represented {
            " (in the name)\n"
        } else {
            "\n"
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{self, RecordOptions};
    use std::collections::HashMap;

    fn uids(understood: &Understood) -> Vec<(String, u32)> {
        let interactive = understood
            .tree
            .nodes
            .iter()
            .filter_map(|node| Some((node.name.clone(), node.uid?)));
        interactive.collect()
    }

    const PAGE: &str = "<nav><a id=home href=/>Home</a><a href=/s>Settings</a></nav>\
        <table><tr><td>Ann<td><button id=one>Edit</button><tr><td>Bob<td><button id=two>Edit</button></table>";

    #[test]
    fn the_first_uids_do_not_depend_on_the_query() {
        let plain = understand(&html::record(PAGE));
        let scoped = understand(&html::record_in(
            PAGE,
            &RecordOptions {
                target: Some(vec!["one".to_owned()]),
                first: 500,
                ..RecordOptions::default()
            },
        ));
        assert_eq!(uids(&plain), uids(&scoped));
        assert_eq!(uids(&plain).len(), 4);
    }

    #[test]
    fn existing_elements_keep_their_uids_in_later_records() {
        let first = understand(&html::record_in(
            PAGE,
            &RecordOptions {
                known: ids(),
                first: 10,
                ..RecordOptions::default()
            },
        ));
        let registry = first.registry.clone().unwrap_or_default();
        assert!(!registry.is_empty());
        let again = RecordOptions {
            registry,
            known: ids(),
            first: 10,
            ..RecordOptions::default()
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
    fn the_context_is_the_text_of_the_row() {
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
    fn a_plain_record_has_selectors_only_for_frames() {
        let html = "<button id=one>Go</button><iframe id=two></iframe>";
        let plain = RecordOptions {
            plain: true,
            ..RecordOptions::default()
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
    fn explaining_a_missing_element_is_null() {
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
