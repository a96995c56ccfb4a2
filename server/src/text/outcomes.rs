//! What actions have changed, as text: a line for each action, and what an answer says of the page
//! after them. Texts of the page are quoted.

use axlens_page_facts::line_parts::{MAX_URL_LEN, file_name, request_kind, url_text};
use axlens_protocol::agent::interact::{ActionResult, Evidence, InteractAnswer};
use axlens_protocol::model::action::Settled;
use axlens_protocol::model::dialogs::{DialogAnswer, OpenedDialog};
use axlens_protocol::model::{DownloadBinding, FailedRequest, ReadBackOutcome, StartedDownload};
use axlens_snapshot::Role;
use axlens_snapshot::quote::{address, requoted, shortened};

/// The characters that a uid can have.
pub fn uid_text(uid: &str) -> String {
    uid.chars()
        .filter(|character| character.is_ascii_digit() || *character == '.')
        .collect()
}

/// What the answer to actions says after their results: the page.
///
/// # Errors
/// If the page's text is no JSON string.
pub fn page(answer: &InteractAnswer) -> serde_json::Result<String> {
    let mut text = String::new();
    for tab in &answer.new_tabs {
        text += &format!("...(tab {tab} was opened)\n");
    }
    match answer.settled {
        Settled::Quiet => {}
        Settled::Loading => text += "...(the page is still loading)\n",
        Settled::Cap => text += "...(the page goes on changing)\n",
    }
    match (&answer.tree, answer.since) {
        (Some(tree), _) => text += &tree.read()?,
        (None, Some(since)) => text += &format!("...(unchanged since snapshot {since})\n"),
        (None, None) => {}
    }
    if !answer.outside.is_empty() {
        text += &format!("...(outside of this view: {})\n", answer.outside.join(", "));
    }
    Ok(text)
}

/// `confirm "Delete it?": accepted`
fn dialog(dialog: &OpenedDialog) -> String {
    let answered = match dialog.answer {
        Some(DialogAnswer::Accept) => "accepted",
        Some(DialogAnswer::Dismiss) => "dismissed",
        None => "open, and waits for the user",
    };
    let message = shortened(&dialog.message, MAX_URL_LEN);
    // Any script of the page can report a dialog.
    format!(
        "the page reports {} {}: {answered}",
        dialog.kind.as_str(),
        requoted(&message)
    )
}

/// `changed: click button "Save", 3 lines`
pub fn action(result: &ActionResult) -> String {
    let ActionResult {
        action, evidence, ..
    } = result;
    let mut text = format!("{}: {action}", result.outcome.as_str());
    if let (Some(role), Some(name)) = (result.role, &result.name) {
        let role = role.as_str();
        text += &match (&result.uid, name.is_empty()) {
            // The uid distinguishes elements without a name.
            (Some(uid), true) => format!(" {} {role}", uid_text(uid)),
            _ => format!(" {role} {}", requoted(name)),
        };
    }
    let details = [
        evidence.lines.map(differing_lines),
        evidence
            .needs_consent
            .then(|| "after the user's consent".to_owned()),
        evidence
            .url
            .as_ref()
            .map(|url| format!("to {}", address(&shortened(url, MAX_URL_LEN)))),
        evidence
            .url_withheld
            .then(|| "to a page that this agent may not read".to_owned()),
        evidence
            .blocked
            .then(|| "blocked: it led to a site where this agent may not act".to_owned()),
        evidence.status.map(|status| format!("status {status}")),
        failed_requests(evidence),
        exceptions(evidence),
        evidence.download.as_ref().map(download),
        evidence
            .read_back
            .map(|outcome| read_back(outcome, evidence.now.as_deref())),
        is_list_filled_in_vain(result).then(|| "a list: `select` chooses in it".to_owned()),
        match evidence.hidden_changes {
            Some(_) => Some("but the page changed what snapshots do not show".to_owned()),
            None => evidence.watched_ms.map(|ms| format!("watched for {ms} ms")),
        },
        result
            .before
            .then(|| "done before, under the same key".to_owned()),
        result.hint.map(|hint| hint.as_str().to_owned()),
        result
            .threw
            .as_deref()
            .map(|error| format!("threw {}", requoted(error))),
        result.value.as_ref().map(value),
        result
            .value_length
            .map(|length| format!("of {length} characters")),
    ];
    let dialogs = evidence.dialogs.iter().map(dialog);
    for part in details.into_iter().flatten().chain(dialogs) {
        text += &format!(", {part}");
    }
    text
}

