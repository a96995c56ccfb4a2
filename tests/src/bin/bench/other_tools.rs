//! The other tools, run by `tests/bench/other-tools.mjs` under Node.js and asked one at a time.

use anyhow::{Context, bail};
use axlens_tests::shared;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// A running Node.js that has them all.
pub struct OtherTools {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    _child: Child,
}

impl OtherTools {
    /// Starts them on the browser whose DevTools are at `debug` (`host:port`).
    pub async fn start(folder: &Path, debug: &str) -> anyhow::Result<OtherTools> {
        if !folder.join("node_modules").exists() {
            bail!(
                "{} holds none of the other tools: `cargo xtask bench` installs them",
                folder.display()
            );
        }
        let mut child = Command::new("node")
            .arg(shared::workspace().join("tests/bench/other-tools.mjs"))
            .arg(debug)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("node is needed for the other tools")?;
        let input = child.stdin.take().context("standard input")?;
        let output = BufReader::new(child.stdout.take().context("standard output")?).lines();
        Ok(OtherTools {
            input,
            output,
            _child: child,
        })
    }

    /// Asks one of them about the page at an address.
    pub async fn ask(&mut self, name: &str, url: &str) -> anyhow::Result<Value> {
        self.question(name, json!({"do": name, "url": url})).await
    }

    /// Has one of them act on the page at an address, and see what came of it.
    pub async fn act(&mut self, tool: &str, url: &str, act: &Value) -> anyhow::Result<Value> {
        let question = json!({"do": "act", "tool": tool, "url": url, "act": act});
        self.question(tool, question).await
    }

    async fn question(&mut self, name: &str, question: Value) -> anyhow::Result<Value> {
        let line = format!("{question}\n");
        self.input.write_all(line.as_bytes()).await?;
        let line = self
            .output
            .next_line()
            .await?
            .with_context(|| format!("{name} ended"))?;
        Ok(serde_json::from_str(&line)?)
    }
}
