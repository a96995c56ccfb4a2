//! `/mcp`: the Model Context Protocol over streamable HTTP, and `/mcp/stream`: over a connection
//! that is one client's alone, for `axlens mcp`. The guard in front has seen to host, origin and
//! token; the agent of each request is that of its token.

use super::error::Answered;
use crate::agents::Agent;
use crate::mcp::{Client, Handler};
use crate::state::App;
use axlens_protocol::{Code, Fault};
use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, UPGRADE};
use axum::response::Response;
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

/// Sessions of the protocol's earlier versions that nobody uses end after so long.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// Sessions of these versions at once. More could be asked for without end.
const SESSIONS: usize = 64;

/// Answers the requests of `/mcp`, whose bodies have at most so many bytes.
pub fn service(app: &Arc<App>, body: usize) -> StreamableHttpService<Handler, LocalSessionManager> {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(IDLE);
    let handler = Handler::new(Arc::clone(app), Client::PerRequest);
    let open = Arc::new(());
    let factory = move || match Arc::strong_count(&open) > SESSIONS {
        true => Err(std::io::Error::other("too many sessions are open")),
        false => Ok(handler.clone().counted(Arc::clone(&open))),
    };
    StreamableHttpService::new(factory, Arc::new(sessions), config(app, body))
}

fn config(app: &Arc<App>, body: usize) -> StreamableHttpServerConfig {
    let ended = CancellationToken::new();
    let (token, app) = (ended.clone(), Arc::clone(app));
    // Streams that are held open would keep the server from ending.
    tokio::spawn(async move {
        app.dispatch.stopped().await;
        token.cancel();
    });
    StreamableHttpServerConfig::default()
        .enforce_origin_validation()
        .with_max_request_body_bytes(body)
        .with_cancellation_token(ended)
}

/// What a connection is turned into, in the header `Upgrade`.
pub const STREAM: &str = "axlens-mcp";

/// Parameters of `/mcp/stream`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamParameters {
    /// Whose uids.
    session: String,
}

/// `GET /mcp/stream`: from here on, messages go both ways, one a line.
pub async fn stream(
    State(app): State<Arc<App>>,
    Extension(agent): Extension<Arc<Agent>>,
    parameters: Result<Query<StreamParameters>, QueryRejection>,
    mut request: Request,
) -> Answered<Response> {
    let Query(parameters) = parameters.map_err(|rejection| {
        Fault::bad_request(format!(
            "The parameters could not be understood: {rejection}."
        ))
    })?;
    let asked = request.headers().get(UPGRADE);
    if asked.is_none_or(|asked| asked != STREAM) {
        let message = format!("Ask for an upgrade to {STREAM}: `axlens mcp` does.");
        return Err(Fault::bad_request(message).into());
    }
    let upgrade = hyper::upgrade::on(&mut request);
    let client = Client::Connection(agent, parameters.session);
    let handler = Handler::new(Arc::clone(&app), client);
    tokio::spawn(async move {
        match upgrade.await {
            Ok(upgraded) => serve(&app, handler, TokioIo::new(upgraded)).await,
            Err(error) => tracing::debug!(%error, "no stream after all"),
        }
    });
    let switched = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(CONNECTION, "upgrade")
        .header(UPGRADE, STREAM)
        .body(Body::empty());
    switched.map_err(|error| Fault::new(Code::Internal, error.to_string()).into())
}

/// Serves a connection until either side ends it: with it, whatever is still asked.
async fn serve(app: &App, handler: Handler, connection: TokioIo<Upgraded>) {
    let running = match handler.serve(tokio::io::split(connection)).await {
        Ok(running) => running,
        Err(error) => return tracing::debug!(%error, "a client did not begin"),
    };
    let token = running.cancellation_token();
    tokio::select! {
        _ = running.waiting() => {}
        () = app.dispatch.stopped() => token.cancel(),
    }
}
