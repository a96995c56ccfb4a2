//! The engine for the browser: `wasm-core` compiled to WASM, with the glue for the worker (an ES
//! module) and for the page (a classic script) around one and the same module.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::files::{newest, write_if_changed};
use super::wasm_toolchain::WasmToolchain;
use crate::machine::{find_program, npm_package, output, run};
use crate::places::Places;
use crate::progress::{remark, skipped, step};

/// The npm package that carries `wasm-opt`, pinned: another version makes another module.
const BINARYEN: &str = "binaryen@132.0.0";
/// What Chromium 123 and later understand. Everything beyond would be refused by some.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-multivalue",
];
const NAME: &str = "axlens_engine";
/// The most bytes of a module that is made as small as can be. It was 217,940; whoever means more
/// says so here.
const BUDGET: u64 = 225_000;
/// What the classic script calls itself in the page's isolated world.
const PAGE_GLOBAL: &str = "axlensEngine";

/// Builds the engine unless nothing that it is made of has changed.
pub fn build(places: &Places, quick: bool) -> Result<()> {
    let target = places.extension().join("engine");
    let stamp = places.work().join(if quick {
        "engine-quick"
    } else {
        "engine-optimised"
    });
    let made = fs::metadata(&stamp)
        .and_then(|file| file.modified())
        .unwrap_or(SystemTime::UNIX_EPOCH);
    if newest(&ingredients(places))? < made && target.join(format!("{NAME}_bg.wasm")).exists() {
        skipped("engine", "nothing changed");
        return Ok(());
    }
    // The time before the compiler reads the first file: what is edited meanwhile is newer.
    let began = SystemTime::now();
    let toolchain = WasmToolchain::find_or_install()?;
    let wasm = step("engine: compile", || compile(places, &toolchain))?;
    let glue = step("engine: bind", || bind(places, &wasm))?;
    let optimised = if quick {
        None
    } else {
        step("engine: optimise", || optimise(places, &glue.wasm))?
    };
    let optimiser = optimised.as_ref().map_or("not optimised", |_| BINARYEN);
    let makers = format!("{}, {optimiser}\n", toolchain.version());
    write_if_changed(
        &target.join(format!("{NAME}_bg.wasm")),
        &fs::read(optimised.unwrap_or(glue.wasm))?,
    )?;
    write_if_changed(&target.join(format!("{NAME}.js")), &glue.worker)?;
    write_if_changed(&target.join(format!("{NAME}_page.js")), &glue.page)?;
    leave_stamp(&stamp, &makers, began)
}

/// Fails where the built module has outgrown [`BUDGET`]. One whose standard library came
/// ready-made, or that was never optimised, is larger for no fault of the engine's: of such a one
/// only the size is told.
pub fn weigh(places: &Places) -> Result<()> {
    let module = places
        .extension()
        .join("engine")
        .join(format!("{NAME}_bg.wasm"));
    let size = fs::metadata(&module).context("no engine is built")?.len();
    println!("  engine: {size} bytes");
    let smallest =
        WasmToolchain::find_or_install()?.builds_library() && find_program(&["npm"]).is_some();
    if smallest && size > BUDGET {
        bail!("the engine has {size} bytes, {BUDGET} is what it may have");
    }
    Ok(())
}

/// What the binder made: one module, two scripts.
struct Glue {
    wasm: PathBuf,
    worker: Vec<u8>,
    page: Vec<u8>,
}

fn ingredients(places: &Places) -> Vec<PathBuf> {
    let names = [
        "Cargo.toml",
        "Cargo.lock",
        "snapshot",
        "wasm-core/src",
        "wasm-core/Cargo.toml",
        "xtask/src/build",
    ];
    names.iter().map(|name| places.root.join(name)).collect()
}

fn compile(places: &Places, toolchain: &WasmToolchain) -> Result<PathBuf> {
    // Its own folder: Debian's compiler and rustup's would else throw out each other's files.
    let target = places.root.join("target").join("wasm");
    let mut command = toolchain.build();
    command
        .current_dir(&places.root)
        .arg("--target-dir")
        .arg(&target);
    command.args([
        "--package",
        "axlens-wasm-core",
        "--lib",
        "--profile",
        "engine",
    ]);
    run(&mut command)?;
    let wasm = target.join("wasm32-unknown-unknown/engine/axlens_wasm_core.wasm");
    if !wasm.exists() {
        bail!("the compiler left no {}", wasm.display());
    }
    Ok(wasm)
}

fn bind(places: &Places, wasm: &Path) -> Result<Glue> {
    let worker = places.work().join("bind-worker");
    let page = places.work().join("bind-page");
    binder(wasm)
        .web(true)?
        .generate(&worker)
        .context("wasm-bindgen for the worker")?;
    binder(wasm)
        .no_modules(true)?
        .no_modules_global(PAGE_GLOBAL)?
        .generate(&page)
        .context("wasm-bindgen for the page")?;
    let module = format!("{NAME}_bg.wasm");
    if fs::read(worker.join(&module))? != fs::read(page.join(&module))? {
        bail!("wasm-bindgen made two different modules for the worker and the page");
    }
    let script = format!("{NAME}.js");
    Ok(Glue {
        wasm: worker.join(module),
        worker: fs::read(worker.join(&script))?,
        page: fs::read(page.join(&script))?,
    })
}

fn binder(wasm: &Path) -> Bindgen {
    let mut binder = Bindgen::new();
    binder
        .input_path(wasm)
        .out_name(NAME)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    binder
}

/// The module made smaller; none, with a remark, where there is no npm.
fn optimise(places: &Places, wasm: &Path) -> Result<Option<PathBuf>> {
    let Some(npm) = find_program(&["npm"]) else {
        remark(
            "no npm on this machine: the engine stays unoptimised, twice its size (install Node.js to mend this)",
        );
        return Ok(None);
    };
    let folder = npm_package(places, &npm, BINARYEN)?;
    let optimised = places.work().join("optimised.wasm");
    let mut command = Command::new(folder.join("node_modules/.bin/wasm-opt"));
    command
        .arg("-Oz")
        .args(FEATURES)
        .arg(wasm)
        .arg("-o")
        .arg(&optimised);
    output(&mut command)?;
    Ok(Some(optimised))
}

/// The stamp says what made the engine: its instructions can be counted only against those of the
/// same makers.
fn leave_stamp(stamp: &Path, makers: &str, began: SystemTime) -> Result<()> {
    let folder = stamp.parent().context("a stamp needs a folder")?;
    for other in ["engine-quick", "engine-optimised"] {
        let _ = fs::remove_file(folder.join(other));
    }
    fs::write(stamp, makers)?;
    let file = fs::File::options().write(true).open(stamp)?;
    file.set_modified(began)?;
    Ok(())
}
