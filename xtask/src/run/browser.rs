//! Chromium: where it is, and how it is started with the extension on a profile of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use super::apart;
use crate::machine::{find_program, install_packages, is_root};

/// Names the browser to use.
const VARIABLE: &str = "AXLENS_CHROMIUM";
const ON_MACOS: &str = "/Applications/Chromium.app/Contents/MacOS/Chromium";
const SWITCHES: [&str; 8] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// The browser's program, installed first where that can be done. Branded Chrome is none: it
/// ignores `--load-extension`.
pub fn find_or_install() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    install_packages(
        &["chromium"],
        "Chromium is missing: install it by your system's package manager (Debian: apt-get install chromium), or name it in AXLENS_CHROMIUM",
    )?;
    find().context("Chromium was installed but is not on the PATH")
}

/// Starts it on a fresh profile, headless where there is no display.
pub fn start(
    chromium: &Path,
    profile: &Path,
    extension: &Path,
    page: &str,
    log: &Path,
) -> Result<Child> {
    prepare(profile)?;
    let log = fs::File::create(log)?;
    let mut command = Command::new(chromium);
    command.args(SWITCHES);
    if !has_display() {
        command.args(["--headless=new", "--disable-gpu"]);
    }
    if is_root() {
        command.args(["--no-sandbox", "--disable-dev-shm-usage"]);
    }
    command.arg(format!("--user-data-dir={}", profile.display()));
    command.arg(format!("--load-extension={}", extension.display()));
    command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    apart(&mut command)
        .spawn()
        .with_context(|| format!("cannot start {}", chromium.display()))
}

fn find() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let on_macos = Some(PathBuf::from(ON_MACOS)).filter(|path| path.exists());
    named
        .or_else(|| find_program(&["chromium", "chromium-browser"]))
        .or(on_macos)
}

fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Developer mode on, as a user of an unpacked extension has it: without it the extension does not
/// survive its own reload.
fn prepare(profile: &Path) -> Result<()> {
    let preferences = profile.join("Default").join("Preferences");
    fs::create_dir_all(profile.join("Default"))?;
    fs::write(
        preferences,
        r#"{"extensions":{"ui":{"developer_mode":true}}}"#,
    )?;
    Ok(())
}
