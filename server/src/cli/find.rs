//! `axlens find` and `axlens wait`: arguments and requests.

use super::element::selector_or_id;
use super::request::{PageArgs, finish, send};
use crate::text::answer_text;
use axlens_local::StateDir;
use axlens_protocol::agent::find::{ElementCriteria, FindRequest};
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::ElementId;
use clap::{Args, ValueEnum};

/// What an element is known by.
#[derive(Debug, Args)]
struct CriteriaArgs {
    /// Its role, as snapshots print it: button, link, row, h2 …
    #[arg(short = 'r', long)]
    role: Option<String>,
    /// A part of its accessible name.
    #[arg(short = 'n', long)]
    name: Option<String>,
    /// A part of the name of a field, or of what can be chosen or switched.
    #[arg(short = 'l', long)]
    label: Option<String>,
    /// A part of what an empty field shows.
    #[arg(long)]
    placeholder: Option<String>,
    /// A part of the alternative text of an image.
    #[arg(long)]
    alt: Option<String>,
    /// A part of its attribute title.
    #[arg(long)]
    title: Option<String>,
    /// Its data-testid, or another attribute for tests.
    #[arg(long, value_name = "ID")]
    testid: Option<String>,
    /// CSS selector, searched through frames and shadow roots.
    #[arg(long, value_name = "CSS")]
    selector: Option<String>,
    /// Names and texts exactly so, upper and lower case too.
    #[arg(long)]
    exact: bool,
}

/// Arguments of `axlens find`.
#[derive(Debug, Args)]
pub struct FindArgs {
    /// A part of its text.
    text: Option<String>,
    #[command(flatten)]
    criteria: CriteriaArgs,
    /// Only inside the element with this uid.
    #[arg(long, value_name = "UID")]
    within: Option<String>,
    /// Most matches.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Which tab, by its number in `axlens tabs`; left out, the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// Arguments of `axlens wait`.
#[derive(Debug, Args)]
pub struct WaitArgs {
    /// What to wait for.
    #[arg(value_enum)]
    event: EventName,
    /// Of appears, vanishes and enabled: the element's uid, its ref, or css= and a CSS selector. Of
    /// text and text-gone: the text. Of url: a part of the address, or all of it with * for
    /// anything.
    value: Option<String>,
    #[command(flatten)]
    criteria: CriteriaArgs,
    /// A part of the element's text.
    #[arg(long)]
    text: Option<String>,
    /// Which tab, by its number in `axlens tabs`; left out, the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// What can be waited for.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum EventName {
    /// An element is on the page.
    Appears,
    /// An element is not, or no longer.
    Vanishes,
    /// An element is there, and not disabled.
    Enabled,
    /// A text is on the page.
    Text,
    /// A text is not, or no longer.
    TextGone,
    /// The page has this address.
    Url,
    /// The page and all that belongs to it has been loaded.
    Load,
    /// Nothing has changed for half a second.
    Quiet,
    /// The time of --timeout is up.
    Time,
}

impl From<EventName> for WaitFor {
    fn from(name: EventName) -> WaitFor {
        match name {
            EventName::Appears => WaitFor::Appears,
            EventName::Vanishes => WaitFor::Vanishes,
            EventName::Enabled => WaitFor::Enabled,
            EventName::Text => WaitFor::Text,
            EventName::TextGone => WaitFor::TextGone,
            EventName::Url => WaitFor::Url,
            EventName::Load => WaitFor::Load,
            EventName::Quiet => WaitFor::Quiet,
            EventName::Time => WaitFor::Time,
        }
    }
}

impl CriteriaArgs {
    fn and_text(self, text: Option<String>) -> ElementCriteria {
        ElementCriteria {
            role: self.role,
            name: self.name,
            text,
            label: self.label,
            placeholder: self.placeholder,
            alt: self.alt,
            title: self.title,
            testid: self.testid,
            selector: self.selector,
            exact: self.exact,
        }
    }
}

/// `axlens find`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn find(dir: &StateDir, args: FindArgs) -> anyhow::Result<u8> {
    let request = FindRequest {
        criteria: args.criteria.and_text(args.text),
        within: args.within.map(ElementId),
        limit: args.limit,
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
        timeout_ms: args.page.timeout,
    };
    let answered = send(dir, |client| client.post("/find", &request))?;
    finish(answered, args.page.json, |answer| {
        Ok(answer_text::found(&answer.read()?))
    })
}

/// `axlens wait`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn wait(dir: &StateDir, args: WaitArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = wait_request(args);
    let answered = send(dir, |client| client.post("/wait", &request))?;
    finish(answered, as_json, |answer| {
        Ok(answer_text::waited(&answer.read()?))
    })
}

fn wait_request(args: WaitArgs) -> WaitRequest {
    let event = WaitFor::from(args.event);
    let is_element = matches!(
        event,
        WaitFor::Appears | WaitFor::Vanishes | WaitFor::Enabled
    );
    let (element, value) = match is_element {
        true => (args.value, None),
        false => (None, args.value),
    };
    let mut criteria = args.criteria.and_text(args.text);
    let (selector, uid) = selector_or_id(element);
    criteria.selector = selector.or(criteria.selector);
    WaitRequest {
        event,
        value,
        uid,
        criteria,
        timeout_ms: args.page.timeout,
        tab: args.tab,
        browser: args.page.browser,
        session: Some(args.page.session),
    }
}
