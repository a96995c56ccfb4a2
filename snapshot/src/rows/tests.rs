//! Tests of repeated structures.

use super::*;
use crate::tree::Node;

fn node(depth: u32, role: Role, name: &str, unit: u32) -> TreeNode {
    TreeNode {
        node: Node {
            depth,
            role,
            unit,
            name: name.to_owned(),
            ..Node::default()
        },
        ..TreeNode::default()
    }
}

fn cells(rows: &Rows) -> Vec<Vec<&str>> {
    let rows = rows.rows.iter();
    rows.map(|row| row.cells.iter().map(String::as_str).collect())
        .collect()
}

#[test]
fn cards_begin_with_their_headings() {
    use Role::{Button, Document, Heading, Text};
    let card = |name, price, unit| {
        [
            node(1, Heading, "", 0),
            node(2, Text, name, 0),
            node(1, Text, price, 0),
            node(1, Button, "Add", unit),
        ]
    };
    let mut nodes = vec![node(0, Document, "", 0), node(1, Text, "Menu", 0)];
    nodes.extend(card("Soup", "Price: 4", 7));
    nodes.extend(card("Salad", "Price: 9", 8));
    nodes.extend(card("Cake", "Price: 5", 9));
    nodes.push(node(1, Text, "Imprint", 0));
    let found = structures(&nodes, 0..nodes.len());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].columns, ["1", "Price"]);
    assert_eq!(
        cells(&found[0]),
        [["Soup", "4"], ["Salad", "9"], ["Cake", "5"]]
    );
}

#[test]
fn what_follows_a_link_belongs_to_its_card() {
    use Role::{Document, Link, Text};
    let mut nodes = vec![node(0, Document, "", 0)];
    for (name, text, unit) in [("One", "a", 1), ("Two", "b", 2), ("Three", "c", 3)] {
        nodes.push(node(1, Link, "", unit));
        nodes.push(node(2, Text, name, 0));
        nodes.push(node(1, Text, text, 0));
    }
    let found = structures(&nodes, 0..nodes.len());
    let rows: Vec<String> = cells(&found[0]).iter().map(|row| row.join(" ")).collect();
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(
        rows[0].starts_with("One") && rows[0].ends_with('a'),
        "{rows:?}"
    );
    assert!(rows[2].ends_with('c'), "{rows:?}");
}

#[test]
fn items_of_a_list_are_rows() {
    use Role::{Button, Document, List, Listitem, Text};
    let mut nodes = vec![node(0, Document, "", 0), node(1, List, "", 0)];
    for name in ["Ada", "Alan"] {
        nodes.push(node(2, Listitem, "", 0));
        nodes.push(node(3, Text, name, 0));
        nodes.push(node(3, Button, "Delete", 0));
    }
    let found = structures(&nodes, 0..nodes.len());
    assert_eq!(cells(&found[0]), [["Ada"], ["Alan"]]);
    assert_eq!(found[0].rows[1].nodes, 5..8);
}

#[test]
fn a_page_says_how_many_rows_there_are() {
    for (text, count) in [
        ("1–20 of 431", Some(431)),
        ("Showing 21 - 40 of 1,431 entries", Some(1431)),
        ("1-20 / 431", Some(431)),
        ("1–20 von 1.431", Some(1431)),
        ("10–12 March", None),
        ("2024-2026 of old", None),
        ("1-800 of 5", None),
        ("", None),
    ] {
        assert_eq!(claimed(text), count, "{text}");
    }
}

#[test]
fn each_column_has_a_name_of_its_own() {
    let names = ["", "Name", "Total", "Total", "1"].map(str::to_owned);
    let distinct = distinct(names.to_vec());
    assert_eq!(distinct, ["1", "Name", "Total", "Total (2)", "1 (2)"]);
}
