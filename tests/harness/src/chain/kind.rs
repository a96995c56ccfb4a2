//! The kinds of chains that tests share.

use crate::build::{Attendance, grant, replace_in};
use crate::chain::Chain;
use crate::shared;
use anyhow::ensure;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a chain is when a test gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Actions need no consent.
    Unattended,
    /// Actions wait for the user's consent.
    Attended,
    /// Like `Attended`, and after a denial the next consent window opens at once.
    WithoutPauses,
    /// Like `Attended`, with visible windows on a screen.
    OnScreen,
    /// Like `Unattended`, and the extension may read the list of downloads.
    Downloads,
    /// Without a native messaging host: the extension does not find the server.
    WithoutHost,
    /// Like `WithoutHost`, without a worker. The modules of `extension/page/act/` are a content
    /// script of every page.
    PageModules,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] = [
        Self::Unattended,
        Self::Attended,
        Self::WithoutPauses,
        Self::OnScreen,
        Self::Downloads,
        Self::WithoutHost,
        Self::PageModules,
    ];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Unattended => "unattended",
            Self::Attended => "attended",
            Self::WithoutPauses => "without-pauses",
            Self::OnScreen => "on-screen",
            Self::Downloads => "downloads",
            Self::WithoutHost => "without-host",
            Self::PageModules => "page-modules",
        }
    }

    /// The maximum number of chains of this kind: one for each test at a time of those that are
    /// frequent. A test waits for a reset for a shorter time than for another browser.
    pub(crate) fn max_chains(self) -> usize {
        match self {
            Self::Unattended | Self::Attended => 3,
            Self::WithoutPauses | Self::OnScreen | Self::WithoutHost => 2,
            Self::Downloads | Self::PageModules => 1,
        }
    }

    /// Whether the native host is registered, and for whom.
    pub(crate) fn attendance(self) -> Option<Attendance> {
        match self {
            Self::Attended | Self::WithoutPauses | Self::OnScreen => Some(Attendance::Attended),
            Self::Unattended | Self::Downloads => Some(Attendance::Unattended),
            Self::WithoutHost | Self::PageModules => None,
        }
    }

    /// Whether the extension has a worker.
    pub(crate) fn has_worker(self) -> bool {
        match self {
            Self::Unattended | Self::Attended | Self::WithoutPauses => true,
            Self::OnScreen | Self::Downloads | Self::WithoutHost => true,
            Self::PageModules => false,
        }
    }

    /// A new chain of this kind, which belongs to this process.
    pub(crate) async fn start(self) -> anyhow::Result<Chain> {
        match self {
            Self::Unattended => Chain::start().await,
            Self::Attended => Chain::start_attended().await,
            Self::WithoutPauses => Chain::start_attended_by(without_pauses).await,
            Self::OnScreen => Chain::start_on_screen(|_| Ok(())).await,
            Self::Downloads => Chain::start_by(with_optional_permissions).await,
            Self::WithoutHost => Chain::start_without_host().await,
            Self::PageModules => Chain::start_without_host_by(add_page_modules).await,
        }
    }
}

/// With the permissions that the user grants in the options and that no other kind of test has.
fn with_optional_permissions(extension: &Path) -> anyhow::Result<()> {
    grant(extension, "downloads")?;
    grant(extension, "tabGroups")
}

fn without_pauses(extension: &Path) -> anyhow::Result<()> {
    let (file, pauses) = (
        "worker/policy/denials.js",
        "[0, 30_000, 120_000, 300_000, 900_000]",
    );
    replace_in(extension, file, pauses, "[0]")
}

/// The name of the bundle in the copy of the extension.
const SCRIPT: &str = "acting-in-page.js";

/// The bundler, to which `cargo xtask build` leaves a link.
fn bundler() -> anyhow::Result<PathBuf> {
    Ok(shared::build()?.join("esbuild/node_modules/.bin/esbuild"))
}

/// Adds the bundle to a copy of the extension, as a content script of every page.
fn add_page_modules(extension: &Path) -> anyhow::Result<()> {
    let mut command = Command::new(bundler()?);
    command
        .arg(shared::workspace().join("tests/browser/acting/events/in-page.js"))
        .args(["--bundle", "--format=iife", "--log-level=warning"])
        .arg(format!("--outfile={}", extension.join(SCRIPT).display()));
    ensure!(command.status()?.success(), "the modules can't be bundled");
    let path = extension.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    // The worker would open its welcome page in front of the page of the test.
    if let Some(fields) = manifest.as_object_mut() {
        fields.remove("background");
    }
    manifest["content_scripts"] = json!([{
        "matches": ["<all_urls>"], "js": [SCRIPT], "run_at": "document_start", "all_frames": true,
    }]);
    Ok(std::fs::write(path, manifest.to_string())?)
}
