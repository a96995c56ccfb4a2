//! Case-insensitive search for a needle: the matching lines, and the matches on a line.

use crate::view::TextView;
use std::ops::Range;

/// A search and its matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSearch {
    needle: String,
    rows: Vec<usize>,
    current: Option<usize>,
}

impl TextSearch {
    /// Searches for a needle. An empty needle has no matches.
    pub fn new(needle: &str, view: &TextView) -> TextSearch {
        let needle = needle.to_lowercase();
        let contains = |row: &usize| view.line(*row).to_lowercase().contains(&needle);
        let rows = match needle.is_empty() {
            true => Vec::new(),
            false => (0..view.rows()).filter(contains).collect(),
        };
        TextSearch {
            needle,
            rows,
            current: None,
        }
    }

    /// Repeats the search in another text.
    pub fn repeat(&self, view: &TextView) -> TextSearch {
        TextSearch::new(&self.needle, view)
    }

    /// Whether the needle is empty.
    pub fn is_empty(&self) -> bool {
        self.needle.is_empty()
    }

    /// Number of matching lines.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Number of the current match, from 1.
    pub fn current(&self) -> Option<usize> {
        self.current.map(|at| at + 1)
    }

    /// Steps to the next or the previous match, and wraps around. The first step starts at the line
    /// `active`.
    pub fn step(&mut self, forward: bool, active: Option<usize>) -> Option<usize> {
        let last = self.rows.len().checked_sub(1)?;
        let here = active.unwrap_or(0);
        let at = match (self.current, forward) {
            (Some(at), true) => (at + 1) % self.rows.len(),
            (Some(at), false) => at.checked_sub(1).unwrap_or(last),
            (None, true) => Some(self.rows.partition_point(|row| *row < here))
                .filter(|at| *at <= last)
                .unwrap_or(0),
            (None, false) => {
                let before = self.rows.partition_point(|row| *row <= here);
                before.checked_sub(1).unwrap_or(last)
            }
        };
        self.current = Some(at);
        self.rows.get(at).copied()
    }

    /// The matches on a line, in bytes.
    pub fn marks(&self, line: &str) -> Vec<Range<usize>> {
        let wanted: Vec<char> = self.needle.chars().collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        // A capital letter can have two lower-case letters.
        let lowercase: Vec<(char, Range<usize>)> = line
            .char_indices()
            .flat_map(|(at, letter)| {
                let range = at..at + letter.len_utf8();
                letter
                    .to_lowercase()
                    .map(move |lowercase| (lowercase, range.clone()))
            })
            .collect();
        let mut marks: Vec<Range<usize>> = Vec::new();
        for window in lowercase.windows(wanted.len()) {
            let from = window.first().map_or(0, |(_, range)| range.start);
            let to = window.last().map_or(0, |(_, range)| range.end);
            let overlaps = marks.last().is_some_and(|mark| from < mark.end);
            let same = || window.iter().zip(&wanted).all(|((is, _), want)| is == want);
            if !overlaps && same() {
                marks.push(from..to);
            }
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{buttons, read};
    use axlens_snapshot::Options;

    fn view(names: &[&str]) -> TextView {
        TextView::new(&read(&buttons(names), 1), &Options::default(), &|| 0.0)
    }

    #[test]
    fn search_ignores_case_and_wraps_around() {
        let view = view(&["Save", "SAVE it", "Delete"]);
        let mut search = TextSearch::new("save", &view);
        assert_eq!((search.count(), search.current()), (2, None));
        let first = search.step(true, None).expect("one");
        let second = search.step(true, None).expect("two");
        assert_eq!((first + 1, search.current()), (second, Some(2)));
        assert_eq!(search.step(true, None), Some(first));
        assert_eq!(search.step(false, None), Some(second));
        assert_eq!(
            TextSearch::new("save", &view).step(true, Some(second)),
            Some(second)
        );
        assert_eq!(TextSearch::new("nothing", &view).step(true, None), None);
        assert_eq!(TextSearch::new("", &view).count(), 0);
    }

    #[test]
    fn matches_are_marked_on_the_line() {
        let marks = |needle: &str, line: &'static str| {
            let search = TextSearch {
                needle: needle.to_lowercase(),
                ..TextSearch::default()
            };
            let marks = search.marks(line).into_iter();
            marks.map(|mark| &line[mark]).collect::<Vec<_>>()
        };
        assert_eq!(marks("ab", "xABab ab"), ["AB", "ab", "ab"]);
        assert_eq!(marks("ü", "Über"), ["Ü"]);
        assert_eq!(marks("aa", "aaa"), ["aa"]);
        assert_eq!(marks("i", "İ"), ["İ"]);
        assert!(marks("a", "").is_empty());
    }
}
