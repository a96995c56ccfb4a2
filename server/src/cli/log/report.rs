//! `axlens log --html`: what agents did, as one HTML file without scripts, for a person to read.

use axlens_protocol::agent::audit::{AuditEntry, AuditOutcome, RequestOutcome};
use axlens_snapshot::quote::{requoted, single_line};
use std::fmt::Write;

/// Maximum number of entries in a report, the last ones.
const MAX_ENTRIES: usize = 2_000;

/// The document up to its first heading. The policy loads nothing, whatever the log contains.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>What agents did</title>
<style>
:root { color-scheme: light dark; --soft: #565f6d; --rule: #d8dce2; --good: #1a7f37; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --soft: #a9b1be; --rule: #383f49; --good: #56d364; --bad: #ff8a80; }
}
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; overflow-wrap: anywhere; }
p, time, .consent { color: var(--soft); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
</style>
</head>
<body>
<h1>What agents did</h1>
"#;

/// The report on these entries, the oldest first.
pub fn html(entries: &[AuditEntry]) -> String {
    let left_out = entries.len().saturating_sub(MAX_ENTRIES);
    let listed = &entries[left_out..];
    let mut html = HEAD.to_owned();
    html += &format!("<p>{}</p>\n", escaped(&extent(listed, left_out)));
    for visit in visits(listed) {
        html += &section(visit);
    }
    html + "</body>\n</html>\n"
}

/// The number of requests and their times.
fn extent(listed: &[AuditEntry], left_out: usize) -> String {
    let (Some(first), Some(last)) = (listed.first(), listed.last()) else {
        return "No request is in the log.".to_owned();
    };
    let count = match listed.len() {
        1 => "1 request".to_owned(),
        more => format!("{more} requests"),
    };
    let earlier = match left_out {
        0 => String::new(),
        more => format!("; {more} earlier ones are not in this report"),
    };
    format!("{count}, {} to {}{earlier}.", first.time, last.time)
}

/// Consecutive entries of one agent on one site.
fn visits(entries: &[AuditEntry]) -> impl Iterator<Item = &[AuditEntry]> {
    let is_same =
        |one: &AuditEntry, next: &AuditEntry| one.agent == next.agent && one.origin == next.origin;
    entries.chunk_by(is_same)
}

/// A visit: who, where, and a row for each request. Equal reads in a row are one row.
fn section(visit: &[AuditEntry]) -> String {
    let Some(first) = visit.first() else {
        return String::new();
    };
    let site = first.origin.as_deref().unwrap_or("no site");
    let who = format!("{} on {site}", requoted(&first.agent.name));
    let mut html = format!(
        "<h2>{}</h2>\n<table>\n<tr><th>Time<th>Request<th>Outcome</tr>\n",
        escaped(&who)
    );
    let is_same_read = |one: &AuditEntry, next: &AuditEntry| {
        is_read(one)
            && one.kind == next.kind
            && one.outcome == next.outcome
            && one.consent == next.consent
    };
    for equal in visit.chunk_by(is_same_read) {
        html += &row(&equal[0], equal.len());
    }
    html + "</table>\n"
}

/// A read that was answered.
fn is_read(entry: &AuditEntry) -> bool {
    matches!(entry.outcome, AuditOutcome::Request(_)) && entry.element.is_none()
}

fn row(entry: &AuditEntry, count: usize) -> String {
    let mut request = entry.kind.replace("interact:", "").replace('_', " ");
    if let Some(element) = &entry.element {
        let _ = write!(request, " {} {}", element.role, requoted(&element.name));
    }
    if count > 1 {
        let _ = write!(request, " ({count} times)");
    }
    let consent = entry.consent.map(|consent| {
        let words = consent.as_str().replace('_', " ");
        format!(" <span class=consent>{}</span>", escaped(&words))
    });
    format!(
        "<tr><td><time>{}</time><td>{}<td><span class={}>{}</span>{}</tr>\n",
        escaped(&entry.time),
        escaped(&request),
        class(&entry.outcome),
        escaped(&entry.outcome.as_str().replace('_', " ")),
        consent.unwrap_or_default(),
    )
}

/// How the outcome looks.
fn class(outcome: &AuditOutcome) -> &'static str {
    match outcome {
        AuditOutcome::Request(RequestOutcome::Ok) => "plain",
        AuditOutcome::Action(outcome) if outcome.ends_steps() => "bad",
        AuditOutcome::Action(_) => "good",
        AuditOutcome::Request(RequestOutcome::Cancelled)
        | AuditOutcome::Fault(_)
        | AuditOutcome::Other(_) => "bad",
    }
}

/// A text as content of an element, on one line. Names of elements are the page's.
fn escaped(text: &str) -> String {
    let text = single_line(text);
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            other => html.push(other),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::audit::AuditedElement;
    use axlens_protocol::agent::interact::Outcome;

    fn entry(kind: &str, outcome: AuditOutcome) -> AuditEntry {
        AuditEntry {
            time: "2026-01-02T03:04:05.678Z".to_owned(),
            origin: Some("https://example.org".to_owned()),
            kind: kind.to_owned(),
            outcome,
            ..AuditEntry::default()
        }
    }

    #[test]
    fn a_report_has_a_row_for_each_action_and_for_equal_reads() {
        let read = || entry("observe", AuditOutcome::Request(RequestOutcome::Ok));
        let click = AuditEntry {
            element: Some(AuditedElement {
                uid: None,
                role: "button".to_owned(),
                name: "<script>alert(1)</script>\u{202e}".to_owned(),
            }),
            ..entry("interact:click", AuditOutcome::Action(Outcome::Changed))
        };
        let html = html(&[read(), read(), click, read()]);
        assert_eq!(html.matches("<tr><td>").count(), 3, "{html}");
        assert!(html.contains("observe (2 times)"), "{html}");
        assert!(html.contains("click button &quot;&lt;script&gt;"), "{html}");
        assert!(!html.contains("<script") && !html.contains('\u{202e}'));
    }

    #[test]
    fn a_report_is_bounded() {
        let read = entry("tabs", AuditOutcome::Request(RequestOutcome::Ok));
        let html = html(&vec![read; MAX_ENTRIES + 3]);
        assert!(html.contains("3 earlier ones"), "{}", &html[..2_000]);
    }
}
