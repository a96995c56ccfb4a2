//! Web applications that nobody here wrote, operated as an agent does: with snapshots and actions
//! through the endpoints. After each task, the data that the application has stored is compared
//! with what the task asks for.

mod gradio;
mod node_red;
mod streamlit;
mod tiddlywiki;
mod visit;
mod wagtail;

use anyhow::{Context, ensure};
use axlens_harness::process::{Process, free_port};
use axlens_harness::shared;
use axlens_harness::wait::until;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A running application, with a new folder for its data.
struct Application {
    /// Its address, without a path.
    url: String,
    http: ureq::Agent,
    /// The first to end.
    _process: Process,
    data: TempDir,
}

impl Application {
    /// Starts the command that `command` returns for a folder and a port, and waits until `ready`
    /// is answered.
    async fn start(
        ready: &str,
        command: impl FnOnce(&Path, u16) -> anyhow::Result<Command>,
    ) -> anyhow::Result<Self> {
        let (data, port) = (tempfile::tempdir()?, free_port()?);
        let log = data.path().join("log");
        let process = Process::start(&mut command(data.path(), port)?, &log)?;
        let application = Self {
            url: format!("http://127.0.0.1:{port}"),
            http: ureq::Agent::new_with_defaults(),
            _process: process,
            data,
        };
        let started = until("the application", || async {
            application.get(ready).map(Some)
        });
        let started = started.await.with_context(|| {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            let lines: Vec<&str> = text.lines().rev().take(20).collect();
            lines.join("\n")
        });
        started.map(|_| application)
    }

    /// The response to `GET` of a path.
    fn get(&self, path: &str) -> anyhow::Result<String> {
        let mut response = self.http.get(format!("{}{path}", self.url)).call()?;
        Ok(response.body_mut().read_to_string()?)
    }

    /// The response to `GET` of a path, as JSON.
    fn json(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&self.get(path)?)?)
    }

    /// A file that the application has written, as JSON.
    fn file(&self, name: &str) -> anyhow::Result<Value> {
        let text = std::fs::read_to_string(self.data.path().join(name))?;
        Ok(serde_json::from_str(&text)?)
    }
}

/// Waits until a value of the application is the expected one.
async fn stored(
    expected: Value,
    mut value: impl FnMut() -> anyhow::Result<Value>,
) -> anyhow::Result<()> {
    until("the stored value", || {
        let outcome = value().and_then(|now| {
            ensure!(now == expected, "{now}\nis stored, not\n{expected}");
            Ok(Some(()))
        });
        async { outcome }
    })
    .await
}

/// The folder with the scripts of the applications of these tests.
fn scripts() -> PathBuf {
    shared::workspace().join("tests/browser/applications")
}

/// Python with the installed packages.
fn python() -> anyhow::Result<Command> {
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", shared::applications()?.join("python"));
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(python)
}

/// Node.js with the main script of an installed package.
fn node(script: &str) -> anyhow::Result<Command> {
    let mut node = Command::new("node");
    node.arg(shared::applications()?.join("node_modules").join(script));
    Ok(node)
}
