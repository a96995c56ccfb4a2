//! The `axlens` program as a user runs it: real processes, a real socket, and a pretended extension
//! on it.

use axlens_local::proof::{Claim, Role};
use axlens_local::secret;
use axlens_protocol::{EndpointFile, WIRE_VERSION};
use serde_json::{Value, json};
use std::fs::Permissions;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server of its own; it ends with the test.
struct Server {
    child: Child,
    state: tempfile::TempDir,
    endpoint: EndpointFile,
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
        let mut command = axlens(state.path(), &["serve", "--port", "0"]);
        Server::start_by(&mut command, state)
    }

    fn start_by(command: &mut Command, state: tempfile::TempDir) -> Server {
        let mut child = command
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
            let endpoint: EndpointFile = serde_json::from_str(&text).ok()?;
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
    fn connect(endpoint: &EndpointFile) -> Pretended {
        Pretended::connect_to_answer_when(endpoint, || true)
    }

    /// It answers nothing before `ready` says so.
    fn connect_to_answer_when(
        endpoint: &EndpointFile,
        ready: impl Fn() -> bool + Send + 'static,
    ) -> Pretended {
        let stopping = Arc::new(AtomicBool::new(false));
        let (endpoint, stop) = (endpoint.clone(), Arc::clone(&stopping));
        let thread = std::thread::spawn(move || {
            let hello = json!({"version": "0.1.0", "wire": 4, "paused": false});
            let token = token(&endpoint);
            send(&endpoint, &token, "POST", "/hello", Some(&hello));
            while !stop.load(Ordering::SeqCst) {
                let (_, said) = send(&endpoint, &token, "GET", "/pending-queries?wait=1", None);
                for query in said["queries"].as_array().into_iter().flatten() {
                    until("an answer is wanted", || ready().then_some(()));
                    let path = format!("/results/{}", query["id"].as_str().unwrap_or_default());
                    send(&endpoint, &token, "POST", &path, Some(&answer(query)));
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
                "windowIndex": -1, "element": 0, "tree": tree, "places": "{\"2\":[1,2,3,4,1,0]}"}]}})
        }
    }
}

/// The extension's side of an exchange of proofs, and the token that comes of it.
fn token(endpoint: &EndpointFile) -> String {
    let nonce = secret::new().expect("random");
    let begin = json!({"nonce": nonce});
    let (_, begun) = send(endpoint, "", "POST", "/proof", Some(&begin));
    let (_, port) = endpoint.url.rsplit_once(':').expect("a port");
    let claim = |role| Claim {
        role,
        client: &nonce,
        server: begun["nonce"].as_str().unwrap_or_default(),
        port: port.parse().expect("a number"),
    };
    let servers = begun["proof"].as_str().unwrap_or_default();
    assert!(claim(Role::Server).is_proven(&endpoint.extension_key, servers));
    let proof = claim(Role::Worker).prove(&endpoint.extension_key);
    let ours = json!({"exchange": begun["nonce"], "proof": proof});
    let (_, said) = send(endpoint, "", "POST", "/token", Some(&ours));
    said["token"].as_str().unwrap_or_default().to_owned()
}

