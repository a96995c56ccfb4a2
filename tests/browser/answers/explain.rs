//! `POST /explain`: why an element has its role and its name.

use axlens_harness::{on_chain, tab::uid_of};
use serde_json::json;

#[test]
fn an_element_is_explained_by_selector_and_by_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let by_selector = tab.explain("[name=digest]").await?.ok()?;
        assert_eq!(by_selector["role"]["value"], "checkbox", "{by_selector}");
        assert_eq!(
            by_selector["name"]["value"], "Weekly digest",
            "{by_selector}"
        );
        assert_eq!(by_selector["inTree"], true);
        let uid = uid_of(&tab.tree().await?, "\"Weekly digest\"")?;
        let by_uid = chain
            .agent
            .post("/explain", json!({"uid": uid, "session": tab.name}))
            .await?
            .ok()?;
        assert_eq!(
            (&by_uid["role"], &by_uid["name"]),
            (&by_selector["role"], &by_selector["name"])
        );
        assert_eq!(by_uid["uid"].to_string().trim_matches('"'), uid);
        Ok(())
    })
}

#[test]
fn explain_says_why_an_element_is_not_in_the_tree() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("states.html").await?;
        for selector in [
            "[aria-hidden] button",
            "[style='display: none'] button",
            "[hidden] button",
            "[inert] button",
        ] {
            let why = tab.explain(selector).await?.ok()?;
            assert_eq!(why["inTree"], false, "{selector}: {why}");
            assert!(
                why["why"].as_str().is_some_and(|why| !why.is_empty()),
                "{selector}: {why}"
            );
        }
        let nothing = tab.explain("#nothing").await?;
        assert_eq!((nothing.status, nothing.code()?), (404, "scope_not_found"));
        Ok(())
    })
}

#[test]
fn explain_finds_elements_in_shadow_roots() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("shadow.html").await?;
        assert_eq!(
            tab.explain(".deep").await?.ok()?["name"]["value"],
            "Deep button"
        );
        assert_eq!(
            tab.explain("[aria-label='Closed field']").await?.ok()?["role"]["value"],
            "textbox"
        );
        Ok(())
    })
}
