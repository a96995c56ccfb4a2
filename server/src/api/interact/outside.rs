//! What actions have added to a page where the view of the answer does not show it: in a view of
//! the controls, for example, the text "Thank you for your order".

use super::compare::ActionLines;
use axlens_snapshot::quote;

/// Maximum number of lines in an answer.
const MAX_LINES: usize = 5;

/// Maximum length of a line in an answer, in characters.
const MAX_LEN: usize = 120;

/// The lines without a uid that the actions of a request have added and not removed again.
#[derive(Debug, Default)]
pub struct AddedLines(Vec<Box<str>>);

/// The lines that a view does not show.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OutsideLines {
    /// The first lines, shortened.
    pub lines: Vec<String>,
    /// There are more of them.
    pub has_more: bool,
}

impl AddedLines {
    /// Adds the lines of an action; `None` if they are unknown, as after a navigation.
    pub fn add(&mut self, lines: Option<&ActionLines>) {
        let Some(lines) = lines else {
            self.0.clear();
            return;
        };
        self.0.retain(|line| !lines.removed.contains(line));
        self.0.extend(lines.added.iter().cloned());
    }

    /// Those that are not in the text of an answer.
    pub fn outside_of(&self, text: &str) -> OutsideLines {
        let mut outside = self.0.iter().filter(|line| !text.contains(&***line));
        let first = outside.by_ref().take(MAX_LINES);
        OutsideLines {
            lines: first.map(|line| shortened(line)).collect(),
            has_more: outside.next().is_some(),
        }
    }
}

/// A line, with its quoted text cut so that the line has no more than [`MAX_LEN`] characters.
fn shortened(line: &str) -> String {
    let length = line.chars().count();
    let Some(start) = line.find('"').filter(|_| length > MAX_LEN) else {
        return quote::shortened(line, MAX_LEN).into_owned();
    };
    let (role, text) = line.split_at(start);
    match quote::unquoted(text) {
        // What follows the text, such as states, is left out.
        Some((text, _)) => {
            role.to_owned()
                + &quote::quoted(&quote::shortened(&text, MAX_LEN - start.min(MAX_LEN / 2)))
        }
        None => quote::shortened(line, MAX_LEN).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(added: &[&str], removed: &[&str]) -> ActionLines {
        let boxed = |lines: &[&str]| lines.iter().map(|line| Box::from(*line)).collect();
        ActionLines {
            added: boxed(added),
            removed: boxed(removed),
            ..ActionLines::default()
        }
    }

    fn outside(added: &AddedLines, text: &str) -> Vec<String> {
        added.outside_of(text).lines
    }

    #[test]
    fn lines_of_the_view_and_removed_ones_are_left_out() {
        let mut added = AddedLines::default();
        added.add(Some(&lines(&["text \"Saving\"", "heading \"Order\""], &[])));
        added.add(Some(&lines(&["text \"Saved\""], &["text \"Saving\""])));
        let text = "+ heading \"Order\"\n";
        assert_eq!(outside(&added, text), ["text \"Saved\""]);
        added.add(None);
        assert!(outside(&added, "").is_empty());
    }

    #[test]
    fn five_lines_are_listed() {
        let all: Vec<String> = (0..6).map(|number| format!("text \"{number}\"")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let mut added = AddedLines::default();
        added.add(Some(&lines(&all[..5], &[])));
        assert_eq!(added.outside_of("").lines, all[..5]);
        assert!(!added.outside_of("").has_more);
        added.add(Some(&lines(&all[5..], &[])));
        assert_eq!(added.outside_of("").lines, all[..5]);
        assert!(added.outside_of("").has_more);
    }

    #[test]
    fn a_shortened_text_ends_with_its_quote() {
        let long = format!("text \"{}\" hidden", "\\\"".repeat(200));
        let mut added = AddedLines::default();
        added.add(Some(&lines(&[&long], &[])));
        let listed = outside(&added, "");
        let (text, rest) = quote::unquoted(&listed[0][5..]).expect("a quoted text");
        assert!(text.ends_with('…') && rest.is_empty(), "{listed:?}");
    }
}
