//! A Unix socket, which accepts only programs of this user.

use anyhow::{Context, bail};
use std::fs::Permissions;
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tokio::net::{UnixListener, UnixStream};

/// The name of the socket in the state directory.
pub const SOCKET_FILE: &str = "axlens.sock";

/// The maximum length of a Unix socket's path in bytes, on macOS, where it is shorter than on
/// Linux.
const MAX_PATH_LEN: usize = 103;

/// The client's end of a connection.
pub type LocalStream = UnixStream;

/// The server's end of a connection.
pub type AcceptedStream = UnixStream;

/// A server's socket.
pub struct LocalListener(UnixListener);

impl LocalListener {
    /// Creates the socket.
    ///
    /// # Errors
    /// If it can't be created, or its path is too long.
    pub fn bind(socket: &Path) -> anyhow::Result<LocalListener> {
        check_socket_path(socket)?;
        let listener = UnixListener::bind(socket)
            .with_context(|| format!("the socket {} can't be created", socket.display()))?;
        std::fs::set_permissions(socket, Permissions::from_mode(0o600))?;
        Ok(LocalListener(listener))
    }

    /// Waits for the next connection. The permissions of the folder prevent connections of other
    /// users, unless the user has changed them.
    ///
    /// # Errors
    /// If the connection can't be accepted, or is another user's: [`ErrorKind::PermissionDenied`].
    pub async fn accept(&mut self) -> Result<AcceptedStream> {
        let (stream, _) = self.0.accept().await?;
        check_peer(&stream)?;
        Ok(stream)
    }
}

/// Connects to a server's socket.
///
/// # Errors
/// If no server listens there, or it belongs to another user: [`ErrorKind::PermissionDenied`].
pub async fn connect(socket: &Path) -> Result<LocalStream> {
    let stream = UnixStream::connect(socket).await?;
    check_peer(&stream)?;
    Ok(stream)
}

/// Checks the length of a socket's path.
///
/// # Errors
/// If it is too long.
pub fn check_socket_path(socket: &Path) -> anyhow::Result<()> {
    let length = socket.as_os_str().len();
    if length > MAX_PATH_LEN {
        bail!(
            "the path of {} has {length} bytes, a socket's at most {MAX_PATH_LEN}: choose a state directory with a shorter path (--state-dir)",
            socket.display()
        );
    }
    Ok(())
}

fn check_peer(stream: &UnixStream) -> Result<()> {
    // On macOS, a client that has closed the connection already has no user.
    let peer = stream.peer_cred();
    let peer = peer.map_err(|error| Error::new(ErrorKind::ConnectionAborted, error))?;
    if peer.uid() == rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let message = "the other end of the socket belongs to another user";
    Err(Error::new(ErrorKind::PermissionDenied, message))
}
