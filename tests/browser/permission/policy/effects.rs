//! The table of docs/policy.md, cell by cell: each action, with each level on each site that it
//! reaches, in a real browser. The other sites are at the level `act`.

use super::open_options;
use anyhow::{Context, ensure};
use axlens_harness::own_page::set_policy;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab, on_runtime};
use axlens_protocol::model::action_table::{ACTIONS, ActionInfo, ReachedSite, TargetKind};
use serde_json::{Value, json};

/// The levels, by the page on which they are tested. At the last level of each, the action is
/// executed, which changes the page.
const LEVELS: [&[&str]; 2] = [&["block", "read", "ask"], &["act"]];

#[test]
fn the_level_of_each_site_applies_in_some_cells() -> anyhow::Result<()> {
    use ReachedSite::{Destination, Document, Tab, Target};
    let columns = [Document, Tab, Target, Destination];
    for (column, site) in columns.into_iter().enumerate() {
        // One row in each group of four, with another level in the next group.
        let level_of = |row: usize| Some(level(row / columns.len() + column % 2));
        cells(site, |row| {
            let is_tested = row % columns.len() == column;
            level_of(row).filter(|_| is_tested).into_iter().collect()
        })?;
    }
    Ok(())
}

#[test]
#[ignore = "full: every level of an action"]
fn the_level_of_the_documents_site_applies() -> anyhow::Result<()> {
    cells(ReachedSite::Document, |_| LEVELS.to_vec())
}

#[test]
#[ignore = "full: every level of an action"]
fn the_level_of_the_tabs_site_applies() -> anyhow::Result<()> {
    cells(ReachedSite::Tab, |_| LEVELS.to_vec())
}

#[test]
#[ignore = "full: every level of an action"]
fn the_level_of_a_named_frames_site_applies() -> anyhow::Result<()> {
    cells(ReachedSite::Target, |_| LEVELS.to_vec())
}

#[test]
#[ignore = "full: every level of an action"]
fn the_level_of_the_destinations_site_applies() -> anyhow::Result<()> {
    cells(ReachedSite::Destination, |_| LEVELS.to_vec())
}

/// The level with this number. The numbers go round.
fn level(number: usize) -> &'static [&'static str] {
    let all = LEVELS.iter().flat_map(|levels| levels.chunks(1));
    all.cycle().nth(number).unwrap_or_default()
}

/// The cells of one column. `levels`: those of a row, by its number.
fn cells(
    site: ReachedSite,
    levels: impl Fn(usize) -> Vec<&'static [&'static str]> + Send,
) -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        let tested = ACTIONS.iter().filter(|info| is_tested(info, site));
        for (row, info) in tested.enumerate() {
            for levels in levels(row) {
                apply(&options, "act", site).await?;
                let place = Place::open(&chain, site).await?;
                for level in levels {
                    let cell = Cell { info, site, level };
                    cell.check(&chain, &options, &place)
                        .await
                        .with_context(|| format!("{} {} {level}", info.name, site.as_str()))?;
                }
                // `close_tab` may have closed it.
                place.tab.close().await.ok();
            }
        }
        Ok(())
    })
}

/// The browser's history determines the destination of the others. It denies tools to a frame of
/// another site, as the document of these places is.
fn is_tested(info: &ActionInfo, site: ReachedSite) -> bool {
    info.sites().contains(&site)
        && info.name != "call_tool"
        && !(site == ReachedSite::Destination && matches!(info.name, "back" | "forward"))
}

struct Cell<'a> {
    info: &'a ActionInfo,
    site: ReachedSite,
    level: &'a str,
}

/// A page of the tab's site, with a frame of the document's site, whose link and form lead to the
/// destination's site, or load it in a frame of the target's site.
struct Place {
    tab: Tab,
    /// The page's own URL.
    url: String,
    /// The URL of the destination, and its path.
    to: String,
    path: String,
}