fn send(
    endpoint: &EndpointFile,
    token: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> (u16, Value) {
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("{}{path}", endpoint.url))
        .header("authorization", format!("Bearer {token}"))
        .header("x-axlens-wire", WIRE_VERSION.to_string())
        .header("x-axlens-instance", "pretended")
        .header("x-axlens-browser", "the-browser")
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
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what}: not within {TIMEOUT:?}");
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
        "1 \"A page\\u{1b}[31m\" https://example.com/ [active]\n",
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
    let browsers = server.run(&["browsers"]);
    assert_eq!(
        String::from_utf8_lossy(&browsers.stdout),
        "\"Browser\" the-browser (connected)\n"
    );
    let named = server.json(&["snapshot", "--browser", "the-browser", "--json"]);
    assert_eq!(named["tab"], 1);
    let tabs = server.json(&["tabs", "--browser", "Browser", "--json"]);
    assert_eq!(tabs["tabs"][0]["browser"], "Browser");
    let unknown = server.run(&["tabs", "--browser", "Größe & 2"]);
    let words = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(words.contains("No browser \"Größe & 2\""), "{words}");
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
fn a_token_is_made_listed_and_revoked_with_and_without_a_server() {
    let state = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = axlens(state.path(), arguments).output();
        output.expect("the program runs")
    };
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let arguments = [
        "token",
        "add",
        "reader",
        "--site",
        "HTTPS://Example.org",
        "--expires",
        "30d",
    ];
    let made = run(&arguments);
    let token = words(&made.stdout);
    assert!(
        token.starts_with("axl_") && token.lines().count() == 1,
        "{token}"
    );
    assert!(words(&made.stderr).contains("not shown again"));
    let taken = run(&["token", "add", "reader"]);
    assert_eq!(taken.status.code(), Some(1));
    assert!(words(&taken.stderr).contains("axlens token revoke reader"));
    for wrong in [["--site", "a/b"], ["--expires", "soon"], ["--scope", "all"]] {
        let refused = run(&["token", "add", "other", wrong[0], wrong[1]]);
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
    }
    let listed = words(&run(&["token", "list"]).stdout);
    let start = "reader [read] https://example.org, since 20";
    assert!(
        listed.starts_with(start) && listed.contains(", until 20"),
        "{listed}"
    );
    let json: Value =
        serde_json::from_slice(&run(&["token", "list", "--json"]).stdout).expect("JSON");
    assert_eq!(json[0]["sites"], json!(["https://example.org"]));
    assert!(!listed.contains(token.trim()) && !json.to_string().contains(token.trim()));
    let server = Server::start_in(state);
    let status = |token: &str| send_with(&server.endpoint, token.trim(), "/status");
    assert_eq!(status(&token), 200);
    let run = |arguments: &[&str]| axlens(server.state.path(), arguments).output();
    let other = run(&["token", "add", "other"]).expect("the program runs");
    assert_eq!(status(&words(&other.stdout)), 200);
    let revoked = run(&["token", "revoke", "reader"]).expect("the program runs");
    assert!(revoked.status.success());
    assert_eq!((status(&token), status(&words(&other.stdout))), (401, 200));
    let again = run(&["token", "revoke", "reader"]).expect("the program runs");
    assert_eq!(again.status.code(), Some(1));
}

/// The status of an answer to this token.
fn send_with(endpoint: &EndpointFile, token: &str, path: &str) -> u16 {
    let request = ureq::get(format!("{}{path}", endpoint.url))
        .config()
        .http_status_as_error(false)
        .build()
        .header("authorization", format!("Bearer {token}"));
    request.call().expect("it answers").status().as_u16()
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

#[test]
fn the_next_life_of_a_server_has_its_address_and_key_and_another_token() {
    let (server, extension) = connected();
    let before = server.endpoint.clone();
    let state = server.terminate();
    assert!(!state.path().join("endpoint.json").exists(), "withdrawn");
    drop(extension);
    let mut command = axlens(state.path(), &["serve"]);
    let again = Server::start_by(&mut command, state);
    let after = &again.endpoint;
    assert_eq!(
        (&after.url, &after.extension_key),
        (&before.url, &before.extension_key)
    );
    assert_ne!(after.agent_token, before.agent_token);
    let (status, _) = send(after, &before.agent_token, "GET", "/status", None);
    assert_eq!(status, 401);
    let (status, _) = send(after, &token(after), "GET", "/pending-queries", None);
    assert_eq!(status, 200);
}

#[test]
fn a_server_that_was_killed_leaves_nothing_that_is_believed() {
    let mut server = Server::start();
    server.child.kill().expect("it runs");
    server.child.wait().expect("it ends");
    assert!(server.state.path().join("endpoint.json").exists());
    let output = server.run(&["status"]);
    assert_eq!(output.status.code(), Some(3));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("No server runs"), "{words}");
    assert!(
        !server.state.path().join("endpoint.json").exists(),
        "withdrawn"
    );
}

