//! The text of a reading for given options, by line.

use crate::reading::{Clock, Reading};
use axlens_snapshot::delta::{Base, base};
use axlens_snapshot::options::Options;
use axlens_snapshot::present::present_with_callback;
use axlens_snapshot::render::{LineKind, PrintedLine, Rendered};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// A text with its lines and their elements.
#[derive(Debug, Default)]
pub struct TextView {
    /// The reading.
    pub reading: Rc<Reading>,
    /// The options of the text.
    pub options: Options,
    rendered: Rendered,
    /// Start of each line, with its indentation.
    line_starts: Vec<u32>,
    /// Number of lines before the first element.
    head: usize,
    /// For each line, its position among its siblings, from 1, and their number.
    siblings: Vec<(u32, u32)>,
    base: OnceCell<Base>,
    /// The times of shaping and rendering, in milliseconds.
    pub durations: [f64; 2],
}

/// The element of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementAt {
    /// Position of its frame.
    pub frame: usize,
    /// Its node id in that frame's document.
    pub node: u32,
}

impl TextView {
    /// Renders the text of a reading. It equals the server's text for the same options.
    pub fn new(reading: &Rc<Reading>, options: &Options, clock: &Clock) -> TextView {
        let began = clock();
        let shaped = Cell::new(began);
        let mut tree = reading.tree.clone();
        let (_, rendered) = present_with_callback(&mut tree, options, || shaped.set(clock()));
        let durations = [shaped.get() - began, clock() - shaped.get()];
        let line_starts = line_starts(&rendered.text);
        let head = line_starts.len().saturating_sub(rendered.lines.len());
        let depths = rendered.lines.iter().map(|line| line.depth);
        let depths: Vec<u32> = std::iter::repeat_n(0, head).chain(depths).collect();
        TextView {
            reading: Rc::clone(reading),
            options: options.clone(),
            siblings: siblings(&depths),
            line_starts,
            head,
            rendered,
            base: OnceCell::new(),
            durations,
        }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.rendered.text
    }

    /// A hint, if the text is incomplete.
    pub fn hint(&self) -> Option<&str> {
        self.rendered.hint.as_deref()
    }

    /// Number of printed nodes, and of the interactive ones among them.
    pub fn counts(&self) -> (usize, usize) {
        (self.rendered.node_count, self.rendered.interactive_count)
    }

    /// Number of lines.
    pub fn rows(&self) -> usize {
        self.line_starts.len()
    }

    /// A line with its indentation, without its line break; empty if it does not exist.
    pub fn line(&self, row: usize) -> &str {
        let Some(start) = self.line_starts.get(row) else {
            return "";
        };
        let rest = self.text().get(*start as usize..).unwrap_or_default();
        rest.split('\n').next().unwrap_or_default()
    }

    /// The kind of a line. Lines before the first element are notes.
    pub fn kind(&self, row: usize) -> LineKind {
        self.printed(row)
            .map_or(LineKind::Note, |printed| printed.kind)
    }

    /// The level of a line, from 0.
    pub fn depth(&self, row: usize) -> u32 {
        self.printed(row).map_or(0, |printed| printed.depth)
    }

    /// The position of a line among its siblings, from 1, and their number.
    pub fn position_among_siblings(&self, row: usize) -> (u32, u32) {
        self.siblings.get(row).copied().unwrap_or((1, 1))
    }

    /// The id that the line prints.
    pub fn id(&self, row: usize) -> Option<&str> {
        let row = row.checked_sub(self.head)? + self.head;
        let ids = &self.rendered.ids;
        let at = ids.binary_search_by_key(&row, |id| id.row).ok()?;
        ids.get(at).map(|id| id.id.as_str())
    }

    /// The element of a line, or of its nearest ancestor with an element. `None` at the top.
    pub fn element(&self, row: usize) -> Option<ElementAt> {
        let mut above = u32::MAX;
        for row in (self.head..=row).rev() {
            let printed = self.printed(row)?;
            if printed.depth < above {
                above = printed.depth;
                if printed.node != 0 {
                    let frame = printed.frame as usize;
                    let node = printed.node;
                    return Some(ElementAt { frame, node });
                }
            }
        }
        None
    }

