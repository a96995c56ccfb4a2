//! Denials: what one of them settles, and that the user is not asked again and again.

use crate::permission::consent::target::{PAGE, Target, wait_for_log};
use axlens_harness::consent::{none_open, open_windows, wait_for_prompts};
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Agent, Chain, ConsentWindow, Kind, Page, Reply, Tab};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// Denies requests of the agent until it is paused.
async fn deny_twice(chain: &Chain, target: &Target) -> anyhow::Result<()> {
    for _ in 0..2 {
        let denied = target.send_and_answer(chain, "deny").await?;
        assert_eq!(denied.code()?, "permission_denied");
    }
    Ok(())
}

/// Sends the request, which is denied without a window. Returns the fault.
async fn denied_at_once(chain: &Chain, agent: &Agent, body: Value) -> anyhow::Result<Value> {
    let reply = agent.post("/interact", body).await?;
    assert_eq!(reply.code()?, "permission_denied");
    assert!(open_windows(&chain.browser).await?.is_empty());
    Ok(reply.body)
}

/// Clicks on a button of the options page when it is there.
async fn click_on(options: &Tab, selector: &str) -> anyhow::Result<()> {
    let button = format!("document.querySelector('{selector}')");
    options.wait_for(&format!("{button} !== null")).await?;
    options.evaluate(&format!("{button}.click(); 0")).await?;
    options.wait_for(&format!("{button} === null")).await
}

#[test]
fn one_denial_settles_what_waits_from_that_agent_on_that_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        let other = Target::open_at(&chain, "one.localhost").await?;
        let first = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let same: Vec<JoinHandle<anyhow::Result<Reply>>> =
            (0..3).map(|_| target.send(&chain)).collect();
        let elsewhere = other.send(&chain);
        wait_for_prompts(&chain.agent, 5).await?;
        window.answer(&chain.browser, "deny").await?;
        assert_eq!(first.await??.code()?, "permission_denied");
        for request in same {
            assert_eq!(request.await??.code()?, "permission_denied");
        }
        // The next window is the one for the other site.
        let next = ConsentWindow::armed(&chain.browser).await?;
        assert!(next.text("site").await?.contains("one.localhost"));
        next.answer(&chain.browser, "once").await?;
        elsewhere.await??.ok()?;
        none_open(&chain.browser).await
    })
}

#[test]
fn repeated_denials_are_followed_by_a_pause() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        // An answer that allows ends the count.
        target.send_and_answer(&chain, "deny").await?;
        target.send_and_answer(&chain, "once").await?.ok()?;
        deny_twice(&chain, &target).await?;
        let other_act = |act: &str| {
            let mut body = target.body();
            body["action"] = json!(act);
            body["key"] = json!(act);
            body
        };
        let reload = json!({"action": "reload", "tab": target.tab.handle().await?,
            "session": target.tab.name, "timeoutMs": 30_000});
        let acts = ["highlight", "click", "hover"].map(other_act);
        for act in acts.into_iter().chain([reload]) {
            let fault = denied_at_once(&chain, &chain.agent, act).await?;
            let message = fault["message"].as_str().unwrap_or_default();
            assert!(
                message.contains("until 20") && message.contains(" s."),
                "{fault}"
            );
            assert!(
                fault["hint"].to_string().contains("Do not repeat"),
                "{fault}"
            );
        }
        // Another site has its own count.
        let other = Target::open_at(&chain, "one.localhost").await?;
        other.send_and_answer(&chain, "deny").await?;
        let options = chain.own_page("options").await?;
        click_on(&options, "#denials button").await?;
        target.send_and_answer(&chain, "once").await?.ok()?;
        Ok(())
    })
}

#[test]
fn an_agent_that_is_denied_on_many_sites_is_paused_on_all() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        for host in ["one", "two", "three", "four", "five"] {
            let target = Target::open_at(&chain, &format!("{host}.localhost")).await?;
            target.send_and_answer(&chain, "deny").await?;
        }
        let target = Target::open_at(&chain, "six.localhost").await?;
        let fault = denied_at_once(&chain, &chain.agent, target.body()).await?;
        assert!(
            fault["message"].to_string().contains("several sites"),
            "{fault}"
        );
        Ok(())
    })
}

#[test]
fn an_agent_that_disconnects_again_and_again_is_paused() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        for _ in 0..2 {
            let held = chain
                .agent
                .post_and_hold("/interact", &target.body())
                .await?;
            ConsentWindow::with_question(&chain.browser).await?;
            drop(held);
            none_open(&chain.browser).await?;
        }
        denied_at_once(&chain, &chain.agent, target.body()).await?;
        Ok(())
    })
}

/// The window closes with its page and opens again.
#[test]
fn an_agent_whose_page_navigates_again_and_again_is_paused() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        for _ in 0..2 {
            let target = Target::open(&chain).await?;
            let request = target.send(&chain);
            ConsentWindow::with_question(&chain.browser).await?;
            let other = chain.site.page(Page::html(PAGE));
            target.tab.goto(&other).await?;
            request.await??;
            none_open(&chain.browser).await?;
        }
        let target = Target::open(&chain).await?;
        denied_at_once(&chain, &chain.agent, target.body()).await?;
        Ok(())
    })
}

#[test]
fn a_pause_outlives_the_worker() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        deny_twice(&chain, &target).await?;
        let internals = chain.tab().await?;
        internals.goto("chrome://serviceworker-internals/").await?;
        let stop = "document.querySelector('[data-command=stop]')";
        internals.wait_for(&format!("{stop} !== null")).await?;
        internals.evaluate(&format!("{stop}.click()")).await?;
        until("the worker to answer again", || async {
            let status = chain.agent.status().await?;
            Ok((status["extension"]["connected"] == true).then_some(()))
        })
        .await?;
        let target = Target::open(&chain).await?;
        denied_at_once(&chain, &chain.agent, target.body()).await?;
        Ok(())
    })
}

/// It is stronger than a permission for all sites, and the user lifts it.
#[test]
fn deny_until_i_allow_it_lasts_until_the_user_lifts_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let target = Target::open(&chain).await?;
        let denied = target.send_and_answer(&chain, "ban").await?;
        assert_eq!(denied.code()?, "permission_denied");
        let fault = denied_at_once(&chain, &chain.agent, target.body()).await?;
        assert!(fault["hint"].to_string().contains("lift"), "{fault}");
        let other = Target::open_at(&chain, "one.localhost").await?;
        other.send_and_answer(&chain, "everywhere").await?.ok()?;
        denied_at_once(&chain, &chain.agent, target.body()).await?;
        let expected = [
            ("permission_denied", "denied"),
            ("permission_denied", "denied_before"),
            ("shown", "allowed_agent"),
            ("permission_denied", "denied_before"),
        ];
        wait_for_log(&chain, &expected).await?;
        let options = chain.own_page("options").await?;
        click_on(&options, "#denials button").await?;
        target.send_without_prompt(&chain).await?;
        Ok(())
    })
}
