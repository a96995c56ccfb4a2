//! `axlens open`: opens the dashboard in the browser. The link comes from the running server over
//! the local socket and has a code that works once.

use super::client::CliClient;
use super::request::{fail, finish, send};
use super::{OK, print};
use crate::platform::{self, OPENER};
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_local::server::{PAGE_LINK, PAGE_LINK_REVOKE, PAGE_LINK_USED};
use axlens_protocol::agent::dashboard::{CodeRequest, LinkAnswer, RevokedAnswer, UsedAnswer};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::process::Child;
use std::sync::mpsc::{Sender, channel};
use std::thread;

const MANUAL_HINT: &str = "`axlens open --print` prints a link to open manually";

/// Arguments of `axlens open`.
#[derive(Debug, Args)]
pub struct OpenArgs {
    /// Only print the link. It works once, for anyone who has it.
    #[arg(long, conflicts_with = "revoke")]
    print: bool,
    /// Close all open dashboards and revoke all unused links.
    #[arg(long)]
    revoke: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The output of `axlens open --json`.
#[derive(Serialize)]
struct OpenedPage<'a> {
    /// With `--print`, the link; otherwise the address that the browser has opened.
    url: &'a str,
}

impl OpenedPage<'_> {
    fn print(&self, as_json: bool, text: &str) -> anyhow::Result<u8> {
        match as_json {
            true => print::json(self)?,
            false => print::text(text),
        }
        Ok(OK)
    }
}

/// `axlens open`
///
/// # Errors
/// If the server that answers is not an Axlens server, or no browser opens the dashboard.
pub fn open(dir: &StateDir, args: &OpenArgs) -> anyhow::Result<u8> {
    if args.revoke {
        return revoke(dir, args.json);
    }
    let link: LinkAnswer = match send(dir, |client| client.post(PAGE_LINK, &json!({})))? {
        Ok(answer) => answer.read()?,
        Err(fault) => return fail(&fault, args.json),
    };
    if args.print {
        print::remark("The link works once, within two minutes. Do not share it.");
        return OpenedPage { url: &link.url }.print(args.json, &link.url);
    }
    open_in_browser(dir, &link)?;
    let (address, _) = link.url.split_once('#').unwrap_or((&link.url, ""));
    let text = format!(
        "open in your browser: {address}\nThe dashboard ends with the server, half an hour after it was closed, or with `axlens open --revoke`."
    );
    OpenedPage { url: address }.print(args.json, &text)
}

fn revoke(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let response = send(dir, |client| client.post(PAGE_LINK_REVOKE, &json!({})))?;
    finish(response, as_json, |answer| {
        let RevokedAnswer { ended } = answer.read()?;
        Ok(format!("dashboards closed: {ended}"))
    })
}

/// Opens a link and waits until it is used.
fn open_in_browser(dir: &StateDir, link: &LinkAnswer) -> anyhow::Result<()> {
    let mut client = CliClient::of(dir).map_err(|fault| anyhow::anyhow!("{}", fault.message))?;
    let opener = start(&link.url)?;
    let (used, first) = channel();
    let failed = used.clone();
    // The opener may run as long as the browser that it has started.
    thread::spawn(move || report_failure(opener, &failed));
    let request = CodeRequest {
        code: link.code.clone(),
    };
    thread::spawn(move || {
        let _ = used.send(is_used(&mut client, &request));
    });
    match first.recv()?? {
        true => Ok(()),
        false => bail!("{OPENER} was started, but no browser has opened the page: {MANUAL_HINT}"),
    }
}

fn start(url: &str) -> anyhow::Result<Child> {
    platform::open_url(url).with_context(|| {
        format!("{OPENER}, which opens the browser, can't be started: {MANUAL_HINT}")
    })
}

/// Waits for the opener and reports its failure.
fn report_failure(mut opener: Child, failed: &Sender<anyhow::Result<bool>>) {
    let status = opener.wait();
    if !status.as_ref().is_ok_and(|status| status.success()) {
        let _ = failed.send(Err(anyhow::anyhow!(
            "{OPENER} found no browser: {MANUAL_HINT}"
        )));
    }
}

fn is_used(client: &mut CliClient, request: &CodeRequest) -> anyhow::Result<bool> {
    let response = client.post(PAGE_LINK_USED, request)?;
    let answer = response.map_err(|fault| anyhow::anyhow!("{}", fault.message))?;
    Ok(answer.read::<UsedAnswer>()?.used)
}
