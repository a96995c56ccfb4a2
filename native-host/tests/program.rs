//! The host's program as Chrome starts it, with a pretend server that answers `GET /health`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use axlens_native_host::frames::{read_frame, write_frame};
use serde_json::{Value, json};
use tempfile::TempDir;

const HELLO: &[u8] = br#"{"type":"hello","wire":1,"version":"0.1.0"}"#;

/// A server that is well and does nothing else. Its connections end when it is dropped.
struct PretendServer {
    port: u16,
    connections: Arc<Mutex<Option<Vec<TcpStream>>>>,
}

impl PretendServer {
    fn start() -> PretendServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        let connections = Arc::new(Mutex::new(Some(Vec::new())));
        let open = Arc::clone(&connections);
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let mut open = open.lock().expect("no thread panicked");
                let Some(open) = open.as_mut() else { return };
                if answer_health(&connection).is_ok() {
                    open.push(connection);
                }
            }
        });
        PretendServer { port, connections }
    }

    fn endpoint(&self) -> String {
        let url = format!("http://127.0.0.1:{}", self.port);
        json!({"url": url, "agent_token": "A", "extension_token": "E", "pid": 1, "version": "0"})
            .to_string()
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
        // port with it.
        let _ = TcpStream::connect(("127.0.0.1", self.port)).map(|mut last| last.read(&mut [0]));
        for connection in connections.into_iter().flatten() {
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

fn answer_health(mut connection: &TcpStream) -> std::io::Result<()> {
    for line in BufReader::new(connection).lines() {
        if line?.is_empty() {
            break;
        }
    }
    connection.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"ok\":true}")
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
        // Set by somebody else on this machine: must not matter.
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

    fn say(&mut self, content: &[u8]) {
        write_frame(self.input.as_mut().expect("still open"), content).expect("the host reads");
    }

    fn hear(&mut self) -> Value {
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

    fn leave_endpoint(&self, content: &str) {
        // Whole or not at all, as the server does it.
        let new = self.folder.path().join("state/endpoint.new");
        std::fs::write(&new, content).expect("writable");
        std::fs::rename(new, self.folder.path().join("state/endpoint.json")).expect("writable");
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
    json!({"type": "endpoint", "url": format!("http://127.0.0.1:{}", server.port), "token": "E"})
}

#[test]
fn a_running_server_is_handed_over_at_every_hello() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start();
    installation.leave_endpoint(&server.endpoint());
    let mut host = Host::start(&installation.settings);
    for _ in 0..3 {
        host.say(HELLO);
        assert_eq!(host.hear(), endpoint_of(&server));
    }
}

#[test]
fn a_server_that_does_not_run_is_started_with_its_own_state_dir() {
    let server = PretendServer::start();
    // The pretend server listens already; the program says where, as `axlens serve` would.
    let installation = Installation::with_server(
        r#"[ "$1 $2" = "serve --state-dir" ] && [ "$PWD" = / ] || exit 1
           cp "$3/../prepared.json" "$3/new" && mv "$3/new" "$3/endpoint.json""#,
    );
    std::fs::write(
        installation.folder.path().join("prepared.json"),
        server.endpoint(),
    )
    .expect("writable");
    let mut host = Host::start(&installation.settings);
    host.say(HELLO);
    assert_eq!(host.hear(), endpoint_of(&server));
}

#[test]
fn a_server_that_goes_and_comes_back_is_reported() {
    let installation = Installation::with_server("exit 1");
    let first = PretendServer::start();
    installation.leave_endpoint(&first.endpoint());
    let mut host = Host::start(&installation.settings);
    host.say(HELLO);
    assert_eq!(host.hear(), endpoint_of(&first));
    let second = PretendServer::start();
    drop(first);
    assert_eq!(host.hear(), json!({"type": "gone"}));
    installation.leave_endpoint(&second.endpoint());
    // Between its end and the other's beginning a start may have failed: that too is reported.
    let answer = std::iter::repeat_with(|| host.hear()).find(|answer| answer["type"] != "error");
    assert_eq!(answer, Some(endpoint_of(&second)));
}

#[test]
fn a_server_that_cannot_be_started_is_an_error_with_its_last_output() {
    let installation = Installation::with_server("echo the port is taken >&2; exit 3");
    let mut host = Host::start(&installation.settings);
    host.say(HELLO);
    let answer = host.hear();
    assert_eq!(answer["code"], "server_not_started");
    let message = answer["message"].as_str().unwrap_or_default();
    assert!(message.contains("the port is taken"), "{message}");
}

#[test]
fn what_is_no_message_is_answered_and_the_host_stays() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start();
    installation.leave_endpoint(&server.endpoint());
    let mut host = Host::start(&installation.settings);
    host.say(b"{\"type\":");
    assert_eq!(host.hear()["code"], "bad_message");
    host.say(br#"{"type":"hello","wire":7}"#);
    assert_eq!(host.hear()["code"], "version_mismatch");
    host.say(HELLO);
    assert_eq!(host.hear(), endpoint_of(&server));
}

#[test]
fn settings_that_cannot_be_read_are_an_error_that_says_what_to_do() {
    let mut host = Host::start(Path::new("/nowhere/settings.json"));
    host.say(HELLO);
    let answer = host.hear();
    assert_eq!(answer["code"], "not_installed");
    assert!(
        answer["message"]
            .as_str()
            .unwrap_or_default()
            .contains("axlens install")
    );
}

#[test]
fn the_host_ends_when_the_pipe_closes_and_says_nothing_more() {
    let installation = Installation::with_server("exit 1");
    let server = PretendServer::start();
    installation.leave_endpoint(&server.endpoint());
    let mut host = Host::start(&installation.settings);
    host.say(HELLO);
    host.hear();
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
