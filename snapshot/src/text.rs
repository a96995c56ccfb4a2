//! The text of a part of a page, as a reader sees it: a line for each block, a tab between the
//! cells of a row. What fields hold is no text.

use crate::role::Role;
use crate::tree::Node;

/// Text runs on across the edges of these.
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

/// Whether a node is a cell of a row.
pub fn is_cell(role: Role) -> bool {
    matches!(
        role,
        Role::Cell | Role::Gridcell | Role::Columnheader | Role::Rowheader
    )
}

/// The text of nodes that stand one after the other in a tree.
pub fn text_of<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> String {
    let mut text = Text::default();
    let mut nodes = nodes.into_iter().peekable();
    // Depth of the node around, and whether it is a block.
    let mut open: Vec<(u32, bool)> = Vec::new();
    while let Some(node) = nodes.next() {
        while let Some((_, block)) = open.pop_if(|(depth, _)| *depth >= node.depth) {
            text.wanted = text.wanted.max(if block { Gap::Line } else { Gap::None });
        }
        if node.role == Role::Text {
            text.push(&node.name, node.glued);
            continue;
        }
        let gap = match node.role {
            role if is_cell(role) => Gap::Cell,
            role if INLINE.contains(&role) => Gap::None,
            _ => Gap::Line,
        };
        text.wanted = text.wanted.max(gap);
        let is_empty = nodes.peek().is_none_or(|next| next.depth <= node.depth);
        if is_empty && node.named_by_content {
            text.push(&node.name, false);
        }
        open.push((node.depth, gap == Gap::Line));
    }
    text.all
}

/// What stands between two texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Cell,
    Line,
}

#[derive(Default)]
struct Text {
    all: String,
    wanted: Gap,
}

impl Text {
    fn push(&mut self, more: &str, glued: bool) {
        if more.is_empty() {
            return;
        }
        let is_spaced = self.all.ends_with(char::is_whitespace) || more.starts_with(' ');
        match std::mem::take(&mut self.wanted) {
            _ if self.all.is_empty() => {}
            Gap::Line => self.all.push('\n'),
            Gap::Cell => self.all.push('\t'),
            Gap::None if glued || is_spaced => {}
            Gap::None => self.all.push(' '),
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
