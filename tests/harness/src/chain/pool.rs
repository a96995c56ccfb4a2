//! Chains that tests share. A test runner such as nextest runs each test in a process of its own.
//! `axlens-chain-pool` starts the chains and leases each to one test at a time, over a Unix socket:
//! a client sends the name of a kind, and receives the folder of a chain. The lease ends when the
//! client closes the connection or its process ends. Then the chain is reset.

use crate::build::Build;
use crate::chain::kind::Kind;
use crate::chain::reset::{PooledChain, Reset};
use crate::process::Folder;
use anyhow::{Context, bail, ensure};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

/// Names the socket of the pool.
pub const VARIABLE: &str = "AXLENS_CHAIN_POOL";

/// A leased chain. Dropping it ends the lease.
pub struct Lease {
    folder: PathBuf,
    _connection: UnixStream,
}

impl Lease {
    /// Waits for a chain of the pool with this socket.
    pub(crate) async fn request(socket: &Path, kind: Kind) -> anyhow::Result<Self> {
        let mut connection = UnixStream::connect(socket).await.context("the pool")?;
        connection
            .write_all(format!("{}\n", kind.as_str()).as_bytes())
            .await?;
        let mut folder = String::new();
        BufReader::new(&mut connection)
            .read_line(&mut folder)
            .await?;
        let folder = PathBuf::from(folder.trim_end());
        ensure!(
            folder.is_dir(),
            "the pool has no chain: see its output for the reason"
        );
        Ok(Self {
            folder,
            _connection: connection,
        })
    }

    /// The folder of the chain.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The build of a chain in this folder: a changed copy, or the workspace's.
pub(crate) fn build_in(folder: &Folder) -> anyhow::Result<Build> {
    match folder.path().join("build") {
        changed if changed.is_dir() => Ok(Build::of(changed)),
        _ => Build::of_workspace(),
    }
}

/// The chains that no test has.
struct Chains {
    idle: Mutex<Vec<PooledChain>>,
    permits: Semaphore,
}

/// The pool of all kinds.
pub struct ChainPool {
    chains: HashMap<Kind, Chains>,
    counts: Mutex<Counts>,
}

/// What a pool has done.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counts {
    /// Chains that were started.
    pub started: usize,
    /// Leases that have ended, and whose chains have been reset.
    pub resets: usize,
    /// Those of them that restarted the extension, because a test had left something.
    pub restarts: usize,
    /// Chains that could not be reset, and ended.
    pub ended: usize,
    /// How long all resets took.
    pub seconds: f64,
}

impl Default for ChainPool {
    fn default() -> Self {
        let chains = |kind: Kind| Chains {
            idle: Mutex::default(),
            permits: Semaphore::new(kind.max_chains()),
        };
        Self {
            chains: Kind::ALL
                .into_iter()
                .map(|kind| (kind, chains(kind)))
                .collect(),
            counts: Mutex::default(),
        }
    }
}

impl ChainPool {
    /// Leases chains until the listener is dropped.
    pub async fn serve(self: Arc<Self>, listener: UnixListener) -> anyhow::Result<()> {
        loop {
            let (connection, _) = listener.accept().await?;
            let pool = self.clone();
            tokio::spawn(async move {
                if let Err(error) = pool.lease(connection).await {
                    eprintln!("pool of chains: {error:#}");
                }
            });
        }
    }

    /// What it has done so far.
    pub fn counts(&self) -> Counts {
        *lock(&self.counts)
    }

    async fn lease(&self, mut connection: UnixStream) -> anyhow::Result<()> {
        let mut name = String::new();
        BufReader::new(&mut connection).read_line(&mut name).await?;
        let mut kinds = Kind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.as_str() == name.trim_end());
        let kind = kind.with_context(|| format!("no kind {name:?}"))?;
        let chains = self.chains.get(&kind).context("chains of the kind")?;
        let _permit = chains.permits.acquire().await?;
        let idle = lock(&chains.idle).pop();
        let mut pooled = match idle {
            Some(pooled) => pooled,
            None => {
                lock(&self.counts).started += 1;
                PooledChain::start(kind).await?
            }
        };
        let folder = format!("{}\n", pooled.chain.folder.path().display());
        connection.write_all(folder.as_bytes()).await?;
        // The client sends nothing more. An error ends the lease as a closed connection does.
        let _ = connection.read(&mut [0]).await;
        let began = std::time::Instant::now();
        let outcome = pooled.reset().await;
        lock(&self.counts).seconds += began.elapsed().as_secs_f64();
        match outcome {
            Ok(Reset::Pages) => {}
            Ok(Reset::Extension) => lock(&self.counts).restarts += 1,
            Err(error) => {
                lock(&self.counts).ended += 1;
                bail!("a chain ({}) ends: {error:#}", kind.as_str());
            }
        }
        lock(&chains.idle).push(pooled);
        lock(&self.counts).resets += 1;
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
