//! An action that leads to a forbidden site without a request, so that Chrome's rules for requests
//! do not apply: the service worker of the site answers. The site may load for a moment, but the
//! tab does not stay there.

use super::late::count_tabs;
use super::{Case, path_of, says_so};
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::own_page::set_policy;
use axlens_harness::site::Gate;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};

/// Host names of the sites with a service worker, and their levels.
const LEVELS: [(&str, &str); 2] = [("answered-read", "read"), ("answered-block", "block")];

/// The service worker: it answers each navigation, without a request.
const WORKER: &str = "
onfetch = (event) => {
    if (event.request.mode !== 'navigate') return;
    const headers = {'content-type': 'text/html'};
    event.respondWith(new Response('<title>Answered</title><script>fetch(\"/ran\", {method: \"POST\", body: location.pathname})</script>', {headers}));
};";

const CASES: &[Case] = &[
    Case {
        name: "script_to_an_answered_page",
        tried: "a button whose script loads a page that the site's service worker answers",
        html: "<button onclick='location = \"{to}\"'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "repeated_script_to_an_answered_page",
        tried: "the same, again and again",
        html: "<button onclick='setInterval(() => location = \"{to}\", 1)'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "script_to_an_answered_page_at_a_fragment",
        tried: "the same, by a page with a fragment in its URL",
        html: "<script>location.hash = 'x'</script><button onclick='location = \"{to}\"'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "script_to_an_answered_page_behind_another_url",
        tried: "the same, by a script that changes the URL meanwhile",
        html: "<button onclick='location = \"{to}\"; history.pushState(0, 0, \"?x\")'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "key_to_an_answered_page",
        tried: "a key whose handler loads it",
        html: "<input aria-label=Go onkeydown='location = \"{to}\"'>",
        on: "Go",
        action: r#"{"action": "press", "keys": "x"}"#,
    },
    Case {
        name: "link_redirected_to_an_answered_page",
        tried: "a link to a page that redirects to it",
        html: "<a href='{via}'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "form_redirected_to_an_answered_page",
        tried: "a form that is redirected to it",
        html: "<form action='{via}'><button>Go</button></form>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_redirected_to_an_answered_page_in_a_new_tab",
        tried: "a link in a new tab that is redirected to it",
        html: "<a href='{via}' target=_blank>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_changed_to_an_answered_page_in_a_new_tab",
        tried: "a link in a new tab that changes when the pointer comes",
        html: "<a href='#x' target=_blank onpointermove='this.href = \"{to}\"'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "history_of_a_page_to_an_answered_page",
        tried: "a button whose script goes back to it in the history",
        html: "<button onclick='history.back()'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
];

/// Actions on the tab: the name of the attack, what is tried, and the action.
const ON_THE_TAB: &[(&str, &str, &str)] = &[
    (
        "navigate_redirected_to_an_answered_page",
        "`navigate` with the URL of a page that redirects to it",
        "navigate",
    ),
    (
        "new_tab_redirected_to_an_answered_page",
        "`new_tab` with the URL of a page that redirects to it",
        "new_tab",
    ),
    (
        "back_to_an_answered_page",
        "`back` to it in the history",
        "back",
    ),
];

/// Runs them all. `options`: the options page.
pub async fn attacks(report: &mut Report, chain: &Chain, options: &Tab) -> anyhow::Result<()> {
    for (host, _) in LEVELS {
        register(chain, host).await?;
    }
    let rule = |(host, level)| json!({"pattern": format!("{host}.localhost"), "level": level, "confirm": false});
    let sites = json!([rule(LEVELS[0]), rule(LEVELS[1])]);
    set_policy(options, &json!({"default": "ask", "sites": sites})).await?;
    for (host, level) in LEVELS {
        for case in CASES {
            let name = named(case.name, level);
            let attempt = on_an_element(chain, options, host, case);
            report.attack(&name, case.tried, attempt).await;
        }
        for (name, tried, action) in ON_THE_TAB {
            let attempt = on_the_tab(chain, options, host, action);
            report.attack(&named(name, level), tried, attempt).await;
        }
        let tried = "a link to a page that redirects to it after the answer";
        let attempt = late(chain, options, host);
        let name = "link_redirected_to_an_answered_page_after_the_answer";
        report.attack(&named(name, level), tried, attempt).await;
        let tried = "a script to it, by a page that redirects to it when it is loaded again";
        let attempt = redirected_again(chain, options, host);
        let name = "page_before_an_answered_page_redirects_there";
        report.attack(&named(name, level), tried, attempt).await;
    }
    set_policy(options, &json!({"default": "ask", "sites": []})).await
}

fn named(name: &str, level: &str) -> String {
    match level {
        "read" => name.to_owned(),
        _ => format!("{name}_at_level_{level}"),
    }
}

/// The user has visited the site before. The control: its service worker answers.
pub(super) async fn register(chain: &Chain, host: &str) -> anyhow::Result<()> {
    let script = Page::html(WORKER).content_type("text/javascript");
    let script = chain.site.alone(host, script);
    let tab = chain
        .open_url(&chain.site.alone(host, Page::html("")))
        .await?;
    let path = path_of(&script)?;
    tab.evaluate(&format!("navigator.serviceWorker.register('{path}').then(() => navigator.serviceWorker.ready).then(() => 0)")).await?;
    let page = chain.site.alone(host, Page::html(""));
    tab.goto(&page).await?;
    ensure!(
        tab.evaluate("document.title").await? == "Answered",
        "the control: no answer of the service worker"
    );
    tab.close().await
}

/// A page of the test's site that leads to an answered one.
struct Attempt {
    to: String,
    via: String,
    page: String,
    tab: Tab,
    /// The number of tabs before the action.
    tabs: Value,
    is_new_tab: bool,
}

impl Attempt {
    /// `html`: of the page, as in [`Case`]. `change`: what else the redirect is.
    async fn new(
        chain: &Chain,
        options: &Tab,
        (host, html): (&str, &str),
        change: impl FnOnce(Page) -> Page,
    ) -> anyhow::Result<Self> {
        let to = chain.site.alone(host, Page::html(""));
        let redirect = Page::html("").status(302).header("location", &to);
        let via = chain.site.page(change(redirect));
        let html_of_page = html.replace("{to}", &to).replace("{via}", &via);
        let page = Page::html(format!("<title>Before</title>{html_of_page}"));
        let page = chain.site.page(page);
        let tab = chain
            .open_url(&chain.site.alone(host, Page::html("")))
            .await?;
        // In the history, the answered page is before this one. A user has used both.
        tab.evaluate("0").await?;
        tab.goto(&page).await?;
        tab.evaluate("window.isFirst = true").await?;
        tab.handle().await?;
        let tabs = count_tabs(options).await?;
        Ok(Self {
            to,
            via,
            page,
            tab,
            tabs,
            is_new_tab: html.contains("_blank"),
        })
    }

    async fn click(&self, chain: &Chain, more: &Value) -> anyhow::Result<Reply> {
        let uid = uid_of(&self.tab.tree().await?, "Go")?;
        let mut request = more.clone();
        request["uid"] = json!(uid);
        request["session"] = json!(self.tab.name);
        chain.agent.post("/interact", request).await
    }

    /// Checks that the answer says that the load was blocked, that the tab shows the page before
    /// again, and that no tab is new.
    async fn check(self, chain: &Chain, options: &Tab, reply: &Reply) -> anyhow::Result<String> {
        says_so(reply)?;
        self.is_back(options).await?;
        let ran = chain.site.posted("/ran");
        let has_run = ran.iter().any(|path| self.to.ends_with(path.as_str()));
        self.tab.close().await?;
        let how = if has_run {
            "its script ran"
        } else {
            "its script did not run"
        };
        Ok(format!("{}, left at once, {how}", reply.status))
    }

    /// Waits until the new tab is closed, or the tab has loaded another document: the page before,
    /// or an empty one if that page leads away again.
    async fn is_back(&self, options: &Tab) -> anyhow::Result<()> {
        let page =
            "document.title === 'Before' && !window.isFirst || location.href === 'about:blank'";
        let expected = if self.is_new_tab {
            "window.isFirst"
        } else {
            page
        };
        until("the page before", || async {
            let is_expected = self.tab.evaluate(expected).await? == true;
            let is_back = is_expected && count_tabs(options).await? == self.tabs;
            Ok(is_back.then_some(()))
        })
        .await
    }
}

async fn on_an_element(
    chain: &Chain,
    options: &Tab,
    host: &str,
    case: &Case,
) -> anyhow::Result<String> {
    let attempt = Attempt::new(chain, options, (host, case.html), |page| page).await?;
    let action: Value = serde_json::from_str(case.action)?;
    let reply = attempt.click(chain, &action).await?;
    attempt.check(chain, options, &reply).await
}

async fn on_the_tab(
    chain: &Chain,
    options: &Tab,
    host: &str,
    action: &str,
) -> anyhow::Result<String> {
    let mut attempt = Attempt::new(chain, options, (host, ""), |page| page).await?;
    attempt.is_new_tab = action == "new_tab";
    let mut request = json!({"action": action, "session": attempt.tab.name});
    if action != "back" {
        request["url"] = json!(attempt.via);
    }
    if action != "new_tab" {
        request["tab"] = json!(attempt.tab.handle().await?);
    }
    let reply = chain.agent.post("/interact", request).await?;
    attempt.check(chain, options, &reply).await
}

/// The answer comes before the redirect.
async fn late(chain: &Chain, options: &Tab, host: &str) -> anyhow::Result<String> {
    let gate = Gate::default();
    let html = "<a href='{via}'>Go</a>";
    let attempt = Attempt::new(chain, options, (host, html), |page| page.after(&gate)).await?;
    let action = json!({"action": "click", "timeoutMs": 1000});
    attempt.click(chain, &action).await?;
    let requests = || -> anyhow::Result<usize> {
        Ok(chain.site.requests(path_of(&attempt.page)?) + chain.site.requests("/ran"))
    };
    let before = requests()?;
    gate.open();
    // The script of the answered page sends a request, too.
    until("the end of the load", || async {
        Ok((requests()? > before).then_some(()))
    })
    .await?;
    until("the page before", || async {
        let title = attempt.tab.evaluate("document.title").await?;
        ensure!(
            title != "Answered" || chain.site.requests(path_of(&attempt.page)?) > 1,
            "the tab shows it"
        );
        Ok((title == "Before").then_some(()))
    })
    .await?;
    attempt.tab.close().await?;
    Ok("left at once".to_owned())
}

/// The page before must be loaded again, but its server now redirects.
async fn redirected_again(chain: &Chain, options: &Tab, host: &str) -> anyhow::Result<String> {
    let html = "<button onclick='location = \"{to}\"'>Go</button>";
    let attempt = Attempt::new(chain, options, (host, html), |page| page).await?;
    let redirect = Page::html("").status(302).header("location", &attempt.to);
    chain.site.replace(&attempt.page, redirect);
    let reply = attempt.click(chain, &json!({"action": "click"})).await?;
    let evidence = &reply.body["results"][0]["evidence"];
    ensure!(evidence["blocked"] == true, "{}", reply.body);
    attempt
        .tab
        .wait_for("location.href === 'about:blank'")
        .await?;
    attempt.tab.close().await?;
    Ok("the tab is empty".to_owned())
}