impl Place {
    async fn open(chain: &Chain, site: ReachedSite) -> anyhow::Result<Self> {
        let there = Page::html("<title>There</title>");
        let to = chain.site.alone("destination", there);
        let path = to[to.find("/page/").context("a path")?..].to_owned();
        let base = match site {
            ReachedSite::Target => "<base target=other>",
            ReachedSite::Document | ReachedSite::Tab | ReachedSite::Destination => "",
        };
        let links = contents(if leads(site) { &to } else { "" });
        let frame = chain
            .site
            .alone("document", Page::html(format!("{base}{links}")));
        let other = chain
            .site
            .alone("target", Page::html("<title>Other</title>"));
        let html = format!(
            "<title>Around</title><iframe src='{frame}'></iframe>\
             <iframe name=other src='{other}'></iframe>"
        );
        let url = chain.site.alone("tab", Page::html(html));
        let tab = chain.open_url(&url).await?;
        Ok(Self { tab, url, to, path })
    }
}

impl Cell<'_> {
    /// The request, after a look at the page while every site is at the level `act`.
    async fn prepare(&self, chain: &Chain, options: &Tab, place: &Place) -> anyhow::Result<Value> {
        apply(options, "act", self.site).await?;
        let tab = &place.tab;
        let mut request = self.request(&tab.tree().await?, &place.to)?;
        request["session"] = json!(tab.name);
        if self.info.name == "close_tab" {
            request["tab"] = opened_by_agent(chain, &place.url).await?;
        } else if self.info.target == TargetKind::Tab && self.info.name != "new_tab" {
            request["tab"] = json!(tab.handle().await?);
        }
        Ok(request)
    }

    fn request(&self, tree: &str, to: &str) -> anyhow::Result<Value> {
        let leads = leads(self.site);
        let name = self.info.name;
        let mut request = match name {
            "click" | "activate" => on(tree, if leads { "Leave" } else { "Plain" })?,
            "press" if leads => on(tree, "Leave")?,
            "check" if leads => on(tree, "Empty link")?,
            "uncheck" if leads => on(tree, "Full link")?,
            "select" if leads => on(tree, "Links")?,
            "drag" | "select_text" if leads => on(tree, "Plain submit")?,
            "type" | "submit" => on(tree, "Field")?,
            "check" => on(tree, "Empty box")?,
            "uncheck" => on(tree, "Full box")?,
            "select" => on(tree, "List")?,
            "set" => on(tree, "Number")?,
            "upload" => on(tree, "File")?,
            "drag" | "select_text" => on(tree, "Plain")?,
            "press" | "fill" | "clear" | "hover" | "focus" | "scroll" | "highlight"
            | "execute_js" => on(tree, "Name")?,
            _ => json!({}),
        };
        request["action"] = json!(name);
        for (argument, value) in [
            ("value", json!("7")),
            ("labels", json!(["Two"])),
            ("keys", json!(if leads { "Enter" } else { "a" })),
            (
                "text",
                json!(if name == "type" && leads {
                    "a\n"
                } else if name == "type" {
                    "a"
                } else {
                    "Plain"
                }),
            ),
            ("by", json!([0, 1])),
            ("to", json!({"by": [3, 3]})),
            (
                "files",
                json!([{"name": "a.txt", "type": "text/plain", "base64": "YQ=="}]),
            ),
            ("script", json!("1")),
            ("url", json!(to)),
        ] {
            let is_taken = self.info.arguments.contains(&argument)
                && !(name == "scroll" && argument == "to")
                && !(name == "select" && argument == "value");
            if is_taken {
                request[argument] = value;
            }
        }
        Ok(request)
    }

    /// Applies the level, requests the action, and compares what happens.
    async fn check(&self, chain: &Chain, options: &Tab, place: &Place) -> anyhow::Result<()> {
        let request = self.prepare(chain, options, place).await?;
        apply(options, self.level, self.site).await?;
        let before = chain.log()?.len();
        let reply = chain.agent.post("/interact", request).await?;
        let code = reply.body["error"].as_str().unwrap_or_default();
        let is_gone = matches!(code, "tab_not_found" | "stale_uid");
        match self.level {
            "block" => ensure!(is_gone || code == "permission_denied", "{}", reply.body),
            "read" => ensure!(code == "permission_denied", "{}", reply.body),
            level => {
                ensure!(code != "permission_denied" && !is_gone, "{}", reply.body);
                let expected = if level == "ask" {
                    "unattended"
                } else {
                    "policy"
                };
                let consent = consent_after(chain, before).await;
                let consent = consent.with_context(|| reply.body.to_string())?;
                ensure!(consent == expected, "{consent} instead of {expected}");
            }
        }
        if self.is_refused() {
            ensure!(!chain.site.was_requested(&place.path), "it was requested");
        }
        Ok(())
    }

    fn is_refused(&self) -> bool {
        matches!(self.level, "block" | "read")
    }
}

