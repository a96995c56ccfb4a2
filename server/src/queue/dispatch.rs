//! Lets requests wait for a browser's extension and the extension wait for requests: the
//! asynchronous shell around [`crate::queue::browsers`]. No lock is held across an `await`. It does
//! not know what is asked, nor what an answer means.

use crate::queue::access::Access;
use crate::queue::browser_queue::{Asked, ConnectionId, Counts, LEASES, Lost, QueryId};
use crate::queue::browsers::{BrowserKey, BrowserState, Browsers, Queued, Worker, gone, not_found};
use crate::queue::changes::Changes;
use axlens_protocol::wire::{Hello, PendingQueries, WaitingForPerson};
use axlens_protocol::{Code, Fault, WIRE_VERSION};
use axum::body::Bytes;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::Instant;

/// How long a query waits for an extension that is not there.
pub const CONNECT_WAIT: Duration = Duration::from_secs(2);

/// How much later a query ends at most for each time that its worker says that it waits for a
/// person: a little longer than the worker itself lets one think.
pub const PERSON: Duration = Duration::from_secs(65);

/// An answer of the extension, unread.
pub type Answer = Bytes;

/// The meeting point of requests and extension.
#[derive(Debug)]
pub struct Dispatch {
    inner: Mutex<Inner>,
    /// Something happened that a held request may wait for.
    changed: Notify,
    stopping: watch::Sender<bool>,
    /// No further query is taken.
    draining: AtomicBool,
    /// What the user lets extensions read.
    pub access: Access,
    /// Counts what the server's own page shows.
    pub changes: Changes,
}

#[derive(Debug, Default)]
struct Inner {
    browsers: Browsers,
    waiters: HashMap<QueryId, Waiter>,
    /// Requests that wait for a browser to come.
    seeking: usize,
    /// The wire version of an extension that was turned away since the last one was let in.
    turned_away: Option<u32>,
}

/// Somebody who waits for an answer.
#[derive(Debug)]
struct Waiter {
    answer: oneshot::Sender<Result<Bytes, Fault>>,
    /// Until when.
    deadline: watch::Sender<Instant>,
    /// Since when the query has waited for a person, where it does.
    held: Option<Instant>,
    /// Id of the agent that asks.
    agent: String,
}

impl Waiter {
    /// From now on the query waits for a person: that much later it ends, if they say nothing.
    fn hold(&mut self, now: Instant) {
        self.release(now);
        self.held = Some(now);
        self.deadline.send_modify(|deadline| *deadline += PERSON);
    }

    /// The query waits no longer: what the person has not used is taken back.
    fn release(&mut self, now: Instant) {
        if let Some(since) = self.held.take() {
            let unused = PERSON.saturating_sub(now - since);
            self.deadline.send_modify(|deadline| *deadline -= unused);
        }
    }
}

impl Default for Dispatch {
    fn default() -> Self {
        Dispatch {
            access: Access::default(),
            changes: Changes::default(),
            inner: Mutex::default(),
            changed: Notify::new(),
            stopping: watch::Sender::new(false),
            draining: AtomicBool::new(false),
        }
    }
}

