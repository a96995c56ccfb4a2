//! What was answered of actions under a key: the same request again has the same answer. What was
//! done the browser knows, also after this server has ended; here is only what was said of it.

use axlens_protocol::agent::interact::ActionResult;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// Most results that are remembered.
const MAX: usize = 1000;

/// Results of actions, by the names of the acts.
#[derive(Debug, Default)]
pub struct Answered(Mutex<Results>);

#[derive(Debug, Default)]
struct Results {
    by_act: HashMap<String, ActionResult>,
    /// The oldest first.
    order: VecDeque<String>,
}

impl Answered {
    /// Remembers what came of an act.
    pub fn remember(&self, act: &str, result: &ActionResult) {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if results
            .by_act
            .insert(act.to_owned(), result.clone())
            .is_none()
        {
            results.order.push_back(act.to_owned());
        }
        if results.order.len() > MAX
            && let Some(oldest) = results.order.pop_front()
        {
            results.by_act.remove(&oldest);
        }
    }

    /// What came of an act, where that was answered.
    pub fn recall(&self, act: &str) -> Option<ActionResult> {
        let results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        results.by_act.get(act).cloned()
    }
}
