//! Each format of a small page.

use crate::text::sketch::{check, check_on, page};
use axlens_snapshot::{Options, render, shape};
use expect_test::expect;

#[test]
fn outline_folds_lists_and_counts_hidden_items() {
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
fn lean_prints_everything_once() {
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
fn lean_folds_with_the_option() {
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
fn refs_and_tabs_print_text_on_the_line() {
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
fn inline_text_is_joined_as_in_the_page() {
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
fn a_label_that_its_field_repeats_is_removed() {
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
