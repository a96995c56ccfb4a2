//! The table of docs/acting.md: a row for each library, with what works and what does not.

use crate::came::Came;
use anyhow::{Context, bail};
use axlens_harness::shared::workspace;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

/// A library, and what came of each thing that was done with it.
pub struct Row {
    pub title: &'static str,
    /// In the package registry.
    pub package: &'static str,
    pub came: Vec<(&'static str, Came)>,
}

impl Row {
    /// As it stands in the table.
    fn text(&self) -> anyhow::Result<String> {
        let works = self.came.iter().filter(|(_, came)| *came == Came::Works);
        let works: Vec<&str> = works.map(|(task, _)| *task).collect();
        let fails = self.came.iter().filter_map(|(task, came)| match came {
            Came::Works => None,
            Came::Refused(code) => Some(format!("{task}: `{code}`")),
            Came::Honest(said) => {
                let word = said.split(':').next().unwrap_or_default();
                Some(format!("{task}: `{word}`"))
            }
            Came::False(held) => Some(format!("{task}: said to be done, holds {held}")),
        });
        let fails: Vec<String> = fails.collect();
        let version = version_of(self.package)?;
        let (works, fails) = (works.join(", "), fails.join(", "));
        Ok(format!("| {} {version} | {works} | {fails} |", self.title).replace("  |", " |"))
    }
}

/// The version that the package.json of the pages or of the components pins.
fn version_of(package: &str) -> anyhow::Result<String> {
    for folder in ["libraries/pages", "libraries/components"] {
        let path = workspace().join("tests").join(folder).join("package.json");
        let manifest: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
        if let Some(version) = manifest["dependencies"][package].as_str() {
            return Ok(version.to_owned());
        }
    }
    bail!("{package} is nowhere pinned")
}

/// Nothing may be said to be done that is not; and what works is what the table says.
pub fn ensure_documented(row: &Row) -> anyhow::Result<()> {
    let said_falsely: Vec<_> = row
        .came
        .iter()
        .filter(|(_, came)| matches!(came, Came::False(_)))
        .collect();
    anyhow::ensure!(said_falsely.is_empty(), "{}: {said_falsely:?}", row.title);
    // All tests of this program write the same file.
    static FILE: Mutex<()> = Mutex::new(());
    let _one_at_a_time = FILE.lock();
    let path: PathBuf = workspace().join("docs/acting.md");
    let text = fs::read_to_string(&path)?;
    let wanted = row.text()?;
    if text.lines().any(|line| line == wanted) {
        return Ok(());
    }
    let is_of_it = |line: &&str| line.starts_with(&format!("| {} ", row.title));
    let old = text.lines().find(is_of_it);
    let old = old.with_context(|| format!("docs/acting.md has no row of {}", row.title))?;
    if std::env::var_os("AXLENS_UPDATE").is_none() {
        bail!(
            "docs/acting.md says\n{old}\nand it is\n{wanted}\n{:?}",
            row.came
        );
    }
    fs::write(&path, text.replacen(old, &wanted, 1))?;
    Ok(())
}
