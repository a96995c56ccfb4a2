//! Each filter on a small page.

use crate::text::sketch::check;
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
fn roles_are_filtered() {
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
fn a_found_text_has_its_ancestors_and_context_lines() {
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
fn text_in_the_viewport_follows_its_neighbors() {
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
fn patterns_exclude_date_pickers() {
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
fn a_missing_modal_dialog_has_a_note() {
    check(
        r#"{"format": "lean", "interactive_only": true, "modal_only": true, "roles": ["combobox"]}"#,
        expect![[r#"
        8 combobox "Size"
        ...(no modal dialog is open: the whole page is shown)
    "#]],
    );
}
