//! The pages of `cases` next to the project, made after public bug reports and real applications:
//! what each says about itself afterwards, and what the answers may claim.

use crate::acting::observed_page::ObservedPage;
use anyhow::{Context, ensure};
use axlens_harness::{Chain, Kind, on_runtime, shared};
use serde_json::{Value, json};

/// A page, and what is done on it.
struct Case {
    /// Its file in the folder.
    file: &'static str,
    steps: Vec<Step>,
    /// An expression of the page, and its value afterwards.
    truth: (&'static str, Value),
}

enum Step {
    /// An action on the element of the nth line of the first snapshot that contains a text.
    Act(&'static str, usize, Value, Answer),
    /// A list of actions, each on the element of a line that contains a text.
    List(Vec<(&'static str, Value)>, Answer),
    /// An action on what has the focus.
    Keys(&'static [&'static str], Answer),
    /// Waits for an expression of the page.
    Until(&'static str),
}

/// What an answer has to be.
enum Answer {
    /// One of these outcomes of the last action.
    Outcome(&'static [&'static str]),
    /// One of these faults.
    Fault(&'static [&'static str]),
    /// Anything: the page says whether it is right.
    Any,
}
use Answer::{Any, Fault, Outcome};
use Step::{Act, Keys, List, Until};

const DONE: Answer = Outcome(&["changed", "routed", "navigated"]);
const REFUSED: Answer = Fault(&["not_applicable", "bad_request", "bad_value"]);
const NO_OPTION: Answer = Fault(&["option_not_found"]);
const CHANGED_UID: Answer = Fault(&["changed_uid", "stale_uid"]);

impl Answer {
    fn check(&self, answer: &Value) -> anyhow::Result<()> {
        let fault = answer["error"].as_str();
        let last = answer["results"].as_array().and_then(|all| all.last());
        let last = last.unwrap_or(answer);
        let fault = fault.or_else(|| last["error"].as_str());
        let is_right = match self {
            Outcome(outcomes) => {
                let outcome = last["outcome"].as_str().unwrap_or_default();
                fault.is_none() && outcomes.contains(&outcome)
            }
            Fault(codes) => fault.is_some_and(|code| codes.contains(&code)),
            Any => true,
        };
        ensure!(is_right, "{answer:#}");
        Ok(())
    }
}

impl Step {
    async fn run(self, page: &ObservedPage<'_>) -> anyhow::Result<()> {
        match self {
            Act(text, nth, mut action, answer) => {
                action["uid"] = json!(page.nth_uid(text, nth)?);
                answer.check(&page.interact(action).await?.body)
            }
            List(actions, answer) => {
                let named = actions.into_iter().map(|(text, mut action)| {
                    action["uid"] = json!(page.uid(text)?);
                    anyhow::Ok(action)
                });
                let named: Vec<Value> = named.collect::<anyhow::Result<_>>()?;
                answer.check(&page.interact(json!({"actions": named})).await?.body)
            }
            Keys(keys, answer) => {
                let press = json!({"action": "press", "keys": keys});
                answer.check(&page.interact(press).await?.body)
            }
            Until(expression) => page.tab.wait_for(expression).await,
        }
    }
}

fn click() -> Value {
    json!({"action": "click"})
}

fn fill(text: &str) -> Value {
    json!({"action": "fill", "value": text})
}

/// The element that was shown, or none.
fn other_elements() -> Vec<Case> {
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
fn sections_of_dates() -> Vec<Case> {
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

/// What the action has opened does not cover the next step.
fn lists_that_stay_open() -> Vec<Case> {
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

/// What can be seen and used can be used.
fn usable_elements() -> Vec<Case> {
    let link = |name| Act(name, 0, click(), DONE);
    let file = |name| json!({"action": "upload", "files": [{"name": name, "base64": "YQ=="}]});
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
fn drawn_fields() -> Vec<Case> {
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
            file: "reports/10/index.html",
            steps: vec![Act("\"Pick up\"", 0, json!({"action": "check"}), DONE)],
            truth: ("truth.links", json!(0)),
        },
    ]
}

/// No success that the page denies.
fn false_successes() -> Vec<Case> {
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
fn missing_options() -> Vec<Case> {
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
fn impossible_values() -> Vec<Case> {
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
            file: "actions/04.html",
            steps: vec![Act("\"Amount2\"", 0, fill("abc"), REFUSED)],
            truth: ("m.value", json!("5")),
        },
    ]
}

/// Runs the cases in a chain, and names each that is not right.
fn run(cases: Vec<Case>) -> anyhow::Result<()> {
    let Some(folder) = shared::reference("cases") else {
        return Ok(());
    };
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let mut wrong = Vec::new();
        for case in cases {
            let path = folder.join(case.file);
            if let Err(error) = one(&chain, &path, case.steps, &case.truth).await {
                wrong.push(format!("{}: {error:#}", case.file));
            }
        }
        ensure!(wrong.is_empty(), "{}", wrong.join("\n\n"));
        Ok(())
    })
}

async fn one(
    chain: &Chain,
    path: &std::path::Path,
    steps: Vec<Step>,
    (expression, right): &(&str, Value),
) -> anyhow::Result<()> {
    let html = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let page = ObservedPage::open(chain, &html).await?;
    let done = async {
        for step in steps {
            step.run(&page).await?;
        }
        let truth = page.tab.evaluate(expression).await?;
        ensure!(truth == *right, "{expression} is {truth}, not {right}");
        Ok(())
    };
    let outcome = done.await;
    page.tab.close().await?;
    outcome.with_context(|| page.tree.clone())
}

#[test]
fn no_other_element_is_hit() -> anyhow::Result<()> {
    run(other_elements())?;
    run(sections_of_dates())
}

#[test]
fn no_success_is_claimed_that_did_not_happen() -> anyhow::Result<()> {
    run(false_successes())?;
    run(missing_options())?;
    run(impossible_values())
}

#[test]
fn what_can_be_seen_can_be_used() -> anyhow::Result<()> {
    run(usable_elements())?;
    run(drawn_fields())
}

#[test]
fn a_list_that_an_action_has_opened_covers_nothing_afterwards() -> anyhow::Result<()> {
    run(lists_that_stay_open())
}
