//! Reads tables of a page as columns and rows.

use crate::page_tree::{TreeNode, subtree};
use crate::role::Role;
use crate::text::text_of;

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns; `1`, `2` and so on if no row has column headers.
    pub columns: Vec<String>,
    /// The rows without the header row.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRow {
    /// Its position among the nodes of the page.
    pub position: usize,
    /// The texts of its cells, or the values of fields in them.
    pub cells: Vec<String>,
}

/// The positions of all tables, grids and tree grids.
pub fn tables(nodes: &[TreeNode]) -> Vec<usize> {
    (0..nodes.len())
        .filter(|at| nodes[*at].node.role.is_table())
        .collect()
}

/// The table at a position.
pub fn table(nodes: &[TreeNode], at: usize) -> Table {
    let mut table = Table::default();
    let inside = subtree(nodes, at);
    let mut position = at + 1;
    while position < inside.end {
        let node = &nodes[position].node;
        // A table in a cell is separate.
        if node.role.is_table() {
            position = subtree(nodes, position).end;
            continue;
        }
        if node.role == Role::Row {
            table.add(nodes, position);
            position = subtree(nodes, position).end;
            continue;
        }
        position += 1;
    }
    let max_cells = table.rows.iter().map(|row| row.cells.len()).max();
    for number in table.columns.len()..max_cells.unwrap_or(0) {
        table.columns.push((number + 1).to_string());
    }
    table
}

impl Table {
    fn add(&mut self, nodes: &[TreeNode], position: usize) {
        let depth = nodes[position].node.depth + 1;
        let cells = subtree(nodes, position).skip(1);
        let cells = cells.filter(|at| nodes[*at].node.depth == depth);
        let cells: Vec<usize> = cells.filter(|at| nodes[*at].node.role.is_cell()).collect();
        let is_header = |at: &usize| nodes[*at].node.role == Role::Columnheader;
        let texts = cells.iter().map(|at| cell_text(nodes, *at)).collect();
        match self.columns.is_empty() && !cells.is_empty() && cells.iter().all(is_header) {
            true => self.columns = texts,
            false => self.rows.push(TableRow {
                position,
                cells: texts,
            }),
        }
    }

    /// The rows in which each of these columns contains this text, ignoring case.
    ///
    /// # Errors
    /// The name of a column that does not exist.
    pub fn matching_rows<'w>(&self, wanted: &[(&'w str, &str)]) -> Result<Vec<&TableRow>, &'w str> {
        let mut columns = Vec::new();
        for (name, text) in wanted {
            let is_it =
                |column: &String| column.trim().to_lowercase() == name.trim().to_lowercase();
            let column = self.columns.iter().position(is_it).ok_or(*name)?;
            columns.push((column, text.trim().to_lowercase()));
        }
        let has = |row: &&TableRow| {
            columns.iter().all(|(column, text)| {
                let cell = row.cells.get(*column);
                cell.is_some_and(|cell| cell.to_lowercase().contains(text))
            })
        };
        Ok(self.rows.iter().filter(has).collect())
    }
}

/// The text of a cell, or else the value of a field in it, or its name.
fn cell_text(nodes: &[TreeNode], at: usize) -> String {
    let inside = &nodes[subtree(nodes, at)];
    let text = text_of(inside.iter().skip(1).map(|each| &each.node));
    if !text.is_empty() {
        return text;
    }
    let open = inside.iter().filter(|each| !each.node.states.secret);
    let mut values = open.filter_map(|each| each.node.value.as_deref());
    let value = values.find(|value| !value.is_empty());
    value.unwrap_or(&inside[0].node.name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Node;

    #[test]
    fn rows_are_found_by_the_text_of_their_columns() {
        use Role::*;
        let node = |depth, role, name: &str| TreeNode {
            node: Node {
                depth,
                role,
                name: name.to_owned(),
                ..Node::default()
            },
            ..TreeNode::default()
        };
        let cell = |role, text: &str| [node(3, role, ""), node(4, Text, text)];
        let mut nodes = vec![node(0, Document, ""), node(1, Table, ""), node(2, Row, "")];
        nodes.extend(
            cell(Columnheader, "Name")
                .into_iter()
                .chain(cell(Columnheader, "City")),
        );
        nodes.push(node(2, Row, ""));
        nodes.extend(cell(Cell, "Ada").into_iter().chain(cell(Cell, "London")));
        nodes.push(node(2, Row, ""));
        nodes.extend(cell(Cell, "Alan").into_iter().chain(cell(Cell, "London")));
        assert_eq!(tables(&nodes), [1]);
        let table = table(&nodes, 1);
        assert_eq!(table.columns, ["Name", "City"]);
        let found = |wanted: &[(&'static str, &str)]| {
            let rows = table.matching_rows(wanted)?;
            Ok::<_, &str>(
                rows.iter()
                    .map(|row| row.cells[0].clone())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            found(&[("city", "london")]),
            Ok(vec!["Ada".into(), "Alan".into()])
        );
        assert_eq!(
            found(&[("Name", "al"), ("City", "London")]),
            Ok(vec!["Alan".into()])
        );
        assert_eq!(found(&[("Name", "Grace")]), Ok(vec![]));
        assert_eq!(found(&[("Age", "3")]), Err("Age"));
    }
}
