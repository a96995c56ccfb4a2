//! The state of the connection to the gateway that the user has joined.

use super::settings::JoinSettings;
use axlens_local::StateDir;
use axlens_protocol::agent::status::GatewayStatus;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a request for the state waits for the first attempt to connect.
const FIRST_ATTEMPT: Duration = Duration::from_secs(20);

/// The state of the connection.
#[derive(Debug, Default)]
pub struct Join {
    /// The folder of the settings, if the server has one.
    dir: OnceLock<StateDir>,
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
pub(super) enum LineState {
    /// A line is being opened.
    Connecting,
    /// It is open.
    Connected,
    /// It could not be opened, or was lost, for this reason.
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

    /// Leaves the gateway: its agents get no answer from now on.
    ///
    /// # Errors
    /// If the settings can't be removed. The gateway stays joined then.
    pub async fn leave(&self) -> anyhow::Result<()> {
        self.dir.get().map(JoinSettings::remove).transpose()?;
        self.reload().await;
        Ok(())
    }

    /// Notes the folder of the settings.
    pub(super) fn set_dir(&self, dir: StateDir) {
        // The server has one folder.
        let _ = self.dir.set(dir);
    }

    /// Notes a request of an agent of the gateway.
    pub fn note_request(&self) {
        if let Some(status) = self.lock().as_mut() {
            status.last_request = Some(Instant::now());
        }
    }

    /// A receiver that changes when the settings must be read again.
    pub(super) fn settings_versions(&self) -> watch::Receiver<u64> {
        self.settings_version.subscribe()
    }

    /// Notes which gateway is joined.
    pub(super) fn set_joined(&self, settings: Option<Arc<JoinSettings>>) {
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

    /// Notes the state of the line.
    pub(super) fn set_state(&self, state: LineState) {
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
