//! `POST /get`: one fact about an element of a snapshot, or about a page. The element is verified
//! in the live page: one that was removed or has changed is a fault.

mod excerpt;
mod inspected;
mod named;
mod page;
mod page_part;
mod pdf;
pub mod rows;
mod table;
mod text;
mod visual;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::live_element::{LiveElement, ShownElement};
use crate::api::request;
use crate::api::tabs::TabChoice;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::{GetAnswer, GetRequest, Property};
use axlens_protocol::model::CssPixels;
use axlens_protocol::wire::{InspectedProperty, record_format};
use axlens_snapshot::{Node, state_words};
use excerpt::TextRange;
use named::NamedElement;
use rows::Selection;
use std::sync::Arc;

/// Maximum length of a field's value in a record, in UTF-16 units. It is one less than the
/// recorder's limit, because the recorder never splits a character.
const MAX_VALUE_LEN: usize = 3999;

/// Maximum number of CSS properties of a request.
const MAX_STYLES: usize = 50;

/// Maximum length of the name of an attribute or property, in bytes.
const MAX_NAME_LEN: usize = 200;

/// Answers a request.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, and every fault of the extension.
pub async fn get(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: GetRequest,
) -> Result<GetAnswer, Fault> {
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session.clone())?;
    check(&request)?;
    let context = RequestContext::new(app, agent, &session, limit);
    let _turn = context.turn().await?;
    in_turn(context, request).await
}

/// Answers a request of an agent that has its turn, in the session of the context. [`check`] has
/// accepted it.
///
/// # Errors
/// Those of [`get`].
pub async fn in_turn(
    context: RequestContext<'_>,
    mut request: GetRequest,
) -> Result<GetAnswer, Fault> {
    let what = request.what;
    // The selector of `count` may match any number of elements, so it names no element.
    let counted = request.selector.take_if(|_| what == Property::Count);
    let named = NamedElement::new(&mut request)?;
    match what {
        Property::Count => {
            check_names_none(&named)?;
            table::count(context, counted, named.choice.tab).await
        }
        Property::Title => {
            check_names_none(&named)?;
            title(context, named.choice.tab).await
        }
        Property::Url => {
            check_names_none(&named)?;
            url(context, named.choice.tab).await
        }
        Property::Rows => {
            let selection = Selection::of(&request)?;
            rows::rows(context, named, selection).await
        }
        Property::Table => table::find_row(context, named, &request.row).await,
        Property::Text => text::text(context, named, TextRange::of(&request)?).await,
        Property::Markdown => {
            let range = TextRange::of(&request)?;
            text::markdown(context, named, request.whole, range).await
        }
        Property::Pdf => pdf::pdf(context, named, request.pages.as_deref()).await,
        Property::Html => inspected::answer(context, InspectedProperty::Html {}, named).await,
        Property::Attribute => {
            let name = request.name.unwrap_or_default();
            inspected::answer(context, InspectedProperty::Attribute { name }, named).await
        }
        Property::Styles => {
            let names = request.names;
            inspected::answer(context, InspectedProperty::Styles { names }, named).await
        }
        Property::Visual => visual::answer(context, named).await,
        Property::Box => Ok(with_box(verified(context, named).await?)),
        Property::State => Ok(with_state(verified(context, named).await?)),
        Property::Value => Ok(with_value(verified(context, named).await?)),
    }
}

/// The element in the live page, with the handle of its tab.
async fn verified(
    context: RequestContext<'_>,
    named: NamedElement,
) -> Result<(LiveElement, TabHandle), Fault> {
    let (element, live) = named.verify(context).await?;
    note(&element, live.node());
    Ok((live, element.resolved.tab))
}

