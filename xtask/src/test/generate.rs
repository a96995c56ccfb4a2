//! `cargo xtask generate`: writes every generated file that is committed. The tests that check the
//! files write them if `AXLENS_UPDATE` is set.

use std::process::Command;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};

use super::client_libraries::{install_for_python, install_for_typescript};
use super::mcp_clients::python_from;
use super::nextest::{Ignored, command};
use crate::diagram;
use crate::machine::{find_program, run};
use crate::places::Places;

/// The arguments of `cargo xtask generate`.
#[derive(Args)]
pub struct GenerateArguments {
    /// Only these files; default: all, in this order.
    #[arg(value_enum)]
    parts: Vec<Part>,
}

/// What generates the files.
#[derive(Clone, Copy, ValueEnum)]
enum Part {
    /// The types and tables of the crates: of the extension, the dashboard and the documents,
    /// docs/openapi.json, and the Rust client's table of endpoints
    Rust,
    /// The types and tables of the TypeScript client, from docs/openapi.json
    Typescript,
    /// The types, tables and methods of the Python client, from docs/openapi.json
    Python,
    /// The diagrams of crates, modules and scripts in docs/modules.md
    Diagrams,
}

/// The tests that check generated files.
const CHECKS: &str = "test(/_(is|are)_current/) & not package(axlens-client)";
/// Those whose files are generated from other generated files.
const DEPENDENT: &str = "test(/_(is|are)_current/) & package(axlens-client)";

/// Writes the generated files.
///
/// # Errors
/// If a program is missing, or a generator fails.
pub fn generate(places: &Places, arguments: &GenerateArguments) -> Result<()> {
    let parts = match &arguments.parts[..] {
        [] => Part::value_variants(),
        parts => parts,
    };
    parts.iter().try_for_each(|part| match part {
        Part::Rust => [CHECKS, DEPENDENT].into_iter().try_for_each(|filter| {
            let mut command = command(places, filter, Ignored::Without)?;
            run(command.env("AXLENS_UPDATE", "1"))
        }),
        Part::Typescript => {
            install_for_typescript(places)?;
            let npm = find_program(&["npm"]).context("npm is missing: install Node.js")?;
            let folder = places.root.join("clients/typescript");
            let script = ["run", "--silent", "generate"];
            run(Command::new(npm).args(script).current_dir(folder))
        }
        Part::Python => {
            install_for_python(places)?;
            let script = places.root.join("clients/python/scripts/generate.py");
            run(python_from(&places.built.join("client-libraries")).arg(script))
        }
        Part::Diagrams => diagram::diagram(places),
    })
}
