//! Notices when the user takes reading away: pauses it, or narrows what the extension may read. It
//! does not know what is remembered of pages, only how often all of that has to be forgotten.

use axlens_protocol::wire::Hello;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Most words for what an extension may read that are remembered: each browser has one at a time.
const WORDS: usize = 64;

/// What was said of the user's permission to read.
#[derive(Debug, Default)]
pub struct Access(Mutex<Said>);

#[derive(Debug, Default)]
struct Said {
    /// The words that extensions have said, the newest last.
    words: VecDeque<String>,
    taken: u64,
}

impl Access {
    /// An extension has greeted. Paused, or with a word that none has said before, it may read less
    /// than it might.
    pub fn note(&self, hello: &Hello) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = said.words.contains(&hello.access);
        if hello.paused || !is_known {
            said.taken += 1;
        }
        if !is_known {
            said.words.push_back(hello.access.clone());
        }
        if said.words.len() > WORDS {
            said.words.pop_front();
        }
    }

    /// How often reading may have been taken away. What was read before it changed must not be
    /// served.
    pub fn taken(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(access: &str, paused: bool) -> Hello {
        Hello {
            version: "0.1.0".to_owned(),
            wire: 1,
            paused,
            count: 1,
            name: String::new(),
            access: access.to_owned(),
            unattended: false,
        }
    }

    #[test]
    fn a_pause_and_another_word_take_reading_away() {
        let access = Access::default();
        let taken = |access_word: &str, paused: bool| {
            access.note(&hello(access_word, paused));
            access.taken()
        };
        let first = taken("a", false);
        assert_eq!(taken("a", false), first, "a worker that started anew");
        assert_eq!(taken("b", false), first + 1, "narrowed, or another browser");
        assert_eq!(taken("a", false), first + 1, "the first browser again");
        assert_eq!(taken("a", true), first + 2, "paused");
        assert_eq!(taken("a", false), first + 2, "resumed");
    }
}
