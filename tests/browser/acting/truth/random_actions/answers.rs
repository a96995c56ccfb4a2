//! Whether the answer to an action is true, by the page's own log.

use super::{Mark, Measured, Plan, State, lists, outcome};
use anyhow::{Context, bail, ensure};
use axlens_harness::Reply;

/// Checks that the answer is true.
pub(super) fn check(
    plan: &Plan,
    reply: &Reply,
    measured: &Measured,
    (before, after): (&State, &State),
) -> anyhow::Result<()> {
    check_inputs(plan, &measured.log)?;
    let log = &measured.log;
    let is_interrupted = plan.ending.is_some();
    if plan.is_list() {
        let is_disturbed = is_interrupted || before.mutations != after.mutations;
        return lists::check(plan, reply, measured, is_disturbed);
    }
    if reply.status != 200 {
        ensure!(
            is_interrupted || log.is_empty(),
            "a fault, but it was executed"
        );
        return Ok(());
    }
    // A moved focus is an effect of keys, not of other actions.
    let has_keys = matches!(plan.body["action"].as_str(), Some("press" | "type"));
    let is_focus_same = !has_keys || before.focused == after.focused;
    let is_same = before.visible == after.visible && is_focus_same;
    match outcome(reply) {
        // The answer tells the agent to look at the page.
        "unknown" => {}
        "already" => ensure!(log.is_empty(), "the action was executed"),
        // A key that deletes in an empty field causes no input.
        _ if is_interrupted && plan.body["keys"] == "Backspace" => {}
        _ if is_interrupted => ensure!(!log.is_empty(), "the action was not executed"),
        _ if before.mutations != after.mutations => {}
        // A limit in docs/acting.md: a delayed tick counts as a change.
        "changed" if is_same && measured.is_tick_delayed => {}
        // The page has put the value back after it was no longer watched.
        "changed" if !measured.taken_back.is_empty() && measured.is_reaction_delayed => {}
        "reverted" | "value_differs" => ensure!(
            is_same && !measured.taken_back.is_empty(),
            "the page has not put a value back"
        ),
        "changed" => ensure!(!is_same, "nothing has changed"),
        // The page has reacted after it was no longer watched.
        "unchanged" if measured.is_reaction_delayed => {}
        // The focus on the element of the keys is no effect: the action itself sets it.
        "unchanged" => ensure!(
            before.visible == after.visible,
            "{}\n{}",
            before.visible,
            after.visible
        ),
        other => bail!("{other} is not an expected outcome"),
    }
    Ok(())
}

/// Checks that only the requested elements have received inputs, each of them once.
fn check_inputs(plan: &Plan, log: &[Mark]) -> anyhow::Result<()> {
    if let Some(other) = log.iter().find(|mark| !plan.inputs.contains(mark)) {
        bail!("{other:?} received the input");
    }
    let mut remaining = plan.inputs.clone();
    for mark in log {
        let index = remaining.iter().position(|input| input == mark);
        let index = index.with_context(|| format!("executed more than once: {log:?}"))?;
        remaining.remove(index);
    }
    Ok(())
}
