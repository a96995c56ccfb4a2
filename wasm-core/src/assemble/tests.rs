//! Pages and the trees that are put together from them.

use crate::html;
use crate::understand::{outline, understand};
use axlens_snapshot::role::Role;
use expect_test::{Expect, expect};

fn check(html: &str, expected: Expect) {
    expected.assert_eq(&outline(&html::record(html)));
}

#[test]
fn text_runs_merge_within_a_block_and_end_at_its_edges() {
    check(
        "<div>One <b>two</b>\n three<div>four</div>five<br>six</div><p>seven <em>eight</em> nine</p>",
        expect![[r#"
            document ""
              text "One two three"
              text "four"
              text "five"
              text "six"
              paragraph ""
                text "seven"
                emphasis ""
                  text "eight"
                text "nine"
        "#]],
    );
}

#[test]
fn items_begin_with_their_numbers() {
    check(
        "<ol><li>One<li><p>Two <b>bold</b></p><li><a href=/>Three</a> and more<li hidden>Hidden<li>Four<ul><li>Bullet</ul></ol>\
         <ol start=3 reversed type=a><li><b>c</b><li value=9>i</ol><table><tr><td><ol><li>Text of the cell</ol></table>",
        expect![[r#"
            document ""
              list "" (4)
                listitem ""
                  text "1. One"
                listitem ""
                  paragraph ""
                    text "2. Two bold"
                listitem ""
                  link "Three" *
                    text "Three"
                  text "and more"
                listitem ""
                  text "4. Four"
                  list "" (1)
                    listitem ""
                      text "Bullet"
              list "" (2)
                listitem ""
                  text "3. c"
                listitem ""
                  text "9. i"
              table "" (1)
                rowgroup ""
                  row "Text of the cell"
                    cell "Text of the cell"
                      list "" (1)
                        listitem ""
                          text "Text of the cell"
        "#]],
    );
}

#[test]
fn what_marks_text_and_has_none_is_left_out() {
    check(
        "<p></p><p> <!-- --> </p><p><em></em></p><p aria-label=x></p><p>a<strong> </strong><sup>2</sup></p><p><img alt=b></p>\
         <p><span aria-hidden=true>c</span></p><div><p></p>d</div><p tabindex=0></p><p aria-live=polite></p>",
        expect![[r#"
            document ""
              paragraph "x"
              paragraph ""
                text "a"
                superscript ""
                  text "2"
              paragraph ""
                image "b"
              paragraph ""
                text "c" (seen only)
              text "d"
              paragraph "" * by tabindex
              paragraph ""
        "#]],
    );
}

#[test]
fn runs_that_nothing_parts_are_glued() {
    let html = "<p>the 10<sup>th</sup>, <strong>new</strong> <em>one</em>s<br><strong>x</strong><a href=/>l</a>y</p>\
         <div aria-hidden=true>Run: <select><option>One<option>Two</select></div>";
    let tree = understand(&html::record(html)).tree;
    let texts = tree.nodes.iter().filter(|node| node.role == Role::Text);
    let contents: Vec<String> = texts
        .map(|node| format!("{}{}", if node.glued { "+" } else { "" }, node.name))
        .collect();
    let expected = [
        "the 10",
        "+th",
        "+,",
        "new",
        "one",
        "+s",
        "x",
        "+l",
        "+y",
        "Run: One Two",
    ];
    assert_eq!(contents, expected);
}

#[test]
fn wrappers_vanish_and_what_acts_is_marked() {
    check(
        "<div><div><span><a href=/x>Run <img alt=there src=y></a></span></div><button>Save</button></div>",
        expect![[r#"
            document ""
              link "Run there" *
                text "Run"
                image "there"
              button "Save" *
        "#]],
    );
}

#[test]
fn an_image_of_many_parts_is_one_thing_but_what_acts_in_it_stays() {
    check(
        "<div role=img aria-label=Map>Berlin <a href=/b>Mitte</a></div><button aria-label=Close>×</button>",
        expect![[r#"
            document ""
              image "Map"
                text "Berlin" (seen only)
                link "Mitte" *
                  text "Mitte"
              button "Close" *
                text "×" (seen only)
        "#]],
    );
}

#[test]
fn what_aria_hides_is_left_out_but_its_text_is_kept_for_who_looks() {
    check(
        "<p>Seen <span aria-hidden=true>★★★ <a href=/r>reviews</a></span></p><div inert>Behind <button>No</button></div>",
        expect![[r#"
            document ""
              paragraph ""
                text "Seen"
                text "★★★ reviews" (seen only)
              text "Behind No" (seen only)
        "#]],
    );
}

#[test]
fn hidden_things_are_not_there() {
    check(
        "<p hidden>a</p><div style='display:none'>b</div><div style='visibility:hidden'>c <b style='visibility:visible'>d</b></div>\
         <details><summary>More</summary>e</details><details open><summary>Less</summary>f</details>\
         <div style='content-visibility:hidden'>g</div><dialog>h</dialog><input type=hidden>",
        expect![[r#"
            document ""
              text "d"
              group ""
                summary "More" *
                  text "More"
              group ""
                summary "Less" *
                  text "Less"
                text "f"
        "#]],
    );
}

#[test]
fn a_modal_dialog_shuts_out_the_rest() {
    check(
        "<button>Behind</button><p>Page</p><dialog open data-modal aria-label=Sure><button>Yes</button></dialog>",
        expect![[r#"
            document ""
              text "Behind" (seen only)
              text "Page" (seen only)
              dialog "Sure"
                button "Yes" *
        "#]],
    );
}

#[test]
fn what_is_inert_by_style_is_left_out_like_what_is_inert_by_attribute() {
    check(
        "<div style='interactivity:inert'>Behind <button>No</button>\
         <section style='interactivity:auto'><button>Yes</button></section></div>",
        expect![[r#"
            document ""
              text "Behind No" (seen only)
              button "Yes" *
        "#]],
    );
}

#[test]
fn what_is_dragged_can_be_named() {
    check(
        "<div style='cursor:move'>Card <span>one</span> <b style='cursor:pointer'>x</b></div>",
        expect![[r#"
            document ""
              clickable "Card one x" * by cursor:move
                text "Card one"
                clickable "x" * by cursor:pointer
                  text "x"
        "#]],
    );
}

#[test]
fn clickable_without_a_role() {
    check(
        "<div onclick='x()'>Open</div><div style='cursor:pointer'>Card <b>one</b></div><div tabindex=0>Scroller</div>\
         <label>Upload <input type=file hidden></label><label>Agree <input type=checkbox></label>\
         <a href=/ ><span style='cursor:pointer'>x</span></a><ul><li onclick=''>Item</li></ul>",
        expect![[r#"
            document ""
              clickable "Open" * by onclick
                text "Open"
              clickable "Card one" * by cursor:pointer
                text "Card one"
              focusable "Scroller" * by tabindex
                text "Scroller"
              clickable "Upload" * by label
                text "Upload"
              text "Agree"
              checkbox "Agree" *
              link "x" *
                text "x"
              list "" (1)
                listitem "" * by onclick
                  text "Item"
        "#]],
    );
}

#[test]
fn the_shell_of_a_control_is_no_thing_of_its_own() {
    check(
        "<x-a style='cursor:pointer'><template shadowrootmode=open><button><slot></slot></button></template>Save</x-a>\
         <x-b tabindex=0><template shadowrootmode=open><input type=checkbox></template></x-b>\
         <div style='cursor:pointer'><a href=/>One</a></div><div style='cursor:pointer'>Card <a href=/>One</a></div>\
         <div style='cursor:pointer'><a href=/>One</a><a href=/>Two</a></div><div onclick=''><a href=/>One</a></div>\
         <div tabindex=0><a href=/>One</a></div>",
        expect![[r#"
            document ""
              button "Save" *
              checkbox "" *
              link "One" *
                text "One"
              clickable "Card One" * by cursor:pointer
                text "Card"
                link "One" *
                  text "One"
              clickable "OneTwo" * by cursor:pointer
                link "One" *
                  text "One"
                link "Two" *
                  text "Two"
              clickable "One" * by onclick
                link "One" *
                  text "One"
              focusable "One" * by tabindex
                link "One" *
                  text "One"
        "#]],
    );
}

#[test]
fn areas_are_where_an_image_uses_their_map() {
    check(
        "<map name=m><p>Zones <area href=/a alt=North></p><area href=/b alt=South><area alt=nowhere></map>\
         <map name=unused><area href=/c alt=Lost></map><img usemap=#m alt=Plan src=x><img hidden usemap=#unused>",
        expect![[r#"
            document ""
              paragraph ""
                text "Zones"
                link "North" *
              link "South" *
              image "Plan"
        "#]],
    );
}

#[test]
fn rows_and_items_are_counted_with_their_own_table_and_list() {
    check(
        "<table><caption>T</caption><tr><th>1<td><table><caption>U</caption><tr><td>a</table><tr><td>2</table><ul><li>x<ol><li>y<li>z</ol><li>w</ul>",
        expect![[r#"
            document ""
              table "T" (2)
                caption ""
                  text "T"
                rowgroup ""
                  row "1 U"
                    rowheader "1"
                      text "1"
                    cell "U"
                      table "U" (1)
                        caption ""
                          text "U"
                        rowgroup ""
                          row "a"
                            cell "a"
                              text "a"
                  row "2"
                    cell "2"
                      text "2"
              list "" (2)
                listitem ""
                  text "x"
                  list "" (2)
                    listitem ""
                      text "1. y"
                    listitem ""
                      text "2. z"
                listitem ""
                  text "w"
        "#]],
    );
}

#[test]
fn shadow_roots_slots_and_owned_elements() {
    check(
        "<x-card><template shadowrootmode=closed><h2><slot name=title>No title</slot></h2><slot></slot><button>More</button></template>\
         text <b slot=title>Title</b><i slot=nowhere>lost</i></x-card>\
         <ul aria-owns='late'><li>first</li></ul><div role=listitem id=late>second</div>",
        expect![[r#"
            document ""
              heading "Title"
                text "Title"
              text "text"
              button "More" *
              list "" (2)
                listitem ""
                  text "first"
                listitem ""
                  text "second"
        "#]],
    );
}

#[test]
fn fields_and_their_values() {
    let record = html::record(
        "<label>Mail <input value=a@b.c></label><label>Key <input type=password value=hunter2></label>\
         <select aria-label=Size><option>S<option selected>M</select><iframe title=Ad></iframe>",
    );
    let tree = understand(&record).tree;
    let values: Vec<_> = tree
        .nodes
        .iter()
        .filter_map(|node| node.value.as_deref())
        .collect();
    assert_eq!(values, ["a@b.c", "[REDACTED]", "M"]);
    let frame = tree.nodes.last().expect("an iframe");
    assert_eq!((frame.frame_index, frame.uid.is_some()), (Some(0), true));
    assert!(
        !serde_json::to_string(&tree)
            .expect("JSON")
            .contains("hunter2")
    );
}

#[test]
fn a_scope_marks_its_descendants() {
    let around = html::RecordOptions {
        target: Some(vec!["here".to_owned()]),
        ..html::RecordOptions::default()
    };
    let record = html::record_in(
        "<p>out</p><div id=here>in <b>too</b><p>and</p></div>after",
        &around,
    );
    let tree = understand(&record).tree;
    let inside: Vec<_> = tree
        .nodes
        .iter()
        .filter(|node| node.in_scope)
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(inside, ["in too", "", "and"]);
}

/// The lines of the nodes in the scope, for a search by text.
fn found(html: &str, text: &str) -> String {
    let options = html::RecordOptions {
        include_targets: true,
        text: Some(text.to_owned()),
        ..html::RecordOptions::default()
    };
    let tree = understand(&html::record_in(html, &options)).tree;
    let targets = tree.target.unwrap_or_default();
    let nodes = targets.iter().map(|target| {
        let node = tree.nodes.iter().find(|node| node.node == *target);
        node.map_or("none".to_owned(), |node| {
            format!("{} {}", node.role.as_str(), node.tag)
        })
    });
    nodes.collect::<Vec<_>>().join(", ")
}

#[test]
fn a_text_names_the_innermost_element_or_the_control_around_it() {
    for (html, expected) in [
        ("<div><span>Go</span> <span>on</span></div>", "generic span"),
        ("<div><div> Go\n</div></div>", "generic div"),
        ("<button><b>G</b><i>o</i></button>", "button button"),
        ("<p>G<b>o</b></p><p>Go<br>on</p>", "paragraph p"),
        ("<span>Go</span><p>Go</p>", "generic span, paragraph p"),
        ("<input type=submit value=Go>", "button input"),
        ("<button aria-label=Go>x</button>", "button button"),
        ("<span aria-hidden=true>Go</span>", "generic span"),
        ("<span hidden>Go</span>", ""),
        ("<select><option>Go</select>", "option option"),
        ("<div>go</div>", ""),
    ] {
        assert_eq!(found(html, "Go"), expected, "{html}");
    }
}

#[test]
fn included_targets_change_nothing_else() {
    let html =
        "<div id=one><a href=/>A</a> and <span id=two onclick>B</span></div><p id=three></p>";
    let record = |include_targets| {
        let options = html::RecordOptions {
            target: Some(["one", "three"].map(str::to_owned).into()),
            include_targets,
            ..html::RecordOptions::default()
        };
        understand(&html::record_in(html, &options))
    };
    let (without, with) = (record(false), record(true));
    assert_eq!(with.registry, without.registry);
    let count = without.tree.nodes.len();
    assert_eq!(with.tree.nodes[..count], without.tree.nodes[..]);
    let added: Vec<Role> = with.tree.nodes[count..]
        .iter()
        .map(|node| node.role)
        .collect();
    assert_eq!(added, [Role::Generic, Role::Paragraph]);
}
