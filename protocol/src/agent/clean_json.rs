//! Serializes answers as JSON in which invisible characters of every string are escaped, so that a
//! page can't hide text in any field of any endpoint. It doesn't know which strings come from a
//! page.

use axlens_snapshot::quote::escape_invisible;
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Appends a value as JSON. In its strings, invisible characters become `\u{hex}`, as in the texts
/// of pages; line breaks and tabs stay.
///
/// # Errors
/// If the value can't be represented in JSON.
pub fn write_json<T: Serialize + ?Sized>(value: &T, json: &mut Vec<u8>) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(json, CleanFormatter))
}

/// JSON without spaces, with invisible characters in strings escaped.
struct CleanFormatter;

impl Formatter for CleanFormatter {
    fn write_string_fragment<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        match escape_invisible(fragment) {
            Cow::Borrowed(text) => writer.write_all(text.as_bytes()),
            // A fragment has no other backslash: JSON escapes those separately.
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
            visible => return CompactFormatter.write_char_escape(writer, visible),
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
    fn invisible_characters_are_escaped_in_strings() {
        let title = "a\u{202e}\u{3164}\u{1b}[31m\u{8}\u{c}\u{9b}\u{e0041}";
        assert_eq!(
            read_back(&json!({"title": title})),
            json!({"title": r"a\u{202e}\u{3164}\u{1b}[31m\u{8}\u{c}\u{9b}\u{e0041}"})
        );
    }

    #[test]
    fn other_values_are_unchanged() {
        let value = json!({"a": ["\"\\\n\r\t/é❤\u{fe0f}", 1.5, null, true], "b": {"c": -3}});
        assert_eq!(read_back(&value), value);
    }
}
