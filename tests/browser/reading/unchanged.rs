//! The engine does not process an unchanged page again. Every change is noticed, even without a
//! mutation event.

use anyhow::Context;
use axlens_harness::tab::text;
use axlens_harness::{Page, Tab, on_chain};
use serde_json::{Value, json};

async fn lean(tab: &Tab) -> anyhow::Result<Value> {
    tab.observe(json!({"format": "lean", "timings": true}))
        .await
}

/// The uid at the start of a line of the format `lean`.
fn uid_of(tree: &str, fragment: &str) -> anyhow::Result<String> {
    let line = tree.lines().find(|line| line.contains(fragment));
    let uid = line.and_then(|line| line.split_whitespace().next());
    Ok(uid
        .with_context(|| format!("{fragment} in\n{tree}"))?
        .to_owned())
}

/// Whether the response was made without the engine.
fn is_from_cache(answer: &Value) -> bool {
    answer["timings"].get("understand").is_none() && answer["timings"].get("stitch").is_none()
}

#[test]
fn an_unchanged_page_is_answered_from_the_cache() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let first = lean(&tab).await?;
        let again = lean(&tab).await?;
        assert!(!is_from_cache(&first) && is_from_cache(&again), "{again}");
        for same in ["tree", "uidMap", "tokenEstimate", "nodeCount", "world"] {
            assert_eq!(first[same], again[same], "{same}");
        }
        // With other options, the cached tree is shaped again.
        let mut params = json!({"format": "lean", "interactive_only": true, "timings": true});
        let other = tab.observe(params.clone()).await?;
        assert!(other["timings"].get("understand").is_none(), "{other}");
        assert!(other["timings"].get("stitch").is_some(), "{other}");
        params["compression"] = json!("delta");
        assert_eq!(tab.observe(params).await?["delta"], "unchanged");
        let uid = uid_of(&text(&again), "\"Settings\"")?;
        assert_eq!(tab.locate(&uid).await?.status, 200);
        // Positions are measured again, even if the text is unchanged.
        let boxes = json!({"format": "lean", "include": ["boxes"]});
        let before = text(&tab.observe(boxes.clone()).await?);
        tab.evaluate("document.body.style.marginTop = '31px'; void 0")
            .await?;
        assert_ne!(text(&tab.observe(boxes).await?), before);
        Ok(())
    })
}

