//! An action that loads a page in another tab or frame: of a site where the agent may only read, or
//! in which another agent works. What the user has entered there stays.

mod unusual_loads;

use super::{READ, forbidding, path_of, service_worker};
use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::own_page::set_policy;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};

/// What leads to the other tab, which has the name `victim`.
struct Way {
    name: &'static str,
    tried: &'static str,
    html: &'static str,
    action: &'static str,
}

/// What the document shows before the action.
const NAMED: &[Way] = &[
    Way {
        name: "link_into_another_tab",
        tried: "a link with the name of another tab",
        html: "<a href='{to}' target=victim>Go</a>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "area_into_another_tab",
        tried: "an area of an image with the name",
        html: "<map name=m><area shape=rect coords=0,0,90,90 alt=Go href='{to}' target=victim></map><img usemap=#m width=100 height=100 src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "svg_link_into_another_tab",
        tried: "a link in SVG with the name",
        html: "<svg width=100 height=50><a href='{to}' target=victim role=button aria-label=Go><rect width=100 height=50 /></a></svg>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "link_into_another_tab_by_the_base",
        tried: "a link in a document whose links all have the name",
        html: "<base target=victim><a href='{to}'>Go</a>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "link_into_another_tab_by_a_key",
        tried: "a link with the name, by Enter",
        html: "<a href='{to}' target=victim>Go</a>",
        action: r#"{"action": "press", "keys": "Enter"}"#,
    },
    Way {
        name: "form_into_another_tab",
        tried: "a form with the name, by its button",
        html: "<form action='{to}' target=victim><button>Go</button></form>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "form_into_another_tab_by_its_button",
        tried: "a button with the name, which its form does not have",
        html: "<form action='{to}'><button formtarget=victim>Go</button></form>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "form_into_another_tab_by_a_key",
        tried: "a form with the name, by Enter in a field",
        html: "<form action='{to}' target=victim><input aria-label=Go></form>",
        action: r#"{"action": "press", "keys": "Enter"}"#,
    },
    Way {
        name: "submission_into_another_tab",
        tried: "a form with the name, by `submit`",
        html: "<form action='{to}' target=victim><input aria-label=Go></form>",
        action: r#"{"action": "submit"}"#,
    },
];

/// The same, where Chrome does not use the attribute itself.
const INDIRECT: &[Way] = &[
    Way {
        name: "link_with_an_empty_target",
        tried: "a link without a name, in a document whose links all have it",
        html: "<base target=victim><a href='{to}' target=''>Go</a>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "form_with_an_empty_target",
        tried: "a button and a form without a name, in such a document",
        html: "<base target=victim><form action='{to}' target=x><button formtarget=''>Go</button></form>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "svg_link_with_an_animated_target",
        tried: "a link in SVG whose name is animated",
        html: "<svg width=100 height=50><a href='{to}' role=button aria-label=Go><set attributeName=target to=victim begin=0s fill=freeze /><rect width=100 height=50 /></a></svg>",
        action: r#"{"action": "click"}"#,
    },
];

/// Scripts that leave no way back in the history: what was entered is lost, the page is not.
const WITHOUT_WAY_BACK: &[Way] = &[
    Way {
        name: "another_tab_by_a_replacement",
        tried: "a button whose script replaces the page of another tab in its history",
        html: "<button onclick='opened.location.replace(\"{to}\")'>Go</button>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "another_tab_with_more_history",
        tried: "a button whose script loads a page in another tab that adds to its history",
        html: "<button onclick='opened.location = \"{to}\"'>Go</button>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "another_tab_again_and_again",
        tried: "a button whose script loads a page in another tab three times",
        html: "<button onclick='for (const at of [0, 50, 100]) setTimeout(() => { opened.location = \"{to}?\" + at }, at)'>Go</button>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "another_tab_ten_times",
        tried: "a button whose script opens a page by the name of another tab ten times",
        html: TEN_TIMES,
        action: r#"{"action": "click"}"#,
    },
];

/// Opens the page ten times within the wait after the click, by a clock that a hidden tab has too.
const TEN_TIMES: &str = "<script>const again = (left) => { window.open('{to}?' + left, 'victim'); if (left) fetch('{to}').then(() => again(left - 1)) }</script><button onclick='again(9)'>Go</button>";