/// Whether text was entered in a list that took another value, or none.
fn is_list_filled_in_vain(result: &ActionResult) -> bool {
    let is_lost = result
        .evidence
        .read_back
        .is_some_and(|outcome| outcome != ReadBackOutcome::Removed);
    is_lost && result.action == "fill" && result.role == Some(Role::Combobox)
}

/// `reverted: it is now "3"`
fn read_back(outcome: ReadBackOutcome, now: Option<&str>) -> String {
    match (outcome, now) {
        (ReadBackOutcome::Removed, _) => "the field is gone: not read back".to_owned(),
        (ReadBackOutcome::ValueDiffers | ReadBackOutcome::Reverted, Some(now)) => {
            format!("{}: it is now {}", outcome.as_str(), requoted(now))
        }
        (ReadBackOutcome::ValueDiffers | ReadBackOutcome::Reverted, None) => {
            outcome.as_str().to_owned()
        }
    }
}

/// `2 requests failed: 404 fetch /api/a, 422 fetch /api/b`
fn failed_requests(evidence: &Evidence) -> Option<String> {
    let parts = evidence.failed_requests.iter().map(failed_request);
    let words = ("request failed", "requests failed");
    listed(parts.collect(), evidence.more_failed_requests, words)
}

/// `1 exception: "Error: no stock"`
fn exceptions(evidence: &Evidence) -> Option<String> {
    let parts = evidence.exceptions.iter().map(|message| requoted(message));
    let words = ("exception", "exceptions");
    listed(parts.collect(), evidence.more_exceptions, words)
}

/// Parts after their number, and how many more there are. `None` if there are none.
fn listed(mut parts: Vec<String>, more: u32, (one, several): (&str, &str)) -> Option<String> {
    let count = match parts.len() as u64 + u64::from(more) {
        0 => return None,
        1 => format!("1 {one}"),
        count => format!("{count} {several}"),
    };
    parts.extend((more > 0).then(|| format!("{more} more")));
    Some(format!("{count}: {}", parts.join(", ")))
}

/// `404 fetch /api/a`
fn failed_request(request: &FailedRequest) -> String {
    let FailedRequest { status, kind, url } = request;
    format!("{status} {} {}", request_kind(kind), url_text(url))
}

/// `download: report.csv and 1 more`
fn download(started: &StartedDownload) -> String {
    let is_certain = match started.bound_by {
        DownloadBinding::Navigation | DownloadBinding::Page => "",
        DownloadBinding::SharedPage => "perhaps ",
    };
    let more = match started.more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let name = file_name(started.name.as_deref());
    format!("{is_certain}download: {name}{more}")
}

fn differing_lines(lines: usize) -> String {
    match lines {
        1 => "1 line differs".to_owned(),
        more => format!("{more} lines differ"),
    }
}

/// The value of a script, quoted because the page may have made it.
fn value(value: &serde_json::Value) -> String {
    format!("value {}", requoted(&value.to_string()))
}

#[cfg(test)]
mod tests {
    use crate::text::answer_text::printed;
    use serde::Deserialize;
    use serde_json::Value;

    /// An answer, and its text.
    #[derive(Deserialize)]
    struct Case {
        text: String,
        answer: Value,
    }

    #[test]
    fn each_outcome_and_its_evidence_has_its_words() {
        let cases: Vec<Case> = include_str!("outcomes.jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).expect("a case"))
            .collect();
        assert!(cases.len() > 10);
        for Case { text, answer } in cases {
            let answer = serde_json::from_value(answer).expect("an answer");
            assert_eq!(printed(&answer).expect("a text"), text);
        }
    }
}
