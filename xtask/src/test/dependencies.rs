//! Every dependency that a `Cargo.toml` names is named by its sources, and every one of the
//! workspace's table by a member.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::build::files_under;
use crate::places::Places;

/// The error lists the dependencies that nobody uses.
pub fn all_used(places: &Places) -> Result<()> {
    let workspace = fs::read_to_string(places.root.join("Cargo.toml"))?;
    let mut unused = Vec::new();
    let mut named = Vec::new();
    for member in members(&workspace) {
        let folder = places.root.join(member);
        let sources = sources(&folder)?;
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

fn members(workspace: &str) -> Vec<&str> {
    let line = workspace
        .lines()
        .find(|line| line.starts_with("members"))
        .unwrap_or_default();
    line.split('"').skip(1).step_by(2).collect()
}

/// The names under every heading of dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut under_heading = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            under_heading = line.trim_end().ends_with("dependencies]");
        } else if under_heading && let Some((name, _)) = line.split_once(['=', '.']) {
            let name = name.trim();
            if !name.is_empty() && !name.starts_with('#') {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn sources(folder: &Path) -> Result<String> {
    let mut all = String::new();
    for file in files_under(folder)? {
        if file.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&fs::read_to_string(file)?);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_names_under_every_heading() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\na-b = \"1\"\n# c = 1\nd.workspace = true\n\n\
                        [target.'cfg(unix)'.dev-dependencies]\ne = { workspace = true }\n[lints]\nworkspace = true\n";
        assert_eq!(dependencies(manifest), ["a-b", "d", "e"]);
    }

    #[test]
    fn finds_the_members() {
        assert_eq!(
            members("[workspace]\nmembers = [\"one\", \"two\"]\n"),
            ["one", "two"]
        );
    }
}