/// What only a script knows.
const SCRIPTED: &[Way] = &[
    Way {
        name: "another_tab_by_a_script",
        tried: "a button whose script opens a page by the name of another tab",
        html: "<button onclick='window.open(\"{to}\", \"victim\")'>Go</button>",
        action: r#"{"action": "click"}"#,
    },
    Way {
        name: "another_tab_by_its_window",
        tried: "a button whose script sets the address of a window that it has opened",
        html: "<button onclick='opened.location = \"{to}\"'>Go</button>",
        action: r#"{"action": "click"}"#,
    },
];

/// Runs them all. `options`: the options page.
pub async fn attacks(report: &mut Report, chain: &Chain, options: &Tab) -> anyhow::Result<()> {
    control(chain).await?;
    set_policy(options, &forbidding()).await?;
    for way in NAMED.iter().chain(INDIRECT) {
        let attempt = named(chain, way);
        report.attack(way.name, way.tried, attempt).await;
    }
    for way in SCRIPTED {
        let attempt = scripted(chain, way, true);
        report.attack(way.name, way.tried, attempt).await;
    }
    for way in WITHOUT_WAY_BACK {
        let attempt = scripted(chain, way, false);
        report.attack(way.name, way.tried, attempt).await;
    }
    let tried = "a link with the name of a frame of a site where agents may only read";
    report
        .attack("link_into_a_read_only_frame", tried, into_frame(chain))
        .await;
    let tried = "a button whose script leads the page that has opened it elsewhere";
    report
        .attack("opener_by_a_script", tried, opener(chain))
        .await;
    unusual_loads::attacks(report, chain).await?;
    let tried = "a button whose script replaces another page, which is gone from its server";
    report
        .attack("another_tab_without_its_page", tried, without_page(chain))
        .await;
    let tried = "a page in a sandbox whose script sets the address of a window that it has opened";
    report
        .attack("another_tab_by_a_sandboxed_page", tried, sandboxed(chain))
        .await;
    let tried =
        "a link with the name of another tab, to a page that the site's service worker answers";
    report
        .attack(
            "link_to_an_answered_page_in_another_tab",
            tried,
            into_answered(chain, options),
        )
        .await;
    let block = json!({"pattern": format!("{READ}.localhost"), "level": "block", "confirm": false});
    set_policy(options, &json!({"default": "ask", "sites": [block]})).await?;
    let tried = "a link with the name of a frame of a blocked site";
    report
        .attack("link_into_a_blocked_frame", tried, into_frame(chain))
        .await;
    set_policy(options, &json!({"default": "ask", "sites": []})).await?;
    let tried = "a link with the name of a tab that another agent has claimed";
    report
        .attack("link_into_a_claimed_tab", tried, into_claimed(chain))
        .await;
    Ok(())
}

/// A page with an element, and a tab with a text that the user has entered, which the page has
/// opened under the name `victim`.
struct Tabs {
    acting: Tab,
    victim: Tab,
    /// The URL of the victim's page, and of the one that the element leads to.
    before: String,
    to: String,
}

const ELSEWHERE: &str = "<title>Elsewhere</title>";
const MORE_HISTORY: &str =
    "<title>Elsewhere</title><script>history.pushState(0, 0, '?more')</script>";
const DRAFT: &str = "<title>Draft</title><textarea aria-label=Draft></textarea>";

impl Tabs {
    /// `host`: of the victim.
    async fn open(chain: &Chain, html: &str, host: &str) -> anyhow::Result<Self> {
        Self::open_to(chain, html, host, ELSEWHERE).await
    }

    /// `elsewhere`: the page that the element leads to.
    async fn open_to(
        chain: &Chain,
        html: &str,
        host: &str,
        elsewhere: &str,
    ) -> anyhow::Result<Self> {
        let to = chain.site.page(Page::html(elsewhere));
        let page = Page::html(html.replace("{to}", &to));
        Self::open_page(chain, page, host, to).await
    }

    /// `page`: the one with the element, which leads to `to`.
    async fn open_page(chain: &Chain, page: Page, host: &str, to: String) -> anyhow::Result<Self> {
        let before = chain.site.alone(host, Page::html(DRAFT));
        let acting = chain.open(page).await?;
        let open = format!("window.opened = window.open('{before}', 'victim'); 0");
        acting.evaluate(&open).await?;
        let victim = chain.tab_with(path_of(&before)?).await?;
        enter_draft(&victim).await?;
        Ok(Self {
            acting,
            victim,
            before,
            to,
        })
    }

    async fn act(&self, chain: &Chain, action: &str) -> anyhow::Result<Reply> {
        let mut request: Value = serde_json::from_str(action)?;
        request["uid"] = json!(uid_of(&self.acting.tree().await?, "Go")?);
        request["session"] = json!(self.acting.name);
        chain.agent.post("/interact", request).await
    }