const PAGE: &str = "<!doctype html><title>Unchanged</title>
    <style id=sheet>.removed { display: none } #hover { cursor: default } #noted::after { content: 'after' } #counted::before { content: counter(number) ') ' } #counted { counter-reset: number 3 } #unseen { visibility: hidden }
        #veiled::after { content: 'veil'; visibility: hidden } #off::after { content: 'switch'; display: none } #skipped { content-visibility: hidden } #broken { white-space: pre }</style>
    <style>@media (max-width: 1px) { #last { display: none } }</style>
    <p id=listed>Listed</p><p id=noted>Noted</p><button id=hover>Hover</button><span id=click>Click me</span>
    <label>Name <input id=field></label><label>Agree <input id=tick type=checkbox></label>
    <label>Which <select id=which><option>One<option>Two</select></label>
    <label>Long <textarea id=long></textarea></label><label>Secret <input id=secret type=password></label>
    <div id=host></div><div id=shut></div><iframe id=frame srcdoc='<style>@media (min-width: 200px) { #narrow { display: none } }</style><p>Inside</p><p id=narrow>Narrow</p><input aria-label=Inner>'></iframe><p id=last>Last</p>
    <div id=late></div><section id=later>Light</section><p id=counted>Counted</p><p id=unseen>Unseen</p><div id=popped popover>Popped</div>
    <label><input id=left type=radio name=side checked>Left</label><label><input id=right type=radio name=side>Right</label>
    <ul><li id=item>Item</ul><div id=hands><b id=first>First</b><b id=second>Second</b></div><button id=named>Unnamed</button>
    <p id=veiled>Un</p><p id=off>On</p><p id=turned>turned</p><div id=skipped>Skipped</div><p id=broken>one\ntwo</p><q id=quoted>Quoted</q>
    <label>Open <input id=sesame value=sesame></label><label>Its own <x-field id=own tabindex=0></x-field></label>
    <script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<style>input { color: red }</style><input aria-label=Deep><i>ed</i>';
        window.rule = (selector) => [...sheet.sheet.cssRules].find((rule) => rule.selectorText === selector).style;
        hands.attachShadow({ mode: 'open', slotAssignment: 'manual' }).innerHTML = '<slot></slot>';
        window.root = shut.attachShadow({ mode: 'closed' }); root.innerHTML = '<p>Kept</p>';
    </script>";

/// Scripts that change the page, each with the text that it adds.
const CHANGES: [(&str, &str); 41] = [
    ("field.value = 'typed'", "\"typed\""),
    ("tick.checked = true", "\"Agree\" checked"),
    ("tick.indeterminate = true", "checked=mixed"),
    ("which.selectedIndex = 1", "=\"Two\""),
    ("long.value = 'written'", "\"written\""),
    ("last.textContent = 'so 🙂🙃 it is'", "so 🙂🙃 it is"),
    ("last.textContent = 'so 🙂🙄 it is'", "so 🙂🙄 it is"),
    ("last.textContent = 'so 🙄🙄 it is'", "so 🙄🙄 it is"),
    ("last.textContent = 'so 🙄 it is'", "so 🙄 it is"),
    ("field.focus()", "focused"),
    ("field.setCustomValidity('no')", "invalid"),
    (
        "sheet.sheet.insertRule('#click { cursor: pointer }')",
        "Click me",
    ),
    (
        "sheet.sheet.cssRules[3].style.content = '\"changed\"'",
        "changed",
    ),
    (
        "sheet.sheet.deleteRule(1); listed.classList.add('removed'); sheet.sheet.insertRule('.removed { text-transform: uppercase }')",
        "LISTED",
    ),
    (
        "host.shadowRoot.querySelector('input').value = 'below'",
        "\"below\"",
    ),
    ("root.firstChild.firstChild.data = 'Opened'", "Opened"),
    (
        "frame.contentDocument.querySelector('input').value = 'within'",
        "\"within\"",
    ),
    (
        "frame.contentDocument.querySelector('p').hidden = true; frame.contentDocument.body.append('Appended')",
        "Appended",
    ),
    (
        "document.adoptedStyleSheets = [Object.assign(new CSSStyleSheet(), {})]; document.adoptedStyleSheets[0].replaceSync('#last::before { content: \"before\" }')",
        "before",
    ),
    (
        "late.attachShadow({ mode: 'open' }).innerHTML = '<p>Late</p>'",
        "Late",
    ),
    (
        "later.attachShadow({ mode: 'open' }).innerHTML = '<p>Later</p>'",
        "Later",
    ),
    ("frame.style.width = '100px'", "Narrow"),
    (
        "unseen.animate({ visibility: ['visible', 'visible'] }, { duration: 1e9, fill: 'both' })",
        "Unseen",
    ),
    ("popped.showPopover()", "Popped"),
    ("right.checked = true", "\"Right\" checked"),
    ("rule('#counted').counterReset = 'number 7'", "7) Counted"),
    (
        "sheet.sheet.insertRule('#item { list-style-type: upper-roman }')",
        "I. Item",
    ),
    ("hands.shadowRoot.firstChild.assign(first, second)", "First"),
    (
        "hands.shadowRoot.firstChild.assign(second, first)",
        "Second",
    ),
    ("rule('#veiled::after').visibility = 'visible'", "Unveil"),
    ("rule('#off::after').display = 'inline'", "Onswitch"),
    (
        "sheet.sheet.insertRule('#turned { text-transform: uppercase }')",
        "TURNED",
    ),
    ("rule('#skipped').contentVisibility = 'visible'", "Skipped"),
    ("rule('#broken').whiteSpace = 'normal'", "one two"),
    ("document.documentElement.lang = 'fr'", "«Quoted»"),
    (
        "sheet.sheet.insertRule('#quoted { quotes: \"<<\" \">>\" }')",
        "<<Quoted>>",
    ),
    (
        "host.shadowRoot.styleSheets[0].insertRule('i::before { content: \"root\" }')",
        "rooted",
    ),
    (
        "sheet.sheet.insertRule('#sesame { -webkit-text-security: disc }')",
        "\"Open\"",
    ),
    (
        "customElements.define('x-field', class extends HTMLElement { static formAssociated = true })",
        "\"Its own\"",
    ),
    ("named.ariaLabelledByElements = [counted]", "Counted\""),
    ("document.designMode = 'on'", "editable"),
];

#[test]
fn every_change_is_in_the_next_response() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        tab.wait_for("frame.contentDocument?.querySelector('input') !== null")
            .await?;
        let mut before = text(&lean(&tab).await?);
        for (change, expected) in CHANGES {
            let same = lean(&tab).await?;
            assert!(is_from_cache(&same), "before {change}: {same}");
            assert_eq!(text(&same), before);
            tab.evaluate(&format!("{change}; void 0")).await?;
            let after = lean(&tab).await?;
            let now = text(&after);
            assert!(!is_from_cache(&after), "{change}: {after}");
            assert_ne!(now, before, "{change}");
            assert!(now.contains(expected), "{change}: {expected} in\n{now}");
            assert!(!now.contains("hunter2"), "{now}");
            before = now;
        }
        Ok(())
    })
}

