//! A blocked site: its tabs, frames, screenshots, and tabs that it wrote into.

use crate::permission::policy::{listed_tab, observe, open_options, set_policy, wait_for_listing};
use axlens_harness::on_runtime;
use axlens_harness::pixels::seen;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Reply, Tab};
use serde_json::{Value, json};

/// A policy that blocks a site.
fn block(pattern: &str) -> Value {
    json!({"default": "ask", "sites": [{"pattern": pattern, "level": "block", "confirm": false}]})
}

/// The response, with `N` in place of the tab's handle.
fn without_handle(reply: &Reply, handle: u64) -> String {
    let body = reply.body.to_string();
    format!(
        "{} {}",
        reply.status,
        body.replace(&handle.to_string(), "N")
    )
}

/// Texts of the blocked page, and its host.
const SECRETS: [&str; 3] = ["Private", "Inner matter", "hidden.localhost"];

#[track_caller]
fn assert_no_secret(answer: &Value) {
    let text = answer.to_string();
    for secret in SECRETS {
        assert!(!text.contains(secret), "{secret} in {text:.300}");
    }
}

/// A page of a site that the test blocks, and an open page that has it in a frame.
struct Pages {
    hidden_url: String,
    hidden: Tab,
    open: Tab,
}

async fn open_pages(chain: &Chain) -> anyhow::Result<Pages> {
    let html = "<!doctype html><title>Private</title><h1>Inner matter</h1>".to_owned()
        + &"<p>Line <button>Pay</button>".repeat(40);
    let hidden_url = chain.site.alone("hidden", Page::html(html));
    let around = format!(
        "<!doctype html><title>Open</title><h1>Open page</h1><iframe src='{hidden_url}'></iframe><button>Here</button>"
    );
    Ok(Pages {
        hidden: chain.open_url(&hidden_url).await?,
        open: chain.open(Page::html(around)).await?,
        hidden_url,
    })
}

#[test]
fn a_blocked_site_looks_like_a_closed_tab() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let pages = open_pages(&chain).await?;
        let hidden = pages.hidden.handle().await?;
        let whole = pages.hidden.observe(json!({})).await?;
        let window = pages.hidden.observe(json!({"max_chars": 300})).await?;
        let with_frame = pages.open.tree().await?;
        assert!(with_frame.contains("Inner matter"), "{with_frame}");
        let options = open_options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        wait_for_listing(&chain, "Private", false).await?;

        let short = chain.open(Page::html("<title>Short</title>")).await?;
        let closed = short.handle().await?;
        short.close().await?;
        wait_for_listing(&chain, "Short", false).await?;
        for params in [
            json!({}),
            json!({"scope": "h1"}),
            json!({"compression": "delta"}),
        ] {
            let observe_tab = |tab: u64| {
                let mut params = params.clone();
                params["tab"] = json!(tab);
                observe(&chain, params)
            };
            let (one, other) = (observe_tab(hidden).await?, observe_tab(closed).await?);
            assert_eq!(one.code()?, "tab_not_found");
            assert_eq!(without_handle(&one, hidden), without_handle(&other, closed));
        }
        // Data of an earlier response gives no access.
        let cursor = pages
            .hidden
            .ask(json!({"cursor": window["cursor"]}))
            .await?;
        assert!(cursor.status >= 400, "{cursor:?}");
        assert_no_secret(&cursor.body);
        let explained = chain
            .agent
            .post("/explain", json!({"tab": hidden, "selector": "h1"}))
            .await?;
        assert_eq!(explained.code()?, "tab_not_found");
        let pinged = chain.agent.post("/ping", json!({"tab": hidden})).await?;
        assert_eq!(pinged.code()?, "tab_not_found");
        let screenshot = format!("/tabs/{hidden}/snapshot?userId=a&includeScreenshot=true");
        assert_eq!(chain.agent.get(&screenshot).await?.code()?, "tab_not_found");

        set_policy(&options, json!({"default": "ask", "sites": []})).await?;
        wait_for_listing(&chain, "Private", true).await?;
        let unblocked = listed_tab(&chain, "Private").await?;
        let read = observe(&chain, json!({"tab": unblocked})).await?.ok()?;
        assert_eq!(read["tree"], whole["tree"], "its uids are unchanged");
        Ok(())
    })
}