    fn was_requested(&self, chain: &Chain) -> anyhow::Result<bool> {
        Ok(chain.site.was_requested(path_of(&self.to)?))
    }

    async fn close(self) -> anyhow::Result<()> {
        self.victim.close().await?;
        self.acting.close().await
    }
}

async fn enter_draft(victim: &Tab) -> anyhow::Result<()> {
    // A script that leads a page away before it is loaded replaces its entry in the history.
    victim
        .wait_for(
            "document.readyState === 'complete' && document.querySelector('textarea') !== null",
        )
        .await?;
    // A user who has typed something has activated the page.
    let enter = "document.querySelector('textarea').value = 'My draft'";
    victim.evaluate(enter).await.map(drop)
}

/// Waits until the tab shows its page again, with what was entered.
async fn keeps_draft(victim: &Tab, before: &str) -> anyhow::Result<()> {
    let is_there = format!(
        "location.href === '{before}' && document.querySelector('textarea')?.value === 'My draft'"
    );
    victim.wait_for(&is_there).await
}

/// The answer says that Chrome did not load a page, or that its tab is back.
fn says_blocked(reply: &Reply) -> anyhow::Result<()> {
    let evidence = &reply.body["results"][0]["evidence"];
    ensure!(evidence["blocked"] == true, "{}", reply.body);
    Ok(())
}

/// The control: the same link leads to the page in the other tab if the policy allows it, and the
/// answer has that tab.
async fn control(chain: &Chain) -> anyhow::Result<()> {
    for host in ["allowed", "127.0.0.1"] {
        let tabs = Tabs::open(chain, NAMED[0].html, host).await?;
        let reply = tabs.act(chain, NAMED[0].action).await?.ok()?;
        ensure!(tabs.was_requested(chain)?, "the control: {reply}");
        let opened = json!([tabs.victim.handle().await?]);
        ensure!(reply["newTabs"] == opened, "the control: {reply}");
        tabs.close().await?;
    }
    Ok(())
}

async fn named(chain: &Chain, way: &Way) -> anyhow::Result<String> {
    let tabs = Tabs::open(chain, way.html, READ).await?;
    let reply = tabs.act(chain, way.action).await?;
    ensure!(
        !tabs.was_requested(chain)?,
        "requested, and answered {}",
        reply.body
    );
    ensure!(reply.code()? == "permission_denied", "{}", reply.body);
    keeps_draft(&tabs.victim, &tabs.before).await?;
    tabs.close().await?;
    Ok(format!("{} {}", reply.status, reply.code()?))
}

/// `keeps`: what the user has entered stays.
async fn scripted(chain: &Chain, way: &Way, keeps: bool) -> anyhow::Result<String> {
    let elsewhere = if keeps { ELSEWHERE } else { MORE_HISTORY };
    let tabs = Tabs::open_to(chain, way.html, READ, elsewhere).await?;
    led_back(chain, tabs, way, keeps).await
}

/// A page sets the address of a window that it has opened.
pub async fn by_its_window(chain: &Chain) -> anyhow::Result<String> {
    scripted(chain, &SCRIPTED[1], true).await
}

/// The requests of such a page name no origin.
async fn sandboxed(chain: &Chain) -> anyhow::Result<String> {
    let way = &SCRIPTED[1];
    let to = chain.site.page(Page::html(ELSEWHERE));
    let sandbox = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";
    let page = Page::html(way.html.replace("{to}", &to));
    let page = page.header("content-security-policy", sandbox);
    let tabs = Tabs::open_page(chain, page, READ, to).await?;
    led_back(chain, tabs, way, true).await
}

/// The answer says that the tab does not show its page.
async fn without_page(chain: &Chain) -> anyhow::Result<String> {
    let tabs = Tabs::open(chain, WITHOUT_WAY_BACK[0].html, READ).await?;
    let elsewhere = Page::html("").status(302).header("location", &tabs.to);
    chain.site.replace(path_of(&tabs.before)?, elsewhere);
    let reply = tabs.act(chain, WITHOUT_WAY_BACK[0].action).await?.ok()?;
    let evidence = &reply["results"][0]["evidence"];
    ensure!(evidence["blocked"].is_null(), "{reply}");
    let there = json!([tabs.victim.handle().await?]);
    ensure!(reply["newTabs"] == there, "{reply}");
    tabs.close().await?;
    Ok("the answer says that the tab shows another page".to_owned())
}

