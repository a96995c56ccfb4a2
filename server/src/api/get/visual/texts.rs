//! Decides which texts say something by their looks: those that differ from most of the others.

/// Letters and digits are compared with each other, not with the text of the page.
const MAX_SHORT_LEN: usize = 3;

/// So few texts are all listed.
const MAX_ALL: usize = 3;

/// A font is larger if it is at least so many times as large.
pub const MIN_SIZE_RATIO: f64 = 1.15;

/// The looks of a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextLook {
    /// The word for its colour.
    pub color: String,
    /// The word for the background.
    pub behind: String,
    /// Font size in CSS pixels.
    pub size: f64,
}

/// A text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextSample {
    /// Its looks.
    pub look: TextLook,
    /// The number of its characters.
    pub length: usize,
}

/// Which texts are listed, and the looks of the others.
#[derive(Debug, PartialEq)]
pub struct Choice {
    /// For each text, whether it is listed.
    pub is_listed: Vec<bool>,
    /// The looks of the texts that are not listed.
    pub usual: TextLook,
}

impl TextLook {
    /// Whether both look the same to a reader.
    pub fn is_like(&self, other: &TextLook) -> bool {
        let [smaller, larger] = match self.size < other.size {
            true => [self.size, other.size],
            false => [other.size, self.size],
        };
        self.color == other.color
            && self.behind == other.behind
            && larger < smaller * MIN_SIZE_RATIO
    }
}

/// Chooses the texts whose looks differ from the usual ones. Those are the looks of at least half
/// of the characters of more than a few texts, otherwise those of the text around the element.
pub fn choose(texts: &[TextSample], around: &TextLook) -> Choice {
    let is_few = texts.len() <= MAX_ALL;
    let majority = majority(texts).filter(|_| !is_few);
    let usual = majority.unwrap_or(around);
    let short: Vec<&TextSample> = texts
        .iter()
        .filter(|text| text.length <= MAX_SHORT_LEN)
        .collect();
    let short_differ = short.iter().any(|text| {
        short
            .first()
            .is_some_and(|first| !first.look.is_like(&text.look))
    });
    let is_listed = texts.iter().map(|text| {
        is_few || short_differ && text.length <= MAX_SHORT_LEN || !text.look.is_like(usual)
    });
    Choice {
        is_listed: is_listed.collect(),
        usual: usual.clone(),
    }
}

/// The looks of at least half of the characters.
fn majority(texts: &[TextSample]) -> Option<&TextLook> {
    let mut groups: Vec<(&TextLook, usize)> = Vec::new();
    for text in texts {
        match groups.iter_mut().find(|(look, _)| look.is_like(&text.look)) {
            Some((_, characters)) => *characters += text.length,
            None => groups.push((&text.look, text.length)),
        }
    }
    let all: usize = groups.iter().map(|(_, characters)| characters).sum();
    let (look, characters) = groups
        .into_iter()
        .max_by_key(|(_, characters)| *characters)?;
    (characters * 2 >= all).then_some(look)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(color: &str, size: f64) -> TextLook {
        TextLook {
            color: color.to_owned(),
            behind: "white".to_owned(),
            size,
        }
    }

    fn listed(texts: &[(&str, f64, usize)]) -> Vec<bool> {
        let texts: Vec<TextSample> = texts
            .iter()
            .map(|(color, size, length)| TextSample {
                look: look(color, *size),
                length: *length,
            })
            .collect();
        choose(&texts, &look("black", 16.0)).is_listed
    }

    #[test]
    fn texts_that_differ_from_most_are_listed() {
        let page = [
            ("black", 16.0, 400),
            ("black", 16.5, 300),
            ("black", 32.0, 9),
            ("red", 16.0, 20),
        ];
        assert_eq!(listed(&page), [false, false, true, true]);
    }

    #[test]
    fn letters_are_compared_with_each_other() {
        let letters = [
            ("red", 16.0, 1),
            ("red", 16.0, 1),
            ("red", 16.0, 1),
            ("green", 16.0, 1),
            ("red", 16.0, 30),
        ];
        assert_eq!(listed(&letters), [true, true, true, true, false]);
        let same = [("red", 16.0, 1); 5];
        assert_eq!(listed(&same), [false; 5]);
    }

    #[test]
    fn without_a_majority_the_text_around_is_usual() {
        let texts = [
            ("red", 16.0, 9),
            ("green", 16.0, 9),
            ("blue", 16.0, 9),
            ("black", 16.0, 9),
        ];
        assert_eq!(listed(&texts), [true, true, true, false]);
        assert_eq!(
            listed(&[("black", 16.0, 9)]),
            [true],
            "so few are all listed"
        );
        assert!(listed(&[]).is_empty());
    }
}
