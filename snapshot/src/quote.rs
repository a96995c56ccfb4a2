//! How strings of the page are quoted, so that no page text can forge a line, an id or a closing
//! quote. Control, bidi and zero-width characters never reach the output raw.

use std::borrow::Cow;
use std::fmt::Write;

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
    let mut rest = text;
    // Most of a text is taken as it is, run by run.
    while let Some(special) = rest.bytes().position(|byte| !is_plain(byte)) {
        let (plain, behind) = rest.split_at(special);
        out.push_str(plain);
        let mut characters = behind.chars();
        characters
            .by_ref()
            .take(1)
            .for_each(|character| push_character(out, character));
        rest = characters.as_str();
    }
    out.push_str(rest);
}

/// Stands for a character that needs no look: ASCII that is seen, and is none of the marks of
/// quoting.
fn is_plain(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte) && byte != b'"' && byte != b'\\'
}

fn push_character(out: &mut String, character: char) {
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_unseen(character) => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        }
        _ => out.push(character),
    }
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
            _ if is_unseen(character) => return None,
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
    let mut out = String::new();
    push_escaped(&mut out, &shortened(text, limit));
    out.replace("\\\"", "\"")
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

/// Control characters, line and paragraph separators, bidi controls, zero-width and other unseen
/// format characters. Source: Unicode categories Cc, Zl, Zp and those of Cf that hide or turn text.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_unseen_gets_out() {
        assert_eq!(
            quoted("a\"b\\c\nd\u{202e}e\u{0}"),
            r#""a\"b\\c\nd\u{202e}e\u{0}""#
        );
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("abcd", 4), "abcd");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_quoted_is_read_back(text in any::<String>()) {
            let quoted = quoted(&text);
            prop_assert!(!quoted.chars().any(is_unseen));
            let line = format!("{quoted} rest");
            prop_assert_eq!(unquoted(&line), Some((text, " rest")));
        }
    }
}
