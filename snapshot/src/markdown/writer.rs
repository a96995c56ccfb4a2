//! Walks the nodes of a page and writes each of them.

use super::blocks::Blocks;
use super::escape::{self, TextPlace, comment, target_of};
use super::inline::{Inline, Markup};
use super::nodes::{Nodes, is_aligned, is_image, is_unseen, preformatted};
use super::tables;
use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::text::is_inline;
use crate::tree::{Node, Unseen};
use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

/// What separates the blocks in a cell of a table.
const CELL_BREAK: &str = "<br>";

/// What ends with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Nothing,
    Block,
    Markup,
    /// A link, with its position.
    Link(usize),
    /// A link whose blocks are written as one text.
    FlatLink(usize),
    /// A formula, whose parts are written on one line.
    Formula,
    Heading {
        is_link: bool,
    },
    List,
    Item,
    Level,
}

/// A node whose descendants follow.
#[derive(Debug)]
struct OpenNode {
    depth: u32,
    end: End,
}

/// Writes nodes in their order.
pub(super) struct MarkdownWriter<'n> {
    nodes: Rc<Nodes<'n>>,
    open: Vec<OpenNode>,
    inline: Inline,
    blocks: Blocks,
    heading: Option<u32>,
    /// What separates blocks, where only text can be: in links and cells.
    flat: Option<&'static str>,
    /// The position before which all nodes are written already.
    skipped: usize,
    /// The position before which preformatted text is known to need no code block.
    unaligned: usize,
    /// A heading that is a link, because a link around it has more than text.
    linked_heading: Option<(usize, String)>,
    /// A text that begins with the number of its item, and the length of that number.
    numbered: Option<(usize, usize)>,
}

