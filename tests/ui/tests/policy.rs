//! The user's policy in a real browser: what it blocks is not there for any agent, whatever way
//! leads to it.

use axlens_harness::on_runtime;
use axlens_harness::own_page::go_to_own_page;
use axlens_harness::pixels::seen;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::wait::until;
use axlens_harness::{Browser, Chain, ConsentWindow, Page, Reply, Tab};
use serde_json::{Value, json};

/// The options page, from which a test sets the policy as the user's own pages do.
async fn options(chain: &Chain) -> anyhow::Result<Tab> {
    chain.own_page("options").await
}

async fn set_policy(options: &Tab, policy: Value) -> anyhow::Result<()> {
    let script = format!("chrome.storage.local.set({{policy: {policy}}}).then(() => 0)");
    options.evaluate(&script).await.map(|_| ())
}

fn block(pattern: &str) -> Value {
    json!({"default": "ask", "sites": [{"pattern": pattern, "level": "block", "confirm": false}]})
}

/// The handle of the tab with this title, where it is listed.
async fn listed(chain: &Chain, title: &str) -> anyhow::Result<Option<u64>> {
    let tabs = chain.agent.tabs().await?;
    let tab = tabs.iter().find(|tab| tab["title"] == title);
    Ok(tab.and_then(|tab| tab["tab"].as_u64()))
}

async fn until_listed(chain: &Chain, title: &str, wanted: bool) -> anyhow::Result<()> {
    until("the policy to be followed", || async {
        Ok((listed(chain, title).await?.is_some() == wanted).then_some(()))
    })
    .await
}

async fn observe(chain: &Chain, params: Value) -> anyhow::Result<Reply> {
    chain.agent.observe(params).await
}

/// The whole of an answer, with the tab's handle taken out.
fn without_handle(reply: &Reply, handle: u64) -> String {
    let body = reply.body.to_string();
    format!(
        "{} {}",
        reply.status,
        body.replace(&handle.to_string(), "N")
    )
}

/// Pages of a site that is going to be blocked, and of one that is not.
struct Pages {
    hidden_url: String,
    hidden: Tab,
    open: Tab,
}

async fn pages(chain: &Chain) -> anyhow::Result<Pages> {
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
fn a_blocked_site_is_as_if_it_were_not_open() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let pages = pages(&chain).await?;
        let hidden = pages.hidden.handle().await?;
        let whole = pages.hidden.observe(json!({})).await?;
        let window = pages.hidden.observe(json!({"max_chars": 300})).await?;
        let with_frame = pages.open.tree().await?;
        assert!(with_frame.contains("Inner matter"), "{with_frame}");
        let options = options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;

        let gone = chain.open(Page::html("<title>Short</title>")).await?;
        let closed = gone.handle().await?;
        gone.close().await?;
        until_listed(&chain, "Short", false).await?;
        for params in [
            json!({}),
            json!({"scope": "h1"}),
            json!({"compression": "delta"}),
        ] {
            let of = |tab: u64| {
                let mut params = params.clone();
                params["tab"] = json!(tab);
                observe(&chain, params)
            };
            let (one, other) = (of(hidden).await?, of(closed).await?);
            assert_eq!(one.code()?, "tab_not_found");
            assert_eq!(without_handle(&one, hidden), without_handle(&other, closed));
        }
        // Nor by anything that was said of it before.
        let cursor = pages
            .hidden
            .ask(json!({"cursor": window["cursor"]}))
            .await?;
        assert!(cursor.status >= 400, "{cursor:?}");
        let explained = chain
            .agent
            .post("/explain", json!({"tab": hidden, "selector": "h1"}))
            .await?;
        assert_eq!(explained.code()?, "tab_not_found");
        let pinged = chain.agent.post("/ping", json!({"tab": hidden})).await?;
        assert_eq!(pinged.code()?, "tab_not_found");
        let pictured = format!("/tabs/{hidden}/snapshot?userId=a&includeScreenshot=true");
        assert_eq!(chain.agent.get(&pictured).await?.code()?, "tab_not_found");

        set_policy(&options, json!({"default": "ask", "sites": []})).await?;
        until_listed(&chain, "Private", true).await?;
        let back = listed(&chain, "Private").await?;
        let read = observe(&chain, json!({"tab": back})).await?.ok()?;
        assert_eq!(read["tree"], whole["tree"], "its uids are the same");
        Ok(())
    })
}

