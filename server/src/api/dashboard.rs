//! The data of the dashboard: the server's state, the open tabs, and the texts that agents were
//! shown, if they are still in the cache and agents may still read them.

use crate::agents::Agent;
use crate::api::{agents, browsers, tabs};
use crate::queue::browsers::{BrowserState, UnansweredQuery};
use crate::sessions::handles::{BrowserTab, TabHandles};
use crate::sessions::key::SessionKey;
use crate::sessions::shown_texts::{SessionTexts, ShownText};
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

/// Maximum time until the answer to a request for changes.
const CHANGES_TIMEOUT: Duration = Duration::from_secs(5);

/// Minimum time until the answer to a request for changes: there can be a hundred changes a second.
const MIN_INTERVAL: Duration = Duration::from_millis(200);

/// Timeout for the tabs.
const TABS_TIMEOUT: Duration = Duration::from_secs(5);

/// The server's state, after the next change or [`CHANGES_TIMEOUT`].
///
/// # Errors
/// `extension_disconnected` if the server stops.
pub async fn state(app: &App, request: StateRequest) -> Result<DashboardState, Fault> {
    if let Some(after) = request.after {
        let received = Instant::now();
        tokio::select! {
            () = app.dispatch.changes.changed_from(after) => {}
            () = tokio::time::sleep_until(received + CHANGES_TIMEOUT) => {}
            () = app.dispatch.stopped() => {}
        }
        tokio::time::sleep_until(received + MIN_INTERVAL).await;
    }
    if app.dispatch.is_stopping() {
        let message = "The server is stopping.";
        return Err(Fault::new(Code::ExtensionDisconnected, message));
    }
    Ok(current_state(app))
}

fn current_state(app: &App) -> DashboardState {
    // Counted first, so that a change during the rest of the function causes another request.
    let changes = app.dispatch.changes.count();
    let (access, agents) = (app.dispatch.access.reductions(), agents::list(app).agents);
    let (connections, queued) = (app.dispatch.browsers(), app.dispatch.unanswered());
    let audit = app.audit.get();
    let sessions = app.sessions();
    let handles = &sessions.handles;
    let shown_texts = sessions.shown_texts().into_iter();
    let name = |id: &str| {
        let agent = agents.iter().find(|agent| agent.id == id);
        agent.map_or_else(|| id.to_owned(), |agent| agent.name.clone())
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
            .map(|queued| queued_query(handles, queued))
            .collect(),
        sessions: shown_texts
            .map(|session| session_status(handles, &connections, name(&session.key.agent), session))
            .collect(),
        shown_bytes: sessions.shown_bytes(),
        uptime_seconds: app.started.elapsed().as_secs(),
        version: VERSION.to_owned(),
        waiting_requests: app.turns.waiting(),
        agents,
    }
}

fn queued_query(handles: &TabHandles, queued: UnansweredQuery) -> QueuedQuery {
    let tab_id = queued.request.tab;
    let tab = tab_id.map(|tab_id| BrowserTab {
        browser: queued.browser,
        tab_id,
    });
    QueuedQuery {
        agent: queued.request.agent.name.clone(),
        browser: queued.browser_name,
        id: queued.id.to_string(),
        kind: queued.request.method.as_str().to_owned(),
        leased: queued.leased,
        person: queued.waits_for_user,
        tab: tab.and_then(|tab| handles.get(tab)),
    }
}

fn session_status(
    handles: &TabHandles,
    browsers: &[BrowserState],
    agent_name: String,
    session: SessionTexts,
) -> SessionStatus {
    let texts = session.texts.into_iter().filter_map(|text| {
        let browser = readable_browser(handles, browsers, &text)?;
        Some(stored_text(browser.name.clone(), text))
    });
    SessionStatus {
        agent: session.key.agent.to_string(),
        agent_name,
        bytes: session.bytes,
        session: session.key.name.to_string(),
        texts: texts.collect(),
    }
}

fn stored_text(browser: String, text: ShownText) -> StoredText {
    let in_parts = text.is_in_parts();
    let [title, url] = text.title_and_url;
    StoredText {
        browser,
        format: text.format,
        id: text.id,
        in_parts,
        scope: text.scope,
        tab: text.tab,
        title,
        url,
    }
}

/// The browser of a text's tab, if it is connected and not paused. Otherwise the server does not
/// know whether agents may still read the page.
fn readable_browser<'a>(
    handles: &TabHandles,
    browsers: &'a [BrowserState],
    text: &ShownText,
) -> Option<&'a BrowserState> {
    let tab = handles.tab(text.tab)?;
    let browser = browsers.iter().find(|browser| browser.key == tab.browser)?;
    let is_unpaused = |hello: &Hello| !hello.paused;
    let is_readable = browser.connected && browser.hello.as_ref().is_none_or(is_unpaused);
    is_readable.then_some(browser)
}

/// A text that an agent was shown.
///
/// # Errors
/// `not_found` if it is no longer in the cache, or agents may not read the page now.
pub fn text(app: &App, request: &TextRequest) -> Result<TextAnswer, Fault> {
    let session = SessionKey::new(&request.agent, &request.session);
    let browsers = app.dispatch.browsers();
    let sessions = app.sessions();
    let text = sessions.shown_text(&session, &request.id);
    let text = text.filter(|text| readable_browser(&sessions.handles, &browsers, text).is_some());
    drop(sessions);
    let text = text.ok_or_else(|| {
        let message = "The text is no longer in the server's cache, or agents may not read its page now.";
        Fault::new(Code::NotFound, message)
            .hint("The server removes texts when reading is paused or restricted, and when newer texts need their memory.")
    })?;
    Ok(TextAnswer { text: text.whole() })
}

/// Every tab of every connected browser.
///
/// # Errors
/// Those of [`tabs::tabs`]; `reading_paused` if the user has reduced read access in the meantime.
pub async fn list_tabs(app: &Arc<App>) -> Result<TabsAnswer, Fault> {
    let reductions = app.dispatch.access.reductions();
    let user = Arc::new(Agent::user());
    // The browsers of a pool are used by the agents of their leases alone.
    if app.dispatch.has_pool() && app.dispatch.usable_browsers(user.id()).is_empty() {
        return Ok(TabsAnswer::default());
    }
    let listed = tabs::tabs(app, &user, TabsRequest::default(), TABS_TIMEOUT).await?;
    match app.dispatch.access.reductions() == reductions {
        true => Ok(listed),
        false => Err(Fault::new(
            Code::ReadingPaused,
            "The user has changed what agents may read in the meantime.",
        )),
    }
}