/// The consent in the first entry of the audit log after `before` others that has one.
async fn consent_after(chain: &Chain, before: usize) -> anyhow::Result<String> {
    until("the entry in the audit log", || async {
        let entries = chain.log()?;
        let mut new = entries.iter().skip(before);
        Ok(new.find_map(|entry| entry["consent"].as_str().map(str::to_owned)))
    })
    .await
}

/// Whether the links and forms of the page lead to the destination.
fn leads(site: ReachedSite) -> bool {
    match site {
        ReachedSite::Target | ReachedSite::Destination => true,
        ReachedSite::Document | ReachedSite::Tab => false,
    }
}

/// Sets the level of one of the sites, and waits until the worker applies it.
async fn apply(options: &Tab, level: &str, site: ReachedSite) -> anyhow::Result<()> {
    let pattern = format!("{}.localhost", site.as_str());
    let rule = json!({"pattern": pattern, "level": level, "confirm": false});
    set_policy(options, &json!({"default": "act", "sites": [rule]})).await
}

/// A tab that the agent has opened.
async fn opened_by_agent(chain: &Chain, url: &str) -> anyhow::Result<Value> {
    let request = json!({"action": "new_tab", "url": url});
    let mut opened = chain.agent.post("/interact", request).await?.ok()?;
    Ok(opened["tab"].take())
}

/// The contents of the frame. `action`: where link and form lead to; empty for nowhere else.
fn contents(action: &str) -> String {
    format!(
        "<title>Inner</title><a href='{action}'>Leave</a><button type=button>Plain</button>\
         <input aria-label=Name value=x><input type=checkbox aria-label='Empty box'>\
         <input type=checkbox checked aria-label='Full box'><input type=number aria-label=Number>\
         <select aria-label=List><option>One<option>Two</select><input type=file aria-label=File>\
         <a role=checkbox aria-checked=false href='{action}'>Empty link</a>\
         <a role=checkbox aria-checked=true href='{action}'>Full link</a>\
         <div role=listbox tabindex=0 aria-label=Links><a role=option href='{action}'>Two</a></div>\
         <form action='{action}'><input aria-label=Field><button>Send</button>\
         <button>Plain submit</button></form>"
    )
}

fn on(tree: &str, name: &str) -> anyhow::Result<Value> {
    Ok(json!({"uid": uid_of(tree, &format!("\"{name}\""))?}))
}

#[test]
fn the_table_of_rulings() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let page = chain.own_page("options").await?;
        let ruling = async |levels: [&str; 2], kind: &str, confirm: bool, unattended: bool| {
            let sites =
                levels.map(|level| json!({"site": level, "level": level, "confirm": confirm}));
            let act = json!({"sites": sites, "kind": kind, "unattended": unattended});
            page.evaluate(&format!(
                "import('/worker/policy/act-rules.js').then(({{ruling}}) => ruling({act}).rule)"
            ))
            .await
        };
        for (levels, kind, confirm, unattended, expected) in [
            (["ask", "ask"], "harmless", false, false, "ask"),
            (["act", "ask"], "harmless", false, false, "ask"),
            (["ask", "act"], "harmless", false, true, "unattended"),
            (["act", "act"], "submit", false, false, "act"),
            (["act", "act"], "submit", true, false, "ask"),
            (["act", "act"], "upload", true, false, "ask"),
            (["act", "act"], "leave", true, false, "ask"),
            (["ask", "ask"], "submit", true, true, "unattended"),
            (["act", "act"], "harmless", true, true, "act"),
            (["read", "act"], "harmless", false, true, "forbidden"),
            (["block", "act"], "harmless", false, true, "forbidden"),
            (["act", "read"], "harmless", false, true, "forbidden"),
            (["ask", "block"], "leave", true, false, "forbidden"),
        ] {
            let ruled = ruling(levels, kind, confirm, unattended).await?;
            assert_eq!(ruled, expected, "{levels:?} {kind} {confirm} {unattended}");
        }
        Ok(())
    })
}

/// The level on a site of the policy for an agent with each scope, before and after the user's
/// grant.
#[test]
fn the_scope_of_a_token_limits_the_level() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let page = chain.own_page("options").await?;
        let levels = page.evaluate(LEVELS_BY_SCOPE).await?;
        assert_eq!(
            levels,
            json!({
                "read": ["block", "read", "read", "read", "read"],
                "ask": ["block", "read", "ask", "ask", "act"],
                "act": ["block", "read", "ask", "act", "act"],
                "unknown": ["block", "block", "block", "block", "block"],
            })
        );
        Ok(())
    })
}

