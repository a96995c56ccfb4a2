//! The state directory: the lock that keeps a second server out, the extension's key,
//! `endpoint.json` with address and agents' token, and the server's socket. Knows files and nothing
//! of HTTP.

pub(crate) mod files;
mod owner;

use crate::secret;
use anyhow::{Context, bail};
use axlens_protocol::EndpointFile;
use axlens_protocol::endpoint_file::FILE;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Environment variable that names the state directory for every command.
pub const VARIABLE: &str = "AXLENS_STATE_DIR";

/// Every file that is written here, but those of the audit log.
const FILES: [&str; 10] = [
    FILE,
    "axlens.sock",
    "extension.key",
    "port",
    "server.lock",
    "server.log",
    "server.log.1",
    "stopped",
    "tokens.json",
    "tokens.lock",
];

/// How many files the audit log has at most.
pub const AUDIT_FILES: usize = 5;

/// Longest path of a Unix socket, in bytes: macOS has room for fewer than Linux.
const MAX_SOCKET_PATH_LEN: usize = 103;

/// A program that only checks whether the lock is free holds it for a moment.
const TIMEOUT: Duration = Duration::from_millis(300);
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A folder that keeps a server's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateDir {
    path: PathBuf,
}

/// The right to serve a state directory. When it is dropped, the address is withdrawn and the right
/// path back; the system gives it back when the process ends in whatever way.
#[derive(Debug)]
pub struct Held {
    dir: StateDir,
    _lock: File,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.dir.withdraw();
    }
}

/// Why there is no endpoint of a server that runs.
#[derive(Debug, thiserror::Error)]
pub enum NoServer {
    /// No server holds the folder.
    #[error("no server runs with the state directory {}", .0.display())]
    NotRunning(PathBuf),
    /// The folder can't be trusted, or a file in it makes no sense.
    #[error("{0:#}")]
    Refused(anyhow::Error),
}

impl StateDir {
    /// The state directory with this absolute path.
    pub fn at(path: PathBuf) -> StateDir {
        StateDir { path }
    }

