//! Searches on a page with two orders.

use super::*;
use crate::options::{Format, Options};
use crate::page_tree::FrameInfo;
use crate::render::render;
use crate::shape::shape;
use crate::tree::Node;

/// Depth, role, name, uid; named by content if the name begins with `~`.
type Line = (u32, Role, &'static str, u32);

fn page(lines: &[Line]) -> Tree {
    let nodes = lines
        .iter()
        .enumerate()
        .map(|(at, (depth, role, name, uid))| {
            let uid = (*uid > 0).then_some(*uid);
            TreeNode {
                node: Node {
                    depth: *depth,
                    node: u32::try_from(at).expect("few"),
                    role: *role,
                    name: name.trim_start_matches('~').to_owned(),
                    named_by_content: name.starts_with('~'),
                    uid,
                    ..Node::default()
                },
                uid: uid.map(|uid| Uid(vec![uid])),
                ..TreeNode::default()
            }
        });
    Tree {
        nodes: nodes.collect(),
        frames: vec![FrameInfo::default()],
        ..Tree::default()
    }
}

fn orders() -> Tree {
    use Role::*;
    page(&[
        (0, Document, "Orders", 0),
        (1, Searchbox, "Filter orders", 3),
        (1, Table, "Orders", 0),
        (2, Row, "~Ada Lovelace Edit", 0),
        (3, Cell, "~Ada Lovelace", 0),
        (4, Text, "Ada ", 0),
        (4, Strong, "", 0),
        (5, Text, "Lovelace", 0),
        (3, Cell, "~Edit", 0),
        (4, Button, "~Edit", 14),
        (5, Text, "Edit", 0),
        (2, Row, "~Alan Turing Edit", 0),
        (3, Cell, "~Alan Turing", 0),
        (4, Text, "Alan Turing", 0),
        (3, Cell, "~Edit", 0),
        (4, Button, "~Edit", 25),
        (5, Text, "Edit", 0),
        (1, Paragraph, "", 0),
        (2, Text, "Edit what is wrong.", 0),
    ])
}

fn find(tree: Tree, criteria: Criteria) -> (SearchResult, String) {
    let mut tree = tree;
    let options = Options {
        format: Format::Lean,
        criteria: Some(Criteria {
            limit: 20,
            ..criteria
        }),
        ..Options::default()
    };
    let view = shape(&mut tree, &options);
    let text = render(&view, &tree, &options).text;
    (view.found, text)
}

fn uids(found: &SearchResult) -> Vec<String> {
    let uids = found.matches.iter().flat_map(|found| &found.uid);
    uids.map(Uid::to_text).collect()
}

fn text(text: &str) -> Criteria {
    Criteria {
        text: Some(text.to_owned()),
        ..Criteria::default()
    }
}

#[test]
fn a_control_is_found_by_role_and_name_and_printed_with_its_row() {
    let criteria = Criteria {
        role: Some(Role::Button),
        name: Some("edit".to_owned()),
        ..Criteria::default()
    };
    let (found, lines) = find(orders(), criteria);
    assert_eq!(
        (found.count, uids(&found)),
        (2, vec!["14".into(), "25".into()])
    );
    assert!(
        lines.contains("Lovelace") && lines.contains("Turing"),
        "{lines}"
    );
    assert!(
        !lines.contains("wrong") && !lines.contains("Filter"),
        "{lines}"
    );
}

#[test]
fn a_text_across_several_elements_is_found() {
    let (found, lines) = find(orders(), text("ada  LOVELACE"));
    assert_eq!(found.count, 1);
    assert_eq!(found.matches[0].role, Role::Cell);
    assert!(lines.contains("14 button"), "{lines}");
    assert!(!lines.contains("25 button"), "{lines}");
}

/// The wait for a text searches the tree, with the text that snapshots omit.
#[test]
fn the_text_of_a_control_that_its_name_represents_is_searched_once() {
    use Role::*;
    for (name, wanted) in [
        ("Like", "Like"),
        ("Like it", "Like it"),
        ("~Like x", "like"),
    ] {
        let mut tree = page(&[
            (0, Document, "", 0),
            (1, Button, name, 3),
            (2, Text, "Like", 0),
        ]);
        tree.nodes[2].node.represented = true;
        let criteria = Criteria {
            exact: !name.starts_with('~'),
            limit: 9,
            ..text(wanted)
        };
        let parents = crate::View::parents_of(&tree.nodes);
        let found = matching(&tree.nodes, &parents, &tree, &criteria);
        assert_eq!(found, Some(vec![1]), "{name}");
        let (found, lines) = find(tree, criteria);
        assert_eq!(uids(&found), ["3"], "{name}");
        assert!(!lines.contains("text "), "{lines}");
    }
}

#[test]
fn a_text_that_names_a_control_finds_the_control() {
    let (found, _) = find(orders(), text("edit"));
    assert_eq!(uids(&found), ["14", "25"]);
    assert_eq!((found.count, found.matches[2].role), (3, Role::Paragraph));
}

#[test]
fn a_row_is_found_by_its_text() {
    let criteria = Criteria {
        role: Some(Role::Row),
        ..text("turing")
    };
    let (found, lines) = find(orders(), criteria);
    assert_eq!((found.count, found.matches[0].role), (1, Role::Row));
    assert!(
        lines.contains("25 button") && !lines.contains("14 button"),
        "{lines}"
    );
}

#[test]
fn a_control_is_found_by_the_text_of_its_row() {
    let in_row = |row: &str, name: Option<&str>| Criteria {
        row: Some(row.to_owned()),
        name: name.map(str::to_owned),
        ..Criteria::default()
    };
    let found = |criteria: Criteria| uids(&find(orders(), criteria).0);
    assert_eq!(found(in_row("turing", Some("edit"))), ["25"]);
    assert_eq!(found(in_row("ada lovelace", None)), ["14"]);
    assert!(found(in_row("wrong", Some("edit"))).is_empty());
}

#[test]
fn a_card_is_a_row_if_its_controls_belong_together() {
    use Role::*;
    let mut tree = page(&[
        (0, Document, "Menu", 0),
        (1, Generic, "", 0),
        (2, Generic, "", 0),
        (3, Text, "Soup", 0),
        (3, Button, "Add", 5),
        (2, Generic, "", 0),
        (3, Text, "Salad", 0),
        (3, Button, "Add", 8),
    ]);
    (tree.nodes[4].node.unit, tree.nodes[7].node.unit) = (1, 2);
    let criteria = Criteria {
        row: Some("salad".to_owned()),
        name: Some("add".to_owned()),
        ..Criteria::default()
    };
    assert_eq!(uids(&find(tree, criteria).0), ["8"]);
}

#[test]
fn a_card_without_a_node_is_a_row_too() {
    use Role::*;
    let card = |name: &'static str, uid| {
        [
            (1, Heading, name, 0),
            (1, Text, "9.75", 0),
            (1, Button, "Add", uid),
        ]
    };
    let mut nodes = vec![(0, Document, "Menu", 0)];
    for (name, uid) in [("Soup", 3), ("Caesar Salad", 6), ("Rice", 9)] {
        nodes.extend(card(name, uid));
    }
    let mut tree = page(&nodes);
    for at in [3, 6, 9] {
        tree.nodes[at].node.unit = u32::try_from(at).expect("small");
    }
    let criteria = Criteria {
        row: Some("caesar salad".to_owned()),
        ..Criteria::default()
    };
    assert_eq!(uids(&find(tree, criteria).0), ["6"]);
}

