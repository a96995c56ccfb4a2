//! `axlens status` and `axlens tabs`: what is connected, and which tabs are open.

use super::print;
use super::request::{finish, send};
use crate::state_dir::StateDir;
use axlens_protocol::agent::status::StatusAnswer;
use axlens_protocol::agent::tabs::{Tab, TabsAnswer};

/// `axlens status`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn status(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let answered = send(dir, |client| client.get("/status"))?;
    finish(answered, as_json, |answer| {
        Ok(status_text(dir, &answer.read()?))
    })
}

/// `axlens tabs`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn tabs(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let answered = send(dir, |client| client.get("/tabs"))?;
    finish(answered, as_json, |answer| {
        let answer: TabsAnswer = answer.read()?;
        let lines: Vec<String> = answer.tabs.iter().map(tab_line).collect();
        Ok(lines.join("\n"))
    })
}

fn status_text(dir: &StateDir, status: &StatusAnswer) -> String {
    let connected = match (status.extension.connected, status.extension.paused) {
        (true, true) => "connected, reading is paused",
        (true, false) => "connected",
        (false, _) => "not connected",
    };
    format!(
        "server {} (wire {}), up {} s\nendpoint {}\nextension {connected}\nqueries waiting {}, worked on {}\nsessions {}",
        status.version,
        status.wire,
        status.uptime_seconds,
        dir.endpoint_file().display(),
        status.queue.pending,
        status.queue.leased,
        status.sessions,
    )
}

fn tab_line(tab: &Tab) -> String {
    let marks = [
        ("active", tab.active),
        ("asleep", tab.discarded),
        ("not readable", !tab.readable),
    ];
    let marks: String = marks
        .iter()
        .filter(|(_, is)| *is)
        .map(|(mark, _)| format!(" [{mark}]"))
        .collect();
    print::one_line(&format!("{} \"{}\" {}{marks}", tab.tab, tab.title, tab.url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_is_one_line() {
        let tab = Tab {
            tab: 3,
            title: "Two\nlines".to_owned(),
            url: "https://example.com/".to_owned(),
            discarded: true,
            readable: true,
            ..Tab::default()
        };
        assert_eq!(
            tab_line(&tab),
            "3 \"Two lines\" https://example.com/ [asleep]"
        );
    }
}
