//! Every dependency that a `Cargo.toml` names is named by its sources, and every one of the
//! workspace's table by a member.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::build::files_under;
use crate::manifest::{dependencies, members};
use crate::places::Places;

/// The error lists the dependencies that nobody uses.
pub fn all_used(places: &Places) -> Result<()> {
    let workspace = fs::read_to_string(places.root.join("Cargo.toml"))?;
    let mut unused = Vec::new();
    let mut named = Vec::new();
    let members = members(&workspace);
    for member in &members {
        let folder = places.root.join(member);
        // A member may lie within another one's folder.
        let inner = members.iter().filter(|other| *other != member);
        let inner: Vec<PathBuf> = inner
            .map(|other| places.root.join(other))
            .filter(|other| other.starts_with(&folder))
            .collect();
        let sources = sources(&folder, &inner)?;
        for dependency in dependencies(&fs::read_to_string(folder.join("Cargo.toml"))?) {
            if !sources.contains(&dependency.replace('-', "_")) {
                unused.push(format!("{member} does not use {dependency}"));
            }
            named.push(dependency);
        }
    }
    let table = dependencies(&workspace);
    unused.extend(
        table
            .iter()
            .filter(|dependency| !named.contains(dependency))
            .map(|name| format!("no member uses {name}")),
    );
    if !unused.is_empty() {
        bail!("{}", unused.join("; "));
    }
    Ok(())
}

/// The text of a folder's Rust files, but for these folders in it.
fn sources(folder: &Path, without: &[PathBuf]) -> Result<String> {
    let mut all = String::new();
    for file in files_under(folder)? {
        if without.iter().any(|other| file.starts_with(other)) {
            continue;
        }
        if file.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&fs::read_to_string(file)?);
        }
    }
    Ok(all)
}
