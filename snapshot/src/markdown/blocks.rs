//! The blocks of a text, each with the prefixes of the lists and quotes around it.

use super::escape::{is_definition, longest_run, push_line};

/// Maximum depth of lists and quotes. What is deeper has the indentation of this level.
const MAX_INDENTS: usize = 50;

/// Maximum length of a text, in bytes. It is longer than the text of a page can be: only
/// indentation makes more of it, and what follows is not written.
const MAX_LEN: usize = 1 << 24;

/// What separates a block from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    Line,
    BlankLine,
}

/// A list item, quote or definition.
#[derive(Debug)]
struct Indent {
    /// The prefix of its first line.
    first: String,
    /// The prefix of its other lines.
    rest: String,
    has_block: bool,
}

impl Indent {
    fn item(marker: String) -> Indent {
        Indent {
            rest: " ".repeat(marker.len()),
            first: marker,
            has_block: false,
        }
    }

    fn push_prefix(&self, out: &mut String) {
        out.push_str(match self.has_block {
            false => &self.first,
            true => &self.rest,
        });
    }
}

/// A list.
#[derive(Debug)]
struct List {
    /// The number of the next item; `None` for a list with bullets.
    next: Option<u64>,
    has_item: bool,
}

/// The text written so far, and the open lists and quotes.
#[derive(Debug)]
pub(super) struct Blocks {
    out: String,
    levels: Vec<Indent>,
    lists: Vec<List>,
    gap: Gap,
}

impl Blocks {
    pub fn new() -> Blocks {
        Blocks {
            out: String::new(),
            levels: Vec::new(),
            lists: Vec::new(),
            gap: Gap::BlankLine,
        }
    }

    /// The whole text; without a line break at its end.
    pub fn finish(self) -> String {
        self.out
    }

    pub fn open_list(&mut self, is_ordered: bool) {
        let is_nested = self.levels.last().is_some_and(|level| level.has_block);
        // A number other than 1 can't end a paragraph.
        if is_nested && !is_ordered {
            self.gap = Gap::Line;
        }
        self.lists.push(List {
            next: is_ordered.then_some(1),
            has_item: false,
        });
    }

    /// Whether the open list has numbers.
    pub fn is_list_ordered(&self) -> bool {
        self.lists.last().is_some_and(|list| list.next.is_some())
    }

    pub fn close_list(&mut self) {
        self.lists.pop();
        self.gap = Gap::BlankLine;
    }

    /// Opens an item. `number`: its number, if the page has one.
    pub fn open_item(&mut self, number: Option<u64>) {
        let mut marker = "- ".to_owned();
        if let Some(list) = self.lists.last_mut() {
            if list.has_item {
                self.gap = Gap::Line;
            }
            if let Some(number) = list.next.map(|next| number.unwrap_or(next)) {
                list.next = Some(number.saturating_add(1));
                marker = format!("{number}. ");
            }
        }
        self.push_level(Indent::item(marker));
    }

    fn push_level(&mut self, level: Indent) {
        self.levels.push(match self.levels.len() < MAX_INDENTS {
            true => level,
            false => Indent::item(String::new()),
        });
    }

    pub fn close_item(&mut self) {
        let item = self.levels.pop();
        let has_block = item.is_some_and(|item| item.has_block);
        if let (true, Some(list)) = (has_block, self.lists.last_mut()) {
            list.has_item = true;
        }
        self.gap = Gap::BlankLine;
    }

    pub fn open_definition(&mut self) {
        self.gap = Gap::Line;
        self.push_level(Indent::item(": ".to_owned()));
    }

    pub fn open_quote(&mut self) {
        self.push_level(Indent {
            first: "> ".to_owned(),
            rest: "> ".to_owned(),
            has_block: false,
        });
    }

    /// Closes a quote or definition.
    pub fn close_level(&mut self) {
        self.levels.pop();
        self.gap = Gap::BlankLine;
    }

    /// Writes a paragraph. Its lines can't start another block.
    pub fn paragraph(&mut self, text: &str) {
        let mut escaped = String::with_capacity(text.len());
        if is_definition(text) {
            escaped.push('\\');
        }
        for line in text.split('\n').map(str::trim) {
            push_line(&mut escaped, line);
            escaped.push('\n');
        }
        self.write(escaped.trim_end());
    }

    /// Writes a heading.
    pub fn heading(&mut self, level: u32, text: &str) {
        let mut text = text.replace('\n', " ");
        // A heading may end with signs that do not belong to it.
        if text.ends_with('#') {
            text.insert(text.len() - 1, '\\');
        }
        let signs = "#".repeat(level.clamp(1, 6) as usize);
        self.write(&format!("{signs} {text}"));
    }

    /// Writes preformatted text.
    pub fn code(&mut self, text: &str) {
        let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
        let mut block = fence.clone();
        for line in text.trim_matches('\n').split('\n') {
            // Only notes begin so.
            let indentation = if line.starts_with("...(") { " " } else { "" };
            block.extend(["\n", indentation, line]);
        }
        self.write(&format!("{block}\n{fence}"));
    }

    /// Writes the lines of a block.
    pub fn write(&mut self, block: &str) {
        if self.out.len() > MAX_LEN {
            return;
        }
        if !self.out.is_empty() {
            self.out.push('\n');
            if self.gap == Gap::BlankLine {
                self.push_blank_prefix();
                self.out.push('\n');
            }
        }
        for (row, line) in block.split('\n').enumerate() {
            if row > 0 {
                self.out.push('\n');
            }
            match line.is_empty() {
                true => self.push_blank_prefix(),
                false => self
                    .levels
                    .iter()
                    .for_each(|level| level.push_prefix(&mut self.out)),
            }
            self.out.push_str(line);
            self.levels
                .iter_mut()
                .for_each(|level| level.has_block = true);
        }
        self.gap = Gap::BlankLine;
    }

    /// The prefix of a line without text.
    fn push_blank_prefix(&mut self) {
        let mut prefix = String::new();
        let open = self.levels.iter().filter(|level| level.has_block);
        open.for_each(|level| level.push_prefix(&mut prefix));
        self.out.push_str(prefix.trim_end());
    }
}
