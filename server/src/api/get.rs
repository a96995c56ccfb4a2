//! `POST /get`: one fact about an element that was shown, or about a page. An element is looked up
//! in the live page as `/locate` does it: one that is gone or changed is a fault.

mod of_tree;

use crate::agents::Agent;
use crate::api::extension;
use crate::api::live_element::{self, ElementChoice, LiveElement, ShownElement};
use crate::api::request;
use crate::api::tabs::{self, TabChoice};
use crate::api::turn::turn;
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::Fault;
use axlens_protocol::agent::CssPixels;
use axlens_protocol::agent::get::{Fact, GetAnswer, GetRequest};
use axlens_protocol::wire::{Method, ObserveAnswer, ObserveParams, record_format};
use axlens_snapshot::{Node, state_words};
use of_tree::OfPage;
use std::sync::Arc;
use std::time::Duration;

/// UTF-16 units of a field's value that a recorder sends, less one: it cuts no character in two.
const LONGEST_VALUE: usize = 3999;

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
    let what = request.what;
    check_arguments(&request)?;
    if matches!(what, Fact::Text | Fact::Count | Fact::Table) {
        let (_turn, limit) = turn(app, agent, limit).await?;
        let page = OfPage {
            app,
            agent,
            session: &session,
            limit,
        };
        return of_tree(&page, request).await;
    }
    let choice = element_choice(request);
    if matches!(what, Fact::Title | Fact::Url) {
        check_names_none(&choice)?;
        let (_turn, limit) = turn(app, agent, limit).await?;
        return of_page(app, agent, (what, choice.tab), limit).await;
    }
    let (_turn, limit) = turn(app, agent, limit).await?;
    let shown = live_element::shown(app, &session, choice)?;
    let live = live_element::look_for_same(app, agent, &shown, limit).await?;
    note(&shown, live.node());
    Ok(of_element(what, &live, shown.resolved.tab))
}

/// What belongs to one fact alone.
fn check_arguments(request: &GetRequest) -> Result<(), Fault> {
    let others = [
        ("selector", Fact::Count, request.selector.is_some()),
        ("where", Fact::Table, !request.row.is_empty()),
    ];
    for (field, fact, given) in others {
        if given && request.what != fact {
            let message = format!("`{field}` says nothing of this fact: leave it out.");
            return Err(Fault::bad_request(message));
        }
    }
    Ok(())
}

async fn of_tree(page: &OfPage<'_>, mut request: GetRequest) -> Result<GetAnswer, Fault> {
    let (selector, row) = (request.selector.take(), std::mem::take(&mut request.row));
    let what = request.what;
    let choice = element_choice(request);
    match what {
        Fact::Count => {
            check_names_none(&choice)?;
            page.count(selector, choice.tab).await
        }
        Fact::Table => page.table(choice, &row).await,
        _ => page.text(choice).await,
    }
}

fn element_choice(request: GetRequest) -> ElementChoice {
    ElementChoice {
        uid: request.uid,
        id: request.id,
        snapshot: request.snapshot,
        tab: TabChoice {
            tab: request.tab,
            browser: request.browser,
        },
        seen: request.seen,
    }
}

fn check_names_none(choice: &ElementChoice) -> Result<(), Fault> {
    let named = choice.uid.is_some() || choice.id.is_some();
    match named || choice.snapshot.is_some() || choice.seen.is_some() {
        true => Err(Fault::bad_request(
            "`title`, `url` and `count` are the page's: give no element with them, at most a `tab`.",
        )),
        false => Ok(()),
    }
}

fn note(shown: &ShownElement, node: &Node) {
    let uid = shown.resolved.element.uid.clone();
    subject::note_element(uid, node.role.word(), &node.name);
}

async fn of_page(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (what, choice): (Fact, TabChoice),
    limit: Duration,
) -> Result<GetAnswer, Fault> {
    let target = tabs::target(app, agent, &choice, limit).await?;
    let method = Method::Observe(ObserveParams {
        frames: false,
        ..ObserveParams::default()
    });
    let read: ObserveAnswer = extension::ask(app, agent, method, target, limit).await?;
    subject::note_tab(&read.tab);
    let tab = app.sessions().handles.of(target.tab(read.tab.id));
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
        truncated: matches!(&*node.tag, "input" | "textarea") && length >= LONGEST_VALUE,
        ..answer
    }
}

fn utf16_length(text: &str) -> usize {
    text.encode_utf16().count()
}