#[test]
fn exact_matches_neither_parts_nor_another_case() {
    let exact = |text: &str| Criteria {
        exact: true,
        ..self::text(text)
    };
    assert_eq!(find(orders(), exact("Edit")).0.count, 2);
    assert_eq!(find(orders(), exact("edit")).0.count, 0);
    assert_eq!(find(orders(), exact("Alan")).0.count, 0);
    assert_eq!(find(orders(), exact("Ada Lovelace")).0.count, 1);
}

#[test]
fn fields_are_found_by_their_label() {
    let label = |text: &str| Criteria {
        label: Some(text.to_owned()),
        ..Criteria::default()
    };
    assert_eq!(uids(&find(orders(), label("filter")).0), ["3"]);
    assert_eq!(find(orders(), label("edit")).0.count, 0);
    // An input for a file or a color, which is a button.
    let mut with_input = orders();
    let edit = &mut with_input.nodes[9].node;
    edit.tag = "input".to_owned();
    assert_eq!(uids(&find(with_input, label("edit")).0), ["14"]);
}

#[test]
fn a_note_counts_matches_that_are_not_printed() {
    let criteria = Criteria {
        role: Some(Role::Button),
        ..Criteria::default()
    };
    let mut tree = orders();
    let options = Options {
        format: Format::Lean,
        criteria: Some(Criteria {
            limit: 1,
            ..criteria
        }),
        ..Options::default()
    };
    let view = shape(&mut tree, &options);
    assert_eq!((view.found.count, view.found.matches.len()), (2, 1));
    let text = render(&view, &tree, &options).text;
    assert!(text.contains("1 of 2 matches are not shown"), "{text}");
    let (found, lines) = find(orders(), missing_text());
    assert_eq!((found.count, found.is_within_missing), (0, false));
    assert!(lines.contains("nothing matches"), "{lines}");
}

