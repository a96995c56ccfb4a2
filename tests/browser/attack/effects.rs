//! An agent whose action leads to a site where it may not act: by a link, a form, a redirect, a
//! script or the history. No request may reach that site.

mod banned;
mod destinations;
mod late;
mod other_tabs;
mod service_worker;

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::own_page::set_policy;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::{Agent, Chain, Page, Reply, Tab};
use serde_json::{Value, json};

/// Host name of the site on which the policy allows only reading. `permission::policy::effects`
/// tests the other levels.
const READ: &str = "readonly";

/// An action in a page of the test's site. In the HTML, `{to}` is the URL of a page at [`READ`],
/// and `{via}` of one of the test's site that redirects there. `{host}` is `{to}` without the
/// scheme.
struct Case {
    name: &'static str,
    tried: &'static str,
    html: &'static str,
    /// The name of the element.
    on: &'static str,
    /// The action, as JSON.
    action: &'static str,
}

/// Runs them all under a policy with a site to read.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let options = chain.own_page("options").await?;
    set_policy(&options, &forbidding()).await?;
    control(chain).await?;
    let tab = chain.tab().await?;
    for case in CASES {
        let attempt = leads_nowhere(chain, &tab, &chain.agent, case);
        report.attack(case.name, case.tried, attempt).await;
    }
    tab.close().await?;
    destinations::attacks(report, chain).await?;
    let tried = "the URL of a page that redirects to the site";
    report
        .attack("navigate_by_redirect", tried, navigate(chain, "navigate"))
        .await;
    report
        .attack("new_tab_by_redirect", tried, navigate(chain, "new_tab"))
        .await;
    let tried = "`back` to a page of the site";
    report
        .attack("back_to_a_read_only_site", tried, back(chain))
        .await;
    for action in ["navigate", "reload", "back", "activate_tab", "claim_tab"] {
        let name = format!("{action}_in_a_read_only_site");
        let tried =
            "the tab of a site where agents may only read, with a text that the user entered";
        report.attack(&name, tried, leave(chain, action)).await;
    }
    set_policy(&options, &json!({"default": "ask", "sites": []})).await?;
    limited(report, chain).await?;
    banned::attacks(report, chain, &options).await?;
    late::attacks(report, chain, &options).await?;
    other_tabs::attacks(report, chain, &options).await?;
    service_worker::attacks(report, chain, &options).await?;
    let tried = "an empty tab, where the default level allows only reading";
    set_policy(&options, &json!({"default": "read", "sites": []})).await?;
    let attempt = refused(&chain.agent, json!({"action": "new_tab"}));
    report.attack("new_tab_without_a_url", tried, attempt).await;
    set_policy(&options, &json!({"default": "ask", "sites": []})).await
}

