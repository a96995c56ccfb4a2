//! Writes docs/benchmarks.md and the raw numbers. Snapshots, looks next to Chromium's tree,
//! actions, a task and Markdown are measured in separate runs: each run replaces its part and keeps
//! the others.

use crate::other_tools;
use axlens_harness::shared;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

/// The line that the part about looks next to Chromium's own tree begins with.
pub const LOOKS: &str = "## Looks next to Chromium's own tree\n";

/// The line that the part about actions begins with.
pub const ACTS: &str = "## Act and see\n";

/// The line that the part about a task begins with.
pub const TASK: &str = "## A task by MCP\n";

/// The line that the part about Markdown begins with.
pub const MARKDOWN: &str = "## Pages as Markdown\n";

/// The parts behind that about snapshots, in their order, and their names in the raw numbers.
const PARTS: [(&str, &str); 4] = [
    (LOOKS, "looks"),
    (ACTS, "acts"),
    (TASK, "task"),
    (MARKDOWN, "markdown"),
];

/// Writes the results of a run that measures snapshots.
pub fn write_reads(text: &str, mut raw: Value) -> anyhow::Result<()> {
    let mut parts = parts(&old_text());
    parts[0] = text.to_owned();
    let mut old = old_raw();
    for (_, name) in PARTS {
        raw[name] = old[name].take();
    }
    write(&parts, &raw)
}

/// Replaces the section with this heading by the results of another run.
pub fn write_section(heading: &str, section: &str, measured: Value) -> anyhow::Result<()> {
    println!("{section}");
    let (mut parts, mut raw) = (parts(&old_text()), old_raw());
    for (at, (other, name)) in PARTS.iter().enumerate() {
        if *other == heading {
            parts[at + 1] = section.to_owned();
            raw[*name] = measured.clone();
        }
    }
    write(&parts, &raw)
}

fn write(parts: &[String], raw: &Value) -> anyhow::Result<()> {
    let parts = parts.iter().map(|part| part.trim_end());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let text = parts.join("\n\n");
    std::fs::write(docs("benchmarks.md"), format!("{}\n", text.trim_end()))?;
    std::fs::write(docs("benchmarks.json"), format!("{raw:#}\n"))?;
    Ok(())
}

/// The section about snapshots, followed by all others. A section that was not measured yet is
/// empty.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    for (heading, _) in PARTS.iter().rev() {
        let at = rest.find(&format!("\n{heading}"));
        let (before, part) = rest.split_at(at.map_or(rest.len(), |at| at + 1));
        parts.push(part.to_owned());
        rest = before;
    }
    parts.push(rest.to_owned());
    parts.reverse();
    parts
}

fn docs(file: &str) -> PathBuf {
    shared::workspace().join("docs").join(file)
}

fn old_text() -> String {
    std::fs::read_to_string(docs("benchmarks.md")).unwrap_or_default()
}

fn old_raw() -> Value {
    let text = std::fs::read_to_string(docs("benchmarks.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_else(|_| json!({}))
}

/// The machine, and the versions of the other tools.
pub fn machine() -> anyhow::Result<String> {
    let first_line = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok();
        output
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string())
            .unwrap_or_default()
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    Ok(format!(
        "{cores} cores, {}, {}, {}.",
        first_line("chromium", &["--version"]),
        other_tools::versions()?,
        first_line("date", &["+%Y-%m-%d"]),
    ))
}
