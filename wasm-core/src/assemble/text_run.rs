//! A run of text, with whitespace collapsed as in CSS.

use super::Context;

/// Who perceives a text.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Looks {
    /// `aria-hidden` excludes it from the tree.
    pub hidden: bool,
    /// A user can't see it.
    pub unseen: bool,
}

/// The open text run.
#[derive(Debug, Default)]
pub struct TextRun {
    text: String,
    /// Whitespace was found; it is added before the next word.
    space: bool,
    context: Context,
    looks: Looks,
    /// The first word directly follows the text before the run.
    glued: bool,
    /// Nothing has been added after the last word.
    is_adjacent: bool,
    /// A new line has started after the last run.
    is_new_line: bool,
    /// A block or `br` has started a line, and nothing is on it.
    is_line_empty: bool,
    /// The run is the first thing on its line.
    is_first: bool,
    /// The preformatted whitespace after the last preformatted word.
    blank: String,
    /// The whitespace before the first preformatted word of the run.
    before: Option<String>,
}

/// A finished run.
#[derive(Debug, PartialEq)]
pub struct TakenRun {
    /// Its text.
    pub text: String,
    /// Its position.
    pub context: Context,
    /// Who perceives it.
    pub looks: Looks,
    /// It directly follows the text before it.
    pub glued: bool,
    /// It is the first thing on its line.
    pub is_first: bool,
    /// The whitespace between it and the text before it, if it is preformatted.
    pub before: Option<String>,
}

impl TextRun {
    /// Whether text in this context continues the open run.
    pub fn is_continued_by(&self, context: Context, looks: Looks) -> bool {
        !self.text.is_empty() && self.context == context && self.looks == looks
    }

    /// Starts a run. The previous one must have been taken.
    pub fn begin(&mut self, context: Context, looks: Looks) {
        self.text.clear();
        self.space = false;
        self.context = context;
        self.looks = looks;
    }

    /// Separates the next word by a space.
    pub fn space(&mut self) {
        self.space = true;
        self.is_adjacent = false;
    }

    /// The text that follows is on a new line.
    pub fn start_new_line(&mut self) {
        self.is_adjacent = false;
        self.is_new_line = true;
    }

    /// A block or `br` starts a line.
    pub fn break_line(&mut self) {
        self.start_new_line();
        self.is_line_empty = true;
    }

    /// Whether an element is the first thing on its line. What follows it is not.
    pub fn take_line_start(&mut self) -> bool {
        std::mem::take(&mut self.is_line_empty)
    }

    /// Undoes [`TextRun::take_line_start`] for an element that is removed.
    pub fn restore_line_start(&mut self, was_first: bool) {
        self.is_line_empty |= was_first;
    }

    /// Adds text; unchanged with `keeps_breaks`, for preformatted text.
    pub fn add(&mut self, text: &str, keeps_breaks: bool) {
        if keeps_breaks {
            self.keep_whitespace(text);
        }
        for character in text.chars() {
            let blank = matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}');
            let is_adjacent = std::mem::replace(&mut self.is_adjacent, !blank);
            if blank && !keeps_breaks {
                self.space = true;
                continue;
            }
            if self.text.is_empty() {
                self.glued = is_adjacent && !blank;
                self.is_first = self.take_line_start();
            }
            if std::mem::take(&mut self.space)
                && !self.text.is_empty()
                && !self.text.ends_with("\n")
            {
                self.text.push(' ');
            }
            self.text.push(character);
        }
    }

    /// Records the whitespace around a preformatted text.
    fn keep_whitespace(&mut self, text: &str) {
        let words = text.trim_ascii_start();
        let blank = &text[..text.len() - words.len()];
        self.blank.push_str(blank);
        if words.is_empty() {
            return;
        }
        let trailing = &words[words.trim_ascii_end().len()..];
        let before = std::mem::replace(&mut self.blank, trailing.to_owned());
        if self.before.is_none() {
            let is_spaced = self.is_new_line || !before.is_empty() || self.is_adjacent;
            let line_break = match self.is_new_line {
                true => "\n",
                false if is_spaced => "",
                false => " ",
            };
            self.before = Some(line_break.to_owned() + &before);
        }
    }

    /// Ends the run. `None` if it is blank.
    pub fn take(&mut self) -> Option<TakenRun> {
        self.space = false;
        let text = std::mem::take(&mut self.text);
        let trimmed = text.trim_ascii();
        if trimmed.is_empty() {
            return None;
        }
        self.is_new_line = false;
        if self.before.is_none() {
            self.blank.clear();
        }
        let text = if trimmed.len() == text.len() {
            text
        } else {
            trimmed.to_owned()
        };
        Some(TakenRun {
            text,
            context: self.context,
            looks: self.looks,
            glued: self.glued,
            is_first: self.is_first,
            before: self.before.take(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_collapses_across_pieces() {
        let mut run = TextRun::default();
        run.begin(Context::default(), Looks::default());
        for piece in ["\n a ", "  b", "c\t", "\n"] {
            run.add(piece, false);
        }
        assert_eq!(run.take().map(|taken| taken.text).as_deref(), Some("a bc"));
        run.add("  x\n    y ", true);
        assert_eq!(
            run.take().map(|taken| taken.text).as_deref(),
            Some("x\n    y")
        );
        run.add(" \n", false);
        assert_eq!(run.take(), None);
    }

    #[test]
    fn whitespace_between_preformatted_runs_is_known() {
        let mut run = TextRun::default();
        let mut before = |text: &str, keeps_breaks: bool| {
            run.begin(Context::default(), Looks::default());
            run.add(text, keeps_breaks);
            run.take().and_then(|taken| taken.before)
        };
        assert_eq!(before("a ", false), None);
        assert_eq!(before("b\n", true).as_deref(), Some(" "));
        assert_eq!(before("\t c d", true).as_deref(), Some("\n\t "));
        assert_eq!(before("e\n", true).as_deref(), Some(""));
        assert_eq!(before("f", false), None);
        assert_eq!(before("g", true).as_deref(), Some(""));
        run.start_new_line();
        run.begin(Context::default(), Looks::default());
        run.add("  h", true);
        let taken = run.take().and_then(|taken| taken.before);
        assert_eq!(taken.as_deref(), Some("\n  "));
    }
}
