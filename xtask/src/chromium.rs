//! Chromium: where it is, or how it gets there.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::machine::{find_program, install_packages};

/// Names the browser to use.
pub const VARIABLE: &str = "AXLENS_CHROMIUM";
const ON_MACOS: &str = "/Applications/Chromium.app/Contents/MacOS/Chromium";

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

fn find() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let on_macos = Some(PathBuf::from(ON_MACOS)).filter(|path| path.exists());
    named
        .or_else(|| find_program(&["chromium", "chromium-browser"]))
        .or(on_macos)
}
