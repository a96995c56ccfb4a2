//! Pages as they were told last: where a page reads as it did, it need not be sent, stitched and shaped again. No session's own: what is
//! kept depends on the page and on the options alone. Bounded in number and in size.

use super::windows::Known;
use crate::observe::Scope;
use crate::written::Written;
use axlens_protocol::EngineChoice;
use axlens_snapshot::delta::Base;
use axlens_snapshot::header::Header;
use axlens_snapshot::render::Rendered;
use axlens_snapshot::{FrameTree, Options};
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// Most pages that are kept.
const PAGES: usize = 16;

/// Largest size of all of them together, in bytes. A larger one is not kept.
const BYTES: usize = 8 * 1024 * 1024;

/// A page as it is told, and all that an answer says of it beside.
#[derive(Debug, Default)]
pub struct ShapedPage {
    /// No other has it.
    pub number: u64,
    /// How the main document was; without nodes.
    pub main: FrameTree,
    /// Chrome's id of the main document; none where there is none.
    pub document: Option<String>,
    /// What is said of the page as a whole.
    pub header: Header,
    /// The text.
    pub rendered: Rendered,
    /// What every id of the text means.
    pub ids: Vec<Known>,
    /// Seed 002's map, in its format.
    pub refs: Option<Map<String, Value>>,
    /// What deltas are taken against, where the format has them.
    pub base: Option<Arc<Base>>,
    /// The answer's larger parts, once they have been written.
    pub whole: OnceLock<Whole>,
}

/// A text and what its ids mean, as JSON text, ready to be sent.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The text, as a JSON string.
    pub tree: Written,
    /// How many tokens it has.
    pub tokens: usize,
    /// For each id how to find the element.
    pub ids: Written,
    /// Seed 002's map, in its format.
    pub refs: Option<Written>,
}

/// All that decides how a page is told, beside the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapedBy {
    /// The part of the page.
    pub scope: Scope,
    /// What is shown, and how.
    pub options: Options,
    /// Where the engine is to run.
    pub engine: EngineChoice,
}

/// A page and the name that the extension gave to what it read.
#[derive(Debug, Clone)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The page.
    pub page: Arc<ShapedPage>,
}

#[derive(Debug)]
struct Entry {
    /// Chrome's id of its tab.
    chrome: i64,
    by: ShapedBy,
    named: Named,
    bytes: usize,
}

/// The pages that were told last, the newest last.
#[derive(Debug, Default)]
pub struct ShapedPages {
    entries: VecDeque<Entry>,
    bytes: usize,
    last: u64,
}

impl ShapedPages {
    /// A number that no page has had yet.
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// The pages that were told in this way, of a tab or of all.
    pub fn told(&self, chrome: Option<i64>, by: &ShapedBy) -> Vec<Named> {
        let entries = self.entries.iter();
        entries
            .filter(|entry| chrome.is_none_or(|chrome| entry.chrome == chrome) && entry.by == *by)
            .map(|entry| entry.named.clone())
            .collect()
    }

    /// Keeps a page in place of what the tab told in this way before.
    pub fn keep(&mut self, chrome: i64, by: ShapedBy, named: Named) {
        let same = |entry: &Entry| entry.chrome == chrome && entry.by == by;
        if let Some(at) = self.entries.iter().position(same) {
            self.forget(at);
        }
        let bytes = size(&named.page);
        if bytes > BYTES {
            return;
        }
        while self.entries.len() >= PAGES || self.bytes + bytes > BYTES {
            self.forget(0);
        }
        self.bytes += bytes;
        self.entries.push_back(Entry {
            chrome,
            by,
            named,
            bytes,
        });
    }

    fn forget(&mut self, at: usize) {
        if let Some(entry) = self.entries.remove(at) {
            self.bytes -= entry.bytes;
        }
    }
}

/// What a page takes, in bytes, near enough: its text in four places, its lines, its ids.
fn size(page: &ShapedPage) -> usize {
    const LINE: usize = 80;
    const ID: usize = 500;
    4 * page.rendered.text.len() + LINE * page.rendered.lines.len() + ID * page.ids.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(compact: bool) -> ShapedBy {
        ShapedBy {
            scope: Scope::Page,
            options: Options {
                compact,
                ..Options::default()
            },
            engine: EngineChoice::Auto,
        }
    }

    fn named(name: &str, bytes: usize) -> Named {
        let rendered = Rendered {
            text: "x".repeat(bytes / 4),
            ..Rendered::default()
        };
        let page = ShapedPage {
            rendered,
            ..ShapedPage::default()
        };
        Named {
            name: name.to_owned(),
            page: Arc::new(page),
        }
    }

    fn names(pages: &ShapedPages, chrome: Option<i64>, compact: bool) -> Vec<String> {
        let told = pages.told(chrome, &by(compact));
        told.into_iter().map(|named| named.name).collect()
    }

    #[test]
    fn the_last_page_of_each_tab_and_way_is_kept() {
        let mut pages = ShapedPages::default();
        pages.keep(1, by(false), named("a", 40));
        pages.keep(1, by(true), named("b", 40));
        pages.keep(2, by(false), named("c", 40));
        pages.keep(1, by(false), named("d", 40));
        assert_eq!(names(&pages, Some(1), false), ["d"]);
        assert_eq!(names(&pages, Some(1), true), ["b"]);
        assert_eq!(names(&pages, None, false), ["c", "d"]);
    }

    #[test]
    fn number_and_size_are_bounded_and_the_oldest_goes_first() {
        let mut pages = ShapedPages::default();
        for tab in 1..=20 {
            pages.keep(tab, by(false), named("small", 40));
        }
        assert!(names(&pages, Some(4), false).is_empty());
        assert_eq!(names(&pages, Some(5), false).len(), 1);
        pages.keep(30, by(false), named("large", BYTES - 80));
        assert_eq!(names(&pages, None, false), ["small", "small", "large"]);
        pages.keep(30, by(false), named("too large", BYTES + 40));
        assert!(names(&pages, Some(30), false).is_empty());
    }
}
