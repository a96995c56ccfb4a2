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
//! | [`command`] | `axlens join` |
//! | [`delays`] | the time between two attempts |

pub mod command;
pub mod delays;
pub mod dial;
pub mod line;
pub mod remote_request;
pub mod settings;

use crate::state::App;
use axlens_local::StateDir;
use axlens_protocol::agent::status::GatewayStatus;
use axum::Router;
use delays::{Delays, LASTING, random};
use dial::{Refused, dial};
use line::Edge;
use settings::JoinSettings;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// How long a request for the state waits for the first attempt to connect.
const FIRST_ATTEMPT: Duration = Duration::from_secs(20);

/// The state of the connection.
#[derive(Debug, Default)]
pub struct Join {
    status: Mutex<Option<JoinStatus>>,
    /// Changes when the settings must be read again.
    settings_version: watch::Sender<u64>,
    /// Changes with each attempt that has ended, and each time the settings were read.
    attempts: watch::Sender<u64>,
}

#[derive(Debug)]
struct JoinStatus {
    settings: Arc<JoinSettings>,
    state: LineState,
    last_request: Option<Instant>,
}

/// The state of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LineState {
    Connecting,
    Connected,
    Failed(String),
}

impl Join {
    /// The gateway that was joined, if any.
    pub fn status(&self) -> Option<GatewayStatus> {
        let status = self.lock();
        let JoinStatus {
            settings,
            state,
            last_request,
        } = status.as_ref()?;
        let last_request = last_request.map(|last| last.elapsed().as_millis());
        Some(GatewayStatus {
            connected: *state == LineState::Connected,
            error: match state {
                LineState::Connecting | LineState::Connected => None,
                LineState::Failed(error) => Some(error.clone()),
            },
            host: settings.address.name(),
            last_request_ms: last_request.and_then(|ms| u64::try_from(ms).ok()),
            scope: settings.scope,
            sites: settings.sites.clone(),
        })
    }

    /// Reads the settings again, and returns the state after the first attempt to connect.
    pub async fn reload(&self) -> Option<GatewayStatus> {
        let mut attempts = self.attempts.subscribe();
        attempts.mark_unchanged();
        self.settings_version.send_modify(|version| *version += 1);
        // After the timeout, the state says that it is still connecting.
        let _ = tokio::time::timeout(FIRST_ATTEMPT, attempts.changed()).await;
        self.status()
    }

    /// Notes a request of an agent of the gateway.
    pub fn note_request(&self) {
        if let Some(status) = self.lock().as_mut() {
            status.last_request = Some(Instant::now());
        }
    }

    fn set_joined(&self, settings: Option<Arc<JoinSettings>>) {
        let is_joined = settings.is_some();
        *self.lock() = settings.map(|settings| JoinStatus {
            settings,
            state: LineState::Connecting,
            last_request: None,
        });
        if !is_joined {
            self.note_attempt();
        }
    }

    fn set_state(&self, state: LineState) {
        let is_result = state != LineState::Connecting;
        if let Some(status) = self.lock().as_mut() {
            status.state = state;
        }
        if is_result {
            self.note_attempt();
        }
    }

    fn note_attempt(&self) {
        self.attempts.send_modify(|attempts| *attempts += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Option<JoinStatus>> {
        // No operation under the lock can leave it inconsistent.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the line to the joined gateway until the server stops. A change of the settings ends the
/// line and every request of the gateway's agents. `router`: the one with
/// [`crate::http::gate::Trust::Gateway`].
pub async fn run(app: Arc<App>, dir: StateDir, router: Router) {
    let mut versions = app.join.settings_version.subscribe();
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
        if let Err(error) = connect_and_serve(edge.clone(), epoch).await {
            tracing::info!(gateway = settings.address.name(), "{error:#}");
            if error.is::<Refused>() {
                delays.skip_to_longest();
            }
            app.join.set_state(LineState::Failed(format!("{error:#}")));
        }
        if start.elapsed() > LASTING {
            delays = Delays::default();
        }
        tokio::time::sleep(delays.next(random())).await;
        app.join.set_state(LineState::Connecting);
    }
}

/// Opens a line and serves it to its end.
async fn connect_and_serve(edge: Edge, epoch: u64) -> anyhow::Result<()> {
    let line = dial(&edge.settings).await?;
    let app = Arc::clone(&edge.app);
    app.join.set_state(LineState::Connected);
    tracing::info!(gateway = edge.settings.address.name(), "joined");
    line::serve(edge, line, epoch).await
}

/// The epoch of the next line: the time, so that it also grows when the server restarts.
fn next_epoch(last: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.unwrap_or_default().as_millis();
    u64::try_from(now).unwrap_or(u64::MAX).max(last + 1)
}
