//! The content of a screenshot: the right tab, one element, or nothing if the page moves.

use crate::screenshots::{colour, plain, tall};
use axlens_harness::on_runtime;
use axlens_harness::pixels::{patches, screenshot};
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, Kind, Page};
use serde_json::{Value, json};

#[test]
fn a_screenshot_never_shows_another_tab() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let front = async |number| {
            let tab = chain.front_tab().await?;
            tab.goto(&chain.site.page(plain(number))).await?;
            tab.handle().await?;
            anyhow::Ok(tab)
        };
        let tabs = [front(1).await?, front(2).await?];
        let viewer = chain.open(Page::html("<title>Viewer</title>")).await?;
        let switches = async {
            for switch in 0..200 {
                tabs[switch % 2].activate().await?;
                // Some switches follow immediately, others after a few requests.
                for _ in 0..switch % 5 {
                    chain.agent.get("/tabs").await?;
                }
            }
            anyhow::Ok(())
        };
        let captures = async {
            let (mut correct, mut refused) = (0, 0);
            for round in 0..24 {
                let at = round % 2;
                let reply = screenshot(&tabs[at], json!({})).await?;
                if reply.status != 200 {
                    assert_eq!(reply.code()?, "tab_not_visible");
                    refused += 1;
                    continue;
                }
                let found = patches(&viewer, &reply.body, &[colour(1), colour(2)]).await?;
                assert!(
                    found[at].pixels > 1000 && found[1 - at].pixels == 0,
                    "{found:?}"
                );
                correct += 1;
            }
            anyhow::Ok((correct, refused))
        };
        let (switched, counted) = tokio::join!(switches, captures);
        switched?;
        let (correct, refused) = counted?;
        assert_eq!(correct + refused, 24);
        tabs[0].activate().await?;
        screenshot(&tabs[0], json!({})).await?.ok()?;
        assert_eq!(
            screenshot(&tabs[1], json!({})).await?.code()?,
            "tab_not_visible"
        );
        Ok(())
    })
}

#[test]
fn a_screenshot_of_an_element_needs_it_in_the_viewport() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(tall()).await?;
        let tree = tab.tree().await?;
        let shot = async |name: &str| screenshot(&tab, json!({"uid": uid_of(&tree, name)?})).await;
        let answer = shot("\"b1\"").await?.ok()?;
        assert_eq!(
            (&answer["width"], &answer["height"]),
            (&json!(60), &json!(20))
        );
        let found = patches(&tab, &answer, &[colour(1)]).await?;
        assert_eq!(found[0].pixels, 60 * 20);
        let secret = shot("textbox").await?.ok()?;
        assert_eq!(patches(&tab, &secret, &[colour(31)]).await?[0].pixels, 0);
        assert_eq!(shot("\"b3\"").await?.code()?, "element_not_visible");
        tab.evaluate("document.querySelector('button').remove(); void 0")
            .await?;
        assert_eq!(shot("\"b1\"").await?.code()?, "stale_uid");
        Ok(())
    })
}

#[test]
fn an_unchanged_screenshot_is_not_sent_again() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(plain(5)).await?;
        let again = async |session: &str| {
            screenshot(&tab, json!({"if_changed": true, "session": session}))
                .await?
                .ok()
        };
        assert!(
            again("one").await?["data"].is_string(),
            "the first of the session"
        );
        let same = again("one").await?;
        assert_eq!(
            (&same["unchanged"], &same["data"]),
            (&json!(true), &Value::Null)
        );
        assert!(
            again("two").await?["data"].is_string(),
            "the first of another session"
        );
        tab.evaluate("document.body.style.background = 'red'; void 0")
            .await?;
        assert!(again("one").await?["data"].is_string(), "it has changed");
        Ok(())
    })
}

#[test]
fn marks_on_a_moving_page_give_page_moved() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let moving =
            "<!doctype html><title>Moving</title><button style='position:absolute'>Moving</button>
            <script>let x = 0; const step = () => {
                document.querySelector('button').style.left = `${x++ % 300}px`;
                requestAnimationFrame(step);
            }; step()</script>";
        let tab = chain.open(Page::html(moving)).await?;
        let moved = screenshot(&tab, json!({"marks": true})).await?;
        assert_eq!((moved.code()?, moved.status), ("page_moved", 409));
        assert_eq!(moved.body["retryable"], json!(true));
        screenshot(&tab, json!({})).await?.ok()?;
        Ok(())
    })
}
