//! Which input counts as an answer.

use crate::permission::consent::target::{Target, wait_for_log};
use axlens_harness::build::replace_in;
use axlens_harness::consent::none_open;
use axlens_harness::on_runtime;
use axlens_harness::{Chain, ConsentWindow, Kind};
use std::path::Path;

#[test]
fn keys_answer_and_forged_events_are_ignored() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let forged = "for (const button of document.querySelectorAll('button')) { button.click(); \
            button.dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true})); } \
            document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true})); \
            'armed' in document.body.dataset";
        assert_eq!(window.evaluate(forged).await?, true);
        // A focus event disarms the window for a while.
        let refocus = "window.dispatchEvent(new Event('focus')); 'armed' in document.body.dataset";
        assert_eq!(window.evaluate(refocus).await?, false);
        window.wait_for("'armed' in document.body.dataset").await?;
        // The initially focused element allows nothing.
        window.press("Enter").await?;
        assert!(!request.is_finished());
        for button in ["deny", "once"] {
            window.press("Tab").await?;
            let focused = window.evaluate("document.activeElement.value").await?;
            assert_eq!(focused, button);
        }
        window.press("Enter").await?;
        request.await??.ok()?;
        none_open(&chain.browser).await?;

        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        window.press("Escape").await?;
        assert_eq!(request.await??.code()?, "permission_denied");
        none_open(&chain.browser).await?;
        let request = target.send(&chain);
        ConsentWindow::with_question(&chain.browser)
            .await?
            .close()
            .await?;
        assert_eq!(request.await??.code()?, "permission_denied");
        Ok(())
    })
}

#[test]
fn input_before_arming_is_ignored_and_no_answer_denies() -> anyhow::Result<()> {
    on_runtime(async || {
        let slow = |extension: &Path| {
            replace_in(
                extension,
                "ui/common/arming.js",
                "UNARMED_MS = 500",
                "UNARMED_MS = 1e9",
            )?;
            replace_in(
                extension,
                "worker/policy/consent.js",
                "TIMEOUT_MS = 60_000",
                "TIMEOUT_MS = 4_000",
            )
        };
        let chain = Chain::start_attended_by(slow).await?;
        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        let window = ConsentWindow::with_question(&chain.browser).await?;
        for answer in ["once", "wider", "deny"] {
            window.click(answer).await?;
        }
        window.press("Escape").await?;
        window.press("Tab").await?;
        window.press("Enter").await?;
        let reply = request.await??;
        assert_eq!(reply.code()?, "permission_denied");
        let message = reply.body["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("Nobody has allowed"), "{message}");
        none_open(&chain.browser).await?;
        assert_eq!(target.traces().await?[0], 0);
        wait_for_log(&chain, &[("permission_denied", "unanswered")]).await
    })
}

/// The wide answers are behind others, and a status says when input counts.
#[test]
fn every_answer_is_reached_by_keys() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        assert_eq!(window.text("spoken").await?, "You can answer now.");
        tab_to(&window, &["deny", "once", "site", "wider"]).await?;
        press_and_wait(
            &window,
            "document.querySelector('#more').ariaExpanded === 'true'",
        )
        .await?;
        tab_to(&window, &["agent"]).await?;
        press_and_wait(&window, "document.activeElement.id === 'confirm-heading'").await?;
        tab_to(&window, &["back"]).await?;
        press_and_wait(&window, "document.activeElement.id === 'heading'").await?;
        tab_to(&window, &["deny", "once", "site", "wider", "agent"]).await?;
        press_and_wait(&window, "document.activeElement.id === 'confirm-heading'").await?;
        tab_to(&window, &["back", "everywhere"]).await?;
        window.press("Escape").await?;
        assert_eq!(request.await??.code()?, "permission_denied");
        none_open(&chain.browser).await
    })
}

/// Presses Tab once for each button.
async fn tab_to(window: &ConsentWindow, buttons: &[&str]) -> anyhow::Result<()> {
    for button in buttons {
        window.press("Tab").await?;
        let focused = window.evaluate("document.activeElement.value").await?;
        assert_eq!(focused, *button);
    }
    Ok(())
}

/// Presses the focused button. Input counts again only after a while, because the buttons change.
async fn press_and_wait(window: &ConsentWindow, changed: &str) -> anyhow::Result<()> {
    window.press("Enter").await?;
    window.wait_for(changed).await?;
    window.wait_for("'armed' in document.body.dataset").await
}
