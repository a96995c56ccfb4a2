//! Finds layout tables.
//!
//! SPEC DIFFERENCE: HTML-AAM exposes every `table`. Old pages use nested tables for layout, and
//! browsers detect these with different rules. The rule here is narrow: a layout table contains
//! another table in a cell, and has no markup of a data table.

use super::author;
use crate::dom::{Dom, Idx, Namespace};
use crate::pace::{Pace, SPAN};

/// The layout tables of a page. Empty if no table is nested.
#[derive(Debug, Default)]
pub struct LayoutTables {
    layout: Vec<bool>,
}

impl LayoutTables {
    /// Visits every element once.
    pub async fn new(dom: &Dom<'_>, pace: &Pace) -> LayoutTables {
        let mut table_of: Vec<Option<Idx>> = vec![None; dom.len()];
        let mut nests = vec![false; dom.len()];
        let mut data = vec![false; dom.len()];
        let mut any = false;
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in dom.elements_of(span) {
                let table = dom.parent(node).and_then(|parent| {
                    if dom.is_html(parent, "table") {
                        Some(parent)
                    } else {
                        table_of[parent.0 as usize]
                    }
                });
                table_of[node.0 as usize] = table;
                let Some(table) = table else { continue };
                if dom.is_html(node, "table") {
                    nests[table.0 as usize] = true;
                    any = true;
                } else if has_data_markup(dom, node) {
                    data[table.0 as usize] = true;
                }
            }
        }
        if !any {
            return LayoutTables::default();
        }
        let mut layout = vec![false; dom.len()];
        for table in dom.elements().filter(|node| nests[node.index()]) {
            pace.step().await;
            layout[table.index()] = !data[table.index()] && !has_data_attributes(dom, table);
        }
        LayoutTables { layout }
    }

    /// Whether a table is a layout table.
    pub fn has(&self, table: Idx) -> bool {
        self.layout.get(table.0 as usize).copied().unwrap_or(false)
    }
}

/// Whether an element is markup of a data table.
fn has_data_markup(dom: &Dom, node: Idx) -> bool {
    if dom.namespace(node) != Namespace::Html {
        return false;
    }
    match dom.tag(node) {
        "caption" | "col" | "colgroup" | "tfoot" | "th" | "thead" => true,
        "td" => ["abbr", "headers", "scope", "role"]
            .iter()
            .any(|name| dom.attr(node, name).is_some()),
        "tr" => dom.attr(node, "role").is_some(),
        _ => false,
    }
}

/// Whether a table has an attribute of a data table.
fn has_data_attributes(dom: &Dom, table: Idx) -> bool {
    let border = dom
        .attr(table, "border")
        .is_some_and(|border| border.trim() != "0");
    border
        || dom
            .attr(table, "summary")
            .is_some_and(|summary| !summary.trim().is_empty())
        || dom.attr(table, "role").is_some()
        || author::aria_named(dom, table)
}
