//! Open and closed shadow roots, slots, custom elements.

use axlens_harness::on_chain;
use axlens_harness::tab::uid_of;
use serde_json::json;

#[test]
fn open_and_closed_shadow_roots_are_read() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tree = chain.open_fixture("shadow.html").await?.tree().await?;
        for name in [
            "Slotted button",
            "Fallback button",
            "Shadow button",
            "Closed button",
            "Closed field",
            "Declared link",
            "In unknown",
        ] {
            assert!(
                uid_of(&tree, &format!("\"{name}\"")).is_ok(),
                "{name} in\n{tree}"
            );
        }
        assert_eq!(tree.matches("\"Deep button\"").count(), 2, "{tree}");
        assert!(tree.contains("heading[2] \"Slotted title\""), "{tree}");
        assert!(
            !tree.contains("Never expected") && !tree.contains("No title"),
            "{tree}"
        );
        Ok(())
    })
}

#[test]
fn the_uid_map_has_the_shadow_hosts_of_each_element() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("shadow.html").await?;
        let answer = tab.observe(json!({"max_depth": 15})).await?;
        let tree = axlens_harness::tab::text(&answer);
        let entry = |name: &str| uid_of(&tree, name).map(|uid| answer["uidMap"][&uid].clone());
        assert_eq!(entry("\"Shadow button\"")?["hosts"], json!(["#open-card"]));
        assert_eq!(
            entry("\"Closed button\"")?["hosts"],
            json!(["#closed-card"])
        );
        assert_eq!(
            entry("\"Deep button\"")?["hosts"].as_array().map(Vec::len),
            Some(2),
            "{answer}"
        );
        assert!(entry("\"Slotted button\"")?["hosts"].is_null(), "{answer}");
        Ok(())
    })
}

#[test]
fn a_scope_matches_in_shadow_roots() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("shadow.html").await?;
        for (scope, expected) in [
            (".deep", "Deep button"),
            ("#closed-card", "Closed button"),
            ("unknown-element", "In unknown"),
        ] {
            let answer = tab
                .observe(json!({"scope": scope, "max_depth": 15}))
                .await?;
            let tree = axlens_harness::tab::text(&answer);
            assert!(
                tree.contains(expected) && !tree.contains("Slotted button"),
                "{scope}:\n{tree}"
            );
        }
        Ok(())
    })
}

#[test]
fn locate_finds_an_element_in_a_closed_shadow_root() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("shadow.html").await?;
        let uid = uid_of(&tab.tree().await?, "\"Closed button\"")?;
        let found = tab.locate(&uid).await?.ok()?;
        assert!(found["box"][2].as_f64() > Some(0.0), "{found}");
        assert_eq!(found["hosts"], json!(["#closed-card"]));
        Ok(())
    })
}
