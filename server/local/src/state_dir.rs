//! The state directory: the lock that prevents a second server, the extension's key,
//! `endpoint.json` with the address and the agents' token, and the server's socket.

pub(crate) mod files;
mod stopped;

use crate::platform::{self, SOCKET_FILE};
use crate::secret;
use anyhow::{Context, bail};
use axlens_protocol::EndpointFile;
use axlens_protocol::endpoint_file::FILE;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use stopped::StopCause;

/// Environment variable with the state directory.
pub const VARIABLE: &str = "AXLENS_STATE_DIR";

/// The file with the last use of each agent.
const LAST_USES: &str = "last-uses.json";
const LAST_TAB: &str = "last-tab";

/// The file with the gateway that the server has joined.
const GATEWAY: &str = "gateway.json";

/// The folder with the profiles of a pool's browsers.
const POOL: &str = "pool";

/// Every file in the state directory, except those of the audit log.
const FILES: [&str; 15] = [
    FILE,
    SOCKET_FILE,
    "extension.key",
    GATEWAY,
    LAST_USES,
    LAST_TAB,
    "port",
    "secrets.json",
    "secrets.lock",
    "server.lock",
    "server.log",
    "server.log.1",
    "stopped",
    "tokens.json",
    "tokens.lock",
];

/// The maximum number of files of the audit log.
pub const AUDIT_FILES: usize = 5;

/// How long a server waits for the lock. A program that only checks the lock holds it for a moment.
const LOCK_TIMEOUT: Duration = Duration::from_millis(300);
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// A folder with a server's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateDir {
    path: PathBuf,
}

/// The lock of a state directory. When it is dropped, `endpoint.json` and the socket are removed.
/// The system releases the lock when the process ends.
#[derive(Debug)]
pub struct ServerLock {
    dir: StateDir,
    _lock: File,
}

impl Drop for ServerLock {
    fn drop(&mut self) {
        self.dir.withdraw();
    }
}

/// Why there is no running server.
#[derive(Debug, thiserror::Error)]
pub enum NoServer {
    /// No server holds the folder's lock.
    #[error("no server runs with the state directory {}", .0.display())]
    NotRunning(PathBuf),
    /// The folder can't be trusted, or a file in it is invalid.
    #[error("{0:#}")]
    Refused(anyhow::Error),
}

impl StateDir {
    /// The state directory with this absolute path.
    pub fn at(path: PathBuf) -> StateDir {
        StateDir { path }
    }

    /// The state directory with this path; by default the user's own.
    ///
    /// # Errors
    /// If there is no path and no home directory.
    pub fn locate(path: Option<PathBuf>) -> anyhow::Result<StateDir> {
        if let Some(path) = path {
            let path = std::path::absolute(&path)
                .with_context(|| format!("{} is not a path", path.display()))?;
            return Ok(StateDir { path });
        }
        let own = directories::ProjectDirs::from("dev", "axlens", "axlens")
            .context("there is no home directory: use --state-dir")?;
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

    /// The server's socket for programs of this user.
    pub fn socket(&self) -> PathBuf {
        self.path.join(SOCKET_FILE)
    }

    /// The log of a server that the native host has started.
    pub fn log_file(&self) -> PathBuf {
        self.path.join("server.log")
    }

    /// The file with the gateway that the server has joined.
    pub fn gateway_file(&self) -> PathBuf {
        self.path.join(GATEWAY)
    }

    /// The folder with the profiles of a pool's browsers.
    pub fn pool_folder(&self) -> PathBuf {
        self.path.join(POOL)
    }

    /// The file with the last use of each agent.
    pub fn last_uses_file(&self) -> PathBuf {
        self.path.join(LAST_USES)
    }

    /// A number that no handle of a tab exceeds that an earlier server has assigned.
    pub fn last_tab(&self) -> u32 {
        let stored = files::read_private(&self.path.join(LAST_TAB)).ok();
        stored
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or_default()
    }

    /// Stores the number that [`last_tab`](Self::last_tab) returns.
    ///
    /// # Errors
    /// If the folder can't be written.
    pub fn set_last_tab(&self, handle: u32) -> anyhow::Result<()> {
        files::write_private(&self.path.join(LAST_TAB), &format!("{handle}\n"))
    }

    /// A file of the audit log: 0 is the current one, higher numbers are older.
    pub fn audit_file(&self, number: usize) -> PathBuf {
        self.path.join(audit_name(number))
    }

    /// Removes every file of Axlens, and the folder if it is empty then. Returns the removed paths.
    ///
    /// # Errors
    /// If the folder can't be trusted, a server still holds it, or a file can't be removed.
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
        // A pool that was killed has left it.
        if self.pool_folder().is_dir() {
            std::fs::remove_dir_all(self.pool_folder())?;
            removed.push(self.pool_folder());
        }
        if self.path.is_dir() {
            files::remove_empty(&self.path, &mut removed)?;
        }
        Ok(removed)
    }

