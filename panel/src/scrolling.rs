//! Which lines of a long text are in sight, and where they are drawn. Numbers alone: knows no
//! document.

use std::ops::Range;

/// The most lines that are in a document at a time.
pub const MAX_ROWS: usize = 200;
/// Lines that are drawn above and below what is in sight.
const BEYOND: usize = 10;
/// Browsers draw nothing behind some 33 million pixels. A longer text is scrolled in larger steps.
const TALLEST: f64 = 15_000_000.0;

/// A list of equally high lines that is scrolled. In CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scrolling {
    /// How many lines there are.
    pub rows: usize,
    /// Height of a line.
    pub row_height: f64,
    /// Height of what is in sight.
    pub height: f64,
}

impl Scrolling {
    /// Height of the whole list as the browser sees it.
    pub fn total(&self) -> f64 {
        self.full().min(TALLEST)
    }

    /// The lines to be drawn where the browser has scrolled this far.
    pub fn visible(&self, top: f64) -> Range<usize> {
        if self.row_height <= 0.0 {
            return 0..0;
        }
        let from = (self.scrolled(top) / self.row_height).max(0.0);
        let first = (from as usize).min(self.rows);
        let in_sight = (self.height / self.row_height).ceil().max(0.0) as usize + 1;
        let first = first.saturating_sub(BEYOND);
        let count = (in_sight + 2 * BEYOND).min(MAX_ROWS);
        first..(first + count).min(self.rows)
    }

    /// Where a line is drawn, measured from the top of the list.
    pub fn place(&self, row: usize, top: f64) -> f64 {
        top + row as f64 * self.row_height - self.scrolled(top)
    }

    /// The scroll position that brings a line into view; `None` if it is in view.
    pub fn to_show(&self, row: usize, top: f64) -> Option<f64> {
        let above = self.place(row, top) - top;
        let below = above + self.row_height - self.height;
        let wanted = match (above < 0.0, below > 0.0) {
            (true, _) => row as f64 * self.row_height,
            (false, true) => (row + 1) as f64 * self.row_height - self.height,
            (false, false) => return None,
        };
        Some((wanted / self.step()).clamp(0.0, (self.total() - self.height).max(0.0)))
    }

    /// Lines that are wholly in sight at a time.
    pub fn page(&self) -> usize {
        match self.row_height > 0.0 {
            true => ((self.height / self.row_height) as usize).max(1),
            false => 1,
        }
    }

    fn full(&self) -> f64 {
        self.rows as f64 * self.row_height
    }

    /// How far the text is scrolled.
    fn scrolled(&self, top: f64) -> f64 {
        top * self.step()
    }

    /// Pixels of the text for one of the browser's.
    fn step(&self) -> f64 {
        let there = self.total() - self.height;
        match there > 0.0 {
            true => (self.full() - self.height) / there,
            false => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(rows: usize) -> Scrolling {
        Scrolling {
            rows,
            row_height: 18.0,
            height: 600.0,
        }
    }

    #[test]
    fn no_more_than_two_hundred_lines_are_drawn_however_many_there_are() {
        for rows in [0, 1, 50, 100_000, 5_000_000] {
            let list = list(rows);
            for step in 0..=100 {
                let top = (list.total() - list.height).max(0.0) * f64::from(step) / 100.0;
                let visible = list.visible(top);
                assert!(visible.len() <= MAX_ROWS && visible.end <= rows);
            }
        }
        let tall = Scrolling {
            height: 1e9,
            ..list(100_000)
        };
        assert_eq!(tall.visible(0.0), 0..MAX_ROWS);
    }

    #[test]
    fn everything_in_sight_is_drawn_where_it_belongs() {
        for rows in [3, 100_000, 5_000_000] {
            let list = list(rows);
            for step in 0..=100 {
                let top = ((list.total() - list.height).max(0.0) * f64::from(step) / 100.0).floor();
                let visible = list.visible(top);
                let first = list.place(visible.start, top) - top;
                let last = list.place(visible.end - 1, top) - top + list.row_height;
                assert!(first <= 0.0, "{rows} {step}");
                assert!(
                    last >= list.height.min(list.total()) - 0.001,
                    "{rows} {step}"
                );
            }
        }
    }

    #[test]
    fn a_line_is_scrolled_to_by_as_little_as_needed() {
        let list = list(1000);
        assert_eq!(list.to_show(3, 0.0), None);
        assert_eq!(list.to_show(3, 90.0), Some(54.0));
        assert_eq!(list.to_show(40, 0.0), Some(41.0 * 18.0 - 600.0));
        assert_eq!(list.to_show(999, 0.0), Some(1000.0 * 18.0 - 600.0));
    }

    #[test]
    fn the_last_of_very_many_lines_can_be_reached() {
        let list = list(5_000_000);
        let top = list.to_show(4_999_999, 0.0).expect("a place");
        assert!(list.visible(top).contains(&4_999_999));
        assert_eq!(list.to_show(4_999_999, top), None);
    }

    #[test]
    fn a_list_that_has_no_size_yet_draws_nothing() {
        let none = Scrolling::default();
        assert_eq!((none.visible(0.0), none.page()), (0..0, 1));
    }
}
