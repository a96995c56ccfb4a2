//! The host's program as Chrome starts it, with a pretended server on the state directory's socket
//! that can prove who it is.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use axlens_local::proof::{Claim, ProofRole};
use axlens_local::secret;
use axlens_local::state_dir::{ServerLock, StateDir, StopCause};
use axlens_native_host::frames::{read_frame, write_frame};
use serde_json::{Value, json};
use tempfile::TempDir;

const HELLO: &[u8] = br#"{"type":"hello","wire":1,"version":"0.1.0"}"#;

/// A server that holds a state directory, proves who it is, and does nothing else. Its connections
/// end when it is dropped.
struct PretendServer {
    port: u16,
    key: String,
    dir: StateDir,
    connections: Arc<Mutex<Option<Vec<UnixStream>>>>,
    stopped: Arc<AtomicBool>,
    held: Option<ServerLock>,
}

impl PretendServer {
    /// As new as a server can be.
    fn start(dir: &StateDir, port: u16) -> PretendServer {
        PretendServer::of_version(dir, port, "99.0.0")
    }

    fn of_version(dir: &StateDir, port: u16, version: &'static str) -> PretendServer {
        let held = dir.hold().expect("nobody holds it");
        let key = dir.key().expect("a key");
        let listener = UnixListener::bind(dir.socket()).expect("bound");
        let connections = Arc::new(Mutex::new(Some(Vec::new())));
        let stopped = Arc::new(AtomicBool::new(false));
        let (open, stop, proves) = (Arc::clone(&connections), Arc::clone(&stopped), key.clone());
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let mut open = open.lock().expect("no thread panicked");
                let Some(open) = open.as_mut() else { return };
                if let Ok(copy) = connection.try_clone() {
                    open.push(copy);
                }
                let (stop, key) = (Arc::clone(&stop), proves.clone());
                thread::spawn(move || answer(&connection, port, &key, version, &stop));
            }
        });
        PretendServer {
            port,
            key,
            dir: dir.clone(),
            connections,
            stopped,
            held: Some(held),
        }
    }
}

