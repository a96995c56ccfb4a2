//! An action that leads to a forbidden site only after its answer, because the server is slow, or
//! to a site that becomes forbidden during the action.

use super::{Places, forbidding, path_of};
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::own_page::{set_bans, set_policy};
use axlens_harness::site::Gate;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab};
use serde_json::{Value, json};

/// Name, what is tried, and the page. `{via}` redirects when a gate opens.
const SLOW: &[(&str, &str, &str)] = &[
    (
        "redirect_after_the_answer",
        "a link to a page that redirects to it after the answer",
        "<a href='{via}'>Go</a>",
    ),
    (
        "redirect_after_the_answer_in_a_new_tab",
        "the same, in a new tab",
        "<a href='{via}' target=_blank>Go</a>",
    ),
    (
        "redirect_after_the_answer_behind_another_url",
        "a button whose script loads it, and changes the URL meanwhile",
        "<button onclick='location = \"{via}\"; history.pushState(0, 0, \"?x\")'>Go</button>",
    ),
    (
        "redirect_after_the_answer_by_a_second_load",
        "a button whose script loads another page, then that one instead",
        "<button onclick='location = \"/never\"; location = \"{via}\"'>Go</button>",
    ),
];

/// Runs them all. `options`: the options page.
pub async fn attacks(report: &mut Report, chain: &Chain, options: &Tab) -> anyhow::Result<()> {
    set_policy(options, &forbidding()).await?;
    for (name, tried, html) in SLOW {
        report
            .attack(name, tried, redirected_late(chain, options, html))
            .await;
    }
    for action in ["navigate", "new_tab"] {
        let name = format!("{action}_by_redirect_after_the_answer");
        let tried = "the URL of a page that redirects to it after the answer";
        let attempt = loaded_late(chain, options, action);
        report.attack(&name, tried, attempt).await;
    }
    set_policy(options, &json!({"default": "ask", "sites": []})).await?;
    for (name, change) in [
        ("redirect_after_a_new_policy", Change::Policy),
        ("redirect_after_a_new_denial", Change::Denial),
    ] {
        let tried = "a link to a page that redirects to a site that the user forbids meanwhile";
        let attempt = forbidden_late(chain, options, change);
        report.attack(name, tried, attempt).await;
        set_policy(options, &json!({"default": "ask", "sites": []})).await?;
        set_bans(options, "user", &[]).await?;
    }
    Ok(())
}

/// How the user forbids a site.
enum Change {
    Policy,
    Denial,
}

/// An attempt with a redirect that waits for a gate.
struct Attempt {
    gate: Gate,
    places: Places,
    tab: Tab,
    /// The path of the first page.
    path: String,
    /// The number of tabs before the action.
    tabs: Value,
}

impl Attempt {
    async fn new(chain: &Chain, options: &Tab, html: &str) -> anyhow::Result<Self> {
        let gate = Gate::default();
        let places = Places::with_redirect(chain, |redirect| redirect.after(&gate));
        let path = chain.site.path(Page::html(places.fill(html)));
        let tab = chain
            .open_url(&format!("{}{path}", chain.site.origin()))
            .await?;
        tab.handle().await?;
        Ok(Self {
            gate,
            places,
            tab,
            path,
            tabs: count_tabs(options).await?,
        })
    }

    /// Opens the gate, and waits until the forbidden page is requested, or Axlens has loaded the
    /// first page again or closed the new tab.
    async fn end(self, chain: &Chain, options: &Tab, is_new: bool) -> anyhow::Result<String> {
        ensure!(
            chain.site.was_requested(path_of(&self.places.via)?),
            "the control: the redirect is not requested"
        );
        self.gate.open();
        until("the end of the load", || async {
            let is_undone = if is_new {
                count_tabs(options).await? == self.tabs
            } else {
                chain.site.requests(&self.path) > 1
            };
            let is_loaded = self.places.was_requested(chain)?;
            Ok((is_loaded || is_undone).then_some(()))
        })
        .await?;
        ensure!(!self.places.was_requested(chain)?, "it is requested");
        self.tab.close().await?;
        Ok("Chrome did not load it".to_owned())
    }
}

/// The number of tabs in the browser.
pub async fn count_tabs(options: &Tab) -> anyhow::Result<Value> {
    options
        .evaluate("chrome.tabs.query({}).then((tabs) => tabs.length)")
        .await
}

/// A click, whose answer comes before the redirect.
async fn redirected_late(chain: &Chain, options: &Tab, html: &str) -> anyhow::Result<String> {
    let attempt = Attempt::new(chain, options, html).await?;
    let uid = uid_of(&attempt.tab.tree().await?, "Go")?;
    let session = &attempt.tab.name;
    let request = json!({"action": "click", "uid": uid, "session": session, "timeoutMs": 1000});
    chain.agent.post("/interact", request).await?;
    let is_new = html.contains("_blank");
    attempt.end(chain, options, is_new).await
}

async fn loaded_late(chain: &Chain, options: &Tab, action: &str) -> anyhow::Result<String> {
    let attempt = Attempt::new(chain, options, "<title>Before</title>").await?;
    let mut request = json!({"action": action, "url": attempt.places.via, "timeoutMs": 1000});
    request["session"] = json!(attempt.tab.name);
    if action == "navigate" {
        request["tab"] = json!(attempt.tab.handle().await?);
    }
    chain.agent.post("/interact", request).await?;
    attempt.end(chain, options, action == "new_tab").await
}

/// A click, during which the user forbids the site.
async fn forbidden_late(chain: &Chain, options: &Tab, change: Change) -> anyhow::Result<String> {
    let attempt = Attempt::new(chain, options, "<a href='{via}'>Go</a>").await?;
    let uid = uid_of(&attempt.tab.tree().await?, "Go")?;
    let request = json!({"action": "click", "uid": uid, "session": attempt.tab.name});
    let agent = chain.agent.clone();
    let reply = tokio::spawn(async move { agent.post("/interact", request).await });
    let via = path_of(&attempt.places.via)?.to_owned();
    until("the request of the redirect", || async {
        Ok(chain.site.was_requested(&via).then_some(()))
    })
    .await?;
    match change {
        Change::Policy => set_policy(options, &forbidding()).await?,
        Change::Denial => {
            let to = &attempt.places.to;
            let origin = to.trim_end_matches(path_of(to)?);
            set_bans(options, "user", &[origin]).await?;
        }
    }
    // Chrome applies rules shortly after the policy applies.
    options.evaluate(RULES).await?;
    let outcome = attempt.end(chain, options, false).await;
    reply.await??;
    outcome
}

/// Waits for a rule, at most a second: there may be none.
const RULES: &str = "(async () => {
    const end = performance.now() + 1000;
    while (performance.now() < end)
        if ((await chrome.declarativeNetRequest.getSessionRules()).length) break;
    return 0;
})()";
