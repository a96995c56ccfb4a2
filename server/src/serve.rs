//! Runs the server: locks the state directory, listens on loopback for agents and the extension and
//! on a local socket for programs of the same user, writes `endpoint.json`, and stops on a signal
//! or on request.

mod own_user;

use crate::agents::Agents;
use crate::audit::AuditLog;
use crate::http::connections::{self, HEAD_TIMEOUT, LIMITS};
use crate::http::gate::{TcpTrust, Trust};
use crate::http::page_keys::PageKeys;
use crate::http::proofs::Proofs;
use crate::http::router::{Secrets, router};
use crate::join;
use crate::platform;
use crate::pool::{self, Pool};
use crate::queue::page_threads;
use crate::sessions::Sessions;
use crate::sessions::handles::TabHandles;
use crate::state::{App, VERSION};
use anyhow::Context;
use axlens_local::last_uses::LastUses;
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

/// How long running requests may take after the server was stopped.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The minimum time between two writes of the agents' last uses.
const LAST_USES_INTERVAL: Duration = Duration::from_secs(60);

/// The maximum time to end the Chromiums of a pool.
const POOL_TIMEOUT: Duration = Duration::from_secs(15);

/// How a server runs.
#[derive(Debug)]
pub struct ServeOptions {
    /// The port: 0 for a free one, `None` for the last one or, if that is in use, a free one.
    pub port: Option<u16>,
    /// The budget of the cache in bytes.
    pub cache: u64,
    /// The pool of browsers, if there is one.
    pub pool: Option<Pool>,
}

/// Serves until SIGTERM, Ctrl-C or `axlens stop`.
///
/// # Errors
/// If another server uses the state directory, the directory can't be trusted, or the port is in
/// use.
pub fn run(dir: &StateDir, options: ServeOptions) -> anyhow::Result<()> {
    let lock = dir.hold()?;
    pool::leftovers::remove(dir)?;
    dir.clear_stopped();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(THREADS)
        .max_blocking_threads(page_threads::THREADS)
        .enable_all()
        .build()?;
    let result = runtime.block_on(serve(dir, options));
    runtime.shutdown_background();
    drop(lock);
    result
}

async fn serve(dir: &StateDir, options: ServeOptions) -> anyhow::Result<()> {
    let ServeOptions { port, cache, pool } = options;
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
    let mut sessions = Sessions::new(served_before, cache);
    sessions.handles = TabHandles::after_earlier(dir);
    let app = App::new(sessions, agents);
    let audit = Arc::clone(app.audit.get_or_init(|| Arc::new(AuditLog::open(dir))));
    let tcp_router = router(Arc::clone(&app), secrets.clone(), trust);
    let socket_router = router(Arc::clone(&app), secrets.clone(), Trust::Socket);
    let gateway_router = router(Arc::clone(&app), secrets, Trust::Gateway);
    dir.announce(&endpoint, port)?;
    tracing::info!(url = endpoint.url, state_dir = %dir.path().display(), "serving");
    // Without it, small answers wait for more data.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let joined = tokio::spawn(join::run(Arc::clone(&app), dir.clone(), gateway_router));
    let storing = tokio::spawn(store_last_uses(Arc::clone(&app.agents), dir.clone()));
    let pool = pool.map(|pool| pool::slots::run(Arc::clone(&app), dir.clone(), pool));
    let pool = pool.map(tokio::spawn);
    serve_until_stopped(&app, (listener, tcp_router), (socket, socket_router)).await;
    if let Some(pool) = pool {
        // What is left then ends with this process.
        let _ = tokio::time::timeout(POOL_TIMEOUT, pool).await;
    }
    joined.abort();
    storing.abort();
    store(app.agents.last_uses(), dir);
    audit.close();
    Ok(())
}

/// Stores when each agent sent its last request.
async fn store_last_uses(agents: Arc<Agents>, dir: StateDir) {
    loop {
        let uses = agents.unsaved_last_uses().await;
        let dir = dir.clone();
        // A failure is in the server's log.
        let _ = tokio::task::spawn_blocking(move || store(uses, &dir)).await;
        tokio::time::sleep(LAST_USES_INTERVAL).await;
    }
}

fn store(uses: LastUses, dir: &StateDir) {
    if let Err(error) = uses.write(dir) {
        tracing::warn!("the agents' last uses were not stored: {error:#}");
    }
}

/// The modification time of this program, in milliseconds since 1970.
fn built() -> u64 {
    std::env::current_exe().map_or(0, |file| server::written(&file))
}

/// Listens on the given port; without one, on the last port, so that known URLs stay valid, or
/// on a free one if another program uses that port.
async fn listen(dir: &StateDir, port: Option<u16>) -> anyhow::Result<TcpListener> {
    if port.is_none()
        && let Some(last) = dir.last_port()
        && let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, last)).await
    {
        return Ok(listener);
    }
    let port = port.unwrap_or(0);
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .with_context(|| format!("port {port} of 127.0.0.1 can't be used"))
}

async fn serve_until_stopped<A, B>(app: &App, tcp: (A, Router), socket: (B, Router))
where
    A: Listener<Addr: 'static>,
    B: Listener<Addr: 'static>,
{
    let (stop, stopping) = watch::channel(false);
    let until_stopped = |mut stopping: watch::Receiver<bool>| async move {
        let _ = stopping.wait_for(|stopping| *stopping).await;
    };
    let tcp = connections::serve(
        tcp.0,
        tcp.1,
        (LIMITS, Some(HEAD_TIMEOUT)),
        until_stopped(stopping.clone()),
    );
    let socket = connections::serve(socket.0, socket.1, (LIMITS, None), until_stopped(stopping));
    let ended = async { tokio::join!(tcp, socket) };
    let timed_out = async {
        wait_for_stop(app).await;
        stop.send_replace(true);
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
    };
    tokio::select! {
        _ = ended => {}
        () = timed_out => {}
    }
}

/// Waits for a signal, which ends running requests at once, or for a request to stop the server,
/// which lets them end first.
async fn wait_for_stop(app: &App) {
    tokio::select! {
        signal = platform::stop_signal() => tracing::info!(signal, "stopping"),
        () = app.stop.notified() => {
            tracing::info!("stopping on request");
            let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, app.dispatch.drain()).await;
        }
    }
    app.dispatch.stop();
}
