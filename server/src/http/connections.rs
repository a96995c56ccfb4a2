//! Serves the connections of a listener, of whatever kind, within bounds: how many there are, how
//! many of them have not shown yet that they may come in, and how long they may do nothing. Knows
//! nothing of what is served on them.

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

/// Most connections on which nobody has been let in yet; one more ends the oldest of them. So a
/// flood of them keeps nobody out who says at once who it is.
pub const STRANGERS: usize = 64;

/// Most connections on which somebody has been let in.
pub const GUESTS: usize = 256;

/// How long the head of a request may take, and how long a connection may wait for the next.
pub const HEAD: Duration = Duration::from_secs(10);

/// How long the next part of a request's body may take.
pub const BODY: Duration = Duration::from_secs(10);

/// Largest head of a request, in bytes.
const HEAD_BYTES: usize = 64 * 1024;

/// Serves until `stopping`, then until the requests under way have ended. `head`: how long the head
/// of a request may take, and a connection wait for the next; none for programs of this user, of
/// which the native host waits on its connection for the server's end.
pub async fn serve<L>(
    mut listener: L,
    router: Router,
    head: Option<Duration>,
    stopping: impl Future<Output = ()>,
) where
    L: Listener,
    L::Addr: 'static,
{
    let lobby = Arc::new(Lobby::default());
    let (stop, stopped) = watch::channel(false);
    // Held by every connection: it ends with the last of them.
    let (open, mut ended) = mpsc::channel::<()>(1);
    let mut stopping = pin!(stopping);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (guest, end) = Lobby::enter(&lobby);
        let (router, stopped, open) = (router.clone(), stopped.clone(), open.clone());
        // Of a Unix socket there is no such address.
        let peer = (&peer as &dyn Any).downcast_ref::<SocketAddr>().copied();
        tokio::spawn(async move {
            // Dropped with the connection, whose place is free then.
            let leaving = Leaving(guest.clone());
            tokio::select! {
                () = connection(stream, (router, head), (guest, peer), stopped) => {}
                _ = end => tracing::debug!("a connection made room for others"),
            }
            drop((leaving, open));
        });
    }
    drop((listener, open));
    stop.send_replace(true);
    ended.recv().await;
}

async fn connection<I>(
    stream: I,
    (router, head): (Router, Option<Duration>),
    (guest, peer): (Guest, Option<SocketAddr>),
    mut stop: watch::Receiver<bool>,
) where
    I: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let service = router.map_request(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(guest.clone());
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer);
        }
        request
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_header_size(HEAD_BYTES)
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

/// The connections there are.
#[derive(Debug, Default)]
struct Lobby(Mutex<Places>);

#[derive(Debug, Default)]
struct Places {
    last: u64,
    /// Nobody has been let in on these, the oldest first. Whose sender is dropped is ended.
    strangers: VecDeque<(u64, oneshot::Sender<()>)>,
    guests: HashMap<u64, oneshot::Sender<()>>,
}

/// The connection of a request, among the request's extensions.
#[derive(Debug, Clone)]
pub struct Guest {
    id: u64,
    lobby: Arc<Lobby>,
}

impl Lobby {
    /// A new connection, and what says that it must go.
    fn enter(lobby: &Arc<Lobby>) -> (Guest, oneshot::Receiver<()>) {
        let (end, ended) = oneshot::channel();
        let mut places = lobby.places();
        places.last += 1;
        let id = places.last;
        places.strangers.push_back((id, end));
        if places.strangers.len() > STRANGERS {
            places.strangers.pop_front();
        }
        let lobby = Arc::clone(lobby);
        (Guest { id, lobby }, ended)
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        // Nothing that is done under the lock can leave it half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Somebody has been let in on this connection: an agent, where there is room, or the
    /// extension, for which there always is.
    ///
    /// # Errors
    /// `queue_full`.
    pub fn let_in(&self, is_agent: bool) -> Result<(), Fault> {
        let mut places = self.lobby.places();
        if places.guests.contains_key(&self.id) {
            return Ok(());
        }
        if is_agent && places.guests.len() >= GUESTS {
            let message = format!("{GUESTS} connections are open already.");
            return Err(Fault::new(Code::QueueFull, message)
                .hint("Close connections that you no longer use, or send requests over one."));
        }
        let at = places.strangers.iter().position(|(id, _)| *id == self.id);
        if let Some((id, end)) = at.and_then(|at| places.strangers.remove(at)) {
            places.guests.insert(id, end);
        }
        Ok(())
    }
}

/// Frees a connection's place.
struct Leaving(Guest);

impl Drop for Leaving {
    fn drop(&mut self) {
        let Guest { id, lobby } = &self.0;
        let mut places = lobby.places();
        places.guests.remove(id);
        places.strangers.retain(|(stranger, _)| stranger != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_make_room_for_one_another_and_guests_stay() {
        let lobby = Arc::new(Lobby::default());
        let (first, mut first_end) = Lobby::enter(&lobby);
        assert_eq!(first.let_in(true), Ok(()));
        let mut strangers: Vec<_> = (0..STRANGERS).map(|_| Lobby::enter(&lobby)).collect();
        let is_open = |end: &mut oneshot::Receiver<()>| {
            end.try_recv() == Err(oneshot::error::TryRecvError::Empty)
        };
        assert!(strangers.iter_mut().all(|(_, end)| is_open(end)));
        let _newest = Lobby::enter(&lobby);
        let open = strangers.iter_mut().map(|(_, end)| is_open(end));
        assert!(open.enumerate().all(|(at, open)| open == (at > 0)));
        assert!(is_open(&mut first_end));
    }

    #[test]
    fn agents_have_so_many_connections_and_the_extension_one_more() {
        let lobby = Arc::new(Lobby::default());
        let mut guests = Vec::new();
        for _ in 0..GUESTS {
            let (guest, end) = Lobby::enter(&lobby);
            assert_eq!(guest.let_in(true), Ok(()));
            guests.push((guest, end));
        }
        let (late, _end) = Lobby::enter(&lobby);
        let fault = late.let_in(true).expect_err("there is no room");
        assert!(fault.message.contains("256"), "{fault}");
        let (worker, _end) = Lobby::enter(&lobby);
        assert_eq!(worker.let_in(false), Ok(()));
        // On a connection that is let in, nothing changes.
        assert_eq!(guests[0].0.let_in(true), Ok(()));
        for (guest, _) in guests.drain(..2) {
            drop(Leaving(guest));
        }
        assert_eq!(late.let_in(true), Ok(()));
    }
}
