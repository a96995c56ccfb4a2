//! The instrument behind docs/waits.md: how long after the last event of an action a page changes.
//! With `AXLENS_MEASURE_WAITS=FILE`, the tests of this package use a copy of the extension that
//! waits `WINDOW_MS` after every action, and append the times of all changes to the file. With
//! `AXLENS_MEASURE_LOSS=FILE`, the copy waits as the product does, and the page is observed for as
//! long after the answer.

use anyhow::Context;
use axlens_harness::build::{Attendance, Build, replace_in};
use axlens_harness::process::Folder;
use axlens_harness::{Chain, Tab, on_chain, on_runtime, shared};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The environment variables with the file of measurements, one JSON object in each line.
const WAITS: &str = "AXLENS_MEASURE_WAITS";
const LOSS: &str = "AXLENS_MEASURE_LOSS";
/// How long a page is observed. Longer than the longest wait of a page that changes, which is a
/// second: the first change after half a second, and half a second of changes.
const WINDOW_MS: u32 = 1200;
const PAGE_IDLE: &str = "worker/acting/page-idle.js";

pub fn file() -> Option<PathBuf> {
    let file = std::env::var_os(WAITS).or_else(|| std::env::var_os(LOSS));
    file.map(PathBuf::from)
}

/// Runs a test on the shared chain, or on one that measures.
pub fn on_measured_chain(
    test: impl AsyncFnOnce(&Chain) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if file().is_none() {
        return on_chain(async |chain| test(chain).await);
    }
    on_runtime(async || {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, measure)?;
        test(&Chain::start_as(build, Attendance::Unattended).await?).await
    })
}

/// Makes the extension store the times of all reported changes, and wait for the whole window.
fn measure(extension: &Path) -> anyhow::Result<()> {
    let replace = |old: &str, new: &str| replace_in(extension, PAGE_IDLE, old, new);
    let busy = "if (this.#isBusy && now - this.#start < MAX_BUSY_MS)";
    let window =
        format!("if (this.watchMs > 0) return this.#start + {WINDOW_MS} - now;\n    {busy}");
    if std::env::var_os(WAITS).is_some() {
        replace(busy, &window)?;
    }
    replace(
        "  onMutation() {",
        "  mutated = [];\n  onMutation() {\n    this.mutated.push(performance.now());",
    )?;
    replace(
        "const waitedMs =",
        "const watch = {
          start: performance.timeOrigin + this.#start, watchMs: this.watchMs,
          late: this.#expectsLateChange, loading: this.#loading, end: now - this.#start,
          mutated: this.mutated.map((at) => at - this.#start)};
        await chrome.storage.session.set({measuredWait: watch});
        const waitedMs =",
    )
}

/// The measurements of one page.
pub struct WaitLog {
    file: PathBuf,
    storage: Tab,
}

impl WaitLog {
    /// Prepares a page, if waits are measured.
    pub async fn of_page(chain: &Chain, tab: &Tab) -> anyhow::Result<Option<Self>> {
        let Some(file) = file() else {
            return Ok(None);
        };
        tab.evaluate(&observer()?).await?;
        let storage = chain.own_page("options").await?;
        Ok(Some(Self { file, storage }))
    }

    /// Forgets the changes before an action.
    pub async fn begin(&self, tab: &Tab) -> anyhow::Result<()> {
        // The last action may have loaded another document.
        let observe = observer()? + "; void [takeVisibleChanges(), takeAnimations()]";
        tab.evaluate(&observe).await.map(drop)
    }

    /// Appends the changes after an action to the file.
    pub async fn append(&self, tab: &Tab, action: &Value) -> anyhow::Result<()> {
        let take = "chrome.storage.session.get('measuredWait').then(async ({measuredWait}) => {
            await chrome.storage.session.remove('measuredWait');
            return measuredWait ?? null;
        })";
        let mut wait = self.storage.evaluate(take).await?;
        if wait.is_null() {
            // Nothing was sent.
            return Ok(());
        }
        let start = wait["start"].as_f64().context("a start")?;
        let rest =
            format!("new Promise((done) => setTimeout(done, {start} + {WINDOW_MS} - Date.now()))");
        tab.evaluate(&rest).await?;
        for (name, take) in [
            ("visible", "window.takeVisibleChanges?.() ?? []"),
            ("animations", "window.takeAnimations?.() ?? []"),
        ] {
            let noted = tab.evaluate(take).await?;
            let relative = |it: &Value| Some(json!([it[0].as_f64()? - start, it[1]]));
            wait[name] = noted
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(relative)
                .collect();
        }
        wait["action"] = action.clone();
        wait["page"] = tab.evaluate("document.title").await?;
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)?;
        Ok(file.write_all(format!("{wait}\n").as_bytes())?)
    }
}

/// The script that notes what changes in a page.
fn observer() -> anyhow::Result<String> {
    let script = shared::workspace().join("tests/browser/libraries/visible-changes.js");
    Ok(std::fs::read_to_string(script)?)
}