#[test]
fn no_request_reads_a_blocked_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let pages = open_pages(&chain).await?;
        let options = open_options(&chain).await?;
        set_policy(&options, block("*.hidden.localhost")).await?;
        wait_for_listing(&chain, "Private", false).await?;

        // In a frame: the outer page is read, without its frame.
        let framed = pages.open.observe(json!({})).await?;
        let text = framed.to_string();
        assert!(
            text.contains("Open page") && text.contains("not read"),
            "{text}"
        );
        assert_no_secret(&framed);
        // After a redirect, in a tab that was read before.
        let tab = chain
            .open(Page::html("<title>First</title><h1>First</h1>"))
            .await?;
        let handle = tab.handle().await?;
        tab.observe(json!({})).await?;
        let moved = Page::html("")
            .status(302)
            .header("location", &pages.hidden_url);
        tab.goto(&chain.site.page(moved)).await?;
        let redirected = observe(&chain, json!({"tab": handle})).await?;
        assert_eq!(redirected.code()?, "tab_not_found", "{redirected:?}");
        assert_no_secret(&redirected.body);
        assert_eq!(listed_tab(&chain, "Private").await?, None);
        // As the active tab.
        pages.hidden.activate().await?;
        let active = observe(&chain, json!({})).await?;
        assert_eq!(active.code()?, "tab_not_found");
        assert_eq!(
            active.body["message"],
            "No tab is in front that this agent may know."
        );
        assert_no_secret(&active.body);
        // The extension's own pages are not read either.
        options.activate().await?;
        assert_eq!(observe(&chain, json!({})).await?.code()?, "tab_not_found");
        let listed = Value::from(chain.agent.tabs().await?).to_string();
        assert!(!listed.contains("chrome-extension:"), "{listed}");
        // A request of an agent adds no blocked site to the log.
        until("the audit log", || async {
            let log = chain.log()?;
            let failed = log
                .iter()
                .filter(|entry| entry["outcome"] == "tab_not_found");
            anyhow::ensure!(failed.count() >= 3, "{log:?}");
            assert!(!Value::from(log).to_string().contains("hidden.localhost"));
            Ok(Some(()))
        })
        .await
    })
}

#[test]
fn an_invalid_policy_blocks_everything() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let _tab = chain.open(Page::html("<title>Somewhere</title>")).await?;
        let options = open_options(&chain).await?;
        let invalid = [
            json!({"default": "everything", "sites": []}),
            json!({"default": "ask", "sites": [{"pattern": "127.0.0.1", "level": "maybe"}]}),
            json!({"default": "ask", "sites": [{"pattern": "no pattern/", "level": "block"}]}),
            json!({"default": "ask", "sites": [{"level": "block"}]}),
            json!({"default": "block", "sites": "none"}),
        ];
        for policy in invalid {
            set_policy(&options, policy).await?;
            wait_for_listing(&chain, "Somewhere", false).await?;
            set_policy(&options, json!({"default": "read"})).await?;
            wait_for_listing(&chain, "Somewhere", true).await?;
        }
        // The most specific pattern applies.
        let port = chain.site.origin().rsplit(':').next().unwrap_or_default();
        let sites = json!([
            {"pattern": "*", "level": "block"},
            {"pattern": format!("http://127.0.0.1:{port}"), "level": "read"},
        ]);
        set_policy(&options, json!({"default": "block", "sites": sites})).await?;
        wait_for_listing(&chain, "Somewhere", true).await
    })
}

/// Runs the script with user activation, so that no pop-up is blocked, and waits for a tab with
/// this title. Returns its handle.
async fn open_by_script(
    chain: &Chain,
    opener: &Tab,
    script: &str,
    title: &str,
) -> anyhow::Result<u64> {
    let expression = json!({"expression": script, "userGesture": true});
    opener.command("Runtime.evaluate", expression).await?;
    until("the opened tab", || listed_tab(chain, title)).await
}

/// A script that opens an empty tab and script_that_writes into it, in one of two ways.
fn script_that_writes(title: &str, by_document_write: bool) -> String {
    let html = format!("<title>{title}</title><button>Button of {title}</button>");
    match by_document_write {
        true => format!("written = open('about:blank'); written.document.write({html:?}); 0"),
        false => format!("open('').document.documentElement.innerHTML = {html:?}; 0"),
    }
}

