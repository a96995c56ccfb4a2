//! Pages of public web component libraries: shadow roots, slots and form-associated elements as
//! people meet them.

use crate::tab::text;
use crate::wait::until;
use crate::{Chain, Page, Tab, shared};
use serde_json::json;
use std::cell::RefCell;

/// The libraries that there is a page for in tests/libraries/components.
pub const LIBRARIES: [&str; 3] = ["shoelace", "material", "spectrum"];

/// As many frames as what opens and closes takes to do so.
const A_WHILE: &str = "new Promise((done) => {
    let left = 45;
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : done(true));
    next();
})";

/// The page of a library, once everything stands that it opens by itself, and nothing moves any
/// more.
pub async fn open(chain: &Chain, library: &str) -> anyhow::Result<Tab> {
    let folder = shared::workspace().join("tests/libraries/components");
    let html = std::fs::read_to_string(folder.join(format!("{library}.html")))?;
    let script = std::fs::read_to_string(shared::components()?.join(format!("{library}.js")))?;
    let script = Page::html(script).content_type("text/javascript; charset=utf-8");
    let script = chain.site.page(script);
    let page = format!("{html}<script type=module src='{script}'></script>");
    let tab = chain.open(Page::html(page)).await?;
    tab.wait_for("document.documentElement.dataset.ready === 'yes'")
        .await?;
    let before = RefCell::new(String::new());
    until("a page that keeps still", || async {
        tab.evaluate(A_WHILE).await?;
        let now = text(&tab.observe(json!({"format": "lean"})).await?);
        let same = before.replace(now.clone()) == now;
        Ok(same.then_some(()))
    })
    .await?;
    Ok(tab)
}
