//! Builds a name from content.

use super::{Mode, text};
use crate::dom::Idx;
use axlens_snapshot::role::Role;
use std::borrow::Cow;

/// A pending task while content is read.
pub enum Task {
    /// Read this node.
    Visit(Idx),
    /// End an element, whose children have been read.
    Close(OpenElement),
}

/// An element whose content is being read.
pub struct OpenElement {
    /// The element.
    pub node: Idx,
    /// Start of its text.
    pub start: usize,
    /// Whether its own text is visible; not if `visibility` hides it and only a descendant is
    /// visible.
    pub visible: bool,
    /// Number of omissions when it was opened; its text is cached only if there are no new ones.
    pub gaps: u32,
    /// Whether it is the element whose content is read, which has no tooltip and no space around
    /// it.
    pub outermost: bool,
}

/// A name in progress, with collapsed whitespace.
pub struct NameBuilder {
    /// The text so far.
    pub text: String,
    /// Pending tasks, the next one last.
    pub tasks: Vec<Task>,
    /// How the content is read.
    pub mode: Mode,
    /// The role of the named element, if its own content is read.
    pub owner: Role,
    /// Maximum length in bytes.
    pub limit: usize,
}

impl NameBuilder {
    /// Creates an empty builder.
    pub fn new(mode: Mode, owner: Role, limit: usize) -> NameBuilder {
        NameBuilder {
            text: String::new(),
            tasks: Vec::new(),
            mode,
            owner,
            limit,
        }
    }

    /// Whether the limit is reached.
    pub fn is_full(&self) -> bool {
        self.text.len() > self.limit
    }

    /// Adds text with collapsed whitespace. SPEC DIFFERENCE: the glyphs of icon fonts are no text.
    pub fn push(&mut self, text: &str) {
        let separates = |each| text::is_space(each) || text::is_icon(each);
        for (place, word) in text.split(separates).enumerate() {
            if self.is_full() {
                return;
            }
            if place > 0 {
                self.space();
            }
            self.text.push_str(word);
        }
    }

    /// Adds a space, unless the text ends with one.
    pub fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(" ") {
            self.text.push(' ');
        }
    }
}

/// Cuts a text at the limit, with an ellipsis.
pub fn cut(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let mut end = limit;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Cow::Owned([&text[..end], "…"].concat())
}
