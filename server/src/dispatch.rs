//! Lets requests wait for the extension and the extension wait for requests: the asynchronous shell
//! around [`crate::queue`]. No lock is held across an `await`. It does not know what is asked, nor
//! what an answer means.

use crate::queue::{Counts, QueryId, Queue};
use axlens_protocol::wire::{Hello, Method, Query};
use axlens_protocol::{Code, Fault, WIRE_VERSION};
use axum::body::Bytes;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::Instant;

/// How long a query waits for an extension that is not there.
pub const CONNECT_WAIT: Duration = Duration::from_secs(2);

/// What is known of the extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionState {
    /// A poll is held open, or was a moment ago.
    pub connected: bool,
    /// What it said of itself last.
    pub hello: Option<Hello>,
    /// Id of the worker that polled last.
    pub instance: Option<String>,
    /// How long ago it polled.
    pub last_seen: Option<Duration>,
    /// The wire version of an extension that was turned away since.
    pub turned_away: Option<u32>,
}

/// An answer of the extension, unread.
pub type Answer = Bytes;

/// The meeting point of requests and extension.
#[derive(Debug)]
pub struct Dispatch {
    inner: Mutex<Inner>,
    /// Something happened that a held request may wait for.
    changed: Notify,
    stopping: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Inner {
    queue: Queue,
    waiters: HashMap<QueryId, oneshot::Sender<Result<Bytes, Fault>>>,
    hello: Option<Hello>,
    turned_away: Option<u32>,
}

impl Default for Dispatch {
    fn default() -> Self {
        Dispatch {
            inner: Mutex::default(),
            changed: Notify::new(),
            stopping: watch::Sender::new(false),
        }
    }
}

impl Dispatch {
    /// Asks the extension and waits for its answer, unread.
    ///
    /// # Errors
    /// `queue_full`; `extension_disconnected` when no worker takes the query; `timeout`; or what
    /// the endpoint itself found wrong with the answer.
    pub async fn ask(
        &self,
        method: Method,
        tab: Option<i64>,
        limit: Duration,
    ) -> Result<Answer, Fault> {
        let deadline = Instant::now() + limit;
        let (sender, receiver) = oneshot::channel();
        let id = self.add(method, tab, deadline, sender)?;
        let _waiting = Waiting { dispatch: self, id };
        self.changed.notify_waiters();
        let mut answer = pin!(receiver);
        let patience = (Instant::now() + CONNECT_WAIT).min(deadline);
        tokio::select! {
            answered = &mut answer => return answered.unwrap_or_else(|_| Err(stopped())),
            () = tokio::time::sleep_until(patience) => {
                if self.is_unheard(id) {
                    return Err(self.disconnected());
                }
            }
            () = self.stopped() => return Err(stopped()),
        }
        tokio::select! {
            answered = &mut answer => answered.unwrap_or_else(|_| Err(stopped())),
            () = tokio::time::sleep_until(deadline) => Err(self.too_late(id, limit)),
            () = self.stopped() => Err(stopped()),
        }
    }

