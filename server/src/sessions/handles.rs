//! Small numbers for tabs. Chrome's tab ids have ten digits, and two browsers can use the same id.
//! A handle belongs to one tab of one browser until the tab is closed, and is never reused, also
//! not by a later server with the same state directory.

use crate::queue::browsers::BrowserKey;
use axlens_local::StateDir;
pub use axlens_protocol::agent::TabHandle;
use std::collections::HashMap;

/// A tab as its browser identifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BrowserTab {
    /// The browser.
    pub browser: BrowserKey,
    /// Chrome's id of the tab, which is unique only in its browser.
    pub tab_id: i64,
}

/// The handles of all tabs.
#[derive(Debug, Default)]
pub struct TabHandles {
    last: TabHandle,
    /// The last handle that the state directory reserves, and the directory.
    reserved: Option<(TabHandle, StateDir)>,
    by_tab: HashMap<BrowserTab, TabHandle>,
    by_handle: HashMap<TabHandle, BrowserTab>,
}

/// Number of handles that are reserved at once.
const RESERVED: TabHandle = 8;

impl TabHandles {
    /// No handles yet; the first one is higher than those of earlier servers.
    pub fn after_earlier(dir: &StateDir) -> TabHandles {
        let last = dir.last_tab();
        TabHandles {
            last,
            reserved: Some((last, dir.clone())),
            ..TabHandles::default()
        }
    }

    /// A handle that was never assigned.
    fn next(&mut self) -> TabHandle {
        self.last += 1;
        if let Some((reserved, dir)) = &mut self.reserved
            && self.last > *reserved
        {
            *reserved = self.last + RESERVED - 1;
            if let Err(error) = dir.set_last_tab(*reserved) {
                tracing::warn!("cannot store the last tab: {error:#}");
            }
        }
        self.last
    }

    /// The handle of a tab. A tab without a handle gets one.
    pub fn get_or_assign(&mut self, tab: BrowserTab) -> TabHandle {
        if let Some(handle) = self.by_tab.get(&tab) {
            return *handle;
        }
        let handle = self.next();
        self.by_tab.insert(tab, handle);
        self.by_handle.insert(handle, tab);
        handle
    }

    /// The handle of a tab that may have had other ids before. The tab keeps the handle of its
    /// previous id.
    pub fn get_or_reassign(&mut self, tab: BrowserTab, previous_ids: &[i64]) -> TabHandle {
        for &tab_id in previous_ids {
            let previous = BrowserTab { tab_id, ..tab };
            if let Some(handle) = self.by_tab.remove(&previous) {
                self.by_tab.insert(tab, handle);
                self.by_handle.insert(handle, tab);
            }
        }
        self.get_or_assign(tab)
    }

    /// The handle of a tab, if it has one.
    pub fn get(&self, tab: BrowserTab) -> Option<TabHandle> {
        self.by_tab.get(&tab).copied()
    }

    /// The tab of a handle.
    pub fn tab(&self, handle: TabHandle) -> Option<BrowserTab> {
        self.by_handle.get(&handle).copied()
    }

    /// Removes the handles of closed tabs.
    pub fn retain(&mut self, is_open: impl Fn(BrowserTab) -> bool) {
        self.by_tab.retain(|tab, _| is_open(*tab));
        self.by_handle.retain(|_, tab| is_open(*tab));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(browser: u64, tab_id: i64) -> BrowserTab {
        BrowserTab {
            browser: BrowserKey::of(browser),
            tab_id,
        }
    }

    #[test]
    fn a_tab_keeps_its_handle_and_no_other_tab_gets_it() {
        let mut handles = TabHandles::default();
        let (one, two, three) = (tab(1, 1000), tab(1, 2000), tab(1, 3000));
        assert_eq!(
            (
                handles.get_or_assign(one),
                handles.get_or_assign(two),
                handles.get_or_assign(one)
            ),
            (1, 2, 1)
        );
        handles.retain(|tab| tab == one);
        assert_eq!(handles.tab(2), None);
        assert_eq!(
            (handles.get_or_assign(one), handles.get_or_assign(three)),
            (1, 3)
        );
        assert_eq!(handles.get_or_assign(two), 4);
    }

    #[test]
    fn a_later_server_assigns_no_handle_of_an_earlier_one() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let dir = StateDir::at(folder.path().to_owned());
        let mut earlier = TabHandles::after_earlier(&dir);
        let first: Vec<TabHandle> = (0..20)
            .map(|id| earlier.get_or_assign(tab(1, id)))
            .collect();
        assert_eq!(first, (1..=20).collect::<Vec<_>>());
        let later = TabHandles::after_earlier(&dir).get_or_assign(tab(1, 19));
        assert!((21..=21 + RESERVED).contains(&later), "{later}");
        Ok(())
    }

    #[test]
    fn a_tab_whose_id_changes_keeps_its_handle() {
        let mut handles = TabHandles::default();
        assert_eq!(handles.get_or_assign(tab(1, 1000)), 1);
        assert_eq!(handles.get_or_reassign(tab(1, 2000), &[1000]), 1);
        assert_eq!(handles.get_or_reassign(tab(1, 3000), &[1000, 2000]), 1);
        assert_eq!(
            (handles.tab(1), handles.get(tab(1, 1000))),
            (Some(tab(1, 3000)), None)
        );
        assert_eq!(handles.get_or_reassign(tab(1, 4000), &[]), 2);
    }

    #[test]
    fn equal_ids_in_two_browsers_are_two_tabs() {
        let mut handles = TabHandles::default();
        assert_eq!(handles.get_or_assign(tab(1, 1000)), 1);
        assert_eq!(handles.get_or_assign(tab(2, 1000)), 2);
        assert_eq!(handles.get_or_reassign(tab(2, 2000), &[1000]), 2);
        assert_eq!(
            (handles.tab(1), handles.tab(2)),
            (Some(tab(1, 1000)), Some(tab(2, 2000)))
        );
    }
}
