//! Random pages whose names and values imitate lines, ids, marks and quotes.

use axlens_snapshot::{FrameInput, FrameTree, Node, Place, Role, States, Tree, Tristate, stitch};
use proptest::prelude::*;
use std::collections::BTreeMap;

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

/// Roles that every format prints in the same way.
const PLAIN: &[Role] = &[
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

/// Additional roles for the rules: wrappers, tables, inline text, clickable elements.
const MORE: &[Role] = &[
    Role::Text,
    Role::Text,
    Role::Link,
    Role::Listitem,
    Role::List,
    Role::Table,
    Role::Row,
    Role::Cell,
    Role::Strong,
    Role::Superscript,
    Role::Form,
    Role::Group,
    Role::Generic,
    Role::Label,
    Role::Clickable,
    Role::Textbox,
];

const LONG: &[&str] = &[
    "a",
    ",",
    "–",
    " ",
    "Tea",
    "a text that goes on for more than fifty characters ",
];

fn words(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(pieces), 0..4).prop_map(|pieces| pieces.concat())
}

type Part = (u32, Role, String, Option<String>, bool);

fn part(roles: &'static [Role], pieces: &'static [&'static str]) -> impl Strategy<Value = Part> {
    (
        1_u32..5,
        prop::sample::select(roles),
        words(pieces),
        prop::option::of(words(pieces)),
        any::<bool>(),
    )
}

/// A page of a few elements of every kind, with hostile strings.
pub fn page() -> impl Strategy<Value = Tree> {
    let marked = |(depth, role, name, value, checked): Part| match role {
        Role::Text => (depth, role, format!("t{name}"), value, checked),
        _ => (depth, role, name, value, checked),
    };
    let parts = prop::collection::vec(part(PLAIN, HOSTILE).prop_map(marked), 0..12);
    (parts, words(HOSTILE)).prop_map(|(parts, title)| random(parts, &title))
}

/// A page to which many rules apply.
pub fn rich_page() -> impl Strategy<Value = Tree> {
    let has_text = |part: &Part| part.1 != Role::Text || !part.2.trim().is_empty();
    let part = part(MORE, LONG).prop_filter("no text is blank", has_text);
    prop::collection::vec(part, 0..24).prop_map(|parts| random(parts, ""))
}

fn random(parts: Vec<Part>, title: &str) -> Tree {
    let mut nodes = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for (number, (depth, role, name, value, checked)) in parts.into_iter().enumerate() {
        // The deepest open element that is less deep.
        while open.last().is_some_and(|above: &u32| *above >= depth) {
            open.pop();
        }
        let above = open.last().copied().unwrap_or(0);
        let number = u32::try_from(number).unwrap_or(0) + 1;
        let text = role == Role::Text;
        if !text {
            open.push(above + 1);
        }
        nodes.push(Node {
            depth: above + 1,
            node: if text { 0 } else { number },
            uid: (role.is_interactive() || role == Role::Clickable).then_some(number),
            role,
            // Roles that allow names from content sometimes have them.
            named_by_content: checked && MORE.contains(&role) && !PLAIN.contains(&role),
            name,
            value: value.filter(|_| role == Role::Textbox),
            states: States {
                checked: (role == Role::Checkbox && checked).then_some(Tristate::True),
                ..States::default()
            }
            .into(),
            ..Node::default()
        });
    }
    stitched(title, nodes, BTreeMap::new())
}

/// A page of one frame: the document and its contents.
pub fn stitched(title: &str, inside: Vec<Node>, places: BTreeMap<u32, Place>) -> Tree {
    let document = Node {
        role: Role::Document,
        name: title.to_owned(),
        ..Node::default()
    };
    let tree = FrameTree {
        title: title.to_owned(),
        nodes: [vec![document], inside].concat(),
        ..FrameTree::default()
    };
    stitch(vec![FrameInput {
        tree: Some(tree),
        places,
        ..FrameInput::default()
    }])
}
