//! About how many tokens a text has, where nobody counts them. A word is taken for one token with
//! another for every six letters behind the ninth; digits count by threes, signs by twos, a letter
//! of another script nearly one. docs/devtools.md says how far off that is.

/// About how many tokens of o200k_base a text has.
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
enum Kind {
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
    kind: Kind,
    length: usize,
}

impl Run {
    fn cost(&self) -> f64 {
        let length = self.length as f64;
        match self.kind {
            // One space goes with the word behind it, a longer run is a token of its own.
            Kind::Space => f64::from(u8::from(self.length > 1)),
            Kind::Break => 0.5,
            Kind::Word => 1.0 + (length - 9.0).max(0.0) / 6.0,
            Kind::Digits => (length / 3.0).ceil(),
            Kind::Signs => (length / 2.0).ceil(),
            Kind::Other => length * 0.75,
        }
    }
}

fn kind(letter: char) -> Kind {
    match letter {
        '\n' => Kind::Break,
        ' ' | '\t' => Kind::Space,
        'a'..='z' | 'A'..='Z' => Kind::Word,
        '0'..='9' => Kind::Digits,
        letter if letter.is_ascii() => Kind::Signs,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_has_none_and_words_have_some() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("hello world"), 2);
        assert!(estimate("漢字かな交じり文") > 3);
    }

    #[test]
    fn more_text_is_never_fewer_tokens() {
        let text = "document \"A page\"\n  button \"Save 1,234\" [uid=12]\n";
        let whole = estimate(text);
        for (at, _) in text.char_indices() {
            assert!(estimate(&text[..at]) <= whole);
        }
    }
}
