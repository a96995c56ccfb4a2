//! Screenshots of whole pages, which scroll the page.

use crate::screenshots::{NOT_SCALED, colour, marks_by_name, tall};
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::pixels::{patches, screenshot};
use axlens_harness::{Chain, ConsentWindow, Kind};
use serde_json::{Value, json};

#[test]
fn a_whole_page_is_one_screenshot_without_secrets() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(tall()).await?;
        tab.evaluate("scrollTo(0, 321); void 0").await?;
        let params = json!({"full": true, "marks": true, "max_side": NOT_SCALED});
        let answer = screenshot(&tab, params).await?.ok()?;
        let height = tab
            .evaluate("document.documentElement.scrollHeight")
            .await?;
        assert_eq!(
            (&answer["height"], &answer["page"]["truncated"]),
            (&height, &json!(false))
        );
        assert!(
            answer["page"]["tiles"].as_u64() > Some(3),
            "{}",
            answer["page"]
        );
        let numbers = [1, 2, 3, 31, 32];
        let found = patches(&tab, &answer, &numbers.map(colour)).await?;
        let marks = marks_by_name(&answer)?;
        for (number, patch) in numbers[..3].iter().zip(&found) {
            let mark = marks[&format!("b{number}")];
            let around = patch.around.context("it is in the screenshot")?;
            assert!(
                mark.iter()
                    .zip(around)
                    .all(|(one, other)| (one - other).abs() <= 1)
            );
        }
        assert!(
            found[3..].iter().all(|patch| patch.around.is_none()),
            "{found:?}"
        );
        assert_eq!(
            tab.evaluate("scrollY").await?,
            json!(321),
            "the scroll position is restored"
        );
        // The response says that a very tall page is truncated.
        tab.evaluate("document.body.style.height = '60000px'; void 0")
            .await?;
        let truncated = screenshot(&tab, json!({"full": true})).await?.ok()?;
        assert_eq!(truncated["page"]["tiles"], json!(20));
        assert_eq!(truncated["page"]["truncated"], json!(true));
        assert!(
            truncated["hint"]
                .as_str()
                .is_some_and(|hint| hint.contains("of 60")),
            "{truncated:.300}"
        );
        assert_eq!(truncated["height"], json!(1568));
        Ok(())
    })
}

#[test]
fn a_screenshot_of_a_whole_page_needs_the_scope_of_actions() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(tall()).await?;
        let reader = chain.add_agent(&["reader", "--scope", "read"])?;
        let handle = tab.handle().await?;
        let full = json!({"tab": handle, "full": true});
        assert_eq!(
            reader.post("/screenshot", full).await?.code()?,
            "permission_denied"
        );
        let window = reader
            .post("/screenshot", json!({"tab": handle}))
            .await?
            .ok()?;
        assert!(window["data"].is_string());
        let log = chain.log()?;
        let kinds: Vec<&Value> = log.iter().map(|entry| &entry["kind"]).collect();
        assert!(kinds.contains(&&json!("screenshot")), "{kinds:?}");
        Ok(())
    })
}

#[test]
fn a_screenshot_of_a_whole_page_needs_consent_before_it_scrolls() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(tall()).await?;
        tab.evaluate("window.scrolls = 0; onscroll = () => { scrolls += 1; }; 0")
            .await?;
        for (answer, code) in [("deny", Some("permission_denied")), ("once", None)] {
            let body = json!({"tab": tab.handle().await?, "full": true});
            let agent = chain.agent.clone();
            let request = tokio::spawn(async move { agent.post("/screenshot", body).await });
            let window = ConsentWindow::armed(&chain.browser).await?;
            window.answer(&chain.browser, answer).await?;
            let reply = request.await??;
            match code {
                Some(code) => assert_eq!(reply.code()?, code),
                None => assert!(reply.ok()?["data"].is_string()),
            }
            let scrolled = tab.evaluate("scrolls > 0").await?;
            assert_eq!(scrolled, code.is_none(), "{answer}");
        }
        Ok(())
    })
}
