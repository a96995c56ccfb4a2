//! Facts that take more of a page than one element: texts, counts, tables.

use super::named::NamedElement;
use super::page::PageReader;
use crate::api::find::{self, sought::Search};
use crate::api::observe::{self, Looked};
use crate::api::resolve_id;
use crate::api::tabs::TabChoice;
use axlens_protocol::agent::find::Sought;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::TreeNode;
use axlens_snapshot::criteria::Criteria;
use axlens_snapshot::table::{Row, Table, table, tables};
use axlens_snapshot::text::text_of;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most characters of a text.
const MAX_TEXT_LEN: usize = 200_000;

/// The page, and the positions of the element that was named in it; of all, where none was.
struct Part {
    looked: Looked,
    inside: Range<usize>,
    /// As the agent has named it.
    id: Option<ElementId>,
}

impl PageReader<'_> {
    /// The text of an element, or of the page.
    ///
    /// # Errors
    /// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
    pub async fn text(&self, named: NamedElement) -> Result<GetAnswer, Fault> {
        let part = self.part(named).await?;
        let nodes = &part.looked.tree.nodes[part.inside.clone()];
        let mut text = text_of(nodes.iter().map(|each| &each.node));
        let end = text.char_indices().nth(MAX_TEXT_LEN).map(|(at, _)| at);
        text.truncate(end.unwrap_or(text.len()));
        Ok(GetAnswer {
            text: Some(text),
            truncated: end.is_some(),
            tab: part.looked.tab,
            ..GetAnswer::default()
        })
    }

    /// How many elements a selector names.
    ///
    /// # Errors
    /// `bad_request` without one, and every fault of the extension.
    pub async fn count(
        &self,
        selector: Option<String>,
        tab: TabChoice,
    ) -> Result<GetAnswer, Fault> {
        if selector.is_none() {
            return Err(Fault::bad_request("`count` needs a `selector`."));
        }
        let sought = Sought {
            selector,
            ..Sought::default()
        };
        let looked = self.look(&Search::new(&sought, 1)?, tab).await?;
        let frames = looked.tree.frames.iter();
        Ok(GetAnswer {
            count: Some(frames.map(|frame| frame.target.len()).sum()),
            tab: looked.tab,
            ..GetAnswer::default()
        })
    }

    /// A table's columns, and the first row that is as wanted.
    ///
    /// # Errors
    /// `not_applicable` where the element is no table, or the page has none or several;
    /// `option_not_found` for a column or a row that there is not.
    pub async fn table(
        &self,
        named: NamedElement,
        wanted: &BTreeMap<String, String>,
    ) -> Result<GetAnswer, Fault> {
        let part = self.part(named).await?;
        let nodes = &part.looked.tree.nodes;
        let table = table(nodes, the_table(nodes, &part)?);
        let answer = GetAnswer {
            columns: table.columns.clone(),
            count: Some(table.rows.len()),
            tab: part.looked.tab,
            ..GetAnswer::default()
        };
        if wanted.is_empty() {
            return Ok(answer);
        }
        let pairs: Vec<(&str, &str)> = wanted
            .iter()
            .map(|(column, text)| (column.as_str(), text.as_str()))
            .collect();
        let rows = table
            .rows_where(&pairs)
            .map_err(|column| no_column(column, &table))?;
        let first = *rows.first().ok_or_else(|| no_row(&table))?;
        Ok(GetAnswer {
            count: Some(rows.len()),
            row: Some(cells(&table, first)),
            tree: Some(self.lines(&part.looked, first).await?),
            ..answer
        })
    }

    /// The lines of a row: what can be acted on in it counts as shown.
    async fn lines(&self, looked: &Looked, row: &Row) -> Result<String, Fault> {
        let each = &looked.tree.nodes[row.position];
        let frame = looked.tree.frames.get(each.frame);
        let document = frame.map(|frame| frame.document.clone());
        let search = Search {
            criteria: Criteria {
                element: Some((document.unwrap_or_default(), each.node.node)),
                limit: 1,
                ..Criteria::default()
            },
            selector: None,
        };
        let tab = TabChoice {
            tab: Some(looked.tab),
            browser: None,
        };
        let asks = (self.context.agent, self.context.session);
        let shown = find::shown(
            self.context.app,
            asks,
            &search,
            tab,
            self.context.remaining(),
        )
        .await?;
        Ok(shown.presented.snapshot.text.to_string())
    }

    /// The element as it is now, and what is in it; or the whole page.
    async fn part(&self, named: NamedElement) -> Result<Part, Fault> {
        let whole = Search::page();
        if named.is_page() {
            let looked = self.look(&whole, named.choice.tab).await?;
            let inside = 0..looked.tree.nodes.len();
            return Ok(Part {
                looked,
                inside,
                id: None,
            });
        }
        let (shown, live) = named.look(self).await?;
        let node = live.node().node;
        let tab = TabChoice {
            tab: Some(shown.resolved.tab),
            browser: None,
        };
        let looked = self.look(&whole, tab).await?;
        let document = &shown.resolved.element.node.document;
        let is_it = |each: &TreeNode| {
            let frame = looked.tree.frames.get(each.frame);
            each.node.node == node && frame.is_some_and(|frame| frame.document == *document)
        };
        let at = looked.tree.nodes.iter().position(is_it);
        let at = at.ok_or_else(|| resolve_id::gone(&shown.id))?;
        let inside = at..end(&looked.tree.nodes, at);
        Ok(Part {
            looked,
            inside,
            id: Some(shown.id),
        })
    }

    async fn look(&self, search: &Search, tab: TabChoice) -> Result<Looked, Fault> {
        let asked = search.request(
            (self.context.agent, self.context.session),
            tab.clone(),
            self.context.remaining(),
        );
        match observe::look(self.context.app, asked).await {
            Err(fault) if fault.code == Code::ScopeNotFound => {
                let nothing = search.for_nothing();
                let asked = nothing.request(
                    (self.context.agent, self.context.session),
                    tab,
                    self.context.remaining(),
                );
                observe::look(self.context.app, asked).await
            }
            looked => looked,
        }
    }
}

