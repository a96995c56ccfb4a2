//! What tells controls apart.

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

use Role::{Button, Checkbox, Document, Generic, Heading, Link, Switch, Text};

#[test]
fn a_card_has_one_text_for_all_its_controls() {
    let card = |name: &'static str, tag: &'static str| {
        [
            (1, Generic, ""),
            (2, Button, "More"),
            (2, Button, "Edit"),
            (2, Button, "Close"),
            (2, Heading, name),
            (2, Text, tag),
        ]
    };
    let mut nodes = vec![
        (0, Document, ""),
        (1, Link, "Harbour"),
        (1, Button, "Close"),
    ];
    nodes.extend(card("Harbour", "boats"));
    nodes.extend(card("Town", "houses"));
    let texts = distinctions(view(&nodes));
    assert_eq!(texts[2..5], [Some("Harbour".into()), None, None]);
    assert_eq!(texts[5..], [Some("Town".into()), None, None]);
}

#[test]
fn a_checkbox_without_a_name_gets_the_text_next_to_it() {
    let form = view(&[
        (0, Document, ""),
        (1, Checkbox, ""),
        (1, Text, "Once"),
        (1, Text, "Late"),
        (1, Checkbox, ""),
        (1, Button, "Done"),
        (1, Checkbox, ""),
    ]);
    let texts = [Some("Once".into()), Some("Late".into()), None, None];
    assert_eq!(distinctions(form), texts);
    let switches = view(&[
        (0, Document, ""),
        (1, Text, "Sound"),
        (1, Switch, ""),
        (1, Text, "Light"),
    ]);
    assert_eq!(distinctions(switches), [None]);
}

#[test]
fn the_text_next_to_a_toggle_is_on_the_same_side_of_all() {
    let side = |is_after: bool| {
        let mut nodes = vec![(0, Document, ""), (1, Heading, "Extras")];
        for name in ["Cheese", "Ham", "Olives"] {
            let pair = [(1, Checkbox, ""), (1, Text, name)];
            let [one, other] = pair;
            nodes.extend(match is_after {
                true => [one, other],
                false => [other, one],
            });
        }
        distinctions(view(&nodes))
    };
    let names = ["Cheese", "Ham", "Olives"].map(|name| Some(name.into()));
    assert_eq!(side(true), names);
    assert_eq!(side(false), names);
    // With a text at both ends, the side is not known. A link is no text.
    let unclear = view(&[
        (0, Document, ""),
        (1, Text, "Cheese"),
        (1, Checkbox, ""),
        (1, Text, "Ham"),
        (1, Checkbox, ""),
        (1, Text, "Total: 9 €"),
    ]);
    assert_eq!(distinctions(unclear), [None, None]);
    let mixed = view(&[
        (0, Document, ""),
        (1, Checkbox, ""),
        (1, Text, "Newsletter"),
        (1, Checkbox, ""),
        (1, Link, "Terms"),
    ]);
    assert_eq!(distinctions(mixed), [Some("Newsletter".into()), None, None]);
    // Without a text next to it, what is before it may be about something else.
    let bare = view(&[
        (0, Document, ""),
        (1, Checkbox, ""),
        (1, Button, "One"),
        (1, Checkbox, ""),
        (1, Button, "Two"),
    ]);
    assert_eq!(distinctions(bare), [None, None, None, None]);
}

#[test]
fn the_first_card_is_not_named_by_what_is_before_all_cards() {
    let mut nodes = vec![(0, Document, ""), (1, Text, "Dishes")];
    for name in ["Caesar Salad", "Soup", "Rice"] {
        nodes.extend([(1, Heading, name), (1, Text, "9 €"), (1, Button, "Add")]);
    }
    let mut page = view(&nodes);
    for at in [4, 7, 10] {
        page.nodes[at].node.unit = u32::try_from(at).expect("small");
    }
    let names = ["Caesar Salad", "Soup", "Rice"].map(|name| Some(name.into()));
    assert_eq!(distinctions(page), names);
}

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
fn a_heading_of_all_of_them_is_not_taken_for_that_of_the_first() {
    let list = view(&[
        (0, Document, ""),
        (1, Heading, "Games"),
        (1, Text, "Winter League"),
        (1, Text, "8 players"),
        (1, Button, "Enter"),
        (1, Text, "Ludo evening"),
        (1, Text, "8 players"),
        (1, Button, "Enter"),
    ]);
    let texts = [Some("Winter League".into()), Some("Ludo evening".into())];
    assert_eq!(distinctions(list), texts);
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
    let nested = view(&[(0, Document, ""), (1, Link, "Files"), (2, Link, "Files")]);
    assert_eq!(distinctions(nested), [None, None]);
}
