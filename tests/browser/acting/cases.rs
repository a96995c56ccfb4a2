//! The pages of `cases` next to the project, made after public bug reports and real applications:
//! what each says about itself afterwards, and what the answers may claim.

mod dialogs;
mod snapshots;
mod truth;
mod usable;

use crate::acting::observed_page::{ObservedPage, tree};
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
    /// A list of actions, each on the element of a line that contains a text, or on what has the
    /// focus.
    List(Vec<(&'static str, Value)>, Answer),
    /// An action on what has the focus.
    Keys(&'static [&'static str], Answer),
    /// An action that names its element by a selector.
    Send(Value, Answer),
    /// Waits for an expression of the page.
    Until(&'static str),
    /// The first snapshot has these texts.
    Sees(&'static [&'static str]),
    /// The first snapshot has none of these texts.
    Lacks(&'static [&'static str]),
    /// A new snapshot of the controls has the first texts, and none of the others.
    Observe(&'static [&'static str], &'static [&'static str]),
    /// A request, whose answer has at most so many bytes.
    Short(Value, usize),
    /// A click on the element of a selector, after which a dialog opens.
    OpensDialog(&'static str, Answer),
    /// The user accepts the dialog.
    Accept,
}

/// What an answer has to be.
enum Answer {
    /// One of these outcomes of the last action.
    Outcome(&'static [&'static str]),
    /// One of these faults.
    Fault(&'static [&'static str]),
    /// The fault `stale_uid`. A text is then filled in the first element that it suggests.
    Suggests(&'static str),
    /// A success with this hint.
    Hint(&'static str),
    /// Anything: the page says whether it is right.
    Any,
}
use Answer::{Any, Fault, Hint, Outcome, Suggests};
use Step::{Accept, Act, Keys, Lacks, List, Observe, OpensDialog, Sees, Send, Short, Until};

const DONE: Answer = Outcome(&["changed", "routed", "navigated"]);
const REFUSED: Answer = Fault(&["not_applicable", "bad_request", "bad_value", "not_editable"]);
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
            Suggests(_) => fault == Some("stale_uid"),
            Fault(codes) => fault.is_some_and(|code| codes.contains(&code)),
            Hint(hint) => fault.is_none() && last["hint"] == *hint,
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
                let body = page.interact(action).await?.body;
                answer.check(&body)?;
                match answer {
                    Suggests(text) => fill_suggested(page, &body, text).await,
                    Outcome(_) | Fault(_) | Hint(_) | Any => Ok(()),
                }
            }
            List(actions, answer) => {
                let named = actions.into_iter().map(|(text, mut action)| {
                    if !text.is_empty() {
                        action["uid"] = json!(page.uid(text)?);
                    }
                    anyhow::Ok(action)
                });
                let named: Vec<Value> = named.collect::<anyhow::Result<_>>()?;
                answer.check(&page.interact(json!({"actions": named})).await?.body)
            }
            Keys(keys, answer) => {
                let press = json!({"action": "press", "keys": keys});
                answer.check(&page.interact(press).await?.body)
            }
            Send(action, answer) => answer.check(&page.interact(action).await?.body),
            Until(expression) => page.tab.wait_for(expression).await,
            Sees(texts) => compare(&page.tree, texts, &[]),
            Lacks(texts) => compare(&page.tree, &[], texts),
            Observe(has, lacks) => {
                let controls = json!({"format": "lean", "interactive_only": true});
                compare(tree(&page.tab.observe(controls).await?), has, lacks)
            }
            Short(request, limit) => {
                let answer = page.interact(request).await?.body.to_string();
                ensure!(answer.len() <= limit, "{} bytes", answer.len());
                Ok(())
            }
            OpensDialog(selector, answer) => {
                let click = json!({"action": "click", "selector": selector});
                let clicked = async || answer.check(&page.interact(click).await?.body);
                let opens = "Page.javascriptDialogOpening";
                page.tab.event_after(opens, clicked).await.map(drop)
            }
            Accept => {
                let accept = json!({"accept": true});
                let command = page.tab.command("Page.handleJavaScriptDialog", accept);
                command.await.map(drop)
            }
        }
    }
}

/// Checks what a snapshot has and has not.
fn compare(tree: &str, has: &[&str], lacks: &[&str]) -> anyhow::Result<()> {
    let missing: Vec<_> = has.iter().filter(|text| !tree.contains(**text)).collect();
    let surplus: Vec<_> = lacks.iter().filter(|text| tree.contains(**text)).collect();
    ensure!(
        missing.is_empty() && surplus.is_empty(),
        "missing {missing:?}, surplus {surplus:?} in\n{tree}"
    );
    Ok(())
}

/// Fills a text in the first element that a fault suggests: `…: 12 textbox "Value"; …`.
async fn fill_suggested(page: &ObservedPage<'_>, fault: &Value, text: &str) -> anyhow::Result<()> {
    let hint = fault["hint"].as_str().unwrap_or_default();
    let words = hint.split_whitespace();
    let uid = words.into_iter().find(|word| word.parse::<u32>().is_ok());
    let uid = uid.with_context(|| format!("{fault:#}"))?;
    let fill = json!({"action": "fill", "uid": uid, "value": text, "snapshot": "none"});
    DONE.check(&page.interact(fill).await?.body)
}

fn click() -> Value {
    json!({"action": "click"})
}

fn fill(text: &str) -> Value {
    json!({"action": "fill", "value": text})
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
    run(truth::other_elements())?;
    run(truth::sections_of_dates())
}

#[test]
fn no_success_is_claimed_that_did_not_happen() -> anyhow::Result<()> {
    run(truth::false_successes())?;
    run(truth::missing_options())?;
    run(truth::impossible_values())
}

#[test]
fn what_can_be_seen_can_be_used() -> anyhow::Result<()> {
    run(usable::links())?;
    run(usable::file_fields())?;
    run(usable::drawn_fields())?;
    run(usable::cells_and_labels())?;
    run(usable::inside_others())?;
    run(usable::toggles())?;
    run(usable::clipboard())?;
    run(usable::fields_that_listen_to_keys())?;
    run(usable::without_a_pointer())?;
    run(usable::own_edits())?;
    run(usable::suggested_elements())
}

#[test]
fn a_snapshot_shows_names_and_what_is_unseen() -> anyhow::Result<()> {
    run(snapshots::names())?;
    run(snapshots::names_of_drawn_elements())?;
    run(snapshots::unseen())
}

#[test]
fn what_is_inert_is_refused() -> anyhow::Result<()> {
    run(snapshots::inert_by_style())?;
    run(snapshots::inert_by_dialogs())
}

#[test]
fn answers_about_large_pages_are_short() -> anyhow::Result<()> {
    run(snapshots::large_answers())
}

#[test]
fn dialogs_are_answered_or_named() -> anyhow::Result<()> {
    run(dialogs::answered())?;
    run(dialogs::open())
}

#[test]
fn drags_long_presses_and_the_wheel_are_those_of_real_input() -> anyhow::Result<()> {
    run(usable::pointers())?;
    run(usable::drops())
}

#[test]
fn a_list_that_an_action_has_opened_covers_nothing_afterwards() -> anyhow::Result<()> {
    run(usable::lists_that_stay_open())
}
