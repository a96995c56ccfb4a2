//! `axlens get`: arguments and request.

use super::element::selector_or_id;
use super::request::{PageArgs, finish, send};
use crate::text::answer_text;
use axlens_local::StateDir;
use axlens_protocol::agent::get::{GetRequest, Property};
use clap::{Args, ValueEnum};

/// Which fact.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// An attribute of an element; see --name.
    Attribute,
    /// x, y, width and height of an element.
    Box,
    /// How many elements a CSS selector names.
    Count,
    /// The HTML of an element, or of the page; without what is secret.
    Html,
    /// Role, name and states of an element.
    State,
    /// Computed styles of an element; see --name.
    Styles,
    /// A table: its columns, or a row.
    Table,
    /// The text of an element, or of the page.
    Text,
    /// Title of the page.
    Title,
    /// Address of the page.
    Url,
    /// What a field holds; of a secret one never.
    Value,
}

/// Arguments of `axlens get`.
#[derive(Debug, Args)]
pub struct GetArgs {
    /// Which fact.
    what: What,
    /// Uid (42, 37.42) or ref (e5) of one of this session's snapshots, or css= and a CSS selector
    /// that only the element matches; not for title and url. With count: a CSS selector.
    id: Option<String>,
    /// With attribute: its name. With styles: a CSS property; may be repeated.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// With table: what the row has in a column, as Column=text; may be repeated.
    #[arg(long = "where", value_name = "COLUMN=TEXT", value_parser = column)]
    row: Vec<(String, String)>,
    /// Which tab; left out, that of the element, or the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Which snapshot, for the ids of a numbered one.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
    /// The `seen` of a `changed_uid`: the element is meant as that fault says it is.
    #[arg(long, value_name = "HASH")]
    seen: Option<String>,
    #[command(flatten)]
    page: PageArgs,
}

impl From<What> for Property {
    fn from(what: What) -> Property {
        match what {
            What::Attribute => Property::Attribute,
            What::Box => Property::Box,
            What::Count => Property::Count,
            What::Html => Property::Html,
            What::State => Property::State,
            What::Styles => Property::Styles,
            What::Table => Property::Table,
            What::Text => Property::Text,
            What::Title => Property::Title,
            What::Url => Property::Url,
            What::Value => Property::Value,
        }
    }
}

/// `axlens get`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn get(dir: &StateDir, args: GetArgs) -> anyhow::Result<u8> {
    let what = Property::from(args.what);
    let (selector, id) = match what {
        Property::Count => (args.id, None),
        _ => selector_or_id(args.id),
    };
    let (names, name) = match what {
        Property::Styles => (args.name, None),
        _ => one(args.name)?,
    };
    let request = GetRequest {
        what,
        uid: None,
        id,
        reference: None,
        selector,
        hosts: None,
        frame: None,
        name,
        names,
        row: args.row.into_iter().collect(),
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        snapshot: args.snapshot,
        seen: args.seen,
        timeout_ms: args.page.timeout,
    };
    let answered = send(dir, |client| client.post("/get", &request))?;
    finish(answered, args.page.json, |answer| {
        Ok(answer_text::got(&answer.read()?))
    })
}

/// One name, of one attribute.
fn one(mut names: Vec<String>) -> anyhow::Result<(Vec<String>, Option<String>)> {
    anyhow::ensure!(
        names.len() <= 1,
        "--name is given several times, and only styles takes more than one."
    );
    Ok((Vec::new(), names.pop()))
}

/// `Column=text`
fn column(text: &str) -> Result<(String, String), String> {
    let (column, text) = text
        .split_once('=')
        .ok_or_else(|| "a column and its text, such as Name=Ada".to_owned())?;
    Ok((column.to_owned(), text.to_owned()))
}
