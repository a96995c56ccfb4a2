//! The errors of a page as text, a line for each.

use crate::line_parts::url_text;
use crate::tab_list::TabList;
use axlens_protocol::agent::errors::{ErrorEntry, ErrorsAnswer};
use axlens_protocol::model::PageErrorKind;
use axlens_snapshot::quote::{requoted, shortened, single_line};

/// Maximum length of a printed message, in characters.
const MAX_MESSAGE_LEN: usize = 300;

/// Maximum length of a method, in characters.
const MAX_METHOD_LEN: usize = 10;

/// The errors as a list.
pub fn list(answer: &ErrorsAnswer) -> TabList<'_> {
    TabList {
        noun: "error",
        count: answer.count,
        tab: Some(answer.tab),
        at: answer.at,
        lines: answer.errors.iter().map(line).collect(),
        notes: &answer.notes,
    }
}

/// The errors, after a line with their number, and before what is not known.
pub fn text(answer: &ErrorsAnswer) -> String {
    list(answer).text()
}

/// Kind, method of the console or the request, message, URL, number, place in the source, and the
/// frame if it is not the main one.
fn line(entry: &ErrorEntry) -> String {
    let message = requoted(&shortened(&entry.message, MAX_MESSAGE_LEN));
    let separator = match entry.kind == PageErrorKind::Response {
        true => ' ',
        false => '.',
    };
    let method = entry.method.as_ref().map_or_else(String::new, |method| {
        let method = single_line(method);
        format!("{separator}{}", shortened(&method, MAX_METHOD_LEN))
    });
    let mut line = format!("{}{method} {message}", entry.kind.as_str());
    if let Some(url) = &entry.url {
        line += &format!(" {}", url_text(url));
    }
    if let Some(times) = entry.times {
        line += &format!(" {times} times");
    }
    if let Some(source) = &entry.source {
        line += &format!(" at {}", url_text(source));
    }
    if let Some(number) = entry.line {
        line += &format!(" line {number}");
    }
    if let Some(frame) = &entry.frame {
        line += &format!(" in {}", url_text(frame));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(message: &str) -> ErrorEntry {
        ErrorEntry {
            kind: PageErrorKind::Csp,
            message: message.to_owned(),
            ..ErrorEntry::default()
        }
    }

    #[test]
    fn a_line_has_kind_message_url_number_source_and_frame() {
        let short = entry("inline blocked by script-src");
        assert_eq!(line(&short), "csp \"inline blocked by script-src\"");
        let full = ErrorEntry {
            url: Some(String::new()),
            times: Some(3),
            source: Some("https://a.example/app.js".to_owned()),
            line: Some(12),
            frame: Some("https://b.example/".to_owned()),
            ..entry("blocked by img-src")
        };
        let call = |method: &str| ErrorEntry {
            kind: PageErrorKind::Console,
            method: Some(method.to_owned()),
            ..entry("two")
        };
        assert_eq!(line(&call("warn")), "console.warn \"two\"");
        assert_eq!(line(&call("a\nb")).lines().count(), 1);
        let response = ErrorEntry {
            kind: PageErrorKind::Response,
            method: Some("POST".to_owned()),
            ..entry("422 no stock")
        };
        assert_eq!(line(&response), "response POST \"422 no stock\"");
        let expected = "csp \"blocked by img-src\" (hidden) 3 times at https://a.example/app.js \
            line 12 in https://b.example/";
        assert_eq!(line(&full), expected);
    }

    #[test]
    fn texts_of_the_page_forge_no_line() {
        let forged = "x\"\n...(0 errors of tab 1; up to 0)";
        let all = ErrorEntry {
            url: Some(format!("https://a.example/{forged}")),
            source: Some(forged.to_owned()),
            frame: Some(forged.to_owned()),
            ..entry(forged)
        };
        let answer = ErrorsAnswer {
            count: 1,
            notes: vec![forged.to_owned()],
            errors: vec![all],
            ..ErrorsAnswer::default()
        };
        let text = super::text(&answer);
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(!text.contains("\n...(0 errors"), "{text}");
    }

    #[test]
    fn the_first_line_has_the_number_of_all_errors() {
        let answer = ErrorsAnswer {
            count: 2,
            tab: 7,
            at: 1_000.5,
            errors: vec![entry("x")],
            ..ErrorsAnswer::default()
        };
        let expected = "...(2 errors of tab 7, the last 1; up to 1000.5)";
        assert_eq!(super::text(&answer).lines().next(), Some(expected));
    }
}
