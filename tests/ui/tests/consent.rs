//! The consent window in a real browser, with real input: allowed, denied and without an answer.
//! Each test has its own browser, because permissions last.

use anyhow::Context;
use axlens_harness::build::replace_in;
use axlens_harness::consent::{none_open, open_windows};
use axlens_harness::on_runtime;
use axlens_harness::own_page::press_pause;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Page, Reply, Tab};
use serde_json::{Value, json};
use std::path::Path;
use tokio::task::JoinHandle;

const PAGE: &str = "<!doctype html><title>Orders</title><ul><li><b>Ada</b> <button id=b>Press me</button></ul>\
    <script>window.mutations = 0; new MutationObserver((list) => { window.mutations += list.length; })\
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});</script>";

/// A page with a button, and the uid of the button in a snapshot.
struct Target {
    tab: Tab,
    uid: String,
}

impl Target {
    async fn open(chain: &Chain) -> anyhow::Result<Self> {
        Self::in_tab(chain.open(Page::html(PAGE)).await?).await
    }

    /// Opens the page on another site.
    async fn open_at(chain: &Chain, host: &str) -> anyhow::Result<Self> {
        let url = chain.site.page(Page::html(PAGE));
        let url = url.replacen("127.0.0.1", host, 1);
        Self::in_tab(chain.open_url(&url).await?).await
    }

    async fn in_tab(tab: Tab) -> anyhow::Result<Self> {
        let uid = uid_of(&tab.tree().await?, "Press me")?;
        Ok(Self { tab, uid })
    }

    fn body(&self) -> Value {
        json!({"action": "highlight", "uid": self.uid, "session": self.tab.name, "timeoutMs": 30_000})
    }

    /// Sends the request without waiting for its response.
    fn send(&self, chain: &Chain) -> JoinHandle<anyhow::Result<Reply>> {
        let (agent, body) = (chain.agent.clone(), self.body());
        tokio::spawn(async move { agent.post("/interact", body).await })
    }

    /// Sends the request, and the user clicks on this answer.
    async fn send_and_answer(&self, chain: &Chain, answer: &str) -> anyhow::Result<Reply> {
        let request = self.send(chain);
        let window = ConsentWindow::armed(&chain.browser).await;
        let window = window.with_context(|| chain.state())?;
        window.answer(&chain.browser, answer).await?;
        let reply = request.await??;
        none_open(&chain.browser).await?;
        Ok(reply)
    }

    /// Sends the request and asserts that no consent window opens.
    async fn send_without_prompt(&self, chain: &Chain) -> anyhow::Result<Value> {
        let answer = self.send(chain).await??.ok()?;
        assert!(open_windows(&chain.browser).await?.is_empty());
        Ok(answer)
    }

    /// The numbers of animations and of mutations that the page can see.
    async fn traces(&self) -> anyhow::Result<Value> {
        self.tab
            .evaluate("[document.getAnimations().length, window.mutations]")
            .await
    }
}

/// Outcome and consent of each action in the audit log.
fn logged(chain: &Chain) -> anyhow::Result<Vec<(String, String)>> {
    let entries = chain.log()?;
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let acts = entries
        .iter()
        .filter(|entry| entry["kind"] == "interact:highlight");
    acts.map(|entry| {
        anyhow::ensure!(entry["origin"].is_string(), "no site: {entry}");
        Ok((text(entry, "outcome"), text(entry, "consent")))
    })
    .collect()
}

/// Waits until the audit log has exactly these outcomes and consents.
async fn wait_for_log(chain: &Chain, expected: &[(&str, &str)]) -> anyhow::Result<()> {
    until("the audit log", || async {
        let entries = logged(chain)?;
        let entries: Vec<(&str, &str)> = entries.iter().map(|(a, b)| (&**a, &**b)).collect();
        anyhow::ensure!(entries == expected, "{entries:?}");
        Ok(Some(()))
    })
    .await
}

#[test]
fn a_dry_run_prompts_nobody_and_says_that_the_action_would() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
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
        let chain = Chain::start_attended().await?;
        let target = Target::open(&chain).await?;

        let request = target.send(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let site = target.tab.evaluate("location.origin").await?;
        assert_eq!(json!(window.text("site").await?), site);
        assert_eq!(window.text("agent").await?, "your own programs");
        assert_eq!(window.text("line").await?, "button \"Press me\"");
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
        other.send_and_answer(&chain, "agent").await?.ok()?;
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
        let chain = Chain::start_attended().await?;
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
fn keys_answer_and_forged_events_are_ignored() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
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
        window.press("Tab").await?;
        assert_eq!(
            window.evaluate("document.activeElement.value").await?,
            "once"
        );
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
                "ui/consent/consent.js",
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
        for answer in ["once", "site", "agent", "deny"] {
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
        let chain = Chain::start_attended().await?;
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
        let chain = Chain::start_attended().await?;
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
        let chain = Chain::start_attended().await?;
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

#[test]
fn an_unattended_browser_opens_no_window() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
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

#[test]
fn a_permit_is_valid_for_one_action_once() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let page = chain.own_page("options").await?;
        let permits = "import('/worker/policy/permits.js').then(({givePermit, usePermit}) => { \
            const act = {agent: 'a', tab: 1, document: 'D', node: 5, act: 'highlight'}; \
            const changes = [{}, {agent: 'b'}, {document: 'E'}, {node: 6}, {act: 'click'}]; \
            const tries = changes.map((change) => { const permit = givePermit(act); \
              return [usePermit(permit, {...act, ...change}), usePermit(permit, act)]; }); \
            return [...tries, usePermit('', act)]; })";
        let refused = json!([false, false]);
        assert_eq!(
            page.evaluate(permits).await?,
            json!([[true, false], refused, refused, refused, refused, false])
        );
        Ok(())
    })
}
