//! The lists of the inspected tab besides its page: errors, requests, downloads and page tools,
//! with the lines that agents get for a request without options.

use crate::messages::{ListKind, Problem};
use axlens_page_facts::tab_list::TabList;
use axlens_page_facts::{downloads, errors, network, page_tools};
use axlens_protocol::agent::downloads::DownloadsRequest;
use axlens_protocol::agent::errors::ErrorsRequest;
use axlens_protocol::agent::network::NetworkRequest;
use axlens_protocol::wire::{
    ChromeTab, DownloadsResult, ErrorsResult, NetworkResult, PageToolsResult,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A list that was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListView {
    /// Title of the tab.
    pub title: String,
    /// URL of the tab.
    pub url: String,
    /// Number of the entries; can be larger than that of the lines.
    pub count: usize,
    /// Since when the entries are known, in milliseconds since 1970; `None` if that is unknown.
    pub since: Option<f64>,
    /// Number of documents that are not recorded yet.
    pub unrecorded: usize,
    lines: Vec<ListLine>,
}

/// A line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListLine {
    /// Its text.
    pub text: String,
    /// Whether it is an entry. The other ones are about the list.
    pub is_entry: bool,
}

/// What the worker adds to the result that the server gets.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RecordingState {
    unrecorded: usize,
}

impl ListView {
    /// Parses an answer, which has the result that the server gets.
    ///
    /// # Errors
    /// An invalid answer.
    pub fn read(kind: ListKind, text: &str) -> Result<ListView, Problem> {
        let RecordingState { unrecorded } = parsed(text)?;
        let view = match kind {
            ListKind::Errors => {
                let result: ErrorsResult = parsed(text)?;
                let answer = errors::answer(&ErrorsRequest::default(), &result);
                ListView::new(result.tab, errors::list(&answer), answer.since)
            }
            ListKind::Network => {
                let result: NetworkResult = parsed(text)?;
                let answer = network::answer(&NetworkRequest::default(), &result);
                ListView::new(result.tab, network::list(&answer), answer.since)
            }
            ListKind::Downloads => {
                let result: DownloadsResult = parsed(text)?;
                let answer = downloads::answer(&DownloadsRequest::default(), &result);
                ListView::new(result.tab, downloads::list(&answer), answer.since)
            }
            ListKind::PageTools => ListView::of_tools(parsed(text)?),
        };
        Ok(view.with_unrecorded(unrecorded))
    }

    /// The tab has no number: only the server gives it one.
    fn new(tab: ChromeTab, list: TabList<'_>, since: f64) -> ListView {
        let list = TabList { tab: None, ..list };
        let about = |text| ListLine {
            text,
            is_entry: false,
        };
        let entries = list.lines.iter().map(|line| ListLine {
            text: line.clone(),
            is_entry: true,
        });
        let head = std::iter::once(about(list.head()));
        ListView {
            title: tab.title,
            url: tab.url,
            count: list.count,
            since: (since > 0.0).then_some(since),
            unrecorded: 0,
            lines: head
                .chain(entries)
                .chain(list.note_lines().map(about))
                .collect(),
        }
    }

    /// The tools have no handles, which only the server gives them.
    fn of_tools(result: PageToolsResult) -> ListView {
        let frames = result.frames.iter().enumerate();
        let tools = frames.flat_map(|(at, frame)| {
            let tools = frame.tools.iter();
            tools.filter_map(move |listed| page_tools::tool((at, frame), listed, String::new()))
        });
        let entries: Vec<ListLine> = tools
            .map(|tool| ListLine {
                text: page_tools::line(&tool),
                is_entry: true,
            })
            .collect();
        let more: usize = result.frames.iter().map(|frame| frame.more as usize).sum();
        let is_supported = result.frames.first().is_some_and(|main| main.supported);
        let text = match is_supported {
            true => page_tools::head(entries.len() + more, entries.len(), ""),
            false => "...(this browser has no page tools)".to_owned(),
        };
        let head = ListLine {
            text,
            is_entry: false,
        };
        ListView {
            title: result.tab.title,
            url: result.tab.url,
            count: entries.len() + more,
            lines: std::iter::once(head).chain(entries).collect(),
            ..ListView::default()
        }
    }

    /// Without a record of the main document, nothing is known that an agent would get.
    fn with_unrecorded(self, unrecorded: usize) -> ListView {
        let is_known = unrecorded == 0 || self.since.is_some();
        ListView {
            unrecorded,
            lines: if is_known { self.lines } else { Vec::new() },
            ..self
        }
    }

    /// Whether the main document is recorded, or needs no record.
    pub fn is_recorded(&self) -> bool {
        !self.lines.is_empty()
    }

    /// The lines; none if the main document is not recorded yet.
    pub fn lines(&self) -> &[ListLine] {
        &self.lines
    }

