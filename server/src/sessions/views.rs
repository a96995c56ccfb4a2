//! The view of each tab that a session was shown last. Answers of actions show the changes in it.

use super::handles::TabHandle;
use super::scope::Scope;
use super::snapshot_cache::options_bytes;
use axlens_snapshot::options::{Format, Options};
use std::collections::VecDeque;

/// Maximum number of tabs of a session whose views are stored.
const MAX_VIEWS: usize = 32;

/// The part of a page and the options of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageView {
    /// The part of the page.
    pub scope: Scope,
    /// The options of the text.
    pub options: Options,
}

impl Default for PageView {
    /// The whole page in the format `lean`.
    fn default() -> PageView {
        PageView {
            scope: Scope::Page,
            options: Options {
                format: Format::Lean,
                ..Options::default()
            },
        }
    }
}

impl PageView {
    /// The same options for the whole page.
    pub fn of_whole_page(&self) -> PageView {
        PageView {
            scope: Scope::Page,
            options: self.options.clone(),
        }
    }

    fn bytes(&self) -> usize {
        size_of::<PageView>() + self.scope.as_str().len() + options_bytes(&self.options)
    }
}

/// The views of a session.
#[derive(Debug, Default)]
pub struct Views {
    /// The most recently shown one is last.
    by_tab: VecDeque<(TabHandle, PageView)>,
}

impl Views {
    /// The last view of a tab.
    pub fn of(&self, tab: TabHandle) -> Option<&PageView> {
        let (_, view) = self.by_tab.iter().find(|(handle, _)| *handle == tab)?;
        Some(view)
    }

    /// Stores the last view of a tab.
    pub fn store(&mut self, tab: TabHandle, view: PageView) {
        self.remove(tab);
        if self.by_tab.len() >= MAX_VIEWS {
            self.by_tab.pop_front();
        }
        self.by_tab.push_back((tab, view));
    }

    /// Removes the view of a tab.
    pub fn remove(&mut self, tab: TabHandle) {
        self.by_tab.retain(|(handle, _)| *handle != tab);
    }

    /// Removes all views.
    pub fn clear(&mut self) {
        self.by_tab.clear();
    }

    /// The approximate size, in bytes.
    pub fn bytes(&self) -> usize {
        self.by_tab.iter().map(|(_, view)| view.bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_view_of_each_recent_tab_is_stored() {
        let mut views = Views::default();
        let interactive = PageView {
            options: Options {
                interactive_only: true,
                ..PageView::default().options
            },
            ..PageView::default()
        };
        for tab in 0..40 {
            views.store(tab, PageView::default());
        }
        views.store(39, interactive.clone());
        assert_eq!(views.of(39), Some(&interactive));
        assert_eq!(
            (views.of(7), views.of(8)),
            (None, Some(&PageView::default()))
        );
        views.remove(8);
        assert_eq!(views.of(8), None);
        views.clear();
        assert_eq!(views.bytes(), 0);
    }
}
