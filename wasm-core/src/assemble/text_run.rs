//! A run of text: what is read in one go, white space collapsed as CSS does. Knows no elements.

use super::Context;

/// The text run that is being collected.
#[derive(Debug, Default)]
pub struct TextRun {
    text: String,
    /// White space was met and waits for the next word.
    space: bool,
    context: Context,
    hidden: bool,
    /// Nothing is between the text before the run and its first word.
    glued: bool,
    /// Nothing follows the last word yet, in this run or after it.
    touches: bool,
}

/// A run that is at its end.
#[derive(Debug, PartialEq)]
pub struct TakenRun {
    /// Its text.
    pub text: String,
    /// Its position.
    pub context: Context,
    /// `aria-hidden` took it out of the tree.
    pub hidden: bool,
    /// Nothing is between it and the run before.
    pub glued: bool,
}

impl TextRun {
    /// Text of this context belongs to the run that is open.
    pub fn goes_on(&self, context: Context, hidden: bool) -> bool {
        !self.text.is_empty() && self.context == context && self.hidden == hidden
    }

    /// Begins a run; the one before was taken.
    pub fn begin(&mut self, context: Context, hidden: bool) {
        self.text.clear();
        self.space = false;
        self.context = context;
        self.hidden = hidden;
    }

    /// Something is between two words.
    pub fn space(&mut self) {
        self.space = true;
        self.touches = false;
    }

    /// The text that follows is not part of the line of the text before.
    pub fn part(&mut self) {
        self.touches = false;
    }

    /// Adds text. `keeps_breaks`: as it is, for text that is laid out by its author.
    pub fn add(&mut self, text: &str, keeps_breaks: bool) {
        for character in text.chars() {
            let blank = matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}');
            let touches = std::mem::replace(&mut self.touches, !blank);
            if blank && !keeps_breaks {
                self.space = true;
                continue;
            }
            if self.text.is_empty() {
                self.glued = touches && !blank;
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

    /// Ends the run. `None`: there is nothing to read.
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
            hidden: self.hidden,
            glued: self.glued,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses_across_pieces() {
        let mut run = TextRun::default();
        run.begin(Context::default(), false);
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
}
