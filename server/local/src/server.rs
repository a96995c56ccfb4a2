//! Finds, verifies, starts and stops the server of a state directory, and compares its version. A
//! server is only accepted if it holds the folder's lock, answers on the folder's socket, and knows
//! the folder's key.

use crate::client::{Client, Limits, request};
use crate::platform;
use crate::proof::{Claim, ProofRole};
use crate::secret;
use crate::state_dir::{NoServer, StateDir, open_log};
use anyhow::{Context, bail, ensure};
use http_body_util::Full;
use hyper::body::Bytes;
use semver::Version;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Endpoint on the socket at which a server proves its identity.
pub const IDENTITY: &str = "/identity";
/// Endpoint on the socket that stops a server.
pub const STOP: &str = "/stop";
/// Endpoint on the socket that reads again which gateway the server has joined.
pub const JOIN: &str = "/gateway";
/// Endpoint on the socket that reports whether a request of the user's own programs waits for the
/// user's consent: `true` or `false`.
pub const WAITS_FOR_USER: &str = "/waits-for-user";
/// Endpoint on the socket that creates a link to the dashboard.
pub const PAGE_LINK: &str = "/dashboard-link";
/// Endpoint on the socket that reports whether such a link was used.
pub const PAGE_LINK_USED: &str = "/dashboard-link/used";
/// Endpoint on the socket that revokes every link and closes every dashboard.
pub const PAGE_LINK_REVOKE: &str = "/dashboard-link/revoke";

/// Limits of an identity request.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(2),
    answer: 16 * 1024,
};

/// The timeout of the server's end after it was stopped.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of the server's first answer after it was started.
const START_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A server's identity, as it reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its version.
    pub version: String,
    /// The modification time of its program when the server started, in milliseconds since 1970.
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

    /// Whether it is this program, and not another version or an earlier build.
    pub fn is_of(&self, installed: &Program) -> bool {
        self.version == installed.version && self.built == installed.built
    }

    /// Whether the installed program is newer.
    pub fn is_older_than(&self, installed: &Program) -> bool {
        match (
            Version::parse(&self.version),
            Version::parse(&installed.version),
        ) {
            (Ok(running), Ok(new)) if running != new => running < new,
            _ => self.built < installed.built,
        }
    }
}

/// An installed server program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// Its modification time, in milliseconds since 1970.
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

/// A running server that has proven its identity.
pub struct RunningServer {
    /// Its identity.
    pub identity: Identity,
    /// The extension's key, which it knows.
    pub key: String,
    client: Client,
}

impl RunningServer {
    /// The server of this folder.
    ///
    /// # Errors
    /// If none runs, or the server that answers can't prove that it is this folder's.
    pub fn find(dir: &StateDir) -> Result<RunningServer, NoServer> {
        dir.check_served()?;
        verify(dir).map_err(NoServer::Refused)
    }

    /// Returns when the server has closed the connection, usually because it has ended.
    pub fn wait_for_end(&mut self) {
        self.client.wait_for_end();
    }

    /// Stops it, after its running requests have ended, and returns when it has ended.
    ///
    /// # Errors
    /// If it rejects the request, or has not ended after ten seconds.
    pub fn stop(mut self, dir: &StateDir) -> anyhow::Result<Identity> {
        let reply = self
            .client
            .send(request("POST", STOP).body(Full::default())?)?;
        ensure!(
            reply.status == 204,
            "the server does not stop: it answered {}",
            reply.status
        );
        wait_for_end_of(dir, self.identity.pid)?;
        Ok(self.identity)
    }
}

/// Stops the server of this folder if it is not the installed program. Returns its identity, or
/// `None` if none was stopped.
///
/// # Errors
/// If it does not stop.
pub fn stop_other(dir: &StateDir, installed: &Program) -> anyhow::Result<Option<Identity>> {
    match RunningServer::find(dir) {
        Ok(running) if !running.identity.is_of(installed) => running.stop(dir).map(Some),
        Ok(_) | Err(NoServer::NotRunning(_)) => Ok(None),
        Err(NoServer::Refused(error)) => Err(error),
    }
}

/// Stops the server of this folder and waits for its end. Returns whether there was one.
///
/// # Errors
/// If it does not stop.
pub fn stop(dir: &StateDir) -> anyhow::Result<bool> {
    match RunningServer::find(dir) {
        Ok(running) => running.stop(dir).map(|_| true),
        Err(NoServer::NotRunning(_)) => Ok(false),
        Err(NoServer::Refused(error)) => Err(error),
    }
}

