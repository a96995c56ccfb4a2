//! Which compiler builds for a target that is not this machine: rustup's, if it has the target's
//! standard library, otherwise Debian's, which builds the standard library as well.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::cargo::{cargo, outside_cargo};
use crate::machine::{find_program, install_packages, output, run};
use crate::places::Places;
use crate::progress::remark;

const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust";
/// The oldest compiler that understands the workspace: (major, minor).
const OLDEST: (u32, u32) = (1, 95);

/// A compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toolchain {
    /// The one that runs this program; it has the target.
    Own,
    /// Debian's `/usr/bin/cargo` with its own sources.
    Debian,
}

impl Toolchain {
    /// The compiler for a target, if this machine has one.
    pub fn find(target: &str) -> Option<Toolchain> {
        if own_has(target) {
            return Some(Toolchain::Own);
        }
        debian_is_complete().then_some(Toolchain::Debian)
    }

    /// The compiler for a target. Adds the target to rustup's compiler, or installs Debian's, where
    /// that can be done; otherwise the error says what to install.
    pub fn find_or_install(target: &str) -> Result<Toolchain> {
        if own_has(target) {
            return Ok(Toolchain::Own);
        }
        if let Some(rustup) = find_program(&["rustup"]) {
            let added = run(Command::new(rustup).args(["target", "add", target]));
            if added.is_ok() && own_has(target) {
                return Ok(Toolchain::Own);
            }
            remark(&format!(
                "rustup has no {target} here: Debian's Rust is used"
            ));
        }
        Self::find_or_install_debian(target, &DEBIAN_PACKAGES)
    }

    /// The compiler for a target, without a change of rustup's: Debian's and its `packages` are
    /// installed if need be.
    pub fn find_or_install_debian(target: &str, packages: &[&str]) -> Result<Toolchain> {
        if let Some(found) = Self::find(target) {
            return Ok(found);
        }
        let add = format!("rustup target add {target}");
        install_packages(packages, &format!("the target {target} is missing: {add}"))?;
        match Self::find(target) {
            Some(found) => Ok(found),
            None => bail!("Debian's Rust is too old or incomplete: {add}"),
        }
    }

    /// A cargo command line up to and with the subcommand and the target.
    pub fn cargo(self, subcommand: &str, target: &str) -> Command {
        let mut command = match self {
            Toolchain::Own => {
                let mut command = cargo();
                command.arg(subcommand);
                command
            }
            Toolchain::Debian => {
                let mut command = outside_cargo("/usr/bin/cargo");
                command.env("RUSTC", "/usr/bin/rustc");
                // The stable compiler builds its own standard library only with this variable.
                command.env("RUSTC_BOOTSTRAP", "1");
                command.args([subcommand, "-Z", "build-std=std,panic_abort"]);
                command
            }
        };
        command.args(["--target", target]);
        command
    }

    /// Whether the standard library is built along with the program.
    pub fn builds_library(self) -> bool {
        self == Toolchain::Debian
    }

    /// What the compiler calls itself: `rustc 1.96.0 (…)`.
    pub fn version(self) -> String {
        let text = output(self.rustc().arg("--version")).unwrap_or_default();
        text.trim().to_owned()
    }

    /// The folder of the compiler's own files.
    pub fn sysroot(self) -> Result<PathBuf> {
        let path = output(self.rustc().args(["--print", "sysroot"]))?;
        Ok(PathBuf::from(path.trim()))
    }

    /// Flags that keep the folders of this machine out of what is compiled: the workspace, the
    /// sources of dependencies, and those of the standard library.
    pub fn without_local_paths(self, places: &Places) -> Vec<String> {
        let mut names = vec![(places.root.clone(), "/axlens")];
        let registries = std::fs::read_dir(cargo_home().join("registry/src"));
        for registry in registries.into_iter().flatten().flatten() {
            names.push((registry.path(), "/cargo"));
        }
        if self.builds_library() {
            names.push((PathBuf::from(DEBIAN_SOURCES), "/rustc"));
        }
        names
            .iter()
            .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
            .collect()
    }

    fn rustc(self) -> Command {
        match self {
            Toolchain::Own => Command::new(own_compiler()),
            Toolchain::Debian => outside_cargo("/usr/bin/rustc"),
        }
    }
}

/// The folder where cargo keeps the sources of dependencies.
pub fn cargo_home() -> PathBuf {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = || std::env::home_dir().unwrap_or_default().join(".cargo");
    named.unwrap_or_else(usual)
}

/// The value of `CARGO_ENCODED_RUSTFLAGS` for these flags, which may contain spaces.
pub fn encoded(flags: &[String]) -> String {
    flags.join("\u{1f}")
}

fn own_compiler() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn own_has(target: &str) -> bool {
    let folder =
        output(Command::new(own_compiler()).args(["--print", "target-libdir", "--target", target]));
    folder.is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

fn debian_is_complete() -> bool {
    let sources = Path::new(DEBIAN_SOURCES).join("library/std/Cargo.toml");
    if !sources.exists() || !Path::new("/usr/bin/cargo").exists() {
        return false;
    }
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
