//! The rows of a table, a list or cards, as data.

use super::named::NamedElement;
use super::page_part::{PagePart, read, tab_choice};
use super::table;
use crate::api::context::RequestContext;
use crate::api::find::{self, search::Search};
use crate::sessions::handles::TabHandle;
use axlens_protocol::agent::get::{DataRow, GetAnswer, GetRequest, RowControl};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::TreeNode;
use axlens_snapshot::criteria::Criteria;
use axlens_snapshot::quote::shortened;
use axlens_snapshot::rows::{self, Rows, claim, structures};
use axlens_snapshot::uid::Uid;
use std::collections::BTreeMap;
use std::ops::Range;

/// Default of `limit`.
const DEFAULT_ROWS: usize = 100;
/// Maximum of `limit`.
const MAX_ROWS: usize = 1000;
/// Maximum length of a cell, in characters.
const MAX_CELL_CHARS: usize = 500;
/// Maximum length of a control's name, in characters.
const MAX_NAME_CHARS: usize = 80;
/// Maximum number of listed controls of a row.
const MAX_CONTROLS: usize = 10;
/// Maximum length of the texts of an answer, in bytes: later rows are left for the next request. It
/// has at least one row.
const MAX_BYTES: usize = 80_000;

/// Any column, in `where`.
const ANY_COLUMN: &str = "*";

/// Which rows and columns of a structure to answer.
pub(super) struct Selection {
    columns: Vec<String>,
    /// Texts that rows must have, by column.
    texts: BTreeMap<String, String>,
    offset: usize,
    limit: usize,
}

impl Selection {
    /// # Errors
    /// `bad_request` if `limit` is out of range.
    pub fn of(request: &GetRequest) -> Result<Selection, Fault> {
        let limit = request.limit.unwrap_or(DEFAULT_ROWS);
        if !(1..=MAX_ROWS).contains(&limit) {
            let message = format!("`limit` must be from 1 to {MAX_ROWS}.");
            return Err(Fault::bad_request(message));
        }
        Ok(Selection {
            columns: request.wanted_columns.clone(),
            texts: request.row.clone(),
            offset: request.offset.unwrap_or(0),
            limit,
        })
    }
}

/// Answers with the rows of the structure that the request names. The uids in them become part of
/// the session's snapshots.
///
/// # Errors
/// `not_applicable` if the page or the element has no rows; `option_not_found` if there is no such
/// column; those of ids, and every fault of the extension.
pub(super) async fn rows(
    context: RequestContext<'_>,
    named: NamedElement,
    selection: Selection,
) -> Result<GetAnswer, Fault> {
    let part = read(context, named).await?;
    let nodes = &part.page.tree.nodes;
    let found = structure(nodes, &part)?;
    let columns = chosen_columns(&found, &selection.columns)?;
    let matching = matching_rows(&found, &selection.texts)?;
    let mut listed: Vec<DataRow> = Vec::new();
    let mut uids: Vec<Uid> = Vec::new();
    let mut size = 0;
    let chosen = matching.iter().skip(selection.offset);
    for &row in chosen.take(selection.limit) {
        let with_uid: Vec<usize> = controls(nodes, row.nodes.clone()).collect();
        let data = data_row(nodes, (row, &with_uid), &found, &columns);
        size += size_of(&data);
        if size > MAX_BYTES && !listed.is_empty() {
            break;
        }
        listed.push(data);
        uids.extend(with_uid.iter().filter_map(|at| nodes[*at].uid.clone()));
    }
    let end = selection.offset + listed.len();
    remember(context, part.page.tab, uids).await?;
    let claimed = claim(nodes, &found);
    Ok(GetAnswer {
        claim: claimed.map(|(text, _)| text.to_owned()),
        claimed: claimed.map(|(_, count)| count),
        count: Some(matching.len()),
        next_offset: (end < matching.len()).then_some(end),
        rows: Some(listed),
        columns: columns
            .iter()
            .map(|at| found.columns[*at].clone())
            .collect(),
        tab: part.page.tab,
        ..GetAnswer::default()
    })
}

/// The length of the texts of a row, in bytes.
fn size_of(row: &DataRow) -> usize {
    let cells = row.cells.iter().map(|(name, text)| name.len() + text.len());
    let controls = row.controls.iter().map(|control| control.name.len());
    cells.chain(controls).sum()
}

