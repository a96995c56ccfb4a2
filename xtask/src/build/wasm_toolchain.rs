//! Which compiler makes the engine: rustup's, where it has the wasm32 target, else Debian's, which
//! builds the standard library along with it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::machine::{cargo, find_program, install_packages, output, outside_cargo};

const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";
const FLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";
/// 128 kB of stack: the engine does not recurse over the page.
const STACK: &str = "-C link-arg=-zstack-size=131072";
/// Less is inlined than elsewhere (the compiler's own bound is 225): a tenth of the module, for a
/// fifteenth of the time.
const INLINING: &str = "-C llvm-args=--inline-threshold=100";
/// The oldest compiler that understands the workspace: (major, minor).
const OLDEST: (u32, u32) = (1, 95);

/// A compiler that can make WASM.
pub enum WasmToolchain {
    /// The one that runs this program; it has the target.
    Own,
    /// Debian's `/usr/bin/cargo` with its own sources and this linker.
    Debian(PathBuf),
}

impl WasmToolchain {
    /// Finds one, installing Debian's where that can be done; otherwise the error says what to
    /// install.
    pub fn find_or_install() -> Result<WasmToolchain> {
        if let Some(found) = Self::find() {
            return Ok(found);
        }
        install_packages(
            &DEBIAN_PACKAGES,
            &format!("the engine needs the {TARGET} target: rustup target add {TARGET}"),
        )?;
        match Self::find() {
            Some(found) => Ok(found),
            None => bail!(
                "Debian's Rust is too old or incomplete; the engine needs: rustup target add {TARGET}"
            ),
        }
    }

    /// A cargo command line up to and with the subcommand, for the engine.
    pub fn cargo(&self, subcommand: &str) -> Command {
        let mut command = match self {
            WasmToolchain::Own => {
                let mut command = cargo();
                command.arg(subcommand);
                command
            }
            WasmToolchain::Debian(linker) => {
                let mut command = outside_cargo("/usr/bin/cargo");
                command.env("RUSTC", "/usr/bin/rustc");
                // The stable compiler builds its own standard library only with this variable.
                command.env("RUSTC_BOOTSTRAP", "1");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                command.args([subcommand, "-Z", "build-std=std,panic_abort"]);
                command
            }
        };
        command.env(FLAGS, STACK);
        command.args(["--target", TARGET]);
        command
    }

    /// The command line that builds the engine itself. A standard library built along with it
    /// has no panic messages: the browser would not show them, and they are a tenth of the module.
    pub fn build(&self) -> Command {
        let mut command = self.cargo("build");
        let mut flags = format!("{STACK} {INLINING}");
        if self.builds_library() {
            command.args(["-Z", "build-std-features=optimize_for_size"]);
            flags.push_str(" -Z unstable-options -C panic=immediate-abort");
        }
        command.env(FLAGS, flags);
        command
    }

    /// The standard library is built along with the engine, so it can be a smaller one.
    pub fn builds_library(&self) -> bool {
        matches!(self, WasmToolchain::Debian(_))
    }

    /// What the compiler calls itself: `rustc 1.96.0 (…)`.
    pub fn version(&self) -> String {
        let mut compiler = match self {
            WasmToolchain::Own => Command::new(own_compiler()),
            WasmToolchain::Debian(_) => outside_cargo("/usr/bin/rustc"),
        };
        let text = output(compiler.arg("--version")).unwrap_or_default();
        text.trim().to_owned()
    }

    fn find() -> Option<WasmToolchain> {
        if own_has_target() {
            return Some(WasmToolchain::Own);
        }
        let linker = find_program(&["wasm-ld-19", "wasm-ld", "wasm-ld-20", "wasm-ld-18"])?;
        let complete = Path::new(DEBIAN_SOURCES).exists() && Path::new("/usr/bin/cargo").exists();
        (complete && debian_is_new_enough()).then_some(WasmToolchain::Debian(linker))
    }
}

fn own_compiler() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn own_has_target() -> bool {
    let folder =
        output(Command::new(own_compiler()).args(["--print", "target-libdir", "--target", TARGET]));
    folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

fn debian_is_new_enough() -> bool {
    let text = output(outside_cargo("/usr/bin/rustc").arg("--version")).unwrap_or_default();
    version(&text).is_some_and(|version| version >= OLDEST)
}

/// The major and minor number in what `rustc --version` prints.
fn version(text: &str) -> Option<(u32, u32)> {
    let number = text.split_whitespace().nth(1)?;
    let mut parts = number.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn reads_the_compilers_version() {
        assert_eq!(
            version("rustc 1.96.0 (ac68faa20 2026-05-25)"),
            Some((1, 96))
        );
        assert_eq!(version("nonsense"), None);
    }
}
