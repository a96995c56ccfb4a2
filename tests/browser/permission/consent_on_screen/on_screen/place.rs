//! The consent window partly covered by the user's own window, moved, and resized.

use crate::permission::consent_on_screen::desktop::{Desktop, Prompt, at_desktop};
use axlens_harness::on_runtime;
use axlens_harness::screen::Point;

/// Records each time at which input begins or ceases to count.
const RECORD: &str = "window.changes = []; new MutationObserver(() => changes.push('armed' in document.body.dataset)) \
    .observe(document.body, {attributes: true, attributeFilter: ['data-armed']}); 0";

/// Whether both narrow answers are in view and nothing is over them.
const IN_VIEW: &str = "['deny', 'once'].every((value) => { \
    const button = document.querySelector(`button[value=${value}]`); \
    const box = button.getBoundingClientRect(); \
    return box.bottom <= innerHeight && \
      document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button; })";

#[test]
fn a_window_that_moves_or_changes_its_size_is_armed_again() -> anyhow::Result<()> {
    on_runtime(async || {
        at_desktop(async |desktop| {
            let own = desktop.own_agent().await?;
            let request = own.send();
            let prompt = desktop.wait_for_prompt().await?;
            prompt.wait_armed().await?;
            prompt.page.evaluate(RECORD).await?;
            desktop.screen.place(prompt.window, Point { x: 920, y: 300 }).await?;
            rearmed(&prompt).await?;
            // Down to a size at which both still fit.
            for (width, height) in [(420, 400), (330, 360), (700, 800)] {
                desktop.screen.resize(prompt.window, width, height)?;
                prompt.page.wait_for(&format!("innerHeight === {height} && innerWidth === {width}")).await?;
                rearmed(&prompt).await?;
                prompt.page.wait_for(IN_VIEW).await?;
            }
            // In a smaller one the question comes first, and the answers after it.
            desktop.screen.resize(prompt.window, 420, 200)?;
            let first = "innerHeight === 200 && document.querySelector('h1').getBoundingClientRect().top >= 0 \
                && document.querySelector('#content').getBoundingClientRect().bottom \
                  <= document.querySelector('#answers').getBoundingClientRect().top";
            prompt.page.wait_for(first).await?;
            desktop.screen.resize(prompt.window, 420, 520)?;
            prompt.page.wait_for("innerHeight === 520").await?;
            desktop.answer(&prompt, "once").await?;
            request.await??.ok()?;
            desktop.wait_closed(&prompt).await
        })
        .await
    })
}

/// Waits until input has ceased to count and counts again.
async fn rearmed(prompt: &Prompt) -> anyhow::Result<()> {
    prompt
        .page
        .wait_for("changes.includes(false) && changes.at(-1)")
        .await?;
    prompt.page.evaluate("changes.length = 0").await?;
    Ok(())
}

/// It covers the least of a page there.
#[test]
fn the_window_opens_at_the_right_edge_of_the_users_window() -> anyhow::Result<()> {
    on_runtime(async || {
        at_desktop(async |desktop| {
            let own = desktop.own_agent().await?;
            let request = own.send();
            let prompt = desktop.wait_for_prompt_in_place().await?;
            let area = desktop.screen.area(prompt.window)?;
            let below = desktop.screen.area(desktop.window)?;
            let from_the_right = below.corner.x + below.width - area.corner.x - area.width;
            // The window manager adds borders.
            anyhow::ensure!(from_the_right.abs() < 20, "{area:?} in {below:?}");
            desktop.answer(&prompt, "deny").await?;
            assert_eq!(request.await??.code()?, "permission_denied");
            desktop.wait_closed(&prompt).await
        })
        .await
    })
}

/// A click on the part of an answer that the user's own window does not cover only activates the
/// window.
#[test]
fn a_click_on_a_partly_covered_window_only_activates_it() -> anyhow::Result<()> {
    on_runtime(async || at_desktop(partly_covered).await)
}

async fn partly_covered(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    // The question is below the user's window, which is 900 pixels wide, the right answer is not.
    desktop
        .screen
        .place(prompt.window, Point { x: 650, y: 100 })
        .await?;
    prompt.wait_armed().await?;
    desktop.click_on_page().await?;
    prompt.events("blur", 1).await?;
    desktop.click(&prompt, "once").await?;
    desktop.screen.wait_in_front(prompt.window).await?;
    let clicks = prompt.events("click", 1).await?;
    assert_eq!(
        (&clicks[0]["on"], &clicks[0]["armed"]),
        (&"once".into(), &false.into())
    );
    assert!(!request.is_finished());
    desktop.answer(&prompt, "once").await?;
    request.await??.ok()?;
    desktop.wait_closed(&prompt).await
}