/// The first structure in the part, or else the innermost one around it.
fn structure(nodes: &[TreeNode], part: &PagePart) -> Result<Rows, Fault> {
    if let Some(found) = structures(nodes, part.range.clone()).into_iter().next() {
        return Ok(found);
    }
    let around = structures(nodes, 0..nodes.len()).into_iter();
    let around = around.filter(|rows| rows.nodes.contains(&part.range.start));
    let innermost = around.min_by_key(|rows| rows.nodes.len());
    let innermost = innermost.filter(|_| part.id.is_some());
    innermost.ok_or_else(|| {
        let place = match &part.id {
            Some(id) => format!("in or around {}", id.0),
            None => "in the page".to_owned(),
        };
        let message = format!("There are no rows {place}: no table, list or cards.");
        Fault::new(Code::NotApplicable, message)
            .hint("Give the `uid` of an element in one of the rows; `/find` with `text` finds one.")
    })
}

/// The positions of the wanted columns: of these names, or with these texts in their names.
fn chosen_columns(found: &Rows, wanted: &[String]) -> Result<Vec<usize>, Fault> {
    if wanted.is_empty() {
        return Ok((0..found.columns.len()).collect());
    }
    wanted.iter().map(|name| column(found, name)).collect()
}

/// The position of the column of this name, or else with this text in its name.
fn column(found: &Rows, name: &str) -> Result<usize, Fault> {
    let wanted = name.trim().to_lowercase();
    let mut columns = found.columns.iter().map(|column| column.to_lowercase());
    let exact = columns.clone().position(|column| column.trim() == wanted);
    let position = exact.or_else(|| columns.position(|column| column.contains(&wanted)));
    position.ok_or_else(|| {
        let message = format!("There is no column {name:?}.");
        Fault::new(Code::OptionNotFound, message).hint(table::columns_hint(&found.columns))
    })
}

/// The rows that have these texts in these columns, ignoring case.
fn matching_rows<'r>(
    found: &'r Rows,
    texts: &BTreeMap<String, String>,
) -> Result<Vec<&'r rows::StructureRow>, Fault> {
    let mut wanted = Vec::new();
    for (name, text) in texts {
        let column = match name == ANY_COLUMN {
            true => None,
            false => Some(column(found, name)?),
        };
        wanted.push((column, text.trim().to_lowercase()));
    }
    let has = |cell: &String, text: &String| cell.to_lowercase().contains(text);
    let is_so = |row: &&rows::StructureRow| {
        wanted.iter().all(|(column, text)| match column {
            Some(column) => row.cells.get(*column).is_some_and(|cell| has(cell, text)),
            None => row.cells.iter().any(|cell| has(cell, text)),
        })
    };
    Ok(found.rows.iter().filter(is_so).collect())
}

fn data_row(
    nodes: &[TreeNode],
    (row, controls): (&rows::StructureRow, &[usize]),
    found: &Rows,
    columns: &[usize],
) -> DataRow {
    let cell = |at: &usize| {
        let text = shortened(row.cells.get(*at)?, MAX_CELL_CHARS).into_owned();
        Some((found.columns[*at].clone(), text))
    };
    let control = |at: &usize| {
        Some(RowControl {
            uid: nodes[*at].uid.as_ref()?.to_string(),
            role: nodes[*at].node.role,
            name: shortened(&nodes[*at].node.name, MAX_NAME_CHARS).into_owned(),
        })
    };
    DataRow {
        cells: columns.iter().filter_map(cell).collect::<BTreeMap<_, _>>(),
        controls: controls.iter().filter_map(control).collect(),
    }
}

/// The first elements in a row that have a uid.
fn controls(nodes: &[TreeNode], range: Range<usize>) -> impl Iterator<Item = usize> {
    let with_uid = range.filter(|at| nodes[*at].uid.is_some());
    with_uid.take(MAX_CONTROLS)
}

/// Makes uids part of the session's snapshots.
async fn remember(
    context: RequestContext<'_>,
    tab: TabHandle,
    mut uids: Vec<Uid>,
) -> Result<(), Fault> {
    if uids.is_empty() {
        return Ok(());
    }
    uids.sort_unstable();
    let search = Search {
        criteria: Criteria {
            limit: uids.len(),
            among: uids,
            ..Criteria::default()
        },
        selector: None,
    };
    let snapshot = find::take_snapshot(context, &search, tab_choice(tab)).await;
    snapshot.map(drop)
}
