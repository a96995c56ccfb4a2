//! The connection to a gateway, which the user opens with `axlens join`. The server dials out and
//! keeps one line; nothing listens. Requests of the gateway's agents pass the same guard as those
//! of local agents, and what the user allows the gateway is enforced here.
//!
//! | module | what it does |
//! |---|---|
//! | [`settings`] | the file with the gateway and with what the user allows it |
//! | [`dial`] | opens a line: TCP, TLS, WebSocket, token |
//! | [`line`] | serves a line: requests, deadlines, answers in pieces |
//! | [`remote_request`] | answers one request with the server's router |
//! | [`state`] | the state of the connection |
//! | [`delays`] | the time between two attempts |

pub mod delays;
pub mod dial;
pub mod line;
pub mod remote_request;
pub mod settings;
pub mod state;

use crate::state::App;
use axlens_local::StateDir;
use axum::Router;
use delays::{Delays, LASTING};
use dial::{Refused, dial};
use line::Edge;
use settings::JoinSettings;
use state::LineState;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Keeps the line to the joined gateway until the server stops. A change of the settings ends the
/// line and every request of the gateway's agents. `router`: the one with
/// [`crate::http::gate::Trust::Gateway`].
pub async fn run(app: Arc<App>, dir: StateDir, router: Router) {
    app.join.set_dir(dir.clone());
    let mut versions = app.join.settings_versions();
    loop {
        versions.mark_unchanged();
        let settings = read_settings(&dir);
        app.join.set_joined(settings.clone());
        let joined = async {
            match settings {
                Some(settings) => keep_joined(&app, &settings, &router).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = joined => {}
            changed = versions.changed() => if changed.is_err() { return },
            () = app.dispatch.stopped() => return,
        }
        app.agents.remove_remote();
    }
}

/// The settings; without a valid file, no gateway is joined.
fn read_settings(dir: &StateDir) -> Option<Arc<JoinSettings>> {
    match JoinSettings::read(dir) {
        Ok(settings) => settings.map(Arc::new),
        Err(error) => {
            tracing::warn!("no gateway is joined: {error:#}");
            None
        }
    }
}

/// Opens a line again each time one has ended. Never ends.
async fn keep_joined(app: &Arc<App>, settings: &Arc<JoinSettings>, router: &Router) {
    let edge = Edge {
        app: Arc::clone(app),
        router: router.clone(),
        settings: Arc::clone(settings),
    };
    let mut delays = Delays::default();
    let mut epoch = 0;
    loop {
        epoch = next_epoch(epoch);
        let start = Instant::now();
        match connect_and_serve(edge.clone(), epoch).await {
            // The gateway stops.
            Ok(()) => app.join.set_state(LineState::Connecting),
            Err(error) => {
                tracing::info!(gateway = settings.address.name(), "{error:#}");
                if error.is::<Refused>() {
                    delays.skip_to_longest();
                }
                app.join.set_state(LineState::Failed(format!("{error:#}")));
            }
        }
        if start.elapsed() > LASTING {
            delays = Delays::default();
        }
        delays.wait().await;
        app.join.set_state(LineState::Connecting);
    }
}

/// Opens a line and serves it to its end.
async fn connect_and_serve(edge: Edge, epoch: u64) -> anyhow::Result<()> {
    let line = dial(&edge.settings).await?;
    line::serve(edge, line, epoch).await
}

/// The epoch of the next line: the time, so that it also grows when the server restarts.
fn next_epoch(last: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default().as_millis();
    u64::try_from(now).unwrap_or(u64::MAX).max(last + 1)
}
