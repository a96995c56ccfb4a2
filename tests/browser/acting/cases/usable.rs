//! What can be seen and used can be used.

use super::Answer::{Any, Fault, Hint, Outcome, Suggests};
use super::Step::{Act, List, Send, Until};
use super::{Case, DONE, NO_OPTION, click, fill};
use serde_json::{Value, json};

/// What the action has opened does not cover the next step.
pub(super) fn lists_that_stay_open() -> Vec<Case> {
    let select = json!({"action": "select", "labels": ["One", "Three"]});
    vec![Case {
        file: "apps/b-20.html",
        steps: vec![List(
            vec![("\"Toppings\"", select), ("\"Name\"", fill("Ada"))],
            DONE,
        )],
        truth: (
            "[c.textContent, document.querySelector('input').value]",
            json!(["One, Three", "Ada"]),
        ),
    }]
}

/// Links without a box of their own, and buttons in written frames.
pub(super) fn links() -> Vec<Case> {
    let link = |name| Act(name, 0, click(), DONE);
    vec![
        Case {
            file: "reports/11/index.html",
            steps: vec![
                link("link \"Season tickets\""),
                link("link \"Opening hours\""),
                link("link \"3 days ago\""),
                link("link \"Berlin branch\""),
                link("link \"North wing\""),
                link("link \"South wing\""),
                link("link \"our house rules"),
                link("link \"Museum shop\""),
            ],
            truth: (
                "Object.entries(truth.hits).flat().sort().join('')",
                json!("11111111abcdefgh"),
            ),
        },
        Case {
            file: "reports/06/index.html",
            // It shows nothing.
            steps: vec![Act("\"Claim offer\"", 0, click(), Any)],
            truth: ("truth.offer", json!(1)),
        },
    ]
}

/// File fields that pages hide, and what they draw instead.
pub(super) fn file_fields() -> Vec<Case> {
    let file = |name| json!({"action": "upload", "files": [{"name": name, "base64": "YQ=="}]});
    vec![
        Case {
            file: "reports/14/index.html",
            steps: vec![
                Act("\"Drop receipts here\"", 0, file("a.pdf"), DONE),
                Act("\"Choose photo\"", 0, file("b.png"), DONE),
                Act("\"Add scan\"", 0, file("c.png"), DONE),
                Act(
                    "\"Attach invoice\"",
                    0,
                    file("d.pdf"),
                    Outcome(&["value_differs"]),
                ),
            ],
            truth: (
                "[truth.receipts, truth.photo, truth.scan, truth.invoice]",
                json!([["a.pdf:1"], ["b.png:1"], ["c.png:1"], []]),
            ),
        },
        Case {
            file: "apps/a-09.html",
            steps: vec![Act("\"Upload Files\"", 0, file("a.txt"), DONE)],
            truth: ("o.value", json!("a.txt")),
        },
        Case {
            file: "apps/a-18.html",
            steps: vec![Act("\"Drop an image here\"", 0, file("a.png"), DONE)],
            truth: ("o.value", json!("drop: a.png type=\"image/png\"")),
        },
    ]
}

/// What a page draws around a field is used like the field.
pub(super) fn drawn_fields() -> Vec<Case> {
    vec![
        Case {
            file: "reports/02/index.html",
            steps: vec![
                Act(
                    "\"Mascot\"",
                    0,
                    json!({"action": "select", "labels": ["Octopus"]}),
                    DONE,
                ),
                Act(
                    "\"Plan\"",
                    0,
                    json!({"action": "select", "labels": ["Enterprise ask us"]}),
                    NO_OPTION,
                ),
            ],
            truth: ("[truth.mascot, truth.plan]", json!(["o", "s"])),
        },
        Case {
            file: "apps/b-15.html",
            steps: vec![Act(
                "combobox \"Cities\"",
                0,
                json!({"action": "select", "labels": ["Istanbul"]}),
                DONE,
            )],
            truth: ("out.textContent", json!("Istanbul")),
        },
        Case {
            file: "apps/a-05.html",
            steps: vec![
                // The chosen one can't be removed in the list.
                Act(
                    "\"Toppings\"",
                    0,
                    json!({"action": "select", "labels": ["Cheese"]}),
                    Outcome(&["value_differs", "changed"]),
                ),
                Act("\"Plus\"", 0, click(), DONE),
            ],
            truth: ("[n.value, st.value]", json!(["1", "Ham,Cheese"])),
        },
    ]
}

