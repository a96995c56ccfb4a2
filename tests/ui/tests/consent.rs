//! A person says yes, or no, or nothing: the window in which the extension asks whether an agent
//! may act, in a real browser, answered by real input. Each test has its own browser, since what is
//! granted in one lasts.

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

/// A page with a button that its session was shown.
struct Shown {
    tab: Tab,
    uid: String,
}

impl Shown {
    async fn open(chain: &Chain) -> anyhow::Result<Self> {
        Self::of(chain.open(Page::html(PAGE)).await?).await
    }

    /// On another site, which leads to the same server.
    async fn open_at(chain: &Chain, host: &str) -> anyhow::Result<Self> {
        let url = chain.site.page(Page::html(PAGE));
        let url = url.replacen("127.0.0.1", host, 1);
        Self::of(chain.open_url(&url).await?).await
    }

    async fn of(tab: Tab) -> anyhow::Result<Self> {
        let uid = uid_of(&tab.tree().await?, "Press me")?;
        Ok(Self { tab, uid })
    }

    fn body(&self) -> Value {
        json!({"action": "highlight", "uid": self.uid, "session": self.tab.name, "timeoutMs": 30_000})
    }

    /// Asks, and does not wait.
    fn ask(&self, chain: &Chain) -> JoinHandle<anyhow::Result<Reply>> {
        let (agent, body) = (chain.agent.clone(), self.body());
        tokio::spawn(async move { agent.post("/interact", body).await })
    }

    /// Asks, and somebody clicks on this answer.
    async fn answered(&self, chain: &Chain, answer: &str) -> anyhow::Result<Reply> {
        let asked = self.ask(chain);
        let window = ConsentWindow::armed(&chain.browser).await;
        let window = window.with_context(|| chain.state())?;
        window.answer(&chain.browser, answer).await?;
        let reply = asked.await??;
        none_open(&chain.browser).await?;
        Ok(reply)
    }

    /// Asks, and nobody is asked.
    async fn granted(&self, chain: &Chain) -> anyhow::Result<Value> {
        let done = self.ask(chain).await??.ok()?;
        assert!(open_windows(&chain.browser).await?.is_empty());
        Ok(done)
    }

    /// How many animations the page finds, and how many mutations it has seen.
    async fn traces(&self) -> anyhow::Result<Value> {
        self.tab
            .evaluate("[document.getAnimations().length, window.mutations]")
            .await
    }
}

/// Outcome and consent of each act in the audit log, as far as `axlens log` has it.
fn logged(chain: &Chain) -> anyhow::Result<Vec<(String, String)>> {
    let entries = chain.log()?;
    let word = |entry: &Value, part: &str| entry[part].as_str().unwrap_or_default().to_owned();
    let acts = entries
        .iter()
        .filter(|entry| entry["kind"] == "interact:highlight");
    acts.map(|entry| {
        anyhow::ensure!(entry["origin"].is_string(), "no site: {entry}");
        Ok((word(entry, "outcome"), word(entry, "consent")))
    })
    .collect()
}

/// Waits until the audit log has these acts: outcome and consent.
async fn until_logged(chain: &Chain, expected: &[(&str, &str)]) -> anyhow::Result<()> {
    until("the audit log", || async {
        let said = logged(chain)?;
        let said: Vec<(&str, &str)> = said.iter().map(|(a, b)| (&**a, &**b)).collect();
        anyhow::ensure!(said == expected, "{said:?}");
        Ok(Some(()))
    })
    .await
}

#[test]
fn once_this_site_all_sites_and_no() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let here = Shown::open(&chain).await?;

        let asked = here.ask(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let site = here.tab.evaluate("location.origin").await?;
        assert_eq!(json!(window.text("site").await?), site);
        assert_eq!(window.text("agent").await?, "your own programs");
        assert_eq!(window.text("line").await?, "button \"Press me\"");
        assert!(window.text("action").await?.contains("outline"));
        assert!(window.text("countdown").await?.contains("seconds"));
        assert_eq!(
            window.evaluate("document.activeElement.id").await?,
            "heading"
        );
        let before = here.traces().await?;
        assert_eq!(before[0], 0);
        window.answer(&chain.browser, "once").await?;
        let done = asked.await??.ok()?;
        assert_eq!(done["results"][0]["outcome"], "shown");
        assert_eq!(done["results"][0]["name"], "Press me");
        // The page can find the animation; it has not been changed.
        assert_eq!(here.traces().await?, json!([1, before[1]]));
        none_open(&chain.browser).await?;

        let denied = here.answered(&chain, "deny").await?;
        assert_eq!(denied.code()?, "permission_denied");
        assert!(
            denied.body["hint"]
                .as_str()
                .unwrap_or_default()
                .contains("user")
        );
        here.answered(&chain, "site").await?.ok()?;
        here.granted(&chain).await?;
        here.granted(&chain).await?;
        // Of two highlights the later one stays.
        assert_eq!(here.traces().await?[0], 1);

        let there = Shown::open_at(&chain, "one.localhost").await?;
        there.answered(&chain, "agent").await?.ok()?;
        Shown::open_at(&chain, "two.localhost")
            .await?
            .granted(&chain)
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
        until_logged(&chain, &expected).await
    })
}

