//! States, hidden elements, and clickable elements without a role, as they are in the live page
//! instead of its source.

use axlens_harness::tab::{text, uid_on};
use axlens_harness::{Page, on_chain};
use serde_json::json;

#[test]
fn states_come_from_the_live_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("states.html").await?;
        let tree = tab.tree().await?;
        for (name, states) in [
            ("checked box", &["checked"][..]),
            ("mixed box", &["checked=mixed"]),
            ("a switch", &["switch", "checked"]),
            ("second radio", &["checked"]),
            ("Pressed", &["pressed"]),
            ("Disabled", &["disabled"]),
            ("inside disabled", &["disabled"]),
            ("Menu", &["expanded"]),
            ("required one", &["required"]),
            ("readonly one", &["readonly", "value=\"fixed\""]),
            ("ranged", &["slider", "value=\"4\""]),
            ("wrong", &["invalid"]),
            ("Apple", &["selected"]),
            ("One", &["tab", "selected"]),
            ("Here", &["current"]),
        ] {
            let line = tree
                .lines()
                .find(|line| line.contains(&format!("\"{name}\"")))
                .unwrap_or_default();
            for state in states {
                assert!(line.contains(state), "{name} {state}: {line:?} in\n{tree}");
            }
        }
        tab.evaluate("document.querySelector('[aria-label=\"open box\"]').checked = true; document.querySelector('[aria-label=ranged]').value = 9; void 0").await?;
        let after = tab.tree().await?;
        assert!(
            after
                .lines()
                .any(|line| line.contains("\"open box\"") && line.contains("checked")),
            "{after}"
        );
        assert!(
            after
                .lines()
                .any(|line| line.contains("\"ranged\"") && line.contains("value=\"9\"")),
            "{after}"
        );
        Ok(())
    })
}

#[test]
fn a_clickable_element_has_a_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tree = chain.open_fixture("states.html").await?.tree().await?;
        for fragment in ["Click me plainly", "Pointer area", "Focusable block"] {
            let line = tree
                .lines()
                .find(|line| line.contains(fragment))
                .unwrap_or_default();
            assert!(uid_on(line).is_some(), "{fragment}: {line:?} in\n{tree}");
        }
        Ok(())
    })
}

#[test]
fn css_decides_which_elements_are_in_the_tree() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Styles</title><style>
            .a::before { content: 'Before ' } .b { display: none } .c { visibility: hidden } .d { content-visibility: hidden } .e { opacity: 0 } .f { text-transform: uppercase }
            @media (min-width: 1px) { .g { display: none } }
            .h { display: contents } .i { position: absolute; width: 0; height: 0; overflow: hidden }
            </style><button class=a>named</button><button class=b>none</button><button class=c>invisible</button><div class=d><button>skipped</button></div>
            <button class=e>clear</button><p class=f>shouted</p><button class=g>media</button><div class=h><button>inside contents</button></div><div class=i><button>tiny</button></div>")).await?;
        let tree = tab.tree().await?;
        assert!(tree.contains("\"Before named\""), "{tree}");
        for absent in ["\"none\"", "\"invisible\"", "\"skipped\"", "\"media\""] {
            assert!(!tree.contains(absent), "{absent} in\n{tree}");
        }
        for kept in ["\"clear\"", "\"inside contents\"", "\"tiny\"", "SHOUTED"] {
            assert!(tree.contains(kept), "{kept} in\n{tree}");
        }
        Ok(())
    })
}

#[test]
fn an_open_modal_dialog_is_in_the_header() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Modal</title><button>Under</button><dialog id=d aria-label=Question><button>Yes</button></dialog><script>d.showModal()</script>")).await?;
        let answer = tab.observe(json!({})).await?;
        assert!(text(&answer).contains("dialog \"Question\""), "{answer}");
        assert!(
            answer["header"].to_string().contains("Question"),
            "{}",
            answer["header"]
        );
        assert!(text(&answer).contains("\"Yes\""), "{answer}");
        Ok(())
    })
}
