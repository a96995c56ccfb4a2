//! `axlens get`: arguments and request.

use super::element::MatchArgs;
use super::print;
use super::request::{PageArgs, finish, send};
use crate::text::{answer_text, rows};
use anyhow::Context;
use axlens_local::StateDir;
use axlens_protocol::agent::get::{GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::DEFAULT_PAGES;
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::commands::selector_or_id;
use clap::{Args, ValueEnum};

/// A property.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum PropertyName {
    /// An attribute of an element; see --name.
    Attribute,
    /// x, y, width and height of an element.
    Box,
    /// The number of elements that match a CSS selector.
    Count,
    /// The HTML of an element or the page, without secrets.
    Html,
    /// The text of an element, or the main content of the page, as Markdown.
    Markdown,
    /// The text of the PDF file that the tab shows, page by page.
    Pdf,
    /// The rows of a table, a list or cards, as data; see --column, --limit and --csv.
    Rows,
    /// Role, name and states of an element.
    State,
    /// Computed styles of an element; see --name.
    Styles,
    /// The columns or a row of a table.
    Table,
    /// The text of an element or the page.
    Text,
    /// The title of the page.
    Title,
    /// The URL of the page.
    Url,
    /// The value of a field, but never of a secret field.
    Value,
    /// What an element or the viewport shows only by its looks: shapes, colours, icons.
    Visual,
}

/// Arguments of `axlens get`.
#[derive(Debug, Args)]
pub struct GetArgs {
    /// The property.
    what: PropertyName,
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots, css= and a CSS selector, or
    /// text= and the element's text; not for title, url and pdf. With count: a CSS selector.
    id: Option<String>,
    #[command(flatten)]
    matching: MatchArgs,
    /// With attribute: its name. With styles: a CSS property; can be repeated.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// With rows and table: a part of a row's text in a column, as Column=text; can be repeated.
    /// With rows, * is any column.
    #[arg(long = "where", value_name = "COLUMN=TEXT", value_parser = column)]
    row: Vec<(String, String)>,
    /// With markdown: all of the page, instead of its main content.
    #[arg(long)]
    whole: bool,
    /// With rows: a column, by its name or a part of it; can be repeated. Default: all.
    #[arg(long = "column", value_name = "NAME")]
    columns: Vec<String>,
    /// With rows: maximum number of rows, 1000 at most; default: 100, with --next 1000.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// With rows: print comma-separated values.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// With text and markdown: the character at which to begin, as in the note of a cut text. With
    /// rows: the row.
    #[arg(long, value_name = "N")]
    offset: Option<usize>,
    /// With text and markdown: maximum number of tokens; ends before a section or paragraph.
    #[arg(long, value_name = "N")]
    max_tokens: Option<usize>,
    /// With rows: the command that brings the next ones, such as 'click text=Next' or
    /// 'scroll 5 --by 0,400'. It is repeated until there is no next page or nothing new.
    #[arg(long, value_name = "COMMAND")]
    next: Option<String>,
    /// With pdf: the pages, such as 3, 3-5 or 3-; default: all. With --next: how many pages at
    /// most; default: 20.
    #[arg(long, value_name = "PAGES")]
    pages: Option<String>,
    /// The tab; default: the tab of the element, or the active one.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// The snapshot, for ids of the format numbered.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid` fault: confirms that the element is the intended one.
    #[arg(long, value_name = "HASH")]
    seen: Option<String>,
    #[command(flatten)]
    page: PageArgs,
}

impl From<PropertyName> for Property {
    fn from(what: PropertyName) -> Property {
        match what {
            PropertyName::Attribute => Property::Attribute,
            PropertyName::Box => Property::Box,
            PropertyName::Count => Property::Count,
            PropertyName::Html => Property::Html,
            PropertyName::Markdown => Property::Markdown,
            PropertyName::Pdf => Property::Pdf,
            PropertyName::Rows => Property::Rows,
            PropertyName::State => Property::State,
            PropertyName::Styles => Property::Styles,
            PropertyName::Table => Property::Table,
            PropertyName::Text => Property::Text,
            PropertyName::Title => Property::Title,
            PropertyName::Url => Property::Url,
            PropertyName::Value => Property::Value,
            PropertyName::Visual => Property::Visual,
        }
    }
}

