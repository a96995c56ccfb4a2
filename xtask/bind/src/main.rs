//! Binds a WASM module to JavaScript. `cargo xtask build` runs it; it is not a part of that program
//! because its dependencies take as long to compile as the rest, and the compiler's cache has them.

use std::path::PathBuf;

use clap::Parser;
use wasm_bindgen_cli_support::Bindgen;

/// Write a bound module and its script into a folder.
#[derive(Parser)]
struct Arguments {
    /// The compiled module
    #[arg(long)]
    module: PathBuf,
    /// The name of the files
    #[arg(long)]
    name: String,
    /// The folder
    #[arg(long)]
    folder: PathBuf,
    /// Write a classic script with this global variable instead of an ES module
    #[arg(long)]
    global: Option<String>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let mut binder = Bindgen::new();
    binder
        .input_path(arguments.module)
        .out_name(&arguments.name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    match &arguments.global {
        Some(global) => binder.no_modules(true)?.no_modules_global(global)?,
        None => binder.web(true)?,
    };
    binder.generate(&arguments.folder)
}
