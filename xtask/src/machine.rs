//! The machine this runs on: which programs it has, and how missing ones get there.
//!
//! As root on Debian, missing programs are installed; elsewhere an error names in one line what to
//! install.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};

use crate::cache::Cache;
use crate::progress::step;
use crate::times::{Kind, span};

/// Runs a command with inherited output. If the command fails, the result is an error.
pub fn run(command: &mut Command) -> Result<()> {
    let line = describe(command);
    let status = command
        .status()
        .with_context(|| format!("cannot start: {line}"))?;
    if !status.success() {
        bail!("{status}: {line}");
    }
    Ok(())
}

/// Runs a command and gives its standard output; its failure is an error that carries its standard
/// error.
pub fn output(command: &mut Command) -> Result<String> {
    let line = describe(command);
    let output = command
        .output()
        .with_context(|| format!("cannot start: {line}"))?;
    if !output.status.success() {
        bail!(
            "{}: {line}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first of these programs that is on the PATH.
pub fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// Installs Debian packages where that can be done without a prompt; elsewhere the error is
/// `otherwise`.
pub fn install_packages(packages: &[&str], otherwise: &str) -> Result<()> {
    if !is_root()
        || !Path::new("/etc/debian_version").exists()
        || find_program(&["apt-get"]).is_none()
    {
        bail!("{otherwise}");
    }
    // One at a time, because apt-get does not wait for the lock of the lists.
    let mut is_updated = UPDATED.lock().unwrap_or_else(PoisonError::into_inner);
    let name = format!("apt-get install {}", packages.join(" "));
    let install = || {
        if !*is_updated {
            // Lists of packages may be stale in one source and the rest still do: the install
            // tells.
            let _ = run(apt_get().args(["-qq", "update"]));
            *is_updated = true;
        }
        let mut install = apt_get();
        install
            .args([
                "-q",
                "-y",
                "-o",
                "Dpkg::Use-Pty=0",
                "--no-install-recommends",
                "install",
            ])
            .args(packages);
        run(&mut install)
    };
    span(Kind::Install, || step(&name, install))
}

/// Whether this process has updated the lists of packages.
static UPDATED: Mutex<bool> = Mutex::new(false);

/// The folder of an npm package of exactly this version (`name@version`), fetched the first time.
pub fn npm_package(npm: &Path, package: &str) -> Result<PathBuf> {
    Cache::of_user().entry(package, package, |folder| {
        let mut command = Command::new(npm);
        command.args(["install", "--no-audit", "--no-fund", "--silent"]);
        command.args(["--no-save", "--prefix"]).arg(folder);
        output(command.arg(package)).map(|_| ())
    })
}

/// The folder of a Python package of exactly this version (`name==version`), fetched the first
/// time.
pub fn python_package(package: &str) -> Result<PathBuf> {
    Cache::of_user().entry(package, package, |folder| {
        pip_install(folder, &["--target", ".", package])
    })
}

/// Runs `pip install` with these arguments in a folder.
pub fn pip_install(folder: &Path, arguments: &[&str]) -> Result<()> {
    let pip = |arguments: &[&str]| {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip"]).args(arguments).current_dir(folder);
        output(&mut pip)
    };
    if pip(&["--version"]).is_err() {
        install_packages(&["python3-pip"], "pip is missing: install it")?;
    }
    let install = ["install", "--quiet", "--disable-pip-version-check"];
    pip(&[&install[..], arguments].concat())?;
    Ok(())
}

/// What Python calls itself, on which its packages depend: `Python 3.11.2`.
pub fn python_version() -> Result<String> {
    let version = output(Command::new("python3").arg("--version"));
    version.context("python3 is missing: install it")
}

/// Whether this process runs as root.
pub fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command.args(["-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]);
    command
}

fn describe(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
