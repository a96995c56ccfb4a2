//! What a snapshot shows of a page: names, hints, what is unseen, and what has a uid.

use super::Answer::{Any, Fault, Outcome};
use super::Step::{Act, Lacks, List, Observe, Sees, Send, Short, Until};
use super::{Answer, Case, DONE, click, fill};
use serde_json::{Value, json};

/// Controls without a text are named by what their page says of them, never by a glyph or a class
/// of a layout.
pub(super) fn names() -> Vec<Case> {
    vec![
        Case {
            file: "apps/a-10.html",
            steps: vec![
                Sees(&["button ~menu", "\"Data Import\""]),
                Observe(&["listitem in=\"Data Import\""], &[]),
                Send(
                    json!({"action": "click", "selector": "text=Data Import"}),
                    DONE,
                ),
                Until("o.value === 'Data Import'"),
                Act("~menu", 0, click(), DONE),
                Until("o.value === 'menu'"),
                Send(
                    json!({"action": "click", "selector": "text=edit_calendar"}),
                    DONE,
                ),
                Until("o.value === 'cal'"),
                Act("Drag files here", 0, click(), DONE),
            ],
            truth: ("o.value", json!("card")),
        },
        Case {
            file: "apps/a-16.html",
            steps: vec![
                Sees(&[
                    "~save",
                    "~trash",
                    "~play",
                    "~colorize",
                    "~folder-tree",
                    "~bell",
                ]),
                Lacks(&["transition", "leading", "~flex", "rounded", "~q-"]),
            ],
            truth: ("document.title", json!("r16 hints of icon buttons")),
        },
        Case {
            file: "apps/b-01.html",
            steps: vec![
                Sees(&["button \"Add\"", "~trash"]),
                Lacks(&["\u{f0c9}", "\u{f1f8}", "\u{f067}"]),
                Act("~trash", 0, click(), DONE),
            ],
            truth: ("out.textContent", json!("del")),
        },
    ]
}

/// Dragged labels and generated texts can be named.
pub(super) fn names_of_drawn_elements() -> Vec<Case> {
    vec![
        Case {
            file: "apps/b-04.html",
            steps: vec![
                Observe(&["\"groceries\"", "\"travel\"", "Input node"], &[]),
                Act(" group", 0, click(), DONE),
                Until("out.textContent === 'opened'"),
                Act(" group", 1, click(), DONE),
            ],
            truth: ("out.textContent", json!("opened2")),
        },
        Case {
            file: "apps/b-13.html",
            steps: vec![
                Sees(&["\"Save\""]),
                Send(json!({"action": "click", "selector": "text=Save"}), DONE),
            ],
            truth: ("out.textContent", json!("saved")),
        },
    ]
}

/// What the user sees is not marked as unseen, and what they do not see is.
pub(super) fn unseen() -> Vec<Case> {
    vec![
        Case {
            file: "apps/a-02.html",
            steps: vec![
                Sees(&["\"Write something\""]),
                Lacks(&["value=\"Write something\""]),
                Act(
                    "\"Intro\"",
                    0,
                    json!({"action": "type", "text": "Hi"}),
                    DONE,
                ),
            ],
            truth: ("m.value", json!("Hi")),
        },
        Case {
            file: "apps/a-04.html",
            steps: vec![Lacks(&["unseen"]), Act("\"Yes\"", 0, click(), Any)],
            truth: ("document.querySelectorAll('button').length", json!(1)),
        },
        Case {
            file: "apps/b-23.html",
            steps: vec![
                Sees(&["searchbox \"Search Items...\" unseen"]),
                Act("\"search\"", 0, click(), DONE),
                Act("searchbox", 0, fill("Ada"), DONE),
            ],
            truth: ("i.value", json!("Ada")),
        },
        // Drawn on a canvas, which an application describes by transparent elements.
        Case {
            file: "reports/18/index.html",
            steps: vec![
                Act(
                    "\"Enable accessibility\"",
                    0,
                    json!({"action": "activate"}),
                    DONE,
                ),
                Observe(&["button \"Increment\"", "switch \"Dark mode\""], &[]),
                Send(
                    json!({"action": "click", "selector": "text=Increment"}),
                    DONE,
                ),
                Send(
                    json!({"action": "fill", "selector": "input", "value": "Ada"}),
                    DONE,
                ),
                Send(json!({"action": "click", "selector": "at=120,134"}), DONE),
            ],
            truth: (
                "[truth.count, truth.taps, truth.name]",
                json!([2, 2, "Ada"]),
            ),
        },
    ]
}

