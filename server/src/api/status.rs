//! `GET /status`: what is connected, and how much waits and is remembered.

use crate::state::{App, VERSION};
use axlens_protocol::WIRE_VERSION;
use serde_json::{Value, json};

/// The server's state.
pub fn status(app: &App) -> Value {
    let extension = app.dispatch.extension();
    let counts = app.dispatch.counts();
    let sessions = app.sessions().count();
    let hello = extension.hello.as_ref();
    let last_seen = extension.last_seen.map(|ago| ago.as_millis());
    json!({
        "version": VERSION,
        "wire": WIRE_VERSION,
        "uptimeSeconds": app.started.elapsed().as_secs(),
        "extension": {
            "connected": extension.connected,
            "version": hello.map(|hello| hello.version.as_str()),
            "instance": extension.instance,
            "paused": hello.is_some_and(|hello| hello.paused),
            "lastSeenMs": last_seen,
            "refusedWire": extension.turned_away,
        },
        "queue": { "pending": counts.pending, "leased": counts.leased },
        "sessions": sessions,
    })
}
