//! The DevTools panel: `panel` compiled to WASM, with its glue as an ES module next to the panel's
//! page.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::Profile;
use super::wasm_module::{Glue, WasmModule};
use crate::places::Places;

/// The panel.
pub const PANEL: WasmModule = WasmModule {
    label: "panel",
    package: "axlens-panel",
    library: "axlens_panel",
    profile: "panel",
    name: "axlens_panel",
    folder: "devtools",
    ingredients: &[
        "panel/src",
        "panel/Cargo.toml",
        "protocol/page-facts/src",
        "protocol/page-facts/Cargo.toml",
        "protocol/src",
        "protocol/Cargo.toml",
    ],
    // The goal is 300,000; the size is 685,176. JSON parsers by serde are a quarter of the code,
    // rendering of the text is another quarter. The lists of errors, requests and downloads are
    // 75,000: half of that parses the three results. The list of page tools, with the schemas that
    // it parses, and what distinguishes equal controls are the rest of the growth.
    budget: 686_000,
    glue,
};

fn glue(panel: &WasmModule, places: &Places, profile: Profile, wasm: &Path) -> Result<Glue> {
    let folder = places.work().join("bind-panel");
    panel.bind(places, profile, wasm, &folder, None)?;
    let script = format!("{}.js", panel.name);
    let text = fs::read(folder.join(&script))?;
    Ok(Glue {
        wasm: folder.join(panel.file_name()),
        scripts: vec![(script, text)],
    })
}
