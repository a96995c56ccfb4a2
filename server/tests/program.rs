//! The `axlens` program as a user runs it: real processes, a real socket, and a pretended extension
//! on it.

use axlens_protocol::Endpoint;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server of its own; it ends with the test.
struct Server {
    child: Child,
    state: tempfile::TempDir,
    endpoint: Endpoint,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Server {
        Server::start_in(tempfile::tempdir().expect("a folder"))
    }

    fn start_in(state: tempfile::TempDir) -> Server {
        let mut child = axlens(state.path(), &["serve", "--port", "0"])
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let pid = child.id();
        let file = state.path().join("endpoint.json");
        let endpoint = until("the server announces itself", || {
            assert!(
                child.try_wait().expect("its state is known").is_none(),
                "the server has ended"
            );
            let text = std::fs::read_to_string(&file).ok()?;
            let endpoint: Endpoint = serde_json::from_str(&text).ok()?;
            (endpoint.pid == pid).then_some(endpoint)
        });
        Server {
            child,
            state,
            endpoint,
        }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        axlens(self.state.path(), arguments)
            .output()
            .expect("the program runs")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        serde_json::from_slice(&output.stdout).expect("it prints JSON")
    }

    /// Ends as the system ends it; gives the folder back.
    #[cfg(unix)]
    fn terminate(mut self) -> tempfile::TempDir {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .expect("kill runs");
        assert!(sent.success());
        let status = until("the server ends", || {
            self.child.try_wait().expect("its state is known")
        });
        assert!(status.success(), "{status}");
        std::mem::replace(&mut self.state, tempfile::tempdir().expect("a folder"))
    }
}

