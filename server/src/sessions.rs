//! All that the server remembers between queries, apart from what waits in the queue: what each
//! session was shown, the bounded stores for paging and deltas, and the tabs' handles. Nothing of
//! it is written to disk, and nothing else of a page is remembered anywhere.

pub mod bases;
pub mod handles;
pub mod ids;
pub mod packed;
pub mod pages;
pub mod shown;
pub mod told;
pub mod trees;
pub mod uids;
pub mod windows;

use bases::{BaseKey, Kept};
use handles::TabHandles;
use shown::Session;
use std::collections::{HashMap, HashSet};
use told::{Named, ToldBy, ToldPages};
use trees::Trees;

/// Most sessions that are remembered; the one not used for longest goes first.
pub const SESSIONS: usize = 64;

/// Largest size of what all sessions keep for deltas, in bytes.
const BASES: usize = 6 * 1024 * 1024;

/// What the server remembers.
#[derive(Debug, Default)]
pub struct Sessions {
    /// Small numbers for tabs.
    pub handles: TabHandles,
    /// Pages as they were told last.
    pub pages: ToldPages,
    /// Trees as they came last.
    pub trees: Trees,
    by_name: HashMap<String, Session>,
    /// Counts uses, so that the one not used for longest can be told.
    uses: u64,
    /// Counts the snapshots that are read in windows.
    windows: u64,
    /// A session was forgotten for lack of room, or the server was started anew on a state
    /// directory that had served before.
    forgetful: bool,
}

impl Sessions {
    /// Nothing is remembered; `served_before`: by an earlier server, which may have shown things to
    /// any session.
    pub fn new(served_before: bool) -> Sessions {
        Sessions {
            forgetful: served_before,
            ..Sessions::default()
        }
    }

    /// The session of this name, made where it is new.
    pub fn session(&mut self, name: &str) -> &mut Session {
        self.uses += 1;
        let uses = self.uses;
        if !self.by_name.contains_key(name) && self.by_name.len() >= SESSIONS {
            self.forget_oldest();
        }
        let session = self.by_name.entry(name.to_owned()).or_default();
        session.used = uses;
        session
    }

    /// The session of this name, where it is remembered.
    pub fn known(&mut self, name: &str) -> Option<&mut Session> {
        self.uses += 1;
        let uses = self.uses;
        let session = self.by_name.get_mut(name)?;
        session.used = uses;
        Some(session)
    }

    /// Keeps a text that a session's deltas are taken against; where all sessions together keep too
    /// much, the one not used for longest loses its own.
    pub fn keep_base(&mut self, name: &str, key: BaseKey, kept: Kept) {
        self.session(name).bases.keep(key, kept);
        while self
            .by_name
            .values()
            .map(|session| session.bases.bytes())
            .sum::<usize>()
            > BASES
        {
            let full = self
                .by_name
                .values_mut()
                .filter(|session| session.bases.bytes() > 0);
            let Some(oldest) = full.min_by_key(|session| session.used) else {
                return;
            };
            oldest.bases.clear();
        }
    }

    /// The pages that a session was told in this way and may be told again: it knows what their
    /// uids mean.
    pub fn told_to(&self, name: &str, chrome: Option<i64>, by: &ToldBy) -> Vec<Named> {
        let Some(session) = self.by_name.get(name) else {
            return Vec::new();
        };
        let told = self.pages.told(chrome, by).filter(|(chrome, named)| {
            let tab = self.handles.known(*chrome);
            tab.is_some_and(|tab| session.has_shown(tab, named.page.number))
        });
        told.map(|(_, named)| named.clone()).collect()
    }

    /// A name that no snapshot read in windows has had yet.
    pub fn name_window(&mut self) -> u64 {
        self.windows += 1;
        self.windows
    }

    /// Whether a session that is not remembered may yet have been shown something.
    pub fn is_forgetful(&self) -> bool {
        self.forgetful
    }

    /// These are all the tabs there are.
    pub fn keep_tabs(&mut self, living: impl IntoIterator<Item = i64>) {
        let living: HashSet<i64> = living.into_iter().collect();
        self.pages.keep_tabs(&living);
        self.trees.keep_tabs(&living);
        self.handles.keep(living);
    }

    /// How many sessions are remembered.
    pub fn count(&self) -> usize {
        self.by_name.len()
    }

    fn forget_oldest(&mut self) {
        let oldest = self
            .by_name
            .iter()
            .min_by_key(|(_, session)| session.used)
            .map(|(name, _)| name.clone());
        if let Some(name) = oldest {
            self.by_name.remove(&name);
            self.forgetful = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_not_used_for_longest_is_forgotten_first() {
        let mut sessions = Sessions::default();
        for number in 0..SESSIONS {
            sessions.session(&number.to_string());
        }
        sessions.session("0");
        assert!(!sessions.is_forgetful());
        sessions.session("new");
        assert_eq!(sessions.count(), SESSIONS);
        assert!(sessions.known("0").is_some() && sessions.known("1").is_none());
        assert!(sessions.is_forgetful());
    }
}
