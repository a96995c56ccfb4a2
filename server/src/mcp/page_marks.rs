//! Marks around what a page says, so that its reader can tell it from what Axlens says. A page
//! can't know the number in them, and so can't forge the end.

/// Bytes of the number in the marks, as hexadecimal digits.
const DIGITS: usize = 8;

/// A text of a page between two marks.
pub fn marked(text: &str) -> String {
    // Without a random number there would be no way to tell the end.
    let random = axlens_local::secret::new().unwrap_or_default();
    let number = random.get(..DIGITS).unwrap_or_default();
    let text = text.trim_end_matches('\n');
    format!("<page-{number}>\n{text}\n</page-{number}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_texts_have_the_same_marks() {
        let (one, other) = (marked("a\n"), marked("a\n"));
        assert_ne!(one, other);
        let mark = one.lines().next().expect("a mark");
        let number = mark.trim_start_matches("<page-").trim_end_matches('>');
        assert_eq!(number.len(), DIGITS);
        assert_eq!(one, format!("<page-{number}>\na\n</page-{number}>"));
    }
}
