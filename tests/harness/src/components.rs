//! Pages of public web component libraries, with shadow roots, slots and form-associated elements.

use crate::tab::text;
use crate::wait::until;
use crate::{Chain, Page, Tab, shared};
use serde_json::json;
use std::cell::RefCell;

/// The libraries that have a page in tests/packages/components.
pub const LIBRARIES: [&str; 3] = ["shoelace", "material", "spectrum"];

/// Waits for as many animation frames as an animation of a library takes.
const ANIMATION_FRAMES: &str = "new Promise((done) => {
    let left = 45;
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done(true));
    next();
})";

/// Opens the page of a library and waits until its snapshot no longer changes.
pub async fn open(chain: &Chain, library: &str) -> anyhow::Result<Tab> {
    let folder = shared::workspace().join("tests/packages/components");
    let html = std::fs::read_to_string(folder.join(format!("{library}.html")))?;
    let script = std::fs::read_to_string(shared::components()?.join(format!("{library}.js")))?;
    let script = Page::html(script).content_type("text/javascript; charset=utf-8");
    let script = chain.site.page(script);
    let page = format!("{html}<script type=module src='{script}'></script>");
    let tab = chain.open(Page::html(page)).await?;
    tab.wait_for("document.documentElement.dataset.ready === 'yes'")
        .await?;
    let previous = RefCell::new(String::new());
    until("a page that does not change", || async {
        tab.evaluate(ANIMATION_FRAMES).await?;
        let now = text(&tab.observe(json!({"format": "lean"})).await?);
        let same = previous.replace(now.clone()) == now;
        Ok(same.then_some(()))
    })
    .await?;
    Ok(tab)
}
