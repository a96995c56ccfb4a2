//! Counts tokens with the tokenizer o200k_base.

use crate::text::byte_pairs;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The number of tokens of a text.
pub fn count(text: &str) -> usize {
    let is_long = |line: &&str| line.len() > MAX_LINE_LEN;
    let long = separate_lines(text).filter(is_long);
    let long: usize = long.map(byte_pairs::count).sum();
    let mut cache = LINE_CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let short = separate_lines(text).filter(|line| !is_long(line));
    long + short.map(|line| cache.count(line)).sum::<usize>()
}

/// The token counts of lines. Most lines of a page that is read again are unchanged.
static LINE_CACHE: LazyLock<Mutex<LineCache>> = LazyLock::new(Mutex::default);

/// Counts by the hash of the line, so that the cache has no page content.
#[derive(Default)]
struct LineCache {
    counts: HashMap<u64, u32>,
    hashing: RandomState,
}

/// Maximum number of cached counts, which use about 3 MB.
const MAX_LINES: usize = 100_000;

/// Longer lines are not cached, because hashing them is slow and they rarely repeat.
const MAX_LINE_LEN: usize = 4_000;

impl LineCache {
    fn count(&mut self, line: &str) -> usize {
        let hash = self.hashing.hash_one(line);
        if let Some(count) = self.counts.get(&hash) {
            return *count as usize;
        }
        if self.counts.len() >= MAX_LINES {
            self.counts.clear();
        }
        let count = byte_pairs::count(line);
        self.counts
            .insert(hash, u32::try_from(count).unwrap_or(u32::MAX));
        count
    }
}

/// The parts of a text between line breaks that end a token. A token of o200k_base can join a line
/// break with further line breaks, with a slash, and with a line of white space.
fn separate_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut from = 0;
        while let Some(end) = rest[from..].find('\n').map(|at| from + at + 1) {
            if begins_new_token(&rest[end..]) {
                let (line, more) = rest.split_at(end);
                rest = more;
                return Some(line);
            }
            from = end;
        }
        let last = std::mem::take(&mut rest);
        (!last.is_empty()).then_some(last)
    })
}

/// Whether no token of the previous line can continue in this text.
fn begins_new_token(text: &str) -> bool {
    let first = text.trim_start_matches([' ', '\t']).chars().next();
    !text.starts_with('/') && first.is_some_and(|first| !first.is_whitespace())
}

/// The estimated tokens of a listing with this number of `bytes`, at the rate of tokens per byte of
/// the page's text.
pub fn at_same_rate(bytes: u64, text_tokens: usize, text_bytes: usize) -> u64 {
    if text_bytes == 0 {
        return 0;
    }
    let tokens = u128::from(bytes) * text_tokens as u128 / text_bytes as u128;
    u64::try_from(tokens).unwrap_or(u64::MAX)
}

/// How much less `tokens` is than `baseline`, in percent: `84%`.
pub fn savings(tokens: u64, baseline: u64) -> String {
    if baseline == 0 {
        return "0%".to_owned();
    }
    let (tokens, baseline) = (i128::from(tokens), i128::from(baseline));
    let percent = (200 * (baseline - tokens) + baseline).div_euclid(2 * baseline);
    format!("{percent}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bpe_openai::o200k_base;

    #[test]
    fn known_texts_have_the_known_counts() {
        // Computed with OpenAI's tiktoken.
        assert_eq!(count("hello world"), 2);
        assert_eq!(count(""), 0);
    }

    #[test]
    fn the_sum_over_the_lines_equals_the_count_of_the_text() {
        let parts = [
            "\n",
            "\n\n",
            " ",
            "  ",
            "\t",
            "/",
            "//",
            "\"",
            "a",
            "link",
            " \"Über uns\"",
            "12345",
            "…",
            "\r",
            "\u{2028}",
            "'s",
            ".",
            "漢字",
            "\u{301}",
        ];
        // A deterministic generator, so that every run tests the same texts.
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize
        };
        for _ in 0..3_000 {
            let length = next() % 14;
            let text: String = (0..length).map(|_| parts[next() % parts.len()]).collect();
            let whole = o200k_base().count(&text);
            assert_eq!(count(&text), whole, "{text:?}");
            assert_eq!(separate_lines(&text).collect::<String>(), text);
        }
    }

    #[test]
    fn long_runs_of_one_character_can_be_counted() {
        for character in [' ', 'a', '\n', '0', '\u{200b}', '漢', '-'] {
            let text = character.to_string().repeat(20_000);
            assert_eq!(count(&text), o200k_base().count(&text), "{character:?}");
        }
    }

    #[test]
    fn real_texts_have_as_many_tokens_as_another_implementation_counts() {
        let texts = [
            include_str!("../../../fixtures/shop.html"),
            include_str!("../../../docs/design.md"),
            include_str!("tokens.rs"),
        ];
        for text in texts {
            assert_eq!(count(text), o200k_base().count(text));
        }
    }

    #[test]
    fn savings_are_whole_percent() {
        assert_eq!(savings(340, 2100), "84%");
        assert_eq!(savings(2100, 2100), "0%");
        assert_eq!(savings(200, 100), "-100%");
        assert_eq!(savings(1, 0), "0%");
    }

    #[test]
    fn a_listing_has_the_rate_of_the_pages_text() {
        assert_eq!(at_same_rate(4000, 100, 400), 1000);
        assert_eq!(at_same_rate(4000, 0, 0), 0);
        assert_eq!(at_same_rate(u64::MAX, 2, 1), u64::MAX);
    }
}
