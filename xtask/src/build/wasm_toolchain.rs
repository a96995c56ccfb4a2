//! How the engine is compiled: the compiler for the wasm32 target, its linker and its flags.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::machine::{find_program, install_packages};
use crate::places::Places;
use crate::toolchain::{Toolchain, encoded};

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
/// The programs that link for Debian's compiler. rustup's has its own.
const LINKERS: [&str; 4] = ["wasm-ld-19", "wasm-ld", "wasm-ld-20", "wasm-ld-18"];
const FLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";
/// 128 kB of stack: the engine does not recurse over the page.
const STACK: &str = "-Clink-arg=-zstack-size=131072";
/// Less is inlined than elsewhere (the compiler's own bound is 225): a tenth of the module, for a
/// fifteenth of the time.
const INLINING: &str = "-Cllvm-args=--inline-threshold=100";

/// A compiler that can make WASM.
pub struct WasmToolchain {
    toolchain: Toolchain,
    /// The linker, if the compiler has none.
    linker: Option<PathBuf>,
}

impl WasmToolchain {
    /// Finds one, installing Debian's where that can be done; otherwise the error says what to
    /// install.
    pub fn find_or_install() -> Result<WasmToolchain> {
        let toolchain = Toolchain::find_or_install_debian(TARGET, &DEBIAN_PACKAGES)?;
        let linker = match toolchain {
            Toolchain::Own => None,
            Toolchain::Debian => Some(linker()?),
        };
        Ok(WasmToolchain { toolchain, linker })
    }

    /// A cargo command line up to and with the subcommand, for the engine.
    pub fn cargo(&self, subcommand: &str) -> Command {
        let mut command = self.toolchain.cargo(subcommand, TARGET);
        if let Some(linker) = &self.linker {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command.env(FLAGS, STACK);
        command
    }

    /// The command line that builds the engine itself. A standard library built along with it
    /// has no panic messages: the browser would not show them, and they are a tenth of the module.
    pub fn build(&self, places: &Places) -> Command {
        let mut command = self.cargo("build");
        let mut flags = vec![STACK.to_owned(), INLINING.to_owned()];
        flags.extend(self.toolchain.without_local_paths(places));
        if self.builds_library() {
            command.args(["-Z", "build-std-features=optimize_for_size"]);
            flags.extend(["-Zunstable-options", "-Cpanic=immediate-abort"].map(str::to_owned));
        }
        command.env(FLAGS, encoded(&flags));
        command
    }

    /// The standard library is built along with the engine, so it can be a smaller one.
    pub fn builds_library(&self) -> bool {
        self.toolchain.builds_library()
    }

    /// What the compiler calls itself: `rustc 1.96.0 (…)`.
    pub fn version(&self) -> String {
        self.toolchain.version()
    }
}

fn linker() -> Result<PathBuf> {
    if let Some(found) = find_program(&LINKERS) {
        return Ok(found);
    }
    install_packages(&["lld-19"], "wasm-ld is missing: install LLVM's linker lld")?;
    find_program(&LINKERS).context("lld-19 was installed but is not on the PATH")
}