    /// The folder path, else the user's own.
    ///
    /// # Errors
    /// When none is path and the user has no home directory.
    pub fn locate(path: Option<PathBuf>) -> anyhow::Result<StateDir> {
        if let Some(path) = path {
            let path = std::path::absolute(&path)
                .with_context(|| format!("{} names no folder", path.display()))?;
            return Ok(StateDir { path });
        }
        let own = directories::ProjectDirs::from("dev", "axlens", "axlens")
            .context("there is no home directory: name a state directory with --state-dir")?;
        let path = own.state_dir().unwrap_or_else(|| own.data_local_dir());
        Ok(StateDir {
            path: path.to_owned(),
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file with the address and the agents' token.
    pub fn endpoint_file(&self) -> PathBuf {
        self.path.join(FILE)
    }

    /// The socket of the server for programs of this user.
    pub fn socket(&self) -> PathBuf {
        self.path.join("axlens.sock")
    }

    /// The log of a server that the native host has started.
    pub fn log_file(&self) -> PathBuf {
        self.path.join("server.log")
    }

    /// A file of the audit log: 0 is the one that is written, higher numbers are older.
    pub fn audit_file(&self, number: usize) -> PathBuf {
        self.path.join(audit_name(number))
    }

    /// Removes every file that Axlens writes here, and the folder where it is empty then. The paths
    /// that are gone. A folder that is ours in name alone, because another user could have put
    /// something in it, is refused.
    ///
    /// # Errors
    /// When the folder can't be trusted, a server still holds it, or a file can't be removed.
    pub fn purge(&self) -> anyhow::Result<Vec<PathBuf>> {
        self.check()?;
        if self.is_served()? {
            bail!("a server still runs with {}", self.path.display());
        }
        let mut removed = files::remove_all(&self.path, is_ours)?;
        let hosts = self.path.join("native-host");
        if hosts.is_dir() {
            removed.extend(files::remove_all(&hosts, is_registration)?);
            files::remove_empty(&hosts, &mut removed)?;
        }
        if self.path.is_dir() {
            files::remove_empty(&self.path, &mut removed)?;
        }
        Ok(removed)
    }

    /// Refuses a folder that another user could have changed; one that is not there is nobody's.
    ///
    /// # Errors
    /// When it belongs to another user or another user can write in it; says what to do.
    pub fn check(&self) -> anyhow::Result<()> {
        match std::fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            _ => owner::check(&self.path),
        }
    }

    /// Makes the folder where it is missing, and refuses one that others can write.
    ///
    /// # Errors
    /// When it belongs to another user or another user can write in it; says what to do.
    pub fn make(&self) -> anyhow::Result<()> {
        files::make_private_folder(&self.path)?;
        owner::check(&self.path)?;
        files::close_to_others(&self.path)
    }

    /// Takes the right to serve this folder.
    ///
    /// # Errors
    /// When another server holds it (says which), or the folder can't be written or trusted.
    pub fn hold(&self) -> anyhow::Result<Held> {
        self.make()?;
        let lock = files::open_lock(&self.lock_file())?;
        let until = Instant::now() + TIMEOUT;
        loop {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if Instant::now() < until => {
                    std::thread::sleep(RETRY_INTERVAL);
                }
                Err(TryLockError::WouldBlock) => bail!("{}", self.holder()),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| {
                        format!("{} can't be locked", self.lock_file().display())
                    });
                }
            }
        }
        // What a server that was killed has left.
        self.withdraw();
        Ok(Held {
            dir: self.clone(),
            _lock: lock,
        })
    }

    /// Whether a server holds this folder. Where none does, what the last one left is withdrawn.
    ///
    /// # Errors
    /// When the folder can't be trusted.
    pub fn is_served(&self) -> anyhow::Result<bool> {
        match std::fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            _ => owner::check(&self.path)?,
        }
        if !self.lock_file().exists() {
            return Ok(false);
        }
        let lock = files::open_lock(&self.lock_file())?;
        match lock.try_lock_shared() {
            Ok(()) => {
                self.withdraw();
                Ok(false)
            }
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error)
                .with_context(|| format!("{} can't be locked", self.lock_file().display())),
        }
    }

    /// Sees that a server holds this folder.
    ///
    /// # Errors
    /// When none does, or the folder can't be trusted.
    pub fn check_served(&self) -> Result<(), NoServer> {
        match self.is_served() {
            Ok(true) => Ok(()),
            Ok(false) => Err(NoServer::NotRunning(self.path.clone())),
            Err(error) => Err(NoServer::Refused(error)),
        }
    }

    /// Where the server of this folder is.
    ///
    /// # Errors
    /// When none runs, or the folder can't be trusted.
    pub fn endpoint(&self) -> Result<EndpointFile, NoServer> {
        self.check_served()?;
        self.read_endpoint().map_err(NoServer::Refused)
    }

    fn read_endpoint(&self) -> anyhow::Result<EndpointFile> {
        let file = self.endpoint_file();
        let text = files::read_own(&file)?;
        serde_json::from_str(&text).with_context(|| format!("{} makes no sense", file.display()))
    }

    /// The extension's key that this folder has had, or a new one, which is kept: also where others
    /// could have read the old one.
    ///
    /// # Errors
    /// When the system gives no random numbers, or the folder can't be written.
    pub fn key(&self) -> anyhow::Result<String> {
        if let Some(key) = self.kept_key() {
            return Ok(key);
        }
        let key = secret::new()?;
        files::write_private(&self.key_file(), &format!("{key}\n"))?;
        Ok(key)
    }

    /// The extension's key, where this folder has one that only its user could have read.
    pub fn kept_key(&self) -> Option<String> {
        let text = files::read_private(&self.key_file()).ok()?;
        let key = text.trim_end();
        secret::is_well_formed(key).then(|| key.to_owned())
    }

    /// The port that the last server of this folder had; `None` if none has ever run.
    pub fn last_port(&self) -> Option<u16> {
        let text = files::read_own(&self.port_file()).ok()?;
        text.trim_end().parse().ok()
    }

    /// Writes the endpoint file: all at once, readable by its user alone. Remembers the port.
    ///
    /// # Errors
    /// When the folder can't be written.
    pub fn announce(&self, endpoint: &EndpointFile, port: u16) -> anyhow::Result<()> {
        files::write_private(&self.port_file(), &format!("{port}\n"))?;
        let text = serde_json::to_string_pretty(endpoint)? + "\n";
        files::write_private(&self.endpoint_file(), &text)
    }

    /// Takes back what [`StateDir::announce`] wrote, and the socket. The caller holds the lock.
    fn withdraw(&self) {
        // What is not there needs no removal.
        let _ = std::fs::remove_file(self.endpoint_file());
        let _ = std::fs::remove_file(self.socket());
    }

    /// Says what is wrong with the socket's path, before the system says it in fewer words.
    ///
    /// # Errors
    /// When it is longer than a socket's path may be.
    pub fn check_socket_path(&self) -> anyhow::Result<()> {
        let length = self.socket().as_os_str().len();
        if length > MAX_SOCKET_PATH_LEN {
            bail!(
                "the path of {} has {length} bytes, a socket's at most {MAX_SOCKET_PATH_LEN}: choose a state directory with a shorter path (--state-dir)",
                self.socket().display()
            );
        }
        Ok(())
    }

    /// Whether the user has stopped the server, so that only the user starts it again.
    pub fn is_stopped(&self) -> bool {
        self.stopped_file().exists()
    }

    /// The user stops the server.
    ///
    /// # Errors
    /// When the folder can't be written.
    pub fn set_stopped(&self) -> anyhow::Result<()> {
        files::write_private(
            &self.stopped_file(),
            "The server was stopped with `axlens stop`. `axlens serve` starts it again.\n",
        )
    }

    /// The user starts the server, or lets the extension start it.
    pub fn clear_stopped(&self) {
        let _ = std::fs::remove_file(self.stopped_file());
    }

    fn lock_file(&self) -> PathBuf {
        self.path.join("server.lock")
    }

    fn key_file(&self) -> PathBuf {
        self.path.join("extension.key")
    }

    fn port_file(&self) -> PathBuf {
        self.path.join("port")
    }

    fn stopped_file(&self) -> PathBuf {
        self.path.join("stopped")
    }

    fn holder(&self) -> String {
        let path = self.path.display();
        match self.read_endpoint() {
            Ok(endpoint) => format!(
                "process {} already serves {path} at {}: use that one, stop it with `axlens stop`, or choose another --state-dir",
                endpoint.pid, endpoint.url
            ),
            Err(_) => format!(
                "another server has just begun to serve {path}: use that one, stop it, or choose another --state-dir"
            ),
        }
    }
}