/// A cell that takes keys, and a box that a label draws.
pub(super) fn cells_and_labels() -> Vec<Case> {
    vec![
        Case {
            file: "apps/b-26.html",
            steps: vec![
                Send(
                    json!({"action": "type", "selector": "#a", "text": "East"}),
                    DONE,
                ),
                Send(json!({"action": "press", "keys": "Enter"}), DONE),
            ],
            truth: ("out.textContent", json!("East")),
        },
        Case {
            file: "reports/10/index.html",
            steps: vec![Act("\"Pick up\"", 0, json!({"action": "check"}), DONE)],
            truth: ("truth.links", json!(0)),
        },
    ]
}

/// A frame by a selector of one's own, and what is inside a control without pointer events.
pub(super) fn inside_others() -> Vec<Case> {
    let on = |selector: &str| json!({"action": "click", "selector": selector});
    vec![
        Case {
            file: "actions/01.html",
            steps: vec![Send(
                json!({"action": "click", "selector": "button", "frame": ["iframe"]}),
                DONE,
            )],
            truth: ("window.hits", json!(1)),
        },
        Case {
            file: "actions/01.html",
            steps: vec![Send(
                json!({"action": "click", "selector": "button", "frame": ["iframe.other"]}),
                Fault(&["scope_not_found"]),
            )],
            truth: ("window.hits ?? 0", json!(0)),
        },
        Case {
            file: "actions/03.html",
            steps: vec![
                Send(on("#t"), DONE),
                Until("log.textContent === 'button'"),
                Send(on("#i"), DONE),
            ],
            truth: ("log.textContent", json!("link")),
        },
    ]
}

/// Toggles outside of the containers that ARIA wants for them.
pub(super) fn toggles() -> Vec<Case> {
    let check = |selector| {
        Send(
            json!({"action": "check", "selector": selector}),
            Outcome(&["changed"]),
        )
    };
    let all = ["#m", "#o", "#t", "#r", "#m2", "#o2", "#t2"];
    vec![Case {
        file: "actions/11.html",
        steps: all.map(check).into(),
        truth: (
            "document.querySelectorAll('[aria-checked=true]').length",
            json!(7),
        ),
    }]
}

/// Keys that need the user's gesture say so, or work.
pub(super) fn clipboard() -> Vec<Case> {
    let press = |keys: &str| json!({"action": "press", "selector": "#i", "keys": keys});
    vec![Case {
        file: "actions/07.html",
        steps: vec![
            Send(press("Control+A"), Any),
            Send(press("Control+X"), Hint("needs_user_activation")),
        ],
        truth: ("i.value", json!("abc")),
    }]
}

/// Pages that react to the release of a key.
pub(super) fn fields_that_listen_to_keys() -> Vec<Case> {
    vec![
        Case {
            file: "apps/b-02.html",
            steps: vec![
                Act("\"JSON\"", 0, fill("[1]"), DONE),
                Act("\"Import\"", 0, click(), DONE),
            ],
            truth: ("out.textContent", json!("imported [1]")),
        },
        Case {
            file: "reports/15/index.html",
            steps: vec![
                Act("\"Company\"", 0, fill("Harlem"), DONE),
                Until("document.querySelector('.suggest') !== null"),
                Send(
                    json!({"action": "click", "selector": "text=Harlem Business Alliance"}),
                    DONE,
                ),
                Act("\"Search\"", 0, click(), DONE),
            ],
            truth: ("[truth.id, truth.searched]", json!([4812, "4812"])),
        },
    ]
}

/// What is drawn by a script, and what is shown by a rule of CSS only.
pub(super) fn without_a_pointer() -> Vec<Case> {
    let press = |key: &str| json!({"action": "press", "keys": key});
    vec![
        Case {
            file: "apps/a-07.html",
            steps: vec![
                Act(
                    "gridcell \"Apple\"",
                    0,
                    click(),
                    Fault(&["element_not_visible"]),
                ),
                Act("gridcell \"1\"", 0, json!({"action": "focus"}), Any),
                Send(press("Enter"), DONE),
                Send(press("Control+A"), Any),
                Send(json!({"action": "type", "text": "22"}), DONE),
                Send(press("Enter"), DONE),
            ],
            truth: ("o.value", json!("Apple,22")),
        },
        Case {
            file: "apps/b-03.html",
            steps: vec![Send(
                json!({"action": "click", "selector": "line", "nth": 1}),
                DONE,
            )],
            truth: (
                "out.textContent.includes('200,') && out.textContent.endsWith(' line')",
                json!(true),
            ),
        },
        Case {
            file: "apps/b-17.html",
            steps: vec![
                Send(
                    json!({"action": "drag", "selector": "#ev", "position": [75, 48], "to": {"by": [0, 40]}}),
                    Hint("hover_only_css"),
                ),
                Send(
                    json!({"action": "hover", "selector": "#ev"}),
                    Hint("hover_only_css"),
                ),
            ],
            truth: ("out.textContent", json!("move")),
        },
    ]
}