#[test]
fn no_way_leads_to_a_blocked_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let pages = pages(&chain).await?;
        let options = options(&chain).await?;
        set_policy(&options, block("*.hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;

        // In a frame: the page around it is read, of the frame nothing is said.
        let framed = pages.open.observe(json!({})).await?;
        let text = framed.to_string();
        assert!(
            text.contains("Open page") && text.contains("not read"),
            "{text}"
        );
        assert!(
            !text.contains("Inner matter") && !text.contains("hidden.localhost"),
            "{text}"
        );
        // By a redirect, in a tab that was read before.
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
        assert_eq!(listed(&chain, "Private").await?, None);
        // As the tab in front.
        pages.hidden.activate().await?;
        let in_front = observe(&chain, json!({})).await?;
        assert_eq!(in_front.code()?, "tab_not_found");
        assert_eq!(in_front.body["message"], "No tab is open.");
        // Nor are the extension's own pages ever meant.
        options.activate().await?;
        assert_eq!(observe(&chain, json!({})).await?.code()?, "tab_not_found");
        let listed = Value::from(chain.agent.tabs().await?).to_string();
        assert!(!listed.contains("chrome-extension:"), "{listed}");
        // Where the user was on blocked sites, no agent's request puts into the log.
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
fn a_policy_that_makes_no_sense_opens_nothing() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let _tab = chain.open(Page::html("<title>Somewhere</title>")).await?;
        let options = options(&chain).await?;
        let strange = [
            json!({"default": "everything", "sites": []}),
            json!({"default": "ask", "sites": [{"pattern": "127.0.0.1", "level": "maybe"}]}),
            json!({"default": "ask", "sites": [{"pattern": "no pattern/", "level": "block"}]}),
            json!({"default": "block", "sites": "none"}),
        ];
        for policy in strange {
            set_policy(&options, policy).await?;
            until_listed(&chain, "Somewhere", false).await?;
            set_policy(&options, json!({"default": "read"})).await?;
            until_listed(&chain, "Somewhere", true).await?;
        }
        // The more specific pattern counts.
        let port = chain.site.origin().rsplit(':').next().unwrap_or_default();
        let sites = json!([
            {"pattern": "*", "level": "block"},
            {"pattern": format!("http://127.0.0.1:{port}"), "level": "read"},
        ]);
        set_policy(&options, json!({"default": "block", "sites": sites})).await?;
        until_listed(&chain, "Somewhere", true).await
    })
}

/// Runs the script as if by a click, so that no pop-up is blocked, and waits for the tab of that
/// title. Its handle.
async fn popped(chain: &Chain, by: &Tab, script: &str, title: &str) -> anyhow::Result<u64> {
    let expression = json!({"expression": script, "userGesture": true});
    by.command("Runtime.evaluate", expression).await?;
    until("the tab that was opened", || listed(chain, title)).await
}

/// Opens an empty tab and writes into it, by one way or the other.
fn writes(title: &str, by_document_write: bool) -> String {
    let html = format!("<title>{title}</title><button>Button of {title}</button>");
    match by_document_write {
        true => format!("written = open('about:blank'); written.document.write({html:?}); 0"),
        false => format!("open('').document.documentElement.innerHTML = {html:?}; 0"),
    }
}

#[test]
fn a_tab_without_an_address_belongs_to_the_site_that_wrote_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let pages = pages(&chain).await?;
        let mut hidden = Vec::new();
        for (title, by_document_write) in [("Written there", true), ("Filled there", false)] {
            let script = writes(title, by_document_write);
            hidden.push(popped(&chain, &pages.hidden, &script, title).await?);
        }
        let script = writes("Written here", false);
        let here = popped(&chain, &pages.open, &script, "Written here").await?;
        let options = options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;
        let tabs = Value::from(chain.agent.tabs().await?).to_string();
        assert!(!tabs.contains("there"), "{tabs}");
        for handle in hidden {
            for params in [
                json!({"tab": handle}),
                json!({"tab": handle, "scope": "button"}),
            ] {
                let read = observe(&chain, params).await?;
                assert_eq!(read.code()?, "tab_not_found", "{read:?}");
            }
        }
        let read = observe(&chain, json!({"tab": here, "session": "s"})).await?;
        let read = read.ok()?;
        let uid = uid_of(&text(&read), "Button of Written here")?;

        // Nor may anybody act in it where the site of its opener is for reading.
        let act = json!({"action": "highlight", "uid": uid, "tab": here, "session": "s"});
        let done = chain.agent.post("/interact", act.clone()).await?;
        done.ok()?;
        let sites = json!([{"pattern": "127.0.0.1", "level": "read", "confirm": false}]);
        set_policy(&options, json!({"default": "act", "sites": sites})).await?;
        until_listed(&chain, "Private", true).await?;
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

