//! Detects that the user has reduced what the extension may read: by a pause, or by less access. It
//! only counts such changes; what must be forgotten then is up to [`crate::state`].

use axlens_protocol::wire::Hello;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The maximum number of access values that are remembered. Each browser has one at a time.
const MAX_VALUES: usize = 64;

/// The access that the extensions have reported.
#[derive(Debug, Default)]
pub struct Access(Mutex<ReportedAccess>);

#[derive(Debug, Default)]
struct ReportedAccess {
    /// The distinct `access` values, the newest last.
    values: VecDeque<String>,
    reductions: u64,
}

impl Access {
    /// Records an extension's greeting. A pause and a new access value may be a reduction.
    pub fn note(&self, hello: &Hello) {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = reported.values.contains(&hello.access);
        if hello.paused || !is_known {
            reported.reductions += 1;
        }
        if !is_known {
            reported.values.push_back(hello.access.clone());
        }
        if reported.values.len() > MAX_VALUES {
            reported.values.pop_front();
        }
    }

    /// How often access may have been reduced. What was read before the last time must not be
    /// served.
    pub fn reductions(&self) -> u64 {
        let reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reported.reductions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(access: &str, paused: bool) -> Hello {
        Hello {
            version: "0.1.0".to_owned(),
            wire: 1,
            paused,
            count: 1,
            name: String::new(),
            access: access.to_owned(),
            unattended: false,
        }
    }

    #[test]
    fn a_pause_and_a_new_access_value_are_reductions() {
        let access = Access::default();
        let after = |value: &str, paused: bool| {
            access.note(&hello(value, paused));
            access.reductions()
        };
        let first = after("a", false);
        assert_eq!(after("a", false), first, "a restarted worker");
        assert_eq!(after("b", false), first + 1, "reduced, or another browser");
        assert_eq!(after("a", false), first + 1, "the first browser again");
        assert_eq!(after("a", true), first + 2, "paused");
        assert_eq!(after("a", false), first + 2, "resumed");
    }
}
