//! A server without a socket, and a simulated extension.

use axlens_local::StateDir;
use axlens_local::proof::{Claim, ProofRole};
use axlens_local::tokens::{NewToken, TokenFile};
use axlens_protocol::model::TokenScope;
use axlens_protocol::wire::Query;
use axlens_protocol::{Code, Fault};
use axlens_server::agents::Agents;
use axlens_server::audit::AuditLog;
use axlens_server::http::connections::{HEAD_TIMEOUT, LIMITS, serve};
use axlens_server::http::gate::{TcpTrust, Trust};
use axlens_server::http::page_keys::PageKeys;
use axlens_server::http::proofs::Proofs;
use axlens_server::http::router::{Secrets, router};
use axlens_server::queue::browsers::BrowserKey;
use axlens_server::sessions::Sessions;
use axlens_server::state::App;
use axum::Router;
use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{Request, Response, StatusCode};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The one browser of most tests.
pub const BROWSER: &str = "the-browser";
pub const PORT: u16 = 4711;
pub const AGENT: &str = "agent-token-of-the-tests";
/// The extension's key; neither side sends it.
pub const KEY: &str = "extension-key-of-the-tests";

/// A server without requests.
#[derive(Clone)]
pub struct Rig {
    pub state: Arc<App>,
    /// A token for polls, as a worker gets it by its proof.
    pub poll_token: String,
    /// The keys of the dashboard.
    pub pages: Arc<PageKeys>,
    router: Router,
    /// The worker of the browser [`BROWSER`] that polled last.
    instance: Arc<Mutex<String>>,
    socket: Router,
    /// The named tokens.
    pub tokens: TokenFile,
    /// The state directory.
    pub dir: StateDir,
    _folder: Arc<tempfile::TempDir>,
}

/// The wire version, as the extension writes it.
pub const WIRE: u32 = axlens_protocol::WIRE_VERSION;

/// An exchange of proofs without the worker's proof.
#[derive(Clone)]
pub struct ProofExchange {
    pub server: String,
    /// The worker's.
    pub proof: String,
    pub servers_proof: String,
}

/// A simulated extension, which ends when it is dropped.
pub struct SimulatedExtension(JoinHandle<()>);

impl Drop for SimulatedExtension {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A server that listens. It also stops when `stop` is dropped.
pub struct RunningServer {
    pub address: SocketAddr,
    pub stop: oneshot::Sender<()>,
    pub ended: JoinHandle<()>,
}

/// The response of an endpoint.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub body: Value,
}

impl Reply {
    /// The body of a successful response.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.body);
        self.body
    }

    /// The fault, which must have this code and its status.
    #[track_caller]
    pub fn fault(self, code: Code) -> Fault {
        let fault: Fault = serde_json::from_value(self.body.clone())
            .unwrap_or_else(|_| panic!("no fault but {}: {}", self.status, self.body));
        assert_eq!(fault.code, code, "{fault:?}");
        assert_eq!(self.status.as_u16(), code.status());
        let parts: Vec<&String> = self.body.as_object().expect("an object").keys().collect();
        let (always, seen) = parts.split_at(4);
        assert_eq!(always, ["error", "hint", "message", "retryable"]);
        assert_eq!(seen == ["seen"], code == Code::ChangedUid, "{parts:?}");
        assert!(!fault.message.is_empty() && !fault.hint.is_empty());
        fault
    }
}

impl Rig {
    pub fn new() -> Rig {
        Rig::with(Sessions::default())
    }

    /// A server with this cache budget in bytes.
    pub fn with_cache(budget: u64) -> Rig {
        Rig::with(Sessions::new(false, budget))
    }

    fn with(sessions: Sessions) -> Rig {
        let secrets = Secrets {
            proofs: Arc::new(Proofs::new(KEY.to_owned(), PORT, "0.1.0", 1)),
            pages: Arc::new(PageKeys::new(PORT)),
        };
        let Secrets { proofs, pages } = secrets.clone();
        let trust = Trust::Tcp(TcpTrust {
            port: PORT,
            proofs: Arc::clone(&proofs),
            pages: Arc::clone(&pages),
        });
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("it is there");
        let dir = StateDir::at(path);
        let tokens = TokenFile::of(&dir);
        let state = App::new(sessions, Agents::new(AGENT, Some(tokens.clone())));
        // The program of this process is the tests.
        state.pdf.set_program(env!("CARGO_BIN_EXE_axlens").into());
        let poll_token = proofs.token(Instant::now()).expect("a token").token;
        let tcp = router(Arc::clone(&state), secrets.clone(), trust);
        let socket = router(Arc::clone(&state), secrets, Trust::Socket);
        Rig {
            state,
            poll_token,
            pages,
            router: tcp,
            socket,
            tokens,
            dir,
            _folder: Arc::new(folder),
            instance: Arc::new(Mutex::new("a".to_owned())),
        }
    }

