//! Marks around text from a page, so that an agent can distinguish it from the server's own text. A
//! page cannot forge the end mark, because it cannot know the random number in the marks.

/// Length of the number in the marks, in hexadecimal digits.
const DIGITS: usize = 8;

/// A text from a page between two marks.
pub fn marked(text: &str) -> String {
    // Without a random number the marks are weaker, but the text is still readable.
    let random = axlens_local::secret::new().unwrap_or_default();
    let number = random.get(..DIGITS).unwrap_or_default();
    let text = text.trim_end_matches('\n');
    format!("<page-{number}>\n{text}\n</page-{number}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_its_own_marks() {
        let (one, other) = (marked("a\n"), marked("a\n"));
        assert_ne!(one, other);
        let mark = one.lines().next().expect("a mark");
        let number = mark.trim_start_matches("<page-").trim_end_matches('>');
        assert_eq!(number.len(), DIGITS);
        assert_eq!(one, format!("<page-{number}>\na\n</page-{number}>"));
    }
}