/// The agent may act in the other tab, but not on the site of the page.
async fn into_answered(chain: &Chain, options: &Tab) -> anyhow::Result<String> {
    let host = "answered-in-another-tab";
    service_worker::register(chain, host).await?;
    let rule = json!({"pattern": format!("{host}.localhost"), "level": "read", "confirm": false});
    set_policy(options, &json!({"default": "ask", "sites": [rule]})).await?;
    let to = chain.site.alone(host, Page::html(""));
    let via = chain
        .site
        .page(Page::html("").status(302).header("location", &to));
    let page = Page::html(NAMED[0].html.replace("{to}", &via));
    let tabs = Tabs::open_page(chain, page, "allowed", to).await?;
    let reply = tabs.act(chain, NAMED[0].action).await?;
    set_policy(options, &forbidding()).await?;
    let is_back = format!("location.href === '{}'", tabs.before);
    tabs.victim.wait_for(&is_back).await?;
    says_blocked(&reply)?;
    tabs.close().await?;
    Ok("the tab is back at its page, and the answer says so".to_owned())
}

/// Executes the action, and checks that the other tab shows its page again.
async fn led_back(chain: &Chain, tabs: Tabs, way: &Way, keeps: bool) -> anyhow::Result<String> {
    let reply = tabs.act(chain, way.action).await?;
    until("the page of the script", || async {
        Ok(tabs.was_requested(chain)?.then_some(()))
    })
    .await?;
    if keeps {
        keeps_draft(&tabs.victim, &tabs.before).await?;
    } else {
        let is_back = format!("location.href === '{}'", tabs.before);
        tabs.victim.wait_for(&is_back).await?;
    }
    says_blocked(&reply)?;
    ensure!(reply.body["newTabs"].is_null(), "{}", reply.body);
    tabs.close().await?;
    Ok("the tab is back at its page, and the answer says so".to_owned())
}

async fn into_frame(chain: &Chain) -> anyhow::Result<String> {
    let to = chain.site.page(Page::html("<title>Elsewhere</title>"));
    let frame = chain.site.alone(READ, Page::html(DRAFT));
    let html = format!("<a href='{to}' target=inner>Go</a><iframe name=inner src='{frame}'>");
    let tab = chain.open(Page::html(html)).await?;
    let uid = uid_of(&tab.tree().await?, "Go")?;
    let request = json!({"action": "click", "uid": uid, "session": tab.name});
    let reply = chain.agent.post("/interact", request).await?;
    ensure!(!chain.site.was_requested(path_of(&to)?), "{}", reply.body);
    ensure!(reply.code()? == "permission_denied", "{}", reply.body);
    tab.close().await?;
    Ok(format!("{} {}", reply.status, reply.code()?))
}

async fn opener(chain: &Chain) -> anyhow::Result<String> {
    let to = chain.site.page(Page::html("<title>Elsewhere</title>"));
    let html = format!("<button onclick='opener.location = \"{to}\"'>Go</button>");
    let acting = chain.site.page(Page::html(html));
    let before = chain.site.alone(READ, Page::html(DRAFT));
    let victim = chain.open_url(&before).await?;
    enter_draft(&victim).await?;
    victim
        .evaluate(&format!("window.open('{acting}'); 0"))
        .await?;
    let tabs = Tabs {
        acting: chain.tab_with(path_of(&acting)?).await?,
        victim,
        before,
        to,
    };
    tabs.acting
        .wait_for("document.querySelector('button') !== null")
        .await?;
    let reply = tabs.act(chain, r#"{"action": "click"}"#).await?;
    until("the page of the script", || async {
        Ok(tabs.was_requested(chain)?.then_some(()))
    })
    .await?;
    keeps_draft(&tabs.victim, &tabs.before).await?;
    says_blocked(&reply)?;
    tabs.close().await?;
    Ok("the page is back, and the answer says so".to_owned())
}

async fn into_claimed(chain: &Chain) -> anyhow::Result<String> {
    let tabs = Tabs::open(chain, NAMED[0].html, "allowed").await?;
    let ada = chain.add_agent(&["ada-in-another-tab", "--scope", "act"])?;
    let claim = json!({"action": "claim_tab", "tab": tabs.victim.handle().await?});
    ada.post("/interact", claim).await?.ok()?;
    let reply = tabs.act(chain, NAMED[0].action).await?;
    ensure!(!tabs.was_requested(chain)?, "{}", reply.body);
    ensure!(reply.code()? == "tab_claimed", "{}", reply.body);
    keeps_draft(&tabs.victim, &tabs.before).await?;
    tabs.close().await?;
    Ok(format!("{} {}", reply.status, reply.code()?))
}
