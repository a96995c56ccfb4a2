//! Estimates the number of tokens of a text without a tokenizer. A word is one token, plus one for
//! every six letters after the ninth; three digits, or two other ASCII characters, are one token; a
//! letter of another script is nearly one. docs/devtools.md has the accuracy.

/// The approximate number of o200k_base tokens.
pub fn estimate(text: &str) -> usize {
    let (mut tokens, mut run) = (0.0, Run::default());
    for letter in text.chars() {
        let kind = kind(letter);
        if kind != run.kind {
            tokens += run.cost();
            run = Run { kind, length: 0 };
        }
        run.length += 1;
    }
    tokens += run.cost();
    tokens as usize
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum CharacterKind {
    #[default]
    Space,
    Break,
    Word,
    Digits,
    Signs,
    Other,
}

#[derive(Debug, Default)]
struct Run {
    kind: CharacterKind,
    length: usize,
}

impl Run {
    fn cost(&self) -> f64 {
        let length = self.length as f64;
        match self.kind {
            // A single space belongs to the word after it; a longer run is a token.
            CharacterKind::Space => f64::from(u8::from(self.length > 1)),
            CharacterKind::Break => 0.5,
            CharacterKind::Word => 1.0 + (length - 9.0).max(0.0) / 6.0,
            CharacterKind::Digits => (length / 3.0).ceil(),
            CharacterKind::Signs => (length / 2.0).ceil(),
            CharacterKind::Other => length * 0.75,
        }
    }
}

fn kind(letter: char) -> CharacterKind {
    match letter {
        '\n' => CharacterKind::Break,
        ' ' | '\t' => CharacterKind::Space,
        'a'..='z' | 'A'..='Z' => CharacterKind::Word,
        '0'..='9' => CharacterKind::Digits,
        letter if letter.is_ascii() => CharacterKind::Signs,
        _ => CharacterKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_tokens() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("hello world"), 2);
        assert!(estimate("漢字かな交じり文") > 3);
    }

    #[test]
    fn a_longer_text_never_has_fewer_tokens() {
        let text = "document \"A page\"\n  button \"Save 1,234\" [uid=12]\n";
        let whole = estimate(text);
        for (at, _) in text.char_indices() {
            assert!(estimate(&text[..at]) <= whole);
        }
    }
}
