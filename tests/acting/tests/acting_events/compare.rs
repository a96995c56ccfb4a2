//! The same page used twice, by real input and by `perform`: what it hears must be the same, but
//! for `isTrusted` and the differences that docs/acting-events.md lists. None goes unlisted, and
//! none that is listed stays away. `AXLENS_LOGS=1` prints both logs, `AXLENS_SCENARIO` takes only
//! the scenarios with this in their names.

use super::Acting;
use super::real_input::{CONTROL, SHIFT, Step, take};
use axlens_harness::shared;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What a person does, and what an agent does instead.
struct Scenario {
    name: &'static str,
    /// Done by script before both.
    before: &'static str,
    person: &'static [Step],
    agent: &'static [(Option<&'static str>, &'static str)],
    /// What the page is like afterwards.
    state: &'static str,
    /// Events that only the one way of doing it brings with it.
    aside: &'static [&'static str],
}

const NOTHING: Scenario = Scenario {
    name: "",
    before: "",
    person: &[],
    agent: &[],
    state: "0",
    aside: &[],
};

/// A caret and what is selected in a field.
const SELECTED: &str = "[document.activeElement.id, document.activeElement.value, document.activeElement.selectionStart, document.activeElement.selectionEnd]";

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "click",
        person: &[Step::Click("#bold", "left", 1)],
        agent: &[(Some("#plain"), r#"{"action": "click"}"#)],
        state: "document.activeElement.id",
        ..NOTHING
    },
    Scenario {
        name: "two clicks on two things",
        person: &[
            Step::Click("#bold", "left", 1),
            Step::Click("#name", "left", 1),
        ],
        agent: &[
            (Some("#plain"), r#"{"action": "click"}"#),
            (Some("#name"), r#"{"action": "click"}"#),
        ],
        state: SELECTED,
        ..NOTHING
    },
    Scenario {
        name: "double click",
        person: &[Step::Click("#bold", "left", 2)],
        agent: &[(Some("#plain"), r#"{"action": "click", "count": 2}"#)],
        ..NOTHING
    },
    Scenario {
        name: "double click on a word",
        person: &[Step::Click("#words", "left", 2)],
        agent: &[(Some("#words"), r#"{"action": "click", "count": 2}"#)],
        ..NOTHING
    },
    Scenario {
        name: "double click in a field",
        person: &[Step::Move("#name"), Step::Click("#name", "left", 2)],
        agent: &[
            (Some("#name"), r#"{"action": "hover"}"#),
            (Some("#name"), r#"{"action": "click", "count": 2}"#),
        ],
        ..NOTHING
    },
    Scenario {
        name: "right click",
        person: &[Step::Click("#bold", "right", 1)],
        agent: &[(Some("#plain"), r#"{"action": "click", "button": "right"}"#)],
        ..NOTHING
    },
    Scenario {
        name: "middle click",
        person: &[Step::Click("#bold", "middle", 1)],
        agent: &[(Some("#plain"), r#"{"action": "click", "button": "middle"}"#)],
        ..NOTHING
    },
    Scenario {
        name: "click with Shift",
        person: &[Step::ClickWith("#bold", SHIFT)],
        agent: &[(
            Some("#plain"),
            r#"{"action": "click", "modifiers": ["Shift"]}"#,
        )],
        ..NOTHING
    },
    Scenario {
        name: "click on text, out of a field",
        before: "document.getElementById('name').focus()",
        person: &[Step::Click("#words", "left", 1)],
        agent: &[(Some("#words"), r#"{"action": "click"}"#)],
        state: "document.activeElement.localName",
        ..NOTHING
    },
    Scenario {
        name: "click where pointerdown is prevented",
        before: "document.getElementById('name').focus()",
        person: &[Step::Click("#guarded", "left", 1)],
        agent: &[(Some("#guarded"), r#"{"action": "click"}"#)],
        state: "document.activeElement.id",
        ..NOTHING
    },
    Scenario {
        name: "click where mousedown is prevented",
        before: "document.getElementById('name').focus()",
        person: &[Step::Click("#unfocused", "left", 1)],
        agent: &[(Some("#unfocused"), r#"{"action": "click"}"#)],
        state: "document.activeElement.id",
        ..NOTHING
    },
    Scenario {
        name: "click that something comes under",
        person: &[Step::Click("#opens", "left", 1)],
        agent: &[(Some("#opens"), r#"{"action": "click"}"#)],
        ..NOTHING
    },
    Scenario {
        name: "click on a link",
        person: &[Step::Click("#link", "left", 1)],
        agent: &[(Some("#link"), r#"{"action": "click"}"#)],
        ..NOTHING
    },
    Scenario {
        name: "click on a label",
        person: &[Step::Click("#caption", "left", 1)],
        agent: &[(Some("#caption"), r#"{"action": "click"}"#)],
        state: "box.checked",
        ..NOTHING
    },
    Scenario {
        name: "click in a closed shadow root",
        person: &[Step::Click("#host", "left", 1)],
        agent: &[(Some("#host >>> #inner"), r#"{"action": "click"}"#)],
        ..NOTHING
    },
    Scenario {
        name: "click on a summary",
        person: &[Step::Click("#summary", "left", 1)],
        agent: &[(Some("#summary"), r#"{"action": "click"}"#)],
        state: "details.open",
        ..NOTHING
    },
    Scenario {
        name: "hover",
        person: &[
            Step::Move("#bold"),
            Step::Move("#link"),
            Step::Move("#host"),
        ],
        agent: &[
            (Some("#bold"), r#"{"action": "hover"}"#),
            (Some("#link"), r#"{"action": "hover"}"#),
            (Some("#host >>> #inner"), r#"{"action": "hover"}"#),
        ],
        ..NOTHING
    },
    Scenario {
        name: "type",
        before: "area.focus(); area.setSelectionRange(3, 3)",
        person: &[Step::Type("aB 1"), Step::Key("Enter", 0), Step::Type("z")],
        agent: &[(Some("#area"), r#"{"action": "type", "text": "aB 1\nz"}"#)],
        state: SELECTED,
        ..NOTHING
    },
    Scenario {
        name: "type in an editable element",
        before: "rich.focus(); getSelection().selectAllChildren(rich)",
        person: &[Step::Type("ab"), Step::Key("Enter", 0), Step::Type("c")],
        agent: &[(None, r#"{"action": "type", "text": "ab\nc"}"#)],
        state: "rich.innerHTML",
        ..NOTHING
    },
    Scenario {
        name: "deleting and moving",
        before: "document.getElementById('name').focus(); document.getElementById('name').setSelectionRange(3, 3)",
        person: &[
            Step::Key("Backspace", 0),
            Step::Key("ArrowLeft", 0),
            Step::Key("Delete", 0),
            Step::Key("Home", 0),
            Step::Key("ArrowRight", SHIFT),
            Step::Type("x"),
            Step::Key("End", 0),
        ],
        agent: &[
            (
                None,
                r#"{"action": "press", "keys": ["Backspace", "ArrowLeft", "Delete", "Home", "Shift+ArrowRight"]}"#,
            ),
            (None, r#"{"action": "press", "keys": ["x", "End"]}"#),
        ],
        state: SELECTED,
        ..NOTHING
    },
    Scenario {
        name: "select all, delete, undo, redo",
        before: "area.focus()",
        person: &[
            Step::Key("a", CONTROL),
            Step::Key("Backspace", 0),
            Step::Key("z", CONTROL),
            Step::Key("y", CONTROL),
        ],
        agent: &[(
            None,
            r#"{"action": "press", "keys": ["Control+A", "Backspace", "Control+z", "Control+Y"]}"#,
        )],
        state: SELECTED,
        ..NOTHING
    },
    Scenario {
        name: "fill",
        person: &[
            Step::Script("document.getElementById('name').focus()"),
            Step::Script("document.getElementById('name').select()"),
            Step::Insert("Ada"),
            Step::Script("document.getElementById('name').blur()"),
        ],
        agent: &[
            (Some("#name"), r#"{"action": "fill", "value": "Ada"}"#),
            (Some("#count"), r#"{"action": "scroll"}"#),
            (None, "blur"),
        ],
        state: "document.getElementById('name').value",
        ..NOTHING
    },
    Scenario {
        name: "fill an editable element",
        person: &[
            Step::Script("rich.focus()"),
            Step::Script("getSelection().selectAllChildren(rich)"),
            Step::Insert("Ada"),
        ],
        agent: &[(Some("#rich"), r#"{"action": "fill", "value": "Ada"}"#)],
        state: "rich.textContent",
        ..NOTHING
    },
    Scenario {
        name: "clear",
        before: "area.focus(); area.select()",
        person: &[Step::Key("Backspace", 0), Step::Script("area.blur()")],
        agent: &[(Some("#area"), r#"{"action": "clear"}"#), (None, "blur")],
        state: "area.value",
        aside: &["keydown", "keyup", "select"],
    },
    Scenario {
        name: "select an option",
        before: "",
        person: &[Step::Script("pick.focus()"), Step::Key("b", 0)],
        agent: &[(
            Some("#pick"),
            r#"{"action": "select", "labels": ["Banana"]}"#,
        )],
        state: "pick.value",
        aside: &["keydown", "keypress", "keyup"],
    },
    Scenario {
        name: "check",
        person: &[Step::Click("#box2", "left", 1)],
        agent: &[
            (Some("#box2"), r#"{"action": "check"}"#),
            (Some("#box2"), r#"{"action": "check"}"#),
        ],
        state: "box2.checked",
        ..NOTHING
    },
    Scenario {
        name: "radio button by arrow",
        before: "r1.focus()",
        person: &[Step::Key("ArrowDown", 0), Step::Key("ArrowDown", 0)],
        agent: &[(
            None,
            r#"{"action": "press", "keys": ["ArrowDown", "ArrowDown"]}"#,
        )],
        state: "[r1.checked, r2.checked, document.activeElement.id]",
        ..NOTHING
    },
    Scenario {
        name: "select by arrows and letters",
        before: "pick.focus()",
        person: &[
            Step::Key("ArrowDown", 0),
            Step::Key("End", 0),
            Step::Key("End", 0),
            Step::Key("a", 0),
        ],
        agent: &[(
            None,
            r#"{"action": "press", "keys": ["ArrowDown", "End", "End", "a"]}"#,
        )],
        state: "pick.value",
        ..NOTHING
    },
    Scenario {
        name: "number and range by arrows",
        before: "count.focus()",
        person: &[
            Step::Key("ArrowUp", 0),
            Step::Key("Tab", 0),
            Step::Key("ArrowRight", 0),
            Step::Key("ArrowDown", 0),
            Step::Key("End", 0),
        ],
        agent: &[(
            None,
            r#"{"action": "press", "keys": ["ArrowUp", "Tab", "ArrowRight", "ArrowDown", "End"]}"#,
        )],
        state: "[count.value, range.value]",
        ..NOTHING
    },
    Scenario {
        name: "Tab through everything and back",
        person: &[
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", SHIFT),
            Step::Key("Tab", SHIFT),
        ],
        agent: &[
            (
                None,
                r#"{"action": "press", "keys": ["Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab"]}"#,
            ),
            (
                None,
                r#"{"action": "press", "keys": ["Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]}"#,
            ),
        ],
        state: SELECTED,
        ..NOTHING
    },
    Scenario {
        name: "Enter in a form with a button",
        before: "document.getElementById('name').focus()",
        person: &[Step::Type("x"), Step::Key("Enter", 0)],
        agent: &[(
            Some("#name"),
            r#"{"action": "press", "keys": ["x", "Enter"]}"#,
        )],
        ..NOTHING
    },
    Scenario {
        name: "Enter in a form without",
        before: "only.focus()",
        person: &[Step::Key("Enter", 0)],
        agent: &[(None, r#"{"action": "press", "keys": ["Enter"]}"#)],
        ..NOTHING
    },
    Scenario {
        name: "Enter and Space on a button",
        before: "plain.focus()",
        person: &[Step::Key("Enter", 0), Step::Key(" ", 0)],
        agent: &[(
            Some("#plain"),
            r#"{"action": "press", "keys": ["Enter", "Space"]}"#,
        )],
        ..NOTHING
    },
    Scenario {
        name: "Enter on a link",
        before: "link.focus()",
        person: &[Step::Key("Enter", 0)],
        agent: &[(None, r#"{"action": "press", "keys": ["Enter"]}"#)],
        ..NOTHING
    },
    Scenario {
        name: "Space on a checkbox and a summary",
        before: "box.focus()",
        person: &[
            Step::Key(" ", 0),
            Step::Key("Tab", 0),
            Step::Key("Tab", 0),
            Step::Key(" ", 0),
            Step::Key("Enter", 0),
        ],
        agent: &[(
            None,
            r#"{"action": "press", "keys": ["Space", "Tab", "Tab", "Space", "Enter"]}"#,
        )],
        state: "[box.checked, details.open]",
        ..NOTHING
    },
    Scenario {
        name: "drag by the pointer",
        person: &[Step::Drag("#handle", "#wall")],
        agent: &[(
            Some("#handle"),
            r##"{"action": "drag", "to": {"element": "#wall"}}"##,
        )],
        ..NOTHING
    },
    Scenario {
        name: "drag of a card into what takes it",
        person: &[Step::Drag("#card", "#basket")],
        agent: &[(
            Some("#card"),
            r##"{"action": "drag", "to": {"element": "#basket"}}"##,
        )],
        ..NOTHING
    },
    Scenario {
        name: "drag of a card to what does not",
        person: &[Step::Drag("#card", "#wall")],
        agent: &[(
            Some("#card"),
            r##"{"action": "drag", "to": {"element": "#wall"}}"##,
        )],
        ..NOTHING
    },
    Scenario {
        name: "Enter in a checkbox of a form",
        before: "r1.focus()",
        person: &[Step::Key("Enter", 0)],
        agent: &[(None, r#"{"action": "press", "keys": ["Enter"]}"#)],
        ..NOTHING
    },
];

/// Event, field, what real input says, what an action says; where a whole event is missing, the
/// field is `event`.
type Difference = (String, String, String, String);

/// Holds all scenarios against the list.
pub async fn all(acting: &mut Acting) -> anyhow::Result<()> {
    let only = std::env::var("AXLENS_SCENARIO").unwrap_or_default();
    let mut found: BTreeMap<Difference, BTreeSet<&str>> = BTreeMap::new();
    let mut complaints = Vec::new();
    for scenario in SCENARIOS
        .iter()
        .filter(|scenario| scenario.name.contains(&only))
    {
        let (person, as_person) = by_person(acting, scenario).await?;
        let (agent, as_agent) = by_agent(acting, scenario).await?;
        if person.is_empty() {
            complaints.push(format!("{}: real input did nothing", scenario.name));
        }
        if as_person != as_agent {
            complaints.push(format!(
                "{}: {as_person} by hand, {as_agent}",
                scenario.name
            ));
        }
        let (person, agent) = (timeless(person), timeless(agent));
        if std::env::var_os("AXLENS_LOGS").is_some() {
            print_logs(scenario.name, &person, &agent);
        }
        for difference in differences(&person, &agent) {
            found.entry(difference).or_default().insert(scenario.name);
        }
    }
    let listed = listed()?;
    complaints.extend(found.iter().filter(|(one, _)| !listed.contains(one)).map(
        |((event, field, real, ours), names)| {
            format!("not listed: | `{event}` | {field} | {real} | {ours} | in {names:?}")
        },
    ));
    let gone = listed
        .iter()
        .filter(|one| only.is_empty() && !found.contains_key(*one));
    complaints.extend(gone.map(|one| format!("listed, but not so: {one:?}")));
    anyhow::ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
    Ok(())
}

/// Both begin with the mouse over the same element, on a page that has heard nothing else.
async fn begin(acting: &mut Acting, scenario: &Scenario) -> anyhow::Result<()> {
    acting.renew().await?;
    acting
        .tab
        .evaluate(&format!("{}; 0", scenario.before))
        .await?;
    Ok(())
}

async fn by_person(
    acting: &mut Acting,
    scenario: &Scenario,
) -> anyhow::Result<(Vec<Value>, Value)> {
    begin(acting, scenario).await?;
    take(&acting.tab, Step::Move("#rest")).await?;
    acting.heard().await?;
    for step in scenario.person {
        take(&acting.tab, *step).await?;
    }
    end(acting, scenario).await
}

async fn by_agent(acting: &mut Acting, scenario: &Scenario) -> anyhow::Result<(Vec<Value>, Value)> {
    begin(acting, scenario).await?;
    take(&acting.tab, Step::Move("#rest")).await?;
    acting
        .perform(Some("#rest"), &json!({"action": "hover"}))
        .await?;
    acting.heard().await?;
    for (selector, act) in scenario.agent {
        if *act == "blur" {
            acting.tab.evaluate("document.activeElement.blur()").await?;
            continue;
        }
        let came = acting
            .perform(*selector, &serde_json::from_str(act)?)
            .await?;
        anyhow::ensure!(came.get("done").is_some(), "{}: {came}", scenario.name);
    }
    end(acting, scenario).await
}

async fn end(acting: &Acting, scenario: &Scenario) -> anyhow::Result<(Vec<Value>, Value)> {
    let mut heard = acting.heard().await?;
    heard.retain(|event| !scenario.aside.iter().any(|aside| event["type"] == *aside));
    let state = acting.tab.evaluate(scenario.state).await?;
    Ok((heard, state))
}

/// Which event it is, to be found again in the other log.
fn key_of(event: &Value) -> String {
    format!("{} {}", event["type"], event["target"])
}

/// Events that Chrome sends in a task of their own, sooner or later, and once for several causes.
const LATE: [&str; 2] = ["select", "toggle"];

/// The log with those at its end, once for each element.
fn timeless(log: Vec<Value>) -> Vec<Value> {
    let is_late = |event: &Value| LATE.iter().any(|late| event["type"] == *late);
    let (late, mut rest): (Vec<Value>, Vec<Value>) = log.into_iter().partition(is_late);
    let by_key: BTreeMap<String, Value> = late
        .into_iter()
        .map(|event| (key_of(&event), without_focus(event)))
        .collect();
    rest.extend(by_key.into_values());
    rest
}

/// What had the focus by then, says nothing.
fn without_focus(mut event: Value) -> Value {
    event["active"] = Value::Null;
    event
}

fn short(event: &Value) -> String {
    format!(
        "{} {}",
        event["type"].as_str().unwrap_or_default(),
        event["target"].as_str().unwrap_or_default()
    )
}

fn print_logs(name: &str, person: &[Value], agent: &[Value]) {
    eprintln!("== {name}");
    for (who, log) in [("person", person), ("agent", agent)] {
        let events: Vec<String> = log.iter().map(short).collect();
        eprintln!("  {who}: {}", events.join(", "));
    }
    for difference in differences(person, agent) {
        eprintln!("    {difference:?}");
    }
}

/// By the longest sequence of events that both logs have.
fn differences(person: &[Value], agent: &[Value]) -> Vec<Difference> {
    let (rows, columns) = (person.len(), agent.len());
    let mut longest = vec![vec![0_usize; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            longest[row][column] = if key_of(&person[row]) == key_of(&agent[column]) {
                longest[row + 1][column + 1] + 1
            } else {
                longest[row + 1][column].max(longest[row][column + 1])
            };
        }
    }
    let mut found = Vec::new();
    let whole = |event: &Value, real: &str, ours: &str| {
        let name = event["type"].as_str().unwrap_or_default().to_owned();
        (name, "event".to_owned(), real.to_owned(), ours.to_owned())
    };
    let (mut row, mut column) = (0, 0);
    while row < rows || column < columns {
        if row < rows && column < columns && key_of(&person[row]) == key_of(&agent[column]) {
            found.extend(field_differences(&person[row], &agent[column]));
            (row, column) = (row + 1, column + 1);
        } else if column == columns
            || (row < rows && longest[row + 1][column] >= longest[row][column + 1])
        {
            found.push(whole(&person[row], "sent", "not sent"));
            row += 1;
        } else {
            found.push(whole(&agent[column], "not sent", "sent"));
            column += 1;
        }
    }
    found
}

fn field_differences(real: &Value, ours: &Value) -> Vec<Difference> {
    let empty = serde_json::Map::new();
    let fields = |event: &Value| -> BTreeSet<String> {
        event
            .as_object()
            .unwrap_or(&empty)
            .keys()
            .cloned()
            .collect()
    };
    let names: BTreeSet<String> = fields(real).union(&fields(ours)).cloned().collect();
    let differ = |name: &&String| *name != "isTrusted" && real[*name] != ours[*name];
    let event = real["type"].as_str().unwrap_or_default();
    names
        .iter()
        .filter(differ)
        .map(|name| {
            let (real, ours) = (real[name].to_string(), ours[name].to_string());
            (event.to_owned(), name.clone(), real, ours)
        })
        .collect()
}

/// The rows of the table under "Differences".
fn listed() -> anyhow::Result<BTreeSet<Difference>> {
    let text = std::fs::read_to_string(shared::workspace().join("docs/acting-events.md"))?;
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let cell = |index: usize| {
            cells
                .get(index)
                .map(|cell| cell.trim_matches('`').to_owned())
        };
        Some((cell(1)?, cell(2)?, cell(3)?, cell(4)?))
    });
    Ok(rows.collect())
}
