//! A server program in a process of its own, which can be killed and started again at its address.

use anyhow::bail;
use axlens_harness::process::Process;
use axlens_harness::wait::TIMEOUT;
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{interval, timeout};

/// The ports of services. The system gives none of them to a connection while a service is not
/// running.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// The time between two attempts to connect to a service that starts.
const CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// A program with its arguments, running or not. It ends with this value.
pub struct Service {
    /// A name for messages.
    pub name: String,
    /// Where it accepts connections.
    pub address: SocketAddr,
    program: PathBuf,
    arguments: Vec<OsString>,
    log: PathBuf,
    process: Option<Process>,
}

impl Service {
    /// A service that does not run yet. The file gets its output since the last start.
    pub fn new(name: &str, program: &Path, address: SocketAddr, log: &Path) -> Service {
        Service {
            name: name.to_owned(),
            address,
            program: program.to_owned(),
            arguments: Vec::new(),
            log: log.to_owned(),
            process: None,
        }
    }

    /// The same with these arguments.
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Starts the process and waits until it accepts connections. If it ends before, it is started
    /// again.
    ///
    /// # Errors
    /// If it can't be started.
    pub async fn start(&mut self) -> anyhow::Result<()> {
        let waiting = async {
            let mut checks = interval(CHECK_INTERVAL);
            loop {
                checks.tick().await;
                if !self.runs() {
                    self.spawn()?;
                }
                let connected = TcpStream::connect(self.address).await;
                // Another process may have the port.
                if connected.is_ok() && self.runs() {
                    return Ok(());
                }
            }
        };
        match timeout(TIMEOUT, waiting).await {
            Ok(result) => result,
            Err(_) => bail!("{} does not start: {}", self.name, self.last_lines()),
        }
    }

    fn spawn(&mut self) -> anyhow::Result<()> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env("AXLENS_LOG", "warn");
        self.process = Some(Process::start(&mut command, &self.log)?);
        Ok(())
    }

    /// Whether the process runs.
    pub fn runs(&mut self) -> bool {
        self.process.as_mut().is_some_and(Process::runs)
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Id of the process, 0 if it was never started.
    pub fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, Process::id)
    }

    fn last_lines(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().rev().take(5).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

/// An address of this machine for a service.
///
/// # Errors
/// If all ports are in use.
pub fn free_address() -> anyhow::Result<SocketAddr> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let count = PORTS.end - PORTS.start;
    // Processes that run at the same time begin at different ports.
    let first = (std::process::id() % u32::from(count)) as u16;
    for _ in 0..count {
        let next = (first + NEXT.fetch_add(1, Ordering::Relaxed) % count) % count;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, PORTS.start + next));
        if TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    anyhow::bail!("no port is free")
}
