//! The extension's own pages, opened as a person opens them, and the button that pauses.

use crate::chain::Chain;
use crate::shared;
use crate::tab::Tab;

impl Chain {
    /// One of the extension's own pages (`options`, `popup`, `onboarding`) in a tab of its own.
    pub async fn own_page(&self, name: &str) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        go_to_own_page(&tab, name).await?;
        Ok(tab)
    }
}

/// Goes to one of the extension's own pages, and waits until its script shows what the worker has
/// said: a click before that has no effect, or another one.
pub async fn go_to_own_page(tab: &Tab, name: &str) -> anyhow::Result<()> {
    let id = shared::extension_id()?;
    tab.goto(&format!("chrome-extension://{id}/ui/{name}/{name}.html"))
        .await?;
    tab.wait_for("document.body?.dataset.ready !== undefined")
        .await
}

/// Pauses everything with the button of an own page, or resumes it. The button does what it says,
/// so that it has to say that first.
pub async fn press_pause(page: &Tab, paused: bool) -> anyhow::Result<()> {
    let [before, after] = if paused {
        ["Pause", "Resume"]
    } else {
        ["Resume", "Pause"]
    };
    page.wait_for(&says(before)).await?;
    page.evaluate("document.querySelector('#pause').click()")
        .await?;
    page.wait_for(&says(after)).await
}

fn says(word: &str) -> String {
    format!("document.querySelector('#pause').textContent.startsWith('{word}')")
}
