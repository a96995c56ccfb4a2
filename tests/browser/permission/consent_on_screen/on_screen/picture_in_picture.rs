//! The consent window below a picture-in-picture window of a page, which stays on top of all others
//! and may cover a part of the question. Chrome opens one only after a gesture of the user.

use crate::permission::consent_on_screen::desktop::{Desktop, Prompt, at_desktop};
use axlens_harness::on_runtime;
use axlens_harness::screen::{Area, Point, Window};
use axlens_harness::wait::until;

/// Adds an element that opens a picture-in-picture window when the user clicks on it.
const OPENER: &str = "document.body.insertAdjacentHTML('beforeend', '<p><b id=open>Open</b>'); \
    document.querySelector('#open').onclick = async () => { \
      const cover = await documentPictureInPicture.requestWindow({width: 300, height: 120}); \
      cover.document.title = 'Cover'; \
      cover.document.body.textContent = 'Axlens: allow this'; \
      window.covers = true; \
    }; 0";

/// Opens a picture-in-picture window, as a user who clicks on the page.
async fn open_cover(desktop: &Desktop<'_>) -> anyhow::Result<Window> {
    desktop.tab.evaluate(OPENER).await?;
    let evaluate = async |expression: String| desktop.tab.evaluate(&expression).await;
    let at = desktop.center_of(desktop.window, evaluate, "#open").await?;
    desktop.screen.click(at)?;
    desktop.tab.wait_for("window.covers === true").await?;
    until("the window on top", || async {
        let found = desktop.screen.window_above(desktop.window)?;
        Ok(found)
    })
    .await
}

async fn wait_covered(prompt: &Prompt, covered: bool) -> anyhow::Result<()> {
    let expected = format!("(document.querySelector('#covered').textContent !== '') === {covered}");
    prompt.page.wait_for(&expected).await
}

fn overlap(one: Area, other: Area) -> bool {
    let apart = |from: i64, size: i64, other: i64, other_size: i64| {
        from + size <= other || other + other_size <= from
    };
    !apart(one.corner.x, one.width, other.corner.x, other.width)
        && !apart(one.corner.y, one.height, other.corner.y, other.height)
}

/// Only a denial counts while the question is partly covered, although the answers are visible.
async fn only_a_denial_counts(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let cover = open_cover(desktop).await?;
    let own = desktop.own_agent().await?;
    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    // Over the question, not over the answers.
    let at = desktop.screen.area(prompt.window)?.corner;
    desktop.screen.place(cover, at).await?;
    wait_covered(&prompt, true).await?;
    prompt.wait_armed().await?;
    desktop.click(&prompt, "once").await?;
    prompt.events("click", 1).await?;
    // The page has handled the click when it responds.
    assert_eq!(
        prompt
            .page
            .evaluate("document.querySelector('#question').hidden")
            .await?,
        false
    );
    assert!(!request.is_finished());
    desktop
        .screen
        .place(cover, Point { x: 100, y: 500 })
        .await?;
    wait_covered(&prompt, false).await?;
    desktop.answer(&prompt, "once").await?;
    request.await??.ok()?;
    desktop.screen.wait_closed(prompt.window).await?;

    let request = own.send();
    let prompt = desktop.wait_for_prompt().await?;
    let at = desktop.screen.area(prompt.window)?.corner;
    desktop.screen.place(cover, at).await?;
    wait_covered(&prompt, true).await?;
    desktop.answer(&prompt, "deny").await?;
    assert_eq!(request.await??.code()?, "permission_denied");
    desktop.screen.wait_closed(prompt.window).await
}

/// The window opens next to a window that is always on top.
async fn opens_next_to_it(desktop: &Desktop<'_>) -> anyhow::Result<()> {
    let cover = open_cover(desktop).await?;
    for (name, x, y) in [("ada", 0, 0), ("bob", 500, 0), ("eve", 40, 400)] {
        let agent = desktop.named_agent(name).await?;
        desktop.screen.place(cover, Point { x, y }).await?;
        let request = agent.send();
        let prompt = desktop.wait_for_prompt_in_place().await?;
        let areas = [prompt.window, cover].map(|window| desktop.screen.area(window));
        let [own, cover] = areas;
        let (own, cover) = (own?, cover?);
        assert!(!overlap(own, cover), "{own:?} {cover:?}");
        desktop.answer(&prompt, "once").await?;
        request.await??.ok()?;
        desktop.screen.wait_closed(prompt.window).await?;
    }
    Ok(())
}

#[test]
fn only_a_denial_counts_below_a_picture_in_picture_window() -> anyhow::Result<()> {
    on_runtime(async || at_desktop(only_a_denial_counts).await)
}

#[test]
fn the_window_opens_next_to_a_picture_in_picture_window() -> anyhow::Result<()> {
    on_runtime(async || at_desktop(opens_next_to_it).await)
}
