//! The Model Context Protocol: `/mcp` over streamable HTTP, and `/mcp/stream` over a connection of
//! one client, for `axlens mcp`. The guard has checked host, origin and token; the agent of a
//! request is the agent of its token.

use super::agent::query_parameters;
use super::error::HandlerResult;
use super::mcp_sessions::{McpSessions, own_sessions_only};
use crate::agents::Agent;
use crate::mcp::{AgentSource, Handler};
use crate::state::App;
use axlens_protocol::{Code, Fault};
use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, UPGRADE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{MethodRouter, any_service};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use rmcp::ServiceExt;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long an unused session of the protocol's earlier versions is kept.
const SESSION_LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Maximum number of sessions of these versions and of requests of the later ones.
const MAX_HANDLERS: usize = 128;

/// The handler of `/mcp`.
pub fn router(app: &Arc<App>, body_limit: usize) -> MethodRouter<Arc<App>> {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_LIFETIME);
    let sessions = Arc::new(sessions);
    let stateless = service(
        app,
        Arc::clone(&sessions),
        stateless(config(app, body_limit)),
    );
    let owners = Arc::new(McpSessions::new(Arc::clone(&sessions)));
    any_service(service(app, sessions, config(app, body_limit)))
        .layer(from_fn_with_state(owners, own_sessions_only))
        .layer(from_fn_with_state(stateless, remote_statelessly))
}

/// The middleware of `/mcp` for agents of a gateway: each of their requests is complete in itself,
/// and its answer is one JSON value, because a gateway forwards whole answers.
async fn remote_statelessly(
    State(service): State<McpService>,
    Extension(agent): Extension<Arc<Agent>>,
    request: Request,
    next: Next,
) -> Response {
    match agent.is_remote() {
        true => service.handle(request).await.map(Body::new),
        false => next.run(request).await,
    }
}

type McpService = StreamableHttpService<Handler, LocalSessionManager>;

fn stateless(mut config: StreamableHttpServerConfig) -> StreamableHttpServerConfig {
    config.legacy_session_mode = false;
    config.with_json_response(true)
}

fn service(
    app: &Arc<App>,
    sessions: Arc<LocalSessionManager>,
    config: StreamableHttpServerConfig,
) -> McpService {
    let handler = Handler::new(Arc::clone(app), AgentSource::PerRequest);
    let open = Arc::new(());
    let factory = move || match Arc::strong_count(&open) > MAX_HANDLERS {
        true => Err(std::io::Error::other("too many sessions are open")),
        false => Ok(handler.clone().counted(Arc::clone(&open))),
    };
    StreamableHttpService::new(factory, sessions, config)
}

fn config(app: &Arc<App>, body_limit: usize) -> StreamableHttpServerConfig {
    let ended = CancellationToken::new();
    let (token, app) = (ended.clone(), Arc::clone(app));
    // Open streams would keep the server running.
    tokio::spawn(async move {
        app.dispatch.stopped().await;
        token.cancel();
    });
    StreamableHttpServerConfig::default()
        .enforce_origin_validation()
        .with_max_request_body_bytes(body_limit)
        .with_cancellation_token(ended)
}

/// The protocol in the header `Upgrade`.
pub const STREAM: &str = "axlens-mcp";

/// Parameters of `/mcp/stream`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamParameters {
    /// The session of the uids.
    session: String,
    /// The agent as which a program of the user acts.
    agent: Option<String>,
}

/// `GET /mcp/stream`: switches to a stream of messages in both directions, one per line.
pub async fn stream(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    parameters: Result<Query<StreamParameters>, QueryRejection>,
    mut request: Request,
) -> HandlerResult<Response> {
    let parameters = query_parameters(parameters)?;
    let protocol = request.headers().get(UPGRADE);
    if protocol.is_none_or(|protocol| protocol != STREAM) {
        let message = format!("The header `Upgrade` must be `{STREAM}`, as `axlens mcp` sends it.");
        return Err(Fault::bad_request(message).into());
    }
    let agent = match parameters.agent {
        Some(name) => named_by_user(&app, &agent, &name)?,
        None => agent,
    };
    let upgrade = hyper::upgrade::on(&mut request);
    let client = AgentSource::Connection(agent, parameters.session);
    let handler = Handler::new(Arc::clone(&app), client);
    tokio::spawn(async move {
        match upgrade.await {
            Ok(upgraded) => serve(&app, handler, TokioIo::new(upgraded)).await,
            Err(error) => tracing::debug!(%error, "the stream could not be opened"),
        }
    });
    let switched = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(CONNECTION, "upgrade")
        .header(UPGRADE, STREAM)
        .body(Body::empty());
    switched.map_err(|error| Fault::new(Code::Internal, error.to_string()).into())
}

/// The agent that one of the user's own programs names.
fn named_by_user(app: &App, by: &Agent, name: &str) -> Result<Arc<Agent>, Fault> {
    if by.is_user() {
        return app.agents.with_name(name);
    }
    let message = "Only a program that acts as the agent `user` can name another agent.";
    Err(Fault::new(Code::Forbidden, message).hint("Omit `agent`, or the token."))
}

/// Serves a connection until either side ends it. That cancels its pending requests.
async fn serve(app: &App, handler: Handler, connection: TokioIo<Upgraded>) {
    let running = match handler.serve(tokio::io::split(connection)).await {
        Ok(running) => running,
        Err(error) => return tracing::debug!(%error, "a client did not start the protocol"),
    };
    let token = running.cancellation_token();
    tokio::select! {
        _ = running.waiting() => {}
        () = app.dispatch.stopped() => token.cancel(),
    }
}
