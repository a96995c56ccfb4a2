//! Counts tokens as the models' own tokenizer (o200k_base) does. The table is loaded beside the
//! first requests, not in their path.

use bpe_openai::{Tokenizer, o200k_base};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Counts tokens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counter;

impl Counter {
    /// A counter whose table is being loaded by a thread of its own.
    pub fn loading() -> Counter {
        let loader = std::thread::Builder::new().name("token table".to_owned());
        let started = loader.spawn(|| {
            o200k_base();
        });
        if let Err(error) = started {
            tracing::debug!(%error, "the token table is loaded by the first request instead");
        }
        Counter
    }

    /// Tokens of a text; waits for the table where it is still being loaded.
    pub fn count(self, text: &str) -> usize {
        let tokenizer: &Tokenizer = o200k_base();
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        whole_lines(text)
            .map(|line| lines.count(line, tokenizer))
            .sum()
    }
}

/// Lines whose counts are known. Of a page that is read again most lines are as they were.
static LINES: LazyLock<Mutex<Lines>> = LazyLock::new(Mutex::default);

/// Counts by the hash of what was counted: nothing of a page can be read off them.
#[derive(Default)]
struct Lines {
    known: HashMap<u64, u32>,
    hashing: RandomState,
}

/// Most lines whose counts are kept: about 3 MB.
const MAX_LINES: usize = 100_000;

/// Longer lines are counted each time: a page may consist of one.
const MAX_LINE_LEN: usize = 4_000;

impl Lines {
    fn count(&mut self, line: &str, tokenizer: &Tokenizer) -> usize {
        if line.len() > MAX_LINE_LEN {
            return tokenizer.count(line);
        }
        let hash = self.hashing.hash_one(line);
        if let Some(count) = self.known.get(&hash) {
            return *count as usize;
        }
        if self.known.len() >= MAX_LINES {
            self.known.clear();
        }
        let count = tokenizer.count(line);
        self.known
            .insert(hash, u32::try_from(count).unwrap_or(u32::MAX));
        count
    }
}

/// The text cut after line breaks, but only where no token reaches over one: o200k_base joins a
/// line break with those that follow, with a slash, and with a line of nothing but white space.
fn whole_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut from = 0;
        while let Some(end) = rest[from..].find('\n').map(|at| from + at + 1) {
            if begins_anew(&rest[end..]) {
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

/// Whether no token of the line before can go on here.
fn begins_anew(text: &str) -> bool {
    let first = text.trim_start_matches([' ', '\t']).chars().next();
    !text.starts_with('/') && first.is_some_and(|first| !first.is_whitespace())
}

/// What a listing of `bytes` would have cost, at the rate of tokens a byte at which this page's own
/// text costs.
pub fn at_same_rate(bytes: u64, text_tokens: usize, text_bytes: usize) -> u64 {
    if text_bytes == 0 {
        return 0;
    }
    let tokens = u128::from(bytes) * text_tokens as u128 / text_bytes as u128;
    u64::try_from(tokens).unwrap_or(u64::MAX)
}

/// How much less `this` is than `that`, in whole percent, rounded: `84%`.
pub fn savings(this: u64, that: u64) -> String {
    if that == 0 {
        return "0%".to_owned();
    }
    let (this, that) = (i128::from(this), i128::from(that));
    let percent = (200 * (that - this) + that).div_euclid(2 * that);
    format!("{percent}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_tokenizers_own() {
        // Known from OpenAI's own tiktoken.
        assert_eq!(Counter.count("hello world"), 2);
        assert_eq!(Counter.count(""), 0);
    }

    #[test]
    fn counting_line_by_line_comes_to_the_same() {
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
        // A small generator of its own: every run tries the same.
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
            assert_eq!(Counter.count(&text), whole, "{text:?}");
            assert_eq!(whole_lines(&text).collect::<String>(), text);
        }
    }

    #[test]
    fn long_runs_of_one_character_are_counted_too() {
        for character in [' ', 'a', '\n', '0', '\u{200b}', '漢', '-'] {
            let text = character.to_string().repeat(100_000);
            assert!(Counter.count(&text) > 0);
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
    fn a_listing_costs_what_its_bytes_cost_at_the_pages_own_rate() {
        assert_eq!(at_same_rate(4000, 100, 400), 1000);
        assert_eq!(at_same_rate(4000, 0, 0), 0);
        assert_eq!(at_same_rate(u64::MAX, 2, 1), u64::MAX);
    }
}
