//! Where things are on screen, on request.

use axlens_harness::tab::{text, uid_of};
use axlens_harness::{Page, on_chain};
use serde_json::json;

const PAGE: &str = "<!doctype html><title>Places</title><body style='margin:0;height:5000px'>
    <button style='position:absolute;left:10px;top:20px;width:100px;height:30px'>Shown</button>
    <button style='position:absolute;left:10px;top:100px;width:100px;height:30px'>Under</button>
    <div id=over style='position:absolute;left:0;top:90px;width:300px;height:60px;background:red'></div>
    <button style='position:absolute;left:10px;top:4000px;width:100px;height:30px'>Below</button>";

#[test]
fn boxes_and_what_covers_them() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        let tree = tab.tree().await?;
        let shown = tab.locate(&uid_of(&tree, "\"Shown\"")?).await?.ok()?;
        assert_eq!(
            (&shown["box"], &shown["inViewport"], &shown["covered"]),
            (&json!([10, 20, 100, 30]), &json!(true), &json!(false)),
            "{shown}"
        );
        let under = tab.locate(&uid_of(&tree, "\"Under\"")?).await?.ok()?;
        assert_eq!(under["covered"], true, "{under}");
        let below = tab.locate(&uid_of(&tree, "\"Below\"")?).await?.ok()?;
        assert_eq!(below["inViewport"], false, "{below}");
        Ok(())
    })
}

#[test]
fn the_viewport_is_a_filter() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        let tree = text(&tab.observe(json!({"viewport_only": true})).await?);
        assert!(
            tree.contains("\"Shown\"") && !tree.contains("\"Below\""),
            "{tree}"
        );
        tab.evaluate("scrollTo(0, 3900)").await?;
        tab.wait_for("scrollY > 3000").await?;
        let tree = text(&tab.observe(json!({"viewport_only": true})).await?);
        assert!(
            !tree.contains("\"Shown\"") && tree.contains("\"Below\""),
            "{tree}"
        );
        Ok(())
    })
}

#[test]
fn the_header_tells_scroll_and_focus() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(PAGE)).await?;
        tab.evaluate("document.querySelector('button').focus(); scrollTo(0, 1000)")
            .await?;
        tab.wait_for("scrollY === 1000").await?;
        let answer = tab.observe(json!({})).await?;
        let uid = uid_of(&text(&answer), "\"Shown\"")?;
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
