//! Text as a name takes it: white space and letter case. Knows no step of accname.

use crate::dom::{Dom, Idx};
use crate::record::Flag;
use std::borrow::Cow;

/// White space as HTML and CSS collapse it: a no-break space is none.
pub fn is_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

/// One space for every run of white space, none at the ends.
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

/// Text in the letter case in which `element` shows it.
pub fn transformed<'t>(dom: &Dom, element: Idx, text: &'t str) -> Cow<'t, str> {
    if dom.flag(element, Flag::Uppercase) {
        Cow::Owned(raised(text, Raised::All))
    } else if dom.flag(element, Flag::Lowercase) {
        Cow::Owned(text.to_lowercase())
    } else if dom.flag(element, Flag::Capitalize) {
        Cow::Owned(raised(text, Raised::First))
    } else {
        Cow::Borrowed(text)
    }
}

/// Which letters are shown in upper case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Raised {
    All,
    /// The first of every word.
    First,
}

fn raised(text: &str, which: Raised) -> String {
    let mut result = String::with_capacity(text.len());
    let mut inside = false;
    for character in text.chars() {
        let first = character.is_alphanumeric() && !inside;
        if first || which == Raised::All {
            result.extend(character.to_uppercase());
        } else {
            result.push(character);
        }
        inside = character.is_alphanumeric() || (inside && matches!(character, '\'' | '’'));
    }
    result
}

/// Inline-block tags, whose words are separated from the words around them.
/// Source: https://drafts.csswg.org/css-display-3/#atomic-inline
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

/// Tags that are shown as blocks by default, for elements whose style was not read.
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
    fn white_space_collapses_but_no_break_spaces_stay() {
        assert_eq!(collapsed(" a \t\n\u{c}\r b "), "a b");
        assert_eq!(collapsed("a\u{a0}b"), "a\u{a0}b");
        assert_eq!(collapsed("\u{a0}"), "\u{a0}");
        assert_eq!(collapsed(" \n "), "");
    }

    #[test]
    fn words_begin_with_capitals() {
        let text = "call us don't (now) ŉ straße";
        assert_eq!(raised(text, Raised::First), "Call Us Don't (Now) ʼN Straße");
        assert_eq!(raised(text, Raised::All), text.to_uppercase());
    }
}