#[test]
fn a_request_sent_twice_is_asked_about_once() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let here = Shown::open(&chain).await?;
        let mut body = here.body();
        body["key"] = json!("twice");
        let ask = || {
            let (agent, body) = (chain.agent.clone(), body.clone());
            tokio::spawn(async move { agent.post("/interact", body).await })
        };
        let (one, other) = (ask(), ask());
        let window = ConsentWindow::armed(&chain.browser).await?;
        window.answer(&chain.browser, "once").await?;
        let answers = [one.await??.ok()?, other.await??.ok()?];
        let before = |answer: &Value| answer["results"][0]["before"] == true;
        assert_eq!(answers.iter().filter(|answer| before(answer)).count(), 1);
        none_open(&chain.browser).await
    })
}

#[test]
fn keys_answer_too_and_forged_clicks_do_not() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let forged = "for (const button of document.querySelectorAll('button')) { button.click(); \
            button.dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true})); } \
            document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true})); \
            'armed' in document.body.dataset";
        assert_eq!(window.evaluate(forged).await?, true);
        // The focus that comes anew takes the answers away for a while.
        let anew = "window.dispatchEvent(new Event('focus')); 'armed' in document.body.dataset";
        assert_eq!(window.evaluate(anew).await?, false);
        window.wait_for("'armed' in document.body.dataset").await?;
        // What had the focus first allows nothing.
        window.press("Enter").await?;
        assert!(!asked.is_finished());
        window.press("Tab").await?;
        assert_eq!(
            window.evaluate("document.activeElement.value").await?,
            "once"
        );
        window.press("Enter").await?;
        asked.await??.ok()?;
        none_open(&chain.browser).await?;

        let asked = here.ask(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        window.press("Escape").await?;
        assert_eq!(asked.await??.code()?, "permission_denied");
        none_open(&chain.browser).await?;
        let asked = here.ask(&chain);
        ConsentWindow::with_question(&chain.browser)
            .await?
            .close()
            .await?;
        assert_eq!(asked.await??.code()?, "permission_denied");
        Ok(())
    })
}

#[test]
fn nothing_counts_before_the_window_was_in_sight_and_no_answer_is_a_no() -> anyhow::Result<()> {
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
        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        let window = ConsentWindow::with_question(&chain.browser).await?;
        for answer in ["once", "site", "agent", "deny"] {
            window.click(answer).await?;
        }
        window.press("Escape").await?;
        window.press("Tab").await?;
        window.press("Enter").await?;
        let reply = asked.await??;
        assert_eq!(reply.code()?, "permission_denied");
        let message = reply.body["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("Nobody has allowed"), "{message}");
        none_open(&chain.browser).await?;
        assert_eq!(here.traces().await?[0], 0);
        until_logged(&chain, &[("permission_denied", "unanswered")]).await
    })
}

/// A request that its agent drops once it is under way.
async fn ask_and_leave(chain: &Chain, shown: &Shown) -> anyhow::Result<()> {
    let body = shown.body();
    let held = chain.agent.post_and_hold("/interact", &body).await?;
    ConsentWindow::with_question(&chain.browser).await?;
    drop(held);
    none_open(&chain.browser).await
}

#[test]
fn a_question_ends_with_what_it_was_about() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let here = Shown::open(&chain).await?;
        ask_and_leave(&chain, &here).await.context("asker gone")?;
        assert_eq!(here.traces().await?[0], 0);

        // What it reads has become another while the person thought.
        let asked = here.ask(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        here.tab
            .evaluate("document.querySelector('b').textContent = 'Mallory'; 0")
            .await?;
        window.answer(&chain.browser, "once").await?;
        let changed = asked.await??;
        assert_eq!(changed.code()?, "changed_uid", "{}", changed.body);
        assert_eq!(here.traces().await?[0], 0);
        none_open(&chain.browser).await?;

        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        here.tab
            .evaluate("document.querySelector('button').textContent = 'Pay'; 0")
            .await?;
        window.answer(&chain.browser, "once").await?;
        assert_eq!(asked.await??.code()?, "changed_uid");
        none_open(&chain.browser).await?;

        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        here.tab.goto(&chain.site.page(Page::html(PAGE))).await?;
        assert_eq!(asked.await??.code()?, "stale_uid");
        none_open(&chain.browser).await?;

        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        here.tab.close().await?;
        assert_eq!(asked.await??.code()?, "stale_uid");
        none_open(&chain.browser).await?;
        let expected = [
            ("cancelled", ""),
            ("changed_uid", "allowed_once"),
            ("changed_uid", "allowed_once"),
            ("stale_uid", ""),
            ("stale_uid", ""),
        ];
        until_logged(&chain, &expected).await
    })
}

