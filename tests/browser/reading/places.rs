//! The positions of elements.

use axlens_harness::tab::{text, uid_of};
use axlens_harness::{Page, on_chain};
use serde_json::json;

const PAGE: &str = "<!doctype html><title>Places</title><body style='margin:0;height:5000px'>
    <button style='position:absolute;left:10px;top:20px;width:100px;height:30px'>Visible</button>
    <button style='position:absolute;left:10px;top:100px;width:100px;height:30px'>Under</button>
    <div id=over style='position:absolute;left:0;top:90px;width:300px;height:60px;background:red'></div>
    <button style='position:absolute;left:10px;top:4000px;width:100px;height:30px'>Below</button>";

#[test]
fn locate_returns_box_visibility_and_cover() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        let tree = tab.tree().await?;
        let visible = tab.locate(&uid_of(&tree, "\"Visible\"")?).await?.ok()?;
        assert_eq!(
            (&visible["box"], &visible["inViewport"], &visible["covered"]),
            (&json!([10, 20, 100, 30]), &json!(true), &json!(false)),
            "{visible}"
        );
        let under = tab.locate(&uid_of(&tree, "\"Under\"")?).await?.ok()?;
        assert_eq!(under["covered"], true, "{under}");
        let below = tab.locate(&uid_of(&tree, "\"Below\"")?).await?.ok()?;
        assert_eq!(below["inViewport"], false, "{below}");
        Ok(())
    })
}

#[test]
fn viewport_only_omits_elements_outside_of_the_viewport() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        let tree = text(&tab.observe(json!({"viewport_only": true})).await?);
        assert!(
            tree.contains("\"Visible\"") && !tree.contains("\"Below\""),
            "{tree}"
        );
        tab.evaluate("scrollTo(0, 3900)").await?;
        tab.wait_for("scrollY > 3000").await?;
        let tree = text(&tab.observe(json!({"viewport_only": true})).await?);
        assert!(
            !tree.contains("\"Visible\"") && tree.contains("\"Below\""),
            "{tree}"
        );
        Ok(())
    })
}

#[test]
fn the_header_has_scroll_position_and_focus() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        tab.evaluate("document.querySelector('button').focus(); scrollTo(0, 1000)")
            .await?;
        tab.wait_for("scrollY === 1000").await?;
        let answer = tab.observe(json!({})).await?;
        let uid = uid_of(&text(&answer), "\"Visible\"")?;
        assert_eq!(
            answer["header"]["focused"].to_string().trim_matches('"'),
            uid,
            "{}",
            answer["header"]
        );
        assert!(
            answer["header"]["scroll"].to_string().contains("1000"),
            "{}",
            answer["header"]
        );
        Ok(())
    })
}
