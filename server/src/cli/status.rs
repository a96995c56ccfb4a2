//! `axlens status`, `axlens tabs`, and the state of the gateway.

pub mod join;

use super::request::{finish, send};
use super::{browsers, print};
use crate::queue::dispatch::{EXTENSION, mismatch_with};
use crate::text::answer_text;
use axlens_local::{StateDir, remote, server};
use axlens_protocol::agent::status::{AgentStatus, StatusAnswer};
use clap::Args;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// Arguments of `axlens tabs`.
#[derive(Debug, Args)]
pub struct TabsArgs {
    /// Only the tabs of this browser, by its name or id in `axlens browsers`.
    #[arg(long, value_name = "NAME|ID")]
    browser: Option<String>,
    /// Print the server's JSON.
    #[arg(long)]
    json: bool,
}

/// `axlens status`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn status(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let response = send(dir, |client| client.get("/status"))?;
    finish(response, as_json, |answer| {
        let status: StatusAnswer = answer.read()?;
        print::unattended(&browsers::unattended(&status.browsers));
        Ok(status_text(&endpoint(dir), &status))
    })
}

/// `axlens tabs`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn tabs(dir: &StateDir, args: TabsArgs) -> anyhow::Result<u8> {
    let path = tabs_path(args.browser.as_deref());
    let response = send(dir, |client| client.get(&path))?;
    finish(response, args.json, |answer| {
        Ok(answer_text::tabs(&answer.read()?))
    })
}

fn tabs_path(browser: Option<&str>) -> String {
    match browser {
        Some(browser) => format!(
            "/tabs?browser={}",
            utf8_percent_encode(browser, NON_ALPHANUMERIC)
        ),
        None => "/tabs".to_owned(),
    }
}

/// Where the server is.
fn endpoint(dir: &StateDir) -> String {
    match remote::variable(remote::URL) {
        Some(url) => format!("{url} ({})", remote::URL),
        None => {
            let file = dir.endpoint_file();
            let port = dir.last_port().map(server::url).unwrap_or_default();
            format!("{port} ({})", file.display())
        }
    }
}

fn status_text(endpoint: &str, status: &StatusAnswer) -> String {
    let connected = extension(status);
    let browsers = status.browsers.iter();
    let browsers: String = browsers
        .map(|browser| format!("browser {}\n", browsers::line(browser)))
        .collect();
    let agents: String = status.agents.iter().map(agent_line).collect();
    let gateway = status
        .gateway
        .as_ref()
        .map(|gateway| format!("{}\n", join::line(gateway)));
    let gateway = gateway.unwrap_or_default();
    let queue = status.queue.clone().unwrap_or_default();
    format!(
        "server {} (wire {}), up {} s\nendpoint {endpoint}\nextension {connected}\n{browsers}{gateway}{agents}queries waiting {}, in progress {}\nsessions {}",
        status.version,
        status.wire,
        status.uptime_seconds,
        queue.pending,
        queue.leased,
        status.sessions,
    )
}

/// The state of the extension, and the part to update if it was rejected.
fn extension(status: &StatusAnswer) -> String {
    let extension = &status.extension;
    match (
        extension.connected,
        extension.paused,
        extension.refused_wire,
    ) {
        (true, true, _) => "connected, reading is paused".to_owned(),
        (true, false, _) => "connected".to_owned(),
        (false, _, None) => "not connected".to_owned(),
        (false, _, Some(theirs)) => {
            let fault = mismatch_with(EXTENSION, theirs, status.wire);
            format!("not connected: {} {}", fault.message, fault.hint)
        }
    }
}

fn agent_line(agent: &AgentStatus) -> String {
    let sites: String = agent.sites.iter().map(|site| format!(" {site}")).collect();
    let seen = match agent.last_seen_ms {
        Some(ago) => format!("last seen {} s ago", ago / 1000),
        None => "no request yet".to_owned(),
    };
    format!(
        "agent {} [{}]{sites}: {} sessions, {seen}\n",
        agent.name,
        agent.scope.as_str(),
        agent.sessions
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_browser_is_escaped_in_the_path() {
        assert_eq!(
            tabs_path(Some("Größe & 2")),
            "/tabs?browser=Gr%C3%B6%C3%9Fe%20%26%202"
        );
    }
}
