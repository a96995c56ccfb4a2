//! Runs the server: takes the state directory, listens on loopback, announces itself, and stops
//! on a signal.

use crate::http::middleware::Trust;
use crate::http::router::router;
use crate::sessions::Sessions;
use crate::state::{App, VERSION};
use crate::state_dir::StateDir;
use crate::tokens::Counter;
use anyhow::Context;
use axlens_protocol::Endpoint;
use axum::serve::ListenerExt;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Threads that answer requests; as many work on large pages.
const THREADS: usize = 2;

/// How long requests may take to end once the server is to stop.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until SIGTERM or Ctrl-C. Port: 0 takes a free one; none takes the one it had last, else a
/// free one. `cache`: budget of the cache, in bytes.
///
/// # Errors
/// When the state directory is held by another server, or the port is taken.
pub fn run(dir: &StateDir, port: Option<u16>, cache: u64) -> anyhow::Result<()> {
    let held = dir.hold()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .max_blocking_threads(THREADS)
        .enable_all()
        .build()?;
    let served = runtime.block_on(serve(dir, port, cache));
    runtime.shutdown_background();
    drop(held);
    served
}

async fn serve(dir: &StateDir, port: Option<u16>, cache: u64) -> anyhow::Result<()> {
    let served_before = dir.endpoint().is_ok();
    let tokens = dir.tokens()?;
    let listener = listen(dir, port).await?;
    let port = listener.local_addr()?.port();
    let trust = Trust {
        port,
        agent_token: tokens.agent.clone(),
        extension_token: tokens.extension.clone(),
    };
    let endpoint = Endpoint {
        url: format!("http://127.0.0.1:{port}"),
        agent_token: tokens.agent,
        extension_token: tokens.extension,
        pid: std::process::id(),
        version: VERSION.to_owned(),
    };
    let state = App::new(Counter::loading(), Sessions::new(served_before, cache));
    dir.announce(&endpoint)?;
    tracing::info!(url = endpoint.url, state_dir = %dir.path().display(), "serving");
    serve_until_shutdown(state, trust, listener).await
}

/// The port that was asked for; by itself it returns to where it was, so that addresses given out
/// stay good.
async fn listen(dir: &StateDir, port: Option<u16>) -> anyhow::Result<TcpListener> {
    let had = dir.endpoint().ok().and_then(|endpoint| {
        let (_, port) = endpoint.url.rsplit_once(':')?;
        port.parse::<u16>().ok()
    });
    if port.is_none()
        && let Some(had) = had
        && let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, had)).await
    {
        return Ok(listener);
    }
    let port = port.unwrap_or(0);
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .with_context(|| format!("port {port} of 127.0.0.1 can't be used"))
}

async fn serve_until_shutdown(
    state: Arc<App>,
    trust: Trust,
    listener: TcpListener,
) -> anyhow::Result<()> {
    let (stopping, stopped) = oneshot::channel();
    let endpoints = router(Arc::clone(&state), trust);
    // Small answers are not to wait for more to send.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let server = axum::serve(listener, endpoints).with_graceful_shutdown(async move {
        let signal = signal().await;
        tracing::info!(signal, "stopping");
        state.dispatch.stop();
        let _ = stopping.send(());
    });
    let too_long = async {
        let _ = stopped.await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        ended = server => ended.context("the server failed"),
        () = too_long => Ok(()),
    }
}

#[cfg(unix)]
async fn signal() -> &'static str {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return "interrupt";
    };
    tokio::select! {
        _ = terminate.recv() => "terminate",
        _ = tokio::signal::ctrl_c() => "interrupt",
    }
}

#[cfg(not(unix))]
async fn signal() -> &'static str {
    let _ = tokio::signal::ctrl_c().await;
    "interrupt"
}