    /// The whole text.
    pub fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| &*line.text).collect();
        lines.join("\n")
    }
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|_| Problem::Own("panel_fault_answer"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// An answer with these fields besides the tab.
    pub(crate) fn answer(fields: Value) -> String {
        let mut answer = fields;
        answer["tab"] = json!({"id": 7, "url": "https://example.test/", "title": "A page"});
        answer.to_string()
    }

    /// An answer with one error.
    pub(crate) fn one_error() -> String {
        let error = json!({"kind": "csp", "message": "blocked by img-src", "time": 2000.0,
            "last": 2000.0, "times": 1, "url": "https://ads.example/x.png"});
        let main = json!({"frame": 0, "url": "https://example.test/", "since": 1000.0,
            "errors": [error]});
        answer(json!({"frames": [main], "unrecorded": 0}))
    }

    #[test]
    fn the_lines_of_a_list_are_those_of_agents_without_the_number_of_the_tab() {
        let list = ListView::read(ListKind::Errors, &one_error()).expect("a list");
        let result: ErrorsResult = serde_json::from_str(&one_error()).expect("a result");
        let mut answer = errors::answer(&ErrorsRequest::default(), &result);
        answer.tab = 3;
        let served = errors::text(&answer);
        assert!(served.contains(" of tab 3;"), "{served}");
        assert_eq!(list.text(), served.replacen(" of tab 3", "", 1));
        let is_entry: Vec<bool> = list.lines().iter().map(|line| line.is_entry).collect();
        assert_eq!(is_entry, [false, true, false]);
        assert_eq!((list.count, list.since), (1, Some(1000.0)));
        assert_eq!(
            (&*list.title, &*list.url),
            ("A page", "https://example.test/")
        );
    }

    #[test]
    fn requests_and_downloads_are_lists_too() {
        let request = json!({"url": "https://example.test/api", "kind": "fetch", "status": 422,
            "start": 2000.0, "duration": 5.0});
        let main = json!({"frame": 0, "since": 1000.0, "requests": [request]});
        let list = ListView::read(ListKind::Network, &answer(json!({"frames": [main]})));
        let text = list.expect("a list").text();
        assert!(
            text.contains("\n422 fetch https://example.test/api 5 ms"),
            "{text}"
        );
        let download = json!({"name": "a.csv", "url": "https://example.test/a", "bytes": 5,
            "state": "complete", "boundBy": "page", "start": 2000.0});
        let answer = answer(json!({"since": 1000.0, "downloads": [download]}));
        let list = ListView::read(ListKind::Downloads, &answer).expect("a list");
        assert!(list.text().contains("\ncomplete a.csv 5 bytes"), "{list:?}");
        assert_eq!((list.unrecorded, list.is_recorded()), (0, true));
    }

    #[test]
    fn page_tools_are_lines_without_handles() {
        let listed = json!({"name": "add", "description": "Adds\n...(9 page tools)",
            "schema": "{\"properties\":{\"a\":{\"type\":\"number\"}}}", "readOnly": true});
        let main = json!({"supported": true, "tools": [listed.to_string(), "no JSON"], "more": 2});
        let list = ListView::read(ListKind::PageTools, &answer(json!({"frames": [main]})));
        let list = list.expect("a list");
        let lines = [
            "...(3 page tools, the first 1)",
            r#""add" ("a"?: number) "Adds\n...(9 page tools)" read-only"#,
        ];
        assert_eq!(list.text(), lines.join("\n"));
        assert_eq!((list.count, list.since), (3, None));
        let other = answer(json!({"frames": [{"supported": false}]}));
        let list = ListView::read(ListKind::PageTools, &other).expect("a list");
        assert_eq!(list.text(), "...(this browser has no page tools)");
    }

    #[test]
    fn a_page_that_is_not_recorded_has_no_lines() {
        for kind in [ListKind::Errors, ListKind::Network] {
            let main = json!({"frame": 0, "since": 0});
            let text = answer(json!({"frames": [main], "unrecorded": 2}));
            let list = ListView::read(kind, &text).expect("a list");
            assert_eq!((list.is_recorded(), list.unrecorded), (false, 2));
            assert_eq!((list.text(), list.since), (String::new(), None));
        }
    }

    #[test]
    fn a_frame_that_is_not_recorded_leaves_the_lines_of_the_other_ones() {
        let mut answer: Value = serde_json::from_str(&one_error()).expect("JSON");
        answer["unrecorded"] = json!(1);
        let list = ListView::read(ListKind::Errors, &answer.to_string()).expect("a list");
        assert_eq!((list.is_recorded(), list.unrecorded), (true, 1));
    }

    #[test]
    fn texts_of_the_page_forge_no_line() {
        let forged = "x\n...(0 errors; up to 0)";
        let mut answer: Value = serde_json::from_str(&one_error()).expect("JSON");
        answer["frames"][0]["errors"][0]["message"] = json!(forged);
        answer["frames"][0]["errors"][0]["url"] = json!(forged);
        let list = ListView::read(ListKind::Errors, &answer.to_string()).expect("a list");
        assert_eq!(list.text().lines().count(), 3, "{list:?}");
    }

    #[test]
    fn an_invalid_answer_is_a_problem() {
        for kind in ListKind::ALL {
            for text in ["", "{}", "null", r#"{"tab": 3}"#] {
                let read = ListView::read(kind, text);
                assert_eq!(read, Err(Problem::Own("panel_fault_answer")), "{text}");
            }
        }
    }
}
