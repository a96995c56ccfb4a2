//! The other tools, which `tests/bench/scripts/other-tools.mjs` runs one at a time under Node.js:
//! their versions, and the ways in which they act.

use anyhow::{Context, bail};
use axlens_harness::{Chain, shared};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// The pinned versions.
const PACKAGES: &str = include_str!("../../../scripts/package.json");

/// The tools that act, and their ways. The script implements them.
const WAYS: &str = include_str!("../../../scripts/ways.json");

/// The tools whose reads are timed, in the order of the tables.
pub const READING: [&str; 5] = [
    "playwright",
    AXTREE,
    "chrome-devtools-mcp",
    "agent-browser",
    "agent-browser -i",
];

/// Chromium's own tree, which is no text.
pub const AXTREE: &str = "axtree";

/// The reader of pages of agent-browser.
pub const AGENT_BROWSER_READ: &str = "agent-browser read";

/// Mozilla's Readability, and Turndown.
pub const READABILITY: &str = "readability";

/// The tools whose texts are counted, in the order of the tables.
pub fn texts() -> impl Iterator<Item = &'static str> {
    READING.into_iter().filter(|name| *name != AXTREE)
}

/// Time for the end of the tools' daemons.
const END: Duration = Duration::from_secs(20);

/// A tool that acts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name in a text.
    pub tool: String,
    /// Its package at npm; `None` for Axlens.
    pub package: Option<String>,
    /// How it is used, at least one way.
    pub ways: Vec<Way>,
}

/// One mode of a tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The name in tables and in the raw numbers.
    pub name: String,
    /// What an agent calls, for the report.
    pub how: String,
}

/// The tools that act, in the order of the tables.
pub fn acting() -> anyhow::Result<Vec<Tool>> {
    serde_json::from_str(WAYS).context("ways.json")
}

/// The tools with their pinned versions, as a list in a sentence.
pub fn versions() -> anyhow::Result<String> {
    let tools = acting()?.into_iter();
    let named = tools.filter_map(|Tool { tool, package, .. }| Some((tool, package?)));
    let all: anyhow::Result<Vec<String>> = named
        .map(|(tool, package)| Ok(format!("{tool} {}", version_of(&package)?)))
        .collect();
    Ok(all?.join(", "))
}

/// The pinned version of a package.
pub fn version_of(package: &str) -> anyhow::Result<String> {
    let packages: Value = serde_json::from_str(PACKAGES)?;
    let version = packages["dependencies"][package].as_str();
    let version = version.with_context(|| format!("package.json has no {package}"))?;
    Ok(version.to_owned())
}

/// A running Node.js that has them all.
pub struct OtherTools {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    child: Child,
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
            child,
        })
    }

    /// Reads the page at an address with one of them.
    pub async fn ask(&mut self, name: &str, url: &str) -> anyhow::Result<Value> {
        self.question(name, json!({"do": name, "url": url})).await
    }

    /// Runs an action in one of the ways on the page at an address, until it shows the new state.
    pub async fn act(&mut self, way: &str, url: &str, act: &Value) -> anyhow::Result<Value> {
        let question = json!({"do": "act", "way": way, "url": url, "act": act});
        self.question(way, question).await
    }

    /// Ends the tools, and the daemons that they have started.
    pub async fn end(mut self) -> anyhow::Result<()> {
        drop(self.input);
        tokio::time::timeout(END, self.child.wait())
            .await
            .context("the other tools do not end")??;
        Ok(())
    }

    /// Has one of them do some work, `task` or `story`, on the page at an address.
    pub async fn task(&mut self, tool: &str, work: &str, url: &str) -> anyhow::Result<Value> {
        let question = json!({"do": "task", "tool": tool, "work": work, "url": url});
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

#[cfg(test)]
mod tests {
    use super::{acting, versions};
    use std::collections::BTreeSet;

    #[test]
    fn every_tool_is_pinned_and_every_way_has_a_name_of_its_own() -> anyhow::Result<()> {
        let tools = acting()?;
        let versions = versions()?;
        for tool in tools.iter().filter(|tool| tool.package.is_some()) {
            assert!(versions.contains(&tool.tool), "{}: {versions}", tool.tool);
            assert!(!tool.ways.is_empty(), "{}", tool.tool);
        }
        let names = tools.iter().flat_map(|tool| &tool.ways);
        let names: Vec<&str> = names.map(|way| way.name.as_str()).collect();
        let different: BTreeSet<&&str> = names.iter().collect();
        assert_eq!(different.len(), names.len(), "{names:?}");
        Ok(())
    }
}
