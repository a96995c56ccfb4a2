//! The server of a state directory as other programs of this user see it: found, proven, compared
//! with the program that is installed, stopped. Believed only where it holds the folder's lock,
//! answers on the folder's socket, and knows the folder's key.

use crate::client::{Client, Limits, request};
use crate::proof::{Claim, Role};
use crate::secret;
use crate::state_dir::{NoServer, StateDir, open_log};
use anyhow::{Context, ensure};
use http_body_util::Full;
use hyper::body::Bytes;
use semver::Version;
use serde::{Deserialize, Serialize};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Endpoint on the socket at which a server proves who it is.
pub const IDENTITY: &str = "/identity";
/// Endpoint on the socket that stops a server.
pub const STOP: &str = "/stop";
/// Endpoint on the socket that gives a link to the server's own page.
pub const PAGE_LINK: &str = "/dashboard-link";
/// Endpoint on the socket that says whether such a link was used.
pub const PAGE_LINK_USED: &str = "/dashboard-link/used";
/// Endpoint on the socket that ends every link and every page that one has opened.
pub const PAGE_LINK_REVOKE: &str = "/dashboard-link/revoke";

/// What asking a well server who it is may take.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(2),
    answer: 16 * 1024,
};

/// How long a server may take to end after it was stopped.
const TIME_TO_END: Duration = Duration::from_secs(10);
/// How long a server may take to answer after it was started.
const TIME_TO_START: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What a server says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its version.
    pub version: String,
    /// When its program was written, in milliseconds since 1970; as it was when the server started.
    pub built: u64,
    /// Its process id.
    pub pid: u32,
    /// Port of its TCP address.
    pub port: u16,
    /// Its nonce.
    pub nonce: String,
    /// Its proof for [`Role::Socket`].
    pub proof: String,
}

impl Identity {
    /// Its TCP address.
    pub fn url(&self) -> String {
        url(self.port)
    }

    /// Whether the program that is installed is a newer one.
    pub fn is_older_than(&self, installed: &Program) -> bool {
        match (
            Version::parse(&self.version),
            Version::parse(&installed.version),
        ) {
            (Ok(runs), Ok(new)) if runs != new => runs < new,
            _ => self.built < installed.built,
        }
    }
}

/// A server's program on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// When it was written, in milliseconds since 1970.
    pub built: u64,
}

impl Program {
    /// The program in this file.
    pub fn at(file: &Path, version: &str) -> Program {
        Program {
            version: version.to_owned(),
            built: written(file),
        }
    }
}

/// A server that runs and has proven who it is.
pub struct Running {
    /// What it says of itself.
    pub identity: Identity,
    /// The extension's key, which it knows.
    pub key: String,
    client: Client,
}

impl Running {
    /// The server of this folder.
    ///
    /// # Errors
    /// When none runs, or what answers can't prove that it is this folder's.
    pub fn find(dir: &StateDir) -> Result<Running, NoServer> {
        dir.check_served()?;
        ask(dir).map_err(NoServer::Refused)
    }

    /// Returns when the server has closed the connection, which it does when it ends and hardly
    /// otherwise.
    pub fn wait_for_end(&mut self) {
        self.client.wait_for_end();
    }

    /// Tells it to stop: requests under way may end first.
    ///
    /// # Errors
    /// When it does not take the order.
    pub fn stop(&mut self) -> anyhow::Result<()> {
        let reply = self
            .client
            .send(request("POST", STOP).body(Full::default())?)?;
        ensure!(
            reply.status == 204,
            "the server does not stop: it answered {}",
            reply.status
        );
        Ok(())
    }
}

/// Stops the server of this folder and waits until it has gone; whether there was one.
///
/// # Errors
/// When it does not stop.
pub fn stop(dir: &StateDir) -> anyhow::Result<bool> {
    match Running::find(dir) {
        Ok(mut running) => {
            running.stop()?;
            wait_until_gone(dir)?;
            Ok(true)
        }
        Err(NoServer::NotRunning(_)) => Ok(false),
        Err(NoServer::Refused(error)) => Err(error),
    }
}

