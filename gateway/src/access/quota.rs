//! How many requests a token allows in a minute, and at the same time.

use crate::tokens::AgentRights;
use axlens_protocol::{Code, Fault};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);

/// What a token allows.
#[derive(Debug, Clone, Copy)]
pub struct Quota {
    /// Maximum number of requests in a minute.
    pub per_minute: u32,
    /// Maximum number of requests at the same time.
    pub at_once: u32,
}

impl Quota {
    /// What the token of an agent allows.
    pub fn of(rights: &AgentRights) -> Quota {
        Quota {
            per_minute: rights.per_minute,
            at_once: rights.at_once,
        }
    }
}

/// The requests of each token, by its id.
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
    /// `queue_full` if the token has reached a limit.
    pub fn begin(&self, token: &str, quota: Quota, now: Instant) -> Result<QuotaUse, Fault> {
        let mut usages = self.lock();
        let unused = || Usage {
            in_progress: 0,
            minute: (now, 0),
        };
        let usage = usages.entry(token.to_owned()).or_insert_with(unused);
        if now.duration_since(usage.minute.0) >= MINUTE {
            usage.minute = (now, 0);
        }
        usage.check(quota, now)?;
        usage.in_progress += 1;
        usage.minute.1 += 1;
        Ok(QuotaUse {
            quotas: self.clone(),
            token: token.to_owned(),
        })
    }

    /// Number of requests in progress, of all tokens.
    pub fn in_progress(&self) -> u32 {
        self.lock().values().map(|usage| usage.in_progress).sum()
    }

    /// Removes the tokens without a request in the last minute.
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
    fn check(&self, quota: Quota, now: Instant) -> Result<(), Fault> {
        if self.in_progress >= quota.at_once {
            let message = format!("{} requests of this token are in progress.", quota.at_once);
            return Err(Fault::new(Code::QueueFull, message));
        }
        if self.minute.1 >= quota.per_minute {
            let left = MINUTE.saturating_sub(now.duration_since(self.minute.0));
            let message = format!(
                "This token allows {} requests in a minute.",
                quota.per_minute
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

    const QUOTA: Quota = Quota {
        per_minute: 3,
        at_once: 2,
    };

    #[test]
    fn requests_at_the_same_time_are_limited_for_each_token() {
        let (quotas, now) = (Quotas::default(), Instant::now());
        let first = quotas.begin("a", QUOTA, now).expect("the first");
        let _second = quotas.begin("a", QUOTA, now).expect("the second");
        let fault = quotas.begin("a", QUOTA, now).expect_err("too many");
        assert_eq!(fault.code, Code::QueueFull);
        quotas.begin("b", QUOTA, now).expect("another token");
        drop(first);
        quotas.begin("a", QUOTA, now).expect("one has ended");
    }

    #[test]
    fn requests_in_a_minute_are_limited() {
        let (quotas, now) = (Quotas::default(), Instant::now());
        for _ in 0..QUOTA.per_minute {
            drop(quotas.begin("a", QUOTA, now).expect("within the limit"));
        }
        let fault = quotas.begin("a", QUOTA, now).expect_err("too many");
        assert!(fault.hint.contains("61 s"), "{}", fault.hint);
        let later = now + MINUTE;
        drop(quotas.begin("a", QUOTA, later).expect("the next minute"));
        quotas.remove_unused(later);
        assert_eq!(quotas.lock().len(), 1);
        quotas.remove_unused(later + MINUTE);
        assert_eq!(quotas.lock().len(), 0);
    }
}
