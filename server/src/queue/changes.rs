//! Counts the changes that the dashboard shows, so that it can wait for the next one instead of
//! polling.

use tokio::sync::watch;

/// A count of changes.
#[derive(Debug, Default)]
pub struct Changes(watch::Sender<u64>);

impl Changes {
    /// Counts a change.
    pub fn note(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// The number of changes.
    pub fn count(&self) -> u64 {
        *self.0.borrow()
    }

    /// Returns when the count differs from this one.
    pub async fn changed_from(&self, count: u64) {
        let mut counts = self.0.subscribe();
        // The sender lives as long as `self`, so only a change ends the wait.
        let _ = counts.wait_for(|now| *now != count).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_change_before_the_wait_ends_it_at_once() {
        let changes = Changes::default();
        let before = changes.count();
        changes.note();
        changes.changed_from(before).await;
        assert_ne!(changes.count(), before);
    }
}
