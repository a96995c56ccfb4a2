//! Runs a gateway: the public port with TLS, the administrator's port, and a shutdown that lets
//! requests in progress end.

use crate::access::quota::Quotas;
use crate::access::{Access, CHECK_INTERVAL};
use crate::answer_memory::AnswerMemory;
use crate::http::{self, Gateway, admin};
use crate::lines::Lines;
use crate::metrics::Metrics;
use crate::nats::Nats;
use crate::route::Route;
use crate::tls::{self, TlsListener};
use crate::tokens::GatewayTokens;
use anyhow::{Context, ensure};
use axlens_local::StateDir;
use axlens_server::http::connections::{self, ConnectionLimits, HEAD_TIMEOUT};
use axlens_server::platform;
use axum::Router;
use axum::serve::ListenerExt;
use futures_util::future::join_all;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;

/// Maximum numbers of connections of agents.
const LIMITS: ConnectionLimits = ConnectionLimits {
    pending: 1024,
    admitted: 4096,
};

/// How long requests in progress may take after the gateway was asked to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(20);

/// Memory for the answers that are not sent yet, in bytes.
const ANSWER_MEMORY: usize = 512 * 1024 * 1024;

/// How a gateway runs.
#[derive(Debug, Clone)]
pub struct Config {
    /// The folder with the tokens.
    pub dir: StateDir,
    /// Address of the public port.
    pub listen: SocketAddr,
    /// Certificate and key in PEM; `None`: without TLS, on this machine only.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Address of the administrator's port.
    pub admin: Option<SocketAddr>,
    /// Maximum number of edges.
    pub max_edges: usize,
    /// Servers of NATS, separated by commas; `None`: this gateway is the only one.
    pub nats: Option<String>,
}

/// A running gateway.
#[derive(Debug)]
pub struct Running {
    /// Address of the public port.
    pub address: SocketAddr,
    /// Address of the administrator's port.
    pub admin: Option<SocketAddr>,
    /// Stops the gateway when it is cancelled.
    pub stop: CancellationToken,
    ended: tokio::task::JoinHandle<()>,
}

impl Running {
    /// Waits until the gateway has ended.
    pub async fn ended(self) {
        // A panic was logged.
        let _ = self.ended.await;
    }
}

/// Runs a gateway until SIGTERM or Ctrl-C.
///
/// # Errors
/// If an address can't be used, or a file can't be read.
pub fn run(config: Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let running = start(config).await?;
        let admin = running.admin.map(|address| address.to_string());
        tracing::info!(address = %running.address, admin, "serving");
        let signal = platform::stop_signal().await;
        tracing::info!(signal, "stopping");
        running.stop.cancel();
        running.ended().await;
        Ok(())
    })
}

/// Starts a gateway.
///
/// # Errors
/// As [`run`].
pub async fn start(config: Config) -> anyhow::Result<Running> {
    ensure!(
        config.tls.is_some() || config.listen.ip().is_loopback(),
        "without --cert and --key, the gateway listens on this machine only: use 127.0.0.1"
    );
    let gateway = Arc::new(gateway(&config).await?);
    let listener = bind(config.listen).await?;
    let address = listener.local_addr()?;
    let drained = CancellationToken::new();
    let admin = match config.admin {
        Some(admin) => Some(bind(admin).await?),
        None => None,
    };
    let admin_address = admin.as_ref().map(TcpListener::local_addr).transpose()?;
    let public = spawn_public(listener, &config, &gateway, &drained)?;
    if let Some(listener) = admin {
        tokio::spawn(serve_admin(listener, Arc::clone(&gateway), drained.clone()));
    }
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    let ended = tokio::spawn(async move {
        tokio::select! {
            () = watch_tokens(&gateway) => {}
            () = stopping.cancelled() => {}
        }
        drain(&gateway).await;
        drained.cancel();
        // A connection may be idle.
        let _ = timeout(CHECK_INTERVAL, public).await;
    });
    Ok(Running {
        address,
        admin: admin_address,
        stop,
        ended,
    })
}

/// The state of a gateway without lines.
async fn gateway(config: &Config) -> anyhow::Result<Gateway> {
    let tokens = GatewayTokens::of(&config.dir);
    tokens.read().context("the file of tokens can't be used")?;
    let lines = Arc::new(Lines::default());
    let memory = AnswerMemory::new(ANSWER_MEMORY);
    let route = match &config.nats {
        Some(url) => {
            let (lines, memory) = (Arc::clone(&lines), Arc::clone(&memory));
            Route::Nats(Box::new(Nats::connect(url, lines, memory).await?))
        }
        None => Route::InProcess(Arc::clone(&lines)),
    };
    Ok(Gateway {
        access: Access::new(tokens),
        quotas: Quotas::default(),
        route,
        lines,
        metrics: Metrics::default(),
        memory,
        max_lines: config.max_edges,
        draining: CancellationToken::new(),
    })
}

/// Serves the public port until `drained`.
fn spawn_public(
    listener: TcpListener,
    config: &Config,
    gateway: &Arc<Gateway>,
    drained: &CancellationToken,
) -> anyhow::Result<tokio::task::JoinHandle<()>> {
    let router = http::router(Arc::clone(gateway));
    let drained = drained.clone();
    Ok(match &config.tls {
        Some((certificate, key)) => {
            let listener = TlsListener::new(listener, tls::config(certificate, key)?)?;
            tokio::spawn(serve_public(listener, router, drained))
        }
        None => {
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            tokio::spawn(serve_public(listener, router, drained))
        }
    })
}

async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("{address} can't be used"))
}

async fn serve_public<L>(listener: L, router: Router, drained: CancellationToken)
where
    L: axum::serve::Listener<Addr = SocketAddr>,
{
    let limits = (LIMITS, Some(HEAD_TIMEOUT));
    connections::serve(listener, router, limits, drained.cancelled_owned()).await;
}

async fn serve_admin(listener: TcpListener, gateway: Arc<Gateway>, drained: CancellationToken) {
    let limits = (connections::LIMITS, Some(HEAD_TIMEOUT));
    let router = admin::router(gateway);
    connections::serve(listener, router, limits, drained.cancelled_owned()).await;
}

/// Ends the lines of edges whose tokens were revoked or have expired. Never ends.
async fn watch_tokens(gateway: &Gateway) {
    let mut checks = interval(CHECK_INTERVAL);
    loop {
        checks.tick().await;
        gateway.quotas.remove_unused(Instant::now());
        for line in gateway.lines.all() {
            if !gateway.access.is_valid(&line.token) {
                line.ended.cancel();
            }
        }
    }
}

/// Whether requests are in progress: of agents that are connected to this gateway, or for edges
/// that are.
fn has_requests(gateway: &Gateway) -> bool {
    let lines = gateway.lines.all();
    gateway.quotas.in_progress() > 0 || lines.iter().any(|line| line.in_progress() > 0)
}

/// Takes no new requests, and waits until those in progress have ended.
async fn drain(gateway: &Gateway) {
    gateway.draining.cancel();
    let drained = async {
        let lines = gateway.lines.all();
        join_all(lines.iter().map(|line| line.drain())).await;
        let mut checks = interval(CHECK_INTERVAL);
        while has_requests(gateway) {
            checks.tick().await;
        }
    };
    if timeout(DRAIN_TIMEOUT, drained).await.is_err() {
        tracing::warn!("requests in progress were ended");
    }
    for line in gateway.lines.all() {
        line.ended.cancel();
    }
}
