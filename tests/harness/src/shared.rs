//! Paths of the built product, the fixtures, and the real pages and public test cases next to the
//! checkout.

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};

/// The workspace's folder.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// The folder that `cargo xtask build` writes: `AXLENS_BUILD`, or `target/axlens` in the workspace.
pub fn build() -> anyhow::Result<PathBuf> {
    let folder = match std::env::var_os("AXLENS_BUILD") {
        Some(folder) => workspace().join(folder),
        None => workspace().join("target/axlens"),
    };
    if !folder.join("bin/axlens").exists() {
        bail!(
            "{} contains no build: run `cargo xtask build` first",
            folder.display()
        );
    }
    Ok(folder)
}

/// The bundles of the component libraries, which `cargo xtask test chain` installs next to the
/// build.
pub fn components() -> anyhow::Result<PathBuf> {
    bundles("components")
}

/// The bundles of the libraries and editors that tests act on, installed in the same way.
pub fn libraries() -> anyhow::Result<PathBuf> {
    bundles("libraries")
}

fn bundles(name: &str) -> anyhow::Result<PathBuf> {
    let folder = build()?.join(name).join("dist");
    if !folder.exists() {
        bail!(
            "{} is not there: `cargo xtask test chain` installs it",
            folder.display()
        );
    }
    Ok(folder)
}

/// Third-party MCP clients, which `cargo xtask test chain` installs next to the build.
pub fn mcp_clients() -> anyhow::Result<PathBuf> {
    installed("mcp-clients")
}

/// The folder with the web applications that tests operate, installed in the same way.
pub fn applications() -> anyhow::Result<PathBuf> {
    installed("applications")
}

/// The folder with the checkers of the API, installed in the same way.
pub fn api_checkers() -> anyhow::Result<PathBuf> {
    installed("api-checkers")
}

/// The folder with the tools of the client libraries, installed in the same way.
pub fn client_libraries() -> anyhow::Result<PathBuf> {
    installed("client-libraries")
}

/// The folder with the frameworks of the examples for agents, and that with browser-use.
pub fn agent_frameworks() -> anyhow::Result<[PathBuf; 2]> {
    Ok([installed("agent-frameworks")?, installed("browser-use")?])
}

fn installed(name: &str) -> anyhow::Result<PathBuf> {
    let folder = build()?.join(name);
    if !folder.join("stamp").exists() {
        bail!(
            "{} is not there: `cargo xtask test chain` installs it",
            folder.display()
        );
    }
    Ok(folder)
}

/// The text of a fixture.
pub fn fixture(name: &str) -> anyhow::Result<String> {
    let path = workspace().join("fixtures").join(name);
    std::fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// A folder of real pages or public test cases, in `AXLENS_SHARED` or `../shared`. If it is
/// missing, prints one line.
pub fn reference(name: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("AXLENS_SHARED")
        .map_or_else(|| workspace().join("../shared"), PathBuf::from);
    let path = shared.join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!(
        "skipped: {} is not there (AXLENS_SHARED names the folder)",
        path.display()
    );
    None
}

/// The extension's id, which does not depend on its folder.
pub fn extension_id() -> anyhow::Result<String> {
    let text = std::fs::read_to_string(workspace().join("extension/ID")).context("extension/ID")?;
    Ok(text.trim().to_string())
}

/// How much of the material a test reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// A sample, for every run.
    Sample,
    /// Everything, for the full run.
    All,
}

/// A page with many links, one from right to left, and one with code.
const SAMPLE: [&str; 3] = ["wikipedia.html", "rtl-1.html", "google-sre-book-1.html"];

impl Extent {
    /// The real pages of a folder, by name.
    pub fn pages(self, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let sample = SAMPLE.iter().map(|name| folder.join(name));
        match self {
            Self::Sample => Ok(sample.filter(|path| path.exists()).collect()),
            Self::All => pages(folder),
        }
    }
}

/// The pages of a folder, by name.
pub fn pages(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let paths = std::fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path());
    let mut pages: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "html"))
        .collect();
    pages.sort();
    Ok(pages)
}