/// Frames whose site Chrome does not tell by their address, while something is blocked.
#[test]
fn frames_without_an_address_are_read_only_where_it_is_known_whose_they_are() -> anyhow::Result<()>
{
    on_runtime(async || {
        let chain = Chain::start().await?;
        let blob = |words: &str, sandbox: &str| {
            format!(
                "<iframe title='{words}' {sandbox}></iframe><script>document.querySelector('iframe:last-of-type').src = \
                 URL.createObjectURL(new Blob(['<button>Button of {words}</button>'], {{type: 'text/html'}}))</script>"
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
        for words in ["blob", "inner"] {
            assert!(before.contains(&format!("Button of {words}")), "{before}");
        }
        let options = options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;
        let tree = tab.tree().await?;
        for words in ["blob", "data"] {
            assert!(tree.contains(&format!("Button of {words}")), "{tree}");
        }
        assert!(
            !tree.contains("Button of inner") && !tree.contains("hidden.localhost"),
            "{tree}"
        );
        for words in ["sandboxed", "hidden"] {
            let iframe = format!("iframe \"{words}\"");
            let mut after = tree.lines().skip_while(|line| !line.contains(&iframe));
            let note = after.nth(1).unwrap_or_default();
            assert!(note.contains("frame not read"), "{words}: {tree}");
            assert!(!tree.contains(&format!("Button of {words}")), "{tree}");
        }
        Ok(())
    })
}

const HIDDEN: u32 = 0x00c8_1e1e;
const ALLOWED: u32 = 0x001e_c81e;
const AROUND: u32 = 0x001e_1ec8;

/// Nothing else has its colour.
fn coloured(colour: u32, inner: &str) -> Page {
    Page::html(format!(
        "<!doctype html><title>Coloured</title><style>body {{ background: #{colour:06x} }}
         iframe {{ width: 200px; height: 100px }}</style>{inner}"
    ))
}

#[test]
fn a_picture_shows_no_frame_of_a_blocked_site() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let hidden = chain.site.alone("hidden", coloured(HIDDEN, ""));
        let allowed = chain.site.foreign(coloured(ALLOWED, ""));
        let frames = format!(
            "<div style='margin:40px'><iframe src='{hidden}'></iframe>\
             <iframe src='{allowed}'></iframe></div>\
             <div><template shadowrootmode=closed><iframe src='{hidden}'></iframe></template></div>"
        );
        let tab = chain.open(coloured(AROUND, &frames)).await?;
        let all = [HIDDEN, ALLOWED, AROUND];
        assert_eq!(seen(&chain, &tab, &all).await?, all);
        let private = chain
            .site
            .alone("hidden", Page::html("<title>Private</title>"));
        let _private = chain.open_url(&private).await?;
        let options = options(&chain).await?;
        set_policy(&options, block("hidden.localhost")).await?;
        until_listed(&chain, "Private", false).await?;
        tab.activate().await?;
        assert_eq!(seen(&chain, &tab, &all).await?, [ALLOWED, AROUND]);
        Ok(())
    })
}

/// Whether a tab with this title is listed of a browser.
async fn is_listed(chain: &Chain, browser: &str, title: &str) -> anyhow::Result<bool> {
    let tabs = chain
        .agent
        .get(&format!("/tabs?browser={browser}"))
        .await?
        .ok()?;
    let tabs = tabs["tabs"].as_array().into_iter().flatten();
    Ok(tabs.into_iter().any(|tab| tab["title"] == title))
}

/// Opens, in a browser, three pages of three sites, by their titles.
async fn three_sites(chain: &Chain, browser: &Browser) -> anyhow::Result<[Tab; 3]> {
    let open = async |title: &str, site: Option<&str>| {
        let page = || Page::html(format!("<!doctype html><title>{title}</title>"));
        let tab = chain.open_in(browser, page()).await?;
        if let Some(site) = site {
            tab.goto(&chain.site.alone(site, page())).await?;
        }
        anyhow::Ok(tab)
    };
    Ok([
        open("Plain", None).await?,
        open("Private", Some("hidden")).await?,
        open("Odd", Some("odd")).await?,
    ])
}

