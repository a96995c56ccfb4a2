//! The tokenizer o200k_base: how it splits a text into pieces, and how many tokens a piece has.
//! <https://github.com/openai/tiktoken> is the original.

use fst::Map;
use regex_automata::meta::Regex;
use regex_automata::{Anchored, Input};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::LazyLock;

/// The ranks of the tokens by their bytes. A pair with a lower rank is merged earlier.
static RANKS: LazyLock<Map<&[u8]>> = LazyLock::new(|| {
    let bytes: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k_base.fst"));
    Map::new(bytes).expect("the map of the build script")
});

/// The longest token, in bytes.
const MAX_TOKEN_LEN: usize = 128;

/// What a piece is. The original has `\s+(?!\S)` in place of the second pattern; the engine has no
/// negative look-ahead, so that pattern takes one character too many.
const PIECES: [&str; 3] = [
    concat!(
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"|\p{N}{1,3}",
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"|\s*[\r\n]+",
        r"|\s+$",
    ),
    r"\s+\s",
    r"\s+",
];
const WITH_NEXT: usize = 1;

static PATTERN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new_many(&PIECES).expect("valid patterns"));

/// The number of tokens of a text.
pub(super) fn count(text: &str) -> usize {
    pieces(text).map(|piece| tokens_of(piece.as_bytes())).sum()
}

/// No token extends over the end of a piece.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let found = PATTERN.find(Input::new(rest).anchored(Anchored::Yes))?;
        let matched = &rest[..found.end()];
        let last = matched.chars().next_back().map_or(0, char::len_utf8);
        let is_too_long = found.pattern().as_usize() == WITH_NEXT;
        let len = matched.len() - if is_too_long { last } else { 0 };
        let (piece, more) = rest.split_at(len);
        rest = more;
        Some(piece)
    })
}

/// A pair of neighbouring parts of a piece that are a token together: its rank, and where the
/// parts begin and end.
type Pair = Reverse<(u64, usize, usize, usize)>;

/// The parts into which a piece is divided, by where they begin.
struct PieceParts<'a> {
    piece: &'a [u8],
    /// Where the part ends that begins here; 0 if none does.
    ends: Vec<usize>,
    /// Where the part begins that ends here.
    begins: Vec<usize>,
    pairs: BinaryHeap<Pair>,
}

/// The number of tokens of a piece: its bytes, after the pairs of the lowest ranks were merged.
fn tokens_of(piece: &[u8]) -> usize {
    if rank(piece).is_some() {
        return 1;
    }
    let mut parts = PieceParts {
        piece,
        ends: (1..=piece.len()).collect(),
        begins: (0..=piece.len()).map(|end| end.saturating_sub(1)).collect(),
        pairs: BinaryHeap::new(),
    };
    for begin in 0..piece.len() {
        parts.add_pair(begin);
    }
    parts.merge()
}

fn rank(token: &[u8]) -> Option<u64> {
    if token.len() > MAX_TOKEN_LEN {
        return None;
    }
    RANKS.get(token)
}

impl PieceParts<'_> {
    /// Adds the pair whose first part begins here, if it is a token.
    fn add_pair(&mut self, begin: usize) {
        let middle = self.ends[begin];
        let Some(&end) = self.ends.get(middle) else {
            return;
        };
        if let Some(rank) = rank(&self.piece[begin..end]) {
            self.pairs.push(Reverse((rank, begin, middle, end)));
        }
    }

    /// Merges all pairs. Returns the number of parts that are left.
    fn merge(mut self) -> usize {
        let mut count = self.piece.len();
        while let Some(Reverse((_, begin, middle, end))) = self.pairs.pop() {
            // One of the parts may have become part of another one.
            if self.ends[begin] != middle || self.ends[middle] != end {
                continue;
            }
            count -= 1;
            self.ends[begin] = end;
            self.ends[middle] = 0;
            self.begins[end] = begin;
            self.add_pair(begin);
            if begin > 0 {
                self.add_pair(self.begins[begin]);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bpe_openai::o200k_base;
    use proptest::prelude::*;

    #[test]
    fn every_piece_is_a_part_of_the_text() {
        let text = "a  b\n\n  c\u{2028}\t d's 1234 /\n/ e  ";
        assert_eq!(pieces(text).collect::<String>(), text);
    }

    #[test]
    fn the_longest_token_is_known() {
        let bpe = &o200k_base().bpe;
        let lens = (0..bpe.num_tokens()).map(|id| bpe.token_len(id as u32));
        assert_eq!(lens.max(), Some(MAX_TOKEN_LEN));
        assert_eq!(RANKS.len(), bpe.num_tokens());
    }

    proptest! {
        #[test]
        fn a_text_has_as_many_tokens_as_another_implementation_counts(text in ".{0,80}|[ a-cA-C'\\n/]{0,40}") {
            prop_assert_eq!(count(&text), o200k_base().count(&text));
        }
    }
}
