//! `GET /status`: what is connected, and how much waits and is remembered.

use crate::state::{App, VERSION};
use axlens_protocol::WIRE_VERSION;
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

/// The server's state.
pub fn status(app: &App) -> StatusAnswer {
    let counts = app.dispatch.counts();
    let remembered = app.sessions();
    StatusAnswer {
        cache: CacheStatus {
            budget_bytes: remembered.cache.budget(),
            bytes: remembered.cache.bytes(),
        },
        extension: extension(app),
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

fn extension(app: &App) -> ExtensionStatus {
    let extension = app.dispatch.extension();
    let last_seen = extension.last_seen.map(|ago| ago.as_millis());
    ExtensionStatus {
        connected: extension.connected,
        instance: extension.instance,
        last_seen_ms: last_seen.and_then(|ms| u64::try_from(ms).ok()),
        paused: extension.hello.as_ref().is_some_and(|hello| hello.paused),
        refused_wire: extension.turned_away,
        version: extension.hello.map(|hello| hello.version),
    }
}