    /// Holds a worker's poll until there is work, at most `wait`.
    pub async fn poll(&self, instance: &str, wait: Duration) -> Vec<Query> {
        let deadline = Instant::now() + wait;
        let _held = HeldPoll::begin(self, instance);
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let queries = self.lock().queue.take(instance, Instant::now().into_std());
            if !queries.is_empty() {
                return queries;
            }
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(deadline) => return Vec::new(),
                () = self.stopped() => return Vec::new(),
            }
        }
    }

    /// Holds a request until a query waits that no worker polls for (true), at most `wait` (false).
    pub async fn wake(&self, wait: Duration) -> bool {
        let deadline = Instant::now() + wait;
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.needs_waking() {
                return true;
            }
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(deadline) => return false,
                () = self.stopped() => return false,
            }
        }
    }

    /// Hands an answer to the one who waits for it. False: nobody does.
    pub fn deliver(&self, name: &str, answer: Result<Bytes, Fault>) -> bool {
        let Some(id) = QueryId::parse(name) else {
            return false;
        };
        let waiter = {
            let mut inner = self.lock();
            inner.queue.finish(id);
            inner.waiters.remove(&id)
        };
        waiter.is_some_and(|waiter| waiter.send(answer).is_ok())
    }

    /// A worker has started, or the user has paused or resumed.
    pub fn greet(&self, hello: Hello) {
        let mut inner = self.lock();
        inner.hello = Some(hello);
        inner.turned_away = None;
    }

    /// An extension of another wire version came and was turned away.
    pub fn turn_away(&self, wire: u32) {
        self.lock().turned_away = Some(wire);
    }

    /// What is known of the extension.
    pub fn extension(&self) -> ExtensionState {
        let now = Instant::now().into_std();
        let inner = self.lock();
        ExtensionState {
            connected: inner.queue.is_connected(now),
            hello: inner.hello.clone(),
            instance: inner.queue.instance().map(str::to_owned),
            last_seen: inner.queue.last_seen(now),
            turned_away: inner.turned_away,
        }
    }

    /// How many queries wait and how many are worked on.
    pub fn counts(&self) -> Counts {
        self.lock().queue.counts()
    }

    /// Ends every request that is held open, for good.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether it has been stopped.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as `self`: the wait ends by its word alone.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    fn add(
        &self,
        method: Method,
        tab: Option<i64>,
        deadline: Instant,
        sender: oneshot::Sender<Result<Bytes, Fault>>,
    ) -> Result<QueryId, Fault> {
        let mut inner = self.lock();
        let id = inner.queue.add(method, tab, deadline.into_std())?;
        inner.waiters.insert(id, sender);
        Ok(id)
    }

    fn needs_waking(&self) -> bool {
        let inner = self.lock();
        inner.queue.has_waiting() && !inner.queue.is_polled()
    }

    fn is_unheard(&self, id: QueryId) -> bool {
        let inner = self.lock();
        inner.queue.is_waiting(id) && !inner.queue.is_polled()
    }

    fn too_late(&self, id: QueryId, limit: Duration) -> Fault {
        if self.lock().queue.is_waiting(id) {
            return self.disconnected();
        }
        let message = format!("The page did not answer within {} ms.", limit.as_millis());
        Fault::new(Code::Timeout, message)
    }

    fn disconnected(&self) -> Fault {
        match self.lock().turned_away {
            Some(theirs) => mismatch("extension", theirs),
            None => Fault::new(
                Code::ExtensionDisconnected,
                "The Axlens extension is not connected.",
            ),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing that is done under the lock can leave it half done.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The fault of two sides that speak different versions: says which of them to update.
pub fn mismatch(side: &str, theirs: u32) -> Fault {
    let message = format!(
        "The {side} speaks version {theirs} of the wire, this server version {WIRE_VERSION}."
    );
    let older = if theirs > WIRE_VERSION {
        "server (the `axlens` program)"
    } else {
        side
    };
    Fault::new(Code::VersionMismatch, message).hint(format!("Update the {older}, then try again."))
}

fn stopped() -> Fault {
    Fault::new(Code::ExtensionDisconnected, "The server is stopping.")
        .hint("Start it again with `axlens serve`, or let the extension start it; then ask again.")
}

/// Takes the query out of the queue when nobody waits for it any more, whatever the reason.
struct Waiting<'a> {
    dispatch: &'a Dispatch,
    id: QueryId,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut inner = self.dispatch.lock();
        inner.queue.finish(self.id);
        inner.waiters.remove(&self.id);
    }
}

/// A poll counts as held for as long as its connection is open.
struct HeldPoll<'a> {
    dispatch: &'a Dispatch,
}

impl<'a> HeldPoll<'a> {
    fn begin(dispatch: &'a Dispatch, instance: &str) -> Self {
        let now = Instant::now().into_std();
        dispatch.lock().queue.begin_poll(instance, now);
        HeldPoll { dispatch }
    }
}

impl Drop for HeldPoll<'_> {
    fn drop(&mut self) {
        let now = Instant::now().into_std();
        self.dispatch.lock().queue.end_poll(now);
        // A query may wait already: whoever can wake the worker is to know.
        self.dispatch.changed.notify_waiters();
    }
}
