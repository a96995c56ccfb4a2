//! An agent that requests content of a site that the user has blocked.

pub mod other_schemes;

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::own_page::set_policy;
use axlens_harness::tab::uid_of;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};

/// Texts of the blocked page, which no response may contain.
const SECRETS: [&str; 3] = ["Blocked title", "Blocked matter", "blocked.localhost"];

/// The tabs that were opened and read before the site was blocked.
struct Before {
    address: String,
    blocked: Tab,
    cursor: Value,
    /// A page that may be read, with a frame of the blocked site.
    around: Tab,
    elsewhere: Tab,
    /// Handle of an `about:blank` tab that the blocked site has opened and written into.
    written: Value,
}

/// Runs them all while the site is blocked.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let before = before(chain).await?;
    let options = chain.own_page("options").await?;
    let sites = json!([{"pattern": "blocked.localhost", "level": "block", "confirm": false}]);
    let policy = json!({"default": "ask", "sites": sites});
    set_policy(&options, &policy).await?;
    before.blocked.activate().await?;
    by_request(report, chain, &before).await?;
    let tried = "titles and addresses of tabs";
    let attempt = async {
        contains_no_secret(&chain.agent.get("/tabs").await?)?;
        Ok("the tab is not listed".to_owned())
    };
    report.attack("blocked_in_tabs", tried, attempt).await;
    let tried = "an empty tab that the blocked site has opened and written into";
    let attempt = refused(chain, json!({"tab": before.written, "what": "a11y_tree"}));
    report
        .attack("blocked_in_an_empty_tab", tried, attempt)
        .await;
    let tried = "a page that may be read, with a frame of the blocked site";
    let attempt = in_a_frame(chain, &before.around);
    report.attack("blocked_in_a_frame", tried, attempt).await;
    let tried = "the requests of a page with a frame of the blocked site";
    let attempt = in_requests(chain, &before.around);
    report.attack("blocked_in_requests", tried, attempt).await;
    let tried = "a click on a page that requests a file of the blocked site, which fails";
    let attempt = in_failed_requests(chain);
    report
        .attack("blocked_in_failed_requests", tried, attempt)
        .await;
    let tried = "the errors of a page that has tried to load an image of the blocked site";
    let attempt = in_errors(chain, &before.around, &before.address);
    report.attack("blocked_in_errors", tried, attempt).await;
    let tried = "a tab that was read, after a redirect to the blocked site";
    let attempt = by_redirect(chain, &before);
    report.attack("blocked_by_redirect", tried, attempt).await;
    for (name, tried, html, action) in [
        (
            "blocked_by_a_link",
            "the URL of the blocked page that a click on a link leads to",
            format!("<a href='{}?code=4711'>Go</a>", before.address),
            "click",
        ),
        (
            "blocked_by_a_form",
            "the URL of the blocked page that a form is sent to",
            format!(
                "<form action='{}'><input type=hidden name=code value=4711><button>Go</button></form>",
                before.address
            ),
            "submit",
        ),
    ] {
        let attempt = by_action(chain, &html, action);
        report.attack(name, tried, attempt).await;
    }
    let policy = json!({"default": "ask", "sites": []});
    set_policy(&options, &policy).await
}

/// Opens the tabs, and checks that they can be read.
async fn before(chain: &Chain) -> anyhow::Result<Before> {
    let html = "<!doctype html><title>Blocked title</title><h1>Blocked matter</h1>".to_owned()
        + &"<p>word</p>".repeat(3000);
    let address = chain.site.alone("blocked", Page::html(html));
    let blocked = chain.open_url(&address).await?;
    let window = json!({"format": "lean", "max_tokens": 100});
    let cursor = blocked.observe(window).await?["cursor"].take();
    ensure!(cursor.is_string(), "the control: there is a next window");
    let frame = format!("<!doctype html><title>Open</title><iframe src='{address}'></iframe>");
    let around = chain.open(Page::html(frame)).await?;
    let seen = around.observe(json!({})).await?.to_string();
    ensure!(seen.contains("Blocked matter"), "the control: {seen:.300}");
    let written = written(chain, &blocked).await?;
    let first = Page::html("<!doctype html><title>First</title>");
    let elsewhere = chain.open(first).await?;
    elsewhere.observe(json!({})).await?;
    Ok(Before {
        address,
        blocked,
        cursor,
        around,
        elsewhere,
        written,
    })
}

/// Lets the page open an empty tab and write into it.
async fn written(chain: &Chain, by: &Tab) -> anyhow::Result<Value> {
    let title = "Blocked title, written";
    let html = format!("<title>{title}</title><h1>Blocked matter</h1>");
    by.evaluate(&format!(
        "open('').document.documentElement.innerHTML = {html:?}; 0"
    ))
    .await?;
    let handle = until("the tab that was opened", || async {
        let tabs = chain.agent.tabs().await?;
        let mut there = tabs.into_iter().filter(|tab| tab["title"] == title);
        Ok(there.next().map(|mut tab| tab["tab"].take()))
    })
    .await?;
    let request = json!({"tab": handle, "what": "a11y_tree"});
    let seen = chain.agent.observe(request).await?.ok()?.to_string();
    ensure!(seen.contains("Blocked matter"), "the control: {seen:.300}");
    Ok(handle)
}

