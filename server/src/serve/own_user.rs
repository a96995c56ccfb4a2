//! The local socket of a state directory, which accepts only programs of this user.

use axlens_local::StateDir;
use axlens_local::platform::{AcceptedStream, LocalListener};
use axum::serve::Listener;
use std::io::{Error, ErrorKind};
use std::time::Duration;

/// The pause after a connection could not be accepted, usually because too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// Listens on the socket and drops connections of other users.
pub struct OwnUser(LocalListener);

impl OwnUser {
    /// Creates the socket.
    ///
    /// # Errors
    /// If it can't be created, or its path is too long.
    pub fn listen(dir: &StateDir) -> anyhow::Result<OwnUser> {
        Ok(OwnUser(LocalListener::bind(&dir.socket())?))
    }
}

impl Listener for OwnUser {
    type Io = AcceptedStream;
    type Addr = ();

    async fn accept(&mut self) -> (AcceptedStream, ()) {
        loop {
            match self.0.accept().await {
                Ok(stream) => return (stream, ()),
                Err(error) => after_failure(&error).await,
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<()> {
        Ok(())
    }
}

async fn after_failure(error: &Error) {
    match error.kind() {
        ErrorKind::PermissionDenied => tracing::warn!("rejected a connection of another user"),
        ErrorKind::ConnectionAborted
        | ErrorKind::ConnectionRefused
        | ErrorKind::ConnectionReset => {}
        _ => {
            tracing::error!("a connection to the local socket was not accepted: {error}");
            tokio::time::sleep(PAUSE).await;
        }
    }
}
