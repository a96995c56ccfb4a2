//! A server without a socket, and a pretended extension for it. Knows nothing of what is tested.

use axlens_protocol::wire::Query;
use axlens_protocol::{Code, Fault};
use axlens_server::http::middleware::Trust;
use axlens_server::http::router::router;
use axlens_server::sessions::Sessions;
use axlens_server::state::App;
use axlens_server::tokens::Counter;
use axum::Router;
use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{Request, Response, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::JoinHandle;
use tower::ServiceExt;

pub const PORT: u16 = 4711;
pub const AGENT: &str = "agent-token-of-the-tests";
pub const EXTENSION: &str = "extension-token-of-the-tests";

/// A server nobody has asked anything yet.
#[derive(Clone)]
pub struct Rig {
    pub state: Arc<App>,
    router: Router,
}

/// A pretended extension; it is gone when dropped.
pub struct Pretended(JoinHandle<()>);

impl Drop for Pretended {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What an endpoint answered.
#[derive(Debug)]
pub struct Said {
    pub status: StatusCode,
    pub body: Value,
}

impl Said {
    /// The answer of a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.body);
        self.body
    }

    /// A fault of this code, whole, with the status that belongs to it.
    #[track_caller]
    pub fn fault(self, code: Code) -> Fault {
        let fault: Fault = serde_json::from_value(self.body.clone())
            .unwrap_or_else(|_| panic!("no fault but {}: {}", self.status, self.body));
        assert_eq!(fault.code, code, "{fault:?}");
        assert_eq!(self.status.as_u16(), code.status());
        let parts: Vec<&String> = self.body.as_object().expect("an object").keys().collect();
        assert_eq!(parts, ["error", "hint", "message", "retryable"]);
        assert!(!fault.message.is_empty() && !fault.hint.is_empty());
        fault
    }
}

impl Rig {
    pub fn new() -> Rig {
        Rig::with(Sessions::default())
    }

    /// A server whose cache holds so many bytes.
    pub fn with_cache(budget: u64) -> Rig {
        Rig::with(Sessions::new(false, budget))
    }

    fn with(sessions: Sessions) -> Rig {
        let trust = Trust {
            port: PORT,
            agent_token: AGENT.to_owned(),
            extension_token: EXTENSION.to_owned(),
        };
        let state = App::new(Counter, sessions);
        let router = router(Arc::clone(&state), trust);
        Rig { state, router }
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

    pub async fn call(&self, request: Request<Body>) -> Said {
        let response = self.raw(request).await;
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .expect("the body is whole");
        let body = match bytes.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&bytes).expect("every body is JSON"),
        };
        Said { status, body }
    }

    pub async fn get(&self, path: &str) -> Said {
        self.call(agent("GET", path).body(Body::empty()).expect("a request"))
            .await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Said {
        let request = agent("POST", path).body(Body::from(body.to_string()));
        self.call(request.expect("a request")).await
    }

    pub async fn observe(&self, mut parameters: Value) -> Said {
        parameters["what"] = json!("a11y_tree");
        self.post("/observe", &parameters).await
    }

    /// One poll of the worker `instance`.
    pub async fn poll(&self, instance: &str, wait: u64) -> Vec<Query> {
        let path = format!("/pending-queries?wait={wait}");
        let request = extension("GET", &path, instance).body(Body::empty());
        let said = self.call(request.expect("a request")).await.ok();
        serde_json::from_value(said["queries"].clone()).expect("queries")
    }

    /// The answer of a query: `{"ok": …}` or `{"fault": …}`.
    pub async fn result(&self, id: &str, body: &Value) -> Said {
        let request =
            extension("POST", &format!("/results/{id}"), "a").body(Body::from(body.to_string()));
        self.call(request.expect("a request")).await
    }

    /// An extension that answers each query at once.
    pub fn pretend(&self, answer: impl Fn(&Query) -> Value + Send + 'static) -> Pretended {
        let rig = self.clone();
        Pretended(tokio::spawn(async move {
            loop {
                for query in rig.poll("pretended", 25).await {
                    let body = answer(&query);
                    rig.result(&query.id, &body).await;
                }
            }
        }))
    }
}

/// A request as an agent makes it.
pub fn agent(method: &str, path: &str) -> Builder {
    plain(method, path).header("authorization", format!("Bearer {AGENT}"))
}

/// A request as the extension makes it.
pub fn extension(method: &str, path: &str, instance: &str) -> Builder {
    plain(method, path)
        .header("authorization", format!("Bearer {EXTENSION}"))
        .header("x-axlens-wire", "1")
        .header("x-axlens-instance", instance)
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
