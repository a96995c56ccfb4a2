//! `cargo xtask build`: builds the product in `target/axlens/`.
//!
//! `extension/` loads unpacked as it is, `bin/` holds the server and the native messaging host.

mod binaries;
mod engine;
mod files;
mod panel;
mod scripts;
mod wasm_module;
pub mod wasm_toolchain;

pub use files::files_under;

use std::fs::File;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::places::Places;
use crate::progress::step;
use engine::ENGINE;
use panel::PANEL;

/// What `cargo xtask build` can be asked.
#[derive(Args, Default)]
pub struct BuildArguments {
    /// Leave engine and panel unoptimised: quicker to build, twice the size
    #[arg(long)]
    pub quick: bool,
}

/// Builds everything that has changed since last time. A step that fails does not keep the others
/// from being built.
pub fn build(places: &Places, arguments: &BuildArguments) -> Result<()> {
    std::fs::create_dir_all(&places.built)?;
    let _lock = lock(places)?;
    let outcomes = [
        step("programs", || binaries::build(places)),
        ENGINE.build(places, arguments.quick),
        PANEL.build(places, arguments.quick),
        step("extension", || files::copy_extension(places)),
    ];
    let failed = outcomes.iter().filter(|outcome| outcome.is_err()).count();
    if failed > 0 {
        bail!("{failed} steps of the build failed (see above)");
    }
    println!("✓ built: {}", places.built.display());
    Ok(())
}

/// Fails where what runs in the browser has outgrown its budget.
pub fn weigh(places: &Places) -> Result<()> {
    ENGINE.weigh(places)?;
    PANEL.weigh(places)
}

/// Two builds at once would write over each other's files: the second waits.
fn lock(places: &Places) -> Result<File> {
    let file =
        File::create(places.built.join("lock")).context("cannot make the build's lock file")?;
    file.lock().context("cannot lock the build")?;
    Ok(file)
}