/// Waits for two browsers, of which the first was there before; the ids of both. The administrator
/// of the second forbids to do without a person.
async fn free_and_managed(chain: &Chain, free: &Value) -> anyhow::Result<(String, String)> {
    let id = |browser: &Value| browser["id"].as_str().unwrap_or_default().to_owned();
    let mut managed = String::new();
    for browser in chain.browsers(2).await? {
        let is_free = id(&browser) == id(free);
        assert_eq!(browser["unattended"] == true, is_free, "{browser}");
        if !is_free {
            managed = id(&browser);
        }
    }
    Ok((id(free), managed))
}

/// The policy of an administrator is a file that only one of two browsers sees.
#[test]
fn of_the_users_policy_and_the_administrators_the_stricter_counts() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let first = chain.browsers(1).await?;
        let policy = json!({
            "sites": [
                {"pattern": "hidden.localhost", "level": "block"},
                {"pattern": "odd.localhost", "level": "a word that is none"},
            ],
            "unattended": false,
        });
        let browser = chain.managed_browser("managed", &policy).await?;
        let (free, managed) = free_and_managed(&chain, &first[0]).await?;
        let _free_tabs = three_sites(&chain, &chain.browser).await?;
        let _tabs = three_sites(&chain, &browser).await?;
        for (title, of_managed) in [("Plain", true), ("Private", false), ("Odd", false)] {
            assert!(is_listed(&chain, &free, title).await?, "{title}");
            assert_eq!(
                is_listed(&chain, &managed, title).await?,
                of_managed,
                "{title}"
            );
        }

        // The user can block more, and open nothing of what is blocked.
        let options = chain.open_in(&browser, Page::html("")).await?;
        go_to_own_page(&options, "options").await?;
        for (level, plain) in [("block", false), ("read", true)] {
            let sites = json!([
                {"pattern": "hidden.localhost", "level": "act"},
                {"pattern": "odd.localhost", "level": "act"},
                {"pattern": "127.0.0.1", "level": level},
            ]);
            set_policy(&options, json!({"default": "act", "sites": sites})).await?;
            until("the user's policy to be followed", || async {
                Ok((is_listed(&chain, &managed, "Plain").await? == plain).then_some(()))
            })
            .await?;
            for title in ["Private", "Odd"] {
                assert!(!is_listed(&chain, &managed, title).await?, "{title}");
            }
        }
        levels_of_agents(&options).await
    })
}

/// An address, the scope and the sites of a token, and the level, while the user lets agents act
/// everywhere but on 127.0.0.1, and the administrator blocks hidden.localhost.
const LEVELS: &[(&str, &str, &[&str], &str)] = &[
    ("https://hidden.localhost/", "act", &[], "block"),
    ("https://example.org/", "act", &[], "act"),
    ("https://example.org/", "read", &[], "read"),
    ("http://127.0.0.1:8080/a?b#c", "act", &[], "read"),
    ("blob:http://127.0.0.1:8080/1-2-3", "act", &[], "read"),
    ("https://example.org/", "act", &["*.example.org"], "act"),
    (
        "https://a.b.example.org:1/",
        "act",
        &["*.example.org"],
        "act",
    ),
    (
        "https://badexample.org/",
        "act",
        &["*.example.org"],
        "block",
    ),
    ("https://example.org./", "act", &["example.org"], "act"),
    (
        "http://example.org/",
        "act",
        &["https://example.org"],
        "block",
    ),
    ("https://example.org/", "act", &["example.org:443"], "act"),
    (
        "https://example.org:8443/",
        "act",
        &["example.org:443"],
        "block",
    ),
    (
        "https://u@evil.org/example.org",
        "act",
        &["example.org"],
        "block",
    ),
    (
        "https://hidden.localhost/",
        "act",
        &["hidden.localhost"],
        "block",
    ),
    ("file:///etc/passwd", "act", &["*.example.org"], "block"),
    ("file:///etc/passwd", "act", &["file://"], "act"),
    ("about:blank", "act", &["*"], "block"),
    (
        "https://example.org/",
        "act",
        &["example.org/path"],
        "block",
    ),
];

/// What the tokens of agents make of both policies, asked of the module that decides.
async fn levels_of_agents(options: &Tab) -> anyhow::Result<()> {
    for (url, scope, sites, expected) in LEVELS {
        let agent = json!({"id": "a", "name": "a", "scope": scope, "sites": sites});
        let script = format!(
            "import('/worker/policy/policy.js').then(async (policy) => {{
                await policy.loaded;
                return policy.levelFor({}, {agent});
            }})",
            json!(url)
        );
        let level = options.evaluate(&script).await?;
        assert_eq!(level, *expected, "{url} for {agent}");
    }
    Ok(())
}

