//! Names and descriptions, step by step of accname.

use crate::described::check;
use expect_test::expect;

#[test]
fn hidden_from_everybody_or_from_assistive_technology_2a() {
    check(
        "<button id=b>a<span hidden>b</span><i aria-hidden=true>c</i>\
         <u style='visibility:hidden'>d<b style='visibility:visible'>e</b></u></button>\
         <button id=h hidden>x</button>",
        expect![[r#"
            b: button "ae"
            h: button ""
        "#]],
    );
}

#[test]
fn labelledby_in_order_and_not_followed_further_2b() {
    check(
        "<i id=one>One</i><i id=two aria-labelledby=one>Two</i><i id=dark hidden>dark <b hidden>side</b></i>\
         <input id=a aria-labelledby='two one nowhere one'>\
         <input id=b aria-labelledby='dark'><input id=c aria-label=me aria-labelledby='c one'>\
         <div id=x role=button aria-labelledby=y>X</div><div id=y role=button aria-labelledby=x>Y</div>",
        expect![[r#"
            one: generic ""
            two: generic "One"
            dark: generic ""
            a: textbox "Two One One"
            b: textbox "dark side"
            c: textbox "me One"
            x: button "Y"
            y: button "X"
        "#]],
    );
}

#[test]
fn labelledby_stays_in_its_own_root() {
    check(
        "<b id=outer>Outer</b><div><template shadowrootmode=open><b id=inner>Inner</b>\
         <button id=in aria-labelledby='outer inner'></button></template></div>\
         <button id=out aria-labelledby='outer inner'></button>",
        expect![[r#"
            outer: generic ""
            inner: generic ""
            in: button "Inner"
            out: button "Outer"
        "#]],
    );
}

#[test]
fn glyphs_of_icon_fonts_are_no_name() {
    check(
        "<button id=a title=Remove>\u{f1f8}</button><button id=b>\u{f1f8} Delete</button>\
         <a id=c href=/ aria-label='\u{e8b6}'>Search</a><button id=d>4.5\u{f005}120</button>\
         <label for=e>\u{f02b} Name</label><input id=e>\
         <label for=f>\u{a0}</label><input id=f type=checkbox title=Once>",
        expect![[r#"
            a: button "Remove"
            b: button "Delete"
            c: link "\u{e8b6}"
            d: button "4.5 120"
            e: textbox "Name"
            f: checkbox "Once" {checked:false}
        "#]],
    );
}

#[test]
fn embedded_controls_give_their_values_2c() {
    check(
        "<label>Flash <input id=t value=3> times, <select id=s><option>a<option selected>b</select>\
         <input id=r type=range value=7> <input id=p type=password value=secret> <input id=c type=checkbox></label>\
         <button id=k>Volume <span role=slider aria-valuenow=5 aria-valuetext=five>x</span></button>",
        expect![[r#"
            t: textbox "Flash times, b 7" = "3"
            s: combobox "" = "b"
            r: slider "" = "7"
            p: textbox "" = "[REDACTED]" {secret:true}
            c: checkbox "" {checked:false}
            k: button "Volume five"
        "#]],
    );
}

#[test]
fn host_language_2e() {
    check(
        "<label for=a>A</label><label for=a>again</label><input id=a title=t placeholder=p><input id=b title=t placeholder=p>\
         <input id=c placeholder=p><fieldset id=f><legend>L <b>egend</b></legend></fieldset>\
         <table id=t><caption>Cap</caption><tr><th id=th abbr=short>long</th></tr></table>\
         <img id=i alt='An  image'><img id=j alt='' title=t><figure id=g><img id=n><figcaption>Fig</figcaption></figure>\
         <input id=s type=submit><input id=v type=submit value=Run><input id=m type=image alt=Alt><input id=o type=button>\
         <svg id=svg><title>Drawing</title><desc>More</desc><circle r=1 /></svg><label hidden for=h>hidden</label><input id=h>",
        expect![[r#"
            a: textbox "A again" ("t") {placeholder:p}
            b: textbox "t" {placeholder:p}
            c: textbox "p" {placeholder:p}
            f: group "L egend"
            t: table "Cap"
            th: columnheader "short"
            i: image "An image"
            j: none ""
            g: figure ""
            n: image "Fig"
            s: button "Submit"
            v: button "Run"
            m: button "Alt"
            o: button ""
            svg: image "Drawing" ("More")
            h: textbox "hidden"
        "#]],
    );
}

#[test]
fn content_2f() {
    check(
        "<button id=a>one<div>two</div>three<br>four<img alt=five>six</button>\
         <h1 id=b>Head <a href=# id=c title=tip>link <em>in</em></a></h1>\
         <a href=# id=d><i title=icon></i></a><a href=# id=e title=only></a>\
         <ul role=tree><li role=treeitem id=f>Branch<ul role=group><li role=treeitem id=g>Leaf</ul></ul>\
         <div id=h role=group>not from content</div><summary id=i>no details</summary>\
         <details><summary id=j>Sum <b>mary</b></summary>rest</details>",
        expect![[r#"
            a: button "one two three four five six"
            b: heading "Head link in" {level:1}
            c: link "link in" ("tip")
            d: link "icon"
            e: link "only"
            f: treeitem "Branch" {level:1}
            g: treeitem "Leaf" {level:2}
            h: group ""
            i: generic "no details" {focusable:true}
            j: summary "Sum mary" {expanded:false,focusable:true}
        "#]],
    );
}

#[test]
fn slots_and_owned_elements_are_content() {
    check(
        "<button id=a><span><template shadowrootmode=open>(<slot></slot>|<slot name=n aria-label=no>fall back</slot>)</template>light</span></button>\
         <a href=# id=b aria-owns=far>near </a><p id=far>far</p><h2 id=c><span id=d aria-owns=c>round</span></h2>",
        expect![[r#"
            a: button "(light|fall back)"
            b: link "near far"
            far: paragraph ""
            c: heading "round" {level:2}
            d: generic ""
        "#]],
    );
}

#[test]
fn tooltips_name_what_has_no_words_and_describe_what_has_2i() {
    check(
        "<button id=a title=Tip></button><button id=b title=Tip>Words</button><button id=c title=Same>Same</button>\
         <span id=d title=Tip>Words</span><div id=e title=Tip></div><span id=f title=nowhere></span><span id=h title=hidden> <b hidden>x</b></span>\
         <abbr id=g title=Abbreviation>Abbr</abbr>",
        expect![[r#"
            a: button "Tip"
            b: button "Words" ("Tip")
            c: button "Same"
            d: generic "" ("Tip")
            e: generic "Tip"
            f: generic ""
            h: generic ""
            g: generic "Abbreviation"
        "#]],
    );
}

#[test]
fn descriptions() {
    check(
        "<p id=p>Described <b hidden>so</b></p><button id=a aria-describedby=p>x</button>\
         <button id=b aria-description=more title=tip>x</button><button id=c aria-describedby=p>Described</button>\
         <table id=t aria-label=T summary=S><caption>Cap</caption></table>",
        expect![[r#"
            p: paragraph ""
            a: button "x" ("Described")
            b: button "x" ("more")
            c: button "Described"
            t: table "T" ("Cap")
        "#]],
    );
}

#[test]
fn dialogs_and_articles_take_their_first_heading() {
    check(
        "<div role=dialog id=a><div><h2>First</h2></div><h1>Second</h1></div><article id=b><h3>Art</h3></article>\
         <article id=c title=own><h3>x</h3></article><div role=group id=d><h3>x</h3></div>",
        expect![[r#"
            a: dialog "First"
            b: article "Art"
            c: article "own"
            d: group ""
        "#]],
    );
}

#[test]
fn references_are_read_on_their_own() {
    check(
        "<i id=one>One</i><i id=two>Two <b id=in>In</b></i><button id=a aria-labelledby='one one'>x</button>\
         <button id=b aria-labelledby='in two'>x</button><div id=row>Row <button id=c aria-labelledby='c row'>Del</button></div>\
         <label id=lab>L <input id=d aria-labelledby=lab value=own></label><label for=e>E</label><input id=e aria-labelledby='e one'>",
        expect![[r#"
            one: generic ""
            two: generic ""
            in: generic ""
            a: button "One One"
            b: button "In Two In"
            row: generic ""
            c: button "Del Row Del"
            lab: generic ""
            d: textbox "L" = "own"
            e: textbox "E One"
        "#]],
    );
}

#[test]
fn words_that_are_no_text_stand_apart() {
    check(
        "<button id=a>a<img alt=b>c<svg role=img aria-label=d></svg>e<input value=f>g</button>\
         <button id=b><span aria-label=a>x</span><span aria-label=b>x</span></button>\
         <button id=c>a<span style='display:inline-flex'>b</span>c<span>d</span>e</button>\
         <a id=d href=#><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字</a><h2 id=e>a<sup>2</sup></h2>",
        expect![[r#"
            a: button "a b c d e f g"
            b: button "a b"
            c: button "a b cde"
            d: link "漢字"
            e: heading "a2" {level:2}
        "#]],
    );
}

#[test]
fn a_cut_says_so() {
    let long = "word ".repeat(3_000);
    let page = format!("<h1 id=a>{long}</h1><h1 id=b aria-label='{long}'></h1>");
    let lines = crate::described::described(&page);
    let first = lines.lines().next().unwrap_or_default();
    assert!(
        first.contains('…') && first.len() < 10_100,
        "{}",
        first.len()
    );
}

#[test]
fn every_step_that_gave_words_is_listed() {
    let html = "<b id=one>One <i>and</i></b><button id=a aria-labelledby=one title=Tip aria-description=more>x</button>";
    let record = crate::html::record(html);
    let record = crate::record::Record::parse(&record);
    let page = crate::page::Page::new(&record);
    let roles = crate::roles::Roles::new(&page);
    let naming = super::Naming::new(&page, &roles);
    let button = page
        .dom
        .elements()
        .find(|node| page.dom.attr(*node, "id") == Some("a"))
        .expect("it is there");
    let (name, steps, description, more) = naming.traced(button);
    assert_eq!(
        (name.text.as_str(), description.as_str()),
        ("One and", "more")
    );
    let steps_given: Vec<_> = steps
        .iter()
        .chain(&more)
        .map(|step| (step.step, step.text.as_str()))
        .collect();
    assert_eq!(
        steps_given,
        [
            ("2B aria-labelledby", "One and"),
            ("aria-description", "more")
        ]
    );
    assert_eq!(naming.name(button), name, "tracing changes nothing");
}
