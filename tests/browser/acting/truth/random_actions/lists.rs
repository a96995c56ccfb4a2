//! Lists of actions on fields.

use super::{Mark, Measured, Plan, RandomAgent};
use anyhow::ensure;
use axlens_harness::Reply;
use serde_json::{Value, json};

/// The length of a list.
const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 7;

impl RandomAgent<'_> {
    /// Actions on several fields.
    pub(super) fn list(&mut self) -> (Value, Vec<Mark>, Vec<Mark>) {
        let (mut actions, mut marks) = (Vec::new(), Vec::new());
        let length = MIN_LENGTH + self.random(MAX_LENGTH - MIN_LENGTH);
        while actions.len() < length {
            let index = self.random(self.controls.len());
            let (uid, mark) = self.controls[index].clone();
            let Some(mut action) = self.field_action(&mark, actions.len()) else {
                continue;
            };
            if !marks.contains(&mark) {
                action["uid"] = json!(uid);
                actions.push(action);
                marks.push(mark);
            }
        }
        (json!({"actions": actions}), marks.clone(), marks)
    }

    /// An action that changes a field, unless it has this state already.
    fn field_action(&mut self, mark: &Mark, index: usize) -> Option<Value> {
        match mark.1.as_str() {
            "paid" => Some(json!({"action": self.one_of(["check", "uncheck"])})),
            "note" if self.random(4) == 0 => Some(json!({"action": "clear"})),
            "note" => {
                let value = format!("Note {} {index}", self.requests);
                Some(json!({"action": "fill", "value": value}))
            }
            "state" => {
                let label = self.one_of(["Open", "Sent", "Done"]);
                Some(json!({"action": "select", "labels": [label]}))
            }
            _ => None,
        }
    }
}

/// Checks the answer of a list: each field whose action was executed has changed, unless the page
/// has put its value back.
pub(super) fn check(
    plan: &Plan,
    reply: &Reply,
    measured: &Measured,
    is_disturbed: bool,
) -> anyhow::Result<()> {
    let answer = match reply.status {
        200 => &reply.body,
        _ => &reply.body["done"],
    };
    for (index, mark) in plan.marks.iter().enumerate() {
        let is_executed = measured.log.contains(mark);
        let is_taken_back = measured.taken_back.contains(mark);
        match answer["results"][index]["outcome"].as_str() {
            Some("unknown") => {}
            Some("already") => ensure!(!is_executed, "{mark:?} was executed"),
            // The page has replaced the field while it was changed: the answer says so.
            Some("changed")
                if (is_disturbed || is_taken_back) && is_lost(&answer["results"][index]) => {}
            Some("changed") if is_taken_back => {
                ensure!(measured.is_reaction_delayed, "{mark:?} was put back");
            }
            Some("reverted" | "value_differs") if is_taken_back => {}
            Some("changed") => ensure!(is_executed, "{mark:?} was not executed"),
            None => ensure!(is_disturbed || !is_executed, "{mark:?} was executed"),
            Some(other) => ensure!(is_disturbed, "{other} of {mark:?}"),
        }
    }
    Ok(())
}

/// Whether the field did not keep what the action has set, according to the result.
fn is_lost(result: &Value) -> bool {
    result["evidence"]["readBack"].is_string()
}