/// The server of this folder, which is started if none runs. It outlives this process.
///
/// # Errors
/// If the user has stopped the server or removed the installation, or it does not start.
pub fn find_or_start(dir: &StateDir, program: &Path) -> anyhow::Result<RunningServer> {
    let until = Instant::now() + START_TIMEOUT;
    let mut started = false;
    loop {
        let error = match RunningServer::find(dir) {
            Ok(running) => return Ok(running),
            Err(NoServer::NotRunning(_)) if !started => {
                if let Some(cause) = dir.stop_cause() {
                    bail!("{} {}", cause.message(), cause.remedy());
                }
                start(dir, program)?;
                started = true;
                continue;
            }
            // It may be starting.
            Err(error) => error,
        };
        ensure!(
            Instant::now() < until,
            "{error}; {} may have the reason",
            dir.log_file().display()
        );
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Starts a server without a terminal.
fn start(dir: &StateDir, program: &Path) -> anyhow::Result<()> {
    dir.make()?;
    let mut command = Command::new(program);
    command.arg("serve").arg("--state-dir").arg(dir.path());
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(open_log(&dir.log_file())?);
    platform::spawn_detached(&mut command)?;
    Ok(())
}

/// Waits until the process no longer serves the folder. A native host may have started another
/// server by then.
fn wait_for_end_of(dir: &StateDir, process: u32) -> anyhow::Result<()> {
    let until = Instant::now() + STOP_TIMEOUT;
    while dir.is_served()? && !dir.endpoint().is_ok_and(|other| other.pid != process) {
        ensure!(
            Instant::now() < until,
            "the server has not ended within {} s: end its process manually",
            STOP_TIMEOUT.as_secs()
        );
        std::thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

/// The TCP address of a server.
pub fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// The modification time of a file, in milliseconds since 1970; 0 if it is unknown.
pub fn written(file: &Path) -> u64 {
    let modified = std::fs::metadata(file).and_then(|metadata| metadata.modified());
    let since = modified
        .ok()
        .and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since
        .and_then(|since| u64::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}

fn verify(dir: &StateDir) -> anyhow::Result<RunningServer> {
    let mut client = Client::connect(&dir.socket(), LIMITS)?;
    let key = dir
        .stored_key()
        .with_context(|| format!("{} has no key of its server", dir.path().display()))?;
    let nonce = secret::new()?;
    let body: Bytes = serde_json::to_vec(&IdentityRequest { nonce: &nonce })?.into();
    let reply = client.send(request("POST", IDENTITY).body(Full::new(body))?)?;
    let unproven = || {
        format!(
            "the server at {} can't prove that it is the server of this folder",
            dir.socket().display()
        )
    };
    ensure!(reply.status == 200, unproven());
    let identity: Identity = serde_json::from_slice(&reply.body).with_context(unproven)?;
    let claim = Claim {
        role: ProofRole::Socket,
        client: &nonce,
        server: &identity.nonce,
        port: identity.port,
    };
    ensure!(claim.is_proven(&key, &identity.proof), unproven());
    Ok(RunningServer {
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

    fn identity(version: &str, built: u64) -> Identity {
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
    fn the_version_is_compared_before_the_build_time() {
        let installed = Program {
            version: "0.10.0".to_owned(),
            built: 50,
        };
        assert!(identity("0.9.0", 90).is_older_than(&installed));
        assert!(!identity("0.11.0", 10).is_older_than(&installed));
        assert!(identity("0.10.0", 49).is_older_than(&installed));
        assert!(!identity("0.10.0", 50).is_older_than(&installed));
        assert!(identity("0.10.0", 50).is_of(&installed));
        assert!(!identity("0.10.0", 51).is_of(&installed));
        assert!(!identity("0.11.0", 50).is_of(&installed));
    }

    #[test]
    fn without_a_server_none_is_found_or_stopped() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("named");
        assert!(matches!(
            RunningServer::find(&dir),
            Err(NoServer::NotRunning(_))
        ));
        assert!(!stop(&dir).expect("nothing to stop"));
    }

    #[test]
    fn a_server_has_ended_when_another_one_serves_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("named");
        let _lock = dir.hold().expect("free");
        let endpoint = axlens_protocol::EndpointFile {
            url: url(1),
            agent_token: String::new(),
            extension_key: String::new(),
            pid: 2,
            version: String::new(),
        };
        dir.announce(&endpoint, 1).expect("writable");
        let started = Instant::now();
        wait_for_end_of(&dir, 1).expect("it has ended");
        assert!(started.elapsed() < STOP_TIMEOUT);
    }

    /// A program with its own socket in the folder can't prove its identity.
    #[test]
    fn an_impostor_on_the_socket_is_rejected() {
        use std::io::{Read, Write};
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("named");
        let _lock = dir.hold().expect("free");
        dir.key().expect("a key");
        let listener = std::os::unix::net::UnixListener::bind(dir.socket()).expect("bound");
        let impostor = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut buffer = [0; 4096];
            let length = stream.read(&mut buffer).expect("a request");
            let answer = serde_json::to_string(&identity("0.1.0", 1)).expect("JSON");
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n",
                answer.len()
            );
            let _ = stream.write_all((head + &answer).as_bytes());
            String::from_utf8_lossy(&buffer[..length]).into_owned()
        });
        assert!(matches!(
            RunningServer::find(&dir),
            Err(NoServer::Refused(_))
        ));
        let request = impostor.join().expect("it ends");
        assert!(
            !request.contains(&dir.stored_key().expect("stored")),
            "{request}"
        );
    }
}
