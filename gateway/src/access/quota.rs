//! How many requests an agent may send in a minute, and at the same time.

use crate::tokens::AgentRights;
use axlens_protocol::{Code, Fault};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// The requests of each agent, by the id of its token.
#[derive(Debug, Clone, Default)]
pub struct Quotas(Arc<Mutex<HashMap<String, Usage>>>);

#[derive(Debug)]
struct Usage {
    in_progress: u32,
    /// The beginning of the current minute, and the number of requests in it.
    minute: (Instant, u32),
}

/// A request in progress, which ends when this is dropped.
#[derive(Debug)]
pub struct QuotaUse {
    quotas: Quotas,
    token: String,
}

impl Quotas {
    /// Counts a request.
    ///
    /// # Errors
    /// `queue_full` if the agent has reached a limit.
    pub fn begin(
        &self,
        token: &str,
        rights: &AgentRights,
        now: Instant,
    ) -> Result<QuotaUse, Fault> {
        let mut usages = self.lock();
        let unused = || Usage {
            in_progress: 0,
            minute: (now, 0),
        };
        let usage = usages.entry(token.to_owned()).or_insert_with(unused);
        if now.duration_since(usage.minute.0) >= MINUTE {
            usage.minute = (now, 0);
        }
        usage.check(rights, now)?;
        usage.in_progress += 1;
        usage.minute.1 += 1;
        Ok(QuotaUse {
            quotas: self.clone(),
            token: token.to_owned(),
        })
    }

    /// Number of requests in progress, of all agents.
    pub fn in_progress(&self) -> u32 {
        self.lock().values().map(|usage| usage.in_progress).sum()
    }

    /// Removes the agents without a request in the last minute.
    pub fn remove_unused(&self, now: Instant) {
        let is_used =
            |usage: &Usage| usage.in_progress > 0 || now.duration_since(usage.minute.0) < MINUTE;
        self.lock().retain(|_, usage| is_used(usage));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Usage>> {
        // No operation under the lock can leave it inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Usage {
    fn check(&self, rights: &AgentRights, now: Instant) -> Result<(), Fault> {
        if self.in_progress >= rights.at_once {
            let message = format!("{} requests of this token are in progress.", rights.at_once);
            return Err(Fault::new(Code::QueueFull, message));
        }
        if self.minute.1 >= rights.per_minute {
            let left = MINUTE.saturating_sub(now.duration_since(self.minute.0));
            let message = format!(
                "This token allows {} requests in a minute.",
                rights.per_minute
            );
            let hint = format!("Wait {} s, then try again.", left.as_secs() + 1);
            return Err(Fault::new(Code::QueueFull, message).hint(hint));
        }
        Ok(())
    }
}

impl Drop for QuotaUse {
    fn drop(&mut self) {
        if let Some(usage) = self.quotas.lock().get_mut(&self.token) {
            usage.in_progress = usage.in_progress.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::model::TokenScope;

    const RIGHTS: AgentRights = AgentRights {
        scope: TokenScope::Read,
        edges: Vec::new(),
        per_minute: 3,
        at_once: 2,
    };

    #[test]
    fn requests_at_the_same_time_are_limited_for_each_token() {
        let (quotas, now) = (Quotas::default(), Instant::now());
        let first = quotas.begin("a", &RIGHTS, now).expect("the first");
        let _second = quotas.begin("a", &RIGHTS, now).expect("the second");
        let fault = quotas.begin("a", &RIGHTS, now).expect_err("too many");
        assert_eq!(fault.code, Code::QueueFull);
        quotas.begin("b", &RIGHTS, now).expect("another token");
        drop(first);
        quotas.begin("a", &RIGHTS, now).expect("one has ended");
    }

    #[test]
    fn requests_in_a_minute_are_limited() {
        let (quotas, now) = (Quotas::default(), Instant::now());
        for _ in 0..RIGHTS.per_minute {
            drop(quotas.begin("a", &RIGHTS, now).expect("within the limit"));
        }
        let fault = quotas.begin("a", &RIGHTS, now).expect_err("too many");
        assert!(fault.hint.contains("61 s"), "{}", fault.hint);
        let later = now + MINUTE;
        drop(quotas.begin("a", &RIGHTS, later).expect("the next minute"));
        quotas.remove_unused(later);
        assert_eq!(quotas.lock().len(), 1);
        quotas.remove_unused(later + MINUTE);
        assert_eq!(quotas.lock().len(), 0);
    }
}
