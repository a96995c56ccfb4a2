//! A web page that knows the dashboard's key, and another user of this machine that has seen a link
//! to the dashboard.

use crate::attack::raw::send;
use crate::attack::report::Report;
use crate::attack::target::Target;
use anyhow::{Context, bail, ensure};
use axlens_harness::Page;
use serde_json::{Value, json};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// A user that owns nothing.
const NOBODY: u32 = 65_534;

/// A web page that has got hold of a page's key, which it never should: each ends in a refusal.
const SCRIPTS: &[(&str, &str, &str)] = &[
    (
        "page_data_by_a_web_page",
        "a web page asks for the data with the key",
        "fetch(url + '/dashboard/state', {method: 'POST', headers: {'x-axlens-page-key': key}}).then(() => 'got it', (error) => 'refused: ' + error.message)",
    ),
    (
        "page_data_without_cors",
        "a web page asks without waiting to be allowed",
        "fetch(url + '/dashboard/state', {method: 'POST', mode: 'no-cors'}).then(async (answer) => (await answer.text()) || 'refused: the answer is opaque')",
    ),
    (
        "page_in_a_frame",
        "a web page shows it in a frame",
        "new Promise((done) => { const frame = document.createElement('iframe'); frame.src = url + '/'; frame.onload = () => { let seen; try { seen = frame.contentDocument?.title; } catch {} done(seen === undefined || seen === null ? 'refused: nothing can be read in it' : 'got ' + seen); }; document.body.append(frame); })",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, target: &Target<'_>) -> anyhow::Result<()> {
    let (code, key) = (link(target)?, key(target, &link(target)?).await?);
    let tab = target.chain.open(Page::html("<h1>A page</h1>")).await?;
    let (url, known) = (json!(target.chain.agent.url()), json!(key));
    for (name, tried, script) in SCRIPTS {
        let attempt = async {
            let whole = format!("((url, key) => {script})({url}, {known})");
            match tab.evaluate(&whole).await?.as_str() {
                Some(outcome) if outcome.starts_with("refused") => Ok(outcome.to_owned()),
                outcome => bail!("{outcome:?}"),
            }
        };
        report.attack(name, tried, attempt).await;
    }
    if rustix::process::geteuid().is_root() {
        let tried = "another user uses a link that they saw on a command line";
        let attempt = by_another_user(target, &code);
        report
            .attack("page_link_of_another_user", tried, attempt)
            .await;
    } else {
        eprintln!("skipped: page_link_of_another_user: only root can be another user");
    }
    Ok(())
}

/// The code of a new link.
fn link(target: &Target) -> anyhow::Result<String> {
    let printed = target.chain.run(&["open", "--print"])?;
    let link = String::from_utf8(printed.stdout)?;
    let (_, code) = link.trim().split_once("#code=").context("a link")?;
    Ok(code.to_owned())
}

/// The key that a page gets for a code; and so the control.
async fn key(target: &Target<'_>, code: &str) -> anyhow::Result<String> {
    let body = json!({"code": code}).to_string();
    let request = format!(
        "POST /dashboard/key HTTP/1.1\nhost: {{host}}\norigin: http://{{host}}\nconnection: close\ncontent-length: {}\n\n{body}",
        body.len()
    );
    let answer = send(target.port, target.fill(&request).as_bytes()).await?;
    ensure!(answer.statuses() == [200], "the control: {}", answer.text());
    let response: Value = serde_json::from_str(answer.body())?;
    Ok(response["key"].as_str().context("a key")?.to_owned())
}

async fn by_another_user(target: &Target<'_>, code: &str) -> anyhow::Result<String> {
    let url = target.chain.agent.url();
    let output = Command::new("curl")
        .args(["--silent", "--header"])
        .arg(format!("Origin: {url}"))
        .arg("--data")
        .arg(json!({"code": code}).to_string())
        .arg(format!("{url}/dashboard/key"))
        .current_dir("/")
        .uid(NOBODY)
        .output()?;
    let fault: Value = serde_json::from_slice(&output.stdout)?;
    ensure!(fault["error"] == "forbidden", "{fault}");
    // The link is still its user's.
    key(target, code).await?;
    Ok(format!("403 forbidden: {}", fault["message"]))
}
