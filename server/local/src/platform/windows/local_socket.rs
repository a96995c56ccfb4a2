//! A named pipe, which accepts only programs of this user. Its name is random, so that no other
//! user can create the pipe first, and is in a private file.

use super::files::open_own;
use super::security::{self, Descriptor};
use crate::platform::access_list;
use crate::secret;
use anyhow::Context;
use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;
use std::time::Duration;
use tokio::net::windows::named_pipe::{
    ClientOptions, NamedPipeClient, NamedPipeServer, ServerOptions,
};
use windows_sys::Win32::Foundation::ERROR_PIPE_BUSY;

/// The name of the file in the state directory that has the pipe's name.
pub const SOCKET_FILE: &str = "axlens.pipe";

/// What the names of all pipes begin with.
const PREFIX: &str = r"\\.\pipe\axlens-";

/// The interval in which a client tries again if the server has not yet created the next instance
/// of the pipe.
const BUSY_INTERVAL: Duration = Duration::from_millis(5);

/// The client's end of a connection.
pub type LocalStream = NamedPipeClient;

/// The server's end of a connection.
pub type AcceptedStream = NamedPipeServer;

/// A server's named pipe.
pub struct LocalListener {
    name: String,
    /// The instance that the next client gets.
    next: NamedPipeServer,
}

impl LocalListener {
    /// Creates the pipe, and the file with its name.
    ///
    /// # Errors
    /// If one can't be created.
    pub fn bind(file: &Path) -> anyhow::Result<LocalListener> {
        let name = format!("{PREFIX}{}", secret::new()?);
        let next = instance(&name, true).context("the named pipe can't be created")?;
        write_name(file, &name).context("the file with the pipe's name can't be written")?;
        Ok(LocalListener { name, next })
    }

    /// Waits for the next connection. The pipe's permissions prevent connections of other users.
    ///
    /// # Errors
    /// If the connection ends at once, or the next instance can't be created.
    pub async fn accept(&mut self) -> Result<AcceptedStream> {
        self.next.connect().await?;
        let next = instance(&self.name, false)?;
        Ok(std::mem::replace(&mut self.next, next))
    }
}

/// Connects to a server's named pipe.
///
/// # Errors
/// If no server listens there, or it belongs to another user: [`ErrorKind::PermissionDenied`].
pub async fn connect(file: &Path) -> Result<LocalStream> {
    let name = name_in(file)?;
    let stream = loop {
        match ClientOptions::new().open(&name) {
            Err(error) if error.raw_os_error() == Some(ERROR_PIPE_BUSY.cast_signed()) => {
                tokio::time::sleep(BUSY_INTERVAL).await;
            }
            opened => break opened?,
        }
    };
    check_owner(&stream)?;
    Ok(stream)
}

/// Nothing limits the path of the file.
///
/// # Errors
/// None.
pub fn check_socket_path(_file: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// Writes the file at once, so that no client reads a part of the name.
fn write_name(file: &Path, name: &str) -> Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::Builder::new()
        .prefix(".new-")
        .tempfile_in(folder)?;
    new.write_all(name.as_bytes())?;
    new.persist(file)?;
    Ok(())
}

fn instance(name: &str, is_first: bool) -> Result<NamedPipeServer> {
    let user = security::user()?;
    let private = Descriptor::new(&format!("O:{user}D:P(A;;GA;;;{user})"))?;
    let mut options = ServerOptions::new();
    options
        .first_pipe_instance(is_first)
        .reject_remote_clients(true);
    private.create_pipe(name, &options)
}

fn name_in(file: &Path) -> Result<String> {
    let mut opened = open_own(file, OpenOptions::new().read(true))
        .map_err(|error| Error::new(ErrorKind::NotFound, format!("{error:#}")))?;
    let mut name = String::new();
    opened.read_to_string(&mut name)?;
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    match secret::is_well_formed(random) {
        true => Ok(name),
        false => {
            let message = format!("{} has no pipe's name", file.display());
            Err(Error::new(ErrorKind::InvalidData, message))
        }
    }
}

fn check_owner(pipe: &NamedPipeClient) -> Result<()> {
    let descriptor = security::of_pipe(pipe)?;
    if access_list::owner(&descriptor) == security::user()? {
        return Ok(());
    }
    let message = "the named pipe belongs to another user";
    Err(Error::new(ErrorKind::PermissionDenied, message))
}
