//! Computes which lines of a long text are drawn, and where.

use std::ops::Range;

/// Maximum number of lines in the document.
pub const MAX_ROWS: usize = 200;
/// Number of lines that are drawn above and below the viewport.
const OVERSCAN: usize = 10;
/// Maximum height of the list. Browsers draw nothing after about 33 million pixels, so a longer
/// text is scrolled in larger steps.
const MAX_SCROLL_HEIGHT: f64 = 15_000_000.0;

/// A scrolled list of lines with equal heights, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct VirtualList {
    /// Number of lines.
    pub rows: usize,
    /// Height of a line.
    pub row_height: f64,
    /// Height of the viewport.
    pub height: f64,
}

impl VirtualList {
    /// Height of the list in the document.
    pub fn scroll_height(&self) -> f64 {
        self.content_height().min(MAX_SCROLL_HEIGHT)
    }

    /// The lines to draw at a scroll position.
    pub fn visible_rows(&self, top: f64) -> Range<usize> {
        if self.row_height <= 0.0 {
            return 0..0;
        }
        let from = (self.content_offset(top) / self.row_height).max(0.0);
        let first = (from as usize).min(self.rows);
        let in_viewport = (self.height / self.row_height).ceil().max(0.0) as usize + 1;
        let first = first.saturating_sub(OVERSCAN);
        let count = (in_viewport + 2 * OVERSCAN).min(MAX_ROWS);
        first..(first + count).min(self.rows)
    }

    /// Position of a line, from the top of the list.
    pub fn row_offset(&self, row: usize, top: f64) -> f64 {
        top + row as f64 * self.row_height - self.content_offset(top)
    }

    /// The scroll position that brings a line into view; `None` if it is in view.
    pub fn scroll_top_to_show(&self, row: usize, top: f64) -> Option<f64> {
        let above = self.row_offset(row, top) - top;
        let below = above + self.row_height - self.height;
        let wanted = match (above < 0.0, below > 0.0) {
            (true, _) => row as f64 * self.row_height,
            (false, true) => (row + 1) as f64 * self.row_height - self.height,
            (false, false) => return None,
        };
        Some(
            (wanted / self.scroll_ratio())
                .clamp(0.0, (self.scroll_height() - self.height).max(0.0)),
        )
    }

    /// Number of lines that fit into the viewport.
    pub fn rows_per_page(&self) -> usize {
        match self.row_height > 0.0 {
            true => ((self.height / self.row_height) as usize).max(1),
            false => 1,
        }
    }

    fn content_height(&self) -> f64 {
        self.rows as f64 * self.row_height
    }

    /// How far the text is scrolled, in pixels of the text.
    fn content_offset(&self, top: f64) -> f64 {
        top * self.scroll_ratio()
    }

    /// Pixels of the text per pixel of the list.
    fn scroll_ratio(&self) -> f64 {
        let scroll_range = self.scroll_height() - self.height;
        match scroll_range > 0.0 {
            true => (self.content_height() - self.height) / scroll_range,
            false => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(rows: usize) -> VirtualList {
        VirtualList {
            rows,
            row_height: 18.0,
            height: 600.0,
        }
    }

    #[test]
    fn at_most_two_hundred_lines_are_drawn() {
        for rows in [0, 1, 50, 100_000, 5_000_000] {
            let list = list(rows);
            for scroll_ratio in 0..=100 {
                let top =
                    (list.scroll_height() - list.height).max(0.0) * f64::from(scroll_ratio) / 100.0;
                let visible_rows = list.visible_rows(top);
                assert!(visible_rows.len() <= MAX_ROWS && visible_rows.end <= rows);
            }
        }
        let tall = VirtualList {
            height: 1e9,
            ..list(100_000)
        };
        assert_eq!(tall.visible_rows(0.0), 0..MAX_ROWS);
    }

    #[test]
    fn all_lines_in_the_viewport_are_drawn_at_their_position() {
        for rows in [3, 100_000, 5_000_000] {
            let list = list(rows);
            for scroll_ratio in 0..=100 {
                let top = ((list.scroll_height() - list.height).max(0.0) * f64::from(scroll_ratio)
                    / 100.0)
                    .floor();
                let visible_rows = list.visible_rows(top);
                let first = list.row_offset(visible_rows.start, top) - top;
                let last = list.row_offset(visible_rows.end - 1, top) - top + list.row_height;
                assert!(first <= 0.0, "{rows} {scroll_ratio}");
                assert!(
                    last >= list.height.min(list.scroll_height()) - 0.001,
                    "{rows} {scroll_ratio}"
                );
            }
        }
    }

    #[test]
    fn scrolling_to_a_line_is_minimal() {
        let list = list(1000);
        assert_eq!(list.scroll_top_to_show(3, 0.0), None);
        assert_eq!(list.scroll_top_to_show(3, 90.0), Some(54.0));
        assert_eq!(list.scroll_top_to_show(40, 0.0), Some(41.0 * 18.0 - 600.0));
        assert_eq!(
            list.scroll_top_to_show(999, 0.0),
            Some(1000.0 * 18.0 - 600.0)
        );
    }

    #[test]
    fn the_last_line_of_a_very_long_list_can_be_reached() {
        let list = list(5_000_000);
        let top = list.scroll_top_to_show(4_999_999, 0.0).expect("a position");
        assert!(list.visible_rows(top).contains(&4_999_999));
        assert_eq!(list.scroll_top_to_show(4_999_999, top), None);
    }

    #[test]
    fn a_list_without_a_size_draws_nothing() {
        let none = VirtualList::default();
        assert_eq!((none.visible_rows(0.0), none.rows_per_page()), (0..0, 1));
    }
}
