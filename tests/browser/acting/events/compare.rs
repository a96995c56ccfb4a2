//! Executes each scenario with actions and with real input, and compares the logs of events that
//! the page writes. They must be equal except for `isTrusted` and the differences in
//! docs/acting-events.md, and each of these must exist. `AXLENS_LOGS=1` prints both logs,
//! `AXLENS_SCENARIO` selects the scenarios whose name contains it.

use crate::acting::events::differences::{Difference, differences, documented_differences, key_of};
use crate::acting::events::real_input::{Input, send};
use crate::acting::events::scenarios::{AgentStep, SCENARIOS, Scenario};
use crate::acting::events::{ScriptedPage, on_page};
use axlens_harness::shared;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Events that Chrome sends in a task of their own, once for several causes.
const ASYNCHRONOUS: [&str; 2] = ["select", "toggle"];

/// How often a scenario is executed with real input at most.
const MAX_TRIES: u32 = 3;

/// The events that the page has received, and its state.
struct Recorded {
    events: Vec<Value>,
    state: Value,
}

#[test]
fn events_of_some_scenarios_are_those_of_real_input() -> anyhow::Result<()> {
    compare(4)
}

#[test]
#[ignore = "full: every scenario of real input"]
fn events_are_those_of_real_input() -> anyhow::Result<()> {
    compare(1)
}

/// Compares every `step`th scenario.
fn compare(step: usize) -> anyhow::Result<()> {
    let html =
        std::fs::read_to_string(shared::workspace().join("tests/browser/acting/events/page.html"))?;
    on_page(&html, async |page| {
        let filter = std::env::var("AXLENS_SCENARIO").unwrap_or_default();
        let documented = documented_differences()?;
        let mut found: BTreeMap<Difference, BTreeSet<&str>> = BTreeMap::new();
        let mut failures = Vec::new();
        for scenario in SCENARIOS.into_iter().flatten().step_by(step) {
            if !scenario.name.contains(&filter) {
                continue;
            }
            let (user, agent) = record_both(&page, scenario, &documented).await?;
            failures.extend(state_failures(scenario, &user, &agent));
            if std::env::var_os("AXLENS_LOGS").is_some() {
                print_logs(scenario.name, &user.events, &agent.events);
            }
            for difference in differences(&user.events, &agent.events) {
                found.entry(difference).or_default().insert(scenario.name);
            }
        }
        failures.extend(undocumented(
            &found,
            &documented,
            filter.is_empty() && step == 1,
        ));
        anyhow::ensure!(failures.is_empty(), "{}", failures.join("\n"));
        Ok(())
    })
}

fn state_failures(scenario: &Scenario, user: &Recorded, agent: &Recorded) -> Vec<String> {
    let mut failures = Vec::new();
    if user.events.is_empty() {
        failures.push(format!("{}: no events of real input", scenario.name));
    }
    if user.state != agent.state {
        failures.push(format!(
            "{}: the state is {} after real input, {} after the actions",
            scenario.name, user.state, agent.state
        ));
    }
    failures
}

/// Differences that are not in the document, and the reverse.
fn undocumented(
    found: &BTreeMap<Difference, BTreeSet<&str>>,
    documented: &BTreeSet<Difference>,
    is_complete: bool,
) -> Vec<String> {
    let new = found.iter().filter(|(one, _)| !documented.contains(one));
    let new = new.map(|((event, field, real, ours), names)| {
        format!("not documented: | `{event}` | {field} | {real} | {ours} | in {names:?}")
    });
    let old = documented
        .iter()
        .filter(|one| is_complete && !found.contains_key(*one));
    let old = old.map(|one| format!("documented, but not found: {one:?}"));
    new.chain(old).collect()
}

