//! Dialogs of the page: answered as the request says, or named by the next request.

use super::Answer::{Fault, Outcome};
use super::Step::{Accept, Act, OpensDialog, Send};
use super::{Case, DONE, click};
use serde_json::{Value, json};

/// Dialogs that a request answers.
pub(super) fn answered() -> Vec<Case> {
    let with = |selector: &str, dialogs: Value| json!({"action": "click", "selector": selector, "dialogs": dialogs});
    let accept = || json!({"confirm": "accept"});
    vec![Case {
        file: "reports/08/index.html",
        steps: vec![
            Send(with("#delete", accept()), DONE),
            Send(with("#rename", json!({"prompt": "Draft 2"})), DONE),
            Send(with("#form button", accept()), DONE),
        ],
        truth: (
            "[truth.deleted, truth.renamed, truth.sent]",
            json!([1, "Draft 2", 1]),
        ),
    }]
}

/// Dialogs that nobody answers.
pub(super) fn open() -> Vec<Case> {
    let blocked = || Fault(&["page_blocked"]);
    let with_limit = json!({"action": "click", "selector": "#b", "timeoutMs": 3000});
    vec![
        Case {
            file: "actions/05.html",
            steps: vec![Send(with_limit, blocked()), Accept],
            truth: ("document.title", json!("05 click opens an alert")),
        },
        // The dialog comes when the answer is out.
        Case {
            file: "reports/08/index.html",
            steps: vec![
                OpensDialog("#archive", Outcome(&["unchanged"])),
                Act("\"Delete draft\"", 0, click(), blocked()),
                Accept,
            ],
            truth: ("[truth.archived, truth.deleted]", json!([1, 0])),
        },
    ]
}
