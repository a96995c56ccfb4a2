//! The real pages of the reference material.

use crate::selectors;
use axlens_tests::tab::text;
use axlens_tests::{Page, on_chain, shared};
use serde_json::json;

#[test]
fn every_real_page_gives_a_tree_whose_selectors_hit() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let Some(folder) = shared::reference("pages") else {
            return Ok(());
        };
        let names = shared::pages(&folder)?;
        assert!(names.len() >= 18);
        for path in names {
            let what = path.display().to_string();
            let body = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let tab = chain.open(Page::html(body)).await?;
            let answer = tab.observe(json!({})).await?;
            let tree = text(&answer);
            assert!(
                tree.lines().count() > 3 && tree.len() <= 50 * 1024,
                "{what}: {} bytes\n{tree:.500}",
                tree.len()
            );
            selectors::check(&tab, &what).await?;
            let lean = tab.observe(json!({"format": "lean"})).await?;
            assert!(text(&lean).lines().count() > 3, "{what}");
            tab.close().await?;
        }
        Ok(())
    })
}
