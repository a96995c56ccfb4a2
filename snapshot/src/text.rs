//! The visible text of a part of a page: a line for each block, a tab between the cells of a row.
//! It excludes the values of fields.

use crate::role::Role;
use crate::tree::Node;

/// Roles across whose boundaries text continues.
const INLINE: [Role; 15] = [
    Role::Button,
    Role::Code,
    Role::Deletion,
    Role::Emphasis,
    Role::Generic,
    Role::Image,
    Role::Insertion,
    Role::Link,
    Role::Mark,
    Role::Strong,
    Role::Subscript,
    Role::Superscript,
    Role::Term,
    Role::Time,
    Role::Clickable,
];

/// Whether text continues across the boundaries of the role.
pub fn is_inline(role: Role) -> bool {
    INLINE.contains(&role)
}

/// The text of consecutive nodes of a tree.
pub fn text_of<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> String {
    let mut text = Text::default();
    let mut nodes = nodes.into_iter().peekable();
    // Depth of each open node, and whether it is a block.
    let mut open: Vec<(u32, bool)> = Vec::new();
    while let Some(node) = nodes.next() {
        while let Some((_, block)) = open.pop_if(|(depth, _)| *depth >= node.depth) {
            text.wanted = text.wanted.max(if block {
                Separator::Line
            } else {
                Separator::None
            });
        }
        if node.role == Role::Text {
            text.push(&node.name, node.glued);
            continue;
        }
        let gap = match node.role {
            role if role.is_cell() => Separator::Cell,
            role if is_inline(role) => Separator::None,
            _ => Separator::Line,
        };
        text.wanted = text.wanted.max(gap);
        let is_empty = nodes.peek().is_none_or(|next| next.depth <= node.depth);
        if is_empty && node.named_by_content {
            text.push(&node.name, false);
        }
        open.push((node.depth, gap == Separator::Line));
    }
    text.all
}

/// The separator between two texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Separator {
    #[default]
    None,
    Cell,
    Line,
}

#[derive(Default)]
struct Text {
    all: String,
    wanted: Separator,
}

impl Text {
    fn push(&mut self, more: &str, glued: bool) {
        if more.is_empty() {
            return;
        }
        let is_spaced = self.all.ends_with(char::is_whitespace) || more.starts_with(' ');
        match std::mem::take(&mut self.wanted) {
            _ if self.all.is_empty() => {}
            Separator::Line => self.all.push('\n'),
            Separator::Cell => self.all.push('\t'),
            Separator::None if glued || is_spaced => {}
            Separator::None => self.all.push(' '),
        }
        self.all.push_str(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_lines_and_cells_have_tabs() {
        use Role::*;
        let node = |depth, role, name: &str, glued| Node {
            depth,
            role,
            name: name.to_owned(),
            named_by_content: role == Option,
            glued,
            ..Node::default()
        };
        let nodes = [
            node(1, Heading, "Orders", false),
            node(2, Text, "Orders", false),
            node(1, Paragraph, "", false),
            node(2, Text, "The 10", false),
            node(2, Superscript, "", false),
            node(3, Text, "th", true),
            node(2, Text, "of May", false),
            node(1, Textbox, "Name", false),
            node(1, Table, "", false),
            node(2, Row, "", false),
            node(3, Cell, "", false),
            node(4, Text, "Ada", false),
            node(3, Cell, "", false),
            node(4, Text, "8.50", false),
            node(2, Row, "", false),
            node(3, Cell, "", false),
            node(4, Text, "Alan", false),
            node(1, Option, "Chosen", false),
        ];
        let text = text_of(&nodes);
        assert_eq!(text, "Orders\nThe 10th of May\nAda\t8.50\nAlan\nChosen");
    }
}