    /// Checks that no other user could have changed the folder. A missing folder is valid.
    ///
    /// # Errors
    /// If it belongs to another user, or another user can write to it.
    pub fn check(&self) -> anyhow::Result<()> {
        match std::fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            _ => platform::check_folder(&self.path),
        }
    }

    /// Creates the folder if it is missing, and checks its owner and permissions.
    ///
    /// # Errors
    /// If it belongs to another user, or another user can write to it.
    pub fn make(&self) -> anyhow::Result<()> {
        files::make_private_folder(&self.path)?;
        platform::check_folder(&self.path)?;
        platform::restrict_folder(&self.path)
    }

    /// Locks this folder for a server.
    ///
    /// # Errors
    /// If another server holds the lock, or the folder can't be written or trusted.
    pub fn hold(&self) -> anyhow::Result<ServerLock> {
        self.make()?;
        let lock = files::open_lock(&self.lock_file())?;
        let until = Instant::now() + LOCK_TIMEOUT;
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
        // A killed server leaves its files.
        self.withdraw();
        Ok(ServerLock {
            dir: self.clone(),
            _lock: lock,
        })
    }

    /// Whether a server holds the lock. If not, the files of the last server are removed.
    ///
    /// # Errors
    /// If the folder can't be trusted.
    pub fn is_served(&self) -> anyhow::Result<bool> {
        match std::fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            _ => platform::check_folder(&self.path)?,
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

    /// Checks that a server holds the lock.
    ///
    /// # Errors
    /// If none does, or the folder can't be trusted.
    pub fn check_served(&self) -> Result<(), NoServer> {
        match self.is_served() {
            Ok(true) => Ok(()),
            Ok(false) => Err(NoServer::NotRunning(self.path.clone())),
            Err(error) => Err(NoServer::Refused(error)),
        }
    }

    /// The address and tokens of the running server.
    ///
    /// # Errors
    /// If none runs, or the folder can't be trusted.
    pub fn endpoint(&self) -> Result<EndpointFile, NoServer> {
        self.check_served()?;
        self.read_endpoint().map_err(NoServer::Refused)
    }

    fn read_endpoint(&self) -> anyhow::Result<EndpointFile> {
        let file = self.endpoint_file();
        let text = files::read_own(&file)?;
        serde_json::from_str(&text).with_context(|| format!("{} is invalid", file.display()))
    }

    /// The stored extension's key; a new one if there is none, or others could have read it.
    ///
    /// # Errors
    /// If the system provides no random numbers, or the folder can't be written.
    pub fn key(&self) -> anyhow::Result<String> {
        if let Some(key) = self.stored_key() {
            return Ok(key);
        }
        let key = secret::new()?;
        files::write_private(&self.key_file(), &format!("{key}\n"))?;
        Ok(key)
    }

    /// The stored extension's key, if only this user could have read it.
    pub fn stored_key(&self) -> Option<String> {
        let text = files::read_private(&self.key_file()).ok()?;
        let key = text.trim_end();
        secret::is_well_formed(key).then(|| key.to_owned())
    }

    /// The port that the last server of this folder had; `None` if none has ever run.
    pub fn last_port(&self) -> Option<u16> {
        let text = files::read_own(&self.port_file()).ok()?;
        text.trim_end().parse().ok()
    }

    /// Writes `endpoint.json`, atomically and readable only by its user, and stores the port.
    ///
    /// # Errors
    /// If the folder can't be written.
    pub fn announce(&self, endpoint: &EndpointFile, port: u16) -> anyhow::Result<()> {
        files::write_private(&self.port_file(), &format!("{port}\n"))?;
        let text = serde_json::to_string_pretty(endpoint)? + "\n";
        files::write_private(&self.endpoint_file(), &text)
    }

    /// Removes `endpoint.json` and the socket. The caller holds the lock.
    fn withdraw(&self) {
        // A missing file is not an error.
        let _ = std::fs::remove_file(self.endpoint_file());
        let _ = std::fs::remove_file(self.socket());
    }

    /// Checks the length of the socket's path.
    ///
    /// # Errors
    /// If it is too long.
    pub fn check_socket_path(&self) -> anyhow::Result<()> {
        platform::check_socket_path(&self.socket())
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

    fn holder(&self) -> String {
        let path = self.path.display();
        match self.read_endpoint() {
            Ok(endpoint) => format!(
                "process {} already serves {path} at {}: use it, stop it with `axlens stop`, or choose another --state-dir",
                endpoint.pid, endpoint.url
            ),
            Err(_) => format!(
                "another server is starting with {path}: use it, stop it, or choose another --state-dir"
            ),
        }
    }
}

/// Opens a log for appending, which only this user can read. A long log is rotated first.
///
/// # Errors
/// If the file can't be written, or is a link or another user's.
pub fn open_log(file: &Path) -> anyhow::Result<File> {
    files::open_log(file)
}

/// Whether this is the name of a file of Axlens in the state directory.
fn is_ours(name: &str) -> bool {
    let audit = (0..AUDIT_FILES).any(|number| audit_name(number) == name);
    audit || FILES.contains(&name) || name.starts_with(".new-")
}

/// Whether this is the name of a file of `axlens install` in `native-host`.
fn is_registration(name: &str) -> bool {
    let ends = [".json", ".exe"];
    let bare = ends.iter().find_map(|end| name.strip_suffix(end));
    let name = bare.unwrap_or(name);
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
        || [".axlens-", ".new-"]
            .iter()
            .any(|start| name.starts_with(start))
}

fn audit_name(number: usize) -> String {
    match number {
        0 => "audit.jsonl".to_owned(),
        _ => format!("audit.{number}.jsonl"),
    }
}

/// Opens or creates a file for appending, which only this user can read.
///
/// # Errors
/// If it can't be written, or is a link or another user's.
pub fn open_append(file: &Path) -> anyhow::Result<File> {
    files::open_append(file)
}

/// Opens a file of this user for reading.
///
/// # Errors
/// If it can't be read, or is a link or another user's.
pub fn open_to_read(file: &Path) -> anyhow::Result<File> {
    files::open_to_read(file)
}

/// The text of a file that only this user could have read.
///
/// # Errors
/// If there is no such file, others can access it, or it is a link.
pub fn read_private(file: &Path) -> anyhow::Result<String> {
    files::read_private(file)
}

/// The text of a file of at most `max` bytes that only this user could have read.
///
/// # Errors
/// If there is no such file, others can access it, it is a link, or it is larger.
pub fn read_private_up_to(file: &Path, max: u64) -> anyhow::Result<String> {
    files::read_private_up_to(file, max)
}

/// Opens or creates a file that programs lock, which only this user can access.
///
/// # Errors
/// If it can't be opened, or is a link or another user's.
pub fn open_lock(file: &Path) -> anyhow::Result<File> {
    files::open_lock(file)
}

/// Creates a folder and its parents, accessible only to this user.
///
/// # Errors
/// If one can't be created.
pub fn make_private_folder(path: &Path) -> anyhow::Result<()> {
    files::make_private_folder(path)
}

/// Writes or replaces a file atomically. Only this user can read it.
///
/// # Errors
/// If it can't be written.
pub fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    files::write_private(file, text)
}

#[cfg(test)]
mod tests;
