//! Work on large pages, away from the threads that answer requests. Does not know what is done.

use axlens_protocol::{Code, Fault};
use std::panic::resume_unwind;
use tokio::task::spawn_blocking;

/// From this size on, in bytes of JSON, work on a page is done on a blocking thread. Work on a
/// smaller one takes a few milliseconds at most.
const LARGE: usize = 128 * 1024;

/// Does `work` on something of `size` bytes: on a blocking thread where it is large, else at once,
/// which spares the trip.
///
/// # Errors
/// `extension_disconnected` when the server stops before the work has begun.
pub async fn run<T: Send + 'static>(
    size: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Fault> {
    if size < LARGE {
        return Ok(work());
    }
    spawn_blocking(work).await.map_err(|error| {
        if let Ok(panic) = error.try_into_panic() {
            resume_unwind(panic);
        }
        Fault::new(Code::ExtensionDisconnected, "The server is stopping.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    #[should_panic(expected = "in the middle of it")]
    async fn a_panic_is_that_of_the_request() {
        let _: Result<(), Fault> = run(LARGE, || panic!("in the middle of it")).await;
    }
}