/// The server of this folder; where none runs, this program starts one that outlives it.
///
/// # Errors
/// When the user has stopped it, or it does not start.
pub fn find_or_start(dir: &StateDir, program: &Path) -> anyhow::Result<Running> {
    let until = Instant::now() + TIME_TO_START;
    let mut started = false;
    loop {
        let error = match Running::find(dir) {
            Ok(running) => return Ok(running),
            Err(NoServer::NotRunning(_)) if !started => {
                ensure!(
                    !dir.is_stopped(),
                    "the server was stopped: `axlens serve` starts it again"
                );
                start(dir, program)?;
                started = true;
                continue;
            }
            // It may be on its way.
            Err(error) => error,
        };
        ensure!(
            Instant::now() < until,
            "{error}; {} may say why",
            dir.log_file().display()
        );
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Starts a server that belongs to no terminal.
fn start(dir: &StateDir, program: &Path) -> anyhow::Result<()> {
    dir.make()?;
    let mut command = Command::new(program);
    command.arg("serve").arg("--state-dir").arg(dir.path());
    command
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(open_log(&dir.log_file())?)
        .process_group(0);
    command.spawn()?;
    Ok(())
}

/// Waits until no server holds the folder.
///
/// # Errors
/// When one still does after ten seconds.
pub fn wait_until_gone(dir: &StateDir) -> anyhow::Result<()> {
    let until = Instant::now() + TIME_TO_END;
    while dir.is_served()? {
        ensure!(
            Instant::now() < until,
            "the server has not ended within {} s: end its process by hand",
            TIME_TO_END.as_secs()
        );
        std::thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

/// The TCP address of a server.
pub fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// When a file was written, in milliseconds since 1970; 0 where that can't be known.
pub fn written(file: &Path) -> u64 {
    let modified = std::fs::metadata(file).and_then(|about| about.modified());
    let since = modified
        .ok()
        .and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since
        .and_then(|since| u64::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}

fn ask(dir: &StateDir) -> anyhow::Result<Running> {
    let mut client = Client::connect(&dir.socket(), LIMITS)?;
    let key = dir
        .kept_key()
        .with_context(|| format!("{} has no key of its server", dir.path().display()))?;
    let nonce = secret::new()?;
    let body: Bytes = serde_json::to_vec(&IdentityRequest { nonce: &nonce })?.into();
    let reply = client.send(request("POST", IDENTITY).body(Full::new(body))?)?;
    let unproven = || {
        format!(
            "what answers at {} can't prove that it is the server of this folder",
            dir.socket().display()
        )
    };
    ensure!(reply.status == 200, unproven());
    let identity: Identity = serde_json::from_slice(&reply.body).with_context(unproven)?;
    let claim = Claim {
        role: Role::Socket,
        client: &nonce,
        server: &identity.nonce,
        port: identity.port,
    };
    ensure!(claim.is_proven(&key, &identity.proof), unproven());
    Ok(Running {
        identity,
        key,
        client,
    })
}

#[derive(Serialize)]
struct IdentityRequest<'a> {
    nonce: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(version: &str, built: u64) -> Identity {
        Identity {
            version: version.to_owned(),
            built,
            pid: 1,
            port: 1,
            nonce: String::new(),
            proof: String::new(),
        }
    }

    #[test]
    fn the_version_decides_and_then_the_time_of_the_build() {
        let installed = Program {
            version: "0.10.0".to_owned(),
            built: 50,
        };
        assert!(runs("0.9.0", 90).is_older_than(&installed));
        assert!(!runs("0.11.0", 10).is_older_than(&installed));
        assert!(runs("0.10.0", 49).is_older_than(&installed));
        assert!(!runs("0.10.0", 50).is_older_than(&installed));
    }

    #[test]
    fn where_no_server_is_none_is_found_or_stopped() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("named");
        assert!(matches!(Running::find(&dir), Err(NoServer::NotRunning(_))));
        assert!(!stop(&dir).expect("nothing to stop"));
    }

    /// A program that has put its own socket into a folder can't prove anything.
    #[test]
    fn a_stranger_on_the_socket_is_not_believed() {
        use std::io::{Read, Write};
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("named");
        let _held = dir.hold().expect("free");
        dir.key().expect("a key");
        let listener = std::os::unix::net::UnixListener::bind(dir.socket()).expect("bound");
        let stranger = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut buffer = [0; 4096];
            let length = stream.read(&mut buffer).expect("a request");
            let answer = serde_json::to_string(&runs("0.1.0", 1)).expect("JSON");
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n",
                answer.len()
            );
            let _ = stream.write_all((head + &answer).as_bytes());
            String::from_utf8_lossy(&buffer[..length]).into_owned()
        });
        assert!(matches!(Running::find(&dir), Err(NoServer::Refused(_))));
        let request = stranger.join().expect("it ends");
        assert!(
            !request.contains(&dir.kept_key().expect("kept")),
            "{request}"
        );
    }
}
