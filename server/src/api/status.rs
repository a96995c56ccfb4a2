//! `GET /status`: what is connected, and how much waits and is remembered.

use crate::agents::Agent;
use crate::api::{agents, browsers};
use crate::state::{App, VERSION};
use axlens_protocol::WIRE_VERSION;
use axlens_protocol::agent::browsers::BrowserStatus;
use axlens_protocol::agent::status::{
    CacheStatus, ExtensionStatus, HealthAnswer, QueueStatus, StatusAnswer,
};

/// Whether the server is alive.
pub fn health() -> HealthAnswer {
    HealthAnswer {
        ok: true,
        version: VERSION.to_owned(),
    }
}

/// The server's state, as an agent may know it.
pub fn status(app: &App, agent: &Agent) -> StatusAnswer {
    let counts = app.dispatch.counts();
    let browsers = browsers::list(app).browsers;
    let extension = extension(app, &browsers);
    let agents = agents::known_to(app, agent);
    let remembered = app.sessions();
    StatusAnswer {
        agents,
        audit: app.audit.get().map(|audit| audit.status()),
        browsers,
        cache: CacheStatus {
            budget_bytes: remembered.cache.budget(),
            bytes: remembered.cache.bytes(),
        },
        extension,
        queue: QueueStatus {
            leased: counts.leased,
            pending: counts.pending,
        },
        sessions: remembered.count(),
        shown_bytes: remembered.shown_bytes(),
        uptime_seconds: app.started.elapsed().as_secs(),
        version: VERSION.to_owned(),
        wire: WIRE_VERSION,
    }
}

/// That of the browser that was seen last, one that is connected before all others.
fn extension(app: &App, browsers: &[BrowserStatus]) -> ExtensionStatus {
    let seen = |browser: &&BrowserStatus| {
        (
            !browser.connected,
            browser.last_seen_ms.is_none(),
            browser.last_seen_ms,
        )
    };
    let Some(browser) = browsers.iter().min_by_key(seen).cloned() else {
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
