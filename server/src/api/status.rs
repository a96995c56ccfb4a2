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
    let counts = app.dispatch.counts();
    let browsers = browsers::list(app).browsers;
    let extension = extension(app, &browsers);
    let agents = agents::visible_to(app, agent);
    let sessions = app.sessions();
    StatusAnswer {
        agents,
        audit: app.audit.get().map(|audit| audit.status()),
        browsers,
        cache: CacheStatus {
            budget_bytes: sessions.cache.budget(),
            bytes: sessions.cache.bytes(),
        },
        extension,
        queue: QueueStatus {
            leased: counts.leased,
            pending: counts.pending,
        },
        sessions: sessions.count(),
        shown_bytes: sessions.shown_bytes(),
        uptime_seconds: app.started.elapsed().as_secs(),
        version: VERSION.to_owned(),
        wire: WIRE_VERSION,
    }
}

/// The extension of the browser that was connected last; connected browsers come first.
fn extension(app: &App, browsers: &[BrowserStatus]) -> ExtensionStatus {
    let rank = |browser: &&BrowserStatus| {
        (
            !browser.connected,
            browser.last_seen_ms.is_none(),
            browser.last_seen_ms,
        )
    };
    let Some(browser) = browsers.iter().min_by_key(rank).cloned() else {
        return ExtensionStatus {
            refused_wire: app.dispatch.rejected_wire(),
            ..ExtensionStatus::default()
        };
    };
    ExtensionStatus {
        connected: browser.connected,
        instance: browser.instance,
        last_seen_ms: browser.last_seen_ms,
        paused: browser.paused,
        refused_wire: browser.refused_wire.or(app.dispatch.rejected_wire()),
        version: browser.version,
    }
}
