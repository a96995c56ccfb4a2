//! The edge cases of the outline contract (docs/contracts.md).

use axlens_harness::site::Gate;
use axlens_harness::tab::text;
use axlens_harness::{Page, on_chain};
use serde_json::json;

#[test]
fn a_scope_without_a_match_has_the_exact_fault_of_the_contract() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let reply = tab.ask(json!({"scope": "#nonexistent"})).await?;
        assert_eq!((reply.status, reply.code()?), (404, "scope_not_found"));
        assert_eq!(
            reply.body["message"],
            "No element matches selector '#nonexistent'"
        );
        let wrong = tab.ask(json!({"scope": "a[["})).await?;
        assert_eq!((wrong.status, wrong.code()?), (400, "bad_request"));
        Ok(())
    })
}

#[test]
fn blank_pages_have_an_empty_document() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        for url in [
            "about:blank",
            "data:text/html,<title>Data</title><button>unreadable</button>",
        ] {
            tab.goto(url).await?;
            let answer = tab.observe(json!({})).await?;
            assert!(text(&answer).starts_with("document \""), "{answer}");
            assert_eq!(answer["interactiveCount"], 0);
            assert!(
                answer["uidMap"]
                    .as_object()
                    .is_some_and(serde_json::Map::is_empty),
                "{answer}"
            );
            if url == "about:blank" {
                assert_eq!(text(&answer).trim_end(), "document \"(empty)\"");
            }
        }
        Ok(())
    })
}

#[test]
fn an_empty_page_has_an_empty_document() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let answer = chain.open(Page::html("")).await?.observe(json!({})).await?;
        assert_eq!(text(&answer).trim_end(), "document \"(empty)\"");
        Ok(())
    })
}

#[test]
fn a_loading_page_shows_what_is_loaded() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let gate = Gate::default();
        let first = format!(
            "<!doctype html><title>Half</title><body><h1>First half</h1><!-- {} -->",
            " ".repeat(4096)
        );
        let tab = chain.tab().await?;
        tab.navigate(
            &chain
                .site
                .page(Page::html(first).then(&gate, "<button>Second half</button>")),
        )
        .await?;
        tab.wait_for("document.querySelector('h1') !== null")
            .await?;
        let half = tab.observe(json!({})).await?;
        assert!(
            text(&half).contains("First half") && !text(&half).contains("Second half"),
            "{half}"
        );
        assert_eq!(half["header"]["ready"], "loading", "{}", half["header"]);
        gate.open();
        tab.wait_for("document.readyState === 'complete'").await?;
        let whole = tab.observe(json!({})).await?;
        assert!(text(&whole).contains("Second half"), "{whole}");
        Ok(())
    })
}

#[test]
fn presentation_is_omitted_and_aria_hidden_with_its_content() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tree = chain.open_fixture("states.html").await?.tree().await?;
        for absent in [
            "hidden button",
            "gone button",
            "attribute button",
            "inert button",
            "presentation",
            "none \"",
            "Not for assistive",
            "Invisible",
        ] {
            assert!(!tree.contains(absent), "{absent} in\n{tree}");
        }
        for kept in ["Kept link", "Plain item", "visible child"] {
            assert!(tree.contains(kept), "{kept} in\n{tree}");
        }
        Ok(())
    })
}

#[test]
fn parallel_requests_are_independent() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        tab.handle().await?;
        let (a, b, c) = tokio::join!(
            tab.observe(json!({})),
            tab.observe(json!({"scope": "nav"})),
            tab.observe(json!({"interactive_only": true}))
        );
        let (a, b, c) = (a?, b?, c?);
        assert_eq!(a["world"], b["world"]);
        assert_eq!(a["world"], c["world"]);
        let uid = |tree: &str| axlens_harness::tab::uid_of(tree, "\"Settings\"");
        assert_eq!(uid(&text(&a))?, uid(&text(&b))?);
        assert_eq!(uid(&text(&a))?, uid(&text(&c))?);
        Ok(())
    })
}

#[test]
fn a_thousand_levels_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        // The parser limits nesting to 512 levels; a script does not.
        let page = "<!doctype html><title>Pit</title><h1>Top</h1><script>
            let at = document.body;
            for (let n = 0; n < 1000; n++) at = at.appendChild(document.createElement('div'));
            at.innerHTML = '<button>Bottom</button>';
        </script>";
        let answer = chain
            .open(Page::html(page))
            .await?
            .observe(json!({}))
            .await?;
        assert!(text(&answer).contains("button \"Bottom\""), "{answer}");
        Ok(())
    })
}

#[test]
fn a_generated_placeholder_is_no_value() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<style>.empty::before { content: 'Write something' }</style>\
            <div role=textbox aria-label=Intro contenteditable><p class=empty><br></p></div>\
            <div role=textbox aria-label=Body contenteditable><p>Hello</p></div>";
        let tab = chain.open(Page::html(page)).await?;
        let answer = tab.observe(json!({"format": "lean"})).await?;
        let tree = text(&answer);
        assert!(tree.contains("textbox \"Intro\"\n"), "{tree}");
        assert!(tree.contains("textbox \"Body\" =\"Hello\""), "{tree}");
        Ok(())
    })
}
