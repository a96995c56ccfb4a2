//! Serves the connections of a listener within bounds: the number of connections, the number of
//! connections without an admitted request, and the time without data.

use axlens_protocol::{Code, Fault};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tower::ServiceExt;

/// Maximum numbers of connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// Connections without an admitted request. One more closes the oldest of them, so that a flood
    /// of connections cannot lock out a client that authenticates at once.
    pub pending: usize,
    /// Connections with an admitted request.
    pub admitted: usize,
}

/// The limits of the local server.
pub const LIMITS: ConnectionLimits = ConnectionLimits {
    pending: 64,
    admitted: 256,
};

/// Timeout for the head of a request, and for the next request on a connection.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Timeout for the next part of a request's body.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum size of the head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 64 * 1024;

/// Serves until `stopping`, then until the requests in progress have ended. `head_timeout` is
/// `None` for programs of this user: the native host waits on its connection until the server ends.
pub async fn serve<L>(
    mut listener: L,
    router: Router,
    (limits, head_timeout): (ConnectionLimits, Option<Duration>),
    stopping: impl Future<Output = ()>,
) where
    L: Listener,
    L::Addr: 'static,
{
    let (stop, stopped) = watch::channel(false);
    // The table has the sender, and every connection the table: the channel closes with the last
    // connection.
    let (open, mut ended) = mpsc::channel::<()>(1);
    let table = Arc::new(ConnectionTable::new(limits, stopped, open));
    let mut stopping = pin!(stopping);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (connection, closed) = ConnectionTable::add(&table);
        let router = router.clone();
        // A connection on a Unix socket has no such address.
        let peer = (&peer as &dyn Any).downcast_ref::<SocketAddr>().copied();
        tokio::spawn(async move {
            // Removes the connection from the table when it ends.
            let entry = TableEntry(connection.clone());
            tokio::select! {
                () = serve_one(stream, (router, head_timeout), (connection, peer)) => {}
                _ = closed => tracing::debug!("a connection was closed to make room"),
            }
            drop(entry);
        });
    }
    drop((listener, table));
    stop.send_replace(true);
    ended.recv().await;
}

