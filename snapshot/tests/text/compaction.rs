//! Compaction of a small page.

use crate::text::sketch::{check, check_on};
use expect_test::expect;

#[test]
fn compaction_keeps_ids_and_lines_with_content() {
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
fn compaction_prints_rows_once_and_cuts_texts() {
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
fn the_list_of_controls_cuts_content() {
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
