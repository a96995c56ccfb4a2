//! Quoting of page text. Every string of a page in a text, answer or fault passes through this
//! module. Page text can't forge a line, an id or a closing quote, and invisible characters are
//! escaped as `\u{hex}`.

mod invisible;

use invisible::is_emoji;
pub use invisible::is_invisible;
use std::borrow::Cow;
use std::fmt::Write;

/// The text in double quotes, escaped: `\"`, `\\`, `\n`, `\r`, `\t`, and `\u{…}` for characters
/// that are invisible or change the direction of text.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// Appends the text in double quotes, escaped as in [`quoted`].
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Appends the text, escaped as in [`quoted`], without quotes.
pub fn push_escaped(out: &mut String, text: &str) {
    let mut at = 0;
    // Most of a text needs no escapes and is copied in runs.
    while let Some(special) = text[at..].bytes().position(|byte| !is_plain(byte)) {
        let special = at + special;
        out.push_str(&text[at..special]);
        at = push_character(out, text, special);
    }
    out.push_str(&text[at..]);
}

/// Whether a byte is a visible ASCII character that needs no escape.
fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\'
}

/// Appends the character at a byte of a text, escaped as in [`quoted`]. Returns where the next one
/// begins.
pub fn push_character(out: &mut String, text: &str, at: usize) -> usize {
    let Some(character) = text[at..].chars().next() else {
        return text.len();
    };
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ => push_visible(out, text, at, character),
    }
    at + character.len_utf8()
}

/// Appends the character at a byte of a text; as `\u{hex}` if it is invisible.
fn push_visible(out: &mut String, text: &str, at: usize, character: char) {
    match is_invisible(character) && !is_variation_of_emoji(text, at, character) {
        true => drop(write!(out, "\\u{{{:x}}}", u32::from(character))),
        false => out.push(character),
    }
}

/// Whether the character is a variation selector that changes the look of the emoji before it: ❤️,
/// and 1️⃣, between a sign and its keycap. Elsewhere it is invisible.
fn is_variation_of_emoji(text: &str, at: usize, character: char) -> bool {
    if !matches!(character, '\u{fe0e}' | '\u{fe0f}') {
        return false;
    }
    match text[..at].chars().next_back() {
        Some('0'..='9' | '#' | '*') => text[at..].starts_with("\u{fe0f}\u{20e3}"),
        Some(before) => is_emoji(before),
        None => false,
    }
}

/// Escapes only invisible characters as `\u{…}`, for strings in JSON. Quotes, backslashes and the
/// whitespace that JSON escapes are unchanged.
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    let Some(first) = first_invisible(text) else {
        return Cow::Borrowed(text);
    };
    let mut out = text[..first].to_owned();
    for (at, character) in text[first..].char_indices() {
        match character {
            '\n' | '\r' | '\t' => out.push(character),
            _ => push_visible(&mut out, text, first + at, character),
        }
    }
    Cow::Owned(out)
}

/// Quotes a text that [`escape_invisible`] has escaped, without escaping twice.
pub fn requoted(escaped: &str) -> String {
    let mut text = String::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some(at) = rest.find("\\u{") {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let mut characters = escape.char_indices();
        characters.nth(1);
        match unescape_code(&mut characters).filter(|character| is_invisible(*character)) {
            Some(character) => {
                text.push(character);
                rest = characters.as_str();
            }
            None => {
                text.push('\\');
                rest = &escape[1..];
            }
        }
    }
    text.push_str(rest);
    quoted(&text)
}

/// Whether [`escape_invisible`] leaves a text unchanged.
pub fn is_all_visible(text: &str) -> bool {
    first_invisible(text).is_none()
}

/// The position of the first character that [`escape_invisible`] escapes.
fn first_invisible(text: &str) -> Option<usize> {
    // Most texts have only plain characters.
    let is_visible = |byte: &u8| (b' '..=b'~').contains(byte);
    let start = text.bytes().position(|byte| !is_visible(&byte))?;
    let mut characters = text[start..].char_indices();
    let first = characters.find(|(at, character)| {
        is_invisible(*character)
            && !matches!(character, '\n' | '\r' | '\t')
            && !is_variation_of_emoji(text, start + at, *character)
    });
    first.map(|(at, _)| start + at)
}

/// Parses the output of [`quoted`]: returns the text, and the rest after the closing quote. `None`
/// if the input is not such output.
pub fn unquoted(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut out = String::new();
    let mut characters = inner.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((out, &inner[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => out.push('\n'),
                'r' => out.push('\r'),
                't' => out.push('\t'),
                'u' => out.push(unescape_code(&mut characters)?),
                escaped @ ('"' | '\\') => out.push(escaped),
                _ => return None,
            },
            _ if is_invisible(character) && !is_variation_of_emoji(inner, at, character) => {
                return None;
            }
            _ => out.push(character),
        }
    }
    None
}

fn unescape_code(characters: &mut std::str::CharIndices) -> Option<char> {
    let mut code = 0_u32;
    if characters.next()?.1 != '{' {
        return None;
    }
    loop {
        match characters.next()?.1 {
            '}' => return char::from_u32(code),
            digit => code = code.checked_mul(16)?.checked_add(digit.to_digit(16)?)?,
        }
    }
}

