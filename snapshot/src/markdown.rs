//! A page, or a part of it, as Markdown: CommonMark with the tables of GitHub Flavored Markdown and
//! the definition lists of PHP Markdown Extra. It is text to read. It has no uids, and no values of
//! fields.
//!
//! | file | contents |
//! |---|---|
//! | `main_content` | which nodes of a page are its main content |
//! | `nodes` | the nodes of a page, and which of their texts belong together |
//! | `writer` | walks the nodes: what each role becomes |
//! | `blocks` | paragraphs, headings, lists, quotes and code blocks, with their indentation |
//! | `inline` | links, emphasis and code in a paragraph |
//! | `tables` | tables |
//! | `escape` | characters of a text that would be Markdown |
//!
//! Sources: <https://spec.commonmark.org/0.31.2/>, <https://github.github.com/gfm/>

mod blocks;
mod escape;
mod inline;
mod main_content;
mod nodes;
mod tables;
mod writer;

#[cfg(test)]
mod tests;

use crate::page_tree::TreeNode;
use crate::quote::escape_invisible;
use main_content::MainContent;
use writer::MarkdownWriter;

/// Maximum number of notes.
const MAX_NOTES: usize = 50;

/// A text in Markdown. Text of the page is only in `text` and, quoted, in the names of `left_out`
/// and in `notes`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Markdown {
    /// The text. Invisible characters are escaped as in [`crate::quote`], and no line begins with
    /// `...(`, as notes do.
    pub text: String,
    /// The landmarks of the page that are not in the text: `navigation "Docs"`; for an article,
    /// also what is around it.
    pub left_out: Vec<String>,
    /// The number of words that are not in the text.
    pub left_out_words: usize,
    /// What could not be read: a frame without access. Equal notes are one, with their number.
    pub notes: Vec<String>,
}

/// The main content of a page: its `main` landmarks and open dialogs. Without a `main` landmark, it
/// is the page without banners, navigation, complementary content and content information. If that
/// has one article with most of its text, it is the article and the open dialogs.
pub fn of_page(nodes: &[TreeNode]) -> Markdown {
    let main = MainContent::of(nodes);
    let written = write(nodes, |position| main.has(position));
    Markdown {
        left_out: main.left_out(nodes),
        left_out_words: main.left_out_words(nodes),
        ..written
    }
}

/// All of these consecutive nodes.
pub fn of_nodes(nodes: &[TreeNode]) -> Markdown {
    write(nodes, |_| true)
}

fn write(nodes: &[TreeNode], is_written: impl Fn(usize) -> bool) -> Markdown {
    let mut writer = MarkdownWriter::new(nodes);
    let mut notes = Notes::default();
    for (position, each) in nodes.iter().enumerate() {
        if is_written(position) {
            writer.node(position);
            notes.add(&each.notes);
        } else {
            writer.leave_out(position);
        }
    }
    let text = writer.finish();
    Markdown {
        text: escape_invisible(&text).into_owned(),
        notes: notes.finish(),
        ..Markdown::default()
    }
}

/// Notes in their order, without repetitions.
#[derive(Default)]
struct Notes<'n>(Vec<(&'n str, usize)>);

impl<'n> Notes<'n> {
    fn add(&mut self, notes: &'n [String]) {
        for note in notes {
            let is_full = self.0.len() >= MAX_NOTES;
            match self.0.iter_mut().find(|(other, _)| other == note) {
                Some((_, count)) => *count += 1,
                None if is_full => {}
                None => self.0.push((note, 1)),
            }
        }
    }

    fn finish(self) -> Vec<String> {
        let notes = self.0.into_iter();
        let text = |(note, count): (&str, usize)| match count {
            1 => note.to_owned(),
            count => format!("{note} ({count} times)"),
        };
        notes.map(text).collect()
    }
}
