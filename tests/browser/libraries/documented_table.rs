//! The table in docs/acting.md: a row for each library, with what works and what does not.

use crate::libraries::task::Results;
use crate::libraries::verdict::Verdict;
use crate::libraries::waits;
use anyhow::{Context, bail};
use axlens_harness::shared::workspace;
use serde_json::Value;
use std::fs;
use std::sync::Mutex;

/// A library and the results of its tasks.
pub struct Row {
    pub title: &'static str,
    /// The name in the package registry.
    pub package: &'static str,
    pub results: Results,
}

impl Row {
    fn to_markdown(&self) -> anyhow::Result<String> {
        let works = self.results.iter();
        let works = works.filter(|(_, verdict)| *verdict == Verdict::Works);
        let works: Vec<&str> = works.map(|(task, _)| *task).collect();
        let fails = self
            .results
            .iter()
            .filter_map(|(task, verdict)| match verdict {
                Verdict::Works => None,
                Verdict::Refused(report) | Verdict::Reported(report) => {
                    let report = report.split(':').next().unwrap_or_default();
                    Some(format!("{task}: `{report}`"))
                }
                Verdict::NotReported(value) => Some(format!("{task}: not reported, {value}")),
            });
        let fails: Vec<String> = fails.collect();
        let version = version_of(self.package)?;
        let (works, fails) = (works.join(", "), fails.join(", "));
        Ok(format!("| {} {version} | {works} | {fails} |", self.title).replace("  |", " |"))
    }
}

/// The version that the package.json of the pages or of the components pins.
fn version_of(package: &str) -> anyhow::Result<String> {
    for folder in ["libraries", "components"] {
        let path = workspace()
            .join("tests/packages")
            .join(folder)
            .join("package.json");
        let manifest: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
        if let Some(version) = manifest["dependencies"][package].as_str() {
            return Ok(version.to_owned());
        }
    }
    bail!("no package.json has {package}")
}

/// Fails if an answer does not report a missing effect, or if the document has another row.
/// While waits are measured, the actions of a task are seconds apart, so its result may be another.
pub fn ensure_documented(row: &Row) -> anyhow::Result<()> {
    if waits::file().is_some() {
        return Ok(());
    }
    let is_unreported = |verdict: &Verdict| matches!(verdict, Verdict::NotReported(_));
    let unreported: Vec<_> = row
        .results
        .iter()
        .filter(|(_, it)| is_unreported(it))
        .collect();
    anyhow::ensure!(unreported.is_empty(), "{}: {unreported:?}", row.title);
    // All tests of this program write to the same file.
    static FILE: Mutex<()> = Mutex::new(());
    let _lock = FILE.lock();
    let path = workspace().join("docs/acting.md");
    let text = fs::read_to_string(&path)?;
    let new = row.to_markdown()?;
    if text.lines().any(|line| line == new) {
        return Ok(());
    }
    let start = format!("| {} ", row.title);
    let old = text.lines().find(|line| line.starts_with(&start));
    let old = old.with_context(|| format!("docs/acting.md has no row of {}", row.title))?;
    if std::env::var_os("AXLENS_UPDATE").is_none() {
        bail!(
            "docs/acting.md has\n{old}\ninstead of\n{new}\n{:?}",
            row.results
        );
    }
    fs::write(&path, text.replacen(old, &new, 1))?;
    Ok(())
}
