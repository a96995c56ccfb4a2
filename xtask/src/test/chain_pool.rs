//! The chains that all browser tests of a run share, because each test is a process of its own. A
//! test leases one of them. The program is in tests/harness/src/bin/chain_pool.rs.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::chromium;
use crate::places::Places;
use crate::progress::step;
use crate::workspace;

/// Contains the path of the pool's Unix socket, for the tests.
pub const VARIABLE: &str = "AXLENS_CHAIN_POOL";

/// The running program.
pub struct ChainPool {
    program: Child,
    socket: String,
}

impl ChainPool {
    /// Compiles and starts it, and waits for its first line, which is the path of the socket.
    pub fn start(places: &Places, chromium: &Path) -> Result<Self> {
        step("pool of chains", || {
            let mut command = Command::new(workspace::program(places, "axlens-chain-pool")?);
            command
                .env("AXLENS_BUILD", &places.built)
                .env(chromium::VARIABLE, chromium)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped());
            let mut program = command.spawn().context("cannot start the pool of chains")?;
            let output = program.stdout.take().context("a piped output")?;
            let mut socket = String::new();
            BufReader::new(output).read_line(&mut socket)?;
            let socket = socket.trim().to_owned();
            ensure!(!socket.is_empty(), "the pool of chains did not start");
            Ok(Self { program, socket })
        })
    }

    /// The path of its socket.
    pub fn socket(&self) -> &str {
        &self.socket
    }
}

impl Drop for ChainPool {
    fn drop(&mut self) {
        // The program ends when its input closes.
        drop(self.program.stdin.take());
        let _ = self.program.wait();
    }
}
