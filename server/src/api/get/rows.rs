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
use axlens_snapshot::rows::{Rows, StructureRow, claim, structures};
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
    /// The columns of an earlier page.
    before: Vec<String>,
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
            before: request.columns_before.clone(),
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
    let found = structure(nodes, &part, &selection.before)?;
    let columns = chosen_columns(&found, &selection.columns)?;
    let wanted = wanted(&found.columns, &selection.texts)?;
    let matching = found.rows.iter().filter(|row| {
        let cell = |at: usize| row.cells.get(at).map(String::as_str);
        has_all(&wanted, cell, found.columns.len())
    });
    let matching: Vec<&StructureRow> = matching.collect();
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
fn structure(nodes: &[TreeNode], part: &PagePart, before: &[String]) -> Result<Rows, Fault> {
    let is_alike = |found: &Rows| {
        let contains = |all: &[String], some: &[String]| some.iter().all(|name| all.contains(name));
        contains(before, &found.columns) || contains(&found.columns, before)
    };
    let mut within = structures(nodes, part.range.clone());
    let equal = within.iter().position(|found| found.columns == before);
    let alike = equal.or_else(|| within.iter().position(&is_alike));
    if let Some(at) = alike {
        return Ok(within.swap_remove(at));
    }
    let around = structures(nodes, 0..nodes.len()).into_iter();
    let around = around.filter(is_alike);
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
    let position = |name: &String| position(&found.columns, name);
    wanted.iter().map(position).collect()
}

/// The position of the column of this name, or else with this text in its name.
///
/// # Errors
/// `option_not_found`.
pub fn position(columns: &[String], name: &str) -> Result<usize, Fault> {
    let wanted = name.trim().to_lowercase();
    let names = columns;
    let mut columns = columns.iter().map(|column| column.to_lowercase());
    let exact = columns.clone().position(|column| column.trim() == wanted);
    let position = exact.or_else(|| columns.position(|column| column.contains(&wanted)));
    position.ok_or_else(|| {
        let message = format!("There is no column {name:?}.");
        Fault::new(Code::OptionNotFound, message).hint(table::columns_hint(names))
    })
}

/// Texts in lower case, each with the position of its column, or for any column.
type WantedTexts = Vec<(Option<usize>, String)>;

fn wanted(columns: &[String], texts: &BTreeMap<String, String>) -> Result<WantedTexts, Fault> {
    let wanted = texts.iter().map(|(name, text)| {
        let column = match name == ANY_COLUMN {
            true => None,
            false => Some(position(columns, name)?),
        };
        Ok((column, text.trim().to_lowercase()))
    });
    wanted.collect()
}

/// Whether a row has all texts. `cell` has the cells of its columns.
fn has_all<'r>(
    wanted: &WantedTexts,
    cell: impl Fn(usize) -> Option<&'r str>,
    columns: usize,
) -> bool {
    let has =
        |at: usize, text: &String| cell(at).is_some_and(|cell| cell.to_lowercase().contains(text));
    wanted.iter().all(|(column, text)| match column {
        Some(column) => has(*column, text),
        None => (0..columns).any(|at| has(at, text)),
    })
}

/// Whether a row has these texts in these columns, ignoring case.
///
/// # Errors
/// `option_not_found` if there is no such column.
pub fn filter(
    columns: &[String],
    texts: &BTreeMap<String, String>,
) -> Result<impl Fn(&DataRow) -> bool, Fault> {
    let wanted = wanted(columns, texts)?;
    let columns = columns.to_vec();
    Ok(move |row: &DataRow| {
        let cell = |at: usize| row.cells.get(&columns[at]).map(String::as_str);
        has_all(&wanted, cell, columns.len())
    })
}

fn data_row(
    nodes: &[TreeNode],
    (row, controls): (&StructureRow, &[usize]),
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
