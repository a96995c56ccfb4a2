//! The time until the extension is connected: the native host is started and finds the server, both
//! prove their identity, the WebSocket opens, and the worker sends its identity.

use anyhow::Context;
use axlens_bench::series::Series;
use axlens_harness::Chain;

/// How often.
const ROUNDS: usize = 9;

/// A connection that the options page opens with the worker's code, like a worker that does not
/// know the server yet. It runs in a separate browser, because it replaces the connection of the
/// real worker.
const CONNECT: &str = "(async () => {
    const { Connection } = await import('/worker/connection/connection.js');
    const identity = await import('/worker/connection/identity.js');
    await identity.known;
    await chrome.storage.session.clear();
    const began = performance.now();
    return await new Promise((resolve) => {
        const connection = new Connection({
            onQuery: () => {},
            paused: () => false,
            onChange: () => {
                if (connection.state().phase === 'connected') resolve(performance.now() - began);
            },
        });
        connection.start();
    });
})()";

/// Milliseconds from nothing to a connection.
pub async fn first_connections() -> anyhow::Result<Series> {
    let mut times = Vec::new();
    let chain = Chain::start().await?;
    for _ in 0..ROUNDS {
        let tab = chain.own_page("options").await?;
        let took = tab.evaluate(CONNECT).await?;
        times.push(took.as_f64().context("milliseconds")?);
        tab.close().await?;
    }
    Ok(Series(times))
}
