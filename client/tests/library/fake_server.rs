//! A server on the Unix socket of a temporary state directory, which answers what a test says.

use axlens_client::{Browser, Options, Result, connect_with};
use axlens_local::StateDir;
use axlens_local::proof::{Claim, ProofRole};
use axlens_local::state_dir::ServerLock;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio::net::UnixListener;

/// What the server answers when it has to prove its identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    Proven,
    WrongProof,
    NoProof,
}

/// In place of a status: the connection ends without an answer.
pub const CLOSES: u16 = 1;
/// In place of a status: there is never an answer.
pub const HANGS: u16 = 2;

/// The port in the proof; nothing listens there.
pub const PORT: u16 = 4711;

pub struct FakeServer {
    folder: TempDir,
    _lock: ServerLock,
    shared: Arc<Shared>,
}

struct Shared {
    identity: Identity,
    key: String,
    replies: Mutex<VecDeque<(u16, Value)>>,
    requests: Mutex<Vec<(String, Value)>>,
}

impl FakeServer {
    /// Starts it with its replies, in order.
    pub async fn start(identity: Identity, replies: Vec<(u16, Value)>) -> FakeServer {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::locate(Some(folder.path().join("state"))).expect("named");
        let lock = dir.hold().expect("free");
        let shared = Arc::new(Shared {
            identity,
            key: dir.key().expect("a key"),
            replies: Mutex::new(replies.into()),
            requests: Mutex::default(),
        });
        let listener = UnixListener::bind(dir.socket()).expect("bound");
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        FakeServer {
            folder,
            _lock: lock,
            shared,
        }
    }

    pub fn options(&self) -> Options {
        Options {
            state_dir: Some(self.folder.path().join("state")),
            ..Options::default()
        }
    }

    pub async fn connect(&self) -> Result<Browser> {
        connect_with(self.options()).await
    }

    /// The paths of the requests, without the proof.
    pub fn paths(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().expect("not poisoned");
        requests.iter().map(|(path, _)| path.clone()).collect()
    }

    /// The bodies of the requests, without the proof.
    pub fn bodies(&self) -> Vec<Value> {
        let requests = self.shared.requests.lock().expect("not poisoned");
        requests.iter().map(|(_, body)| body.clone()).collect()
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    _method: Method,
    uri: Uri,
    body: Bytes,
) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if uri.path() == "/identity" {
        return identity(&shared, body["nonce"].as_str().unwrap_or_default());
    }
    let requests = &shared.requests;
    requests
        .lock()
        .expect("not poisoned")
        .push((uri.to_string(), body));
    let reply = shared.replies.lock().expect("not poisoned").pop_front();
    let (status, body) = reply.unwrap_or((500, Value::Null));
    match status {
        CLOSES => panic!("the connection ends"),
        HANGS => std::future::pending().await,
        _ => {}
    }
    (
        StatusCode::from_u16(status).expect("a status"),
        body.to_string(),
    )
        .into_response()
}

fn identity(shared: &Shared, client: &str) -> Response {
    let server = "a".repeat(64);
    let claim = Claim {
        role: ProofRole::Socket,
        client,
        server: &server,
        port: PORT,
    };
    let key = match shared.identity {
        Identity::Proven => &shared.key,
        Identity::WrongProof => "another key",
        Identity::NoProof => return StatusCode::NOT_FOUND.into_response(),
    };
    let proof = claim.prove(key);
    let identity = json!({"version": "0.1.0", "built": 1, "pid": 1, "port": PORT,
        "nonce": server, "proof": proof});
    identity.to_string().into_response()
}