/// An extension on the server's real endpoints.
struct Pretended {
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Pretended {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Pretended {
    fn connect(endpoint: &Endpoint) -> Pretended {
        let stopping = Arc::new(AtomicBool::new(false));
        let (endpoint, stop) = (endpoint.clone(), Arc::clone(&stopping));
        let thread = std::thread::spawn(move || {
            let hello = json!({"version": "0.1.0", "wire": 1, "paused": false});
            send(&endpoint, "POST", "/hello", Some(&hello));
            while !stop.load(Ordering::SeqCst) {
                let (_, said) = send(&endpoint, "GET", "/pending-queries?wait=1", None);
                for query in said["queries"].as_array().into_iter().flatten() {
                    let path = format!("/results/{}", query["id"].as_str().unwrap_or_default());
                    send(&endpoint, "POST", &path, Some(&answer(query)));
                }
            }
        });
        Pretended {
            stopping,
            thread: Some(thread),
        }
    }
}

fn answer(query: &Value) -> Value {
    let tab = json!({"id": 1_000_000_001, "windowId": 1, "url": "https://example.com/", "title": "A page\u{1b}[31m", "active": true,
                     "windowFocused": true, "discarded": false, "status": "complete"});
    match query["kind"].as_str() {
        Some("tabs") => json!({"ok": {"tabs": [tab]}}),
        Some("explain") => {
            json!({"fault": {"error": "scope_not_found", "message": "No element matches selector '#none'"}})
        }
        _ => {
            let nodes = json!([
                {"d": 0, "r": "document", "t": "A page"},
                {"d": 1, "n": 2, "u": 42, "r": "link", "t": "Home", "c": true, "h": "/", "g": "a", "p": {"selector": "#home"}}]);
            let tree = json!({"url": "https://example.com/", "title": "A page", "ready": "complete", "world": 11, "nodes": nodes,
                "viewport": [1280, 720], "scroll": [0, 0, 1280, 720], "elements": 5, "query_dom_bytes": 900, "index": -1});
            json!({"ok": {"tab": tab, "engine": "worker", "frames": [{"document": "D1", "frame": 0, "parent": -1, "url": "https://example.com/",
                "windowIndex": -1, "element": 0, "tree": tree, "places": {"2": [1, 2, 3, 4, 1, 0]}}]}})
        }
    }
}

fn send(endpoint: &Endpoint, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("{}{path}", endpoint.url))
        .header(
            "authorization",
            format!("Bearer {}", endpoint.extension_token),
        )
        .header("x-axlens-wire", "1")
        .header("x-axlens-instance", "pretended")
        .body(body.map(Value::to_string).unwrap_or_default())
        .expect("a request");
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .proxy(None)
        .build();
    // A server that is ending answers nobody.
    let Ok(mut response) = ureq::Agent::from(config).run(request) else {
        return (0, Value::Null);
    };
    let text = response.body_mut().read_to_string().unwrap_or_default();
    (
        response.status().as_u16(),
        serde_json::from_str(&text).unwrap_or(Value::Null),
    )
}

fn axlens(state: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_axlens"));
    command
        .args(arguments)
        .env("AXLENS_STATE_DIR", state)
        .stdin(Stdio::null());
    command
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what}: not within {PATIENCE:?}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

fn connected() -> (Server, Pretended) {
    let server = Server::start();
    let extension = Pretended::connect(&server.endpoint);
    until("the extension is connected", || {
        (server.json(&["status", "--json"])["extension"]["connected"] == true).then_some(())
    });
    (server, extension)
}

#[test]
fn the_commands_an_agent_needs() {
    let (server, _extension) = connected();
    let tabs = server.run(&["tabs"]);
    assert_eq!(
        String::from_utf8_lossy(&tabs.stdout),
        "1 \"A page [31m\" https://example.com/ [active]\n",
        "no control character reaches a terminal"
    );
    let snapshot = server.run(&["snapshot", "--format", "outline"]);
    assert_eq!(
        String::from_utf8_lossy(&snapshot.stdout),
        "document \"A page\"\n  link \"Home\" [uid=42] url=/\n"
    );
    let lean = server.run(&["snapshot"]);
    let lean = String::from_utf8_lossy(&lean.stdout).into_owned();
    assert!(
        lean.starts_with("...(page \"A page\" https://example.com/; tab 1; "),
        "{lean}"
    );
    assert!(lean.contains("42 link \"Home\""), "{lean}");
    let snapshot = server.json(&[
        "snapshot",
        "--tab",
        "1",
        "--interactive",
        "--depth",
        "3",
        "--json",
    ]);
    assert_eq!(snapshot["uidMap"]["42"]["selector"], "#home");
    let place = server.json(&["locate", "42", "--json"]);
    assert_eq!(place["box"], json!([1, 2, 3, 4]));
    let status = server.run(&["status"]);
    assert!(String::from_utf8_lossy(&status.stdout).contains("connected"));
}

#[test]
fn exit_codes_tell_what_kind_of_failure_it_is() {
    let (server, _extension) = connected();
    let fault = server.run(&["explain", "#none"]);
    assert_eq!(fault.status.code(), Some(1));
    let words = String::from_utf8_lossy(&fault.stderr).into_owned();
    assert!(
        words.contains("No element matches selector '#none'") && words.contains('→'),
        "{words}"
    );
    assert_eq!(
        server.run(&["snapshot", "--depth", "deep"]).status.code(),
        Some(2)
    );
    assert_eq!(server.run(&["no-such-command"]).status.code(), Some(2));
    let nowhere = tempfile::tempdir().expect("a folder");
    let output = axlens(nowhere.path(), &["tabs"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("axlens serve"));
}

#[test]
fn the_doctor_names_the_link_that_is_missing() {
    let nowhere = tempfile::tempdir().expect("a folder");
    let output = axlens(nowhere.path(), &["doctor"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("server"));
    let (server, extension) = connected();
    let links = |arguments: &[&str]| -> Vec<(String, bool)> {
        let output = server.run(arguments);
        let report: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
        let links = report["links"].as_array().expect("links").iter();
        links
            .map(|link| {
                (
                    link["name"].as_str().unwrap_or_default().to_owned(),
                    link["ok"] == true,
                )
            })
            .collect()
    };
    let found = links(&["doctor", "--json"]);
    for name in ["state directory", "server", "extension", "page"] {
        assert!(
            found.contains(&(name.to_owned(), true)),
            "{name}: {found:?}"
        );
    }
    assert!(
        found.contains(&("native host".to_owned(), false)),
        "{found:?}"
    );
    drop(extension);
    until("the extension is missed", || {
        links(&["doctor", "--json"])
            .contains(&("extension".to_owned(), false))
            .then_some(())
    });
}

#[test]
fn a_second_server_on_the_same_folder_says_who_holds_it() {
    let server = Server::start();
    let mut second = axlens(server.state.path(), &["serve"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut words = String::new();
    second
        .stderr
        .take()
        .expect("it is piped")
        .read_to_string(&mut words)
        .expect("it is text");
    assert_eq!(second.wait().expect("it ends").code(), Some(1));
    assert!(
        words.contains(&server.endpoint.pid.to_string()) && words.contains(&server.endpoint.url),
        "{words}"
    );
}

#[cfg(unix)]
#[test]
fn a_server_that_is_told_to_end_ends_and_its_next_life_has_the_same_tokens() {
    let (server, extension) = connected();
    let before = server.endpoint.clone();
    let state = server.terminate();
    drop(extension);
    let again = Server::start_in(state);
    assert_eq!(
        (&again.endpoint.agent_token, &again.endpoint.extension_token),
        (&before.agent_token, &before.extension_token)
    );
    let (status, _) = send(&again.endpoint, "GET", "/pending-queries", None);
    assert_eq!(status, 200);
}

#[cfg(unix)]
#[test]
fn after_a_restart_every_uid_is_stale_until_read_again() {
    let (server, extension) = connected();
    server.json(&["snapshot", "--json"]);
    let state = server.terminate();
    drop(extension);
    let again = Server::start_in(state);
    let output = again.run(&["locate", "42", "--json"]);
    let fault: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    assert_eq!(fault["error"], "stale_uid");
}