/// Executes a scenario with actions and with real input, with the latter again if something differs
/// that is not documented: if a frame falls between the press and the release of real input, Chrome
/// sends mouse events of its own.
async fn record_both(
    page: &ScriptedPage,
    scenario: &Scenario,
    documented: &BTreeSet<Difference>,
) -> anyhow::Result<(Recorded, Recorded)> {
    let agent = record_actions(page, scenario).await?;
    let mut tries = 1;
    loop {
        let user = record_input(page, scenario, &agent.events).await?;
        let found = differences(&user.events, &agent.events);
        if tries == MAX_TRIES || found.iter().all(|one| documented.contains(one)) {
            return Ok((user, agent));
        }
        tries += 1;
    }
}

/// Loads the page again, prepares it and moves the mouse to the same element.
async fn prepare(page: &ScriptedPage, scenario: &Scenario) -> anyhow::Result<()> {
    page.reload().await?;
    page.evaluate(&format!("{}; 0", scenario.before)).await?;
    send(&page.tab, Input::Move("#rest")).await?;
    page.evaluate("received(['mousemove rest'])")
        .await
        .map(drop)
}

async fn record_actions(page: &ScriptedPage, scenario: &Scenario) -> anyhow::Result<Recorded> {
    prepare(page, scenario).await?;
    let hover = json!({"action": "hover"});
    page.perform(Some("#rest"), &hover).await?;
    take_log(page).await?;
    for step in scenario.agent {
        if let AgentStep::Script(script) = step {
            page.evaluate(script).await?;
        }
        if let Some((selector, action)) = step.action()? {
            let result = page.perform(selector, &action).await?;
            anyhow::ensure!(result.get("done").is_some(), "{}: {result}", scenario.name);
        }
    }
    record(page, scenario).await
}

/// Waits until the page has received the events that it has received from the actions.
async fn record_input(
    page: &ScriptedPage,
    scenario: &Scenario,
    expected: &[Value],
) -> anyhow::Result<Recorded> {
    prepare(page, scenario).await?;
    take_log(page).await?;
    for input in scenario.user {
        send(&page.tab, *input).await?;
    }
    let keys: Vec<String> = expected.iter().map(key_of).collect();
    page.evaluate(&format!("received({})", json!(keys))).await?;
    record(page, scenario).await
}

/// The log since the last call, when further events had time to arrive.
async fn take_log(page: &ScriptedPage) -> anyhow::Result<Vec<Value>> {
    let script = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
        setTimeout(() => done(takeLog())))))";
    Ok(serde_json::from_value(page.evaluate(script).await?)?)
}

async fn record(page: &ScriptedPage, scenario: &Scenario) -> anyhow::Result<Recorded> {
    let mut events = take_log(page).await?;
    let is_ignored = |event: &Value| scenario.ignored.iter().any(|kind| event["type"] == *kind);
    events.retain(|event| !is_ignored(event));
    Ok(Recorded {
        events: asynchronous_last(events),
        state: page.evaluate(scenario.state).await?,
    })
}

/// The log with the asynchronous events at its end, each once for each element.
fn asynchronous_last(log: Vec<Value>) -> Vec<Value> {
    let is_asynchronous = |event: &Value| ASYNCHRONOUS.iter().any(|kind| event["type"] == *kind);
    let (asynchronous, mut events): (Vec<Value>, Vec<Value>) =
        log.into_iter().partition(is_asynchronous);
    let by_key: BTreeMap<String, Value> = asynchronous
        .into_iter()
        .map(|event| (key_of(&event), without_focused_element(event)))
        .collect();
    events.extend(by_key.into_values());
    events
}

/// The focused element at the time of an asynchronous event varies.
fn without_focused_element(mut event: Value) -> Value {
    event["active"] = Value::Null;
    event
}

fn print_logs(name: &str, user: &[Value], agent: &[Value]) {
    eprintln!("== {name}");
    for (who, log) in [("user", user), ("agent", agent)] {
        let events: Vec<String> = log.iter().map(key_of).collect();
        eprintln!("  {who}: {}", events.join(", "));
    }
    for difference in differences(user, agent) {
        eprintln!("    {difference:?}");
    }
}
