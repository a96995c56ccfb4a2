//! Roles: explicit, implicit, conflicts, context.

use crate::described::check;
use expect_test::expect;

#[test]
fn tokens_are_tried_in_order() {
    check(
        "<div id=a role='foo  BUTTON link'></div><div id=b role='widget'></div><nav id=c role='region'></nav>\
         <nav id=d role='form list' aria-label=''></nav><div id=e role=region aria-label=E></div><div id=f role='text'></div>\
         <div id=g role='doc-noteref'></div><div id=h role=img></div><div id=i role=directory></div>",
        expect![[r#"
            a: button ""
            b: generic ""
            c: navigation ""
            d: list ""
            e: region "E"
            f: generic ""
            g: doc-noteref ""
            h: image ""
            i: list ""
        "#]],
    );
}

#[test]
fn presentation_yields_to_focus_and_global_attributes() {
    check(
        "<h1 id=a role=none>x</h1><h1 id=b role=none tabindex=-1>x</h1><h1 id=c role=presentation aria-label=C>x</h1>\
         <h1 id=d role=none aria-level=2>x</h1><button id=e role='none link'>x</button><ul id=f role=none><li id=g>x</ul>\
         <table role=none><tr id=h><td id=i>x</table>",
        expect![[r#"
            a: none ""
            b: heading "x" {level:1}
            c: heading "C" {level:1}
            d: none ""
            e: link "x"
            f: none ""
            g: generic ""
            h: generic ""
            i: generic ""
        "#]],
    );
}

#[test]
fn required_context() {
    check(
        "<div role=menuitem id=a>x</div><div role=menu><span><div role=menuitem id=b>x</div></span></div><li id=c>x</li>\
         <div role=list><li id=d>x</li></div><div role=row id=e>x</div><div role=grid><div role=row id=f>\
         <div role=gridcell id=g>x</div></div></div><ul role=tablist><li id=h><a role=tab href=# id=i>x</a></li></ul>\
         <div role=tablist aria-owns=j></div><div role=tab id=j>owned</div><div role=tab id=k>lost</div>\
         <div role=tab id=l>owned later</div><div role=tablist aria-owns=l></div>",
        expect![[r#"
            a: generic ""
            b: menuitem "x"
            c: generic ""
            d: listitem ""
            e: generic ""
            f: row "x"
            g: gridcell "x"
            h: generic ""
            i: tab "x"
            j: tab "owned"
            k: generic ""
            l: tab "owned later"
        "#]],
    );
}

#[test]
fn the_context_may_be_out_of_sight() {
    check(
        "<x-tabs><x-tab><template shadowrootmode=open><div role=tab id=a>x</div></template></x-tab></x-tabs>\
         <div><template shadowrootmode=open><div role=tab id=b>x</div></template></div><x-tab><div role=tab id=c>x</div></x-tab>",
        expect![[r#"
            a: tab "x"
            b: generic ""
            c: generic ""
        "#]],
    );
}

#[test]
fn landmarks_by_where_they_stand() {
    check(
        "<header id=a></header><footer id=b></footer><main><header id=c></header></main><article><footer id=d></footer>\
         <aside id=e></aside><aside id=f title=F></aside></article><aside id=g></aside><section id=h></section>\
         <section id=i aria-labelledby=w></section><section id=j aria-labelledby=n></section><form id=k></form>\
         <b id=w>words</b><b id=n></b><search id=l></search><div role=region aria-label=r><header id=m></header></div>",
        expect![[r#"
            a: banner ""
            b: contentinfo ""
            c: sectionheader ""
            d: sectionfooter ""
            e: generic ""
            f: complementary "F"
            g: complementary ""
            h: generic ""
            i: region "words"
            j: generic ""
            k: form ""
            w: generic ""
            n: generic ""
            l: search ""
            m: sectionheader ""
        "#]],
    );
}

#[test]
fn tables() {
    check(
        "<table id=a><tr><th id=b>x<th>y<tr><th id=c>x<td id=d>y</table><table role=grid><tr><td id=e>x<th scope=col id=f>y</table>\
         <table><tr><td><th id=g>corner is empty<tr><th id=h>x<td>y</table>\
         <table id=i><tr id=j><td id=k><table id=l><tr><td id=m>inner</table></table>\
         <table id=n><tr><th>data</th><td><table><tr><td>x</table></table>",
        expect![[r#"
            a: table ""
            b: columnheader "x"
            c: rowheader "x"
            d: cell "y"
            e: gridcell "x"
            f: columnheader "y"
            g: columnheader "corner is empty"
            h: rowheader "x"
            i: generic ""
            j: generic ""
            k: generic ""
            l: table ""
            m: cell "inner"
            n: table ""
        "#]],
    );
}

#[test]
fn fields() {
    check(
        "<input id=a><input id=b type=search><input id=c list=o><datalist id=o><option>x</datalist><input id=d list=nothing>\
         <input id=e type=NUMBER><input id=f type=range><input id=g type=date><input id=h type=file><input id=i type=checkbox switch>\
         <input id=j type=image><select id=k><option id=l>x<optgroup id=m label=M></select><select id=n multiple></select>\
         <select id=p size=2></select><textarea id=q></textarea><div id=r contenteditable>x<p id=s>y</div><input id=t type=hidden>",
        expect![[r#"
            a: textbox ""
            b: searchbox ""
            c: combobox "" {autocomplete:list}
            o: listbox ""
            d: textbox ""
            e: spinbutton ""
            f: slider ""
            g: textbox ""
            h: button "Choose File"
            i: switch "" {checked:false}
            j: button "Submit"
            k: combobox "" = "x"
            l: option "x" {selected:true}
            m: group "M"
            n: listbox "" {multiselectable:true}
            p: listbox ""
            q: textbox "" {multiline:true}
            r: textbox "" = "x y" {multiline:true,editable:true}
            s: paragraph ""
            t: generic ""
        "#]],
    );
}

#[test]
fn items_of_a_tree_stand_as_deep_as_their_groups() {
    check(
        "<div role=tree><div role=treeitem id=a>x<div role=group><div role=treeitem id=b>y<span role=group>\
         <i role=treeitem id=c>z</i></span></div></div></div><div role=treeitem aria-level=5 id=d>w</div></div>",
        expect![[r#"
            a: treeitem "x" {level:1}
            b: treeitem "y" {level:2}
            c: treeitem "z" {level:3}
            d: treeitem "w" {level:5}
        "#]],
    );
}

#[test]
fn graphics_and_formulas() {
    check(
        "<svg id=a><circle r=1 /></svg><svg id=b aria-label=B><g id=c><path id=d aria-label=D /></g></svg>\
         <svg id=e aria-label=E><a id=f href=#><text>x</text></a></svg>\
         <svg id=s aria-label=S><rect id=t><title>T</title></rect></svg><svg><image id=g /><image id=h><title></title></image>\
         <g id=i><title>I</title></g><symbol id=q><title>Q</title></symbol><use id=r href=#q /><use id=j tabindex=0 /></svg><math id=k><mi id=l>x</mi></math>\
         <img id=m><img id=n alt=''><img id=o alt='' aria-label=O><img id=p alt='' tabindex=0>",
        expect![[r#"
            a: generic ""
            b: graphics-document "B"
            c: generic ""
            d: graphics-symbol "D"
            e: graphics-document "E"
            f: link "x"
            s: graphics-document "S"
            t: graphics-symbol "T"
            g: image ""
            h: generic ""
            i: group "I"
            q: graphics-object ""
            r: graphics-object "Q"
            j: graphics-object "" {focusable:true}
            k: math ""
            l: generic ""
            m: image ""
            n: none ""
            o: image "O"
            p: image "" {focusable:true}
        "#]],
    );
}

#[test]
fn plain_containers_that_are_more() {
    check(
        "<div id=a draggable=true></div><div id=b draggable=false></div><div id=c popover></div><div id=d role=none autofocus></div>\
         <article id=e draggable=true></article><span id=f></span><x-thing id=g></x-thing><label id=h></label><cite id=i draggable=true></cite>",
        expect![[r#"
            a: group ""
            b: generic ""
            c: group "" {popover_open:false}
            d: group ""
            e: article ""
            f: generic ""
            g: generic ""
            h: generic ""
            i: generic ""
        "#]],
    );
}
