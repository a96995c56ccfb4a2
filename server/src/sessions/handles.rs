//! Small numbers for tabs. Chrome's ids have ten digits; a handle belongs to one tab for as long as
//! the tab lives and is never given to another.

pub use axlens_protocol::agent::TabHandle;
use std::collections::{HashMap, HashSet};

/// Handles and the tabs that have them.
#[derive(Debug, Default)]
pub struct TabHandles {
    last: TabHandle,
    by_chrome: HashMap<i64, TabHandle>,
    by_handle: HashMap<TabHandle, i64>,
}

impl TabHandles {
    /// The handle of a tab; a new one where it has none.
    pub fn of(&mut self, chrome: i64) -> TabHandle {
        if let Some(handle) = self.by_chrome.get(&chrome) {
            return *handle;
        }
        self.last += 1;
        self.by_chrome.insert(chrome, self.last);
        self.by_handle.insert(self.last, chrome);
        self.last
    }

    /// The handle of a tab that may have had other ids before: the one it had under any of them.
    pub fn of_tab(&mut self, chrome: i64, was: &[i64]) -> TabHandle {
        for before in was {
            if let Some(handle) = self.by_chrome.remove(before) {
                self.by_chrome.insert(chrome, handle);
                self.by_handle.insert(handle, chrome);
            }
        }
        self.of(chrome)
    }

    /// The handle of a tab that has one.
    pub fn known(&self, chrome: i64) -> Option<TabHandle> {
        self.by_chrome.get(&chrome).copied()
    }

    /// The tab of a handle.
    pub fn chrome(&self, handle: TabHandle) -> Option<i64> {
        self.by_handle.get(&handle).copied()
    }

    /// These are all the tabs there are: the handles of others are struck off.
    pub fn keep(&mut self, living: impl IntoIterator<Item = i64>) {
        let living: HashSet<i64> = living.into_iter().collect();
        self.by_chrome.retain(|chrome, _| living.contains(chrome));
        self.by_handle.retain(|_, chrome| living.contains(chrome));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_keeps_its_handle_and_no_other_tab_ever_gets_it() {
        let mut handles = TabHandles::default();
        assert_eq!(
            (handles.of(1000), handles.of(2000), handles.of(1000)),
            (1, 2, 1)
        );
        handles.keep([1000]);
        assert_eq!(handles.chrome(2), None);
        assert_eq!((handles.of(1000), handles.of(3000)), (1, 3));
        assert_eq!(handles.of(2000), 4);
    }

    #[test]
    fn a_tab_that_gets_another_id_keeps_its_handle() {
        let mut handles = TabHandles::default();
        assert_eq!(handles.of(1000), 1);
        assert_eq!(handles.of_tab(2000, &[1000]), 1);
        assert_eq!(handles.of_tab(3000, &[1000, 2000]), 1);
        assert_eq!((handles.chrome(1), handles.known(1000)), (Some(3000), None));
        assert_eq!(handles.of_tab(4000, &[]), 2);
    }
}
