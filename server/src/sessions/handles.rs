//! Small numbers for tabs. Chrome's ids have ten digits, and two browsers may give the same one; a
//! handle belongs to one tab of one browser for as long as the tab lives and is never given to
//! another.

use crate::queue::browsers::BrowserKey;
pub use axlens_protocol::agent::TabHandle;
use std::collections::HashMap;

/// A tab, by its browser's id of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BrowserTab {
    /// The browser.
    pub browser: BrowserKey,
    /// Chrome's id of the tab, which is unique in its browser alone.
    pub chrome: i64,
}

/// Handles and the tabs that have them.
#[derive(Debug, Default)]
pub struct TabHandles {
    last: TabHandle,
    by_tab: HashMap<BrowserTab, TabHandle>,
    by_handle: HashMap<TabHandle, BrowserTab>,
}

impl TabHandles {
    /// The handle of a tab; a new one where it has none.
    pub fn of(&mut self, tab: BrowserTab) -> TabHandle {
        if let Some(handle) = self.by_tab.get(&tab) {
            return *handle;
        }
        self.last += 1;
        self.by_tab.insert(tab, self.last);
        self.by_handle.insert(self.last, tab);
        self.last
    }

    /// The handle of a tab that may have had other ids before: the one it had under any of them.
    pub fn of_tab(&mut self, tab: BrowserTab, was: &[i64]) -> TabHandle {
        for &chrome in was {
            let before = BrowserTab { chrome, ..tab };
            if let Some(handle) = self.by_tab.remove(&before) {
                self.by_tab.insert(tab, handle);
                self.by_handle.insert(handle, tab);
            }
        }
        self.of(tab)
    }

    /// The handle of a tab that has one.
    pub fn known(&self, tab: BrowserTab) -> Option<TabHandle> {
        self.by_tab.get(&tab).copied()
    }

    /// The tab of a handle.
    pub fn tab(&self, handle: TabHandle) -> Option<BrowserTab> {
        self.by_handle.get(&handle).copied()
    }

    /// Only these tabs live: the handles of others are struck off.
    pub fn keep(&mut self, lives: impl Fn(BrowserTab) -> bool) {
        self.by_tab.retain(|tab, _| lives(*tab));
        self.by_handle.retain(|_, tab| lives(*tab));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(browser: u64, chrome: i64) -> BrowserTab {
        BrowserTab {
            browser: BrowserKey::of(browser),
            chrome,
        }
    }

    #[test]
    fn a_tab_keeps_its_handle_and_no_other_tab_ever_gets_it() {
        let mut handles = TabHandles::default();
        let (one, two, three) = (tab(1, 1000), tab(1, 2000), tab(1, 3000));
        assert_eq!(
            (handles.of(one), handles.of(two), handles.of(one)),
            (1, 2, 1)
        );
        handles.keep(|tab| tab == one);
        assert_eq!(handles.tab(2), None);
        assert_eq!((handles.of(one), handles.of(three)), (1, 3));
        assert_eq!(handles.of(two), 4);
    }

    #[test]
    fn a_tab_that_gets_another_id_keeps_its_handle() {
        let mut handles = TabHandles::default();
        assert_eq!(handles.of(tab(1, 1000)), 1);
        assert_eq!(handles.of_tab(tab(1, 2000), &[1000]), 1);
        assert_eq!(handles.of_tab(tab(1, 3000), &[1000, 2000]), 1);
        assert_eq!(
            (handles.tab(1), handles.known(tab(1, 1000))),
            (Some(tab(1, 3000)), None)
        );
        assert_eq!(handles.of_tab(tab(1, 4000), &[]), 2);
    }

    #[test]
    fn the_same_id_in_two_browsers_is_two_tabs() {
        let mut handles = TabHandles::default();
        assert_eq!(handles.of(tab(1, 1000)), 1);
        assert_eq!(handles.of(tab(2, 1000)), 2);
        assert_eq!(handles.of_tab(tab(2, 2000), &[1000]), 2);
        assert_eq!(
            (handles.tab(1), handles.tab(2)),
            (Some(tab(1, 1000)), Some(tab(2, 2000)))
        );
    }
}
