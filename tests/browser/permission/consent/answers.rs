//! The answers in the consent window, and what they allow.

use crate::permission::consent::target::{Target, logged, wait_for_log};
use axlens_harness::consent::none_open;
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Kind};
use serde_json::{Value, json};

#[test]
fn a_dry_run_prompts_nobody_and_says_that_the_action_would() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        let mut dry = target.body();
        dry["dryRun"] = json!(true);
        let answer = chain.agent.post("/interact", dry).await?.ok()?;
        assert_eq!(answer["results"][0]["outcome"], "possible", "{answer}");
        assert_eq!(answer["results"][0]["evidence"]["needsConsent"], true);
        none_open(&chain.browser).await
    })
}

#[test]
fn each_answer_has_its_scope() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;

        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let site = target.tab.evaluate("location.origin").await?;
        assert_eq!(json!(window.text("site").await?), site);
        assert_eq!(window.text("agent").await?, "your own programs (user)");
        let line = "button \"Press me\" in the listitem \"Ada Press me\"";
        assert_eq!(window.text("line").await?, line);
        assert!(window.text("action").await?.contains("outline"));
        assert!(window.text("countdown").await?.contains("seconds"));
        assert_eq!(
            window.evaluate("document.activeElement.id").await?,
            "heading"
        );
        let before = target.traces().await?;
        assert_eq!(before[0], 0);
        window.answer(&chain.browser, "once").await?;
        let answer = request.await??.ok()?;
        assert_eq!(answer["results"][0]["outcome"], "shown");
        assert_eq!(answer["results"][0]["name"], "Press me");
        // The page can detect the animation, but no mutation.
        assert_eq!(target.traces().await?, json!([1, before[1]]));
        none_open(&chain.browser).await?;

        let denied = target.send_and_answer(&chain, "deny").await?;
        assert_eq!(denied.code()?, "permission_denied");
        assert!(
            denied.body["hint"]
                .as_str()
                .unwrap_or_default()
                .contains("user")
        );
        target.send_and_answer(&chain, "site").await?.ok()?;
        target.send_without_prompt(&chain).await?;
        target.send_without_prompt(&chain).await?;
        // Only the outline of the last request remains.
        assert_eq!(target.traces().await?[0], 1);

        let other = Target::open_at(&chain, "one.localhost").await?;
        other.send_and_answer(&chain, "everywhere").await?.ok()?;
        Target::open_at(&chain, "two.localhost")
            .await?
            .send_without_prompt(&chain)
            .await?;
        let expected = [
            ("shown", "allowed_once"),
            ("permission_denied", "denied"),
            ("shown", "allowed_site"),
            ("shown", "granted"),
            ("shown", "granted"),
            ("shown", "allowed_agent"),
            ("shown", "granted"),
        ];
        wait_for_log(&chain, &expected).await
    })
}

#[test]
fn a_repeated_request_opens_one_window() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let target = Target::open(&chain).await?;
        let mut body = target.body();
        body["key"] = json!("twice");
        let send = || {
            let (agent, body) = (chain.agent.clone(), body.clone());
            tokio::spawn(async move { agent.post("/interact", body).await })
        };
        let (one, other) = (send(), send());
        let window = ConsentWindow::armed(&chain.browser).await?;
        window.answer(&chain.browser, "once").await?;
        let answers = [one.await??.ok()?, other.await??.ok()?];
        let is_replayed = |answer: &&Value| answer["results"][0]["before"] == true;
        assert_eq!(answers.iter().filter(is_replayed).count(), 1);
        none_open(&chain.browser).await
    })
}

#[test]
fn an_unattended_browser_opens_no_window() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let target = Target::open(&chain).await?;
        target.send_without_prompt(&chain).await?;
        assert_eq!(target.traces().await?[0], 1);

        let options = chain.own_page("options").await?;
        let set = async |level: &str| {
            let policy = json!({"default": level, "sites": []});
            let script = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
            options.evaluate(&script).await
        };
        set("read").await?;
        until("the policy to apply", || async {
            let reply = target.send(&chain).await??;
            Ok((reply.body["error"] == "permission_denied").then_some(()))
        })
        .await?;
        set("act").await?;
        until("the policy to apply", || async {
            Ok((target.send(&chain).await??.status == 200).then_some(()))
        })
        .await?;
        // The requests above were repeated until the policy applied.
        until("the audit log", || async {
            let mut entries = logged(&chain)?;
            entries.dedup();
            let entries: Vec<(&str, &str)> = entries.iter().map(|(a, b)| (&**a, &**b)).collect();
            let expected = [
                ("shown", "unattended"),
                ("permission_denied", ""),
                ("shown", "policy"),
            ];
            anyhow::ensure!(entries == expected, "{entries:?}");
            Ok(Some(()))
        })
        .await
    })
}
