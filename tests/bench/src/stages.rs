//! The measured states of a page: idle, and edited.

use axlens_harness::{Chain, Tab};

/// The script that edits a page before it is read again: it changes the text of the first visible
/// leaf element.
pub const EDIT: &str = "(() => {
    const all = document.querySelectorAll('p, li, td, span, div');
    const leaf = [...all].find((each) => each.children.length === 0 && each.textContent.trim().length > 3 && each.checkVisibility());
    if (leaf) leaf.textContent = `edited ${(window.edits = (window.edits ?? 0) + 1)}`;
})()";

/// A second after it was loaded. A page that does not finish loading counts as loaded after six.
const SETTLED: &str = "performance.now() > (performance.getEntriesByType('navigation')[0].loadEventEnd || 6000) + 1000";

/// A tab with the page.
pub async fn open(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    open_in(&tab, url).await?;
    Ok(tab)
}

/// Loads a page in a tab. With other tools attached to the browser, a page whose frames cannot load
/// may not finish loading.
pub async fn open_in(tab: &Tab, url: &str) -> anyhow::Result<()> {
    tab.navigate(url).await?;
    tab.wait_for(&format!("location.href === {url:?} && (document.readyState === 'complete' || document.readyState === 'interactive' && performance.now() > 6000)"))
        .await
}

/// Waits until the page of a tab is idle.
pub async fn rest(tab: &Tab) -> anyhow::Result<()> {
    tab.wait_for(SETTLED).await
}

/// A tab with the idle page, known to the server.
pub async fn settled(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let tab = open(chain, url).await?;
    rest(&tab).await?;
    tab.handle().await?;
    Ok(tab)
}
