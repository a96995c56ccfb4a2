//! Words that a stranger would not search for, and what to write instead. Only words without an
//! everyday sense in this project are listed, so that every hit is one.

use super::{Source, has_word};

/// The word in lower case, in two pieces so that this file does not break its own rule; and the
/// plain one.
const WORDS: [(&str, &str); 8] = [
    (concat!("do", "or"), "endpoint, handler"),
    (concat!("do", "ors"), "endpoints, handlers"),
    (concat!("riv", "al"), "another tool"),
    (concat!("riv", "als"), "other tools"),
    (concat!("everybody in", " turn"), "interleaved"),
    (concat!("reads as it", " did"), "unchanged"),
    (concat!("seed", " 00"), "docs/contracts.md"),
    (concat!("design", " §"), "docs/design.md"),
];

/// Nothing is called by a private word.
pub fn plain_words(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| !is_data(&source.path)) {
        for (index, line) in source.text.lines().enumerate() {
            let line = line.to_lowercase();
            let hits = WORDS.iter().filter(|(word, _)| holds(&line, word));
            complaints.extend(hits.map(|(word, plain)| {
                format!("{}:{}: {word} (write: {plain})", source.path, index + 1)
            }));
        }
    }
    complaints
}

fn holds(line: &str, words: &str) -> bool {
    // A number or a sign at the end may go on.
    if words.ends_with(|letter: char| letter.is_alphabetic()) {
        has_word(&line.replace('_', " "), words)
    } else {
        line.contains(words)
    }
}

/// Pages and numbers, whose words are others'.
fn is_data(path: &str) -> bool {
    path.starts_with("fixtures/")
        || path.ends_with(".lock")
        || path.ends_with(".json")
        || path == "LICENSE"
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_private_word_is_seen() {
        let text = concat!("one_do", "or(x)\nSee design", " §3.\nan outdoor shop\n");
        let found = plain_words(&[source("a.rs", text)]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(plain_words(&[source("fixtures/a.html", text)]).is_empty());
    }
}
