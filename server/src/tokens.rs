//! Counts tokens as the models' own tokenizer (o200k_base) does. The table is loaded beside the first requests, not in their path.

use bpe_openai::{Tokenizer, o200k_base};

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
        tokenizer.count(text)
    }
}

/// What a listing of `bytes` would have cost, at the rate of tokens a byte at which this page's own text costs.
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
