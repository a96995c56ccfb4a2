//! `GET /status`: connections, queue and memory.

use crate::agents::Agent;
use crate::api::{agents, browsers};
use crate::state::{App, VERSION};
use axlens_protocol::WIRE_VERSION;
use axlens_protocol::agent::browsers::BrowserStatus;
use axlens_protocol::agent::status::{
    CacheStatus, ExtensionStatus, HealthAnswer, QueueStatus, StatusAnswer,
};

/// The answer of a running server.
pub fn health() -> HealthAnswer {
    HealthAnswer {
        ok: true,
        version: VERSION.to_owned(),
    }
}

/// The server's state, as far as an agent may see it.
pub fn status(app: &App, agent: &Agent) -> StatusAnswer {
    let browsers = browsers::visible_to(app, agent).browsers;
    let answer = StatusAnswer {
        agents: agents::visible_to(app, agent),
        audit: None,
        cache: None,
        extension: extension(&browsers),
        gateway: None,
        browsers,
        queue: None,
        sessions: app.sessions().count_of_agent(agent.id()),
        shown_bytes: None,
        uptime_seconds: app.started.elapsed().as_secs(),
        version: VERSION.to_owned(),
        wire: WIRE_VERSION,
    };
    match agent.is_user() {
        true => with_totals(app, answer),
        false => answer,
    }
}

/// Adds what only the user sees: the numbers of all agents, and rejected extensions.
fn with_totals(app: &App, mut answer: StatusAnswer) -> StatusAnswer {
    let refused_wire = answer.extension.refused_wire;
    answer.extension.refused_wire = refused_wire.or(app.dispatch.rejected_wire());
    let counts = app.dispatch.counts();
    let sessions = app.sessions();
    StatusAnswer {
        audit: app.audit.get().map(|audit| audit.status()),
        cache: Some(CacheStatus {
            budget_bytes: sessions.cache.budget(),
            bytes: sessions.cache.bytes(),
        }),
        gateway: app.join.status(),
        queue: Some(QueueStatus {
            leased: counts.leased,
            pending: counts.pending,
        }),
        sessions: sessions.count(),
        shown_bytes: Some(sessions.shown_bytes()),
        ..answer
    }
}

/// The extension of the browser that was connected last; connected browsers come first.
fn extension(browsers: &[BrowserStatus]) -> ExtensionStatus {
    let rank = |browser: &&BrowserStatus| {
        (
            !browser.connected,
            browser.last_seen_ms.is_none(),
            browser.last_seen_ms,
        )
    };
    let Some(browser) = browsers.iter().min_by_key(rank).cloned() else {
        return ExtensionStatus::default();
    };
    ExtensionStatus {
        connected: browser.connected,
        instance: browser.instance,
        last_seen_ms: browser.last_seen_ms,
        paused: browser.paused,
        refused_wire: browser.refused_wire,
        version: browser.version,
    }
}
