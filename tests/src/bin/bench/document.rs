//! docs/benchmarks.md and the raw numbers beside it. Snapshots and actions are measured in runs of
//! their own: each replaces its part and keeps the other.

use axlens_tests::shared;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

/// The line that the part about actions begins with; it goes to the end of the file.
pub const ACTS: &str = "## Act and see\n";

/// Name of that part in the raw numbers.
const RAW_ACTS: &str = "acts";

/// Writes what a run about snapshots has measured.
pub fn write_reads(text: &str, mut raw: Value) -> anyhow::Result<()> {
    let (_, acts) = parts(&old_text());
    raw[RAW_ACTS] = old_raw()[RAW_ACTS].take();
    write(text, &acts, &raw)
}

/// Writes what a run about actions has measured.
pub fn write_acts(section: &str, acts: Value) -> anyhow::Result<()> {
    println!("{section}");
    let (reads, _) = parts(&old_text());
    let mut raw = old_raw();
    raw[RAW_ACTS] = acts;
    write(&reads, section, &raw)
}

fn write(reads: &str, acts: &str, raw: &Value) -> anyhow::Result<()> {
    let text = format!("{}\n\n{}", reads.trim_end(), acts.trim_end());
    std::fs::write(docs("benchmarks.md"), format!("{}\n", text.trim_end()))?;
    std::fs::write(docs("benchmarks.json"), format!("{raw:#}\n"))?;
    Ok(())
}

/// The part about snapshots, and that about actions.
fn parts(text: &str) -> (String, String) {
    let at = text.find(&format!("\n{ACTS}"));
    let (reads, acts) = text.split_at(at.map_or(text.len(), |at| at + 1));
    (reads.to_owned(), acts.to_owned())
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

/// What it was measured on, and which versions of the other tools.
pub fn machine() -> String {
    let first_line = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok();
        output
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string())
            .unwrap_or_default()
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "{cores} cores, {}, Playwright 1.65.1, agent-browser 0.41.2, chrome-devtools-mcp 1.11.0, {}.",
        first_line("chromium", &["--version"]),
        first_line("date", &["+%Y-%m-%d"]),
    )
}
