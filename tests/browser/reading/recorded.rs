//! Facts that only the live page has: generated content, current state, closed shadow roots, and
//! secrets in unusual places.

use axlens_harness::on_chain;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::wait::until;
use serde_json::{Value, json};

/// The line of the control with this name.
fn line<'a>(tree: &'a str, name: &str) -> &'a str {
    tree.lines()
        .find(|line| line.contains(&format!("\"{name}\" [uid=")))
        .unwrap_or_default()
}

#[test]
fn generated_content_is_part_of_names() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tree = chain.open_fixture("generated.html").await?.tree().await?;
        for name in [
            "Before plain",
            "weight (kg)",
            "gone",
            "unseen",
            "clear",
            "Layered button",
            "Inbox [3]",
            "Escaped name",
            "More …",
        ] {
            assert!(
                tree.contains(&format!("button \"{name}\"")),
                "{name} in\n{tree}"
            );
        }
        let star = tree
            .lines()
            .find(|line| line.contains("rating\""))
            .unwrap_or_default();
        assert!(star.contains("star") && !star.contains('★'), "{star}");
        for heading in ["Chapter I: Beginning", "Chapter II: End"] {
            assert!(
                tree.contains(&format!("heading[2] \"{heading}\"")),
                "{heading} in\n{tree}"
            );
        }
        for item in ["1 One", "1.1 Inner one", "1.2 Inner two", "2 Two", "Marked"] {
            assert!(tree.contains(item), "{item} in\n{tree}");
        }
        assert!(tree.contains("She wrote “he wrote ‘no’ to me”."), "{tree}");
        Ok(())
    })
}

#[test]
fn the_tree_has_the_current_state() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("live.html").await?;
        let tree = tab.tree().await?;
        assert!(line(&tree, "Text").contains("value=\"as typed\""), "{tree}");
        assert!(!line(&tree, "Emptied").contains("as written"), "{tree}");
        assert!(!line(&tree, "Box").ends_with(" checked"), "{tree}");
        assert!(line(&tree, "Mixed").contains("mixed"), "{tree}");
        assert!(line(&tree, "Radio").contains("checked"), "{tree}");
        assert!(line(&tree, "Mail").contains("invalid"), "{tree}");
        for present in ["Inside the details", "LOUD", "but this is"] {
            assert!(tree.contains(present), "{present} in\n{tree}");
        }
        for absent in [
            "Modal dialog",
            "Popover text",
            "Skipped text",
            "Found only by searching",
            "Not seen",
        ] {
            assert!(!tree.contains(absent), "{absent} in\n{tree}");
        }
        tab.evaluate("popover.showPopover(); void 0").await?;
        assert!(tab.tree().await?.contains("Popover text"));
        tab.evaluate("popover.hidePopover(); dialog.showModal(); void 0")
            .await?;
        let modal = tab.tree().await?;
        assert!(
            modal.contains("Modal dialog") && !modal.contains("Popover text"),
            "{modal}"
        );
        Ok(())
    })
}

#[test]
fn closed_shadow_roots_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("roots.html").await?;
        let tree = tab.tree().await?;
        for present in [
            "Closed in a plain element",
            "Around",
            "Light button",
            "In a frame in a root",
        ] {
            assert!(tree.contains(present), "{present} in\n{tree}");
        }
        assert!(!tree.contains("Not slotted"), "{tree}");
        assert!(tree.find("\"Second\"") < tree.find("\"First\""), "{tree}");
        tab.evaluate("later.attachShadow({mode: 'closed'}).innerHTML = '<button>Added later</button>'; void 0").await?;
        until(
            "a shadow root attached after the element was read",
            || async { Ok(tab.tree().await?.contains("Added later").then_some(())) },
        )
        .await
    })
}

#[test]
fn secrets_in_unusual_places_are_redacted() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("secrets.html").await?;
        let assert_redacted = |what: &str, answer: &Value| {
            assert!(!answer.to_string().contains("hidden-"), "{what}: {answer}");
        };
        let answer = tab.observe(json!({"max_depth": 15})).await?;
        assert_redacted("the outline", &answer);
        let tree = text(&answer);
        assert!(!line(&tree, "Card month").contains("February"), "{tree}");
        assert!(
            !tree
                .lines()
                .any(|line| line.contains("February") && line.contains("selected")),
            "{tree}"
        );
        assert!(!line(&tree, "Short").contains("invalid"), "{tree}");
        assert!(line(&tree, "Name").contains("value=\"shown\""), "{tree}");
        tab.evaluate("show.click()").await?;
        for format in ["outline", "numbered", "refs", "tabs", "lean"] {
            assert_redacted(format, &tab.observe(json!({"format": format})).await?);
        }
        assert_redacted("explain", &tab.explain("#password").await?.ok()?);
        let uid = uid_of(&tree, "\"Password\"")?;
        assert_redacted("locate", &tab.locate(&uid).await?.ok()?);
        Ok(())
    })
}
