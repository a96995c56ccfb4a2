//! How strings of a page are quoted: every one in every text, answer, line and fault goes through
//! here. No page text can forge a line, an id or a closing quote, and what a reader can't see never
//! gets out raw: it is written `\u{hex}`.

mod unseen;

use std::borrow::Cow;
use std::fmt::Write;
use unseen::is_emoji;
pub use unseen::is_unseen;

/// In double quotes, escaped: `\"`, `\\`, `\n`, `\r`, `\t`, and `\u{…}` for what can't be seen or
/// turns the text around.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(&mut out, text);
    out
}

/// Appends it in double quotes, escaped.
pub fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Escaped as in [`quoted`], without the quotes around.
pub fn push_escaped(out: &mut String, text: &str) {
    let mut at = 0;
    // Most of a text is taken as it is, run by run.
    while let Some(special) = text[at..].bytes().position(|byte| !is_plain(byte)) {
        let special = at + special;
        out.push_str(&text[at..special]);
        at = push_character(out, text, special);
    }
    out.push_str(&text[at..]);
}

/// Stands for a character that needs no look: ASCII that is seen, and is none of the marks of
/// quoting.
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
        _ => push_seen(out, text, at, character),
    }
    at + character.len_utf8()
}

/// Appends a character that is at a byte of a text: as `\u{hex}`, where nobody would see it.
fn push_seen(out: &mut String, text: &str, at: usize, character: char) {
    match is_unseen(character) && !is_variation_of_emoji(text, at, character) {
        true => drop(write!(out, "\\u{{{:x}}}", u32::from(character))),
        false => out.push(character),
    }
}

/// A variation selector that says how the emoji before it looks: ❤️, and 1️⃣, where it stands
/// between a sign and its keycap. Elsewhere it hides.
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

/// A string of a page where something else says where it ends, as JSON does: `\u{…}` for what can't
/// be seen. Quotes, backslashes and the whitespace that JSON escapes itself stay.
pub fn cleaned(text: &str) -> Cow<'_, str> {
    let Some(first) = first_unseen(text) else {
        return Cow::Borrowed(text);
    };
    let mut out = text[..first].to_owned();
    for (at, character) in text[first..].char_indices() {
        match character {
            '\n' | '\r' | '\t' => out.push(character),
            _ => push_seen(&mut out, text, first + at, character),
        }
    }
    Cow::Owned(out)
}