#[test]
fn a_page_that_returns_to_its_first_state_gives_an_equal_response() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(Page::html(
                "<!doctype html><title>Back</title><button id=one>One</button>",
            ))
            .await?;
        let first = text(&lean(&tab).await?);
        tab.evaluate("window.two = document.createElement('button'); two.textContent = 'Two'; document.body.append(two); void 0")
            .await?;
        let with_two = text(&lean(&tab).await?);
        assert!(with_two.contains("\"Two\""), "{with_two}");
        tab.evaluate("two.remove(); void 0").await?;
        assert_eq!(text(&lean(&tab).await?), first);
        // A uid is never used for another element.
        tab.evaluate("document.body.append(Object.assign(document.createElement('button'), { textContent: 'Three' })); void 0")
            .await?;
        let with_three = text(&lean(&tab).await?);
        assert_ne!(
            uid_of(&with_three, "\"Three\"")?,
            uid_of(&with_two, "\"Two\"")?
        );
        tab.evaluate("document.body.lastChild.replaceWith(two); void 0")
            .await?;
        assert_eq!(text(&lean(&tab).await?), with_two);
        Ok(())
    })
}

#[test]
fn two_tabs_of_one_page_are_not_confused() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let one = chain.open_fixture("dashboard.html").await?;
        let two = chain.open_fixture("dashboard.html").await?;
        let (first, second) = (lean(&one).await?, lean(&two).await?);
        let (again, again_two) = (lean(&one).await?, lean(&two).await?);
        assert!(is_from_cache(&again) && is_from_cache(&again_two));
        assert_eq!(
            (&again["tab"], &again["document"]),
            (&first["tab"], &first["document"])
        );
        assert_eq!(
            (&again_two["tab"], &again_two["document"]),
            (&second["tab"], &second["document"])
        );
        assert_ne!(first["document"], second["document"]);
        one.evaluate("document.querySelector('button').textContent = 'Only in one'; void 0")
            .await?;
        assert!(text(&lean(&one).await?).contains("Only in one"));
        assert!(is_from_cache(&lean(&two).await?));
        Ok(())
    })
}
