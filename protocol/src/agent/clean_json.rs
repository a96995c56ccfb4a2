//! Answers as JSON text in which every string is cleaned: what a page wrote can't hide in any field
//! of any endpoint. It doesn't know which strings are a page's, so all of them are.

use axlens_snapshot::quote::cleaned;
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Appends a value as JSON. In its strings `\u{hex}` stands for what nobody would see, as in the
/// texts of pages; line breaks and tabs stay.
///
/// # Errors
/// When it is none that JSON can say.
pub fn write_json<T: Serialize + ?Sized>(value: &T, json: &mut Vec<u8>) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(json, Clean))
}

/// JSON without spaces, its strings cleaned.
struct Clean;

impl Formatter for Clean {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        match cleaned(fragment) {
            Cow::Borrowed(text) => writer.write_all(text.as_bytes()),
            // No other backslash is in a fragment: JSON escapes those apart.
            Cow::Owned(text) => writer.write_all(text.replace('\\', "\\\\").as_bytes()),
        }
    }

    fn write_char_escape<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        let code = match escape {
            CharEscape::Backspace => 0x8,
            CharEscape::FormFeed => 0xc,
            CharEscape::AsciiControl(code) => code,
            seen => return CompactFormatter.write_char_escape(writer, seen),
        };
        write!(writer, "\\\\u{{{code:x}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read_back(value: &Value) -> Value {
        let mut json = Vec::new();
        write_json(value, &mut json).expect("JSON");
        serde_json::from_slice(&json).expect("JSON")
    }

    #[test]
    fn nothing_hides_in_a_string_of_an_answer() {
        let title = "a\u{202e}\u{3164}\u{1b}[31m\u{8}\u{c}\u{9b}\u{e0041}";
        assert_eq!(
            read_back(&json!({"title": title})),
            json!({"title": r"a\u{202e}\u{3164}\u{1b}[31m\u{8}\u{c}\u{9b}\u{e0041}"})
        );
    }

    #[test]
    fn all_else_is_as_it_was() {
        let value = json!({"a": ["\"\\\n\r\t/é❤\u{fe0f}", 1.5, null, true], "b": {"c": -3}});
        assert_eq!(read_back(&value), value);
    }
}