impl Dispatch {
    /// The browser that is meant by an id or a name; where none is given, the one that is
    /// connected. One that is not there yet is waited for.
    ///
    /// # Errors
    /// `ambiguous_browser` where none is named and several are connected; `browser_not_found`;
    /// `extension_disconnected` where none comes.
    pub async fn choose(&self, named: Option<&str>, limit: Duration) -> Result<BrowserKey, Fault> {
        let patience = Instant::now() + CONNECT_WAIT.min(limit);
        let mut seeking = None;
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let now = Instant::now().into_std();
            if let Some(browser) = self.lock().browsers.choose(named, now)? {
                return Ok(browser);
            }
            if seeking.is_none() {
                seeking = Some(Seeking::begin(self));
            }
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(patience) => {
                    return Err(named.map_or_else(|| self.disconnected(None), not_found));
                }
                () = self.stopped() => return Err(stopped()),
            }
        }
    }

    /// Asks a browser's extension and waits for its answer, unread.
    ///
    /// # Errors
    /// `queue_full`; `extension_disconnected` when no worker takes the query; `timeout`; or what
    /// the endpoint itself found wrong with the answer.
    pub async fn ask(
        &self,
        browser: BrowserKey,
        asked: Asked,
        limit: Duration,
    ) -> Result<Answer, Fault> {
        let deadline = Instant::now() + limit;
        if self.draining.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        let (sender, receiver) = oneshot::channel();
        let (late, deadlines) = watch::channel(deadline);
        let waiter = Waiter {
            answer: sender,
            deadline: late,
            held: None,
            agent: asked.agent.id.clone(),
        };
        let id = self.add(browser, asked, deadline, waiter)?;
        let _waiting = Waiting { dispatch: self, id };
        self.note_change();
        let mut answer = pin!(receiver);
        let patience = (Instant::now() + CONNECT_WAIT).min(deadline);
        // An answer that is there counts, whatever else has come at the same time.
        tokio::select! {
            biased;
            answered = &mut answer => return answered.unwrap_or_else(|_| Err(stopped())),
            () = tokio::time::sleep_until(patience) => {
                if self.is_unheard(id) {
                    return Err(self.disconnected(Some(browser)));
                }
            }
            () = self.stopped() => return Err(stopped()),
        }
        tokio::select! {
            biased;
            answered = &mut answer => answered.unwrap_or_else(|_| Err(stopped())),
            () = passed(deadlines) => Err(self.too_late(browser, id, limit)),
            () = self.stopped() => Err(stopped()),
        }
    }

    /// A worker's connection begins.
    pub fn connect(self: &Arc<Self>, worker: Worker) -> Connection {
        Connection {
            id: self.lock().browsers.open(),
            worker,
            dispatch: Arc::clone(self),
            received: false,
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

    /// Hands a worker's answer to the one who waits for it. False: nobody does, or another worker
    /// was given the query.
    pub fn deliver(&self, worker: &Worker, name: &str, answer: Result<Bytes, Fault>) -> bool {
        let Some(id) = QueryId::parse(name) else {
            return false;
        };
        let waiter = {
            let mut inner = self.lock();
            let given = inner.browsers.answer(worker, id);
            if !given && inner.waiters.contains_key(&id) {
                let browser = &worker.browser;
                tracing::warn!(%id, browser, "dropped: the answer of a query it was not given");
            }
            given.then(|| inner.waiters.remove(&id)).flatten()
        };
        self.changes.note();
        waiter.is_some_and(|waiter| waiter.answer.send(answer).is_ok())
    }

    /// A worker says that a query waits for a person from now on, or does no longer.
    pub fn hold(&self, worker: &Worker, waiting: &WaitingForPerson) {
        let mut inner = self.lock();
        let Some(id) = QueryId::parse(&waiting.query) else {
            return;
        };
        if !inner.browsers.is_worked_on_by(worker, id) {
            return;
        }
        let (waiter, now) = (inner.waiters.get_mut(&id), Instant::now());
        match waiter {
            Some(waiter) if waiting.waits => waiter.hold(now),
            Some(waiter) => waiter.release(now),
            None => {}
        }
        drop(inner);
        self.changes.note();
    }

    /// Whether a query of an agent waits for a person.
    pub fn waits_for_person(&self, agent: &str) -> bool {
        let inner = self.lock();
        let mut waiters = inner.waiters.values();
        waiters.any(|waiter| waiter.held.is_some() && waiter.agent == agent)
    }

    /// A worker has started, or the user has paused or resumed.
    ///
    /// # Errors
    /// Those of [`Connection::poll`].
    pub fn greet(&self, worker: &Worker, hello: Hello) -> Result<(), Fault> {
        self.arrive(worker)?;
        self.access.note(&hello);
        let mut inner = self.lock();
        inner.turned_away = None;
        inner.browsers.greet(worker, hello);
        drop(inner);
        self.changes.note();
        Ok(())
    }

    /// An extension of another wire version came and was turned away.
    pub fn turn_away(&self, browser: Option<&str>, wire: u32) {
        let mut inner = self.lock();
        inner.turned_away = Some(wire);
        if let Some(browser) = browser {
            inner.browsers.turn_away(browser, wire);
        }
    }

    /// The wire version of an extension that was turned away since the last one was let in.
    pub fn turned_away(&self) -> Option<u32> {
        self.lock().turned_away
    }

    /// What is known of every browser, in the order in which they came.
    pub fn browsers(&self) -> Vec<BrowserState> {
        self.lock().browsers.states(Instant::now().into_std())
    }

    /// What is known of a browser.
    pub fn browser(&self, key: BrowserKey) -> Option<BrowserState> {
        self.lock().browsers.state(key, Instant::now().into_std())
    }

    /// The browser of an id or a name.
    ///
    /// # Errors
    /// `browser_not_found`.
    pub fn named(&self, word: &str) -> Result<BrowserKey, Fault> {
        self.lock()
            .browsers
            .named(word)
            .ok_or_else(|| not_found(word))
    }

    /// How many queries wait and how many are worked on.
    pub fn counts(&self) -> Counts {
        self.lock().browsers.counts()
    }

    /// Every query that is not answered yet, browser by browser.
    pub fn queued(&self) -> Vec<Queued> {
        let inner = self.lock();
        let queued = inner.browsers.queued().into_iter();
        let waits = |id: QueryId| {
            let waiter = inner.waiters.get(&id);
            waiter.is_some_and(|waiter| waiter.held.is_some())
        };
        let queued = queued.map(|queued| Queued {
            waits_for_person: waits(queued.id),
            ..queued
        });
        queued.collect()
    }

    /// Takes no further query, and returns when every one that was asked has ended.
    pub async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.lock().waiters.is_empty() {
                return;
            }
            changed.await;
        }
    }

    /// Ends every request that is held open, for good.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether it has been stopped.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Returns when it has been stopped.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as `self`: the wait ends by its word alone.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Whoever waits here looks again.
    fn note_change(&self) {
        self.changed.notify_waiters();
        self.changes.note();
    }

    fn add(
        &self,
        browser: BrowserKey,
        asked: Asked,
        deadline: Instant,
        waiter: Waiter,
    ) -> Result<QueryId, Fault> {
        let mut inner = self.lock();
        let id = inner.browsers.ask(browser, asked, deadline.into_std())?;
        inner.waiters.insert(id, waiter);
        Ok(id)
    }

    /// Ends the wait for what will not be given out again.
    fn give_up(&self, lost: Vec<Lost>) {
        for Lost { id, leases } in lost {
            let waiter = self.lock().waiters.remove(&id);
            if let Some(waiter) = waiter {
                // Whoever has gone need not know.
                let _ = waiter.answer.send(Err(broken_off(leases)));
            }
        }
    }

    /// Lets a worker in, and ends the queries that nobody may answer any more.
    fn arrive(&self, worker: &Worker) -> Result<(), Fault> {
        let now = Instant::now().into_std();
        let arrived = self.lock().browsers.arrive(worker, now);
        self.give_up(arrived.lost);
        for id in arrived.orphaned {
            let waiter = self.lock().waiters.remove(&id);
            if let Some(waiter) = waiter {
                let _ = waiter.answer.send(Err(gone()));
            }
        }
        // Requests may wait for this browser; a worker that it replaces is to know.
        self.note_change();
        arrived.admitted
    }

    fn needs_waking(&self) -> bool {
        let inner = self.lock();
        inner.seeking > 0 || inner.browsers.has_waiting()
    }

    fn is_unheard(&self, id: QueryId) -> bool {
        self.lock().browsers.is_unheard(id)
    }

    fn too_late(&self, browser: BrowserKey, id: QueryId, limit: Duration) -> Fault {
        if self.lock().browsers.is_waiting(id) {
            return self.disconnected(Some(browser));
        }
        let message = format!("The page did not answer within {} ms.", limit.as_millis());
        Fault::new(Code::Timeout, message)
    }

    /// The fault of a browser that is not connected; of all, where none is named.
    fn disconnected(&self, browser: Option<BrowserKey>) -> Fault {
        let states = self.browsers();
        let named = states.iter().find(|state| Some(state.key) == browser);
        let turned_away = match named {
            Some(state) => state.turned_away,
            None => self.turned_away(),
        };
        if let Some(theirs) = turned_away {
            return mismatch("extension", theirs);
        }
        let message = match named {
            Some(state) if states.len() > 1 => {
                format!(
                    "The Axlens extension in browser {:?} is not connected.",
                    state.name
                )
            }
            _ => "The Axlens extension is not connected.".to_owned(),
        };
        Fault::new(Code::ExtensionDisconnected, message)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing that is done under the lock can leave it half done.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until a deadline has passed, which may be put off meanwhile.
async fn passed(mut deadlines: watch::Receiver<Instant>) {
    loop {
        let deadline = *deadlines.borrow_and_update();
        tokio::select! {
            () = tokio::time::sleep_until(deadline) => return,
            changed = deadlines.changed() => {
                if changed.is_err() {
                    // Nobody can put it off any more.
                    return tokio::time::sleep_until(deadline).await;
                }
            }
        }
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

/// The fault of a query that was given out so often, and will not be again.
fn broken_off(leases: u8) -> Fault {
    if leases >= LEASES {
        let message = format!("The extension's connection broke off {leases} times on this query.");
        return Fault::new(Code::ExtensionDisconnected, message).hint(
            "The page may be more than the browser can stand: narrow the request with `scope`, or ask the user to reload the tab.",
        );
    }
    let message = "The extension's connection broke off while it was acting; whether the action was done is not known.";
    let fault = Fault::new(Code::ExtensionDisconnected, message)
        .hint("Take a new snapshot and see what the page has become before you act again.");
    Fault {
        retryable: false,
        ..fault
    }
}

/// A worker's connection. Queries that it was given and has not answered wait again when it is
/// dropped, unless the worker is known to have received them.
#[derive(Debug)]
pub struct Connection {
    dispatch: Arc<Dispatch>,
    worker: Worker,
    id: ConnectionId,
    received: bool,
}

impl Connection {
    /// Holds the worker's poll until there is work, or some of it is not wanted any more, at most
    /// `wait`.
    ///
    /// # Errors
    /// `browser_id_taken` where another worker has come with the id of this one's browser since;
    /// `queue_full` where there are too many browsers.
    pub async fn poll(&self, wait: Duration) -> Result<PendingQueries, Fault> {
        let (dispatch, worker) = (&*self.dispatch, &self.worker);
        let deadline = Instant::now() + wait;
        let _held = HeldPoll::begin(dispatch, worker)?;
        loop {
            let mut changed = pin!(dispatch.changed.notified());
            changed.as_mut().enable();
            let now = Instant::now().into_std();
            let pending = dispatch.lock().browsers.take(worker, self.id, now)?;
            if pending != PendingQueries::default() {
                dispatch.changes.note();
                return Ok(pending);
            }
            tokio::select! {
                () = changed => {}
                () = tokio::time::sleep_until(deadline) => return Ok(PendingQueries::default()),
                () = dispatch.stopped() => return Ok(PendingQueries::default()),
            }
        }
    }

    /// Hands the worker's answer to the one who waits for it. False: nobody does.
    pub fn deliver(&self, name: &str, answer: Result<Bytes, Fault>) -> bool {
        self.dispatch.deliver(&self.worker, name, answer)
    }

    /// What it was given has been received, and may be answered on any other connection: its end
    /// means nothing.
    pub fn received(&mut self) {
        self.received = true;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.received {
            return;
        }
        let lost = self.dispatch.lock().browsers.close(&self.worker, self.id);
        self.dispatch.give_up(lost);
        self.dispatch.note_change();
    }
}

/// Takes the query out of the queue when nobody waits for it any more, whatever the reason; a
/// worker that works on it is told.
struct Waiting<'a> {
    dispatch: &'a Dispatch,
    id: QueryId,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut inner = self.dispatch.lock();
        inner.browsers.cancel(self.id);
        let unanswered = inner.waiters.remove(&self.id).is_some();
        drop(inner);
        // A worker that has it is to know; so is whoever waits until all is answered.
        if unanswered || self.dispatch.draining.load(Ordering::Relaxed) {
            self.dispatch.note_change();
        }
    }
}

/// A request that waits for a browser to come counts, so that the browser can be woken.
struct Seeking<'a> {
    dispatch: &'a Dispatch,
}

impl<'a> Seeking<'a> {
    fn begin(dispatch: &'a Dispatch) -> Self {
        dispatch.lock().seeking += 1;
        dispatch.note_change();
        Seeking { dispatch }
    }
}

impl Drop for Seeking<'_> {
    fn drop(&mut self) {
        self.dispatch.lock().seeking -= 1;
    }
}

/// A poll counts as held for as long as its connection is open.
struct HeldPoll<'a> {
    dispatch: &'a Dispatch,
    worker: &'a Worker,
}

impl<'a> HeldPoll<'a> {
    fn begin(dispatch: &'a Dispatch, worker: &'a Worker) -> Result<Self, Fault> {
        dispatch.arrive(worker)?;
        let now = Instant::now().into_std();
        dispatch.lock().browsers.begin_poll(worker, now);
        dispatch.note_change();
        Ok(HeldPoll { dispatch, worker })
    }
}

impl Drop for HeldPoll<'_> {
    fn drop(&mut self) {
        let now = Instant::now().into_std();
        self.dispatch.lock().browsers.end_poll(self.worker, now);
        // A query may wait already: whoever can wake the worker is to know.
        self.dispatch.note_change();
    }
}