#[test]
fn stop_ends_the_server_and_says_so() {
    let mut server = Server::start();
    let output = server.run(&["stop"]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && words.contains("stopped"),
        "{words}"
    );
    let ended = server.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
    assert!(server.state.path().join("stopped").exists());
    let again = server.run(&["stop"]);
    assert!(String::from_utf8_lossy(&again.stdout).contains("no server ran"));
    let state = std::mem::replace(&mut server.state, tempfile::tempdir().expect("a folder"));
    let started = Server::start_in(state);
    assert!(!started.state.path().join("stopped").exists());
}

#[test]
fn uninstall_leaves_no_server_running() {
    let mut server = Server::start();
    let profile = tempfile::tempdir().expect("a folder");
    let profile = profile.path().display().to_string();
    let output = server.run(&["uninstall", "--user-data-dir", &profile]);
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && words.contains("the server is stopped"),
        "{words}"
    );
    assert!(server.child.wait().expect("it ends").success());
    assert!(server.state.path().join("stopped").exists());
}

#[test]
fn requests_under_way_end_before_a_server_that_is_told_to_stop() {
    let server = Server::start();
    let spawn = |command: &str| {
        let mut command = axlens(server.state.path(), &[command]);
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::null());
        piped.spawn().expect("the program starts")
    };
    let stopped = server.state.path().join("stopped");
    let told = stopped.clone();
    let _extension = Pretended::connect_to_answer_when(&server.endpoint, move || told.exists());
    let mut asking = spawn("tabs");
    until("the query is worked on", || {
        let status = server.json(&["status", "--json"]);
        (status["queue"]["leased"] == 1).then_some(())
    });
    let mut stopping = spawn("stop");
    until("the user's wish is known", || {
        stopped.exists().then_some(())
    });
    assert!(asking.wait().expect("it ends").success());
    assert!(stopping.wait().expect("it ends").success());
    assert_eq!(server.run(&["tabs"]).status.code(), Some(3));
}

#[test]
fn a_state_directory_that_others_can_write_is_refused_with_the_remedy() {
    use std::os::unix::fs::PermissionsExt;
    let state = tempfile::tempdir().expect("a folder");
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(state.path(), open).expect("this user's");
    for command in ["serve", "status", "install"] {
        let output = axlens(state.path(), &[command]).output().expect("it runs");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && words.contains("chmod 700"),
            "{command}: {words}"
        );
    }
}

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

