//! How the consent window closes without an answer, and which one opens next.

use crate::permission::consent::target::{PAGE, Target, wait_for_log};
use anyhow::Context;
use axlens_harness::consent::{none_open, open_windows};
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Kind, Page};

/// Sends the request and disconnects when the consent window is open.
async fn send_and_disconnect(chain: &Chain, target: &Target) -> anyhow::Result<()> {
    let body = target.body();
    let held = chain.agent.post_and_hold("/interact", &body).await?;
    ConsentWindow::with_question(&chain.browser).await?;
    drop(held);
    none_open(&chain.browser).await
}

#[test]
fn the_window_closes_with_its_request_element_or_page() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        send_and_disconnect(&chain, &target)
            .await
            .context("disconnected agent")?;
        assert_eq!(target.traces().await?[0], 0);

        // The text of the element's row changes before the answer.
        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        target
            .tab
            .evaluate("document.querySelector('b').textContent = 'Mallory'; 0")
            .await?;
        window.answer(&chain.browser, "once").await?;
        let changed = request.await??;
        assert_eq!(changed.code()?, "changed_uid", "{}", changed.body);
        assert_eq!(target.traces().await?[0], 0);
        none_open(&chain.browser).await?;

        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        target
            .tab
            .evaluate("document.querySelector('button').textContent = 'Pay'; 0")
            .await?;
        window.answer(&chain.browser, "once").await?;
        assert_eq!(request.await??.code()?, "changed_uid");
        none_open(&chain.browser).await?;

        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        target.tab.goto(&chain.site.page(Page::html(PAGE))).await?;
        assert_eq!(request.await??.code()?, "stale_uid");
        none_open(&chain.browser).await?;

        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        target.tab.close().await?;
        assert_eq!(request.await??.code()?, "stale_uid");
        none_open(&chain.browser).await?;
        let expected = [
            ("cancelled", ""),
            ("changed_uid", "allowed_once"),
            ("changed_uid", "allowed_once"),
            ("stale_uid", ""),
            ("stale_uid", ""),
        ];
        wait_for_log(&chain, &expected).await
    })
}

#[test]
fn several_windows_open_one_after_the_other() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let first = Target::open(&chain).await?;
        let second = Target::open_at(&chain, "one.localhost").await?;
        let third = Target::open(&chain).await?;
        let one = first.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let (two, three) = (second.send(&chain), third.send(&chain));
        until("all queries to be leased", || async {
            let status = chain.agent.status().await?;
            Ok((status["queue"]["leased"] == 3).then_some(()))
        })
        .await?;
        assert_eq!(open_windows(&chain.browser).await?, [window.target()]);
        window.answer(&chain.browser, "site").await?;
        // The answer also applies to the other request for this site.
        one.await??.ok()?;
        three.await??.ok()?;
        until("the first window to close", || async {
            let open = open_windows(&chain.browser).await?;
            Ok((open != [window.target()]).then_some(()))
        })
        .await?;
        let next = ConsentWindow::armed(&chain.browser).await?;
        assert!(next.text("site").await?.contains("one.localhost"));
        next.answer(&chain.browser, "deny").await?;
        assert_eq!(two.await??.code()?, "permission_denied");
        none_open(&chain.browser).await?;
        Ok(())
    })
}

#[test]
fn a_pause_or_the_end_of_the_worker_closes_the_window() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        assert_eq!(request.await??.code()?, "reading_paused");
        none_open(&chain.browser).await?;
        press_pause(&options, false).await?;

        let target = Target::open(&chain).await?;
        let request = target.send(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        let internals = chain.tab().await?;
        internals.goto("chrome://serviceworker-internals/").await?;
        internals
            .wait_for("document.querySelector('[data-command=stop]') !== null")
            .await?;
        internals
            .evaluate("document.querySelectorAll('[data-command=stop]').forEach((button) => button.click())")
            .await?;
        assert_eq!(request.await??.code()?, "extension_disconnected");
        none_open(&chain.browser).await?;
        assert_eq!(target.traces().await?[0], 0);
        Ok(())
    })
}
