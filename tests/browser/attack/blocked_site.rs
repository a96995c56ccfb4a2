//! An agent that looks for the URL of a site that the user has blocked.
//! `permission::policy::blocked_site` tests that its content is not read.

pub mod other_schemes;

use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::own_page::set_policy;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::json;

/// Texts of the blocked page, which no response may contain.
const SECRETS: [&str; 3] = ["Blocked title", "Blocked matter", "blocked.localhost"];

/// Runs them all while the site is blocked.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let html = "<!doctype html><title>Blocked title</title><h1>Blocked matter</h1>";
    let address = chain.site.alone("blocked", Page::html(html));
    let frame = format!("<!doctype html><title>Open</title><iframe src='{address}'></iframe>");
    let around = chain.open(Page::html(frame)).await?;
    let seen = around.observe(json!({})).await?.to_string();
    ensure!(seen.contains("Blocked matter"), "the control: {seen:.300}");
    let options = chain.own_page("options").await?;
    let sites = json!([{"pattern": "blocked.localhost", "level": "block", "confirm": false}]);
    let policy = json!({"default": "ask", "sites": sites});
    set_policy(&options, &policy).await?;
    let tried = "the requests of a page with a frame of the blocked site";
    let attempt = in_requests(chain, &around);
    report.attack("blocked_in_requests", tried, attempt).await;
    let tried = "a click on a page that requests a file of the blocked site, which fails";
    let attempt = in_failed_requests(chain);
    report
        .attack("blocked_in_failed_requests", tried, attempt)
        .await;
    let tried = "the errors of a page that has tried to load an image of the blocked site";
    let attempt = in_errors(chain, &around, &address);
    report.attack("blocked_in_errors", tried, attempt).await;
    for (name, tried, html, action) in [
        (
            "blocked_by_a_link",
            "the URL of the blocked page that a click on a link leads to",
            format!("<a href='{address}?code=4711'>Go</a>"),
            "click",
        ),
        (
            "blocked_by_a_form",
            "the URL of the blocked page that a form is sent to",
            format!(
                "<form action='{address}'><input type=hidden name=code value=4711><button>Go</button></form>"
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
