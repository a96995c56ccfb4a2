//! The Unix socket of a state directory, which accepts only programs of this user.

use anyhow::Context;
use axlens_local::StateDir;
use axum::serve::Listener;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use tokio::net::unix::SocketAddr;
use tokio::net::{UnixListener, UnixStream};

/// Listens on the socket and drops connections of other users. The permissions of the folder
/// prevent such connections too, unless the user has changed them.
pub struct OwnUser {
    listener: UnixListener,
    user: u32,
}

impl OwnUser {
    /// Creates the socket.
    ///
    /// # Errors
    /// If it can't be created, or its path is too long.
    pub fn listen(dir: &StateDir) -> anyhow::Result<OwnUser> {
        dir.check_socket_path()?;
        let path = dir.socket();
        let listener = UnixListener::bind(&path)
            .with_context(|| format!("the socket {} can't be created", path.display()))?;
        std::fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        Ok(OwnUser {
            listener,
            user: rustix::process::geteuid().as_raw(),
        })
    }

    fn is_own(&self, stream: &UnixStream) -> bool {
        stream.peer_cred().is_ok_and(|peer| peer.uid() == self.user)
    }
}

impl Listener for OwnUser {
    type Io = UnixStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (UnixStream, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            if self.is_own(&stream) {
                return (stream, address);
            }
            tracing::warn!("rejected a connection of another user");
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}
