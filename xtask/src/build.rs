//! `cargo xtask build`: builds the product in `target/axlens/`.
//!
//! `extension/` loads unpacked as it is, `bin/` holds the server and the native messaging host.

mod binaries;
mod engine;
mod extension;
mod panel;
mod scripts;
mod wasm_module;
pub mod wasm_toolchain;

use std::fs::File;
use std::iter;
use std::thread;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;

use crate::places::Places;
use crate::progress::step;
use crate::times::{Kind, span};
use engine::ENGINE;
use panel::PANEL;
use wasm_toolchain::WasmToolchain;

/// What `cargo xtask build` can be asked.
#[derive(Args, Default)]
pub struct BuildArguments {
    /// Leave engine and panel unoptimised: quicker to build, twice the size
    #[arg(long)]
    pub quick: bool,
    /// How the programs are compiled, if `AXLENS_PROFILE` does not say it.
    #[arg(skip)]
    pub profile: Profile,
}

/// How the programs are compiled.
#[derive(Debug, Clone, Copy, Default)]
pub enum Profile {
    /// As a user runs them.
    #[default]
    Product,
    /// By the compilation of the tests, without optimisation.
    Dev,
    /// Without optimisation, and only what `cargo xtask run` starts: quick on a fresh machine.
    Run,
}

/// Builds everything that has changed since last time. A step that fails does not keep the others
/// from being built.
pub fn build(places: &Places, arguments: &BuildArguments) -> Result<()> {
    std::fs::create_dir_all(&places.built)?;
    let _lock = lock(places)?;
    let programs = || step("programs", || binaries::build(places, arguments.profile));
    let (programs, extension) = next_to_modules(places, arguments, programs)?;
    all_built(iter::once(programs).chain(extension))?;
    println!("✓ built: {}", places.built.display());
    Ok(())
}

/// Builds the extension alone.
pub fn build_extension(places: &Places) -> Result<()> {
    std::fs::create_dir_all(&places.built)?;
    let _lock = lock(places)?;
    let ((), extension) = next_to_modules(places, &BuildArguments::default(), || ())?;
    all_built(extension)
}

/// Builds the extension and does other work next to its modules: each of them is linked by a single
/// thread for most of its time.
fn next_to_modules<T>(
    places: &Places,
    arguments: &BuildArguments,
    work: impl FnOnce() -> T,
) -> Result<(T, [Result<()>; 3])> {
    // Once, before both modules look for it.
    WasmToolchain::find_or_install()?;
    let (result, engine, panel) = span(Kind::Compile, || {
        thread::scope(|scope| {
            let [engine, panel] = [&ENGINE, &PANEL]
                .map(|module| scope.spawn(move || module.build(places, arguments)));
            (work(), engine.join(), panel.join())
        })
    });
    let ended =
        |module: thread::Result<Result<()>>| module.unwrap_or_else(|_| Err(anyhow!("it panicked")));
    let extension = step("extension", || extension::copy_extension(places));
    Ok((result, [ended(engine), ended(panel), extension]))
}

fn all_built(outcomes: impl IntoIterator<Item = Result<()>>) -> Result<()> {
    let failed = outcomes.into_iter().filter(Result::is_err).count();
    if failed > 0 {
        bail!("{failed} steps of the build failed (see above)");
    }
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
