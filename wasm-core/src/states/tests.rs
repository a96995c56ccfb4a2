//! Tests of states, properties and values.

use crate::described::check;
use expect_test::expect;

#[test]
fn on_and_off() {
    check(
        "<input id=a type=checkbox checked><input id=b type=radio><div id=c role=checkbox aria-checked=mixed>x</div>\
         <div id=d role=radio aria-checked=mixed>x</div><div id=e role=switch aria-checked=yes>x</div>\
         <button id=f aria-pressed=mixed>x</button><button id=g aria-pressed=''>x</button>\
         <input id=h type=checkbox role=button aria-pressed=false checked><p id=i aria-checked=true>x</p>\
         <ul role=listbox><li id=j role=option aria-selected=true>x<li id=k role=option aria-checked=false>x</ul>",
        expect![[r#"
            a: checkbox "" {checked:true}
            b: radio "" {checked:false}
            c: checkbox "x" {checked:mixed}
            d: radio "x" {checked:false}
            e: switch "x" {checked:false}
            f: button "x" {pressed:mixed}
            g: button "x"
            h: button "" {pressed:true}
            i: paragraph ""
            j: option "x" {selected:true}
            k: option "x" {checked:false}
        "#]],
    );
}

#[test]
fn disabled_by_whatever_is_around() {
    check(
        "<fieldset disabled><legend><input id=a></legend><input id=b><button id=c>x</button><p id=d>x</p><legend><input id=e></legend>\
         <fieldset><legend><input id=f></legend></fieldset></fieldset>\
         <select id=g disabled><option id=h>x</select><select><optgroup disabled><option id=i>x</optgroup><option id=j>y</select>\
         <div aria-disabled=true id=k role=toolbar><button id=l>x</button><p id=m>x</p></div><a id=n href=# disabled>x</a>",
        expect![[r#"
            a: textbox ""
            b: textbox "" {disabled:true}
            c: button "x" {disabled:true}
            d: paragraph ""
            e: textbox "" {disabled:true}
            f: textbox "" {disabled:true}
            g: combobox "" = "x" {disabled:true}
            h: option "x" {selected:true,disabled:true}
            i: option "x" {selected:true,disabled:true}
            j: option "y" {selected:false}
            k: toolbar "" {disabled:true}
            l: button "x" {disabled:true}
            m: paragraph ""
            n: link "x"
        "#]],
    );
}

#[test]
fn open_and_closed() {
    check(
        "<details open><summary id=a>x</summary></details><details><summary id=b>x</summary></details>\
         <button id=c aria-expanded=true aria-haspopup=true>x</button><button id=d aria-haspopup=cake>x</button>\
         <button id=e popovertarget=p>x</button><div id=p popover>x</div><h1 id=f aria-expanded=true>x</h1>\
         <dialog id=g open data-modal>x</dialog><div id=h role=dialog aria-modal=true>x</div>",
        expect![[r#"
            a: summary "x" {expanded:true,focusable:true}
            b: summary "x" {expanded:false,focusable:true}
            c: button "x" {expanded:true,haspopup:menu}
            d: button "x"
            e: button "x" {expanded:false}
            p: group "" {popover_open:false}
            f: heading "x" {level:1}
            g: dialog "" {modal:true}
            h: dialog "" {modal:true}
        "#]],
    );
}

#[test]
fn fields() {
    check(
        "<input id=a required><input id=b readonly value=x><input id=c aria-invalid=true aria-errormessage=m>\
         <p id=m>Wrong <b>year</b></p><input id=d aria-invalid=false><input id=e type=number min=1 max=9 value=4>\
         <textarea id=f placeholder=p aria-autocomplete=both>two\nlines</textarea><div id=g role=textbox aria-multiline=true>text</div>\
         <div id=h contenteditable>is <b>edited</b></div><div id=i role=slider aria-valuenow=5 aria-valuetext=five aria-valuemax=9>x</div>\
         <progress id=j value=3 max=10></progress><progress id=k></progress><meter id=l value=.4></meter>",
        expect![[r#"
            a: textbox "" {required:true}
            b: textbox "" = "x" {readonly:true}
            c: textbox "" {invalid:true,error_message:Wrong year}
            m: paragraph ""
            d: textbox ""
            e: spinbutton "" = "4" {min:1,max:9}
            f: textbox "p" = "two\nlines" {multiline:true,placeholder:p,autocomplete:both}
            g: textbox "" = "text" {multiline:true}
            h: textbox "" = "is edited" {multiline:true,editable:true}
            i: slider "" = "five" {valuetext:five,max:9}
            j: progressbar "" = "30%" {max:10}
            k: progressbar ""
            l: meter "" = ".4"
        "#]],
    );
}

#[test]
fn secrets_show_neither_value_nor_length() {
    check(
        "<input id=a type=password value=hunter2><input id=b type=password><label>L <input type=password value=hunter2><input id=c></label>\
         <button id=d aria-labelledby=a>x</button><button id=e aria-describedby=a>x</button><h1 id=f>x <input type=password value=hunter2></h1>",
        expect![[r#"
            a: textbox "" = "[REDACTED]" {secret:true}
            b: textbox "" = "[REDACTED]" {secret:true}
            c: textbox ""
            d: button "x"
            e: button "x"
            f: heading "x" {level:1}
        "#]],
    );
}

#[test]
fn choices() {
    check(
        "<select id=a><option>x<option selected>  y  z</select><select id=b multiple><option selected>x<option selected id=c>y</select>\
         <div id=d role=combobox tabindex=0 aria-expanded=false>Chosen</div><input id=e role=combobox value=written>\
         <select id=f><option label=Label selected>x</select><select id=g></select>",
        expect![[r#"
            a: combobox "" = "y z"
            b: listbox "" {multiselectable:true}
            c: option "y" {selected:true}
            d: combobox "" = "Chosen" {expanded:false}
            e: combobox "" = "written"
            f: combobox "" = "Label"
            g: combobox ""
        "#]],
    );
}

#[test]
fn structure() {
    check(
        "<h3 id=a>x</h3><div id=b role=heading>x</div><h2 id=c aria-level=5>x</h2><h2 id=d aria-level=-1>x</h2>\
         <table><tr><th id=e aria-sort=ascending>x<th id=f aria-sort=none>y</table><div id=g role=tablist aria-orientation=vertical></div>\
         <select id=h multiple></select><a id=i href=# aria-current=page>x</a><a id=j href=# aria-current=here>x</a>\
         <div id=k role=group aria-busy=true aria-live=polite aria-roledescription=' slide  show ' aria-keyshortcuts=Alt+K></div>",
        expect![[r#"
            a: heading "x" {level:3}
            b: heading "x" {level:2}
            c: heading "x" {level:5}
            d: heading "x" {level:2}
            e: columnheader "x" {sort:ascending}
            f: columnheader "y"
            g: tablist "" {orientation:vertical}
            h: listbox "" {multiselectable:true}
            i: link "x" {current:page}
            j: link "x" {current:true}
            k: group "" {busy:true,live:polite,keyshortcuts:Alt+K,roledescription:slide show}
        "#]],
    );
}
