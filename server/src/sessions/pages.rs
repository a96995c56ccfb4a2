//! Long texts that a session is in the middle of reading, a few of each session.

use super::handles::TabHandle;
use super::told::ToldPage;
use std::collections::VecDeque;
use std::sync::Arc;

/// Most texts that a session keeps.
const TEXTS: usize = 4;

/// A text that is read in pieces.
#[derive(Debug)]
pub struct Paged {
    /// Address of the page.
    pub url: String,
    /// How many refs there are.
    pub refs: usize,
    /// The page as it was told.
    pub page: Arc<ToldPage>,
}

impl Paged {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.page.text
    }
}

/// The texts of a session, by tab, the newest last.
#[derive(Debug, Default)]
pub struct Pages(VecDeque<(TabHandle, Arc<Paged>)>);

impl Pages {
    /// Keeps a tab's text in place of its earlier one.
    pub fn keep(&mut self, tab: TabHandle, text: Arc<Paged>) {
        self.0.retain(|(kept, _)| *kept != tab);
        if self.0.len() >= TEXTS {
            self.0.pop_front();
        }
        self.0.push_back((tab, text));
    }

    /// A tab's text.
    pub fn get(&self, tab: TabHandle) -> Option<Arc<Paged>> {
        let found = self.0.iter().find(|(kept, _)| *kept == tab);
        found.map(|(_, text)| Arc::clone(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_of_the_last_few_tabs_is_kept() {
        let text = |text: &str| {
            let page = ToldPage {
                text: text.into(),
                ..ToldPage::default()
            };
            Arc::new(Paged {
                url: String::new(),
                refs: 0,
                page: Arc::new(page),
            })
        };
        let mut pages = Pages::default();
        for tab in 1..=5 {
            pages.keep(tab, text("first"));
            pages.keep(tab, text("second"));
        }
        assert!(pages.get(1).is_none());
        assert_eq!(
            pages.get(5).map(|paged| paged.text().to_owned()).as_deref(),
            Some("second")
        );
    }
}
