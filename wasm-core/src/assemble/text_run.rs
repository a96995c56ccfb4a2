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
    /// The whitespace after the last word. Whitespace that collapses is one space.
    blank: String,
    /// The run has a word.
    has_word: bool,
    /// The whitespace before the first word, if that is preformatted.
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
        self.has_word = false;
        self.context = context;
        self.looks = looks;
    }

    /// Separates the next word by a space.
    pub fn space(&mut self) {
        self.space = true;
        self.collapse();
    }

    /// The text that follows is on a new line.
    pub fn start_new_line(&mut self) {
        self.blank.clear();
        self.blank.push('\n');
    }

    fn collapse(&mut self) {
        if self.blank.is_empty() {
            self.blank.push(' ');
        }
    }

    /// Adds the number of a list item before its text.
    pub fn add_number(&mut self, number: &str) {
        self.add(number, false);
        self.space();
        self.has_word = false;
    }

    /// Adds text; unchanged with `keeps_breaks`, for preformatted text.
    pub fn add(&mut self, text: &str, keeps_breaks: bool) {
        for character in text.chars() {
            let blank = matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}');
            if blank && !keeps_breaks {
                self.space = true;
                self.collapse();
                continue;
            }
            match blank {
                true => self.blank.push(character),
                false => self.end_blank(keeps_breaks),
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

    /// Ends the whitespace before a word.
    fn end_blank(&mut self, keeps_breaks: bool) {
        if !self.has_word {
            self.has_word = true;
            self.glued = self.blank.is_empty();
            self.before = keeps_breaks.then(|| std::mem::take(&mut self.blank));
        }
        self.blank.clear();
    }

    /// Ends the run. `None` if it is blank.
    pub fn take(&mut self) -> Option<TakenRun> {
        self.space = false;
        let text = std::mem::take(&mut self.text);
        let trimmed = text.trim_ascii();
        if trimmed.is_empty() {
            return None;
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
        assert_eq!(before("e", true).as_deref(), Some(""));
        assert_eq!(before("f", false), None);
        run.start_new_line();
        run.begin(Context::default(), Looks::default());
        run.add("  g", true);
        let taken = run.take().and_then(|taken| taken.before);
        assert_eq!(taken.as_deref(), Some("\n  "));
    }
}
