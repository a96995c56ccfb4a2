//! What the server's own page shows: how everything stands, which tabs there are, and what an agent
//! saw, as far as it is still kept and may still be read. Changes nothing, and keeps nothing.

use crate::agents::Agent;
use crate::api::{agents, browsers, tabs};
use crate::queue::browsers::{BrowserState, UnansweredQuery};
use crate::sessions::handles::{BrowserTab, TabHandles};
use crate::sessions::key::SessionKey;
use crate::sessions::seen::{SeenSession, SeenText};
use crate::state::{App, VERSION};
use axlens_protocol::agent::dashboard::{
    DashboardState, QueuedQuery, SessionStatus, StateRequest, StoredText, TextAnswer, TextRequest,
};
use axlens_protocol::agent::status::CacheStatus;
use axlens_protocol::agent::tabs::{TabsAnswer, TabsRequest};
use axlens_protocol::wire::Hello;
use axlens_protocol::{Code, Fault};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long a request for changes is held open at most.
const HELD: Duration = Duration::from_secs(5);

/// How soon after it was asked for a state comes at the earliest: agents can ask a hundred times a
/// second.
const INTERVAL: Duration = Duration::from_millis(200);

/// How long browsers may take to list their tabs.
const LISTING: Duration = Duration::from_secs(5);

/// How everything stands: once something has changed, or some seconds have passed.
///
/// # Errors
/// `extension_disconnected` when the server stops.
pub async fn state(app: &App, request: StateRequest) -> Result<DashboardState, Fault> {
    if let Some(after) = request.after {
        let asked = Instant::now();
        tokio::select! {
            () = app.dispatch.changes.changed_from(after) => {}
            () = tokio::time::sleep_until(asked + HELD) => {}
            () = app.dispatch.stopped() => {}
        }
        tokio::time::sleep_until(asked + INTERVAL).await;
    }
    if app.dispatch.is_stopping() {
        let message = "The server is stopping.";
        return Err(Fault::new(Code::ExtensionDisconnected, message));
    }
    Ok(now(app))
}

fn now(app: &App) -> DashboardState {
    // First: what changes while the rest is read is asked for again.
    let changes = app.dispatch.changes.count();
    let (access, agents) = (app.dispatch.access.reductions(), agents::list(app).agents);
    let (states, queued) = (app.dispatch.browsers(), app.dispatch.unanswered());
    let audit = app.audit.get();
    let sessions = app.sessions();
    let handles = &sessions.handles;
    let seen = sessions.seen().into_iter();
    let name = |id: &str| {
        let named = agents.iter().find(|agent| agent.id == id);
        named.map_or_else(|| id.to_owned(), |agent| agent.name.clone())
    };
    DashboardState {
        access,
        audit: audit.map(|audit| audit.status()),
        browsers: browsers::list(app).browsers,
        cache: CacheStatus {
            budget_bytes: sessions.cache.budget(),
            bytes: sessions.cache.bytes(),
        },
        changes,
        ended: audit.map(|audit| audit.recent.all()).unwrap_or_default(),
        queue: queued
            .into_iter()
            .map(|queued| query(handles, queued))
            .collect(),
        sessions: seen
            .map(|seen| session(handles, &states, name(&seen.key.agent), seen))
            .collect(),
        shown_bytes: sessions.shown_bytes(),
        uptime_seconds: app.started.elapsed().as_secs(),
        version: VERSION.to_owned(),
        waiting_requests: app.turns.waiting(),
        agents,
    }
}

fn query(handles: &TabHandles, queued: UnansweredQuery) -> QueuedQuery {
    let chrome = queued.request.tab;
    let tab = chrome.map(|chrome| BrowserTab {
        browser: queued.browser,
        chrome,
    });
    QueuedQuery {
        agent: queued.request.agent.name.clone(),
        browser: queued.browser_name,
        id: queued.id.to_string(),
        kind: queued.request.method.as_str().to_owned(),
        leased: queued.leased,
        person: queued.waits_for_user,
        tab: tab.and_then(|tab| handles.known(tab)),
    }
}

fn session(
    handles: &TabHandles,
    browsers: &[BrowserState],
    agent_name: String,
    seen: SeenSession,
) -> SessionStatus {
    let texts = seen.texts.into_iter();
    let kept = texts.filter_map(|text| {
        let browser = browser_of(handles, browsers, &text)?;
        Some(kept(browser.name.clone(), text))
    });
    SessionStatus {
        agent: seen.key.agent.to_string(),
        agent_name,
        bytes: seen.bytes,
        session: seen.key.name.to_string(),
        texts: kept.collect(),
    }
}

fn kept(browser: String, seen: SeenText) -> StoredText {
    let in_parts = seen.is_in_parts();
    let [title, url] = seen.said;
    StoredText {
        browser,
        format: seen.format.as_str().to_owned(),
        id: seen.id,
        in_parts,
        scope: seen.scope,
        tab: seen.tab,
        title,
        url,
    }
}

/// The browser of a text's tab, where it is connected and the user has not paused it: of another
/// nobody can say that the page may still be read.
fn browser_of<'a>(
    handles: &TabHandles,
    browsers: &'a [BrowserState],
    text: &SeenText,
) -> Option<&'a BrowserState> {
    let tab = handles.tab(text.tab)?;
    let of_tab = browsers.iter().find(|browser| browser.key == tab.browser)?;
    let may_read = |hello: &Hello| !hello.paused;
    let may_read = of_tab.connected && of_tab.hello.as_ref().is_none_or(may_read);
    may_read.then_some(of_tab)
}

/// What an agent saw.
///
/// # Errors
/// `not_found` where it is not kept any more, or may not be read now.
pub fn text(app: &App, request: &TextRequest) -> Result<TextAnswer, Fault> {
    let session = SessionKey::new(&request.agent, &request.session);
    let browsers = app.dispatch.browsers();
    let sessions = app.sessions();
    let found = sessions.seen_text(&session, &request.id);
    let found = found.filter(|text| browser_of(&sessions.handles, &browsers, text).is_some());
    drop(sessions);
    let text = found.ok_or_else(|| {
        let message = "This text is not kept any more, or may not be read now.";
        Fault::new(Code::NotFound, message)
            .hint("What was read is forgotten when reading is paused, narrowed, or goes on.")
    })?;
    Ok(TextAnswer { text: text.whole() })
}

/// Every tab of every browser that is connected.
///
/// # Errors
/// Those of [`tabs::tabs`]; `reading_paused` where the user has taken reading away meanwhile.
pub async fn list_tabs(app: &Arc<App>) -> Result<TabsAnswer, Fault> {
    let taken = app.dispatch.access.reductions();
    let asker = Arc::new(Agent::user());
    let listed = tabs::tabs(app, &asker, TabsRequest::default(), LISTING).await?;
    match app.dispatch.access.reductions() == taken {
        true => Ok(listed),
        false => Err(Fault::new(
            Code::ReadingPaused,
            "The user has taken reading away meanwhile.",
        )),
    }
}
