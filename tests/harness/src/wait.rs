//! Waiting on a condition. There is no other way of waiting in these tests: never for a length of
//! time.

use anyhow::bail;
use std::future::Future;
use std::time::{Duration, Instant};

/// How long a condition may take before the test fails: far longer than it ever does.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// How long to leave the machine alone between two looks at a condition.
const PAUSE: Duration = Duration::from_millis(10);

/// Asks until the answer is there; an error of one look is kept for the message, and the next look
/// may do better.
pub async fn until<T, F, A>(what: &str, mut look: F) -> anyhow::Result<T>
where
    F: FnMut() -> A,
    A: Future<Output = anyhow::Result<Option<T>>>,
{
    let start = Instant::now();
    let mut last = String::from("not yet");
    while start.elapsed() < TIMEOUT {
        match look().await {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => {}
            Err(error) => last = format!("{error:#}"),
        }
        tokio::time::sleep(PAUSE).await;
    }
    bail!("waited in vain for {what}: {last}")
}