fn end(nodes: &[TreeNode], at: usize) -> usize {
    let depth = nodes[at].node.depth;
    let more = nodes[at + 1..].iter();
    at + 1 + more.take_while(|each| each.node.depth > depth).count()
}

/// The table that is meant: the element, the one around it, or the only one.
fn the_table(nodes: &[TreeNode], part: &Part) -> Result<usize, Fault> {
    let all = tables(nodes);
    let at = part.inside.start;
    let Some(id) = &part.id else {
        return match all[..] {
            [only] => Ok(only),
            _ => Err(no_table(&format!("The page has {} tables.", all.len()))),
        };
    };
    let mut within = all.iter().copied().filter(|at| part.inside.contains(at));
    let around = all
        .iter()
        .copied()
        .rfind(|table| *table < at && end(nodes, *table) > at);
    let found = within.next().or(around);
    found.ok_or_else(|| no_table(&format!("There is no table in or around {}.", id.0)))
}

fn no_table(message: &str) -> Fault {
    Fault::new(Code::NotApplicable, message).hint(
        "Give the `uid` of something in the table that is meant; `/find` with `text` shows it.",
    )
}

fn no_column(column: &str, table: &Table) -> Fault {
    let message = format!("The table has no column {column:?}.");
    Fault::new(Code::OptionNotFound, message)
        .hint(format!("Its columns: {}.", table.columns.join(", ")))
}

fn no_row(table: &Table) -> Fault {
    let message = format!("None of the table's {} rows is so.", table.rows.len());
    Fault::new(Code::OptionNotFound, message)
        .hint("The page may show a part of the table alone: look for its pages or its filter.")
}

fn cells(table: &Table, row: &Row) -> BTreeMap<String, String> {
    let cells = table.columns.iter().zip(&row.cells);
    cells
        .map(|(column, cell)| (column.clone(), cell.clone()))
        .collect()
}