fn missing_text() -> Criteria {
    text("not on the page")
}

#[test]
fn nothing_is_found_within_a_missing_element() {
    let within = |uid: u32| Criteria {
        within: Some(Uid(vec![uid])),
        ..text("edit")
    };
    assert_eq!(uids(&find(orders(), within(25)).0), ["25"]);
    assert!(find(orders(), within(99)).0.is_within_missing);
}

#[test]
fn the_contents_of_a_wrapper_in_the_scope_are_found() {
    let mut tree = orders();
    for at in 11..17 {
        tree.nodes[at].node.in_scope = true;
    }
    tree.scoped = true;
    let scope = Criteria {
        named_by_scope: true,
        ..Criteria::default()
    };
    let (found, _) = find(tree.clone(), scope.clone());
    assert_eq!((found.count, found.matches[0].role), (1, Role::Row));
    tree.frames[0].target = vec![15];
    tree.nodes[15].node.in_scope = true;
    let (found, _) = find(tree, scope);
    assert_eq!(uids(&found), ["25"]);
}

#[test]
fn a_secret_value_is_not_searched() {
    let mut tree = orders();
    let node = &mut tree.nodes[1].node;
    node.value = Some("hunter2".to_owned());
    assert_eq!(find(tree.clone(), text("hunter2")).0.count, 1);
    tree.nodes[1].node.states.secret = true;
    assert_eq!(find(tree, text("hunter2")).0.count, 0);
}

#[test]
fn a_hint_matches_only_if_no_name_does() {
    use Role::*;
    let found = |name: &str, exact: bool, lines: &[Line]| {
        let mut tree = page(lines);
        for each in &mut tree.nodes {
            if each.node.role == Clickable {
                each.node.hint = "mail-trash".to_owned();
            }
        }
        let criteria = Criteria {
            name: Some(name.to_owned()),
            exact,
            ..Criteria::default()
        };
        let parents = vec![Some(0); tree.nodes.len()];
        matching(&tree.nodes, &parents, &tree, &criteria)
    };
    let unnamed = [(0, Document, "", 0), (1, Clickable, "", 4)];
    let both = [unnamed[0], unnamed[1], (1, Button, "Trash", 5)];
    assert_eq!(found("Trash", false, &unnamed), Some(vec![1]));
    assert_eq!(found("mail trash", false, &unnamed), Some(vec![1]));
    assert_eq!(found("mail-trash", false, &unnamed), Some(vec![1]));
    assert_eq!(found("trash", false, &both), Some(vec![2]));
    assert_eq!(found("mail-trash", true, &unnamed), Some(vec![]));
    assert_eq!(found("other", false, &unnamed), Some(vec![]));
}