impl Drop for PretendServer {
    fn drop(&mut self) {
        let connections = self
            .connections
            .lock()
            .ok()
            .and_then(|mut open| open.take());
        // The listener's thread sees one more connection, finds that it is over, and closes the
        // socket with it.
        let _ = UnixStream::connect(self.dir.socket());
        self.held = None;
        for connection in connections.into_iter().flatten() {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

/// Answers requests until the connection ends or a request stops the server.
fn answer(
    mut connection: &UnixStream,
    port: u16,
    key: &str,
    version: &str,
    stopped: &AtomicBool,
) -> Option<()> {
    let mut reader = BufReader::new(connection);
    loop {
        let (mut first, mut length) = (String::new(), 0);
        reader.read_line(&mut first).ok()?;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        if first.starts_with("POST /stop") {
            stopped.store(true, Ordering::SeqCst);
            return connection
                .write_all(b"HTTP/1.1 204 No Content\r\n\r\n")
                .ok();
        }
        let request: Value = serde_json::from_slice(&body).ok()?;
        let nonce = secret::new().ok()?;
        let claim = Claim {
            role: ProofRole::Socket,
            client: request["nonce"].as_str()?,
            server: &nonce,
            port,
        };
        let identity = json!({"version": version, "built": u64::MAX, "pid": 1, "port": port,
            "nonce": nonce, "proof": claim.prove(key)})
        .to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n",
            identity.len()
        );
        connection.write_all((head + &identity).as_bytes()).ok()?;
    }
}

/// The running host. Killed when dropped.
struct Host {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl Host {
    fn start(settings: &Path) -> Host {
        let mut command = Command::new(env!("CARGO_BIN_EXE_axlens-native-host"));
        command
            .arg("--settings")
            .arg(settings)
            .arg("chrome-extension://test/");
        // Set by another program on this machine: must have no effect.
        command.env("AXLENS_STATE_DIR", "/nowhere");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the host starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("piped");
        Host {
            child,
            input,
            output,
        }
    }

    fn send(&mut self, content: &[u8]) {
        write_frame(self.input.as_mut().expect("still open"), content).expect("the host reads");
    }

    fn receive(&mut self) -> Value {
        let content = read_frame(&mut self.output)
            .expect("whole frames")
            .expect("the host still talks");
        serde_json::from_slice(&content).expect("JSON")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An installation in a temporary folder whose server's program is a script.
struct Installation {
    folder: TempDir,
    settings: PathBuf,
}

/// Waits for what another process does, without a limit of its own: the runner has one.
fn until(what: impl Fn() -> bool) {
    while !what() {
        thread::sleep(Duration::from_millis(5));
    }
}

impl Installation {
    fn with_server(script: &str) -> Installation {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = folder.path().join("server");
        write_program(&server, &format!("#!/bin/sh\n{script}"));
        let settings = folder.path().join("settings.json");
        let content = json!({"state_dir": folder.path().join("state"), "server": server});
        std::fs::write(&settings, content.to_string()).expect("writable");
        std::fs::create_dir(folder.path().join("state")).expect("writable");
        Installation { folder, settings }
    }

    fn dir(&self) -> StateDir {
        StateDir::at(self.folder.path().join("state"))
    }
}

/// Written by another process: a file that this one has open while another test starts a program
/// can't be executed.
fn write_program(path: &Path, content: &str) {
    let mut shell = Command::new("/bin/sh");
    shell
        .args(["-c", r#"printf '%s\n' "$2" > "$1" && chmod 755 "$1""#, "sh"])
        .arg(path)
        .arg(content);
    assert!(shell.status().expect("every unix has a shell").success());
}

fn endpoint_of(server: &PretendServer) -> Value {
    json!({"type": "endpoint", "url": format!("http://127.0.0.1:{}", server.port),
        "key": server.key, "unattended": false})
}

#[test]
fn a_running_server_is_handed_over_at_every_hello() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    for _ in 0..3 {
        host.send(HELLO);
        assert_eq!(host.receive(), endpoint_of(&server));
    }
}

/// `axlens install` writes them while the browser, and with it the host, runs on.
#[test]
fn settings_that_change_to_unattended_and_back_are_reported_at_once() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    assert_eq!(host.receive(), endpoint_of(&server));
    let written = std::fs::read_to_string(&installation.settings).expect("readable");
    let mut unattended: Value = serde_json::from_str(&written).expect("JSON");
    unattended["unattended"] = json!(true);
    std::fs::write(&installation.settings, unattended.to_string()).expect("writable");
    let mut endpoint = endpoint_of(&server);
    endpoint["unattended"] = json!(true);
    assert_eq!(host.receive(), endpoint);
    std::fs::remove_file(&installation.settings).expect("removable");
    assert_eq!(host.receive(), endpoint_of(&server));
}

#[test]
fn a_server_that_does_not_run_is_started_with_its_own_state_dir() {
    let installation = Installation::with_server(
        r#"[ "$1 $2" = "serve --state-dir" ] && [ "$PWD" = / ] || exit 1
           echo started > "$3/started"; while [ -d "$3" ] && [ ! -e "$3/done" ]; do sleep 0.01; done"#,
    );
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    let state = installation.folder.path().join("state");
    until(|| state.join("started").exists());
    let server = PretendServer::start(&installation.dir(), 4711);
    assert_eq!(host.receive(), endpoint_of(&server));
    std::fs::write(state.join("done"), "").expect("writable");
}

#[test]
fn a_server_that_goes_and_comes_back_is_reported() {
    let installation = Installation::with_server("exit 1");
    let first = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    assert_eq!(host.receive(), endpoint_of(&first));
    drop(first);
    assert_eq!(host.receive(), json!({"type": "gone"}));
    let second = PretendServer::start(&installation.dir(), 4712);
    // Between its end and the other's beginning a start may have failed: that too is reported.
    let answer = std::iter::repeat_with(|| host.receive()).find(|answer| answer["type"] != "error");
    assert_eq!(answer, Some(endpoint_of(&second)));
}

#[test]
fn an_older_server_is_stopped_and_replaced() {
    let installation = Installation::with_server(
        r#"echo started > "$3/started"; while [ -d "$3" ] && [ ! -e "$3/done" ]; do sleep 0.01; done"#,
    );
    let old = PretendServer::of_version(&installation.dir(), 4711, "0.0.1");
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    until(|| old.stopped.load(Ordering::SeqCst));
    drop(old);
    let state = installation.folder.path().join("state");
    until(|| state.join("started").exists());
    let new = PretendServer::start(&installation.dir(), 4712);
    assert_eq!(host.receive(), endpoint_of(&new));
    std::fs::write(state.join("done"), "").expect("writable");
}

#[test]
fn a_server_that_the_user_has_stopped_is_not_started() {
    let installation = Installation::with_server(r#"echo started > "$3/started"; exit 1"#);
    let dir = installation.dir();
    dir.set_stopped(StopCause::Stopped).expect("writable");
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    assert_eq!(host.receive()["code"], "server_stopped");
    host.send(HELLO);
    assert_eq!(host.receive()["code"], "server_stopped");
    assert!(!installation.folder.path().join("state/started").exists());
    host.send(br#"{"type":"hello","wire":1,"start":true}"#);
    assert_eq!(host.receive()["code"], "server_not_started");
    assert!(installation.folder.path().join("state/started").exists());
}

#[test]
fn an_installation_that_was_taken_away_starts_no_server() {
    let installation = Installation::with_server(r#"echo started > "$3/started"; exit 1"#);
    let server = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    assert_eq!(host.receive(), endpoint_of(&server));
    std::fs::remove_file(&installation.settings).expect("removable");
    drop(server);
    assert_eq!(host.receive(), json!({"type": "gone"}));
    assert_eq!(host.receive()["code"], "not_installed");
    // "Try again now" gets the reason too.
    host.send(br#"{"type":"hello","wire":1,"start":true}"#);
    let answer = host.receive();
    assert_eq!(answer["code"], "not_installed");
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("`axlens install`"), "{message}");
    assert!(!installation.folder.path().join("state/started").exists());
}

/// It has the folder's socket, but neither its lock nor its key.
#[test]
fn a_stranger_on_the_socket_or_on_the_old_port_is_handed_nothing() {
    let installation = Installation::with_server("exit 1");
    drop(PretendServer::start(&installation.dir(), 4711));
    let state = installation.folder.path().join("state");
    let on_the_port = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = on_the_port.local_addr().expect("bound").port();
    let endpoint = json!({"url": format!("http://127.0.0.1:{port}"), "agent_token": "A",
        "extension_key": "E", "pid": 1, "version": "99.0.0"});
    std::fs::write(state.join("endpoint.json"), endpoint.to_string()).expect("writable");
    let _on_the_socket = UnixListener::bind(state.join("axlens.sock")).expect("bound");
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    assert_eq!(host.receive()["code"], "server_not_started");
    on_the_port.set_nonblocking(true).expect("a socket");
    assert!(on_the_port.accept().is_err(), "nobody asked there");
}

#[test]
fn a_server_that_cannot_be_started_is_an_error_with_its_last_output() {
    let installation = Installation::with_server("echo the port is taken >&2; exit 3");
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    let answer = host.receive();
    assert_eq!(answer["code"], "server_not_started");
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("the port is taken"), "{message}");
}

#[test]
fn what_is_no_message_is_answered_and_the_host_stays() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    host.send(b"{\"type\":");
    assert_eq!(host.receive()["code"], "bad_message");
    host.send(HELLO);
    assert_eq!(host.receive(), endpoint_of(&server));
}

/// The server compares the versions, and tells agents.
#[test]
fn an_extension_of_another_version_gets_the_address() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    for wire in [0, 99] {
        host.send(format!(r#"{{"type":"hello","wire":{wire},"version":"99.0.0"}}"#).as_bytes());
        assert_eq!(host.receive(), endpoint_of(&server));
    }
}

#[test]
fn settings_that_cannot_be_read_are_an_error_that_says_what_to_do() {
    let mut host = Host::start(Path::new("/nowhere/settings.json"));
    host.send(HELLO);
    let answer = host.receive();
    assert_eq!(answer["code"], "not_installed");
    assert!(
        answer["message"]
            .as_str()
            .unwrap_or_default()
            .contains("axlens install")
    );
}

#[test]
fn the_host_ends_when_the_pipe_closes_and_sends_nothing_more() {
    let installation = Installation::with_server("exit 1");
    let _server = PretendServer::start(&installation.dir(), 4711);
    let mut host = Host::start(&installation.settings);
    host.send(HELLO);
    host.receive();
    host.input = None;
    assert!(host.child.wait().expect("our child").success());
    let mut rest = Vec::new();
    host.output.read_to_end(&mut rest).expect("readable");
    assert!(rest.is_empty(), "{rest:?}");
}

#[test]
fn an_oversized_frame_ends_the_host() {
    let installation = Installation::with_server("exit 1");
    let mut host = Host::start(&installation.settings);
    let input = host.input.as_mut().expect("open");
    input
        .write_all(&u32::MAX.to_ne_bytes())
        .expect("the host reads");
    assert!(!host.child.wait().expect("our child").success());
}
