//! Counts what happens that the server's own page shows, so that it can wait for the next change
//! instead of asking again and again. Knows nothing of what has happened.

use tokio::sync::watch;

/// A count of changes.
#[derive(Debug, Default)]
pub struct Changes(watch::Sender<u64>);

impl Changes {
    /// Something has happened.
    pub fn note(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// How much has happened.
    pub fn count(&self) -> u64 {
        *self.0.borrow()
    }

    /// Returns when it is another count than this.
    pub async fn other_than(&self, count: u64) {
        let mut counts = self.0.subscribe();
        // The sender lives as long as `self`: the wait ends by a change alone.
        let _ = counts.wait_for(|now| *now != count).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_change_that_was_missed_is_not_waited_for() {
        let changes = Changes::default();
        let before = changes.count();
        changes.note();
        changes.other_than(before).await;
        assert_ne!(changes.count(), before);
    }
}
