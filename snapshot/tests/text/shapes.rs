//! What each option does, on one small page.

use axlens_snapshot::stitch::Place;
use axlens_snapshot::{
    FrameInput, FrameTree, Node, Options, Role, States, Tree, render, shape, stitch,
};
use expect_test::{Expect, expect};

/// A page from lines like `link 5 Name`: levels by indentation, a number for what can be acted on, `~` before a name made of content.
/// Long because it reads a small language, word by word.
fn page(lines: &str) -> Tree {
    let mut nodes = vec![Node {
        role: Role::Document,
        name: "Shop".into(),
        ..Node::default()
    }];
    let mut places = std::collections::BTreeMap::new();
    for (position, line) in lines
        .lines()
        .filter(|line| !line.trim().is_empty())
        .enumerate()
    {
        let rest = line.trim_start();
        let mut words = rest.splitn(2, ' ');
        let role = Role::from_word(words.next().unwrap_or_default()).unwrap_or_default();
        let mut name = words.next().unwrap_or_default();
        let mut uid = None;
        if let Some((number, behind)) = name.split_once(' ')
            && let Ok(number) = number.parse::<u32>()
        {
            uid = Some(number);
            name = behind;
        }
        let number = u32::try_from(position).unwrap_or(0) + 1;
        if let Some(number_of_place) = uid {
            let in_view = number_of_place < 50;
            places.insert(
                number,
                Place {
                    rect: [0.0, 0.0, 10.0, 10.0],
                    in_viewport: in_view,
                    ..Place::default()
                },
            );
        }
        let named_by_content = name.starts_with('~');
        let count = |word: Role| {
            lines
                .lines()
                .filter(|other| other.split_whitespace().next() == Some(word.word()))
                .count()
        };
        let count = match role {
            Role::List => u32::try_from(count(Role::Listitem)).ok(),
            _ => None,
        };
        nodes.push(Node {
            depth: u32::try_from((line.len() - rest.len()) / 2).unwrap_or(0) + 1,
            node: if role == Role::Text { 0 } else { number },
            uid,
            role,
            name: name.trim_start_matches('~').trim().into(),
            named_by_content,
            href: (role == Role::Link)
                .then(|| format!("/{}", name.trim_start_matches('~').to_lowercase())),
            states: Box::new(States {
                count,
                level: (role == Role::Heading).then_some(2),
                modal: role == Role::Dialog,
                ..States::default()
            }),
            ..Node::default()
        });
    }
    let tree = FrameTree {
        title: "Shop".into(),
        nodes,
        ..FrameTree::default()
    };
    stitch(vec![FrameInput {
        tree: Some(tree),
        places,
        ..FrameInput::default()
    }])
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
    text , also on Sunday
  combobox 8 Size
    option 9 Small
    option 10 Large
";

fn check(options: &str, expected: Expect) {
    let tree = page(SHOP);
    let options: Options = serde_json::from_str(options).expect("options");
    expected.assert_eq(&render(&shape(&tree, &options), &tree, &options).text);
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
    let text = render(&shape(&tree, &options), &tree, &options).text;
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