/// The text on one line, with invisible characters escaped, cut with an ellipsis at `limit`
/// characters.
pub fn shortened_line(text: &str, limit: usize) -> String {
    single_line(&shortened(text, limit)).into_owned()
}

/// The text on one line: line breaks and invisible characters are escaped.
pub fn single_line(text: &str) -> Cow<'_, str> {
    let clean = escape_invisible(text);
    match clean.contains(['\n', '\r', '\t']) {
        true => Cow::Owned(
            clean
                .replace('\n', "\\n")
                .replace('\r', "\\r")
                .replace('\t', "\\t"),
        ),
        false => clean,
    }
}

/// Formats a URL for a line. A URL of ASCII characters without spaces, quotes, brackets and
/// backslashes is not quoted.
pub fn address(href: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"'[]<>\\`".contains(&byte);
    match !href.is_empty() && href.bytes().all(is_plain) {
        true => Cow::Borrowed(href),
        false => Cow::Owned(quoted(href)),
    }
}

/// The text, cut to at most `limit` characters including an ellipsis.
pub fn shortened(text: &str, limit: usize) -> Cow<'_, str> {
    // No text has more characters than bytes.
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    match text.char_indices().nth(limit) {
        None => Cow::Borrowed(text),
        Some(_) => {
            let end = text
                .char_indices()
                .nth(limit.saturating_sub(1))
                .map_or(0, |(at, _)| at);
            format!("{}…", text[..end].trim_end()).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether all characters are visible, or variation selectors after an emoji.
    fn shows_all(text: &str) -> bool {
        text.char_indices()
            .all(|(at, each)| !is_invisible(each) || is_variation_of_emoji(text, at, each))
    }

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(
            quoted("a\"b\\c\nd\u{202e}e\u{0}"),
            r#""a\"b\\c\nd\u{202e}e\u{0}""#
        );
        assert_eq!(
            quoted("\u{3164}\u{115f}\u{ffa0}\u{34f}\u{ad}\u{180e}\u{e0041}\u{fe00}\u{1d173}"),
            r#""\u{3164}\u{115f}\u{ffa0}\u{34f}\u{ad}\u{180e}\u{e0041}\u{fe00}\u{1d173}""#
        );
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("abcd", 4), "abcd");
    }

    #[test]
    fn a_variation_selector_is_kept_only_after_an_emoji() {
        assert_eq!(quoted("❤\u{fe0f} ☎\u{fe0e}"), "\"❤\u{fe0f} ☎\u{fe0e}\"");
        assert_eq!(quoted("1\u{fe0f}\u{20e3}"), "\"1\u{fe0f}\u{20e3}\"");
        assert_eq!(quoted("1\u{fe0f}"), r#""1\u{fe0f}""#);
        assert_eq!(quoted("a\u{fe0f}"), r#""a\u{fe0f}""#);
        assert_eq!(quoted("\u{fe0f}"), r#""\u{fe0f}""#);
        assert_eq!(quoted("❤\u{fe0f}\u{fe0f}"), "\"❤\u{fe0f}\\u{fe0f}\"");
        // A joiner is always invisible: `👩‍💻` is two emoji and a joiner.
        assert_eq!(quoted("👩\u{200d}💻"), r#""👩\u{200d}💻""#);
    }

    #[test]
    fn strings_in_json_keep_their_quotes() {
        assert!(matches!(
            escape_invisible("Say \"hi\" \\ é ❤\u{fe0f}\n"),
            Cow::Borrowed(_)
        ));
        assert_eq!(
            escape_invisible("a\u{202e}\"b\u{1b}[2J\u{9b}"),
            r#"a\u{202e}"b\u{1b}[2J\u{9b}"#
        );
        assert_eq!(
            requoted(r#"a\u{202e}"\u{61}\\u{1b}\u{x}\u{1b"#),
            r#""a\u{202e}\"\\u{61}\\\u{1b}\\u{x}\\u{1b""#
        );
        assert_eq!(single_line("a\r\nb\u{2028}c"), r"a\r\nb\u{2028}c");
    }

    #[test]
    fn an_unambiguous_address_is_not_quoted() {
        assert_eq!(address("https://a.example/?b=c"), "https://a.example/?b=c");
        assert_eq!(
            address("data:text/html,a [active]"),
            "\"data:text/html,a [active]\""
        );
        assert_eq!(address(""), "\"\"");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn quoted_text_is_parsed_back(text in any::<String>()) {
            let quoted = quoted(&text);
            prop_assert!(shows_all(&quoted));
            let line = format!("{quoted} rest");
            prop_assert_eq!(unquoted(&line), Some((text, " rest")));
        }

        #[test]
        fn no_function_leaves_a_character_invisible(
            text in "[a1 \"\\\\\n\u{200b}\u{fe0f}\u{20e3}\u{202e}❤👩\u{e0041}\u{3164}\u{7f}]{0,12}"
        ) {
            let raw = |text: &str| shows_all(&text.replace(['\n', '\r', '\t'], " "));
            prop_assert!(shows_all(&quoted(&text)));
            prop_assert!(raw(&escape_invisible(&text)));
            prop_assert!(shows_all(&single_line(&text)));
            prop_assert!(shows_all(&address(&text)));
            let quoted = quoted(&text);
            prop_assert_eq!(unquoted(&quoted), Some((text, "")));
        }
    }
}