/// Checks the arguments that belong to one fact only.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &GetRequest) -> Result<(), Fault> {
    let others = [
        ("name", Property::Attribute, request.name.is_some()),
        ("names", Property::Styles, !request.names.is_empty()),
        ("whole", Property::Markdown, request.whole),
        ("pages", Property::Pdf, request.pages.is_some()),
        (
            "columns",
            Property::Rows,
            !request.wanted_columns.is_empty(),
        ),
        ("limit", Property::Rows, request.limit.is_some()),
    ];
    for (field, fact, is_set) in others {
        if is_set && request.what != fact {
            let message = format!("`{field}` does not apply to this fact: leave it out.");
            return Err(Fault::bad_request(message));
        }
    }
    let has_rows = matches!(request.what, Property::Table | Property::Rows);
    if !has_rows && !request.row.is_empty() {
        let message = "`where` is for `table` and `rows`: leave it out.";
        return Err(Fault::bad_request(message));
    }
    let is_text = matches!(request.what, Property::Markdown | Property::Text);
    let has_offset = is_text || request.what == Property::Rows;
    if (!has_offset && request.offset.is_some()) || (!is_text && request.max_tokens.is_some()) {
        let message = "`offset` is for `text`, `markdown` and `rows`, `max_tokens` for the first two: leave them out.";
        return Err(Fault::bad_request(message));
    }
    TextRange::of(request)?;
    Selection::of(request)?;
    pdf::range(request.pages.as_deref())?;
    let has_names = (1..=MAX_STYLES).contains(&request.names.len());
    let message = match request.what {
        Property::Attribute if !request.name.as_deref().is_some_and(is_name) => {
            "`attribute` needs a `name`, such as `href`."
        }
        Property::Styles if !has_names => "`styles` needs from 1 to 50 `names` of CSS properties.",
        Property::Styles if !request.names.iter().all(|name| is_name(name)) => {
            "`names` must be names of CSS properties, such as `background-color`."
        }
        Property::Attribute
        | Property::Styles
        | Property::Box
        | Property::Count
        | Property::Html
        | Property::Markdown
        | Property::Pdf
        | Property::Rows
        | Property::State
        | Property::Table
        | Property::Text
        | Property::Title
        | Property::Url
        | Property::Value
        | Property::Visual => return Ok(()),
    };
    Err(Fault::bad_request(message))
}

/// Whether a text can be the name of an attribute or a CSS property.
fn is_name(text: &str) -> bool {
    let is_part = |character: char| !character.is_whitespace() && !character.is_control();
    (1..=MAX_NAME_LEN).contains(&text.len()) && text.chars().all(is_part)
}

fn check_names_none(named: &NamedElement) -> Result<(), Fault> {
    let choice = &named.choice;
    match !named.is_page() || choice.snapshot.is_some() || choice.seen.is_some() {
        true => Err(Fault::bad_request(
            "`title`, `url`, `count` and `pdf` are facts about a page: leave the element out.",
        )),
        false => Ok(()),
    }
}

fn note(element: &ShownElement, node: &Node) {
    let uid = element.resolved.element.uid.clone();
    subject::note_element(uid, node.role.as_str(), &node.name);
}

async fn title(context: RequestContext<'_>, choice: TabChoice) -> Result<GetAnswer, Fault> {
    let (tab, chrome_tab) = page::read_tab(context, &choice).await?;
    Ok(GetAnswer {
        title: Some(chrome_tab.title),
        tab,
        ..GetAnswer::default()
    })
}

async fn url(context: RequestContext<'_>, choice: TabChoice) -> Result<GetAnswer, Fault> {
    let (tab, chrome_tab) = page::read_tab(context, &choice).await?;
    Ok(GetAnswer {
        url: Some(chrome_tab.url),
        tab,
        ..GetAnswer::default()
    })
}

fn with_box((live, tab): (LiveElement, TabHandle)) -> GetAnswer {
    GetAnswer {
        rect: Some(rect(&live)),
        tab,
        ..GetAnswer::default()
    }
}

fn rect(live: &LiveElement) -> Option<[CssPixels; 4]> {
    let numbers = live.layout?;
    Some(
        record_format::place_from_numbers(numbers)
            .rect
            .map(CssPixels::rounded),
    )
}

fn with_state((live, tab): (LiveElement, TabHandle)) -> GetAnswer {
    let node = live.node();
    GetAnswer {
        name: Some(node.name.clone()),
        role: Some(node.role),
        states: Some(state_words(node)),
        tab,
        ..GetAnswer::default()
    }
}

/// The answer for a secret field does not even say whether the field is empty.
fn with_value((live, tab): (LiveElement, TabHandle)) -> GetAnswer {
    let node = live.node();
    let answer = GetAnswer {
        tab,
        ..GetAnswer::default()
    };
    if node.states.secret {
        return GetAnswer {
            secret: true,
            ..answer
        };
    }
    let length = node.value.as_deref().map_or(0, utf16_length);
    GetAnswer {
        value: Some(node.value.clone()),
        truncated: matches!(&*node.tag, "input" | "textarea") && length >= MAX_VALUE_LEN,
        ..answer
    }
}

fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}
