//! Pages with controls that only their attributes and words indicate.

use crate::html;
use crate::understand::outline;
use expect_test::{Expect, expect};

fn check(html: &str, expected: Expect) {
    expected.assert_eq(&outline(&html::record(html)));
}

#[test]
fn a_clickable_parent_of_controls_is_split() {
    check(
        "<div style='cursor:pointer'><span class='email-reply'><span class=icon></span>Reply</span>\
         <span class='email-forward'>Forward</span></div>\
         <div style='cursor:pointer'><div><span class=dec>-</span><span class=inc>+</span></div></div>\
         <div onclick=''><i class='icon-star'></i><i class='icon-trash'></i></div>",
        expect![[r#"
            document ""
              clickable "Reply" * by class:reply
                text "Reply"
              clickable "Forward" * by class:forward
                text "Forward"
              clickable "-" * by class:dec
                text "-"
              clickable "+" * by class:inc
                text "+"
              clickable "" * by class:star
              clickable "" * by class:trash
        "#]],
    );
}

#[test]
fn a_card_or_a_control_with_parts_is_one_control() {
    check(
        "<div onclick=''><span class=title>T</span><span class=price>9</span></div>\
         <div onclick='' class=btn><i class='icon plus'></i><span class=btn-label>Add</span></div>\
         <div style='cursor:pointer'><i class='icon-plus'></i><span class=add>Add</span></div>\
         <div style='cursor:pointer'><span class=arrow>v</span><span class=more>3</span> Text</div>\
         <button><span class=inc>+</span><span class=dec>-</span></button>\
         <a href=/><span class=prev>a</span><span class=next>b</span></a>",
        expect![[r#"
            document ""
              clickable "T9" * by onclick
                text "T9"
              clickable "Add" * by onclick
                text "Add"
              clickable "Add" * by cursor:pointer
                text "Add"
              clickable "v3 Text" * by cursor:pointer
                text "v3 Text"
              button "+-" *
              link "ab" *
                text "ab"
        "#]],
    );
}

#[test]
fn anchors_without_an_address_have_signs() {
    check(
        "<a class='ui-datepicker-prev' data-handler=prev data-event=click><span class='ui-icon'>Prev</span></a>\
         <a class='next-page'>Next</a><a name=x>Anchor</a><a id=back></a><a class=anchor>Place</a>\
         <a data-toggle=tooltip>Term</a><span data-action=remove>x</span>\
         <div data-action=list><a href=/>One</a></div>",
        expect![[r#"
            document ""
              clickable "Prev" * by data-handler
                text "Prev"
              clickable "Next" * by class:next
                text "Next"
              text "AnchorPlaceTerm"
              clickable "x" * by data-action
                text "x"
              link "One" *
                text "One"
        "#]],
    );
}

#[test]
fn controls_next_to_each_other_need_no_clickable_parent() {
    check(
        "<div><span class=minus>-</span><input value=1><span class=plus>+</span></div>\
         <p>Press <span class=plus>+</span> to add</p>\
         <div><span class='star'>★</span><span class='star'>★</span></div>\
         <div>Ann <span id=reply>Reply</span> <span id=deleteMail>Delete</span></div>\
         <div>Ann <i class=reply></i><i class=favorite></i><i class=share></i><i class=up>3</i></div>\
         <div onclick=''>Mail <span class=reply>Reply</span> <span class=trash></span></div>",
        expect![[r#"
            document ""
              clickable "-" * by class:minus
                text "-"
              textbox "" *
              clickable "+" * by class:plus
                text "+"
              paragraph ""
                text "Press + to add"
              text "★★"
              text "Ann"
              clickable "Reply" * by id:reply
                text "Reply"
              clickable "Delete" * by id:delete
                text "Delete"
              text "Ann"
              clickable "" * by class:reply
              clickable "" * by class:favorite
              clickable "" * by class:share
              text "3"
              clickable "Mail Reply" * by onclick
                text "Mail"
                clickable "Reply" * by class:reply
                  text "Reply"
                clickable "" * by class:trash
        "#]],
    );
}

#[test]
fn page_text_is_never_a_reason() {
    check(
        "<a class='next\" [uid=9]'>x</a><a class='NEXT'>y</a><a class='nextnext'>z</a>",
        expect![[r#"
            document ""
              clickable "x" * by class:next
                text "x"
              clickable "y" * by class:next
                text "y"
              text "z"
        "#]],
    );
}

#[test]
fn lists_are_sorted() {
    assert!(super::STRONG_WORDS.is_sorted());
    assert!(super::VAGUE_WORDS.is_sorted());
    assert!(super::PART_WORDS.is_sorted());
}

#[test]
fn strong_and_vague_words_are_control_words() {
    let mut words = super::STRONG_WORDS.iter().chain(&super::VAGUE_WORDS);
    assert!(words.all(|word| super::CONTROL_WORDS.contains(word)));
}