#[test]
fn every_request_is_in_the_log_which_can_be_followed() {
    let (server, extension) = connected();
    let mut command = axlens(server.state.path(), &["log", "--follow", "--json"]);
    let mut following = command.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(following.stdout.take().expect("piped"));
    server.json(&["snapshot", "--json"]);
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    let entry: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(
        (&entry["kind"], &entry["outcome"]),
        (&json!("observe"), &json!("ok"))
    );
    assert_eq!(entry["agent"], json!({"id": "user", "name": "user"}));
    // Nobody reads any more.
    drop(lines);
    assert!(following.wait().expect("it ends").success());
    let audit = &server.json(&["status", "--json"])["audit"];
    assert_eq!(
        (&audit["written"], &audit["lost"]),
        (&json!(1), &json!(0)),
        "{audit}"
    );
    assert!(!server.run(&["locate", "77"]).status.success());
    drop(extension);
    // What waits is written before the server ends.
    let state = server.terminate();
    let log = |arguments: &[&str]| {
        let output = axlens(state.path(), arguments).output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let all = log(&["log"]);
    assert_eq!(all.lines().count(), 2, "{all}");
    assert!(
        all.contains("  observe  ") && all.contains("  locate  "),
        "{all}"
    );
    assert_eq!(log(&["log", "--last", "1"]).lines().count(), 1);
    assert_eq!(log(&["log", "--agent", "nobody"]), "");
    assert_eq!(log(&["log", "--site", "https://nowhere.example"]), "");
    let mode = std::fs::metadata(state.path().join("audit.jsonl")).expect("there");
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
}

#[test]
fn purge_removes_what_is_ours_and_nothing_else() {
    let (server, extension) = connected();
    let profile = tempfile::tempdir().expect("a folder");
    let profile = profile.path().display().to_string();
    let others = tempfile::tempdir().expect("a folder");
    let others_file = others.path().join("file");
    std::fs::write(&others_file, "not ours").expect("writable");
    let state = server.state.path().to_owned();
    std::fs::write(state.join("notes.txt"), "not ours").expect("writable");
    std::os::unix::fs::symlink(&others_file, state.join("audit.3.jsonl")).expect("a link");
    assert!(server.run(&["snapshot"]).status.success());
    assert!(server.run(&["token", "add", "somebody"]).status.success());
    drop(extension);
    let kept = server.run(&["uninstall", "--user-data-dir", &profile]);
    let words = String::from_utf8_lossy(&kept.stdout).into_owned();
    assert!(
        words.contains("--purge") && words.contains("chrome://extensions"),
        "{words}"
    );
    assert!(state.join("audit.jsonl").exists() && state.join("extension.key").exists());
    let purged = server.run(&["uninstall", "--purge", "--user-data-dir", &profile]);
    let words = String::from_utf8_lossy(&purged.stdout).into_owned();
    assert!(purged.status.success(), "{purged:?}");
    for file in [
        "audit.jsonl",
        "extension.key",
        "tokens.json",
        "server.lock",
        "port",
    ] {
        let path = state.join(file);
        assert!(
            words.contains(&format!("removed {}", path.display())),
            "{words}"
        );
    }
    assert!(words.contains("not removed"), "{words}");
    let left: Vec<_> = std::fs::read_dir(&state)
        .expect("it stays")
        .flatten()
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(left[0].file_name(), "notes.txt");
    assert!(others_file.exists(), "what a link leads to is not ours");
    std::fs::remove_file(state.join("notes.txt")).expect("removable");
    let again = server.run(&["uninstall", "--purge", "--user-data-dir", &profile]);
    assert!(again.status.success() && !state.exists(), "{again:?}");
}

#[test]
fn purge_refuses_a_folder_that_others_can_write() {
    let state = tempfile::tempdir().expect("a folder");
    let file = state.path().join("extension.key");
    std::fs::write(&file, "key").expect("writable");
    std::fs::set_permissions(state.path(), Permissions::from_mode(0o777)).expect("this user's");
    let profile = state.path().display().to_string();
    let arguments = ["uninstall", "--purge", "--user-data-dir", &profile];
    let output = axlens(state.path(), &arguments).output().expect("it runs");
    assert!(!output.status.success() && file.exists(), "{output:?}");
}

#[test]
fn where_no_browser_is_connected_a_sentence_says_so() {
    let server = Server::start();
    let output = server.run(&["browsers"]);
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("No browser has connected"), "{words}");
}

/// By the system's own table, in which a listener on every address would have another one.
#[cfg(target_os = "linux")]
#[test]
fn the_server_listens_on_loopback_alone() {
    let server = Server::start();
    let folder = format!("/proc/{}/fd", server.child.id());
    let files = std::fs::read_dir(folder).expect("it runs").flatten();
    let targets = files.filter_map(|file| std::fs::read_link(file.path()).ok());
    let sockets: Vec<String> = targets
        .filter_map(|target| {
            let inode = target.to_str()?.strip_prefix("socket:[")?;
            inode.strip_suffix(']').map(str::to_owned)
        })
        .collect();
    let listening = |table: &str| -> Vec<String> {
        let text = std::fs::read_to_string(table).unwrap_or_default();
        let rows = text.lines().map(|row| row.split_whitespace().collect());
        let rows = rows.filter(|row: &Vec<&str>| row.get(3) == Some(&"0A"));
        let ours = rows.filter(|row| {
            row.get(9)
                .is_some_and(|inode| sockets.iter().any(|own| own == inode))
        });
        ours.map(|row| row[1].to_owned()).collect()
    };
    let port = server.endpoint.url.rsplit_once(':').expect("a port").1;
    let port: u16 = port.parse().expect("a number");
    assert_eq!(listening("/proc/net/tcp"), [format!("0100007F:{port:04X}")]);
    assert_eq!(listening("/proc/net/tcp6"), [] as [&str; 0]);
}
