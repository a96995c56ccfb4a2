//! Waiting for a condition. Tests never wait for a fixed time.

use anyhow::bail;
use std::future::Future;
use std::time::{Duration, Instant};

/// A condition that takes longer fails the test. It is much longer than any condition needs.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The pause between two checks of a condition is a twentieth of the time so far, within these
/// bounds: else the checks of a long wait take the processor from what it waits for.
const MIN_PAUSE: Duration = Duration::from_millis(10);
const MAX_PAUSE: Duration = Duration::from_millis(50);

/// Checks until the condition returns a value. An error of a check is shown only if the time runs
/// out, because the next check may succeed.
pub async fn until<T, F, A>(what: &str, mut check: F) -> anyhow::Result<T>
where
    F: FnMut() -> A,
    A: Future<Output = anyhow::Result<Option<T>>>,
{
    let start = Instant::now();
    let mut last = String::from("not yet");
    while start.elapsed() < TIMEOUT {
        match check().await {
            Ok(Some(found)) => return Ok(found),
            Ok(None) => {}
            Err(error) => last = format!("{error:#}"),
        }
        let pause = (start.elapsed() / 20).clamp(MIN_PAUSE, MAX_PAUSE);
        tokio::time::sleep(pause).await;
    }
    bail!("timeout: {what}: {last}")
}

/// Does nothing for a time. It is for tests of what happens after such a time, and for simulated
/// delays, not for waiting for a condition.
pub async fn silence(duration: Duration) {
    tokio::time::sleep(duration).await;
}
