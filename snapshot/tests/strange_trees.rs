//! Trees that no engine creates, because a compromised process of a page can send anything.

use axlens_snapshot::options::Format;
use axlens_snapshot::{
    FrameInput, FrameTree, Node, Options, Rendered, Role, render, shape, stitch,
};

/// Deeper than any stack.
const DEEP: u32 = 100_000;

const FORMATS: [Format; 5] = [
    Format::Outline,
    Format::Numbered,
    Format::Refs,
    Format::Tabs,
    Format::Lean,
];

fn node(depth: u32, id: u32, role: Role, name: &str) -> Node {
    Node {
        depth,
        node: id,
        uid: Some(id),
        role,
        name: name.to_owned(),
        ..Node::default()
    }
}

fn frame(number: i64, parent: i64, nodes: Vec<Node>) -> FrameInput {
    let document = Node {
        role: Role::Document,
        ..Node::default()
    };
    FrameInput {
        document: format!("D{number}"),
        frame: number,
        parent,
        window_index: if number == 0 { -1 } else { 0 },
        tree: Some(FrameTree {
            nodes: [vec![document], nodes].concat(),
            ..FrameTree::default()
        }),
        ..FrameInput::default()
    }
}

/// The texts in every format, with and without compaction.
fn texts(frames: &[FrameInput]) -> Vec<Rendered> {
    let ways = FORMATS
        .iter()
        .flat_map(|format| [(format, false), (format, true)]);
    let text = |(format, compact): (&Format, bool)| {
        let options = Options {
            format: *format,
            compact,
            ..Options::default()
        };
        let mut tree = stitch(frames.to_vec());
        let view = shape(&mut tree, &options);
        render(&view, &tree, &options)
    };
    ways.map(text).collect()
}

fn length(texts: &[Rendered]) -> usize {
    texts.iter().map(|text| text.text.len()).max().unwrap_or(0)
}

#[test]
fn deeply_nested_elements() {
    let roles = [
        Role::Group,
        Role::Listitem,
        Role::Row,
        Role::Generic,
        Role::Button,
        Role::Region,
        Role::Link,
    ];
    let mixed = (1..DEEP).map(|depth| {
        let role = roles[depth as usize % roles.len()];
        let name = ["", "a name"][depth as usize % 2];
        node(depth, depth, role, name)
    });
    let texts_of_all = texts(&[frame(0, -1, mixed.collect())]);
    assert!(length(&texts_of_all) < 1_000_000);
    for role in roles {
        let nodes = (1..DEEP / 10).map(|depth| node(depth, depth, role, ""));
        assert!(length(&texts(&[frame(0, -1, nodes.collect())])) < 1_000_000);
    }
}

#[test]
fn very_many_nodes() {
    const MANY: u32 = 200_000;
    let nodes = (1..MANY).map(|id| node(1, id, Role::Text, "x"));
    let texts = texts(&[frame(0, -1, nodes.collect())]);
    assert!(length(&texts) < 100 * MANY as usize);
}

#[test]
fn invalid_depths() {
    let depths = [u32::MAX, 0, 7, u32::MAX - 1, 1, 1, 900, 3, 0];
    let nodes = depths
        .iter()
        .zip(1..)
        .map(|(depth, id)| node(*depth, id, Role::Button, "b"));
    let inner = vec![node(u32::MAX, 1, Role::Button, "inner")];
    let mut outer: Vec<Node> = nodes.collect();
    outer.push(Node {
        frame_index: Some(0),
        ..node(u32::MAX, 50, Role::Iframe, "frame")
    });
    let frames = [frame(0, -1, outer), frame(1, 0, inner)];
    let tree = stitch(frames.to_vec());
    let depths: Vec<u32> = tree.nodes.iter().map(|each| each.node.depth).collect();
    assert_eq!(depths, [0, 1, 0, 1, 2, 1, 1, 2, 3, 0, 1, 2, 3]);
    texts(&frames);
}

#[test]
fn deeply_nested_frames() {
    let inside = |number: i64| {
        let iframe = Node {
            frame_index: Some(0),
            ..node(1, 7, Role::Iframe, "frame")
        };
        frame(
            number,
            number - 1,
            vec![iframe, node(1, 8, Role::Button, "b")],
        )
    };
    let frames: Vec<FrameInput> = (0..1_000).map(inside).collect();
    let tree = stitch(frames.clone());
    assert_eq!(tree.frames.len(), 1_000);
    let longest = tree.nodes.iter().filter_map(|each| each.uid.as_ref());
    assert!(longest.map(|uid| uid.0.len()).max() <= Some(66));
    let note = |each: &axlens_snapshot::TreeNode| each.notes.join("").contains("nested too deep");
    assert!(tree.nodes.iter().any(note));
    texts(&frames);
}

#[test]
fn frames_that_contain_each_other() {
    let iframe = Node {
        frame_index: Some(0),
        ..node(1, 7, Role::Iframe, "frame")
    };
    let frames = [
        frame(0, 2, vec![iframe.clone()]),
        frame(1, 0, vec![iframe.clone(), iframe.clone()]),
        frame(2, 1, vec![iframe.clone()]),
        frame(2, 2, vec![iframe]),
        frame(0, 0, vec![]),
    ];
    assert_eq!(stitch(frames.to_vec()).frames.len(), frames.len());
    texts(&frames);
}

#[test]
fn repeated_ids_and_a_very_long_name() {
    let long = "a word ".repeat(300_000);
    let mut nodes: Vec<Node> = (0..1_000).map(|_| node(1, 5, Role::Link, "same")).collect();
    nodes.push(node(1, 5, Role::Button, &long));
    texts(&[frame(0, -1, nodes)]);
}