#[test]
fn a_tab_without_a_url_belongs_to_the_site_that_wrote_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let pages = open_pages(&chain).await?;
        let mut hidden = Vec::new();
        for (title, by_document_write) in [("Written there", true), ("Filled there", false)] {
            let script = script_that_writes(title, by_document_write);
            hidden.push(open_by_script(&chain, &pages.hidden, &script, title).await?);
        }
        let script = script_that_writes("Written here", false);
        let here = open_by_script(&chain, &pages.open, &script, "Written here").await?;
        let options = open_options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        wait_for_listing(&chain, "Private", false).await?;
        let tabs = Value::from(chain.agent.tabs().await?).to_string();
        assert!(!tabs.contains("there"), "{tabs}");
        for handle in hidden {
            for params in [
                json!({"tab": handle}),
                json!({"tab": handle, "scope": "button"}),
            ] {
                let read = observe(&chain, params).await?;
                assert_eq!(read.code()?, "tab_not_found", "{read:?}");
                assert_no_secret(&read.body);
            }
        }
        let read = observe(&chain, json!({"tab": here, "session": "s"})).await?;
        let read = read.ok()?;
        let uid = uid_of(&text(&read), "Button of Written here")?;

        // If the policy allows only reading for the opener's site, actions are denied.
        let act = json!({"action": "highlight", "uid": uid, "tab": here, "session": "s"});
        chain.agent.post("/interact", act.clone()).await?.ok()?;
        let sites = json!([{"pattern": "127.0.0.1", "level": "read", "confirm": false}]);
        set_policy(&options, json!({"default": "act", "sites": sites})).await?;
        wait_for_listing(&chain, "Private", true).await?;
        let denied = chain.agent.post("/interact", act).await?;
        assert_eq!(denied.code()?, "permission_denied", "{denied:?}");
        until("the audit log", || async {
            let log = chain.log()?;
            let last = log
                .iter()
                .rfind(|entry| entry["outcome"] == "permission_denied");
            Ok(last.map(|entry| assert_eq!(entry["origin"], chain.site.origin())))
        })
        .await
    })
}

/// If a site is blocked, frames whose URL does not contain their site need other evidence.
#[test]
fn frames_without_a_url_are_read_only_if_their_site_is_known() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let blob = |title: &str, sandbox: &str| {
            format!(
                "<iframe title='{title}' {sandbox}></iframe><script>document.querySelector('iframe:last-of-type').src = \
                 URL.createObjectURL(new Blob(['<button>Button of {title}</button>'], {{type: 'text/html'}}))</script>"
            )
        };
        let hidden = Page::html(format!(
            "<!doctype html><title>Private</title>{}",
            blob("inner", "")
        ));
        let hidden = chain.site.alone("hidden", hidden);
        let around = format!(
            "<!doctype html><title>Open</title>{}{}\
             <iframe title=data src='data:text/html,<button>Button of data</button>'></iframe>\
             <iframe title=hidden src='{hidden}'></iframe>",
            blob("blob", ""),
            blob("sandboxed", "sandbox"),
        );
        let tab = chain.open(Page::html(around)).await?;
        let _private = chain.open_url(&hidden).await?;
        let before = tab.tree().await?;
        for title in ["blob", "inner"] {
            assert!(before.contains(&format!("Button of {title}")), "{before}");
        }
        let options = open_options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        wait_for_listing(&chain, "Private", false).await?;
        let tree = tab.tree().await?;
        for title in ["blob", "data"] {
            assert!(tree.contains(&format!("Button of {title}")), "{tree}");
        }
        assert!(
            !tree.contains("Button of inner") && !tree.contains("hidden.localhost"),
            "{tree}"
        );
        for title in ["sandboxed", "hidden"] {
            let iframe = format!("iframe \"{title}\"");
            let mut after = tree.lines().skip_while(|line| !line.contains(&iframe));
            let note = after.nth(1).unwrap_or_default();
            assert!(note.contains("frame not read"), "{title}: {tree}");
            assert!(!tree.contains(&format!("Button of {title}")), "{tree}");
        }
        Ok(())
    })
}

const HIDDEN: u32 = 0x00c8_1e1e;
const ALLOWED: u32 = 0x001e_c81e;
const AROUND: u32 = 0x001e_1ec8;

/// A page with its own background colour.
fn coloured(colour: u32, inner: &str) -> Page {
    Page::html(format!(
        "<!doctype html><title>Coloured</title><style>body {{ background: #{colour:06x} }}
         iframe {{ width: 200px; height: 100px }}</style>{inner}"
    ))
}

#[test]
fn a_screenshot_shows_no_frame_of_a_blocked_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let hidden = chain.site.alone("hidden", coloured(HIDDEN, ""));
        let allowed = chain.site.foreign(coloured(ALLOWED, ""));
        let frames = format!(
            "<div style='margin:40px'><iframe src='{hidden}'></iframe>\
             <iframe src='{allowed}'></iframe></div>\
             <div><template shadowrootmode=closed><iframe src='{hidden}'></iframe></template></div>"
        );
        let tab = chain.open(coloured(AROUND, &frames)).await?;
        let all = [HIDDEN, ALLOWED, AROUND];
        until("both frames are drawn", || async {
            let colours = seen(&chain, &tab, &all).await?;
            Ok((colours == all).then_some(()))
        })
        .await?;
        let private = chain
            .site
            .alone("hidden", Page::html("<title>Private</title>"));
        let _private = chain.open_url(&private).await?;
        let options = open_options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        wait_for_listing(&chain, "Private", false).await?;
        tab.activate().await?;
        assert_eq!(seen(&chain, &tab, &all).await?, [ALLOWED, AROUND]);
        Ok(())
    })
}
