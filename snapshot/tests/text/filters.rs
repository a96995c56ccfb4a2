//! What each filter leaves of a small page.

use crate::sketch::check;
use expect_test::expect;

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
fn a_note_says_that_no_modal_dialog_is_open() {
    check(
        r#"{"format": "lean", "interactive_only": true, "modal_only": true, "roles": ["combobox"]}"#,
        expect![[r#"
        8 combobox "Size"
        ...(no modal dialog is open: the whole page is shown)
    "#]],
    );
}
