//! Work on large pages, away from the threads that answer requests. Does not know what is done.

use crate::queue::fair_queue::{Bounds, FairQueue};
use axlens_protocol::{Code, Fault};
use std::panic::resume_unwind;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// From this size on, in bytes of JSON, work on a page is done on a blocking thread. Work on a
/// smaller one takes a few milliseconds at most.
const LARGE: usize = 128 * 1024;

/// Threads for work on large pages.
pub const THREADS: usize = 2;

/// Most pieces of work that wait for a thread. An agent has far fewer: its requests are bounded.
const WAITING: usize = 10_000;

/// The threads, which the agents that ask for work share fairly.
#[derive(Debug)]
pub struct Threads(Arc<FairQueue>);

impl Default for Threads {
    fn default() -> Threads {
        Threads(FairQueue::new(Bounds {
            at_once: THREADS,
            each: THREADS,
            waiting: WAITING,
            waiting_each: WAITING,
        }))
    }
}

impl Threads {
    /// Does `work` on something of `size` bytes: on a blocking thread where it is large, as soon as
    /// it is this agent's turn; else at once, which spares the trip.
    ///
    /// # Errors
    /// `queue_full` when no more can wait; `extension_disconnected` when the server stops before
    /// the work has begun.
    pub async fn run<T: Send + 'static>(
        &self,
        agent: &str,
        size: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        if size < LARGE {
            return Ok(work());
        }
        let turn = self.0.next(agent).await.map_err(|_| {
            Fault::new(
                Code::QueueFull,
                format!("Work on {WAITING} pages waits already."),
            )
        })?;
        // Whoever asked may go meanwhile: the thread is busy until the work is done.
        let working = spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        working.await.map_err(|error| {
            if let Ok(panic) = error.try_into_panic() {
                resume_unwind(panic);
            }
            Fault::new(Code::ExtensionDisconnected, "The server is stopping.")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    #[should_panic(expected = "in the middle of it")]
    async fn a_panic_is_that_of_the_request() {
        let threads = Threads::default();
        let _: Result<(), Fault> = threads
            .run("a", LARGE, || panic!("in the middle of it"))
            .await;
    }

    /// One session asks for twenty pages, then another for one.
    #[tokio::test]
    async fn sessions_share_the_threads_in_turn() {
        let threads = Arc::new(Threads::default());
        let (begun, order) = std::sync::mpsc::channel();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let run = |session: &'static str| {
            let (threads, begun, held) = (Arc::clone(&threads), begun.clone(), Arc::clone(&held));
            tokio::spawn(async move {
                let work = move || {
                    let _ = begun.send(session);
                    let _ = held.lock().map(|held| held.recv());
                };
                threads.run(session, LARGE, work).await
            })
        };
        let mut running: Vec<_> = (0..20).map(|_| run("a")).collect();
        while running.iter().any(|_| threads.0.waiting() < 18) {
            tokio::task::yield_now().await;
        }
        running.push(run("b"));
        while threads.0.waiting() < 19 {
            tokio::task::yield_now().await;
        }
        drop(release);
        for work in running {
            work.await.expect("it ends").expect("it is done");
        }
        let order: Vec<_> = order.try_iter().collect();
        // Two were under way; of the rest one each.
        let at = order.iter().position(|session| *session == "b");
        assert!(at.is_some_and(|at| at <= 4), "{order:?}");
        assert_eq!(order.len(), 21);
    }
}
