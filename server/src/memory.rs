//! Keeps the server small between requests, and at no request's expense: what one took stays at
//! hand for the next, and goes back to the system when nobody has asked for a while. Knows the
//! allocator and who is at work; of what is kept, nothing.

pub mod apart;
mod program;

use crate::app::App;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::cell::Cell;
use std::ffi::{c_int, c_long};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Threads that requests are worked on by; each holds memory of its own.
pub const THREADS: usize = 2;

/// How long nobody must have asked. An agent that acts at once finds the server warm.
const QUIET: Duration = Duration::from_secs(2);

/// After so long free memory goes back even in the middle of work, for a server that is never left
/// alone. In milliseconds.
const LONGEST_KEPT: c_long = 60_000;

/// How often all threads were to give back what they hold.
static TIMES: AtomicU64 = AtomicU64::new(0);

/// Whose turn it is to give back.
static TURN: Mutex<()> = Mutex::new(());

thread_local! {
    /// How often this one has.
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// Sets the process up; before its first thread.
#[allow(unsafe_code, reason = "the allocator's options have no other door")]
pub fn arrange() {
    // `mi_option_t` of mimalloc 3.
    const PURGE_DELAY: c_int = 15;
    // SAFETY: it takes any number, and no other thread runs yet.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, LONGEST_KEPT) };
    // The allocator's own beginnings are made before this: that they take none either is its
    // feature `no_thp`.
    program::take_small_pages();
}

/// Gives back what was needed to get ready, and is not any more.
pub fn settle() {
    program::forget_file();
    give_back();
}

/// Gives back what this thread holds and nothing uses.
#[allow(unsafe_code, reason = "the allocator has no other door")]
fn give_back() {
    // One at a time: while one is at it, the allocator sends a second away with nothing done.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: it may be called at any time, and touches nothing that is in use.
    unsafe { libmimalloc_sys::mi_collect(true) };
}

/// What each of the runtime's threads does before it rests.
pub fn before_rest() {
    let times = TIMES.load(Ordering::Relaxed);
    if DONE.replace(times) != times {
        give_back();
    }
}

/// Has every thread of the runtime give back what it holds when it comes to rest.
pub fn give_back_everywhere() {
    TIMES.fetch_add(1, Ordering::Relaxed);
    // One that rests already is woken by work that it finds done.
    for _ in 0..2 * THREADS {
        tokio::spawn(async {});
    }
}

/// The requests that are under way.
#[derive(Debug, Default)]
pub struct Work {
    under_way: AtomicUsize,
    ended: Notify,
}

impl Work {
    /// A request begins; it ends when this is dropped.
    pub fn begin(&self) -> Working<'_> {
        self.under_way.fetch_add(1, Ordering::AcqRel);
        Working(self)
    }

    /// Does `what` each time nobody has asked for a while. Costs nothing while nobody asks.
    pub async fn whenever_quiet(&self, what: impl Fn()) {
        loop {
            self.ended.notified().await;
            while !self.stays_quiet().await {}
            what();
        }
    }

    async fn stays_quiet(&self) -> bool {
        let another = tokio::time::timeout(QUIET, self.ended.notified()).await;
        another.is_err() && self.under_way.load(Ordering::Acquire) == 0
    }
}

/// A request that is under way.
#[derive(Debug)]
pub struct Working<'a>(&'a Work);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::AcqRel);
        self.0.ended.notify_one();
    }
}

/// The middleware in front of the doors behind which pages are read.
pub async fn at_work(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let _working = app.work.begin();
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn memory_goes_back_once_nobody_has_asked_for_a_while() {
        let work = Arc::new(Work::default());
        let times = Arc::new(AtomicUsize::new(0));
        let (theirs, counted) = (Arc::clone(&work), Arc::clone(&times));
        let count = move || {
            counted.fetch_add(1, Ordering::Relaxed);
        };
        tokio::spawn(async move { theirs.whenever_quiet(count).await });
        let after = async |time: Duration| {
            tokio::time::advance(time).await;
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
            times.load(Ordering::Relaxed)
        };
        assert_eq!(after(QUIET * 9).await, 0, "nobody has asked yet");
        drop(work.begin());
        assert_eq!(after(QUIET / 2).await, 0, "too early");
        let long = work.begin();
        drop(work.begin());
        assert_eq!(after(QUIET * 9).await, 0, "one is under way");
        drop(long);
        assert_eq!(after(Duration::ZERO).await, 0, "it has only just ended");
        assert_eq!(after(QUIET * 2).await, 1);
        assert_eq!(after(QUIET * 9).await, 1, "once is enough");
    }

    #[test]
    fn a_thread_that_gives_back_goes_on_as_before() {
        let kept: Vec<String> = (0..10_000).map(|number| number.to_string()).collect();
        TIMES.fetch_add(1, Ordering::Relaxed);
        before_rest();
        settle();
        assert_eq!(kept.last().map(String::as_str), Some("9999"));
    }
}