const CASES: &[Case] = &[
    Case {
        name: "link_to_a_read_only_site",
        tried: "a link",
        html: "<a href='{to}'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_into_a_new_tab",
        tried: "a link with a target",
        html: "<a href='{to}' target=_blank rel=noopener>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_inside_the_element",
        tried: "an element whose middle is a link",
        html: "<div role=button tabindex=0 aria-label=Go style='width:200px'><a href='{to}' style='display:block'>x</a></div>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "svg_link",
        tried: "a link in SVG",
        html: "<svg width=100 height=50><a xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='{to}' role=button aria-label=Go><rect width=100 height=50 /></a></svg>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_by_the_base",
        tried: "a relative link in a document with another base",
        html: "<base href='{to}'><a href='#x'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_with_a_clobbered_base",
        tried: "a link in a document with an element named baseURI",
        html: "<base href='{to}'><img name=baseURI><a href='?x'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_with_a_user_name",
        tried: "a link with a user name before the host",
        html: "<a href='http://user@{host}'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "link_in_a_slot",
        tried: "a button in a slot of a link",
        html: "<x-link><button type=button>Go</button></x-link><script>document.querySelector('x-link').attachShadow({mode: 'closed'}).innerHTML = '<a href=\"{to}\" style=\"display:block;padding:20px\"><slot></slot></a>'</script>",
        on: "Go",
        action: r#"{"action": "click", "position": [-5, -5]}"#,
    },
    Case {
        name: "form_to_a_read_only_site",
        tried: "a form",
        html: "<form action='{to}' method=post><input aria-label=Name><button>Go</button></form>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "form_by_its_button",
        tried: "a button with its own address",
        html: "<form action='/'><button formaction='{to}'>Go</button></form>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "form_elsewhere",
        tried: "a button outside its form",
        html: "<form id=f action='{to}'></form><button form=f>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "form_with_a_clobbered_action",
        tried: "a form with a field named action",
        html: "<form action='{to}'><input name=action value='/'><button>Go</button></form>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "enter_in_a_field",
        tried: "Enter in a field of a form",
        html: "<form action='{to}'><input aria-label=Go></form>",
        on: "Go",
        action: r#"{"action": "press", "keys": "Enter"}"#,
    },
    Case {
        name: "label_of_a_button",
        tried: "the label of a submit button",
        html: "<form action='{to}'><label for=b role=button aria-label=Go>Label</label><input type=submit id=b value=Send></form>",
        on: "\"Go\"",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "redirected_link",
        tried: "a link to a page that redirects to it",
        html: "<a href='{via}'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "redirected_link_in_a_new_tab",
        tried: "the same, in a new tab",
        html: "<a href='{via}' target=_blank>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "redirected_form",
        tried: "a form that is redirected",
        html: "<form action='{via}'><input name=a value=b><button>Go</button></form>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "script_of_a_button",
        tried: "a button whose script loads it",
        html: "<button onclick='location = \"{to}\"'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "script_of_a_list",
        tried: "a list whose script submits a form",
        html: "<form action='{to}'><select aria-label=Go onchange='this.form.submit()'><option>One<option>Two</select></form>",
        on: "Go",
        action: r#"{"action": "select", "labels": ["Two"]}"#,
    },
    Case {
        name: "link_that_changes",
        tried: "a link that changes when the pointer comes",
        html: "<a href='#x' onpointermove='this.href = \"{to}\"'>Go</a>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "meta_refresh",
        tried: "a script that adds a refresh to the document",
        html: "<button onclick='document.head.insertAdjacentHTML(\"beforeend\", \"<meta http-equiv=refresh content=0;url={to}>\")'>Go</button>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
    Case {
        name: "frame_that_leads_the_tab",
        tried: "a link in a frame that loads the tab",
        html: "<iframe srcdoc=\"<a href='{to}' target=_top>Go</a>\"></iframe>",
        on: "Go",
        action: r#"{"action": "click"}"#,
    },
];

/// A policy that allows only reading on [`READ`].
fn forbidding() -> Value {
    let rule = json!({"pattern": format!("{READ}.localhost"), "level": "read", "confirm": false});
    json!({"default": "ask", "sites": [rule]})
}

/// The control: the same click leads to a page of another site if the policy allows it.
async fn control(chain: &Chain) -> anyhow::Result<()> {
    let to = chain
        .site
        .alone("allowed", Page::html("<title>There</title>"));
    let tab = chain
        .open(Page::html(format!("<a href='{to}'>Go</a>")))
        .await?;
    let uid = uid_of(&tab.tree().await?, "Go")?;
    let request = json!({"action": "click", "uid": uid, "session": tab.name});
    let reply = chain.agent.post("/interact", request).await?.ok()?;
    ensure!(
        chain.site.was_requested(path_of(&to)?),
        "the control: {reply}"
    );
    tab.close().await
}

/// Executes the action of a case. Nothing is requested from the forbidden site.
async fn leads_nowhere(
    chain: &Chain,
    tab: &Tab,
    agent: &Agent,
    case: &Case,
) -> anyhow::Result<String> {
    let places = Places::new(chain);
    chain.show(tab, Page::html(places.fill(case.html))).await?;
    let look = json!({"what": "a11y_tree", "tab": tab.handle().await?, "session": tab.name});
    let seen = agent.observe(look).await?.ok()?;
    let uid = uid_of(&text(&seen), case.on)?;
    let mut request: Value = serde_json::from_str(case.action)?;
    request["uid"] = json!(uid);
    request["session"] = json!(tab.name);
    let reply = agent.post("/interact", request).await?;
    places.check(chain, &reply)
}

/// The URLs of one attempt.
struct Places {
    to: String,
    via: String,
}

impl Places {
    fn new(chain: &Chain) -> Self {
        Self::with_redirect(chain, |redirect| redirect)
    }

    /// `change`: what else the redirect is.
    fn with_redirect(chain: &Chain, change: impl FnOnce(Page) -> Page) -> Self {
        let page = Page::html("<title>Forbidden</title>");
        let to = chain.site.alone(READ, page);
        let redirect = Page::html("").status(302).header("location", &to);
        let via = chain.site.page(change(redirect));
        Self { to, via }
    }

    fn fill(&self, html: &str) -> String {
        let host = self.to.trim_start_matches("http://");
        html.replace("{to}", &self.to)
            .replace("{via}", &self.via)
            .replace("{host}", host)
    }

    /// Whether the page of the forbidden site was requested.
    fn was_requested(&self, chain: &Chain) -> anyhow::Result<bool> {
        Ok(chain.site.was_requested(path_of(&self.to)?))
    }

    /// Checks that nothing was requested, and that the reply says so.
    fn check(&self, chain: &Chain, reply: &Reply) -> anyhow::Result<String> {
        let was_requested = self.was_requested(chain)?;
        ensure!(!was_requested, "requested, and answered {}", reply.body);
        says_so(reply)
    }
}

/// Checks that a reply says that a site was not loaded.
fn says_so(reply: &Reply) -> anyhow::Result<String> {
    if reply.status >= 400 {
        ensure!(reply.code()? == "permission_denied", "{}", reply.body);
        return Ok(format!("{} {}", reply.status, reply.code()?));
    }
    let evidence = &reply.body["results"][0]["evidence"];
    ensure!(evidence["blocked"] == true, "{}", reply.body);
    Ok("Chrome did not load it, and the answer says so".to_owned())
}

fn path_of(address: &str) -> anyhow::Result<&str> {
    Ok(&address[address.find("/page/").context("a path")?..])
}

async fn navigate(chain: &Chain, action: &str) -> anyhow::Result<String> {
    let places = Places::new(chain);
    let tab = chain.open(Page::html("<title>Before</title>")).await?;
    let mut request = json!({"action": action, "url": places.via, "session": tab.name});
    if action == "navigate" {
        request["tab"] = json!(tab.handle().await?);
    }
    let reply = chain.agent.post("/interact", request).await?;
    let outcome = places.check(chain, &reply)?;
    tab.close().await?;
    Ok(outcome)
}

/// The history leads to a page that the browser must load again.
async fn back(chain: &Chain) -> anyhow::Result<String> {
    let page = Page::html("<title>Forbidden</title><script>onunload = () => {}</script>");
    let forbidden = chain
        .site
        .alone(READ, page.header("cache-control", "no-store"));
    let tab = chain.open_url(&forbidden).await?;
    tab.evaluate("document.title").await?;
    tab.goto(&chain.site.page(Page::html("<title>After</title>")))
        .await?;
    let before = chain.site.requests(path_of(&forbidden)?);
    let request = json!({"action": "back", "tab": tab.handle().await?, "session": tab.name});
    let reply = chain.agent.post("/interact", request).await?;
    let after = chain.site.requests(path_of(&forbidden)?);
    ensure!(before == after, "requested again: {}", reply.body);
    tab.close().await?;
    Ok(format!("{} {:.80}", reply.status, reply.body))
}

/// An action in the tab of a site that may only be read. The text in its field stays.
async fn leave(chain: &Chain, action: &str) -> anyhow::Result<String> {
    let html = "<title>Draft</title><textarea aria-label=Draft></textarea>";
    let tab = chain
        .open_url(&chain.site.alone(READ, Page::html(html)))
        .await?;
    tab.evaluate("document.querySelector('textarea').value = 'My draft'")
        .await?;
    let to = chain.site.page(Page::html("<title>Elsewhere</title>"));
    let mut request = json!({"action": action, "tab": tab.handle().await?, "session": tab.name});
    if action == "navigate" {
        request["url"] = json!(to);
    }
    let outcome = refused(&chain.agent, request).await?;
    let value = tab
        .evaluate("document.querySelector('textarea').value")
        .await?;
    ensure!(value == "My draft", "the text is lost: {value}");
    tab.close().await?;
    Ok(outcome)
}

/// Agents whose token names sites.
async fn limited(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let host = chain.site.origin().trim_start_matches("http://");
    let agent = chain.add_agent(&["limited", "--scope", "act", "--site", host])?;
    let tab = chain.tab().await?;
    for (name, tried, index) in [
        (
            "link_outside_the_token",
            "a link to a site outside its token",
            "link_to_a_read_only_site",
        ),
        (
            "form_outside_the_token",
            "a form of a site outside its token",
            "form_to_a_read_only_site",
        ),
        (
            "redirect_outside_the_token",
            "a redirect to a site outside its token",
            "redirected_link",
        ),
        (
            "script_outside_the_token",
            "a script that loads a site outside its token",
            "script_of_a_button",
        ),
    ] {
        let case = CASES.iter().find(|case| case.name == index);
        let case = case.context("a case")?;
        report
            .attack(name, tried, leads_nowhere(chain, &tab, &agent, case))
            .await;
    }
    let tried = "an empty tab, with a token for one site";
    let attempt = refused(&agent, json!({"action": "new_tab"}));
    report
        .attack("empty_tab_outside_the_token", tried, attempt)
        .await;
    Ok(())
}

async fn refused(agent: &Agent, request: Value) -> anyhow::Result<String> {
    let reply = agent.post("/interact", request).await?;
    ensure!(reply.status >= 400, "it was executed: {}", reply.body);
    says_so(&reply)
}