#[test]
fn several_questions_are_asked_one_by_one() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let first = Shown::open(&chain).await?;
        let second = Shown::open_at(&chain, "one.localhost").await?;
        let third = Shown::open(&chain).await?;
        let one = first.ask(&chain);
        let window = ConsentWindow::armed(&chain.browser).await?;
        let (two, three) = (second.ask(&chain), third.ask(&chain));
        until("both to be asked", || async {
            let status = chain.agent.status().await?;
            Ok((status["queue"]["leased"] == 3).then_some(()))
        })
        .await?;
        assert_eq!(open_windows(&chain.browser).await?, [window.target()]);
        window.answer(&chain.browser, "site").await?;
        // The same site was asked for twice.
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
fn pausing_or_the_end_of_the_worker_ends_the_question() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        let options = chain.own_page("options").await?;
        press_pause(&options, true).await?;
        assert_eq!(asked.await??.code()?, "reading_paused");
        none_open(&chain.browser).await?;
        press_pause(&options, false).await?;

        let here = Shown::open(&chain).await?;
        let asked = here.ask(&chain);
        ConsentWindow::with_question(&chain.browser).await?;
        let internals = chain.tab().await?;
        internals.goto("chrome://serviceworker-internals/").await?;
        internals
            .wait_for("document.querySelector('[data-command=stop]') !== null")
            .await?;
        internals
            .evaluate("document.querySelectorAll('[data-command=stop]').forEach((button) => button.click())")
            .await?;
        assert_eq!(asked.await??.code()?, "extension_disconnected");
        none_open(&chain.browser).await?;
        assert_eq!(here.traces().await?[0], 0);
        Ok(())
    })
}

#[test]
fn nobody_is_asked_where_nobody_is() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let here = Shown::open(&chain).await?;
        here.granted(&chain).await?;
        assert_eq!(here.traces().await?[0], 1);

        let options = chain.own_page("options").await?;
        let set = async |level: &str| {
            let policy = json!({"default": level, "sites": []});
            let script = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
            options.evaluate(&script).await
        };
        set("read").await?;
        until("the policy to be followed", || async {
            let reply = here.ask(&chain).await??;
            Ok((reply.body["error"] == "permission_denied").then_some(()))
        })
        .await?;
        set("act").await?;
        until("the policy to be followed", || async {
            Ok((here.ask(&chain).await??.status == 200).then_some(()))
        })
        .await?;
        // As often as it was asked meanwhile.
        until("the audit log", || async {
            let mut said = logged(&chain)?;
            said.dedup();
            let said: Vec<(&str, &str)> = said.iter().map(|(a, b)| (&**a, &**b)).collect();
            let expected = [
                ("shown", "unattended"),
                ("permission_denied", ""),
                ("shown", "policy"),
            ];
            anyhow::ensure!(said == expected, "{said:?}");
            Ok(Some(()))
        })
        .await
    })
}

#[test]
fn the_rules_of_acting() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        let page = chain.own_page("options").await?;
        let ruled = async |site: &str, top: &str, kind: &str, confirm: bool, unattended: bool| {
            let act = json!({"site": site, "top": top, "kind": kind, "confirm": confirm,
                "unattended": unattended});
            page.evaluate(&format!(
                "import('/worker/policy/act-rules.js').then(({{ruling}}) => ruling({act}))"
            ))
            .await
        };
        for (site, top, kind, confirm, unattended, expected) in [
            ("ask", "ask", "harmless", false, false, "ask"),
            ("act", "ask", "harmless", true, false, "act"),
            ("act", "act", "submit", false, false, "act"),
            ("act", "act", "submit", true, false, "ask"),
            ("act", "act", "upload", true, false, "ask"),
            ("act", "act", "leave", true, false, "ask"),
            ("ask", "ask", "submit", true, true, "unattended"),
            ("act", "act", "harmless", true, true, "act"),
            ("read", "act", "harmless", false, true, "no_site"),
            ("block", "act", "harmless", false, true, "no_site"),
            ("act", "read", "harmless", false, true, "no_top"),
        ] {
            let said = ruled(site, top, kind, confirm, unattended).await?;
            assert_eq!(said, expected, "{site} {top} {kind} {confirm} {unattended}");
        }
        // A permit is for one act, once.
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