    /// The token of a new agent that may use every site.
    pub fn token(&self, name: &str, scope: TokenScope) -> String {
        let added = self.tokens.add(&new_token(name, scope));
        added.expect("a token")
    }

    /// Begins an audit log.
    pub fn log(&self) {
        let audit = AuditLog::open(&self.dir);
        assert!(self.state.audit.set(Arc::new(audit)).is_ok(), "it had none");
    }

    /// Listens on a port of another number than [`PORT`], as behind a tunnel.
    pub async fn listen(&self) -> RunningServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        assert_ne!(address.port(), PORT);
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let limits = (LIMITS, Some(HEAD_TIMEOUT));
        let ended = tokio::spawn(serve(listener, self.router(), limits, stopped));
        RunningServer {
            address,
            stop,
            ended,
        }
    }

    /// The router of the Unix socket.
    pub fn socket(&self) -> Router {
        self.socket.clone()
    }

    /// Begins an exchange; the worker's nonce and the server's, and the worker's proof.
    pub async fn exchange(&self, key: &str) -> ProofExchange {
        let nonce = "a".repeat(64);
        let request = plain("POST", "/proof")
            .header("x-axlens-wire", WIRE)
            .body(Body::from(json!({"nonce": nonce}).to_string()));
        let begun = self.call(request.expect("a request")).await.ok();
        let server = begun["nonce"].as_str().expect("a nonce").to_owned();
        let claim = Claim {
            role: ProofRole::Worker,
            client: &nonce,
            server: &server,
            port: PORT,
        };
        ProofExchange {
            proof: claim.prove(key),
            servers_proof: begun["proof"].as_str().expect("a proof").to_owned(),
            server,
        }
    }

    /// A request as the extension makes it.
    pub fn extension(&self, method: &str, path: &str, instance: &str) -> Builder {
        self.extension_in(method, path, (BROWSER, instance))
    }

    /// The same in a browser of this id.
    pub fn extension_in(
        &self,
        method: &str,
        path: &str,
        (browser, instance): (&str, &str),
    ) -> Builder {
        plain(method, path)
            .header("authorization", format!("Bearer {}", self.poll_token))
            .header("x-axlens-wire", WIRE)
            .header("x-axlens-instance", instance)
            .header("x-axlens-browser", browser)
    }

    /// The router, for a test that needs a socket.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub async fn raw(&self, request: Request<Body>) -> Response<Body> {
        let router = self.router.clone();
        router
            .oneshot(request)
            .await
            .expect("a router always answers")
    }

    pub async fn call(&self, request: Request<Body>) -> Reply {
        let response = self.raw(request).await;
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .expect("the body is whole");
        let body = match bytes.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&bytes).expect("every body is JSON"),
        };
        Reply { status, body }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.call(empty(agent("GET", path))).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        let request = agent("POST", path).body(Body::from(body.to_string()));
        self.call(request.expect("a request")).await
    }

    pub async fn observe(&self, mut parameters: Value) -> Reply {
        parameters["what"] = json!("a11y_tree");
        self.post("/observe", &parameters).await
    }

    /// One poll of the worker `instance`.
    pub async fn poll(&self, instance: &str, wait: u64) -> Vec<Query> {
        *self.instance.lock().expect("no test panics with it") = instance.to_owned();
        queries(self.poll_in((BROWSER, instance), wait).await)
    }

    /// The answer of a query: `{"ok": …}` or `{"fault": …}`.
    pub async fn result(&self, id: &str, body: &Value) -> Reply {
        let instance = self.last_instance();
        self.result_in((BROWSER, &instance), id, body).await
    }

    fn last_instance(&self) -> String {
        let instance = self.instance.lock();
        instance.expect("no test panics with it").clone()
    }

    /// The simulated browser of most tests.
    pub fn browser(&self) -> BrowserKey {
        let browser = self.state.dispatch.named("user", BROWSER);
        browser.expect("it has polled")
    }

    /// One poll of a worker: its browser and its instance.
    pub async fn poll_in(&self, worker: (&str, &str), wait: u64) -> Reply {
        let path = format!("/pending-queries?wait={wait}");
        let request = self.extension_in("GET", &path, worker).body(Body::empty());
        self.call(request.expect("a request")).await
    }

    /// A worker's answer of a query.
    pub async fn result_in(&self, worker: (&str, &str), id: &str, body: &Value) -> Reply {
        let request = self.extension_in("POST", &format!("/results/{id}"), worker);
        let request = request.body(Body::from(body.to_string()));
        self.call(request.expect("a request")).await
    }

    /// Sends a worker's greeting.
    pub async fn hello_in(&self, worker: (&str, &str), name: &str) -> Reply {
        let hello = json!({"version": "0.1.0", "wire": WIRE, "paused": false, "name": name});
        let request = self
            .extension_in("POST", "/hello", worker)
            .body(Body::from(hello.to_string()));
        self.call(request.expect("a request")).await
    }

    /// Says of the extension whether it is paused, and what it may read.
    pub async fn greet(&self, paused: bool, access: &str) {
        let hello = json!({"version": "0.1.0", "wire": WIRE, "paused": paused, "access": access,
            "name": "Chrome"});
        let request = self.extension("POST", "/hello", "pretended");
        let request = request.body(Body::from(hello.to_string()));
        self.call(request.expect("a request")).await.ok();
    }

    /// Simulates an extension that answers each query at once.
    pub fn simulate(
        &self,
        answer: impl Fn(&Query) -> Value + Send + 'static,
    ) -> SimulatedExtension {
        self.simulate_partly(move |query| Some(answer(query)))
    }

    /// Simulates an extension that leaves some queries unanswered.
    pub fn simulate_partly(
        &self,
        answer: impl Fn(&Query) -> Option<Value> + Send + 'static,
    ) -> SimulatedExtension {
        let rig = self.clone();
        SimulatedExtension(tokio::spawn(async move {
            loop {
                for query in rig.poll("pretended", 25).await {
                    if let Some(body) = answer(&query) {
                        rig.result(&query.id, &body).await;
                    }
                }
            }
        }))
    }

    /// Simulates an extension in another browser.
    pub fn simulate_in(
        &self,
        browser: &'static str,
        answer: impl Fn(&Query) -> Value + Send + 'static,
    ) -> SimulatedExtension {
        let (rig, worker) = (self.clone(), (browser, "pretended"));
        SimulatedExtension(tokio::spawn(async move {
            loop {
                for query in queries(rig.poll_in(worker, 25).await) {
                    let body = answer(&query);
                    rig.result_in(worker, &query.id, &body).await;
                }
            }
        }))
    }
}

/// The queries in the response to a poll.
pub fn queries(reply: Reply) -> Vec<Query> {
    serde_json::from_value(reply.ok()["queries"].clone()).expect("queries")
}

/// A request as an agent makes it.
pub fn agent(method: &str, path: &str) -> Builder {
    agent_with(AGENT, method, path)
}

/// A request with this token.
pub fn agent_with(token: &str, method: &str, path: &str) -> Builder {
    plain(method, path).header("authorization", format!("Bearer {token}"))
}

/// A request without a body.
pub fn empty(builder: Builder) -> Request<Body> {
    builder.body(Body::empty()).expect("a request")
}

/// A token that does not expire, for every site.
pub fn new_token(name: &str, scope: TokenScope) -> NewToken {
    NewToken {
        name: name.to_owned(),
        scope,
        sites: Vec::new(),
        lasts: None,
    }
}

/// A request with nothing but its host.
pub fn plain(method: &str, path: &str) -> Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", format!("127.0.0.1:{PORT}"))
}

/// A tab as Chrome knows it.
pub fn chrome_tab(id: i64, url: &str) -> Value {
    json!({"id": id, "windowId": 1, "url": url, "title": "A page", "active": true, "windowFocused": true,
           "discarded": false, "status": "complete"})
}
