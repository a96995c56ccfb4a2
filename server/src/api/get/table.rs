//! The number of elements that match a selector, and the rows of a table.

use super::named::NamedElement;
use super::page_part::{PagePart, read, tab_choice};
use crate::api::context::RequestContext;
use crate::api::find::{self, search::Search};
use crate::api::observe::ReadPage;
use crate::api::tabs::TabChoice;
use crate::page_selector::PageSelector;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::TreeNode;
use axlens_snapshot::criteria::Criteria;
use axlens_snapshot::page_tree::subtree;
use axlens_snapshot::quote::requoted;
use axlens_snapshot::table::{Table, TableRow, table, tables};
use std::collections::BTreeMap;

/// Answers with the number of elements that a selector matches.
///
/// # Errors
/// `bad_request` without a selector, and every fault of the extension.
pub async fn count(
    context: RequestContext<'_>,
    selector: Option<String>,
    tab: TabChoice,
) -> Result<GetAnswer, Fault> {
    let selector = selector.ok_or_else(|| Fault::bad_request("`count` needs a `selector`."))?;
    let search = Search {
        selector: Some(PageSelector::new(selector)?),
        ..Search::page()
    };
    let page = find::read_page(context, &search, tab).await?;
    let frames = page.tree.frames.iter();
    Ok(GetAnswer {
        count: Some(frames.map(|frame| frame.target.len()).sum()),
        tab: page.tab,
        ..GetAnswer::default()
    })
}

/// Answers with the columns of a table, and the first row with these texts in these columns.
///
/// # Errors
/// `not_applicable` if the element is in no table, or the page has no table or several;
/// `option_not_found` if the table has no such column or row.
pub async fn find_row(
    context: RequestContext<'_>,
    named: NamedElement,
    texts: &BTreeMap<String, String>,
) -> Result<GetAnswer, Fault> {
    let part = read(context, named).await?;
    let nodes = &part.page.tree.nodes;
    let table = table(nodes, table_index(nodes, &part)?);
    let answer = GetAnswer {
        columns: table.columns.clone(),
        count: Some(table.rows.len()),
        tab: part.page.tab,
        ..GetAnswer::default()
    };
    if texts.is_empty() {
        return Ok(answer);
    }
    let pairs: Vec<(&str, &str)> = texts
        .iter()
        .map(|(column, text)| (column.as_str(), text.as_str()))
        .collect();
    let rows = table
        .matching_rows(&pairs)
        .map_err(|column| no_column(column, &table))?;
    let first = *rows.first().ok_or_else(|| no_row(&table))?;
    Ok(GetAnswer {
        count: Some(rows.len()),
        row: Some(cells(&table, first)),
        tree: Some(row_lines(context, &part.page, first).await?),
        ..answer
    })
}

/// The lines of a row. Their uids become part of the session's snapshots.
async fn row_lines(
    context: RequestContext<'_>,
    page: &ReadPage,
    row: &TableRow,
) -> Result<String, Fault> {
    let node = &page.tree.nodes[row.position];
    let frame = page.tree.frames.get(node.frame);
    let document = frame.map(|frame| frame.document.clone());
    let search = Search {
        criteria: Criteria {
            element: Some((document.unwrap_or_default(), node.node.node)),
            limit: 1,
            ..Criteria::default()
        },
        selector: None,
    };
    let lines = find::take_snapshot(context, &search, tab_choice(page.tab)).await?;
    Ok(lines.presented.snapshot.text.to_string())
}

/// The index of the table that the request names: the first one in the element, else the innermost
/// one around it; without an element, the only table of the page.
fn table_index(nodes: &[TreeNode], part: &PagePart) -> Result<usize, Fault> {
    let all = tables(nodes);
    let Some(id) = &part.id else {
        return match all[..] {
            [only] => Ok(only),
            _ => Err(no_table(&format!("The page has {} tables.", all.len()))),
        };
    };
    let start = part.range.start;
    let inside = all.iter().find(|table| part.range.contains(table));
    let enclosing = || {
        let mut tables = all.iter().rev();
        tables.find(|table| **table < start && subtree(nodes, **table).contains(&start))
    };
    let table = inside.or_else(enclosing).copied();
    table.ok_or_else(|| no_table(&format!("There is no table in or around {}.", id.0)))
}

fn no_table(message: &str) -> Fault {
    Fault::new(Code::NotApplicable, message)
        .hint("Give the `uid` of an element in the table; `/find` with `text` finds one.")
}

fn no_column(column: &str, table: &Table) -> Fault {
    let message = format!("The table has no column {column:?}.");
    Fault::new(Code::OptionNotFound, message).hint(columns_hint(&table.columns))
}

/// Which columns there are. Their names are the page's.
pub(super) fn columns_hint(columns: &[String]) -> String {
    let columns: Vec<String> = columns.iter().map(|name| requoted(name)).collect();
    format!("Its columns: {}.", columns.join(", "))
}

fn no_row(table: &Table) -> Fault {
    let message = format!("None of the table's {} rows matches.", table.rows.len());
    Fault::new(Code::OptionNotFound, message)
        .hint("The page may show only a part of the table: look for its pagination or its filter.")
}

fn cells(table: &Table, row: &TableRow) -> BTreeMap<String, String> {
    let cells = table.columns.iter().zip(&row.cells);
    cells
        .map(|(column, cell)| (column.clone(), cell.clone()))
        .collect()
}
