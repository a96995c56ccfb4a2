//! The texts that sessions were shown and that are still in the cache, for the dashboard. They are
//! shared with the cache, not copied.

use super::delta_bases::{DeltaBase, DeltaKey};
use super::handles::TabHandle;
use super::key::SessionKey;
use super::packed_base::PackedBase;
use super::pages::PagedSnapshot;
use super::scope::Scope;
use super::windows::WindowedSnapshot;
use axlens_snapshot::options::Format;
use std::sync::Arc;

/// A session with its cached texts.
#[derive(Debug, Clone)]
pub struct SessionTexts {
    /// The session.
    pub key: SessionKey,
    /// The session's approximate size, in bytes, without the texts.
    pub bytes: usize,
    /// The texts.
    pub texts: Vec<ShownText>,
}

/// A text that a session was shown.
#[derive(Debug, Clone)]
pub struct ShownText {
    /// Identifies the text in its session.
    pub id: String,
    /// The tab.
    pub tab: TabHandle,
    /// The format.
    pub format: Format,
    /// The part of the page.
    pub scope: String,
    /// Title and URL of the page.
    pub title_and_url: [String; 2],
    source: TextSource,
}

/// The cache entry that contains a text.
#[derive(Debug, Clone)]
enum TextSource {
    DeltaBase(Arc<PackedBase>),
    Window(Arc<WindowedSnapshot>),
    Page(Arc<PagedSnapshot>),
}

impl ShownText {
    /// The last text of a tab.
    pub fn of_delta_base(key: &DeltaKey, base: &DeltaBase) -> ShownText {
        ShownText {
            id: format!("snapshot-{}", base.snapshot),
            tab: key.tab,
            format: key.options.format,
            scope: key.scope.clone(),
            title_and_url: base.title_and_url.clone(),
            source: TextSource::DeltaBase(Arc::clone(&base.base)),
        }
    }

    /// A text that is read in windows.
    pub fn of_window(windowed: &Arc<WindowedSnapshot>) -> ShownText {
        let snapshot = &windowed.snapshot;
        ShownText {
            id: format!("window-{}", windowed.window_number),
            tab: windowed.tab,
            format: windowed.settings.options.format,
            scope: windowed.settings.scope.as_str().to_owned(),
            title_and_url: [snapshot.title.clone(), snapshot.url.clone()],
            source: TextSource::Window(Arc::clone(windowed)),
        }
    }

    /// A text that is read in chunks.
    pub fn of_page(tab: TabHandle, paged: &Arc<PagedSnapshot>) -> ShownText {
        let snapshot = &paged.snapshot;
        ShownText {
            id: format!("page-{}", snapshot.number),
            tab,
            format: Format::Tabs,
            scope: Scope::Page.as_str().to_owned(),
            title_and_url: [snapshot.title.clone(), paged.url.clone()],
            source: TextSource::Page(Arc::clone(paged)),
        }
    }

    /// The whole text.
    pub fn whole(&self) -> String {
        match &self.source {
            TextSource::DeltaBase(base) => base.indented(self.format.indentation()),
            TextSource::Window(windowed) => windowed.text().to_owned(),
            TextSource::Page(paged) => paged.text().to_owned(),
        }
    }

    /// Whether the session reads the text in parts, so that it may have only the first one.
    pub fn is_in_parts(&self) -> bool {
        match &self.source {
            TextSource::DeltaBase(_) => false,
            TextSource::Window(_) | TextSource::Page(_) => true,
        }
    }
}