fn on(selector: &str) -> Value {
    json!({"action": "click", "selector": selector})
}

const DISABLED: Answer = Fault(&["element_disabled"]);

/// What is inert by its style can't be used, and what is not can.
pub(super) fn inert_by_style() -> Vec<Case> {
    vec![Case {
        file: "reports/01/index.html",
        steps: vec![
            Send(on("[data-trip=castle] button"), DISABLED),
            Send(
                json!({"action": "check", "selector": "[data-trip=castle] input"}),
                DISABLED,
            ),
            Act("\"Next trip\"", 0, click(), DONE),
            Observe(&["button \"Book Castle walk\""], &[]),
            Act(
                "\"Book Harbour tour\"",
                0,
                click(),
                Fault(&["element_disabled", "stale_uid", "changed_uid"]),
            ),
            Send(on("[data-trip=castle] button"), DONE),
        ],
        truth: (
            "[truth.castle, truth.harbour, truth.ticks]",
            json!([1, 0, 0]),
        ),
    }]
}

/// Nor what is behind a dialog.
pub(super) fn inert_by_dialogs() -> Vec<Case> {
    vec![
        Case {
            file: "reports/21/index.html",
            steps: vec![
                Act("\"Edit in a dialog\"", 0, click(), DONE),
                Send(on("#country"), Any),
                Send(on("text=Norway"), DISABLED),
                Until("document.querySelector('#toast').matches(':popover-open')"),
                Send(on("#undo"), DISABLED),
                Act(
                    "\"Delete all addresses\"",
                    0,
                    click(),
                    Fault(&["element_disabled"]),
                ),
                Send(on("#language"), DONE),
                Send(on("text=Portuguese"), DONE),
                Send(on("#save"), DONE),
            ],
            truth: (
                "[truth.country, truth.language, truth.undone, truth.deletedAll, truth.saved]",
                json!(["", "Portuguese", 0, 0, 1]),
            ),
        },
        // The page is hidden from assistive technology, and its pointer events are off.
        Case {
            file: "reports/21/index.html",
            steps: vec![
                Act("\"Edit in a sheet\"", 0, click(), DONE),
                Observe(&["textbox \"Street\"", "button \"Close\""], &[]),
                Send(
                    on("#behind"),
                    Fault(&["element_not_visible", "element_disabled", "element_covered"]),
                ),
                Send(on("text=Close"), DONE),
            ],
            truth: ("[truth.deletedAll, truth.sheet]", json!([0, 1])),
        },
    ]
}

/// Answers about large pages are short, and say what they are about.
pub(super) fn large_answers() -> Vec<Case> {
    vec![
        Case {
            file: "reports/25/index.html",
            steps: vec![
                Short(
                    json!({"action": "click", "selector": "text=Analysis"}),
                    100_000,
                ),
                Short(
                    json!({"action": "click", "selector": "text=Overview", "snapshot": "none"}),
                    2_000,
                ),
                Send(
                    json!({"action": "click", "selector": "text=Analysis", "snapshot": "none"}),
                    DONE,
                ),
                Send(
                    json!({"action": "click", "selector": ".cell:nth-child(12) .one:first-child"}),
                    DONE,
                ),
            ],
            truth: ("truth.ran", json!([12])),
        },
        // It changes all the time, without anything that a snapshot shows.
        Case {
            file: "apps/a-12.html",
            steps: vec![
                Act("\"Add block\"", 0, click(), Any),
                List(
                    vec![("", json!({"wait": {"for": "quiet", "timeoutMs": 900}}))],
                    Fault(&["not_yet"]),
                ),
                Until("document.querySelector('#list button') !== null"),
                Observe(&["textbox \"Text 1\"", "button \"Delete 1\""], &[]),
                Act(
                    "\"Add block\"",
                    0,
                    click(),
                    Outcome(&["changed", "unchanged"]),
                ),
                List(
                    vec![(
                        "",
                        json!({"wait": {"for": "appears", "selector": "text=Delete 2"}}),
                    )],
                    Any,
                ),
                Send(json!({"action": "click", "selector": "text=Delete 2"}), Any),
            ],
            truth: ("n", json!(2)),
        },
    ]
}
