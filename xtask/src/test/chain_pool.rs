//! The server and the browser that all tests of a run share, because each test is a process of its
//! own. The program is in tests/harness/src/bin/shared_chain.rs.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::chromium;
use crate::places::Places;
use crate::progress::step;
use crate::workspace;

/// Tells the tests the folder of the chain.
pub const VARIABLE: &str = "AXLENS_SHARED_CHAIN";

/// The running program.
pub struct SharedChain {
    program: Child,
    folder: String,
}

impl SharedChain {
    /// Compiles and starts it, and waits until the browser is connected.
    pub fn start(places: &Places, chromium: &Path) -> Result<Self> {
        step("shared browser", || {
            let mut command = Command::new(workspace::program(places, "axlens-shared-chain")?);
            command
                .env("AXLENS_BUILD", &places.built)
                .env(chromium::VARIABLE, chromium)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped());
            let mut program = command.spawn().context("cannot start the shared browser")?;
            let output = program.stdout.take().context("a piped output")?;
            let mut folder = String::new();
            BufReader::new(output).read_line(&mut folder)?;
            let folder = folder.trim().to_owned();
            ensure!(!folder.is_empty(), "the shared browser did not start");
            Ok(Self { program, folder })
        })
    }

    /// The chain's folder.
    pub fn folder(&self) -> &str {
        &self.folder
    }
}

impl Drop for SharedChain {
    fn drop(&mut self) {
        // The program ends when its input closes.
        drop(self.program.stdin.take());
        let _ = self.program.wait();
    }
}
