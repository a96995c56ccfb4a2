//! Every door of the server, as one router that needs no socket. Knows which door is whose and how
//! large a body may be; what happens behind a door is in [`crate::doors`].

use crate::dispatch::Dispatch;
use crate::doors::{agent, extension, line};
use crate::failure::{Failure, panicked};
use crate::memory::{Work, at_work};
use crate::sessions::Sessions;
use crate::tokens::Counter;
use crate::trust::{Trust, guard};
use axlens_protocol::{Code, Fault};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tower_http::catch_panic::CatchPanicLayer;

/// Largest body of an agent's request, in bytes.
pub const AGENT_BODY: usize = 64 * 1024;

/// Largest answer of the extension, in bytes.
pub const RESULT_BODY: usize = 64 * 1024 * 1024;

/// All that the doors share.
pub struct App {
    /// Who may come in.
    pub trust: Trust,
    /// Where requests and extension meet.
    pub dispatch: Dispatch,
    /// What each session was shown.
    sessions: Mutex<Sessions>,
    /// Counts tokens.
    pub counter: Counter,
    /// The requests that are under way.
    pub work: Work,
    /// When the server started.
    pub started: Instant,
}

impl App {
    /// A server that nobody has asked anything yet.
    pub fn new(trust: Trust, counter: Counter, sessions: Sessions) -> Arc<App> {
        Arc::new(App {
            trust,
            dispatch: Dispatch::default(),
            sessions: Mutex::new(sessions),
            counter,
            work: Work::default(),
            started: Instant::now(),
        })
    }

    /// What is remembered, locked: not to be held across an `await`.
    pub fn sessions(&self) -> MutexGuard<'_, Sessions> {
        // A request that failed half way leaves at worst a snapshot that was not shown.
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The router.
pub fn app(state: Arc<App>) -> Router {
    Router::new()
        .route("/health", get(agent::health))
        .route("/status", get(agent::status))
        .route("/tabs", get(agent::tabs))
        .route("/ping", post(agent::ping))
        .merge(reading_doors(&state))
        .layer(DefaultBodyLimit::max(AGENT_BODY))
        .merge(extension_doors())
        .fallback(no_such_door)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&state), guard))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(state)
}

fn reading_doors(state: &Arc<App>) -> Router<Arc<App>> {
    Router::new()
        .route("/observe", post(agent::observe))
        .route("/locate", post(agent::locate))
        .route("/explain", post(agent::explain))
        .route("/tabs/{tab}/snapshot", get(agent::tab_snapshot))
        .route_layer(from_fn_with_state(Arc::clone(state), at_work))
}

fn extension_doors() -> Router<Arc<App>> {
    Router::new()
        .route("/pending-queries", get(extension::pending_queries))
        .route("/line", get(line::line))
        .route("/wake", get(extension::wake))
        .route("/hello", post(extension::hello))
        .layer(DefaultBodyLimit::max(AGENT_BODY))
        .route(
            "/results/{id}",
            post(extension::results).layer(DefaultBodyLimit::max(RESULT_BODY)),
        )
}

async fn no_such_door(uri: Uri) -> Failure {
    Failure(Fault::new(
        Code::NotFound,
        format!("There is no door {}.", uri.path()),
    ))
}

async fn wrong_method(method: Method, uri: Uri) -> Failure {
    let message = format!("{} does not take {method}.", uri.path());
    Failure(Fault::new(Code::MethodNotAllowed, message))
}
