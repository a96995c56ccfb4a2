//! Runs the server: takes the state directory, listens on loopback for agents and the extension and
//! on a Unix socket for programs of its user, announces itself, and stops on a signal or when told.

mod own_user;

use crate::agents::Agents;
use crate::audit::Audit;
use crate::http::connections::{self, HEAD};
use crate::http::gate::{TcpTrust, Trust};
use crate::http::page_keys::PageKeys;
use crate::http::proofs::Proofs;
use crate::http::router::{Secrets, router};
use crate::queue::page_threads;
use crate::sessions::Sessions;
use crate::state::{App, VERSION};
use crate::text::tokens::Counter;
use anyhow::Context;
use axlens_local::tokens::TokenFile;
use axlens_local::{StateDir, secret, server};
use axlens_protocol::EndpointFile;
use axum::Router;
use axum::serve::{Listener, ListenerExt};
use own_user::OwnUser;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Threads that answer requests.
const THREADS: usize = 2;

/// How long requests may take to end once the server is to stop.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until SIGTERM, Ctrl-C or `axlens stop`. Port: 0 takes a free one; none takes the one it
/// had last, else a free one. `cache`: budget of the cache, in bytes.
///
/// # Errors
/// When the state directory is held by another server or can't be trusted, or the port is taken.
pub fn run(dir: &StateDir, port: Option<u16>, cache: u64) -> anyhow::Result<()> {
    let held = dir.hold()?;
    dir.clear_stopped();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .max_blocking_threads(page_threads::THREADS)
        .enable_all()
        .build()?;
    let served = runtime.block_on(serve(dir, port, cache));
    runtime.shutdown_background();
    drop(held);
    served
}

async fn serve(dir: &StateDir, port: Option<u16>, cache: u64) -> anyhow::Result<()> {
    let served_before = dir.last_port().is_some();
    let socket = OwnUser::listen(dir)?;
    let listener = listen(dir, port).await?;
    let port = listener.local_addr()?.port();
    let endpoint = EndpointFile {
        url: server::url(port),
        agent_token: secret::new()?,
        extension_key: dir.key()?,
        pid: std::process::id(),
        version: VERSION.to_owned(),
    };
    let proofs = Proofs::new(endpoint.extension_key.clone(), port, VERSION, built());
    let secrets = Secrets {
        proofs: Arc::new(proofs),
        pages: Arc::new(PageKeys::new(port)),
    };
    let trust = Trust::Tcp(TcpTrust {
        port,
        proofs: Arc::clone(&secrets.proofs),
        pages: Arc::clone(&secrets.pages),
    });
    let agents = Agents::new(&endpoint.agent_token, Some(TokenFile::of(dir)));
    let sessions = Sessions::new(served_before, cache);
    let app = App::new(Counter::loading(), sessions, agents);
    let audit = Arc::clone(app.audit.get_or_init(|| Arc::new(Audit::open(dir))));
    let for_anybody = router(Arc::clone(&app), secrets.clone(), trust);
    let for_the_user = router(Arc::clone(&app), secrets, Trust::Socket);
    dir.announce(&endpoint, port)?;
    tracing::info!(url = endpoint.url, state_dir = %dir.path().display(), "serving");
    // Small answers are not to wait for more to send.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    serve_until_told(&app, (listener, for_anybody), (socket, for_the_user)).await;
    audit.close();
    Ok(())
}

/// When this program was written, in milliseconds since 1970.
fn built() -> u64 {
    std::env::current_exe().map_or(0, |file| server::written(&file))
}

/// The port that was asked for; by itself it returns to where it was, so that addresses given out
/// stay good. Where another program has taken that port, a free one.
async fn listen(dir: &StateDir, port: Option<u16>) -> anyhow::Result<TcpListener> {
    if port.is_none()
        && let Some(had) = dir.last_port()
        && let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, had)).await
    {
        return Ok(listener);
    }
    let port = port.unwrap_or(0);
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .with_context(|| format!("port {port} of 127.0.0.1 can't be used"))
}

async fn serve_until_told<A, B>(app: &App, tcp: (A, Router), socket: (B, Router))
where
    A: Listener<Addr: 'static>,
    B: Listener<Addr: 'static>,
{
    let (stop, stopping) = watch::channel(false);
    let told = |mut stopping: watch::Receiver<bool>| async move {
        let _ = stopping.wait_for(|stopping| *stopping).await;
    };
    let tcp = connections::serve(tcp.0, tcp.1, Some(HEAD), told(stopping.clone()));
    let socket = connections::serve(socket.0, socket.1, None, told(stopping));
    let ended = async { tokio::join!(tcp, socket) };
    let too_long = async {
        wait_for_the_end(app).await;
        stop.send_replace(true);
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        _ = ended => {}
        () = too_long => {}
    }
}

/// A signal ends requests under way at once; who tells the server to stop lets them end first.
async fn wait_for_the_end(app: &App) {
    tokio::select! {
        signal = signal() => tracing::info!(signal, "stopping"),
        () = app.stop.notified() => {
            tracing::info!("stopping: told to");
            let _ = tokio::time::timeout(GRACE, app.dispatch.drain()).await;
        }
    }
    app.dispatch.stop();
}

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
