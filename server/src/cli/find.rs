//! `axlens find` and `axlens wait`: arguments and requests.

use super::request::{PageArgs, finish, send};
use crate::text::answer_text;
use axlens_local::StateDir;
use axlens_protocol::agent::find::{ElementCriteria, FindRequest};
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::commands::selector_or_id;
use clap::{Args, ValueEnum};

/// The criteria of an element.
#[derive(Debug, Args)]
struct CriteriaArgs {
    /// Its role as in snapshots: button, link, row, h2 …
    #[arg(short = 'r', long)]
    role: Option<String>,
    /// A part of its accessible name.
    #[arg(short = 'n', long)]
    name: Option<String>,
    /// A part of the label of a form control.
    #[arg(short = 'l', long)]
    label: Option<String>,
    /// A part of the text of the row, item, card or dialog around it, in upper or lower case.
    #[arg(long, value_name = "TEXT")]
    row: Option<String>,
    /// A part of its placeholder.
    #[arg(long)]
    placeholder: Option<String>,
    /// A part of an image's alternative text.
    #[arg(long)]
    alt: Option<String>,
    /// A part of its title attribute.
    #[arg(long)]
    title: Option<String>,
    /// Its data-testid or similar attribute.
    #[arg(long, value_name = "ID")]
    testid: Option<String>,
    /// A CSS selector, also matched in frames and shadow roots.
    #[arg(long, value_name = "CSS")]
    selector: Option<String>,
    /// Match names and texts exactly, including case.
    #[arg(long)]
    exact: bool,
}

/// Arguments of `axlens find`.
#[derive(Debug, Args)]
pub struct FindArgs {
    /// A part of its text; or css= and a CSS selector, text= and the whole text, role= with a
    /// role and a name, at=X,Y.
    text: Option<String>,
    #[command(flatten)]
    criteria: CriteriaArgs,
    /// Only inside the element with this uid.
    #[arg(long, value_name = "UID")]
    within: Option<String>,
    /// The maximum number of matches.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
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
    /// For appears, vanishes and enabled: the element's uid or ref, or css= and a CSS selector. For
    /// text and text-gone: the text. For url: a part of the URL, or a pattern with *.
    value: Option<String>,
    #[command(flatten)]
    criteria: CriteriaArgs,
    /// A part of the element's text.
    #[arg(long)]
    text: Option<String>,
    /// Only inside the element with this uid.
    #[arg(long, value_name = "UID")]
    within: Option<String>,
    /// Only what was not on the page when the wait began; in `axlens do`, before its first step.
    #[arg(long)]
    new: bool,
    /// The tab, by its number in `axlens tabs`; default: the active tab.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    page: PageArgs,
}

/// The events to wait for.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum EventName {
    /// An element is on the page.
    Appears,
    /// An element is not on the page.
    Vanishes,
    /// An element is on the page and enabled.
    Enabled,
    /// A text is on the page.
    Text,
    /// A text is not on the page.
    TextGone,
    /// The page has this URL.
    Url,
    /// The page and its resources have been loaded.
    Load,
    /// The page has not changed for half a second.
    Quiet,
    /// The download that the last action in the tab started is complete, or else the next one.
    Download,
    /// The time of --timeout has passed.
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
            EventName::Download => WaitFor::Download,
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
            row: self.row,
            placeholder: self.placeholder,
            alt: self.alt,
            title: self.title,
            testid: self.testid,
            selector: self.selector,
            exact: self.exact,
        }
    }
}

impl FindArgs {
    /// The body of `POST /find`.
    pub fn request(self) -> FindRequest {
        // Anything else that is no selector would be an id, and is the text.
        let (selector, text) = selector_or_id(self.text);
        let mut criteria = self.criteria.and_text(text.map(|text| text.0));
        criteria.selector = selector.or(criteria.selector);
        FindRequest {
            criteria,
            within: self.within.map(ElementId),
            limit: self.limit,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
            timeout_ms: self.page.timeout,
        }
    }
}

/// `axlens find`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn find(dir: &StateDir, args: FindArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = args.request();
    let response = send(dir, |client| client.post("/find", &request))?;
    finish(response, as_json, |answer| {
        Ok(answer_text::found(&answer.read()?))
    })
}

/// `axlens wait`
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn wait(dir: &StateDir, args: WaitArgs) -> anyhow::Result<u8> {
    let as_json = args.page.json;
    let request = args.request();
    let response = send(dir, |client| client.post("/wait", &request))?;
    finish(response, as_json, |answer| {
        Ok(answer_text::waited(&answer.read()?))
    })
}

impl WaitArgs {
    /// The body of `POST /wait`.
    pub fn request(self) -> WaitRequest {
        let event = WaitFor::from(self.event);
        let is_element = matches!(
            event,
            WaitFor::Appears | WaitFor::Vanishes | WaitFor::Enabled
        );
        let (element, value) = match is_element {
            true => (self.value, None),
            false => (None, self.value),
        };
        let mut criteria = self.criteria.and_text(self.text);
        let (selector, uid) = selector_or_id(element);
        criteria.selector = selector.or(criteria.selector);
        WaitRequest {
            event,
            value,
            uid,
            criteria,
            within: self.within.map(ElementId),
            new: self.new,
            timeout_ms: self.page.timeout,
            tab: self.tab,
            browser: self.page.browser,
            session: Some(self.page.session),
        }
    }
}