/// One's own edit of a row is no change of what is in it.
pub(super) fn own_edits() -> Vec<Case> {
    let twice = json!({"action": "click", "count": 2});
    let press = |keys: &[&str]| json!({"action": "press", "keys": keys});
    vec![Case {
        file: "apps/b-05.html",
        steps: vec![List(
            vec![
                ("gridcell \"37\"", twice),
                ("", json!({"action": "type", "text": "38"})),
                ("", press(&["Enter"])),
                ("button \"Save\"", click()),
            ],
            DONE,
        )],
        truth: ("out.textContent", json!("saved")),
    }]
}

/// The uid that a fault suggests can be used, also if the answers show no page.
pub(super) fn suggested_elements() -> Vec<Case> {
    let shown_nothing = |mut action: Value| {
        action["snapshot"] = json!("none");
        action
    };
    let select = json!({"action": "select", "labels": ["name"]});
    vec![Case {
        file: "apps/b-08.html",
        steps: vec![
            Act("\"Column\"", 0, shown_nothing(select), DONE),
            Act("\"Value\"", 0, shown_nothing(fill("x")), Suggests("y")),
        ],
        truth: ("document.querySelector('#v2').value", json!("y")),
    }]
}

/// What one has dropped on an element is no other name of it, and a header covers nothing.
pub(super) fn drops() -> Vec<Case> {
    let drop_on = |to: &str| json!({"action": "drag", "to": {"selector": to}});
    let by = json!({"action": "drag", "to": {"by": [100, 0]}});
    vec![
        Case {
            file: "apps/b-06.html",
            steps: vec![
                Act("\"inject\"", 0, drop_on("#cv"), DONE),
                Act("\"debug\"", 0, drop_on("#cv"), DONE),
            ],
            truth: ("cv.children.length", json!(2)),
        },
        Case {
            file: "apps/a-06.html",
            steps: vec![
                Act("\"End\"", 0, json!({"action": "scroll"}), Any),
                Act("\"Price\"", 0, by, DONE),
            ],
            truth: ("o.value", json!("100")),
        },
        // The item acts when the button is released, and is removed then.
        Case {
            file: "apps/b-09.html",
            steps: vec![Send(
                json!({"actions": [
                    {"action": "click", "selector": "#f", "button": "right"},
                    {"action": "click", "selector": "text=Rename"},
                    {"action": "fill", "selector": "input", "value": "a.js"},
                ]}),
                DONE,
            )],
            truth: ("out.firstChild.value", json!("a.js")),
        },
    ]
}

/// A drag, a long press and the wheel have the effect of real input.
pub(super) fn pointers() -> Vec<Case> {
    let drag =
        |from: &str, to: &str| json!({"action": "drag", "selector": from, "to": {"selector": to}});
    let hold = |milliseconds: u32| json!({"action": "click", "hold": milliseconds});
    let mut delayed = drag("text=Red", "text=Blue");
    delayed["hold"] = json!(400);
    vec![
        Case {
            file: "actions/02.html",
            steps: vec![Send(drag("#card", "#bin"), Any)],
            truth: ("log.textContent", json!("")),
        },
        Case {
            file: "apps/b-11.html",
            steps: vec![Send(drag("#src", "#dst"), DONE)],
            truth: (
                "out.textContent",
                json!("strict got card | dragend dropEffect=move"),
            ),
        },
        Case {
            file: "apps/b-25.html",
            steps: vec![Send(drag("text=Child 1", "text=Other"), DONE)],
            truth: ("out.textContent", json!("Child 1 into Other")),
        },
        Case {
            file: "apps/b-12.html",
            steps: vec![Send(delayed, DONE)],
            truth: ("out.textContent", json!("Green,Blue,Red")),
        },
        Case {
            file: "apps/b-18.html",
            steps: vec![Send(
                json!({"action": "scroll", "selector": "#c", "by": [0, -100]}),
                DONE,
            )],
            truth: ("[out.textContent, scrollY]", json!(["zoom 1.25", 0])),
        },
        Case {
            file: "reports/05/index.html",
            steps: vec![
                Act("\"Hold to erase", 0, hold(1400), DONE),
                Act("\"Photo 1\"", 0, hold(800), DONE),
                Act("\"Photo 2\"", 0, click(), Any),
            ],
            truth: (
                "[truth.erased, truth.aborted, truth.chosen, truth.opened]",
                json!([1, 0, ["Photo 1"], ["Photo 2"]]),
            ),
        },
    ]
}
