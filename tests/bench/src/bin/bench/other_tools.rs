//! The other tools, which `tests/bench/scripts/other-tools.mjs` runs one at a time under Node.js.

use anyhow::{Context, bail};
use axlens_harness::{Chain, shared};
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
    /// Starts the tools on a chain's browser, through its DevTools. If Axlens is measured in the
    /// same way, it uses the chain's server.
    pub async fn start(folder: &Path, chain: &Chain) -> anyhow::Result<OtherTools> {
        if !folder.join("node_modules").exists() {
            bail!(
                "{} holds none of the other tools: `cargo xtask bench` installs them",
                folder.display()
            );
        }
        let mut child = Command::new("node")
            .arg(shared::workspace().join("tests/bench/scripts/other-tools.mjs"))
            .arg(&chain.browser.debug)
            .env("AXLENS", chain.command(&[]).get_program())
            .env("AXLENS_STATE_DIR", chain.state_folder())
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

    /// Reads the page at an address with one of them.
    pub async fn ask(&mut self, name: &str, url: &str) -> anyhow::Result<Value> {
        self.question(name, json!({"do": name, "url": url})).await
    }

    /// Runs an action of one of them on the page at an address, until it shows the new state.
    pub async fn act(&mut self, tool: &str, url: &str, act: &Value) -> anyhow::Result<Value> {
        let question = json!({"do": "act", "tool": tool, "url": url, "act": act});
        self.question(tool, question).await
    }

    /// Runs the task with one of them on the page at an address.
    pub async fn task(&mut self, tool: &str, url: &str) -> anyhow::Result<Value> {
        let question = json!({"do": "task", "tool": tool, "url": url});
        self.question(tool, question).await
    }

    /// The list of its tools, as an agent is given it.
    pub async fn listed(&mut self, tool: &str, url: &str) -> anyhow::Result<String> {
        let question = json!({"do": "listed", "tool": tool, "url": url});
        let answer = self.question(tool, question).await?;
        Ok(answer["text"].as_str().unwrap_or_default().to_owned())
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