/// The levels of four sites, each with another level in the policy, and of the last one after a
/// grant, by the scope of the token.
const LEVELS_BY_SCOPE: &str = r#"(async () => {
    const sites = ['block', 'read', 'ask', 'act'].map((level) => ({pattern: `${level}.test`, level}));
    await chrome.storage.local.set({policy: {default: 'ask', sites}});
    const policy = await import('/worker/policy/policy.js');
    const {grant} = await import('/worker/policy/grants.js');
    await policy.loaded;
    const result = {};
    for (const scope of ['read', 'ask', 'act', 'unknown']) {
      const agent = {id: `test-${scope}`, name: 'test', scope};
      const at = (name) => policy.levelForSite(`https://${name}.test`, agent);
      const levels = sites.map(({level}) => at(level));
      await grant(agent, 'https://act.test');
      result[scope] = [...levels, at('act')];
    }
    return result;
  })()"#;

/// Two overlapping patterns, of which neither includes the other, and the policies of user,
/// administrator and token: Chrome's rules have the same level for each URL as the policy.
#[test]
fn the_regions_of_a_policy_have_its_levels() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let page = chain.own_page("options").await?;
        let differing = page.evaluate(REGIONS).await?;
        assert_eq!(differing, json!([]));
        Ok(())
    })
}

/// The URLs for which the first region that matches by its expression differs from the strictest
/// level of the rules, and those that are forbidden, or are not, only without redundant regions.
const REGIONS: &str = r#"(async () => {
    const {regionsOf, withoutRedundant} = await import('/worker/policy/regions.js');
    const {stricter} = await import('/shared/levels.js');
    const sites = await import('/shared/sites.js');
    const set = (fallback, rules) => ({default: fallback,
      rules: Object.entries(rules).map(([text, level]) => ({parsed: sites.parsePattern(text), level}))});
    const overlapping = [
      set('ask', {'example.org': 'act', '*.example.org': 'read', 'https://example.org': 'block',
        'a.example.org:8080': 'act', '*:8443': 'block', '[::1]:81': 'read', '127.0.0.1': 'act'}),
      set('act', {'example.org:8080': 'read', 'https://*.example.org': 'ask', '*': 'act',
        'http://b.example.org': 'block'}),
      set('block', {'*.example.org': 'act', '*:8080': 'act', '[::1]': 'act'}),
    ];
    const crossing = [set('block', {'example.org': 'act', '*:8443': 'block'})];
    const forbids = ({level}) => level === 'block' || level === 'read';
    const addresses = [];
    for (const scheme of ['http', 'https'])
      for (const host of ['example.org', 'a.example.org', 'b.example.org', 'b.example.org.',
        'xexample.org', 'other.test', '127.0.0.1', '[::1]'])
        for (const port of ['', ':81', ':8080', ':8443', ':443'])
          for (const rest of ['/', '/?http://example.org/', '/http://a.example.org:8080/'])
            addresses.push(new URL(`${scheme}://${host}${port}${rest}`));
    const differing = [];
    for (const sets of [overlapping, crossing]) {
      const regions = regionsOf(sets);
      const needed = withoutRedundant(regions, forbids);
      const at = (list, url) => list.find(({pattern}) =>
        new RegExp(sites.urlExpression(pattern), 'i').test(url.href))?.level;
      for (const url of addresses) {
        const expected = sets.map((each) => sites.mostSpecific(each.rules.filter(
          ({parsed}) => sites.matchesSite(parsed, url.origin)))?.level ?? each.default)
          .reduce(stricter);
        const level = at(regions, url);
        if (level !== expected) differing.push([url.href, level]);
        if (forbids({level: at(needed, url)}) !== forbids({level: expected}))
          differing.push([url.href, 'without the redundant ones']);
      }
    }
    const many = Object.fromEntries([...Array(1100).keys()].map((n) => [`a${n}.example`, 'act']));
    const count = withoutRedundant(regionsOf([set('ask', {...many, 'b.example': 'read'})]), forbids).length;
    if (count !== 2) differing.push([count, 'regions']);
    return differing;
  })()"#;
