//! Pages as they were told last: where a page reads as it did, it need not be sent, stitched and
//! shaped again. Kept is what is sent, in a few long pieces; what the uids mean is remembered by
//! the sessions that they were shown to. Bounded in number and in size.

use super::packed::PackedBase;
use crate::api::observe::Scope;
use crate::memory::apart::Text;
use crate::serialized_json::SerializedJson;
use axlens_protocol::wire::EngineChoice;
use axlens_snapshot::header::Header;
use axlens_snapshot::{FrameTree, Options};
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, OnceLock, Weak};

/// Most pages that are kept.
pub const PAGES: usize = 8;

/// Largest size of all of them together, in bytes. A larger one is not kept.
const BYTES: usize = 3 * 1024 * 1024;

/// A page as it is told, and all that an answer says of it beside.
#[derive(Debug, Default)]
pub struct ToldPage {
    /// No other has it.
    pub number: u64,
    /// How the main document was; without nodes.
    pub main: FrameTree,
    /// Chrome's id of the main document; none where there is none.
    pub document: Option<String>,
    /// What is said of the page as a whole.
    pub header: Header,
    /// The text.
    pub text: Text,
    /// Nodes printed.
    pub node_count: usize,
    /// Of those, how many can be acted on.
    pub interactive_count: usize,
    /// Something stood deeper than was asked for.
    pub max_depth_reached: bool,
    /// What the agent may do to see more.
    pub hint: Option<String>,
    /// What deltas are taken against, for as long as a session keeps it.
    pub base: Weak<PackedBase>,
    /// The answer's larger parts, once they have been written.
    pub whole: OnceLock<Whole>,
}

/// A text and what its ids mean, as JSON text, ready to be sent.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The text, as a JSON string.
    pub tree: SerializedJson,
    /// How many tokens it has.
    pub tokens: usize,
    /// For each id how to find the element.
    pub ids: SerializedJson,
    /// Seed 002's map, in its format.
    pub refs: Option<SerializedJson>,
}

impl Whole {
    /// The same, in memory of its own, to be kept.
    pub fn apart(self) -> Whole {
        Whole {
            tree: self.tree.apart(),
            tokens: self.tokens,
            ids: self.ids.apart(),
            refs: self.refs.as_ref().map(SerializedJson::apart),
        }
    }
}

/// All that decides how a page is told, beside the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldBy {
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
    pub name: Arc<str>,
    /// The page.
    pub page: Arc<ToldPage>,
}

#[derive(Debug)]
struct Entry {
    /// Chrome's id of its tab.
    chrome: i64,
    by: ToldBy,
    named: Named,
    bytes: usize,
}

/// The pages that were told last, the newest last.
#[derive(Debug, Default)]
pub struct ToldPages {
    entries: VecDeque<Entry>,
    bytes: usize,
    last: u64,
}

impl ToldPages {
    /// A number that no page has had yet.
    pub fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// The pages that were told in this way, of a tab or of all, each with Chrome's id of its tab.
    pub fn told<'a>(
        &'a self,
        chrome: Option<i64>,
        by: &'a ToldBy,
    ) -> impl Iterator<Item = (i64, &'a Named)> {
        let entries = self.entries.iter();
        entries
            .filter(move |entry| {
                chrome.is_none_or(|chrome| entry.chrome == chrome) && entry.by == *by
            })
            .map(|entry| (entry.chrome, &entry.named))
    }

    /// Keeps a page in place of what the tab told in this way before.
    pub fn keep(&mut self, chrome: i64, by: ToldBy, named: Named) {
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

    /// These are all the tabs there are: what others told is forgotten.
    pub fn keep_tabs(&mut self, living: &HashSet<i64>) {
        while let Some(gone) = self
            .entries
            .iter()
            .position(|entry| !living.contains(&entry.chrome))
        {
            self.forget(gone);
        }
    }

    fn forget(&mut self, at: usize) {
        if let Some(entry) = self.entries.remove(at) {
            self.bytes -= entry.bytes;
        }
    }
}

/// What a page takes, in bytes, near enough: its text, and once more as it is sent, and what its
/// ids mean.
fn size(page: &ToldPage) -> usize {
    let whole = page.whole.get();
    page.text.len() + whole.map_or(0, |whole| whole.tree.bytes() + whole.ids.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(compact: bool) -> ToldBy {
        ToldBy {
            scope: Scope::Page,
            options: Options {
                compact,
                ..Options::default()
            },
            engine: EngineChoice::Auto,
        }
    }

    fn named(name: &str, bytes: usize) -> Named {
        let page = ToldPage {
            text: "x".repeat(bytes).as_str().into(),
            ..ToldPage::default()
        };
        Named {
            name: name.into(),
            page: Arc::new(page),
        }
    }

    fn names(pages: &ToldPages, chrome: Option<i64>, compact: bool) -> Vec<String> {
        let by = by(compact);
        let told = pages.told(chrome, &by);
        told.map(|(_, named)| named.name.to_string()).collect()
    }

    #[test]
    fn the_last_page_of_each_tab_and_way_is_kept() {
        let mut pages = ToldPages::default();
        pages.keep(1, by(false), named("a", 30));
        pages.keep(1, by(true), named("b", 30));
        pages.keep(2, by(false), named("c", 30));
        pages.keep(1, by(false), named("d", 30));
        assert_eq!(names(&pages, Some(1), false), ["d"]);
        assert_eq!(names(&pages, Some(1), true), ["b"]);
        assert_eq!(names(&pages, None, false), ["c", "d"]);
        pages.keep_tabs(&HashSet::from([1]));
        assert_eq!(names(&pages, None, false), ["d"]);
    }

    #[test]
    fn number_and_size_are_bounded_and_the_oldest_goes_first() {
        let mut pages = ToldPages::default();
        for tab in 1..=12 {
            pages.keep(tab, by(false), named("small", 30));
        }
        assert!(names(&pages, Some(4), false).is_empty());
        assert_eq!(names(&pages, Some(5), false).len(), 1);
        pages.keep(30, by(false), named("large", BYTES - 60));
        assert_eq!(names(&pages, None, false), ["small", "small", "large"]);
        pages.keep(30, by(false), named("too large", BYTES + 30));
        assert!(names(&pages, Some(30), false).is_empty());
    }
}
