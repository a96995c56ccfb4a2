//! What each option does, on one small page.

use crate::pages::stitched;
use axlens_snapshot::{Node, Options, Place, Role, States, Tree, render, shape};
use expect_test::{Expect, expect};
use std::collections::BTreeMap;

/// A page from lines like `link 5 Name`: levels by indentation, a number for what can be acted on,
/// `~` before a name made of content, `+` before a text that is glued to the one before it. What
/// has a number below 50 is in the viewport.
fn page(lines: &str) -> Tree {
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
    let role = Role::from_word(word).unwrap_or_default();
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

const SHOP: &str = "
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

fn check(options: &str, expected: Expect) {
    check_on(SHOP, options, expected);
}

fn check_on(lines: &str, options: &str, expected: Expect) {
    let tree = page(lines);
    let options: Options = serde_json::from_str(options).expect("options");
    expected.assert_eq(&render(&shape(&mut tree.clone(), &options), &tree, &options).text);
}

#[test]
fn outline_folds_lists_and_says_what_it_hides() {
    check(
        r#"{}"#,
        expect![[r#"
        document "Shop"
          navigation "Main"
            link "Home" [uid=1] url=/home
            link "Help" [uid=2] url=/help
          main
            heading[2] "Goods"
            list (7 items)
              listitem
                link "Tea" [uid=3] url=/tea
                text "Euro"
              listitem
                link "Jam" [uid=4] url=/jam
                text ","
              listitem
                link "Oil" [uid=5] url=/oil
              listitem
                link "Rye" [uid=6] url=/rye
              listitem
                link "Egg" [uid=7] url=/egg
              ...(2 more items, 2 controls in them: format lean or interactive_only shows them)
            paragraph
              text "Open"
              strong
                text "every day"
              text ", also on Sunday"
            combobox "Size" [uid=8]
              option "Small" [uid=9]
              option "Large" [uid=10]
    "#]],
    );
}

#[test]
fn lean_says_everything_once() {
    check(
        r#"{"format": "lean"}"#,
        expect![[r#"
        navigation "Main"
         1 link "Home"
         2 link "Help"
        main
         h2 "Goods"
         3 link "Tea"
         "Euro"
         4 link "Jam"
         5 link "Oil"
         6 link "Rye"
         7 link "Egg"
         60 link "Nut"
         61 link "Fig"
         "Open every day, also on Sunday"
         8 combobox "Size"
          9 option "Small"
          10 option "Large"
    "#]],
    );
}

#[test]
fn lean_folds_when_asked() {
    check(
        r#"{"format": "lean", "fold": true}"#,
        expect![[r#"
        navigation "Main"
         1 link "Home"
         2 link "Help"
        main
         h2 "Goods"
         list
          3 link "Tea"
          "Euro"
          4 link "Jam"
          5 link "Oil"
          6 link "Rye"
          7 link "Egg"
          ...(2 more items, 2 controls in them: fold: false shows them)
         "Open every day, also on Sunday"
         8 combobox "Size"
          9 option "Small"
          10 option "Large"
    "#]],
    );
}

#[test]
fn the_list_of_controls_is_flat() {
    check(
        r#"{"format": "lean", "interactive_only": true}"#,
        expect![[r#"
        1 link "Home"
        2 link "Help"
        3 link "Tea"
        4 link "Jam"
        5 link "Oil"
        6 link "Rye"
        7 link "Egg"
        60 link "Nut"
        61 link "Fig"
        8 combobox "Size"
        9 option "Small"
        10 option "Large"
    "#]],
    );
}

#[test]
fn refs_and_tabs_tell_text_on_the_line() {
    check(
        r#"{"format": "refs", "exclude_roles": ["list", "navigation"]}"#,
        expect![[r#"
        - main:
          - heading "Goods" [ref=e1] [level=2]
          - paragraph:
            - text: Open
            - strong: every day
            - text: ", also on Sunday"
          - combobox "Size" [ref=e2]:
            - option "Small" [ref=e3]
            - option "Large" [ref=e4]
    "#]],
    );
    check(
        r#"{"format": "tabs", "exclude_roles": ["list", "navigation"]}"#,
        expect![[r#"
        - main
          - heading "Goods" [level=2]
          - paragraph
            - text "Open"
            - strong "every day"
            - text ", also on Sunday"
          - combobox "Size" [e1]
            - option "Small" [e2]
            - option "Large" [e3]
    "#]],
    );
}

#[test]
fn roles_are_chosen() {
    check(
        r#"{"format": "lean", "roles": ["option", "heading"]}"#,
        expect![[r#"
        h2 "Goods"
        9 option "Small"
        10 option "Large"
    "#]],
    );
}

#[test]
fn what_is_looked_for_comes_with_its_ancestors_and_neighbours() {
    check(
        r#"{"find": {"text": "rye", "context": 0}}"#,
        expect![[r#"
        document "Shop"
          main
            list (7 items)
              listitem
                link "Rye" [uid=6] url=/rye
    "#]],
    );
    check(
        r#"{"format": "lean", "find": {"text": "RYE", "context": 1}}"#,
        expect![[r#"
        main
         5 link "Oil"
         6 link "Rye"
         7 link "Egg"
    "#]],
    );
    check(
        r#"{"format": "lean", "find": {"text": "caviar"}}"#,
        expect![[r#"
        document "Shop"
        ...(nothing holds "caviar")
    "#]],
    );
}

#[test]
fn depth_is_counted_in_printed_levels() {
    check(
        r#"{"max_depth": 2}"#,
        expect![[r#"
        document "Shop"
          navigation "Main"
            link "Home" [uid=1] url=/home
            link "Help" [uid=2] url=/help
          main
            heading[2] "Goods"
            list (7 items)
              ...(2 more items, 2 controls in them: format lean or interactive_only shows them)
            paragraph
            combobox "Size" [uid=8]
        ...(18 more nodes deeper than 2 levels, 7 of them can be acted on: narrow the scope or raise max_depth)
    "#]],
    );
}

#[test]
fn the_viewport_takes_text_with_its_neighbours() {
    check(
        r#"{"format": "lean", "viewport_only": true}"#,
        expect![[r#"
        navigation "Main"
         1 link "Home"
         2 link "Help"
        main
         h2 "Goods"
         3 link "Tea"
         "Euro"
         4 link "Jam"
         5 link "Oil"
         6 link "Rye"
         7 link "Egg"
         "Open every day, also on Sunday"
         8 combobox "Size"
          9 option "Small"
          10 option "Large"
    "#]],
    );
}

#[test]
fn compaction_keeps_ids_and_what_says_something() {
    check(
        r#"{"compact": true}"#,
        expect![[r#"
        document "Shop"
          navigation "Main"
            link "Home" [uid=1]
            link "Help" [uid=2]
          main
            heading[2] "Goods"
            list (7 items)
              listitem
                link "Tea" [uid=3]
                text "Euro"
              link "Jam" [uid=4]
              link "Oil" [uid=5]
              link "Rye" [uid=6]
              link "Egg" [uid=7]
              ...(2 more items, 2 controls in them: format lean or interactive_only shows them)
            text "Open every day, also on Sunday"
            combobox "Size" [uid=8]
              option "Small" [uid=9]
              option "Large" [uid=10]
    "#]],
    );
    check(
        r#"{"format": "refs", "compact": true}"#,
        expect![[r#"
        - navigation "Main" [ref=e1]:
          - link "Home" [ref=e2]
          - link "Help" [ref=e3]
        - main:
          - heading "Goods" [ref=e4] [level=2]
          - listitem:
            - link "Tea" [ref=e5]
            - text: Euro
          - link "Jam" [ref=e6]
          - link "Oil" [ref=e7]
          - link "Rye" [ref=e8]
          - link "Egg" [ref=e9]
          - link "Nut" [ref=e10]
          - link "Fig" [ref=e11]
          - text: Open every day, also on Sunday
          - combobox "Size" [ref=e12]:
            - option "Small" [ref=e13]
            - option "Large" [ref=e14]
    "#]],
    );
}

#[test]
fn compaction_tells_rows_once_and_texts_by_their_beginning() {
    let lines = "
form
  table
    row ~Size Price
      columnheader ~Size
        text Size
      columnheader ~Price
        text Price
    row ~Small 3
      cell ~Small
        text Small
      cell ~3
        text 3
    row ~Large –
      cell ~Large
        text Large
      cell ~–
        text –
  group
    text Order now
    button 5 Order now
    image Cup
    image
text A text that goes on for longer than an agent that wants to act needs it
clickable 6 ~What is clickable by its content only
link 7 ~A link is called what it is called, however long that may be
";
    check_on(
        lines,
        r#"{"compact": true}"#,
        expect![[r#"
        document "Shop"
          table
            row
              columnheader "Size"
              columnheader "Price"
            row "Small | 3"
            row "Large | –"
          group
            button "Order now" [uid=5]
            img "Cup"
          text "A text that goes on for longer than an agent that…"
          clickable "What is clickable by it…" [uid=6]
          link "A link is called what it is called, however long that may be" [uid=7]
    "#]],
    );
    check_on(
        lines,
        r#"{"compact": true, "find": {"text": "wants"}}"#,
        expect![[r#"
            document "Shop"
              text "A text that goes on for longer than an agent that wants to act needs it"
        "#]],
    );
}

#[test]
fn the_list_of_controls_tells_content_by_its_beginning() {
    check_on(
        "
clickable 6 ~What is clickable by its content only, as a card is
  link 7 ~A link
    text A link
focusable 8 Called so by its author, and not by its content
",
        r#"{"format": "lean", "interactive_only": true}"#,
        expect![[r#"
            6 clickable "What is clickable by its cont…"
            7 link "A link"
            8 focusable "Called so by its author, and not by its content"
        "#]],
    );
}

#[test]
fn words_and_marks_run_on_as_the_page_has_them() {
    check_on(
        "
paragraph
  text the 10
  superscript
    text +th
  text +, and
  strong
    text one
  text +/
  strong
    text +two
",
        r#"{"format": "lean"}"#,
        expect![[r#"
            "the 10th, and one/two"
        "#]],
    );
}

#[test]
fn patterns_leave_out_date_pickers() {
    check(
        r#"{"format": "tabs", "interactive_only": true, "exclude_patterns": ["fig", "calendar"]}"#,
        expect![[r#"
        - link "Home" [e1]
        - link "Help" [e2]
        - link "Tea" [e3]
        - link "Jam" [e4]
        - link "Oil" [e5]
        - link "Rye" [e6]
        - link "Egg" [e7]
        - link "Nut" [e8]
    "#]],
    );
}

#[test]
fn no_modal_dialog_is_said() {
    check(
        r#"{"format": "lean", "interactive_only": true, "modal_only": true, "roles": ["combobox"]}"#,
        expect![[r#"
        8 combobox "Size"
        ...(no modal dialog is open: the whole page is shown)
    "#]],
    );
}

#[test]
fn a_label_that_its_field_says_is_not_said_again() {
    let tree = page(
        "
form
  text Name*
  text Name*
  textbox 1 Name
  text Mail
  text Mail
  clickable 2 Mail
  text Other
  checkbox 3 Box
  text *
  checkbox 4 ~
",
    );
    let options: Options = serde_json::from_str(r#"{"format": "lean"}"#).expect("options");
    let text = render(&shape(&mut tree.clone(), &options), &tree, &options).text;
    expect![[r#"
        form
         1 textbox "Name"
         2 clickable "Mail"
         "Other"
         3 checkbox "Box"
         "*"
         4 checkbox
    "#]]
    .assert_eq(&text);
}
