//! `/mcp`: the Model Context Protocol over streamable HTTP. The guard in front has seen to host,
//! origin and token; the agent of each request is that of its token.

use crate::mcp::{Asker, Handler};
use crate::state::App;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
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
    let handler = Handler::new(Arc::clone(app), Asker::Request);
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
