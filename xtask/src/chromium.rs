//! Chromium: where it is, or how it gets there, and how often it is started.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::files::make_executable;
use crate::machine::{find_program, install_packages};
use crate::places::Places;

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

/// A script that starts the browser in its own place and counts the starts. Tests, the product's
/// pool and drivers all start the program that [`VARIABLE`] names.
pub fn counted(places: &Places) -> Result<PathBuf> {
    let chromium = find_or_install()?;
    let script = places.work().join("chromium");
    let text = format!(
        "#!/bin/sh\necho >> '{}'\nexec '{}' \"$@\"\n",
        starts_file(places).display(),
        chromium.display()
    );
    fs::create_dir_all(places.work())?;
    fs::write(&script, text)?;
    make_executable(&script)?;
    Ok(script)
}

/// How often the script of [`counted`] has started the browser.
pub fn starts(places: &Places) -> usize {
    let lines = fs::read(starts_file(places)).unwrap_or_default();
    lines.len()
}

fn starts_file(places: &Places) -> PathBuf {
    places.work().join("chromium-starts")
}
