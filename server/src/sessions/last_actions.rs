//! The last action of a session in each tab, to which a wait for a download refers.

use super::handles::TabHandle;
use std::collections::VecDeque;

/// Maximum number of tabs of a session whose last actions are stored.
const MAX_TABS: usize = 32;

/// The ids of the last actions.
#[derive(Debug, Default)]
pub struct LastActions {
    /// The most recently used tab is last.
    by_tab: VecDeque<(TabHandle, String)>,
}

impl LastActions {
    /// The id of the last action in a tab.
    pub fn of(&self, tab: TabHandle) -> Option<&str> {
        let (_, id) = self.by_tab.iter().find(|(handle, _)| *handle == tab)?;
        Some(id)
    }

    /// Notes an executed action.
    pub fn note(&mut self, tab: TabHandle, id: &str) {
        self.by_tab.retain(|(handle, _)| *handle != tab);
        self.by_tab.push_back((tab, id.to_owned()));
        if self.by_tab.len() > MAX_TABS {
            self.by_tab.pop_front();
        }
    }

    /// The approximate size, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let sizes = self.by_tab.iter();
        sizes
            .map(|(_, id)| size_of::<(TabHandle, String)>() + id.len())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_action_of_each_of_the_last_tabs_is_known() {
        let mut actions = LastActions::default();
        for tab in 0..=MAX_TABS as u32 {
            actions.note(tab, "first");
        }
        actions.note(1, "second");
        assert_eq!(actions.of(0), None);
        assert_eq!(actions.of(1), Some("second"));
        assert_eq!(actions.of(2), Some("first"));
    }
}
