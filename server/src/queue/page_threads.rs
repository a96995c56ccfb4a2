//! Runs work on large pages on blocking threads, so that it doesn't delay other requests.

use crate::queue::fair_queue::{FairQueue, FairQueueLimits};
use axlens_protocol::{Code, Fault};
use std::panic::resume_unwind;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The size, in bytes of JSON, from which on work is done on a blocking thread. Work on a smaller
/// page takes a few milliseconds at most.
const LARGE_PAGE: usize = 128 * 1024;

/// Threads for work on large pages.
pub const THREADS: usize = 2;

/// The maximum number of jobs that wait for a thread. An agent has far fewer: its requests are
/// bounded.
const MAX_WAITING: usize = 10_000;

/// The threads, which agents share fairly.
#[derive(Debug)]
pub struct PageThreads(Arc<FairQueue>);

impl Default for PageThreads {
    fn default() -> PageThreads {
        PageThreads(FairQueue::new(FairQueueLimits {
            at_once: THREADS,
            each: THREADS,
            waiting: MAX_WAITING,
            waiting_each: MAX_WAITING,
        }))
    }
}

impl PageThreads {
    /// Does `work` on a page of `size` bytes: at once if the page is small, otherwise on a blocking
    /// thread, as soon as it is this agent's turn.
    ///
    /// # Errors
    /// `queue_full`; `extension_disconnected` if the server stops before the work has begun.
    pub async fn run<T: Send + 'static>(
        &self,
        agent: &str,
        size: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        if size < LARGE_PAGE {
            return Ok(work());
        }
        let turn = self.0.next(agent).await.map_err(|_| {
            Fault::new(
                Code::QueueFull,
                format!("Work on {MAX_WAITING} pages waits already."),
            )
        })?;
        // The turn belongs to the work: the request may be dropped before the work ends.
        let job = spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        job.await.map_err(|error| {
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
    async fn a_panic_of_the_work_reaches_the_request() {
        let threads = PageThreads::default();
        let _: Result<(), Fault> = threads
            .run("a", LARGE_PAGE, || panic!("in the middle of it"))
            .await;
    }

    /// Agent "a" has twenty jobs, then agent "b" has one.
    #[tokio::test]
    async fn agents_use_the_threads_in_turn() {
        let threads = Arc::new(PageThreads::default());
        let (begun, order) = std::sync::mpsc::channel();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let run = |agent: &'static str| {
            let (threads, begun, held) = (Arc::clone(&threads), begun.clone(), Arc::clone(&held));
            tokio::spawn(async move {
                let work = move || {
                    let _ = begun.send(agent);
                    let _ = held.lock().map(|held| held.recv());
                };
                threads.run(agent, LARGE_PAGE, work).await
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
        // Two jobs were running; after them, the agents take turns.
        let at = order.iter().position(|agent| *agent == "b");
        assert!(at.is_some_and(|at| at <= 4), "{order:?}");
        assert_eq!(order.len(), 21);
    }
}
