//! `axlens status` and `axlens tabs`: what is connected, and which tabs are open.

use super::request::{finish, send};
use super::{browsers, print};
use axlens_local::StateDir;
use axlens_protocol::agent::status::{AgentStatus, StatusAnswer};
use axlens_protocol::agent::tabs::{MissingBrowser, Tab, TabsAnswer};
use axlens_snapshot::quote::{address, on_one_line, requoted};
use clap::Args;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::HashSet;

/// Arguments of `axlens tabs`.
#[derive(Debug, Args)]
pub struct TabsArgs {
    /// Only those of this browser, by its name or id in `axlens browsers`.
    #[arg(long, value_name = "NAME|ID")]
    browser: Option<String>,
    /// Print the server's JSON.
    #[arg(long)]
    json: bool,
}

/// `axlens status`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn status(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let answered = send(dir, |client| client.get("/status"))?;
    finish(answered, as_json, |answer| {
        let status: StatusAnswer = answer.read()?;
        print::unattended(&browsers::unattended(&status.browsers));
        Ok(status_text(dir, &status))
    })
}

/// `axlens tabs`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn tabs(dir: &StateDir, args: TabsArgs) -> anyhow::Result<u8> {
    let path = tabs_path(args.browser.as_deref());
    let answered = send(dir, |client| client.get(&path))?;
    finish(answered, args.json, |answer| Ok(tabs_text(&answer.read()?)))
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

/// The tabs, a line each; where they are in several browsers, under the browsers' names.
fn tabs_text(answer: &TabsAnswer) -> String {
    let browsers: HashSet<&str> = answer.tabs.iter().map(|tab| &*tab.browser).collect();
    let several = browsers.len() + answer.missing.len() > 1;
    let (mut lines, mut before) = (Vec::new(), "");
    for tab in &answer.tabs {
        if several && tab.browser != before {
            lines.push(format!("browser {}", requoted(&tab.browser)));
            before = &tab.browser;
        }
        lines.push(tab_line(tab));
    }
    lines.extend(answer.missing.iter().map(missing_line));
    lines.join("\n")
}

fn missing_line(missing: &MissingBrowser) -> String {
    let (browser, why) = (
        requoted(&missing.browser),
        on_one_line(&missing.fault.message),
    );
    format!("browser {browser} did not answer: {why}")
}

fn status_text(dir: &StateDir, status: &StatusAnswer) -> String {
    let connected = match (status.extension.connected, status.extension.paused) {
        (true, true) => "connected, reading is paused",
        (true, false) => "connected",
        (false, _) => "not connected",
    };
    let browsers = status.browsers.iter();
    let browsers: String = browsers
        .map(|browser| format!("browser {}\n", browsers::line(browser)))
        .collect();
    let agents: String = status.agents.iter().map(agent_line).collect();
    format!(
        "server {} (wire {}), up {} s\nendpoint {}\nextension {connected}\n{browsers}{agents}queries waiting {}, worked on {}\nsessions {}",
        status.version,
        status.wire,
        status.uptime_seconds,
        dir.endpoint_file().display(),
        status.queue.pending,
        status.queue.leased,
        status.sessions,
    )
}

fn agent_line(agent: &AgentStatus) -> String {
    let sites: String = agent.sites.iter().map(|site| format!(" {site}")).collect();
    let seen = match agent.last_seen_ms {
        Some(ago) => format!("last seen {} s ago", ago / 1000),
        None => "not seen yet".to_owned(),
    };
    format!(
        "agent {} [{}]{sites}: {} sessions, {seen}\n",
        agent.name,
        agent.scope.word(),
        agent.sessions
    )
}

fn tab_line(tab: &Tab) -> String {
    let marks = [
        ("active", tab.active),
        ("asleep", tab.discarded),
        ("incognito", tab.incognito),
        ("not readable", !tab.readable),
    ];
    let marks: String = marks
        .iter()
        .filter(|(_, is)| *is)
        .map(|(mark, _)| format!(" [{mark}]"))
        .collect();
    let (title, url) = (requoted(&tab.title), address(&tab.url));
    format!("{} {title} {url}{marks}", tab.tab)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::{Code, Fault};

    #[test]
    fn tabs_of_several_browsers_stand_under_their_names() {
        let tab = |tab, browser: &str| Tab {
            tab,
            browser: browser.to_owned(),
            readable: true,
            ..Tab::default()
        };
        let mut answer = TabsAnswer {
            tabs: vec![tab(1, "Chrome"), tab(3, "Chrome")],
            missing: Vec::new(),
        };
        assert_eq!(tabs_text(&answer), "1 \"\" \"\"\n3 \"\" \"\"");
        answer.tabs.push(tab(2, "Edge"));
        answer.missing.push(MissingBrowser {
            browser: "Brave".to_owned(),
            fault: Fault::new(Code::Timeout, "Too late."),
        });
        assert_eq!(
            tabs_text(&answer),
            "browser \"Chrome\"\n1 \"\" \"\"\n3 \"\" \"\"\nbrowser \"Edge\"\n2 \"\" \"\"\nbrowser \"Brave\" did not answer: Too late."
        );
    }

    #[test]
    fn a_browser_is_named_in_the_address_whatever_it_is_called() {
        assert_eq!(
            tabs_path(Some("Größe & 2")),
            "/tabs?browser=Gr%C3%B6%C3%9Fe%20%26%202"
        );
    }

    #[test]
    fn a_tab_is_one_line_whatever_its_title_and_address_say() {
        let tab = Tab {
            tab: 3,
            title: "Two\nlines\\\" https://bank.example/ [active]\n4 \"\u{202e}".to_owned(),
            url: "data:text/html,x [active]".to_owned(),
            discarded: true,
            readable: true,
            ..Tab::default()
        };
        assert_eq!(
            tab_line(&tab),
            concat!(
                r#"3 "Two\nlines\\\" https://bank.example/ [active]\n4 \"\u{202e}" "#,
                r#""data:text/html,x [active]" [asleep]"#
            )
        );
    }
}
