//! The results of actions with a key: a repeated request gets the same answer. The browser knows
//! which actions were executed, also after the server has ended; this module has only the answers.

use axlens_protocol::agent::interact::ActionResult;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

const MAX_RESULTS: usize = 1000;

/// Results of actions, by their ids.
#[derive(Debug, Default)]
pub struct ActionResults(Mutex<Results>);

#[derive(Debug, Default)]
struct Results {
    by_action: HashMap<String, ActionResult>,
    /// The oldest first.
    order: VecDeque<String>,
}

impl ActionResults {
    /// Stores the result of an action.
    pub fn remember(&self, action: &str, result: &ActionResult) {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let replaced = results.by_action.insert(action.to_owned(), result.clone());
        if replaced.is_none() {
            results.order.push_back(action.to_owned());
        }
        if results.order.len() > MAX_RESULTS
            && let Some(oldest) = results.order.pop_front()
        {
            results.by_action.remove(&oldest);
        }
    }

    /// The stored result of an action.
    pub fn recall(&self, action: &str) -> Option<ActionResult> {
        let results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        results.by_action.get(action).cloned()
    }
}
