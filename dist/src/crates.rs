//! The crates that ship: what the programs and the extension's modules are made of. Crates that
//! only build or test them are not among them; macros are, because they write code that ships.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::programs::PROGRAMS;
use xtask::cargo::cargo;
use xtask::machine::output;
use xtask::places::Places;
use xtask::targets::Target;

/// The crates of the extension's modules.
const MODULES: [&str; 2] = ["axlens-wasm-core", "axlens-panel"];
const MODULES_TARGET: &str = "wasm32-unknown-unknown";

/// The crates whose data are in a program, although only its build script uses them.
const DATA: [&str; 1] = ["bpe-openai"];

/// A crate that ships.
#[derive(Debug, Clone)]
pub struct ShippedCrate {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licences, as an SPDX expression.
    pub license: String,
    /// Those who wrote it, if it names them.
    pub authors: Vec<String>,
    /// Where its source is developed.
    pub repository: Option<String>,
    /// The folder of its source.
    pub folder: PathBuf,
    /// The SHA-256 of its package; `None` for the crates of the workspace.
    pub checksum: Option<String>,
    /// The crates that it uses.
    pub uses: Vec<CrateId>,
}

/// Name and version.
pub type CrateId = (String, String);

impl ShippedCrate {
    /// Whether it is of another project.
    pub fn is_of_others(&self) -> bool {
        self.checksum.is_some()
    }
}

/// The crates that the programs for these targets and the extension consist of, in order.
pub fn shipped(places: &Places, targets: &[&Target]) -> Result<Vec<ShippedCrate>> {
    let triples: Vec<&str> = targets.iter().map(|target| target.triple).collect();
    let mut ids = used(places, &roots_of_programs(), &triples)?;
    ids.extend(used(places, &MODULES, &[MODULES_TARGET])?);
    let mut metadata = cargo();
    metadata.current_dir(&places.root);
    metadata.args(["metadata", "--locked", "--format-version", "1"]);
    let metadata = serde_json::from_str(&output(&mut metadata)?)?;
    let lock = std::fs::read_to_string(places.root.join("Cargo.lock"))?;
    let known = packages(&metadata, &checksums(&lock))?;
    let data = known
        .keys()
        .filter(|(name, _)| DATA.contains(&name.as_str()));
    ids.extend(data.cloned());
    ids.iter()
        .map(|id| {
            let mut found = known.get(id).context("an unknown crate")?.clone();
            found.uses.retain(|used| ids.contains(used));
            Ok(found)
        })
        .collect::<Result<_>>()
        .with_context(|| format!("the crates of {triples:?}"))
}

/// The workspace's crates that the product starts from.
pub fn roots() -> Vec<&'static str> {
    roots_of_programs().into_iter().chain(MODULES).collect()
}

fn roots_of_programs() -> Vec<&'static str> {
    PROGRAMS.iter().map(|(package, _)| *package).collect()
}

/// The crates that packages use on these targets, with the features that a build selects.
fn used(places: &Places, packages: &[&str], targets: &[&str]) -> Result<BTreeSet<CrateId>> {
    let mut tree = cargo();
    tree.current_dir(&places.root);
    tree.args(["tree", "--locked", "--edges", "normal"]);
    tree.args(["--prefix", "none", "--format", "{p}"]);
    tree.args(packages.iter().flat_map(|package| ["--package", package]));
    tree.args(targets.iter().flat_map(|target| ["--target", target]));
    Ok(output(&mut tree)?.lines().filter_map(id_in_line).collect())
}

/// The crate in a line such as `serde v1.0.0 (*)`.
fn id_in_line(line: &str) -> Option<CrateId> {
    let mut words = line.split(' ');
    let (name, version) = (words.next()?, words.next()?);
    Some((name.to_owned(), version.strip_prefix('v')?.to_owned()))
}

/// The packages that `cargo metadata` lists.
fn packages(
    metadata: &Value,
    checksums: &BTreeMap<CrateId, String>,
) -> Result<BTreeMap<CrateId, ShippedCrate>> {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut by_name = BTreeMap::new();
    let mut names = BTreeMap::new();
    for package in list(metadata, "packages") {
        let text = |key: &str| package[key].as_str().map(str::to_owned);
        let id = text("name").zip(text("version")).context("no name")?;
        let manifest = PathBuf::from(text("manifest_path").context("no manifest")?);
        names.insert(text("id").context("no id")?, id.clone());
        let shipped = ShippedCrate {
            license: text("license").unwrap_or_default().replace('/', " OR "),
            authors: list(&package, "authors")
                .iter()
                .filter_map(|author| Some(author.as_str()?.to_owned()))
                .collect(),
            repository: text("repository"),
            folder: manifest.parent().context("no folder")?.to_path_buf(),
            checksum: checksums.get(&id).cloned(),
            uses: Vec::new(),
            name: id.0.clone(),
            version: id.1.clone(),
        };
        by_name.insert(id, shipped);
    }
    for node in list(&metadata["resolve"], "nodes") {
        let name = |value: &Value| names.get(value.as_str()?).cloned();
        let id = name(&node["id"]).context("an unknown id")?;
        let mut uses: Vec<CrateId> = list(&node, "dependencies")
            .iter()
            .filter_map(name)
            .collect();
        uses.sort();
        if let Some(shipped) = by_name.get_mut(&id) {
            shipped.uses = uses;
        }
    }
    Ok(by_name)
}

/// The checksums of packages in `Cargo.lock`.
fn checksums(lock: &str) -> BTreeMap<CrateId, String> {
    let packages = lock.split("[[package]]");
    let value = |package: &str, key: &str| {
        let line = package.lines().find(|line| line.starts_with(key))?;
        Some(line.split('"').nth(1)?.to_owned())
    };
    packages
        .filter_map(|package| {
            let id = value(package, "name = ").zip(value(package, "version = "))?;
            Some((id, value(package, "checksum = ")?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::targets::TARGETS;

    #[test]
    fn a_line_of_the_tree_names_a_crate() {
        let id = |name: &str, version: &str| Some((name.to_owned(), version.to_owned()));
        assert_eq!(id_in_line("serde v1.0.2 (*)"), id("serde", "1.0.2"));
        assert_eq!(id_in_line(""), None);
    }

    #[test]
    fn checksums_are_of_packages_that_have_one() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"b\"\nversion = \"2.0.0\"\nchecksum = \"12ab\"\n";
        let found = checksums(lock);
        assert_eq!(found.len(), 1);
        assert_eq!(found[&("b".to_owned(), "2.0.0".to_owned())], "12ab");
    }

    #[test]
    fn what_ships_has_no_tool_of_tests() -> Result<()> {
        let found = shipped(&Places::of_workspace(), &[&TARGETS[0]])?;
        let has = |name: &str| found.iter().any(|shipped| shipped.name == name);
        assert!(has("tokio") && has("wasm-bindgen") && has("axlens-local"));
        assert!(!has("proptest") && !has("windows-sys") && !has("xtask"));
        Ok(())
    }
}
