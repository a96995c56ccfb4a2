//! `axlens browsers`: the browsers with their names and ids. `axlens lease`: a browser of a pool
//! for this agent alone, and the end of its lease.

use super::print;
use super::request::{finish, send};
use axlens_local::StateDir;
use axlens_protocol::agent::browsers::{
    BrowserStatus, BrowsersAnswer, EndLeaseAnswer, LeaseAnswer, LeaseRequest,
};
use axlens_snapshot::quote::{requoted, single_line};
use clap::Args;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// `axlens browsers`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn browsers(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let response = send(dir, |client| client.get("/browsers"))?;
    finish(response, as_json, |answer| {
        let answer: BrowsersAnswer = answer.read()?;
        print::unattended(&unattended(&answer.browsers));
        if answer.browsers.is_empty() {
            print::remark(
                "No browser has connected since the server started; `axlens doctor` prints the reason.",
            );
        }
        let lines: Vec<String> = answer.browsers.iter().map(line).collect();
        Ok(lines.join("\n"))
    })
}

/// Arguments of `axlens lease`.
#[derive(Debug, Args)]
pub struct LeaseArgs {
    /// How long the lease lasts, in seconds; default: 600, or the maximum of the pool.
    #[arg(long, value_name = "SECONDS", conflicts_with = "end")]
    ttl: Option<u64>,
    /// Behind a gateway: the name of the machine with the pool.
    #[arg(long, value_name = "NAME", conflicts_with = "end")]
    browser: Option<String>,
    /// End the lease of this browser, and delete its profile.
    #[arg(long, value_name = "NAME|ID")]
    end: Option<String>,
    /// Print the server's JSON.
    #[arg(long)]
    json: bool,
}

/// `axlens lease`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn lease(dir: &StateDir, args: &LeaseArgs) -> anyhow::Result<u8> {
    if let Some(browser) = &args.end {
        let path = format!("/browsers/{}", encoded(browser));
        let response = send(dir, |client| client.delete(&path))?;
        return finish(response, args.json, |answer| {
            let ended: EndLeaseAnswer = answer.read()?;
            Ok(format!("{} is no longer leased", single_line(&ended.name)))
        });
    }
    let path = match &args.browser {
        Some(name) => format!("/browsers?browser={}", encoded(name)),
        None => "/browsers".to_owned(),
    };
    let response = send(dir, |client| {
        client.post(&path, &LeaseRequest { ttl: args.ttl })
    })?;
    finish(response, args.json, |answer| {
        let LeaseAnswer { name, expires, .. } = answer.read()?;
        let (name, expires) = (single_line(&name), single_line(&expires));
        Ok(format!("{name} until {expires}"))
    })
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// A browser as one line.
pub fn line(browser: &BrowserStatus) -> String {
    let (name, id) = (requoted(&browser.name), single_line(&browser.id));
    let unattended = if browser.unattended {
        ", unattended"
    } else {
        ""
    };
    let lease = match (browser.lease_seconds, browser.ready) {
        (None, _) => String::new(),
        (Some(0), Some(true)) => ", ready for a lease".to_owned(),
        (Some(0), _) => ", not ready for a lease".to_owned(),
        (Some(seconds), _) => format!(", leased for {seconds} s"),
    };
    format!("{name} {id} ({}{unattended}{lease})", state(browser))
}

/// The names of the browsers in which agents act without consent.
pub fn unattended(browsers: &[BrowserStatus]) -> Vec<String> {
    let browsers = browsers.iter().filter(|browser| browser.unattended);
    browsers.map(|browser| browser.name.clone()).collect()
}

/// The state of its connection.
fn state(browser: &BrowserStatus) -> String {
    match (browser.connected, browser.paused, browser.last_seen_ms) {
        (true, true, _) => "connected, reading is paused".to_owned(),
        (true, false, _) => "connected".to_owned(),
        (false, _, Some(ago)) => format!("not connected; last seen {} s ago", ago / 1000),
        (false, _, None) => "not connected".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_one_line() {
        let browser = BrowserStatus {
            id: "0b1e".to_owned(),
            name: "Chrome 2".to_owned(),
            last_seen_ms: Some(7_900),
            ..BrowserStatus::default()
        };
        assert_eq!(
            line(&browser),
            "\"Chrome 2\" 0b1e (not connected; last seen 7 s ago)"
        );
        let browser = BrowserStatus {
            id: "pool-1a".to_owned(),
            name: "pool-1".to_owned(),
            connected: true,
            unattended: true,
            lease_seconds: Some(60),
            ..BrowserStatus::default()
        };
        let leased = "\"pool-1\" pool-1a (connected, unattended, leased for 60 s)";
        assert_eq!(line(&browser), leased);
        let starting = BrowserStatus {
            lease_seconds: Some(0),
            ready: Some(false),
            ..browser
        };
        let starting = line(&starting);
        assert!(starting.ends_with("not ready for a lease)"), "{starting}");
    }
}