async fn by_request(report: &mut Report, chain: &Chain, before: &Before) -> anyhow::Result<()> {
    let (handle, session) = (before.blocked.handle().await?, &before.blocked.name);
    let attempts = [
        (
            "blocked_by_handle",
            "a snapshot by a handle that was valid before",
            json!({"tab": handle, "what": "a11y_tree", "session": session}),
        ),
        (
            "blocked_by_cursor",
            "the next window of a page read before",
            json!({"cursor": before.cursor, "session": session}),
        ),
        (
            "blocked_in_front",
            "a snapshot of the active tab",
            json!({"what": "a11y_tree"}),
        ),
    ];
    for (name, tried, request) in attempts {
        report.attack(name, tried, refused(chain, request)).await;
    }
    Ok(())
}

async fn in_a_frame(chain: &Chain, around: &Tab) -> anyhow::Result<String> {
    let request = json!({"tab": around.handle().await?, "what": "a11y_tree"});
    let reply = chain.agent.observe(request).await?;
    contains_no_secret(&reply)?;
    let text = reply.ok()?.to_string();
    ensure!(text.contains("not read"), "{text:.300}");
    Ok("frame not read".to_owned())
}

/// The page has requested the frame, but its URL is not in the answer.
async fn in_requests(chain: &Chain, around: &Tab) -> anyhow::Result<String> {
    let request = json!({"tab": around.handle().await?});
    let reply = chain.agent.post("/network", request).await?;
    contains_no_secret(&reply)?;
    let answer = reply.ok()?;
    let requests = answer["requests"].as_array().context("requests")?;
    ensure!(requests.iter().any(|each| each["url"] == ""), "{answer}");
    Ok("a request without its URL".to_owned())
}

/// The answer to an action says that a request has failed, without its URL.
async fn in_failed_requests(chain: &Chain) -> anyhow::Result<String> {
    let missing = Page::html("").status(404);
    let missing = missing.header("access-control-allow-origin", "*");
    let address = chain.site.alone("blocked", missing);
    let html = format!("<button onclick=\"fetch('{address}?code=4711')\">Go</button>");
    let tab = chain.open(Page::html(html)).await?;
    let uid = uid_of(&tab.tree().await?, "Go")?;
    let request = json!({"action": "click", "uid": uid, "session": tab.name});
    let reply = chain.agent.post("/interact", request).await?;
    contains_no_secret(&reply)?;
    let answer = reply.ok()?;
    ensure!(!answer.to_string().contains("4711"), "{answer:.300}");
    let failed = &answer["results"][0]["evidence"]["failedRequests"];
    let expected = json!([{"status": 404, "kind": "fetch", "url": ""}]);
    ensure!(*failed == expected, "{answer:.300}");
    Ok("a failed request without its URL".to_owned())
}

/// The page has requested an image of the site, but its URL is not in the answer.
async fn in_errors(chain: &Chain, around: &Tab, address: &str) -> anyhow::Result<String> {
    let request = json!({"tab": around.handle().await?, "kinds": ["resource"]});
    chain.agent.post("/errors", request.clone()).await?.ok()?;
    let script = format!(
        "new Promise((resolve) => {{
            const image = new Image();
            image.onerror = resolve;
            image.src = '{address}?code=4711';
            document.body.append(image);
        }}).then(() => true)"
    );
    around.evaluate(&script).await?;
    let reply = chain.agent.post("/errors", request).await?;
    contains_no_secret(&reply)?;
    let answer = reply.ok()?;
    let errors = answer["errors"].as_array().context("errors")?;
    ensure!(errors.iter().any(|each| each["url"] == ""), "{answer}");
    Ok("an error without its URL".to_owned())
}

/// An action that leads to the blocked site is refused, without the URL.
async fn by_action(chain: &Chain, html: &str, action: &str) -> anyhow::Result<String> {
    let tab = chain.open(Page::html(html)).await?;
    let uid = uid_of(&tab.tree().await?, "Go")?;
    let request = json!({"action": action, "uid": uid, "session": tab.name});
    let reply = chain.agent.post("/interact", request).await?;
    contains_no_secret(&reply)?;
    let text = reply.body.to_string();
    ensure!(!text.contains("4711"), "{text:.300}");
    ensure!(reply.code()? == "permission_denied", "{text:.300}");
    Ok("refused, without the URL".to_owned())
}

async fn by_redirect(chain: &Chain, before: &Before) -> anyhow::Result<String> {
    let handle = before.elsewhere.handle().await?;
    let to = Page::html("").status(302);
    let to = to.header("location", &before.address);
    before.elsewhere.goto(&chain.site.page(to)).await?;
    refused(chain, json!({"tab": handle, "what": "a11y_tree"})).await
}

/// Checks that a request is refused as one for a tab that does not exist.
async fn refused(chain: &Chain, request: Value) -> anyhow::Result<String> {
    let reply = chain.agent.observe(request).await?;
    contains_no_secret(&reply)?;
    ensure!(reply.status >= 400, "it is read: {}", reply.body);
    let message = reply.body["message"].as_str().context("a message")?;
    Ok(format!("{} {}: {message}", reply.status, reply.code()?))
}

fn contains_no_secret(reply: &Reply) -> anyhow::Result<()> {
    let text = reply.body.to_string();
    for secret in SECRETS {
        ensure!(
            !text.contains(secret),
            "the response contains {secret:?}: {text:.300}"
        );
    }
    Ok(())
}
