//! The extension's pages, opened as a user opens them, and the button that pauses Axlens.

use crate::chain::Chain;
use crate::shared;
use crate::tab::Tab;

impl Chain {
    /// One of the extension's pages (`options`, `popup`, `onboarding`) in a new tab.
    pub async fn own_page(&self, name: &str) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        go_to_own_page(&tab, name).await?;
        Ok(tab)
    }
}

/// Navigates to one of the extension's pages, and waits until its script shows the worker's state.
/// Before that, a click has no effect or another one.
pub async fn go_to_own_page(tab: &Tab, name: &str) -> anyhow::Result<()> {
    let id = shared::extension_id()?;
    tab.goto(&format!("chrome-extension://{id}/ui/{name}/{name}.html"))
        .await?;
    tab.wait_for("document.body?.dataset.ready !== undefined")
        .await
}

/// Pauses or resumes Axlens with the button of one of its pages. Waits for the button's text before
/// and after the click, because the text decides what the click does.
pub async fn press_pause(page: &Tab, paused: bool) -> anyhow::Result<()> {
    let [before, after] = if paused {
        ["Pause", "Resume"]
    } else {
        ["Resume", "Pause"]
    };
    page.wait_for(&has_text(before)).await?;
    page.evaluate("document.querySelector('#pause').click()")
        .await?;
    page.wait_for(&has_text(after)).await
}

fn has_text(text: &str) -> String {
    format!("document.querySelector('#pause').textContent.startsWith('{text}')")
}