/// Opens a log of this user's alone, at its end. One that has grown is put aside first.
///
/// # Errors
/// When the file can't be written, or is a link or another user's.
pub fn open_log(file: &Path) -> anyhow::Result<File> {
    files::open_log(file)
}

/// Whether Axlens writes a file of this name into the state directory.
fn is_ours(name: &str) -> bool {
    let audit = (0..AUDIT_FILES).any(|number| audit_name(number) == name);
    audit || FILES.contains(&name) || name.starts_with(".new-")
}

/// Whether `axlens install` writes a file of this name into `native-host`.
fn is_registration(name: &str) -> bool {
    let name = name.strip_suffix(".json").unwrap_or(name);
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
        || name.starts_with(".axlens-")
}

fn audit_name(number: usize) -> String {
    match number {
        0 => "audit.jsonl".to_owned(),
        _ => format!("audit.{number}.jsonl"),
    }
}

/// Opens a file of this user's alone, at its end; one that is missing is made.
///
/// # Errors
/// When it can't be written, or is a link or another user's.
pub fn open_append(file: &Path) -> anyhow::Result<File> {
    files::open_append(file)
}

/// Opens a file of this user's.
///
/// # Errors
/// When it can't be read, or is a link or another user's.
pub fn open_to_read(file: &Path) -> anyhow::Result<File> {
    files::open_to_read(file)
}

/// Writes a file of this user's alone, all at once, in the place of what is there.
///
/// # Errors
/// When it can't be written.
pub fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    files::write_private(file, text)
}

#[cfg(test)]
mod tests;
