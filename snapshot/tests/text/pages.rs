//! Pages made at random, whose names and values try to look like lines, ids, marks and quotes.

use axlens_snapshot::{FrameInput, FrameTree, Node, Role, States, Tree, Tristate, stitch};
use proptest::prelude::*;

const HOSTILE: &[&str] = &[
    "\n",
    "\r",
    "\t",
    "\"",
    "\\",
    "\u{0}",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "\u{e000}",
    "[uid=9]",
    " [ref=e1]",
    "- button \"x\"",
    "5 link",
    "...(",
    "=\"",
    "value=",
    ": ",
    "checked",
    "\\u{41}",
    "é",
    "漢",
    "🙂",
    " ",
    "a",
    "Page: ",
    "# ",
    "1: ",
];

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(HOSTILE), 0..4).prop_map(|pieces| pieces.concat())
}

fn node() -> impl Strategy<Value = (u32, Role, String, Option<String>, bool)> {
    let roles = [
        Role::Button,
        Role::Link,
        Role::Textbox,
        Role::Checkbox,
        Role::Heading,
        Role::Region,
        Role::Listitem,
        Role::Paragraph,
        Role::Image,
        Role::Text,
    ];
    (
        1_u32..5,
        prop::sample::select(roles.to_vec()),
        words(),
        prop::option::of(words()),
        any::<bool>(),
    )
}

/// A page of a few elements of every kind.
pub fn page() -> impl Strategy<Value = Tree> {
    (prop::collection::vec(node(), 0..12), words()).prop_map(|(parts, title)| {
        let mut nodes = vec![Node {
            role: Role::Document,
            name: title.clone(),
            ..Node::default()
        }];
        for (number, (depth, role, name, value, checked)) in parts.into_iter().enumerate() {
            let above = nodes
                .iter()
                .rev()
                .find(|above| above.depth < depth && above.role != Role::Text)
                .map_or(0, |above| above.depth);
            let number = u32::try_from(number).unwrap_or(0) + 1;
            let text = role == Role::Text;
            nodes.push(Node {
                depth: above + 1,
                node: if text { 0 } else { number },
                uid: role.is_interactive().then_some(number),
                role,
                name: if text { format!("t{name}") } else { name },
                value: value.filter(|_| role == Role::Textbox),
                states: Box::new(States {
                    checked: (role == Role::Checkbox && checked).then_some(Tristate::True),
                    ..States::default()
                }),
                ..Node::default()
            });
        }
        stitch(vec![FrameInput {
            tree: Some(FrameTree {
                title,
                nodes,
                ..FrameTree::default()
            }),
            ..FrameInput::default()
        }])
    })
}
