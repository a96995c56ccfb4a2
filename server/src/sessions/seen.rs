//! What is still kept of the texts that sessions were shown: which there are, and each on demand.
//! It makes no copy that outlives the one who asks.

use super::delta_bases::{DeltaBase, DeltaKey};
use super::handles::TabHandle;
use super::key::SessionKey;
use super::packed_base::PackedBase;
use super::pages::Paged;
use super::scope::Scope;
use super::windows::Windowed;
use axlens_snapshot::options::Format;
use std::sync::Arc;

/// A session, and what is kept for it.
#[derive(Debug, Clone)]
pub struct SeenSession {
    /// Whose it is, and its name.
    pub key: SessionKey,
    /// The size of what it was shown, in bytes, near enough.
    pub bytes: usize,
    /// The texts.
    pub texts: Vec<SeenText>,
}

/// A text that a session was shown.
#[derive(Debug, Clone)]
pub struct SeenText {
    /// Names it in its session; a newer one has another.
    pub id: String,
    /// The tab.
    pub tab: TabHandle,
    /// The format.
    pub format: Format,
    /// The part of the page.
    pub scope: String,
    /// Title and address of the page.
    pub said: [String; 2],
    /// The text.
    pub text: StoredText,
}

/// A text where it is kept.
#[derive(Debug, Clone)]
pub enum StoredText {
    /// The last text of its kind.
    Last(Arc<PackedBase>),
    /// One that is read in windows.
    Windowed(Arc<Windowed>),
    /// One that is read in pages.
    Paged(Arc<Paged>),
}

impl SeenText {
    /// The last text of its kind.
    pub fn last(key: &DeltaKey, base: &DeltaBase) -> SeenText {
        SeenText {
            id: format!("snapshot-{}", base.snapshot),
            tab: key.tab,
            format: key.options.format,
            scope: key.scope.clone(),
            said: base.said.clone(),
            text: StoredText::Last(Arc::clone(&base.base)),
        }
    }

    /// One that is read in windows.
    pub fn windowed(windowed: &Arc<Windowed>) -> SeenText {
        let snapshot = &windowed.snapshot;
        SeenText {
            id: format!("window-{}", windowed.name),
            tab: windowed.tab.0,
            format: windowed.settings.options.format,
            scope: windowed.settings.scope.as_str().to_owned(),
            said: [snapshot.title.clone(), snapshot.url.clone()],
            text: StoredText::Windowed(Arc::clone(windowed)),
        }
    }

    /// One that is read in pages.
    pub fn paged(tab: TabHandle, paged: &Arc<Paged>) -> SeenText {
        let snapshot = &paged.snapshot;
        SeenText {
            id: format!("page-{}", snapshot.number),
            tab,
            format: Format::Tabs,
            scope: Scope::Page.as_str().to_owned(),
            said: [snapshot.title.clone(), paged.url.clone()],
            text: StoredText::Paged(Arc::clone(paged)),
        }
    }

    /// The whole of it, as it was printed.
    pub fn whole(&self) -> String {
        match &self.text {
            StoredText::Last(base) => base.indented(self.format.indentation()),
            StoredText::Windowed(windowed) => windowed.text().to_owned(),
            StoredText::Paged(paged) => paged.text().to_owned(),
        }
    }

    /// Whether the session may have been shown the first part alone.
    pub fn is_in_parts(&self) -> bool {
        !matches!(self.text, StoredText::Last(_))
    }
}
