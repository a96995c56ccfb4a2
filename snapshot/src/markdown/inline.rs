//! The text of a paragraph, with links, emphasis and code.

use super::escape::{self, TextPlace};

/// What marks a part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Markup {
    Strong,
    Emphasis,
    Deletion,
    Code,
    /// A link with its address.
    Link(String),
    /// A link of which an earlier block has the text.
    EndedLink,
}

impl Markup {
    /// The delimiter on both sides, for those that have one.
    fn delimiter(&self) -> Option<&'static str> {
        match self {
            Markup::Strong => Some("**"),
            Markup::Emphasis => Some("*"),
            Markup::Deletion => Some("~~"),
            Markup::Code | Markup::Link(_) | Markup::EndedLink => None,
        }
    }
}

/// An open markup.
#[derive(Debug)]
struct Open {
    markup: Markup,
    /// Where its content starts; `None` before its first text.
    start: Option<usize>,
}

/// The range of a closed emphasis whose last character is punctuation. A letter after its closing
/// delimiter would make it text.
#[derive(Debug)]
struct Fragile {
    start: usize,
    delimiter: &'static str,
}

/// The text of an open paragraph.
#[derive(Debug, Default)]
pub(super) struct Inline {
    text: String,
    open: Vec<Open>,
    in_table: bool,
    fragile: Option<Fragile>,
    /// What separates the next text, if it is not a space.
    separator: Option<&'static str>,
}

impl Inline {
    /// The text of a cell of a table.
    pub fn of_cell() -> Inline {
        Inline {
            in_table: true,
            ..Inline::default()
        }
    }

    /// Whether a link is open that has no text yet.
    pub fn is_link_empty(&self) -> bool {
        let link = self
            .open
            .iter()
            .rev()
            .find(|open| matches!(open.markup, Markup::Link(_)));
        link.is_some_and(|link| link.start.is_none())
    }

    /// Separates the next text by this instead of a space.
    pub fn separate(&mut self, separator: &'static str) {
        if !self.text.is_empty() {
            self.separator = Some(separator);
        }
    }

    /// Adds a text of the page. `glued`: it follows the text before it without a space.
    pub fn push(&mut self, text: &str, glued: bool) {
        self.begin(text, glued);
        if self.is_in_code() {
            self.text.push_str(text);
            return;
        }
        let place = self.place();
        escape::push(&mut self.text, text, place);
    }

    /// Adds Markdown.
    pub fn push_raw(&mut self, markdown: &str) {
        self.begin(markdown, false);
        self.text.push_str(markdown);
    }

    /// Adds what separates a text from the one before it, and notes where open markup starts.
    fn begin(&mut self, text: &str, glued: bool) {
        if let Some(fragile) = self.fragile.take()
            && glued
            && text.starts_with(char::is_alphanumeric)
        {
            self.unmark(&fragile);
        }
        let is_spaced = self.text.is_empty() || self.text.ends_with(char::is_whitespace);
        match self.separator.take() {
            Some(separator) => self.text.push_str(separator),
            None if glued || is_spaced => {}
            None => self.text.push(' '),
        }
        let start = self.text.len();
        for open in &mut self.open {
            open.start.get_or_insert(start);
        }
    }

    /// Whether the text is code.
    pub fn is_in_code(&self) -> bool {
        self.open.iter().any(|open| open.markup == Markup::Code)
    }

    /// Opens a markup. Code has no markup in it, and no markup contains itself.
    pub fn open(&mut self, markup: Markup) -> bool {
        let is_open = self.open.iter().any(|open| {
            let same = std::mem::discriminant(&open.markup) == std::mem::discriminant(&markup);
            same || open.markup == Markup::Code
        });
        if !is_open {
            self.open.push(Open {
                markup,
                start: None,
            });
        }
        !is_open
    }

    /// Closes the markup that was opened last.
    pub fn close(&mut self) {
        if let Some(Open {
            markup,
            start: Some(start),
        }) = self.open.pop()
        {
            self.mark(&markup, start);
        }
    }

    /// Ends the paragraph and returns it. Open markup continues in the next one, except a link with
    /// text.
    pub fn take(&mut self) -> String {
        for at in (0..self.open.len()).rev() {
            if let Some(start) = self.open[at].start.take() {
                let mut markup = self.open[at].markup.clone();
                self.mark(&markup, start);
                if matches!(markup, Markup::Link(_)) {
                    markup = Markup::EndedLink;
                }
                self.open[at].markup = markup;
            }
        }
        self.fragile = None;
        self.separator = None;
        std::mem::take(&mut self.text)
    }

    fn mark(&mut self, markup: &Markup, start: usize) {
        match (markup, markup.delimiter()) {
            (Markup::EndedLink, _) => {}
            (Markup::Link(href), _) => self.mark_link(href, start),
            (_, Some(delimiter)) => self.emphasize(delimiter, start),
            (_, None) => self.mark_code(start),
        }
    }

    fn mark_code(&mut self, start: usize) {
        let content = self.text.split_off(start);
        // Two codes without a space between them would be one.
        if self.text.ends_with('`') {
            let place = self.place();
            return escape::push(&mut self.text, &content, place);
        }
        let code = escape::code(&content);
        match self.in_table {
            true => self.text.push_str(&code.replace('|', "\\|")),
            false => self.text.push_str(&code),
        }
    }

    fn place(&self) -> TextPlace {
        let is_link = |open: &Open| matches!(open.markup, Markup::Link(_));
        TextPlace {
            in_link: self.open.iter().any(is_link),
            in_table: self.in_table,
        }
    }

    fn mark_link(&mut self, href: &str, start: usize) {
        let destination = escape::destination(href);
        let destination = match self.in_table {
            true => destination.replace('|', "\\|"),
            false => destination,
        };
        // The end of the link is between a delimiter in it and the text after it.
        self.fragile = None;
        // `![` would be an image.
        let opening = if self.text[..start].ends_with('!') {
            self.text.insert(start - 1, '\\');
            let starts = self.open.iter_mut().filter_map(|open| open.start.as_mut());
            starts
                .filter(|other| **other == start)
                .for_each(|other| *other += 1);
            start + 1
        } else {
            start
        };
        self.text.insert(opening, '[');
        self.text.push_str("](");
        self.text.push_str(&destination);
        self.text.push(')');
    }

    /// Adds delimiters, where Markdown recognizes them.
    /// Source: <https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run>
    fn emphasize(&mut self, delimiter: &'static str, start: usize) {
        let (before, content) = self.text.split_at(start);
        let is_mark = |character: char| !character.is_alphanumeric() && !character.is_whitespace();
        let follows_word = before.ends_with(char::is_alphanumeric);
        let follows_delimiter = before.ends_with(['*', '~']);
        let is_left_flanking = !(follows_word && content.starts_with(is_mark));
        let is_spaced =
            content.starts_with(char::is_whitespace) || content.ends_with(char::is_whitespace);
        if is_spaced || content.starts_with(['*', '~']) || !is_left_flanking || follows_delimiter {
            return;
        }
        let is_fragile = content.ends_with(is_mark);
        self.text.insert_str(start, delimiter);
        self.text.push_str(delimiter);
        self.fragile = is_fragile.then_some(Fragile { start, delimiter });
    }

    fn unmark(&mut self, fragile: &Fragile) {
        let end = self.text.len() - fragile.delimiter.len();
        self.text.truncate(end);
        let opening = fragile.start..fragile.start + fragile.delimiter.len();
        self.text.replace_range(opening, "");
    }
}
