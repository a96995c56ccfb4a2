//! The last requests that have ended, with what the audit log does not write down: how long each
//! took, and how large its answer was. In memory alone. No element's name and no text of a page is
//! part of it.

use axlens_protocol::agent::dashboard::EndedRequest;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many are remembered.
const REMEMBERED: usize = 200;

/// The last requests.
#[derive(Debug, Default)]
pub struct Recent(Mutex<VecDeque<EndedRequest>>);

impl Recent {
    /// One has ended.
    pub fn add(&self, mut ended: EndedRequest) {
        // The page has given it.
        ended.entry.element = None;
        let mut recent = self.lock();
        if recent.len() >= REMEMBERED {
            recent.pop_front();
        }
        recent.push_back(ended);
    }

    /// All of them, the oldest first.
    pub fn all(&self) -> Vec<EndedRequest> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<EndedRequest>> {
        // Nothing that is done under the lock can leave it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::audit::{AuditEntry, AuditedElement};

    #[test]
    fn the_last_are_remembered_and_no_name_of_an_element() {
        let recent = Recent::default();
        for number in 0..=REMEMBERED {
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
        assert_eq!((all.len(), &*all[0].entry.kind), (REMEMBERED, "1"));
        assert!(all.iter().all(|ended| ended.entry.element.is_none()));
    }
}
