//! `axlens open`: the server's own page, in the browser. The link to it is asked of the running
//! server over the Unix socket; it holds a code that works once.

use super::client::Client;
use super::request::{fail, send};
use super::{OK, print};
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_local::server::{PAGE_LINK, PAGE_LINK_REVOKE, PAGE_LINK_USED};
use axlens_protocol::agent::dashboard::{CodeRequest, LinkAnswer, RevokedAnswer, UsedAnswer};
use clap::Args;
use serde_json::json;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What the system opens an address with.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

const BY_HAND: &str = "`axlens open --print` prints a link to open by hand";

/// Arguments of `axlens open`.
#[derive(Debug, Args)]
pub struct OpenArgs {
    /// Print the link alone, and open nothing. Whoever uses it first sees the page.
    #[arg(long, conflicts_with = "revoke")]
    print: bool,
    /// End every page that is open, and every link that was not used.
    #[arg(long)]
    revoke: bool,
}

/// `axlens open`
///
/// # Errors
/// When what answers is no Axlens server, or no browser opens the page.
pub fn open(dir: &StateDir, args: &OpenArgs) -> anyhow::Result<u8> {
    if args.revoke {
        return revoke(dir);
    }
    let link: LinkAnswer = match send(dir, |client| client.post(PAGE_LINK, &json!({})))? {
        Ok(answer) => answer.read()?,
        Err(fault) => return fail(&fault, false),
    };
    if args.print {
        print::remark("The link works once, within two minutes. Give it to nobody.");
        print::text(&link.url);
        return Ok(OK);
    }
    in_browser(dir, &link)?;
    let (address, _) = link.url.split_once('#').unwrap_or((&link.url, ""));
    print::text(&format!(
        "open in your browser: {address}\nThat page ends with the server, after half an hour in which it is closed, or with `axlens open --revoke`."
    ));
    Ok(OK)
}

fn revoke(dir: &StateDir) -> anyhow::Result<u8> {
    let answered = send(dir, |client| client.post(PAGE_LINK_REVOKE, &json!({})))?;
    let RevokedAnswer { ended } = match answered {
        Ok(answer) => answer.read()?,
        Err(fault) => return fail(&fault, false),
    };
    print::text(&format!("pages ended: {ended}"));
    Ok(OK)
}

/// Opens a link, and waits until a page has used it.
fn in_browser(dir: &StateDir, link: &LinkAnswer) -> anyhow::Result<()> {
    let mut client = Client::of(dir).map_err(|fault| anyhow::anyhow!("{}", fault.message))?;
    let opener = start(&link.url)?;
    let (ended, first) = channel();
    let failed = ended.clone();
    // It may go on for as long as the browser that it has started.
    thread::spawn(move || watch(opener, &failed));
    let request = CodeRequest {
        code: link.code.clone(),
    };
    thread::spawn(move || {
        let _ = ended.send(is_used(&mut client, &request));
    });
    match first.recv()?? {
        true => Ok(()),
        false => bail!("{OPENER} was told to open the page, but no browser has: {BY_HAND}"),
    }
}

fn start(url: &str) -> anyhow::Result<Child> {
    let mut command = Command::new(OPENER);
    command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
        .spawn()
        .with_context(|| format!("{OPENER}, which opens the browser, can't be started: {BY_HAND}"))
}

/// Says so where it fails.
fn watch(mut opener: Child, failed: &Sender<anyhow::Result<bool>>) {
    let ended = opener.wait();
    if !ended.as_ref().is_ok_and(|status| status.success()) {
        let _ = failed.send(Err(anyhow::anyhow!(
            "{OPENER} found no browser to open the page with: {BY_HAND}"
        )));
    }
}

fn is_used(client: &mut Client, request: &CodeRequest) -> anyhow::Result<bool> {
    let answered = client.post(PAGE_LINK_USED, request)?;
    let answer = answered.map_err(|fault| anyhow::anyhow!("{}", fault.message))?;
    Ok(answer.read::<UsedAnswer>()?.used)
}
