//! `POST /get`: one fact about an element that was shown, or about a page. An element is looked up
//! in the live page as `/locate` does it: one that is gone or changed is a fault.

mod inspected;
mod named;
mod of_tree;
mod page;

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::live_element::{LiveElement, ShownElement};
use crate::api::request;
use crate::api::tabs::TabChoice;
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::{Fact, GetAnswer, GetRequest};
use axlens_protocol::model::CssPixels;
use axlens_protocol::wire::{Inspected, record_format};
use axlens_snapshot::{Node, state_words};
use named::NamedElement;
use page::PageReader;
use std::sync::Arc;
use std::time::Instant;

/// UTF-16 units of a field's value that a recorder sends, less one: it cuts no character in two.
const MAX_VALUE_LEN: usize = 3999;

/// Most properties of a request.
const MAX_STYLES: usize = 50;

/// Longest name of an attribute or property, in bytes.
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
    check_arguments(&request)?;
    let (_turn, limit) = turn(app, agent, limit).await?;
    let page = PageReader {
        context: RequestContext {
            app,
            agent,
            session: &session,
            deadline: Instant::now() + limit,
        },
    };
    answer(&page, request).await
}

async fn answer(page: &PageReader<'_>, mut request: GetRequest) -> Result<GetAnswer, Fault> {
    let what = request.what;
    // Of any number of elements, and names none.
    let counted = request.selector.take_if(|_| what == Fact::Count);
    let named = NamedElement::of(&mut request)?;
    match what {
        Fact::Count => {
            check_names_none(&named)?;
            page.count(counted, named.choice.tab).await
        }
        Fact::Title | Fact::Url => {
            check_names_none(&named)?;
            of_page(page, what, named.choice.tab).await
        }
        Fact::Table => page.table(named, &request.row).await,
        Fact::Text => page.text(named).await,
        Fact::Html => inspected::answer(page, Inspected::Html {}, named).await,
        Fact::Attribute => {
            let name = request.name.unwrap_or_default();
            inspected::answer(page, Inspected::Attribute { name }, named).await
        }
        Fact::Styles => {
            let names = request.names;
            inspected::answer(page, Inspected::Styles { names }, named).await
        }
        Fact::Box | Fact::State | Fact::Value => {
            let (shown, live) = named.look(page).await?;
            note(&shown, live.node());
            Ok(of_element(what, &live, shown.resolved.tab))
        }
    }
}

/// What belongs to one fact alone.
fn check_arguments(request: &GetRequest) -> Result<(), Fault> {
    let others = [
        ("where", Fact::Table, !request.row.is_empty()),
        ("name", Fact::Attribute, request.name.is_some()),
        ("names", Fact::Styles, !request.names.is_empty()),
    ];
    for (field, fact, given) in others {
        if given && request.what != fact {
            let message = format!("`{field}` says nothing of this fact: leave it out.");
            return Err(Fault::bad_request(message));
        }
    }
    let message = match request.what {
        Fact::Attribute if !request.name.as_deref().is_some_and(is_name) => {
            "`attribute` needs the `name` of one, such as `href`."
        }
        Fact::Styles if !(1..=MAX_STYLES).contains(&request.names.len()) => {
            "`styles` needs from 1 to 50 `names` of CSS properties."
        }
        Fact::Styles if !request.names.iter().all(|name| is_name(name)) => {
            "`names` are names of CSS properties, such as `background-color`."
        }
        _ => return Ok(()),
    };
    Err(Fault::bad_request(message))
}

/// Neither HTML nor CSS has any other.
fn is_name(text: &str) -> bool {
    let is_part = |character: char| !character.is_whitespace() && !character.is_control();
    (1..=MAX_NAME_LEN).contains(&text.len()) && text.chars().all(is_part)
}

fn check_names_none(named: &NamedElement) -> Result<(), Fault> {
    let choice = &named.choice;
    match !named.is_page() || choice.snapshot.is_some() || choice.seen.is_some() {
        true => Err(Fault::bad_request(
            "`title`, `url` and `count` are the page's: give no element with them, at most a `tab`.",
        )),
        false => Ok(()),
    }
}

fn note(shown: &ShownElement, node: &Node) {
    let uid = shown.resolved.element.uid.clone();
    subject::note_element(uid, node.role.as_str(), &node.name);
}

async fn of_page(page: &PageReader<'_>, what: Fact, choice: TabChoice) -> Result<GetAnswer, Fault> {
    let (target, read) = page.main(&choice).await?;
    let tab = page
        .context
        .app
        .sessions()
        .handles
        .of(target.tab(read.tab.id));
    let answer = GetAnswer {
        tab,
        ..GetAnswer::default()
    };
    Ok(match what {
        Fact::Title => GetAnswer {
            title: Some(read.tab.title),
            ..answer
        },
        _ => GetAnswer {
            url: Some(read.tab.url),
            ..answer
        },
    })
}

fn of_element(what: Fact, live: &LiveElement, tab: TabHandle) -> GetAnswer {
    let node = live.node();
    let answer = GetAnswer {
        tab,
        ..GetAnswer::default()
    };
    match what {
        Fact::Box => GetAnswer {
            rect: Some(rect(live)),
            ..answer
        },
        Fact::Value => with_value(answer, node),
        _ => GetAnswer {
            name: Some(node.name.clone()),
            role: Some(node.role),
            states: Some(state_words(node)),
            ..answer
        },
    }
}

fn rect(live: &LiveElement) -> Option<[CssPixels; 4]> {
    let numbers = live.frame.measured.get(&live.node().node)?;
    Some(record_format::place(*numbers).rect.map(CssPixels::rounded))
}

/// Of a secret field not even whether it is filled.
fn with_value(answer: GetAnswer, node: &Node) -> GetAnswer {
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
