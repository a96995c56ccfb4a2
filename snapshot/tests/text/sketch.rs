//! Builds small pages from an outline, and checks their texts.

use crate::text::pages::stitched;
use axlens_snapshot::{Node, Options, Place, Role, States, Tree, render, shape};
use expect_test::Expect;
use std::collections::BTreeMap;

/// Builds a page from lines like `link 5 Name`: nesting by indentation, a number for interactive
/// elements, `~` before a name from content, `+` before a text without a space before it. Elements
/// with a number below 50 are in the viewport.
pub fn page(lines: &str) -> Tree {
    let lines: Vec<&str> = lines
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let items = lines
        .iter()
        .filter(|line| line.trim() == "listitem")
        .count();
    let nodes: Vec<Node> = (1..)
        .zip(&lines)
        .map(|(number, line)| node(line, number, items))
        .collect();
    let acting = nodes.iter().filter_map(|node| Some((node.node, node.uid?)));
    let place = |uid: u32| Place {
        rect: [0.0, 0.0, 10.0, 10.0],
        in_viewport: uid < 50,
        ..Place::default()
    };
    let places: BTreeMap<u32, Place> = acting.map(|(number, uid)| (number, place(uid))).collect();
    stitched("Shop", nodes, places)
}

/// The node of one line.
fn node(line: &str, number: u32, items: usize) -> Node {
    let rest = line.trim_start();
    let (word, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let role = Role::parse(word).unwrap_or_default();
    let numbered = name
        .split_once(' ')
        .and_then(|(uid, name)| Some((uid.parse::<u32>().ok()?, name)));
    let (uid, name) = numbered.map_or((None, name), |(uid, name)| (Some(uid), name));
    let name_itself = name.trim_start_matches(['~', '+']).trim();
    let states = States {
        count: (role == Role::List).then_some(u32::try_from(items).unwrap_or(0)),
        level: (role == Role::Heading).then_some(2),
        modal: role == Role::Dialog,
        ..States::default()
    };
    Node {
        depth: u32::try_from((line.len() - rest.len()) / 2).unwrap_or(0) + 1,
        node: if role == Role::Text { 0 } else { number },
        uid,
        role,
        name: name_itself.into(),
        named_by_content: name.starts_with('~'),
        glued: name.starts_with('+'),
        href: (role == Role::Link).then(|| format!("/{}", name_itself.to_lowercase())),
        states: states.into(),
        ..Node::default()
    }
}

pub const SHOP: &str = "
navigation Main
  link 1 ~Home
    text Home
  link 2 ~Help
    text Help
main
  heading ~Goods
    text Goods
  list
    listitem
      link 3 ~Tea
        text Tea
      text Euro
    listitem
      link 4 ~Jam
        text Jam
      text ,
    listitem
      link 5 ~Oil
        text Oil
    listitem
      link 6 ~Rye
        text Rye
    listitem
      link 7 ~Egg
        text Egg
    listitem
      link 60 ~Nut
        text Nut
    listitem
      link 61 ~Fig
        text Fig
  paragraph
    text Open
    strong
      text every day
    text +, also on Sunday
  combobox 8 Size
    option 9 Small
    option 10 Large
";

/// Checks the text of [`SHOP`] with options in JSON.
pub fn check(options: &str, expected: Expect) {
    check_on(SHOP, options, expected);
}

/// Checks the text of any page.
pub fn check_on(lines: &str, options: &str, expected: Expect) {
    let tree = page(lines);
    let options: Options = serde_json::from_str(options).expect("options");
    expected.assert_eq(&render(&shape(&mut tree.clone(), &options), &tree, &options).text);
}
