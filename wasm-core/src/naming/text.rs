//! Whitespace and letter case of text in names.

use crate::dom::{Dom, Idx};
use crate::record::Flag;
use std::borrow::Cow;

/// Whitespace that HTML and CSS collapse, without no-break spaces.
pub fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

/// Collapses whitespace to single spaces, and trims the text.
pub fn collapsed(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !result.is_empty() {
            result.push(' ');
        }
        result.push_str(word);
    }
    result
}

/// The text with spaces in place of the glyphs of icon fonts.
pub fn without_icons(text: &str) -> Cow<'_, str> {
    // In UTF-8, these characters begin with this byte or a higher one, and few others do.
    if text.bytes().all(|byte| byte < 0xee) {
        return Cow::Borrowed(text);
    }
    let replaced = |each| if is_icon(each) { ' ' } else { each };
    Cow::Owned(text.chars().map(replaced).collect())
}

/// Whether a character is in a private use area, like the glyphs of icon fonts.
pub fn is_icon(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

/// The text in the letter case of `element`'s style.
pub fn transformed<'t>(dom: &Dom, element: Idx, text: &'t str) -> Cow<'t, str> {
    if dom.flag(element, Flag::Uppercase) {
        Cow::Owned(to_uppercase_letters(text, UppercaseLetters::All))
    } else if dom.flag(element, Flag::Lowercase) {
        Cow::Owned(text.to_lowercase())
    } else if dom.flag(element, Flag::Capitalize) {
        Cow::Owned(to_uppercase_letters(text, UppercaseLetters::First))
    } else {
        Cow::Borrowed(text)
    }
}

/// The letters in upper case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UppercaseLetters {
    All,
    /// The first of every word.
    First,
}

fn to_uppercase_letters(text: &str, which: UppercaseLetters) -> String {
    let mut result = String::with_capacity(text.len());
    let mut inside = false;
    for character in text.chars() {
        let first = character.is_alphanumeric() && !inside;
        if first || which == UppercaseLetters::All {
            result.extend(character.to_uppercase());
        } else {
            result.push(character);
        }
        inside = character.is_alphanumeric() || (inside && matches!(character, '\'' | '’'));
    }
    result
}

/// Whether elements with the tag are inline blocks, whose text is separated from the text around
/// them. Source: https://drafts.csswg.org/css-display-3/#atomic-inline
pub fn is_atomic_tag(tag: &str) -> bool {
    matches!(
        tag,
        "audio"
            | "canvas"
            | "embed"
            | "img"
            | "input"
            | "meter"
            | "object"
            | "progress"
            | "svg"
            | "video"
    )
}

/// Whether elements with the tag are blocks by default, for elements without recorded style.
/// Source: https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3
pub fn is_block_tag(tag: &str) -> bool {
    const BLOCKS: [&str; 54] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "br",
        "button",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "input",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "pre",
        "search",
        "section",
        "select",
        "summary",
        "table",
        "tbody",
        "td",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ];
    BLOCKS.binary_search(&tag).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_collapses_but_no_break_spaces_stay() {
        assert_eq!(collapsed(" a \t\n\u{c}\r b "), "a b");
        assert_eq!(collapsed("a\u{a0}b"), "a\u{a0}b");
        assert_eq!(collapsed("\u{a0}"), "\u{a0}");
        assert_eq!(collapsed(" \n "), "");
    }

    #[test]
    fn capitalization_changes_the_first_letter_of_each_word() {
        let text = "call us don't (now) ŉ straße";
        assert_eq!(
            to_uppercase_letters(text, UppercaseLetters::First),
            "Call Us Don't (Now) ʼN Straße"
        );
        assert_eq!(
            to_uppercase_letters(text, UppercaseLetters::All),
            text.to_uppercase()
        );
    }
}
