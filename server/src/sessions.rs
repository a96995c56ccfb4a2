//! All that the server remembers between queries, apart from what waits in the queue: what each session was shown, the bounded
//! stores for paging and deltas, and the tabs' handles. Nothing of it is written to disk.

pub mod handles;

use handles::TabHandles;

/// What the server remembers.
#[derive(Debug, Default)]
pub struct Sessions {
    /// Small numbers for tabs.
    pub handles: TabHandles,
}

impl Sessions {
    /// These are all the tabs there are.
    pub fn keep_tabs(&mut self, living: impl IntoIterator<Item = i64>) {
        self.handles.keep(living);
    }

    /// How many sessions there are.
    pub fn len(&self) -> usize {
        0
    }
}
