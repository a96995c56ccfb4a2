//! How a test runs: on a runtime, and on a chain that was another test's before.
//!
//! A test runner such as nextest runs each test in a process of its own. Then `cargo xtask test`
//! starts a pool of chains, and each process leases one ([`Chain::lease`]). Without a pool, the
//! tests of one process share the chain that the first of them starts.

use crate::chain::Chain;
use crate::chain::kind::Kind;
use anyhow::{Context, bail};
use futures_util::FutureExt;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::sync::OnceLock;
use tokio::runtime::Runtime;
use tokio::sync::{OnceCell, Semaphore};

/// A browser shows more windows than this too slowly on a machine with many cores.
const MAX_CONCURRENT: usize = 4;

/// Runs a test on an unattended chain.
pub fn on_chain(
    test: impl AsyncFnOnce(&'static Chain) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    static CHAIN: OnceCell<Chain> = OnceCell::const_new();
    on_runtime(async || {
        let chain = CHAIN
            .get_or_try_init(|| Chain::lease(Kind::Unattended))
            .await?;
        let outcome = AssertUnwindSafe(test(chain)).catch_unwind().await;
        // The process may end with this test, and its tabs stay open unless the browser has
        // received the commands that close them.
        let flushed = chain.browser.devtools.flush().await;
        let outcome = outcome.unwrap_or_else(|panic| resume_unwind(panic));
        outcome.and(flushed)
    })
}

/// Runs a test on the runtime that all tests of this process share.
pub fn on_runtime(test: impl AsyncFnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    static RUNTIME: OnceLock<std::io::Result<Runtime>> = OnceLock::new();
    static PERMITS: Semaphore = Semaphore::const_new(MAX_CONCURRENT);
    let runtime = RUNTIME.get_or_init(|| {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
    });
    match runtime {
        Ok(runtime) => runtime.block_on(async {
            let _permit = PERMITS.acquire().await.context("a permit")?;
            test().await
        }),
        Err(error) => bail!("no runtime: {error}"),
    }
}