/// Chrome's own switch "Allow in Incognito", as a person presses it. The extension starts anew.
async fn allow_incognito(chain: &Chain) -> anyhow::Result<()> {
    let extensions = chain.open_url("chrome://extensions").await?;
    let id = axlens_harness::shared::extension_id()?;
    let change = json!({"extensionId": id, "incognitoAccess": true});
    let allow =
        format!("chrome.developerPrivate.updateExtensionConfiguration({change}).then(() => 0)");
    extensions.evaluate(&allow).await?;
    until("the extension to start anew", || async {
        let options = options(chain).await?;
        let allowed = "chrome.extension.isAllowedIncognitoAccess()";
        Ok((options.evaluate(allowed).await? == true).then_some(()))
    })
    .await?;
    chain.connected().await
}

/// The handle of an incognito tab that shows this page.
async fn open_incognito(
    chain: &Chain,
    options: &Tab,
    url: &str,
    title: &str,
) -> anyhow::Result<u64> {
    let open = json!({"incognito": true, "url": url});
    options
        .evaluate(&format!("chrome.windows.create({open}).then(() => 0)"))
        .await?;
    until("the incognito tab", || async { listed(chain, title).await }).await
}

#[test]
fn in_an_incognito_window_no_site_can_be_allowed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended().await?;
        allow_incognito(&chain).await?;
        let page = Page::html("<!doctype html><title>Secretive</title><button>Press me</button>");
        let url = chain.site.alone("secretive", page);
        let options = options(&chain).await?;
        let tab = open_incognito(&chain, &options, &url, "Secretive").await?;
        let seen = observe(&chain, json!({"tab": tab, "session": "hidden"})).await?;
        let uid = uid_of(seen.ok()?["tree"].as_str().unwrap_or_default(), "Press me")?;
        let act = json!({"action": "highlight", "uid": uid, "session": "hidden"});
        let agent = chain.agent.clone();
        let asked = tokio::spawn(async move { agent.post("/interact", act).await });
        let window = ConsentWindow::armed(&chain.browser).await?;
        let offered = "[...document.querySelectorAll('button:not([hidden])')]
            .map(({ value }) => value).join()";
        assert_eq!(window.evaluate(offered).await?, "once,agent,deny");
        // Nor does the worker keep it for one that offers it.
        window
            .evaluate("document.querySelector('#on-site').hidden = false; 0")
            .await?;
        window.answer(&chain.browser, "site").await?;
        let done = asked.await??.ok()?;
        assert_eq!(done["results"][0]["outcome"], "shown");
        let kept = "chrome.storage.local.get().then((kept) => JSON.stringify(kept))";
        let kept = options.evaluate(kept).await?.to_string();
        assert!(!kept.contains("secretive"), "{kept}");
        Ok(())
    })
}

/// An agent may read and act there, and nothing says where that was.
#[test]
fn of_an_incognito_window_no_site_is_kept() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        allow_incognito(&chain).await?;
        let page = Page::html("<!doctype html><title>Secretive</title><button>Press me</button>");
        let url = chain.site.alone("secretive", page);
        let options = options(&chain).await?;
        let tab = open_incognito(&chain, &options, &url, "Secretive").await?;
        let seen = observe(&chain, json!({"tab": tab, "session": "hidden"})).await?;
        let uid = uid_of(seen.ok()?["tree"].as_str().unwrap_or_default(), "Press me")?;
        let act = json!({"action": "highlight", "uid": uid, "session": "hidden"});
        let done = chain.agent.post("/interact", act).await?.ok()?;
        assert_eq!(done["results"][0]["outcome"], "shown");
        // What is read in another window after it is kept, and is the last to be written.
        let open = chain.open(Page::html("<title>Other</title>")).await?;
        open.observe(json!({})).await?;
        let kept = "Promise.all([chrome.storage.session.get(), chrome.storage.local.get()])\
            .then((kept) => JSON.stringify(kept))";
        let kept = until("the other window's site to be kept", || async {
            let kept = options.evaluate(kept).await?.to_string();
            Ok(kept.contains("http://127.0.0.1").then_some(kept))
        })
        .await?;
        assert!(!kept.contains("secretive"), "{kept}");
        let log = until("the audit log", || async {
            let log = chain.log()?;
            let has = |kind: &str| log.iter().any(|entry| entry["kind"] == kind);
            Ok((has("observe") && has("interact:highlight")).then_some(log))
        })
        .await?;
        assert!(!json!(log).to_string().contains("secretive"), "{log:?}");
        Ok(())
    })
}
