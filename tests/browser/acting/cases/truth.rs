//! No other element is hit, and no success is claimed that did not happen.

use super::Answer::{Any, Outcome};
use super::Step::{Act, Keys, List, Send, Until};
use super::{CHANGED_UID, Case, DONE, NO_OPTION, REFUSED, click, fill};
use serde_json::json;

/// The element that was shown, or none.
pub(super) fn other_elements() -> Vec<Case> {
    vec![
        Case {
            file: "reports/09/index.html",
            steps: vec![
                Act("\"Live order\"", 0, click(), Any),
                Until("truth.order[1] === 'Ludo evening'"),
                Act("\"Enter\"", 1, click(), CHANGED_UID),
            ],
            truth: ("truth.entered.length", json!(0)),
        },
        Case {
            file: "reports/09/index.html",
            steps: vec![Act("\"Enter\"", 1, click(), Any)],
            truth: ("truth.entered", json!(["Winter League"])),
        },
        Case {
            file: "reports/07/index.html",
            steps: vec![
                Act("\"Write the report frame again\"", 0, click(), Any),
                Until(
                    "document.querySelector('#report').contentDocument.querySelector('h2').textContent.includes('final')",
                ),
                Act("\"Send report\"", 0, click(), CHANGED_UID),
            ],
            truth: ("[truth.draft, truth.final]", json!([0, 0])),
        },
        Case {
            file: "reports/10/index.html",
            steps: vec![Act("checkbox", 0, json!({"action": "check"}), DONE)],
            truth: ("[truth.terms, truth.links]", json!([true, 0])),
        },
    ]
}

/// The selection that a section of a date makes is kept.
pub(super) fn sections_of_dates() -> Vec<Case> {
    vec![
        Case {
            file: "reports/22/index.html",
            steps: vec![
                Act("spinbutton \"Month\"", 0, click(), Any),
                Keys(&["1", "1"], Any),
                Keys(&["0", "5"], Any),
                Keys(&["2", "0", "2", "6"], Any),
                Act("spinbutton \"Month\"", 1, click(), Any),
                Keys(&["1", "2"], Any),
            ],
            truth: (
                "[truth.first, truth.last]",
                json!(["2026-11-05", "2026-12-31"]),
            ),
        },
        Case {
            file: "reports/22/index.html",
            steps: vec![Act(
                "spinbutton \"Month\"",
                0,
                json!({"action": "type", "text": "11052026"}),
                Any,
            )],
            truth: ("truth.first", json!("2026-11-05")),
        },
        Case {
            file: "reports/22/index.html",
            steps: vec![
                Act("spinbutton \"Month\"", 1, fill("12"), Any),
                Act("spinbutton \"Day\"", 1, fill("24"), Any),
            ],
            truth: ("truth.last", json!("2026-12-24")),
        },
    ]
}

/// No success that the page denies.
pub(super) fn false_successes() -> Vec<Case> {
    vec![
        Case {
            file: "reports/13/index.html",
            steps: vec![Act(
                "\"Delivery\"",
                0,
                json!({"action": "select", "labels": ["Express"]}),
                Outcome(&["reverted"]),
            )],
            truth: ("truth.delivery", json!("standard")),
        },
        // What the page puts back ends the list.
        Case {
            file: "reports/13/index.html",
            steps: vec![List(
                vec![
                    (
                        "\"Colour\"",
                        json!({"action": "select", "labels": ["Blue"]}),
                    ),
                    (
                        "\"Delivery\"",
                        json!({"action": "select", "labels": ["Express"]}),
                    ),
                    ("\"Order\"", click()),
                ],
                Outcome(&["reverted"]),
            )],
            truth: ("[truth.colour, truth.ordered]", json!(["blue", ""])),
        },
        Case {
            file: "apps/b-19.html",
            steps: vec![
                Act("\"Month\"", 0, fill("3"), DONE),
                Act("\"Day\"", 0, fill("7"), DONE),
            ],
            truth: ("out.textContent", json!("valid 03-07")),
        },
        Case {
            file: "apps/a-01.html",
            steps: vec![
                Act("\"Volume\"", 0, fill("40"), DONE),
                Until("c.value === '40'"),
                Act("\"Volume\"", 0, fill("0"), DONE),
                Until("c.value === '0'"),
            ],
            truth: ("v.value", json!("0")),
        },
    ]
}

/// An option that does not exist ends the list.
pub(super) fn missing_options() -> Vec<Case> {
    let select = |label| json!({"action": "select", "labels": [label]});
    vec![
        Case {
            file: "apps/b-10.html",
            steps: vec![
                Act("combobox", 0, click(), Any),
                Act("combobox", 0, select("Mango"), Outcome(&["value_differs"])),
            ],
            truth: ("out.textContent", json!("")),
        },
        Case {
            file: "apps/b-20.html",
            steps: vec![
                Act("\"Toppings\"", 0, select("One"), DONE),
                Act("\"Toppings\"", 0, select("Three"), DONE),
                Act(
                    "\"Toppings\"",
                    0,
                    select("Nope"),
                    Outcome(&["value_differs"]),
                ),
                Act("\"Name\"", 0, fill("Ada"), DONE),
            ],
            truth: ("c.textContent", json!("Three")),
        },
        Case {
            file: "actions/09.html",
            steps: vec![Act("combobox", 0, select("Express"), NO_OPTION)],
            truth: ("s.value", json!("Standard")),
        },
    ]
}

/// A value that a field can't have is refused.
pub(super) fn impossible_values() -> Vec<Case> {
    vec![
        Case {
            file: "actions/10.html",
            steps: vec![Act(
                "\"Choose File\"",
                0,
                json!({"action": "upload", "files": [{"name": "a.txt", "type": "text/plain", "base64": "YQ=="}]}),
                REFUSED,
            )],
            truth: ("f.files.length", json!(0)),
        },
        Case {
            file: "actions/14.html",
            steps: vec![
                Act("slider", 0, fill("200"), REFUSED),
                Act("slider", 0, fill("15.4"), REFUSED),
                Act("slider", 1, fill("7"), REFUSED),
                Act("slider", 1, fill("75"), DONE),
            ],
            truth: ("[r.value, s.value]", json!(["50", "75"])),
        },
        Case {
            file: "actions/13.html",
            steps: ["#c", "#f", "#s", "#i", "#d", "#z", "#b", "#u"]
                .map(|field| {
                    let fill = json!({"action": "fill", "selector": field, "value": "x"});
                    Send(fill, REFUSED)
                })
                .into(),
            truth: (
                "[c.checked, s.value, z.value, b.value, d.checked]",
                json!([false, "", "", "v", false]),
            ),
        },
        Case {
            file: "actions/13.html",
            steps: vec![
                Send(
                    json!({"action": "fill", "selector": "#r", "value": "x"}),
                    REFUSED,
                ),
                Send(
                    json!({"action": "fill", "selector": "#t", "value": "x"}),
                    DONE,
                ),
            ],
            truth: ("[r.value, t.value]", json!(["50", "x"])),
        },
        Case {
            file: "actions/04.html",
            steps: vec![Act("\"Amount2\"", 0, fill("abc"), REFUSED)],
            truth: ("m.value", json!("5")),
        },
    ]
}