impl<'n> MarkdownWriter<'n> {
    pub fn new(nodes: &'n [TreeNode]) -> MarkdownWriter<'n> {
        MarkdownWriter::of(Rc::new(Nodes::new(nodes)))
    }

    fn of(nodes: Rc<Nodes<'n>>) -> MarkdownWriter<'n> {
        MarkdownWriter {
            nodes,
            open: Vec::new(),
            inline: Inline::default(),
            blocks: Blocks::new(),
            heading: None,
            flat: None,
            skipped: 0,
            unaligned: 0,
            linked_heading: None,
            numbered: None,
        }
    }

    /// The text of a cell of a table, on one line.
    pub fn cell(&self, position: usize) -> String {
        let mut cell = MarkdownWriter::of(self.nodes.clone());
        cell.inline = Inline::of_cell();
        cell.flat = Some(CELL_BREAK);
        let content = position + 1..self.nodes.end(position);
        let node = self.nodes.node(position);
        if content.is_empty() && node.named_by_content {
            cell.words(&node.name, false, node.states.unseen);
        }
        content.for_each(|position| cell.node(position));
        cell.close_from(0);
        cell.inline.take()
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        self.close_from(0);
        self.flush();
        self.blocks.finish()
    }

    /// Writes the next node.
    pub fn node(&mut self, position: usize) {
        let node = self.nodes.node(position);
        self.close_from(node.depth);
        if position < self.skipped {
            return;
        }
        if node.new_line {
            self.inline.separate(self.flat.unwrap_or("\n"));
        }
        let end = match node.role {
            Role::Text => return self.text(position),
            _ => self.enter(position),
        };
        let is_empty = self.nodes.end(position) == position + 1;
        if is_empty && node.named_by_content && position >= self.skipped {
            self.words(&node.name, false, node.states.unseen);
        }
        self.open.push(OpenNode {
            depth: node.depth,
            end,
        });
    }

    fn enter(&mut self, position: usize) -> End {
        let node = self.nodes.node(position);
        match node.role {
            _ if node.tag == "select" => self.skip(position, End::Block),
            Role::Strong => self.mark(Markup::Strong),
            Role::Emphasis => self.mark(Markup::Emphasis),
            Role::Deletion => self.mark(Markup::Deletion),
            Role::Code => self.code(position),
            Role::Math if self.flat.is_none() => {
                self.flat = Some(" ");
                End::Formula
            }
            role if is_image(role) => self.image(position),
            Role::Term if node.tag != "dt" => End::Nothing,
            role if role.is_interactive() && node.href.is_some() => {
                match self.nodes.is_repeated_link(position) {
                    true => self.skip(position, End::Nothing),
                    false => self.link(position),
                }
            }
            role if is_inline(role) => End::Nothing,
            role => {
                self.boundary();
                self.block(role, position)
            }
        }
    }

    /// Opens a block, after the end of the one before it.
    fn block(&mut self, role: Role, position: usize) -> End {
        if self.flat.is_some() {
            return End::Block;
        }
        let node = self.nodes.node(position);
        match role {
            Role::Heading => self.open_heading(position),
            Role::List | Role::Directory => {
                self.blocks.open_list(node.tag == "ol");
                End::List
            }
            Role::Listitem => {
                let number = self.number(position);
                self.blocks.open_item(number);
                End::Item
            }
            Role::Blockquote => {
                self.blocks.open_quote();
                End::Level
            }
            Role::Definition => {
                self.blocks.open_definition();
                End::Level
            }
            Role::Separator if node.tag == "hr" => {
                self.blocks.write("---");
                End::Block
            }
            role if role.is_table() => self.table(position),
            _ => End::Block,
        }
    }

    fn open_heading(&mut self, position: usize) -> End {
        let link = self.linked_heading.take_if(|(at, _)| *at == position);
        let is_link = link.is_some_and(|(_, href)| self.inline.open(Markup::Link(href)));
        self.heading = Some(self.nodes.node(position).states.level.unwrap_or(2));
        End::Heading { is_link }
    }

    fn mark(&mut self, markup: Markup) -> End {
        match self.inline.open(markup) {
            true => End::Markup,
            false => End::Nothing,
        }
    }

    /// Code of several lines is a block.
    fn code(&mut self, position: usize) -> End {
        let text = preformatted(self.nodes.content(position));
        if !text.contains('\n') || self.flat.is_some() {
            return self.mark(Markup::Code);
        }
        self.boundary();
        self.code_block(position + 1..self.nodes.end(position), &text);
        self.skip(position, End::Nothing)
    }

    /// Writes the preformatted text of some nodes, and what a user can't see of it.
    fn code_block(&mut self, range: Range<usize>, text: &str) {
        let number = self.numbered.take_if(|(at, _)| range.contains(at));
        let skipped = number.map_or(0, |(_, length)| length);
        let text = text.get(skipped..).unwrap_or_default();
        self.blocks.code(if skipped > 0 {
            text.trim_start_matches(' ')
        } else {
            text
        });
        for each in self
            .nodes
            .slice(range)
            .iter()
            .filter(|each| is_unseen(&each.node))
        {
            self.words(&each.node.name, false, each.node.states.unseen);
        }
    }

    fn image(&mut self, position: usize) -> End {
        let node = self.nodes.node(position);
        if self.nodes.is_repeated_image(position) {
            return self.skip(position, End::Nothing);
        }
        if self.nodes.shows_name(position) && node.states.unseen.is_none() {
            let mut alternative = "![".to_owned();
            let place = TextPlace {
                in_link: true,
                in_table: self.flat == Some(CELL_BREAK),
            };
            let name = escape::without_division_marks(&node.name);
            escape::push(&mut alternative, &name, place);
            self.inline.push_raw(&(alternative + "]()"));
            return self.skip(position, End::Nothing);
        }
        End::Nothing
    }

    /// A link around a heading is a linked heading with more text; another one around blocks is
    /// written on one line.
    fn link(&mut self, position: usize) -> End {
        let Some(href) = self
            .nodes
            .node(position)
            .href
            .as_deref()
            .and_then(target_of)
        else {
            return End::Link(position);
        };
        let markup = Markup::Link(href.clone());
        let content = self.nodes.content(position);
        let is_block = |each: &TreeNode| {
            let role = each.node.role;
            role != Role::Text && !is_image(role) && !is_inline(role)
        };
        if self.flat.is_some() || !content.iter().any(is_block) {
            return match self.inline.open(markup) {
                true => End::Link(position),
                false => End::Nothing,
            };
        }
        let heading = content
            .iter()
            .position(|each| each.node.role == Role::Heading);
        self.boundary();
        if let Some(heading) = heading {
            self.linked_heading = Some((position + 1 + heading, href));
            return End::Block;
        }
        if !self.inline.open(markup) {
            return End::Block;
        }
        self.flat = Some(" ");
        End::FlatLink(position)
    }

    fn table(&mut self, position: usize) -> End {
        match tables::table(&self.nodes, position, |cell| self.cell(cell)) {
            Some(table) => {
                if !table.caption.is_empty() {
                    self.blocks.paragraph(&table.caption);
                }
                if !table.text.is_empty() {
                    self.blocks.write(&table.text);
                }
                self.skip(position, End::Nothing)
            }
            None => End::Block,
        }
    }

    /// The number of an item of a numbered list, with which its first text begins.
    fn number(&mut self, position: usize) -> Option<u64> {
        let content = position + 1..self.nodes.end(position);
        let first = content
            .into_iter()
            .take_while(|at| self.nodes.node(*at).role != Role::List)
            .find(|at| self.nodes.node(*at).role == Role::Text)?;
        let (number, rest) = self.nodes.node(first).name.split_once('.')?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && number.len() <= 9;
        let ends = rest.is_empty() || rest.starts_with(' ');
        let is_number = is_number && ends && self.blocks.is_list_ordered();
        let parsed = number.parse().ok().filter(|_| is_number)?;
        self.numbered = Some((first, number.len() + 1));
        Some(parsed)
    }

    fn text(&mut self, position: usize) {
        if self.flat.is_none() && position >= self.unaligned && self.aligned(position) {
            return;
        }
        let node = self.nodes.node(position);
        let is_on_new_line = node
            .states
            .space
            .as_ref()
            .is_some_and(|space| space.contains('\n'));
        if is_on_new_line || self.nodes.is_next_line(position) {
            self.inline.separate(self.flat.unwrap_or("\n"));
        }
        let number = self.numbered.take_if(|(at, _)| *at == position);
        let skipped = number.map_or(0, |(_, length)| length);
        // A no-break space is not whitespace here.
        let text = node.name[skipped..].trim_ascii_start();
        self.words(text, node.glued && skipped == 0, node.states.unseen);
    }

    /// Adds text of the page.
    fn words(&mut self, text: &str, glued: bool, unseen: Option<Unseen>) {
        if text.is_empty() {
            return;
        }
        let mark = match unseen {
            None => return self.visible_words(text, glued),
            Some(Unseen::All) => "unseen",
            Some(Unseen::Part) => "unseen in part",
        };
        let comment = format!("<!-- {mark}: {} -->", comment(text));
        match self.flat {
            Some(CELL_BREAK) => self.inline.push_raw(&comment.replace('|', "\\|")),
            _ => self.inline.push_raw(&comment),
        }
    }

    /// Adds text with the line breaks that it has, without blank lines, which would end the
    /// paragraph.
    fn visible_words(&mut self, text: &str, glued: bool) {
        // Code may need them.
        let text = match self.inline.is_in_code() {
            true => Cow::Borrowed(text),
            false => escape::without_division_marks(text),
        };
        if !text.contains(['\n', '\r']) {
            return self.inline.push(&text, glued);
        }
        let lines = text.split(['\n', '\r']).map(str::trim_ascii);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let line_break = if self.flat.is_some() { " " } else { "\n" };
        self.inline.push(&lines.join(line_break), glued);
    }

    /// Ends what a node that is not written would end.
    pub fn leave_out(&mut self, position: usize) {
        self.close_from(self.nodes.node(position).depth);
    }

    /// Writes preformatted text with indentation or columns as a code block, without the links and
    /// markup in it. `false` if there is none at the position.
    fn aligned(&mut self, position: usize) -> bool {
        let is_preformatted = |at: &usize| {
            let node = self.nodes.node(*at);
            match node.role {
                Role::Text => node.states.space.is_some(),
                role => is_inline(role) && self.nodes.is_all_preformatted(*at),
            }
        };
        let depth = self.nodes.node(position).depth;
        let is_inside = |at: &usize| self.nodes.node(*at).depth >= depth;
        let following = position..self.nodes.len();
        let last = following
            .take_while(|at| is_inside(at) && is_preformatted(at))
            .last();
        let Some(last) = last else { return false };
        let text = preformatted(self.nodes.slice(position..last + 1));
        if !is_aligned(&text) {
            self.unaligned = last + 1;
            return false;
        }
        self.boundary();
        self.code_block(position..last + 1, &text);
        self.skipped = last + 1;
        true
    }

    /// Does not write the descendants of a node.
    fn skip(&mut self, position: usize, end: End) -> End {
        self.skipped = self.nodes.end(position);
        end
    }

    /// Closes the nodes that are not ancestors of a node at this depth.
    fn close_from(&mut self, depth: u32) {
        while let Some(closed) = self.open.pop_if(|open| open.depth >= depth) {
            self.close(closed.end);
        }
    }

    fn close(&mut self, end: End) {
        match end {
            End::Nothing => {}
            End::Block => self.boundary(),
            End::Markup => self.inline.close(),
            End::Link(position) => self.close_link(position),
            End::FlatLink(position) => {
                self.close_link(position);
                self.flat = None;
                self.boundary();
            }
            End::Formula => self.flat = None,
            End::Heading { is_link } => {
                if is_link {
                    self.inline.close();
                }
                self.flush();
                self.heading = None;
            }
            End::List => {
                self.flush();
                self.blocks.close_list();
            }
            End::Item => {
                self.flush();
                self.blocks.close_item();
            }
            End::Level => {
                self.flush();
                self.blocks.close_level();
            }
        }
    }

    /// Closes a link. One without text has its name.
    fn close_link(&mut self, position: usize) {
        let node: &Node = self.nodes.node(position);
        let is_marked = node.href.as_deref().and_then(target_of).is_some();
        let mut content = self.nodes.content(position).iter();
        let has_text = content.any(|each| each.node.role == Role::Text);
        if is_marked && !has_text && self.inline.is_link_empty() {
            self.words(&node.name, false, node.states.unseen);
        }
        if is_marked {
            self.inline.close();
        }
    }

    /// Ends a block.
    fn boundary(&mut self) {
        match self.flat {
            Some(separator) => self.inline.separate(separator),
            None => self.flush(),
        }
    }

    /// Writes the open paragraph.
    fn flush(&mut self) {
        let text = self.inline.take();
        if text.trim().is_empty() {
            return;
        }
        match self.heading {
            Some(level) => self.blocks.heading(level, &text),
            None => self.blocks.paragraph(&text),
        }
    }
}