    /// The line of an element, if it has one.
    pub fn row_of(&self, element: ElementAt) -> Option<usize> {
        let same =
            |line: &PrintedLine| line.node == element.node && line.frame as usize == element.frame;
        Some(self.head + self.rendered.lines.iter().position(same)?)
    }

    /// The parent line; `None` at the top.
    pub fn parent(&self, row: usize) -> Option<usize> {
        let depth = self.depth(row);
        (self.head..row)
            .rev()
            .find(|above| self.depth(*above) < depth)
    }

    /// The first child line.
    pub fn child(&self, row: usize) -> Option<usize> {
        let next = row + 1;
        (next < self.rows() && self.depth(next) > self.depth(row)).then_some(next)
    }

    /// The base with which later texts are compared.
    pub fn base(&self) -> &Base {
        self.base
            .get_or_init(|| base(&self.rendered, &self.reading.tree))
    }

    fn printed(&self, row: usize) -> Option<&PrintedLine> {
        self.rendered.lines.get(row.checked_sub(self.head)?)
    }
}

fn line_starts(text: &str) -> Vec<u32> {
    let to_u32 = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let after_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
    let line_starts = std::iter::once(0).chain(after_breaks);
    line_starts
        .filter(|at| *at < text.len())
        .map(to_u32)
        .collect()
}

/// For each line, its position among the lines with the same parent, and their number.
fn siblings(depths: &[u32]) -> Vec<(u32, u32)> {
    let mut siblings = vec![(0, 0); depths.len()];
    // Open groups: their depth, and their lines so far.
    let mut open: Vec<(u32, Vec<usize>)> = Vec::new();
    let close = |group: Vec<usize>, siblings: &mut Vec<(u32, u32)>| {
        let size = u32::try_from(group.len()).unwrap_or(u32::MAX);
        for (position, row) in (1..).zip(group) {
            siblings[row] = (position, size);
        }
    };
    for (row, depth) in depths.iter().enumerate() {
        while let Some((_, group)) = open.pop_if(|(other, _)| *other > *depth) {
            close(group, &mut siblings);
        }
        match open.last_mut() {
            Some((other, group)) if other == depth => group.push(row),
            _ => open.push((*depth, vec![row])),
        }
    }
    while let Some((_, group)) = open.pop() {
        close(group, &mut siblings);
    }
    siblings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::{answer, buttons, read};
    use axlens_snapshot::options::Format;

    const FORMATS: [Format; 5] = [
        Format::Outline,
        Format::Numbered,
        Format::Refs,
        Format::Tabs,
        Format::Lean,
    ];

    fn view(text: &str, format: Format) -> TextView {
        let options = Options {
            format,
            ..Options::default()
        };
        TextView::new(&read(text, 1), &options, &|| 0.0)
    }

    #[test]
    fn the_joined_lines_are_the_text() {
        for format in FORMATS {
            let view = view(&answer(), format);
            let lines: Vec<&str> = (0..view.rows()).map(|row| view.line(row)).collect();
            assert_eq!(lines, view.text().lines().collect::<Vec<_>>(), "{format:?}");
            assert_eq!(view.line(view.rows()), "");
        }
    }

    #[test]
    fn a_line_has_its_id_and_its_element() {
        for format in FORMATS {
            let view = view(&buttons(&["Save", "Delete"]), format);
            let row = (0..view.rows())
                .find(|row| view.line(*row).contains("Delete"))
                .expect("a line");
            assert!(view.id(row).is_some(), "{format:?}");
            let element = view.element(row).expect("an element");
            assert_eq!(element, ElementAt { frame: 0, node: 11 }, "{format:?}");
            assert_eq!(view.row_of(element), Some(row), "{format:?}");
        }
    }

    #[test]
    fn the_document_is_the_parent_of_the_buttons_but_not_an_element() {
        let view = view(&buttons(&["Save"]), Format::Outline);
        assert_eq!(view.element(0), None);
        assert_eq!((view.parent(2), view.child(0)), (Some(0), Some(1)));
        assert_eq!((view.parent(0), view.child(2)), (None, None));
        assert_eq!(view.position_among_siblings(2), (2, 2));
    }

    #[test]
    fn siblings_have_the_same_parent() {
        assert_eq!(
            siblings(&[0, 1, 2, 2, 1, 2]),
            [(1, 1), (1, 2), (1, 2), (2, 2), (2, 2), (1, 1)]
        );
    }
}
