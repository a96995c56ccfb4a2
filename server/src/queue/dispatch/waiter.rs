//! Requests that wait: for an answer, or for a browser to connect.

use super::{CONSENT_TIMEOUT, Dispatch};
use crate::queue::browser_queue::QueryId;
use crate::queue::browsers::Worker;
use axlens_protocol::Fault;
use axlens_protocol::wire::ConsentPending;
use axum::body::Bytes;
use std::sync::atomic::Ordering;
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

/// A request that waits for an answer.
#[derive(Debug)]
pub(super) struct Waiter {
    pub(super) answer: oneshot::Sender<Result<Bytes, Fault>>,
    /// When the request times out.
    pub(super) deadline: watch::Sender<Instant>,
    /// Since when the query waits for the user; `None` if it does not.
    pub(super) waits_for_user_since: Option<Instant>,
    /// Id of the request's agent.
    pub(super) agent: String,
}

impl Waiter {
    /// Extends the deadline, because the query waits for the user.
    pub(super) fn hold(&mut self, now: Instant) {
        self.release(now);
        self.waits_for_user_since = Some(now);
        self.deadline
            .send_modify(|deadline| *deadline += CONSENT_TIMEOUT);
    }

    /// Takes the unused extension back, because the query no longer waits for the user.
    pub(super) fn release(&mut self, now: Instant) {
        if let Some(since) = self.waits_for_user_since.take() {
            let unused = CONSENT_TIMEOUT.saturating_sub(now - since);
            self.deadline.send_modify(|deadline| *deadline -= unused);
        }
    }
}

impl Dispatch {
    /// A worker reports that a query waits for the user, or no longer does.
    pub fn hold(&self, worker: &Worker, waiting: &ConsentPending) {
        let mut inner = self.lock();
        let Some(id) = QueryId::parse(&waiting.query) else {
            return;
        };
        if !inner.browsers.is_delivered_to(worker, id) {
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

    /// Whether a query of an agent waits for the user.
    pub fn waits_for_user(&self, agent: &str) -> bool {
        let inner = self.lock();
        let mut waiters = inner.waiters.values();
        waiters.any(|waiter| waiter.waits_for_user_since.is_some() && waiter.agent == agent)
    }
}

/// Waits until a deadline that may be extended in the meantime.
pub(super) async fn passed(mut deadlines: watch::Receiver<Instant>) {
    loop {
        let deadline = *deadlines.borrow_and_update();
        tokio::select! {
            () = tokio::time::sleep_until(deadline) => return,
            changed = deadlines.changed() => {
                if changed.is_err() {
                    // It can no longer be extended.
                    return tokio::time::sleep_until(deadline).await;
                }
            }
        }
    }
}

/// Removes a query from the queue when its request ends, for whatever reason, and notifies the
/// worker that processes it.
pub(super) struct PendingQuery<'a> {
    pub(super) dispatch: &'a Dispatch,
    pub(super) id: QueryId,
}

impl Drop for PendingQuery<'_> {
    fn drop(&mut self) {
        let mut inner = self.dispatch.lock();
        inner.browsers.cancel(self.id);
        let unanswered = inner.waiters.remove(&self.id).is_some();
        drop(inner);
        // The worker that processes it must know, and so must `drain`.
        if unanswered || self.dispatch.draining.load(Ordering::Relaxed) {
            self.dispatch.note_change();
        }
    }
}

/// Counts a request that waits for a browser to connect, so that `wake` starts the browser's
/// worker.
pub(super) struct BrowserWait<'a> {
    dispatch: &'a Dispatch,
}

impl<'a> BrowserWait<'a> {
    pub(super) fn begin(dispatch: &'a Dispatch) -> Self {
        dispatch.lock().browser_waits += 1;
        dispatch.note_change();
        BrowserWait { dispatch }
    }
}

impl Drop for BrowserWait<'_> {
    fn drop(&mut self) {
        self.dispatch.lock().browser_waits -= 1;
    }
}
