//! A worker's connection: a WebSocket or a poll.

use super::Dispatch;
use crate::queue::browser_queue::ConnectionId;
use crate::queue::browsers::Worker;
use crate::queue::pool_leases::not_of_pool;
use axlens_protocol::Fault;
use axlens_protocol::wire::PendingQueries;
use axum::body::Bytes;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// A worker's connection. When it is dropped, its unanswered queries return to the queue, unless
/// the worker is known to have received them.
#[derive(Debug)]
pub struct Connection {
    pub(super) dispatch: Arc<Dispatch>,
    pub(super) worker: Worker,
    pub(super) id: ConnectionId,
    pub(super) received: bool,
}

impl Connection {
    /// Waits for queries or cancellations, at most `wait`.
    ///
    /// # Errors
    /// `browser_id_taken` if another worker has connected with the same browser id; `queue_full` if
    /// there are too many browsers.
    pub async fn poll(&self, wait: Duration) -> Result<PendingQueries, Fault> {
        let (dispatch, worker) = (&*self.dispatch, &self.worker);
        let deadline = Instant::now() + wait;
        let _held = HeldPoll::begin(dispatch, worker)?;
        loop {
            let mut changed = pin!(dispatch.changed.notified());
            changed.as_mut().enable();
            let now = Instant::now().into_std();
            let pending = {
                let mut inner = dispatch.lock();
                if !inner.pool.accepts(&worker.browser) {
                    return Err(not_of_pool());
                }
                inner.browsers.take(worker, self.id, now)?
            };
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

    /// Delivers the worker's answer to its request. Returns false if there is none.
    pub fn deliver(&self, name: &str, answer: Result<Bytes, Fault>) -> bool {
        self.dispatch.deliver(&self.worker, name, answer)
    }

    /// The worker has received its queries and may answer them on another connection, so the end of
    /// this one has no effect.
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

/// Counts a poll as open until it is dropped.
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
        // A query may be in the queue already: `wake` must notice that no worker polls.
        self.dispatch.note_change();
    }
}
