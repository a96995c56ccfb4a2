//! The engine for the browser: `wasm-core` compiled to WASM, with the glue for the worker (an ES
//! module) and for the page (a classic script) around one and the same module.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use super::Profile;
use super::wasm_module::{Glue, WasmModule};
use crate::places::Places;

/// What the classic script calls itself in the page's isolated world.
const PAGE_GLOBAL: &str = "axlensEngine";

/// The engine.
pub const ENGINE: WasmModule = WasmModule {
    label: "engine",
    package: "axlens-wasm-core",
    library: "axlens_wasm_core",
    profile: "engine",
    name: "axlens_engine",
    folder: "engine",
    ingredients: &[
        "wasm-core/src",
        "wasm-core/Cargo.toml",
        "protocol/src",
        "protocol/Cargo.toml",
    ],
    // The size is 278,200, of which some 30,000 are for controls that only their class words or
    // attributes mark, for their hints, and for targets by text. Raise the budget on purpose only;
    // the last times for the units that identify an element, and their titles (15,800), and for the
    // glyphs of icon fonts and the classes that only say how an element looks (1,100).
    budget: 279_500,
    glue,
};

fn glue(engine: &WasmModule, places: &Places, profile: Profile, wasm: &Path) -> Result<Glue> {
    let worker = places.work().join("bind-worker");
    let page = places.work().join("bind-page");
    engine.bind(places, profile, wasm, &worker, None)?;
    engine.bind(places, profile, wasm, &page, Some(PAGE_GLOBAL))?;
    let module = engine.file_name();
    if fs::read(worker.join(&module))? != fs::read(page.join(&module))? {
        bail!("wasm-bindgen made two different modules for the worker and the page");
    }
    let name = engine.name;
    let script = format!("{name}.js");
    Ok(Glue {
        wasm: worker.join(module),
        scripts: vec![
            (script.clone(), fs::read(worker.join(&script))?),
            (format!("{name}_page.js"), fs::read(page.join(&script))?),
        ],
    })
}
