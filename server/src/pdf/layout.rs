//! From the characters of a page, which a PDF file has with their positions, to lines of text.

use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};
use std::fmt;
use unicode_normalization::UnicodeNormalization as _;

/// A gap of this many ems is a space: kerning is smaller, and spaces between justified words are
/// larger.
const SPACE: f64 = 0.17;
/// A gap of this many ems separates the cells of a row.
const CELL: f64 = 1.0;
/// A character this many ems above or below the last one is on another line if it is left of its
/// end. Superscripts are closer.
const LINE: f64 = 0.5;
/// A character this many ems above or below the last one is on another line in any case.
const FAR_LINE: f64 = 1.5;

/// The lines of a page: an output device for the parser.
#[derive(Debug)]
pub struct PdfLines {
    text: String,
    line: String,
    last: Option<CharacterEnd>,
    /// Maximum length of the text in bytes.
    max_len: usize,
    is_full: bool,
}

/// Where a character ends.
#[derive(Debug, Clone, Copy)]
struct CharacterEnd {
    end: f64,
    y: f64,
    size: f64,
}

impl PdfLines {
    /// A page without lines.
    pub fn new(max_len: usize) -> PdfLines {
        PdfLines {
            text: String::new(),
            line: String::new(),
            last: None,
            max_len,
            is_full: false,
        }
    }

    /// Whether text was left out because it is too long.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The lines, without empty ones.
    pub fn into_text(mut self) -> String {
        self.end_line();
        self.text.truncate(self.text.trim_end().len());
        self.text
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim();
        if !line.is_empty() {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// Adds what separates a character at a place from the last one.
    fn separate(&mut self, x: f64, y: f64, size: f64) {
        let Some(last) = self.last else { return };
        let em = last.size.max(size);
        let (gap, distance) = (x - last.end, (y - last.y).abs());
        if distance > em * FAR_LINE || (distance > em * LINE && gap < 0.0) {
            self.end_line();
        } else if gap > em * CELL {
            self.push_separator('\t');
        } else if gap > em * SPACE || gap < -em {
            self.push_separator(' ');
        }
    }

    fn push_separator(&mut self, separator: char) {
        let is_needed = !self.line.is_empty() && !self.line.ends_with(['\t', ' ']);
        if is_needed {
            self.line.push(separator);
        } else if separator == '\t' && self.line.ends_with(' ') {
            self.line.pop();
            self.line.push('\t');
        }
    }

    fn push(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                character if character.is_whitespace() => self.push_separator(' '),
                // A ligature or a positional form of a letter.
                '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => {
                    self.line.extend(std::iter::once(character).nfkc());
                }
                _ => self.line.push(character),
            }
        }
    }
}

impl OutputDev for PdfLines {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        transform: &Transform,
        width: f64,
        spacing: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        let scale = (transform.m11 * transform.m22 - transform.m12 * transform.m21).abs();
        let size = font_size.abs() * scale.sqrt();
        let (x, y) = (transform.m31, transform.m32);
        self.separate(x, y, size);
        self.push(text);
        let end = x + width * size + spacing.min(0.0);
        self.last = Some(CharacterEnd { end, y, size });
        if self.text.len() + self.line.len() > self.max_len {
            self.is_full = true;
            return Err(fmt::Error.into());
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}
