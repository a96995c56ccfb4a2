//! ServerProcess processes, a simulated extension on their endpoints, and helpers.

use axlens_local::proof::{Claim, ProofRole};
use axlens_local::secret;
use axlens_protocol::{EndpointFile, WIRE_VERSION};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than any step takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server process, which ends with the test.
pub struct ServerProcess {
    pub child: Child,
    pub state: tempfile::TempDir,
    pub endpoint: EndpointFile,
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl ServerProcess {
    pub fn start() -> ServerProcess {
        ServerProcess::start_in(tempfile::tempdir().expect("a folder"))
    }

    pub fn start_in(state: tempfile::TempDir) -> ServerProcess {
        let mut command = axlens(state.path(), &["serve", "--port", "0"]);
        ServerProcess::start_by(&mut command, state)
    }

    pub fn start_by(command: &mut Command, state: tempfile::TempDir) -> ServerProcess {
        ServerProcess::start_with_log(command.stderr(Stdio::null()), state)
    }

    /// Starts a server whose log the command leads somewhere.
    pub fn start_with_log(command: &mut Command, state: tempfile::TempDir) -> ServerProcess {
        let mut child = command.spawn().expect("the program starts");
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
        ServerProcess {
            child,
            state,
            endpoint,
        }
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        axlens(self.state.path(), arguments)
            .output()
            .expect("the program runs")
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        serde_json::from_slice(&output.stdout).expect("it prints JSON")
    }

    /// Ends the server with SIGTERM and returns its folder.
    pub fn terminate(mut self) -> tempfile::TempDir {
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

/// A simulated extension that uses the server's endpoints.
pub struct ExtensionThread {
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for ExtensionThread {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl ExtensionThread {
    pub fn connect(endpoint: &EndpointFile) -> ExtensionThread {
        ExtensionThread::connect_to_answer_when(endpoint, || true)
    }

    /// Connects an extension that answers no query before `ready` returns true.
    pub fn connect_to_answer_when(
        endpoint: &EndpointFile,
        ready: impl Fn() -> bool + Send + 'static,
    ) -> ExtensionThread {
        ExtensionThread::run(endpoint, false, ready)
    }

    /// Connects an extension that reports of each query that it waits for the user, and answers
    /// none before `ready` returns true.
    pub fn connect_to_ask_the_user(
        endpoint: &EndpointFile,
        ready: impl Fn() -> bool + Send + 'static,
    ) -> ExtensionThread {
        ExtensionThread::run(endpoint, true, ready)
    }

    fn run(
        endpoint: &EndpointFile,
        asks: bool,
        ready: impl Fn() -> bool + Send + 'static,
    ) -> ExtensionThread {
        let stopping = Arc::new(AtomicBool::new(false));
        let (endpoint, stop) = (endpoint.clone(), Arc::clone(&stopping));
        let thread = std::thread::spawn(move || {
            let hello = json!({"version": "0.1.0", "wire": 1, "paused": false});
            let token = token(&endpoint);
            send(&endpoint, &token, "POST", "/hello", Some(&hello));
            while !stop.load(Ordering::SeqCst) {
                let (_, response) = send(&endpoint, &token, "GET", "/pending-queries?wait=1", None);
                for query in response["queries"].as_array().into_iter().flatten() {
                    if asks {
                        let waiting = json!({"query": query["id"], "waits": true});
                        send(&endpoint, &token, "POST", "/waiting", Some(&waiting));
                    }
                    until("an answer is wanted", || ready().then_some(()));
                    let path = format!("/results/{}", query["id"].as_str().unwrap_or_default());
                    send(&endpoint, &token, "POST", &path, Some(&answer(query)));
                }
            }
        });
        ExtensionThread {
            stopping,
            thread: Some(thread),
        }
    }
}

pub fn answer(query: &Value) -> Value {
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

/// The extension's side of an exchange of proofs, and its token.
pub fn token(endpoint: &EndpointFile) -> String {
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
    assert!(claim(ProofRole::Server).is_proven(&endpoint.extension_key, servers));
    let proof = claim(ProofRole::Worker).prove(&endpoint.extension_key);
    let ours = json!({"exchange": begun["nonce"], "proof": proof});
    let (_, response) = send(endpoint, "", "POST", "/token", Some(&ours));
    response["token"].as_str().unwrap_or_default().to_owned()
}

pub fn send(
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
    // A server that is ending does not answer.
    let Ok(mut response) = ureq::Agent::from(config).run(request) else {
        return (0, Value::Null);
    };
    let text = response.body_mut().read_to_string().unwrap_or_default();
    (
        response.status().as_u16(),
        serde_json::from_str(&text).unwrap_or(Value::Null),
    )
}

pub fn axlens(state: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_axlens"));
    command
        .args(arguments)
        .env("AXLENS_STATE_DIR", state)
        .stdin(Stdio::null());
    command
}

pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "{what}: not within {TIMEOUT:?}");
        std::thread::park_timeout(Duration::from_millis(10));
    }
}

pub fn connected() -> (ServerProcess, ExtensionThread) {
    let server = ServerProcess::start();
    let extension = ExtensionThread::connect(&server.endpoint);
    until("the extension is connected", || {
        (server.json(&["status", "--json"])["extension"]["connected"] == true).then_some(())
    });
    (server, extension)
}
