//! A part of a long text: it begins at a character and ends before a section, a paragraph or a
//! line.

use crate::text::tokens;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetRequest;

/// Maximum length of a text, in characters.
pub(super) const MAX_TEXT_LEN: usize = 200_000;

/// Minimum of `max_tokens`, as in `/observe`.
const MIN_TOKENS: usize = 50;

/// Which part of a text a request names.
#[derive(Debug, Clone, Copy)]
pub struct TextRange {
    /// The first character.
    offset: usize,
    max_tokens: usize,
}

impl TextRange {
    /// Takes the part from a request.
    ///
    /// # Errors
    /// `bad_request` for too few tokens.
    pub fn of(request: &GetRequest) -> Result<TextRange, Fault> {
        let max_tokens = request.max_tokens.unwrap_or(usize::MAX);
        if max_tokens < MIN_TOKENS {
            let message = format!("`max_tokens` must be at least {MIN_TOKENS}.");
            return Err(Fault::bad_request(message));
        }
        Ok(TextRange {
            offset: request.offset.unwrap_or(0),
            max_tokens,
        })
    }
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub text: String,
    /// The first character after it; `None` at the end of the text.
    pub next: Option<usize>,
    /// The length of the whole text in characters.
    pub total: usize,
}

/// The requested part of a text.
///
/// # Errors
/// `bad_request` if the text ends before it.
pub(super) fn excerpt(text: &str, range: TextRange) -> Result<Excerpt, Fault> {
    let total = text.chars().count();
    if range.offset > 0 && range.offset >= total {
        let message = format!("The text has only {total} characters: use a smaller `offset`.");
        return Err(Fault::bad_request(message));
    }
    let start = text
        .char_indices()
        .nth(range.offset)
        .map_or(0, |(at, _)| at);
    let rest = &text[start..];
    let end = end(rest, range.max_tokens);
    let next = range.offset + rest[..end].chars().count();
    let is_part = end < rest.len();
    let part = match is_part {
        true => rest[..end].trim_end_matches('\n'),
        false => rest,
    };
    Ok(Excerpt {
        text: part.to_owned(),
        next: is_part.then_some(next),
        total,
    })
}

/// Where a part of the text ends: at its end, before the last heading in the second half of what is
/// allowed, after the last paragraph there, or after the last line.
fn end(text: &str, max_tokens: usize) -> usize {
    let (mut at, mut characters, mut tokens) = (0, 0, 0);
    let (mut heading, mut paragraph) = (0, 0);
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        // Only what a list or a quote has before a line may be before a fence.
        let content = line.trim_start_matches([' ', '>', '-']);
        if !is_code && line.starts_with('#') {
            heading = at;
        }
        is_code ^= content.starts_with("```");
        characters += line.chars().count();
        let has_characters = characters > MAX_TEXT_LEN;
        tokens += if has_characters {
            0
        } else {
            tokens::count(line)
        };
        if has_characters || tokens > max_tokens {
            return match [heading, paragraph].into_iter().find(|end| *end * 2 >= at) {
                Some(end) if end > 0 => end,
                _ if at > 0 => at,
                _ => part_of_line(line, max_tokens),
            };
        }
        at += line.len();
        if !is_code && line == "\n" {
            paragraph = at;
        }
    }
    text.len()
}

/// The length of the beginning of a line that is too long for one answer.
fn part_of_line(line: &str, max_tokens: usize) -> usize {
    let mut length = line
        .char_indices()
        .nth(MAX_TEXT_LEN)
        .map_or(line.len(), |(at, _)| at);
    while tokens::count(&line[..length]) > max_tokens {
        length = line.floor_char_boundary(length / 2);
    }
    length.max(line.chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::get::Property;
    use proptest::prelude::*;

    fn range(offset: usize, max_tokens: usize) -> TextRange {
        TextRange { offset, max_tokens }
    }

    /// All parts of a text, one after the other.
    fn parts(text: &str, max_tokens: usize) -> Vec<Excerpt> {
        let mut parts = Vec::new();
        let mut offset = Some(0);
        while let Some(at) = offset {
            let part = excerpt(text, range(at, max_tokens)).expect("a part");
            offset = part.next;
            assert!(offset.is_none_or(|next| next > at), "no progress at {at}");
            parts.push(part);
        }
        parts
    }

    #[test]
    fn a_long_text_ends_before_a_heading_of_its_second_half() {
        let paragraph = "word ".repeat(30);
        let code = "```\n# comment\n```";
        let text = format!("# A\n\n{paragraph}\n\n## B\n\n{code}\n\n{paragraph}\n\n{paragraph}");
        let parts = parts(&text, 60);
        let texts: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
        assert!(texts[0].ends_with("word "), "{texts:?}");
        assert!(texts[1].starts_with("## B\n\n```\n# comment"), "{texts:?}");
        assert_eq!(texts.join("\n\n"), text);
        assert!(parts.iter().all(|part| part.total == text.chars().count()));
        assert_eq!(parts.last().and_then(|part| part.next), None);
    }

    #[test]
    fn a_short_text_is_whole_and_a_part_after_the_end_is_a_fault() {
        let whole = excerpt("Text\n", range(0, usize::MAX)).expect("a part");
        assert_eq!((whole.text.as_str(), whole.next), ("Text\n", None));
        assert!(excerpt("", range(0, 50)).is_ok());
        let fault = excerpt("Text", range(4, 50)).expect_err("a fault");
        assert!(fault.message.contains("only 4 characters"), "{fault:?}");
        let few = GetRequest {
            max_tokens: Some(9),
            ..GetRequest::of(Property::Text)
        };
        assert!(TextRange::of(&few).is_err());
    }

    #[test]
    fn a_text_of_one_long_line_is_cut_at_its_maximum() {
        let text = "é".repeat(MAX_TEXT_LEN + 1);
        let parts = parts(&text, usize::MAX);
        assert_eq!(parts[0].next, Some(MAX_TEXT_LEN));
        assert_eq!((parts.len(), parts[1].text.as_str()), (2, "é"));
    }

    proptest! {
        #[test]
        fn the_parts_have_every_word_once_and_none_is_too_large(
            lines in prop::collection::vec("[a-z# `é]{0,80}", 1..60),
        ) {
            let text = lines.join("\n");
            let parts = parts(&text, 50);
            let read: Vec<&str> = parts.iter().flat_map(|part| part.text.split_whitespace()).collect();
            let is_cut = lines.iter().any(|line| tokens::count(&format!("{line}\n")) > 50);
            prop_assert!(is_cut || read == text.split_whitespace().collect::<Vec<_>>());
            let read: String = read.concat();
            prop_assert_eq!(read, text.split_whitespace().collect::<String>());
            prop_assert!(parts.iter().all(|part| tokens::count(&part.text) <= 50));
        }
    }
}
