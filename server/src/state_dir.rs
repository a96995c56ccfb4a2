//! The state directory: the lock that keeps a second server out, and `endpoint.json` with address
//! and tokens. Knows files and nothing of HTTP.

use anyhow::{Context, bail};
use axlens_protocol::Endpoint;
use axlens_protocol::endpoint::FILE;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Environment variable that names the state directory for every command.
pub const VARIABLE: &str = "AXLENS_STATE_DIR";

/// Length of a token in hexadecimal digits.
const TOKEN_DIGITS: usize = 64;

/// A folder that keeps a server's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateDir {
    path: PathBuf,
}

/// The right to serve a state directory; given back when dropped, or when the process ends in
/// whatever way.
#[derive(Debug)]
pub struct Held {
    _lock: File,
}

/// The two tokens of a state directory.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Lets agents in.
    pub agent: String,
    /// Lets the extension in.
    pub extension: String,
}

impl StateDir {
    /// The folder given, else the user's own.
    ///
    /// # Errors
    /// When none is given and the user has no home directory.
    pub fn locate(given: Option<PathBuf>) -> anyhow::Result<StateDir> {
        if let Some(path) = given {
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

    /// The file with address and tokens.
    pub fn endpoint_file(&self) -> PathBuf {
        self.path.join(FILE)
    }

    /// Takes the right to serve this folder, which is made where it is missing.
    ///
    /// # Errors
    /// When another server holds it (says which), or the folder can't be written.
    pub fn hold(&self) -> anyhow::Result<Held> {
        make_folder(&self.path)?;
        let file = self.path.join("server.lock");
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&file)
            .with_context(|| format!("{} can't be opened", file.display()))?;
        match lock.try_lock() {
            Ok(()) => Ok(Held { _lock: lock }),
            Err(TryLockError::WouldBlock) => bail!("{}", self.holder()),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("{} can't be locked", file.display()))
            }
        }
    }

    /// Where the server of this folder is, or was.
    ///
    /// # Errors
    /// When there is no endpoint file, or it makes no sense.
    pub fn endpoint(&self) -> anyhow::Result<Endpoint> {
        let file = self.endpoint_file();
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("{} can't be read", file.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} makes no sense", file.display()))
    }

    /// The tokens this folder had, or new ones: also where others could have read the old ones.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn tokens(&self) -> anyhow::Result<Tokens> {
        let kept = self.endpoint().ok().filter(|endpoint| {
            is_private(&self.endpoint_file())
                && is_token(&endpoint.agent_token)
                && is_token(&endpoint.extension_token)
                && endpoint.agent_token != endpoint.extension_token
        });
        if let Some(endpoint) = kept {
            return Ok(Tokens {
                agent: endpoint.agent_token,
                extension: endpoint.extension_token,
            });
        }
        Ok(Tokens {
            agent: new_token()?,
            extension: new_token()?,
        })
    }

    /// Writes the endpoint file: all at once, readable by its user alone.
    ///
    /// # Errors
    /// When the folder can't be written.
    pub fn announce(&self, endpoint: &Endpoint) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(endpoint)? + "\n";
        // Made readable by its user alone, under another name, then put in place in one step.
        let mut file = tempfile::Builder::new()
            .prefix(".endpoint-")
            .tempfile_in(&self.path)
            .with_context(|| format!("{} can't be written", self.path.display()))?;
        file.write_all(text.as_bytes())?;
        file.persist(self.endpoint_file())
            .with_context(|| format!("{} can't be replaced", self.endpoint_file().display()))?;
        Ok(())
    }

    fn holder(&self) -> String {
        let path = self.path.display();
        match self.endpoint() {
            Ok(endpoint) => format!(
                "process {} already serves {path} at {}: use that one, stop it, or choose another --state-dir",
                endpoint.pid, endpoint.url
            ),
            Err(_) => format!(
                "another server has just begun to serve {path}: use that one, stop it, or choose another --state-dir"
            ),
        }
    }
}

fn make_folder(path: &Path) -> anyhow::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(path)
        .with_context(|| format!("the state directory {} can't be made", path.display()))
}

#[cfg(unix)]
fn is_private(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_private(_file: &Path) -> bool {
    true
}

fn is_token(text: &str) -> bool {
    text.len() == TOKEN_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn new_token() -> anyhow::Result<String> {
    let mut bytes = [0u8; TOKEN_DIGITS / 2];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh() -> (tempfile::TempDir, StateDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("it is named");
        (folder, dir)
    }

    fn endpoint(tokens: Tokens) -> Endpoint {
        Endpoint {
            url: "http://127.0.0.1:4711".to_owned(),
            agent_token: tokens.agent,
            extension_token: tokens.extension,
            pid: 42,
            version: "0.1.0".to_owned(),
        }
    }

    #[test]
    fn one_server_at_a_time_and_the_second_hears_who_it_is() {
        let (_folder, dir) = fresh();
        let held = dir.hold().expect("nobody holds it");
        dir.announce(&endpoint(dir.tokens().expect("tokens")))
            .expect("it is written");
        let refused = dir.hold().expect_err("it is held").to_string();
        assert!(
            refused.contains("process 42") && refused.contains("http://127.0.0.1:4711"),
            "{refused}"
        );
        drop(held);
        dir.hold().expect("it is free again");
    }

    #[test]
    fn tokens_stay_across_restarts() {
        let (_folder, dir) = fresh();
        let _held = dir.hold().expect("nobody holds it");
        let first = dir.tokens().expect("tokens");
        assert!(first.agent != first.extension && is_token(&first.agent));
        dir.announce(&endpoint(first.clone()))
            .expect("it is written");
        assert!(dir.tokens().expect("tokens") == first);
    }

    #[cfg(unix)]
    #[test]
    fn the_endpoint_file_is_its_users_alone_and_tokens_others_could_read_are_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, dir) = fresh();
        let _held = dir.hold().expect("nobody holds it");
        let first = dir.tokens().expect("tokens");
        dir.announce(&endpoint(first.clone()))
            .expect("it is written");
        let mode = |path: &Path| {
            std::fs::metadata(path)
                .expect("it is there")
                .permissions()
                .mode()
                & 0o777
        };
        assert_eq!(mode(&dir.endpoint_file()), 0o600);
        assert_eq!(mode(dir.path()), 0o700);
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(dir.endpoint_file(), open).expect("they are set");
        assert!(dir.tokens().expect("tokens") != first);
    }

    #[test]
    fn nonsense_in_the_endpoint_file_is_replaced() {
        let (_folder, dir) = fresh();
        let _held = dir.hold().expect("nobody holds it");
        std::fs::write(dir.endpoint_file(), "{").expect("it is written");
        dir.tokens().expect("new ones");
    }
}
