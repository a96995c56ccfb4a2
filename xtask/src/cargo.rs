//! Cargo: how it is started, and the programs that it installs.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::cache::Cache;
use crate::compiler_cache;
use crate::machine::{find_program, run};

/// A command that starts `program`, cargo or one that starts it, free of what cargo and rustup put
/// into the environment of this process.
pub fn outside_cargo(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    for name in [
        "CARGO",
        "RUSTC",
        "RUSTDOC",
        "RUSTUP_TOOLCHAIN",
        "RUSTUP_HOME_OVERRIDE",
        "LD_LIBRARY_PATH",
        "RUSTFLAGS",
    ] {
        command.env_remove(name);
    }
    compiler_cache::use_in(&mut command);
    command
}

/// The cargo that started this process.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    compiler_cache::use_in(&mut command);
    command
}

/// The path of a cargo subcommand's program: that on the PATH, or exactly this version, compiled on
/// first use.
pub fn cargo_program(name: &str, version: &str) -> Result<PathBuf> {
    match find_program(&[name]) {
        Some(found) => Ok(found),
        None => cargo_install(name, version, name, &["--locked"]),
    }
}

/// The path of a program of a package, compiled on first use.
pub fn cargo_install(
    package: &str,
    version: &str,
    program: &str,
    arguments: &[&str],
) -> Result<PathBuf> {
    let folder = Cache::of_user().entry(program, version, |folder| {
        let mut command = cargo();
        // It runs for a short time: the time to compile counts more.
        command.args(["install", "--quiet", "--debug", package]);
        command.args(["--bin", program, "--version", version]);
        command.args(arguments).arg("--root").arg(folder);
        run(command.env("CARGO_PROFILE_DEV_DEBUG", "0"))
    })?;
    Ok(folder.join("bin").join(program))
}