/// In double quotes, a text that was [`cleaned`] before: what was escaped then is not escaped
/// twice.
pub fn requoted(cleaned: &str) -> String {
    let mut text = String::with_capacity(cleaned.len());
    let mut rest = cleaned;
    while let Some(at) = rest.find("\\u{") {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let mut characters = escape.char_indices();
        characters.nth(1);
        match unescape_code(&mut characters).filter(|character| is_unseen(*character)) {
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

/// Whether [`cleaned`] leaves a text as it is.
pub fn is_clean(text: &str) -> bool {
    first_unseen(text).is_none()
}

/// The byte of the first character that [`cleaned`] would escape.
fn first_unseen(text: &str) -> Option<usize> {
    // Most texts have no other than plain characters.
    let is_seen = |byte: &u8| (b' '..=b'~').contains(byte);
    let start = text.bytes().position(|byte| !is_seen(&byte))?;
    let mut characters = text[start..].char_indices();
    let first = characters.find(|(at, character)| {
        is_unseen(*character)
            && !matches!(character, '\n' | '\r' | '\t')
            && !is_variation_of_emoji(text, start + at, *character)
    });
    first.map(|(at, _)| start + at)
}

/// What [`quoted`] wrote, read back: the text, and what stands behind the closing quote. `None`:
/// not made by it.
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
            _ if is_unseen(character) && !is_variation_of_emoji(inner, at, character) => {
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

/// For a message of ours that quotes a page: one line, nothing unseen, cut with an ellipsis at
/// `limit` characters.
pub fn one_line(text: &str, limit: usize) -> String {
    on_one_line(&shortened(text, limit)).into_owned()
}

/// Words of ours that may hold a page's: nothing in them begins another line, and all of them is
/// seen.
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    let clean = cleaned(text);
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

/// An address as it stands in a line: bare where it can't be taken for anything else.
pub fn address(href: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"'[]<>\\`".contains(&byte);
    match !href.is_empty() && href.bytes().all(is_plain) {
        true => Cow::Borrowed(href),
        false => Cow::Owned(quoted(href)),
    }
}

/// The text, cut to at most `limit` characters, the last of them an ellipsis where something was
/// cut.
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

    /// No character gets out that nobody sees, but a variation selector behind an emoji.
    fn shows_all(text: &str) -> bool {
        text.char_indices()
            .all(|(at, each)| !is_unseen(each) || is_variation_of_emoji(text, at, each))
    }

    #[test]
    fn nothing_unseen_gets_out() {
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
    fn a_variation_selector_is_kept_behind_an_emoji_alone() {
        assert_eq!(quoted("❤\u{fe0f} ☎\u{fe0e}"), "\"❤\u{fe0f} ☎\u{fe0e}\"");
        assert_eq!(quoted("1\u{fe0f}\u{20e3}"), "\"1\u{fe0f}\u{20e3}\"");
        assert_eq!(quoted("1\u{fe0f}"), r#""1\u{fe0f}""#);
        assert_eq!(quoted("a\u{fe0f}"), r#""a\u{fe0f}""#);
        assert_eq!(quoted("\u{fe0f}"), r#""\u{fe0f}""#);
        assert_eq!(quoted("❤\u{fe0f}\u{fe0f}"), "\"❤\u{fe0f}\\u{fe0f}\"");
        // A joiner hides wherever it is: `👩‍💻` is two pictures and what joins them.
        assert_eq!(quoted("👩\u{200d}💻"), r#""👩\u{200d}💻""#);
    }

    #[test]
    fn what_json_holds_keeps_its_quotes_and_shows_the_rest() {
        assert!(matches!(
            cleaned("Say \"hi\" \\ é ❤\u{fe0f}\n"),
            Cow::Borrowed(_)
        ));
        assert_eq!(
            cleaned("a\u{202e}\"b\u{1b}[2J\u{9b}"),
            r#"a\u{202e}"b\u{1b}[2J\u{9b}"#
        );
        assert_eq!(
            requoted(r#"a\u{202e}"\u{61}\\u{1b}\u{x}\u{1b"#),
            r#""a\u{202e}\"\\u{61}\\\u{1b}\\u{x}\\u{1b""#
        );
        assert_eq!(on_one_line("a\r\nb\u{2028}c"), r"a\r\nb\u{2028}c");
    }

    #[test]
    fn an_address_is_bare_where_it_can_be_taken_for_nothing_else() {
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
        fn what_is_quoted_is_read_back(text in any::<String>()) {
            let quoted = quoted(&text);
            prop_assert!(shows_all(&quoted));
            let line = format!("{quoted} rest");
            prop_assert_eq!(unquoted(&line), Some((text, " rest")));
        }

        #[test]
        fn no_way_of_writing_a_text_hides_any_of_it(
            text in "[a1 \"\\\\\n\u{200b}\u{fe0f}\u{20e3}\u{202e}❤👩\u{e0041}\u{3164}\u{7f}]{0,12}"
        ) {
            let raw = |text: &str| shows_all(&text.replace(['\n', '\r', '\t'], " "));
            prop_assert!(shows_all(&quoted(&text)));
            prop_assert!(raw(&cleaned(&text)));
            prop_assert!(shows_all(&on_one_line(&text)));
            prop_assert!(shows_all(&address(&text)));
            let quoted = quoted(&text);
            prop_assert_eq!(unquoted(&quoted), Some((text, "")));
        }
    }
}
