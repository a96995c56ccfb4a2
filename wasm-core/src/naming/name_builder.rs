//! A name while it is put together. Knows no page.

use super::{Mode, text};
use crate::dom::Idx;
use axlens_snapshot::role::Role;
use std::borrow::Cow;

/// What is still to be done while a name is read from content.
pub enum Task {
    /// Read this node.
    Visit(Idx),
    /// All of the children of an element have been read.
    Close(Open),
}

/// An element whose content is being read.
pub struct Open {
    /// The element.
    pub node: Idx,
    /// Where its words begin.
    pub start: usize,
    /// Its own text is visible: not so where `visibility` hides it and shows something inside.
    pub visible: bool,
    /// Gaps known when it was opened: words with new gaps are not remembered.
    pub gaps: u32,
    /// The element whose content was asked for: it has no tooltip and no space around.
    pub outermost: bool,
}

/// A name being put together: white space collapses as it comes.
pub struct NameBuilder {
    /// What has been read.
    pub words: String,
    /// What is still to be done, the next last.
    pub tasks: Vec<Task>,
    /// How it is read.
    pub mode: Mode,
    /// The role whose name it is, where the element's own content is read.
    pub owner: Role,
    /// Reading stops at so many bytes.
    pub limit: usize,
}

impl NameBuilder {
    /// Nothing is read yet.
    pub fn new(mode: Mode, owner: Role, limit: usize) -> NameBuilder {
        NameBuilder {
            words: String::new(),
            tasks: Vec::new(),
            mode,
            owner,
            limit,
        }
    }

    /// The limit is reached.
    pub fn is_full(&self) -> bool {
        self.words.len() > self.limit
    }

    /// Adds text, white space collapsed.
    pub fn push(&mut self, text: &str) {
        for (place, word) in text.split(text::is_space).enumerate() {
            if self.is_full() {
                return;
            }
            if place > 0 {
                self.space();
            }
            self.words.push_str(word);
        }
    }

    /// Adds a space, unless one is there.
    pub fn space(&mut self) {
        if !self.words.is_empty() && !self.words.ends_with(" ") {
            self.words.push(' ');
        }
    }
}

/// Cuts at the cap, between two characters, and says so.
pub fn cut(words: &str, limit: usize) -> Cow<'_, str> {
    if words.len() <= limit {
        return Cow::Borrowed(words);
    }
    let mut end = limit;
    while !words.is_char_boundary(end) {
        end -= 1;
    }
    Cow::Owned([&words[..end], "…"].concat())
}
