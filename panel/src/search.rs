//! A needle in the text: which lines hold it, and where on a line. Case does not count.

use crate::view::View;
use std::ops::Range;

/// What is looked for, and where it was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    needle: String,
    rows: Vec<usize>,
    at: Option<usize>,
}

impl Search {
    /// Looks for a needle; for nothing where it is empty.
    pub fn new(needle: &str, view: &View) -> Search {
        let needle = needle.to_lowercase();
        let holds = |row: &usize| view.line(*row).to_lowercase().contains(&needle);
        let rows = match needle.is_empty() {
            true => Vec::new(),
            false => (0..view.rows()).filter(holds).collect(),
        };
        Search {
            needle,
            rows,
            at: None,
        }
    }

    /// The same in another text.
    pub fn again(&self, view: &View) -> Search {
        Search::new(&self.needle, view)
    }

    /// Nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.needle.is_empty()
    }

    /// How many lines hold it.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Which of them was stepped to, from 1.
    pub fn at(&self) -> Option<usize> {
        self.at.map(|at| at + 1)
    }

    /// Steps to the next line, or the one before, around the end; from `active` where none was
    /// stepped to.
    pub fn step(&mut self, forward: bool, active: Option<usize>) -> Option<usize> {
        let last = self.rows.len().checked_sub(1)?;
        let here = active.unwrap_or(0);
        let at = match (self.at, forward) {
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
        self.at = Some(at);
        self.rows.get(at).copied()
    }

    /// Where a line holds it, in bytes.
    pub fn marks(&self, line: &str) -> Vec<Range<usize>> {
        let wanted: Vec<char> = self.needle.chars().collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        // What is small may be two letters where the capital was one.
        let small: Vec<(char, Range<usize>)> = line
            .char_indices()
            .flat_map(|(at, letter)| {
                let range = at..at + letter.len_utf8();
                letter
                    .to_lowercase()
                    .map(move |small| (small, range.clone()))
            })
            .collect();
        let mut marks: Vec<Range<usize>> = Vec::new();
        for window in small.windows(wanted.len()) {
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

    fn view(names: &[&str]) -> View {
        View::new(&read(&buttons(names), 1), &Options::default(), &|| 0.0)
    }

    #[test]
    fn case_does_not_count_and_the_steps_go_around() {
        let view = view(&["Save", "SAVE it", "Delete"]);
        let mut search = Search::new("save", &view);
        assert_eq!((search.count(), search.at()), (2, None));
        let first = search.step(true, None).expect("one");
        let second = search.step(true, None).expect("two");
        assert_eq!((first + 1, search.at()), (second, Some(2)));
        assert_eq!(search.step(true, None), Some(first));
        assert_eq!(search.step(false, None), Some(second));
        assert_eq!(
            Search::new("save", &view).step(true, Some(second)),
            Some(second)
        );
        assert_eq!(Search::new("nothing", &view).step(true, None), None);
        assert_eq!(Search::new("", &view).count(), 0);
    }

    #[test]
    fn marks_are_where_the_word_is_on_the_line() {
        let marks = |needle: &str, line: &'static str| {
            let search = Search {
                needle: needle.to_lowercase(),
                ..Search::default()
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
