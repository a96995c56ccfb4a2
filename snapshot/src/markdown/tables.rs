//! Tables of data as tables of Markdown.

use super::nodes::Nodes;
use crate::page_tree::TreeNode;
use crate::role::Role;

/// A table in Markdown.
pub(super) struct WrittenTable {
    /// Its caption; empty if it has none.
    pub caption: String,
    /// Its rows, separated by line breaks.
    pub text: String,
}

/// The table at a position. `cell` writes the content of a node on one line. `None` if it is not a
/// table of data: it has one column, contains a table, a landmark or a heading, or has text outside
/// of its cells.
pub(super) fn table(
    nodes: &Nodes,
    position: usize,
    cell: impl Fn(usize) -> String,
) -> Option<WrittenTable> {
    let content = nodes.inside(position);
    let is_layout = |each: &TreeNode| {
        let role = each.node.role;
        role.is_table() || role.is_landmark() || role == Role::Heading
    };
    if nodes.content(position).iter().any(is_layout) {
        return None;
    }
    let mut caption = String::new();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut at = content.start;
    while at < content.end {
        match nodes.node(at).role {
            Role::Caption if caption.is_empty() => {
                caption = cell(at);
                at = nodes.end(at);
            }
            Role::Row => {
                rows.push(Vec::new());
                at += 1;
            }
            role if role.is_cell() => {
                rows.last_mut()?.push(at);
                at = nodes.end(at);
            }
            // It would be lost.
            Role::Text | Role::Caption => return None,
            _ if nodes.shows_name(at) => return None,
            _ => at += 1,
        }
    }
    rows.retain(|cells| !cells.is_empty());
    let columns = rows
        .iter()
        .map(Vec::len)
        .max()
        .filter(|columns| *columns > 1)?;
    Some(WrittenTable {
        caption,
        text: text(nodes, &rows, columns, cell),
    })
}

/// The rows that are not empty; empty if all are. The first one is the header if it has one; else
/// the header is empty.
fn text(
    nodes: &Nodes,
    rows: &[Vec<usize>],
    columns: usize,
    cell: impl Fn(usize) -> String,
) -> String {
    let is_header = |at: &usize| nodes.node(*at).role == Role::Columnheader;
    let mut rows = rows.iter().filter_map(|cells| {
        let texts: Vec<String> = cells.iter().map(|at| cell(*at)).collect();
        let has_text = texts.iter().any(|text| !text.trim().is_empty());
        has_text.then(|| (cells.iter().any(is_header), texts))
    });
    let Some((has_header, first)) = rows.next() else {
        return String::new();
    };
    // Only the header needs all columns.
    let mut lines = match has_header {
        true => vec![line(columns, &first), rule(columns)],
        false => vec![line(columns, &[]), rule(columns), line(first.len(), &first)],
    };
    lines.extend(rows.map(|(_, texts)| line(texts.len(), &texts)));
    lines.join("\n")
}

fn rule(columns: usize) -> String {
    format!("|{}", "---|".repeat(columns))
}

fn line(columns: usize, texts: &[String]) -> String {
    let cell = |column: usize| texts.get(column).map_or("", |text| text.trim());
    (0..columns).fold("|".to_owned(), |line, column| match cell(column) {
        "" => line + " |",
        text => line + " " + text + " |",
    })
}