async fn serve_one<I>(
    stream: I,
    (router, head_timeout): (Router, Option<Duration>),
    (connection, peer): (HttpConnection, Option<SocketAddr>),
) where
    I: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let mut stop = connection.table.stop.clone();
    let service = router.map_request(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(connection.clone());
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer);
        }
        request
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .max_header_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut served = pin!(served);
    let stopped = async {
        let _ = stop.wait_for(|stop| *stop).await;
    };
    let ended = tokio::select! {
        ended = &mut served => ended,
        () = stopped => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

/// The open connections.
#[derive(Debug)]
struct ConnectionTable {
    limits: ConnectionLimits,
    connections: Mutex<Connections>,
    /// Whether the connections have to end.
    stop: watch::Receiver<bool>,
    /// Its channel closes when the table is dropped.
    _open: mpsc::Sender<()>,
}

#[derive(Debug, Default)]
struct Connections {
    last_id: u64,
    /// Connections without an admitted request, the oldest first. Dropping the sender closes the
    /// connection.
    pending: VecDeque<(u64, oneshot::Sender<()>)>,
    admitted: HashMap<u64, oneshot::Sender<()>>,
}

/// The connection of a request, in the request's extensions.
#[derive(Debug, Clone)]
pub struct HttpConnection {
    id: u64,
    table: Arc<ConnectionTable>,
}

impl ConnectionTable {
    fn new(limits: ConnectionLimits, stop: watch::Receiver<bool>, open: mpsc::Sender<()>) -> Self {
        Self {
            limits,
            connections: Mutex::default(),
            stop,
            _open: open,
        }
    }

    /// Adds a connection. The receiver completes when the connection has to be closed.
    fn add(table: &Arc<ConnectionTable>) -> (HttpConnection, oneshot::Receiver<()>) {
        let (close, closed) = oneshot::channel();
        let mut connections = table.lock();
        connections.last_id += 1;
        let id = connections.last_id;
        connections.pending.push_back((id, close));
        if connections.pending.len() > table.limits.pending {
            connections.pending.pop_front();
        }
        drop(connections);
        let table = Arc::clone(table);
        (HttpConnection { id, table }, closed)
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        // No code under the lock can panic between two changes that belong together.
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpConnection {
    /// Marks the connection as one with an admitted request. The extension is always admitted.
    ///
    /// # Errors
    /// `queue_full` for an agent if there are too many connections.
    pub fn admit(&self, is_agent: bool) -> Result<(), Fault> {
        let mut connections = self.table.lock();
        if connections.admitted.contains_key(&self.id) {
            return Ok(());
        }
        let max = self.table.limits.admitted;
        if is_agent && connections.admitted.len() >= max {
            let message = format!("{max} connections are open already.");
            return Err(Fault::new(Code::QueueFull, message)
                .hint("Close connections that you no longer use, or send requests over one."));
        }
        let mut pending = connections.pending.iter();
        let index = pending.position(|(id, _)| *id == self.id);
        if let Some((id, close)) = index.and_then(|index| connections.pending.remove(index)) {
            connections.admitted.insert(id, close);
        }
        Ok(())
    }

    /// The connection of an agent to which this one is upgraded.
    ///
    /// # Errors
    /// `queue_full` if there are too many connections.
    pub fn upgraded(&self) -> Result<UpgradedConnection, Fault> {
        let (connection, closed) = ConnectionTable::add(&self.table);
        let entry = TableEntry(connection);
        entry.0.admit(true)?;
        Ok(UpgradedConnection { entry, closed })
    }
}

/// A connection that carries HTTP after an upgrade, within the same bounds as the others.
pub struct UpgradedConnection {
    entry: TableEntry,
    closed: oneshot::Receiver<()>,
}

impl UpgradedConnection {
    /// Serves the connection until it ends.
    pub async fn serve<I>(self, stream: I, router: Router)
    where
        I: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    {
        let UpgradedConnection { entry, closed } = self;
        let connection = entry.0.clone();
        tokio::select! {
            () = serve_one(stream, (router, Some(HEAD_TIMEOUT)), (connection, None)) => {}
            _ = closed => tracing::debug!("an agent's connection was closed to make room"),
        }
    }
}

/// Removes a connection from the table when it is dropped.
struct TableEntry(HttpConnection);

impl Drop for TableEntry {
    fn drop(&mut self) {
        let HttpConnection { id, table } = &self.0;
        let mut connections = table.lock();
        connections.admitted.remove(id);
        connections.pending.retain(|(pending, _)| pending != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Arc<ConnectionTable> {
        let ((_, stop), (open, _)) = (watch::channel(false), mpsc::channel(1));
        Arc::new(ConnectionTable::new(LIMITS, stop, open))
    }

    #[test]
    fn a_new_connection_closes_the_oldest_pending_one_only() {
        let table = table();
        let (first, mut first_closed) = ConnectionTable::add(&table);
        assert_eq!(first.admit(true), Ok(()));
        let mut pending: Vec<_> = (0..LIMITS.pending)
            .map(|_| ConnectionTable::add(&table))
            .collect();
        let is_open = |closed: &mut oneshot::Receiver<()>| {
            closed.try_recv() == Err(oneshot::error::TryRecvError::Empty)
        };
        assert!(pending.iter_mut().all(|(_, closed)| is_open(closed)));
        let _newest = ConnectionTable::add(&table);
        let open = pending.iter_mut().map(|(_, closed)| is_open(closed));
        assert!(open.enumerate().all(|(index, open)| open == (index > 0)));
        assert!(is_open(&mut first_closed));
    }

    #[test]
    fn the_extension_is_admitted_even_if_agents_use_all_connections() {
        let table = table();
        let mut admitted = Vec::new();
        for _ in 0..LIMITS.admitted {
            let (connection, closed) = ConnectionTable::add(&table);
            assert_eq!(connection.admit(true), Ok(()));
            admitted.push((connection, closed));
        }
        let (late, _closed) = ConnectionTable::add(&table);
        let fault = late.admit(true).expect_err("too many connections");
        assert!(fault.message.contains("256"), "{fault}");
        let (worker, _closed) = ConnectionTable::add(&table);
        assert_eq!(worker.admit(false), Ok(()));
        assert_eq!(admitted[0].0.admit(true), Ok(()), "it was admitted before");
        for (connection, _) in admitted.drain(..2) {
            drop(TableEntry(connection));
        }
        assert_eq!(late.admit(true), Ok(()));
    }
}
