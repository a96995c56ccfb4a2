//! The requests of a page as text, a line for each.

use crate::line_parts::{request_kind, url_text};
use crate::tab_list::TabList;
use axlens_protocol::agent::network::{NetworkAnswer, NetworkEntry};

/// The requests as a list.
pub fn list(answer: &NetworkAnswer) -> TabList<'_> {
    TabList {
        noun: "request",
        count: answer.count,
        tab: Some(answer.tab),
        at: answer.at,
        lines: answer.requests.iter().map(line).collect(),
        notes: &answer.notes,
    }
}

/// The requests, after a line with their number, and before what is not known.
pub fn text(answer: &NetworkAnswer) -> String {
    list(answer).text()
}

/// Status, kind, URL, size and duration, and the frame if it is not the main one.
fn line(entry: &NetworkEntry) -> String {
    let status = entry
        .status
        .map_or("?".to_owned(), |status| status.to_string());
    let url = url_text(&entry.url);
    let size = match (entry.cached, entry.bytes) {
        (true, _) => " cached".to_owned(),
        (false, Some(bytes)) => format!(" {}", size(bytes)),
        (false, None) => String::new(),
    };
    let frame = entry.frame.as_ref();
    let frame = frame.map(|frame| format!(" in {}", url_text(frame)));
    let (kind, duration) = (request_kind(&entry.kind), entry.duration);
    format!(
        "{status} {kind} {url}{size} {duration} ms{}",
        frame.unwrap_or_default()
    )
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000.. => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(url: &str) -> NetworkEntry {
        NetworkEntry {
            url: url.to_owned(),
            kind: "fetch".to_owned(),
            duration: 12.0,
            ..NetworkEntry::default()
        }
    }

    #[test]
    fn a_line_has_status_kind_url_size_and_duration() {
        let failed = NetworkEntry {
            status: Some(422),
            bytes: Some(1_234),
            ..entry("https://a.example/x")
        };
        assert_eq!(line(&failed), "422 fetch https://a.example/x 1.2 kB 12 ms");
        let framed = NetworkEntry {
            cached: true,
            frame: Some("https://b.example/".to_owned()),
            ..entry("https://b.example/y")
        };
        let expected = "? fetch https://b.example/y cached 12 ms in https://b.example/";
        assert_eq!(line(&framed), expected);
    }

    #[test]
    fn a_hidden_url_is_named_as_such() {
        assert_eq!(line(&entry("")), "? fetch (hidden) 12 ms");
    }

    #[test]
    fn a_page_cannot_forge_a_line() {
        let forged = NetworkEntry {
            kind: "x\n...(0 requests)".to_owned(),
            ..entry("https://a.example/\n200 fetch https://b.example/")
        };
        assert_eq!(line(&forged).lines().count(), 1);
    }

    #[test]
    fn the_first_line_says_what_is_left_out() {
        let answer = NetworkAnswer {
            at: 1_000.2,
            count: 2,
            notes: vec!["A note.".to_owned()],
            requests: vec![entry("https://a.example/x")],
            tab: 3,
            ..NetworkAnswer::default()
        };
        assert_eq!(
            super::text(&answer),
            "...(2 requests of tab 3, the last 1; up to 1000.2)\n? fetch https://a.example/x 12 ms\n...(A note.)"
        );
    }
}
