//! The local server as the host sees it: alive or not, started, ended. Speaks just enough HTTP to
//! ask `GET /health`.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axlens_protocol::{Endpoint, endpoint};

use crate::settings::Settings;

/// How long a server that listens may take to answer whether it is well.
const PATIENCE: Duration = Duration::from_secs(2);
/// No answer to `GET /health` is longer.
const LONGEST_ANSWER: u64 = 16 * 1024;
/// The argument that makes the host's program become the server (see [`become_server`]).
pub const BECOME_SERVER: &str = "--become-server";

/// A server that answered, and the connection that ends when it does.
pub struct Alive {
    /// What it says of itself in `endpoint.json`.
    pub endpoint: Endpoint,
    connection: TcpStream,
}

impl Alive {
    /// Returns when the server has closed the connection, which it does when it ends and hardly
    /// otherwise.
    pub fn wait_for_the_end(&mut self) {
        let mut byte = [0];
        // A silent server is a well one: only an end or an error returns, and neither needs to be
        // told apart.
        while self.connection.set_read_timeout(None).is_ok()
            && matches!(self.connection.read(&mut byte), Ok(1..))
        {}
    }
}

/// The server of this state directory, if one runs and answers.
pub fn find(state_dir: &Path) -> Option<Alive> {
    let content = std::fs::read(state_dir.join(endpoint::FILE)).ok()?;
    let endpoint: Endpoint = serde_json::from_slice(&content).ok()?;
    let connection = ask_health(address(&endpoint.url)?).ok()??;
    Some(Alive {
        endpoint,
        connection,
    })
}

/// Starts a server that outlives this process: this program again, which turns into the server.
pub fn start(settings: &Settings, settings_file: &Path) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(BECOME_SERVER).arg(settings_file);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log(settings)?);
    command.spawn()
}

/// Leaves the browser's session and folder and becomes the server. Returns only when that fails.
pub fn become_server(settings: &Settings) -> std::io::Error {
    // Fails only for the leader of a group, which a process just started by the host is not.
    let _ = rustix::process::setsid();
    Command::new(&settings.server)
        .arg("serve")
        .arg("--state-dir")
        .arg(&settings.state_dir)
        .current_dir("/")
        .exec()
}

/// What the server wrote last before it ended.
pub fn last_output(settings: &Settings) -> String {
    let text = std::fs::read(log_file(settings)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .unwrap_or("nothing");
    line.chars()
        .filter(|character| !character.is_control())
        .take(300)
        .collect()
}

fn log_file(settings: &Settings) -> PathBuf {
    settings.state_dir.join("server.log")
}

/// The log of one life of the server: the file begins anew with it.
fn log(settings: &Settings) -> std::io::Result<File> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&settings.state_dir)?;
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(log_file(settings))
}

/// The socket of a server's address; none for what is not on this machine.
fn address(url: &str) -> Option<SocketAddr> {
    let address: SocketAddr = url
        .strip_prefix("http://")?
        .trim_end_matches('/')
        .parse()
        .ok()?;
    address.ip().is_loopback().then_some(address)
}

/// Asks over a new connection; gives the connection back, open, when the answer is good.
fn ask_health(address: SocketAddr) -> std::io::Result<Option<TcpStream>> {
    let mut connection = TcpStream::connect_timeout(&address, PATIENCE)?;
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    write!(
        connection,
        "GET /health HTTP/1.1\r\nHost: {address}\r\n\r\n"
    )?;
    let well = is_well(&mut BufReader::new((&connection).take(LONGEST_ANSWER)))?;
    Ok(well.then_some(connection))
}

/// Whether an HTTP answer says 200 and `"ok": true`.
fn is_well(answer: &mut impl BufRead) -> std::io::Result<bool> {
    let mut line = String::new();
    answer.read_line(&mut line)?;
    let good = line.split(' ').nth(1) == Some("200");
    let mut length = 0;
    loop {
        line.clear();
        if answer.read_line(&mut line)? == 0 {
            return Ok(false);
        }
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = Vec::new();
    answer.take(length).read_to_end(&mut body)?;
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    Ok(good && body["ok"] == true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn well(answer: &str) -> bool {
        is_well(&mut BufReader::new(answer.as_bytes())).unwrap_or(false)
    }

    #[test]
    fn only_an_answer_that_says_so_is_well() {
        assert!(well(
            "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"ok\":true}"
        ));
        assert!(!well(
            "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{\"ok\":true}"
        ));
        assert!(!well(
            "HTTP/1.1 404 Not Found\r\nContent-Length: 11\r\n\r\n{\"ok\":true}"
        ));
        assert!(!well("HTTP/1.1 200 OK\r\n\r\n<html>another program's page"));
        assert!(!well("SSH-2.0-OpenSSH_9.2\r\n"));
        assert!(!well(""));
    }

    #[test]
    fn only_this_machine_is_ever_asked() {
        assert!(address("http://127.0.0.1:8123").is_some());
        assert!(address("http://[::1]:8123/").is_some());
        assert!(address("http://192.168.1.2:8123").is_none());
        assert!(address("http://example.com:80").is_none());
        assert!(address("https://127.0.0.1:8123").is_none());
    }

    #[test]
    fn no_server_is_found_where_there_is_none() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert!(find(folder.path()).is_none());
        std::fs::write(folder.path().join(endpoint::FILE), "not json").expect("writable");
        assert!(find(folder.path()).is_none());
    }
}
