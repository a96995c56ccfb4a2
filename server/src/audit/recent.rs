//! The last requests that have ended, with duration and size, which the audit log does not have.
//! They are in memory only, without names of elements and without text of pages.

use axlens_protocol::agent::dashboard::EndedRequest;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum number of requests that are stored.
const MAX_REQUESTS: usize = 200;

/// The last requests.
#[derive(Debug, Default)]
pub struct RecentRequests(Mutex<VecDeque<EndedRequest>>);

impl RecentRequests {
    /// Adds a request that has ended.
    pub fn add(&self, mut ended: EndedRequest) {
        // Its name is from the page.
        ended.entry.element = None;
        let mut recent = self.lock();
        if recent.len() >= MAX_REQUESTS {
            recent.pop_front();
        }
        recent.push_back(ended);
    }

    /// All of them, the oldest first.
    pub fn all(&self) -> Vec<EndedRequest> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<EndedRequest>> {
        // No operation under the lock can leave it inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::audit::{AuditEntry, AuditedElement};

    #[test]
    fn the_last_requests_are_stored_without_names_of_elements() {
        let recent = RecentRequests::default();
        for number in 0..=MAX_REQUESTS {
            let element = Some(AuditedElement::default());
            recent.add(EndedRequest {
                entry: AuditEntry {
                    kind: number.to_string(),
                    element,
                    ..AuditEntry::default()
                },
                ..EndedRequest::default()
            });
        }
        let all = recent.all();
        assert_eq!((all.len(), &*all[0].entry.kind), (MAX_REQUESTS, "1"));
        assert!(all.iter().all(|ended| ended.entry.element.is_none()));
    }
}