impl GetArgs {
    /// The command of `--next`, and how many pages to read at most, of a command that reads rows
    /// over several pages. They are no part of the request then.
    ///
    /// # Errors
    /// If the number of pages is none.
    pub fn take_next(&mut self) -> anyhow::Result<Option<(String, usize)>> {
        let Some(next) = self
            .next
            .take_if(|_| matches!(self.what, PropertyName::Rows))
        else {
            return Ok(None);
        };
        let pages = self.pages.take().map(|pages| pages.parse()).transpose();
        let pages = pages.context("--pages of rows is a number")?;
        Ok(Some((next, pages.unwrap_or(DEFAULT_PAGES))))
    }

    /// Whether it has `--next`.
    pub fn has_next(&self) -> bool {
        self.next.is_some()
    }

    /// Whether it prints comma-separated values. They are no part of the request then.
    pub fn take_csv(&mut self) -> bool {
        self.is_rows() && std::mem::take(&mut self.csv)
    }

    /// Whether it prints JSON.
    pub fn as_json(&self) -> bool {
        self.page.json
    }

    fn is_rows(&self) -> bool {
        matches!(self.what, PropertyName::Rows)
    }

    /// The body of `POST /get`.
    ///
    /// # Errors
    /// If it has several names of one attribute.
    pub fn request(self) -> anyhow::Result<GetRequest> {
        let what = Property::from(self.what);
        anyhow::ensure!(self.next.is_none(), "--next is for rows");
        anyhow::ensure!(
            !self.csv,
            "--csv is for `get rows` as a command of its own: leave it out here"
        );
        let (selector, id) = match what {
            Property::Count => {
                let css = |id: String| id.strip_prefix("css=").map_or(id.clone(), str::to_owned);
                (self.id.map(css), None)
            }
            _ => selector_or_id(self.id),
        };
        let (names, name) = match what {
            Property::Styles => (self.name, None),
            _ => single_name(self.name)?,
        };
        Ok(GetRequest {
            id,
            selector,
            nth: self.matching.nth,
            within: self.matching.within.map(ElementId),
            name,
            names,
            row: self.row.into_iter().collect(),
            whole: self.whole,
            offset: self.offset,
            max_tokens: self.max_tokens,
            pages: self.pages,
            wanted_columns: self.columns,
            limit: self.limit,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
            snapshot: self.snapshot,
            seen: self.seen,
            timeout_ms: self.page.timeout,
            ..GetRequest::of(what)
        })
    }
}

/// `axlens get`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn get(dir: &StateDir, mut args: GetArgs) -> anyhow::Result<u8> {
    let (as_csv, as_json) = (args.take_csv(), args.as_json());
    let request = args.request()?;
    let response = send(dir, |client| client.post("/get", &request))?;
    finish(response, as_json, |answer| {
        let answer: GetAnswer = answer.read()?;
        if as_csv {
            print::remark(&rows::part(&answer));
            let listed = answer.rows.as_deref().unwrap_or_default();
            return Ok(rows::csv(&answer.columns, listed));
        }
        Ok(answer_text::got(&answer))
    })
}

/// The name of one attribute.
fn single_name(mut names: Vec<String>) -> anyhow::Result<(Vec<String>, Option<String>)> {
    anyhow::ensure!(
        names.len() <= 1,
        "only styles accepts --name more than once"
    );
    Ok((Vec::new(), names.pop()))
}

/// Parses `Column=text`.
fn column(text: &str) -> Result<(String, String), String> {
    let (column, text) = text
        .split_once('=')
        .ok_or_else(|| "a column and its text, such as Name=Ada".to_owned())?;
    Ok((column.to_owned(), text.to_owned()))
}
