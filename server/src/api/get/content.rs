//! Facts that need more of a page than one element: texts, counts, tables.

use super::named::NamedElement;
use crate::api::context::RequestContext;
use crate::api::find::{self, search::Search};
use crate::api::live_element::{LiveElement, ShownElement};
use crate::api::observe::ReadPage;
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use crate::page_selector::PageSelector;
use crate::sessions::handles::TabHandle;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::model::ElementId;
use axlens_protocol::wire::{Method, NodeHandle, ObserveParams, ObserveResult, page_pieces};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::TreeNode;
use axlens_snapshot::criteria::Criteria;
use axlens_snapshot::stitch::stitch;
use axlens_snapshot::table::{Table, TableRow, table, tables};
use axlens_snapshot::text::text_of;
use std::collections::BTreeMap;
use std::ops::Range;

/// Maximum length of a text, in characters.
const MAX_TEXT_LEN: usize = 200_000;

/// A page, and the part of it that the request names.
struct PagePart {
    page: ReadPage,
    /// The nodes of the part.
    range: Range<usize>,
    /// The id of the element, as the agent wrote it; `None` for the whole page.
    id: Option<ElementId>,
}

impl PagePart {
    fn text(&self) -> String {
        let nodes = &self.page.tree.nodes[self.range.clone()];
        text_of(nodes.iter().map(|each| &each.node))
    }
}

/// Answers with the text of an element, or of the page.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
pub async fn text(context: RequestContext<'_>, named: NamedElement) -> Result<GetAnswer, Fault> {
    let (mut text, tab) = text_in(context, named).await?;
    let end = text.char_indices().nth(MAX_TEXT_LEN).map(|(at, _)| at);
    text.truncate(end.unwrap_or(text.len()));
    Ok(GetAnswer {
        text: Some(text),
        truncated: end.is_some(),
        tab,
        ..GetAnswer::default()
    })
}

/// The text of the element, or of the page, and the tab.
async fn text_in(
    context: RequestContext<'_>,
    named: NamedElement,
) -> Result<(String, TabHandle), Fault> {
    if named.is_page() {
        let part = whole_page(context, named.choice.tab).await?;
        return Ok((part.text(), part.page.tab));
    }
    let (element, live) = named.verify(context).await?;
    match part_of(context, &element, &live).await? {
        Some(part) => Ok((part.text(), part.page.tab)),
        None => Ok((
            unlisted_text(context, &element, &live).await?,
            element.resolved.tab,
        )),
    }
}

/// The text of an element that snapshots do not include, with the text of its frames.
async fn unlisted_text(
    context: RequestContext<'_>,
    element: &ShownElement,
    live: &LiveElement,
) -> Result<String, Fault> {
    let node = NodeHandle {
        node: live.node().node,
        ..element.resolved.element.node.clone()
    };
    let method = Method::Observe(ObserveParams {
        scope_node: Some(node),
        frames: true,
        ..ObserveParams::default()
    });
    let destination = element.resolved.browser_tab.into();
    let mut read: ObserveResult = context.query(destination, method).await?;
    page_pieces::parse(&mut read.frames);
    let tree = stitch(read.frames.into_iter().map(Into::into).collect());
    let contents = tree.nodes.iter().filter(|each| each.node.in_scope);
    let text = text_of(contents.map(|each| &each.node));
    // Inside a control, or hidden from assistive technology, only the element itself has a name.
    Ok(match text.is_empty() {
        true => text_of([live.node()]),
        false => text,
    })
}

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

/// Reads the page, and verifies the element that the request names.
async fn read(context: RequestContext<'_>, named: NamedElement) -> Result<PagePart, Fault> {
    if named.is_page() {
        return whole_page(context, named.choice.tab).await;
    }
    let (element, live) = named.verify(context).await?;
    let part = part_of(context, &element, &live).await?;
    part.ok_or_else(|| resolve_id::element_removed(&element.id))
}

async fn whole_page(context: RequestContext<'_>, tab: TabChoice) -> Result<PagePart, Fault> {
    let page = find::read_page(context, &Search::page(), tab).await?;
    Ok(PagePart {
        range: 0..page.tree.nodes.len(),
        page,
        id: None,
    })
}

/// Reads the page, and finds the verified element in it; `None` if snapshots do not include it.
async fn part_of(
    context: RequestContext<'_>,
    element: &ShownElement,
    live: &LiveElement,
) -> Result<Option<PagePart>, Fault> {
    let tab = tab_choice(element.resolved.tab);
    let page = find::read_page(context, &Search::page(), tab).await?;
    let node = NodeHandle {
        node: live.node().node,
        ..element.resolved.element.node.clone()
    };
    Ok(node.position_in(&page.tree).map(|index| PagePart {
        range: subtree(&page.tree.nodes, index),
        page,
        id: Some(element.id.clone()),
    }))
}

fn tab_choice(tab: TabHandle) -> TabChoice {
    TabChoice {
        tab: Some(tab),
        browser: None,
    }
}

/// The indexes of a node and its descendants.
fn subtree(nodes: &[TreeNode], index: usize) -> Range<usize> {
    let depth = nodes[index].node.depth;
    let after = nodes[index + 1..].iter();
    let descendants = after.take_while(|each| each.node.depth > depth);
    index..index + 1 + descendants.count()
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
    Fault::new(Code::OptionNotFound, message)
        .hint(format!("Its columns: {}.", table.columns.join(", ")))
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
