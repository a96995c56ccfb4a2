//! A server with its state directory: what an attacker or an agent needs that has no browser.

use crate::agent::Agent;
use crate::build::Build;
use crate::process::{Folder, Process, with_argument};
use crate::wait::until;
use anyhow::Context;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A running server.
pub struct LocalServer {
    /// The programs and the extension.
    pub build: Build,
    /// The server's process, if this process started it.
    pub process: Option<Process>,
    /// The agent's HTTP endpoints.
    pub agent: Agent,
    /// Contains the state directory, the profiles and the logs.
    pub folder: Folder,
}

impl AsRef<LocalServer> for LocalServer {
    fn as_ref(&self) -> &LocalServer {
        self
    }
}

impl LocalServer {
    /// Starts the workspace's server on a new state directory.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_in(Build::of_workspace()?, Folder::new()?).await
    }

    /// Starts `axlens serve` on the folder and waits until it answers.
    pub async fn start_in(build: Build, folder: Folder) -> anyhow::Result<Self> {
        let (process, agent) = start_server(&build, &folder).await?;
        Ok(Self {
            build,
            process: Some(process),
            agent,
            folder,
        })
    }

    /// Waits for the server that the native host starts on the folder.
    pub async fn by_host(build: Build, folder: Folder) -> anyhow::Result<Self> {
        let agent = until("a server started by the native host", || async {
            let agent = Agent::from_state(&folder.state())?;
            agent.get("/health").await?.ok()?;
            Ok(Some(agent))
        })
        .await?;
        Ok(Self::of_another_process(build, folder, agent))
    }

    /// A server that another process has started on the folder.
    pub fn of_another_process(build: Build, folder: Folder, agent: Agent) -> Self {
        Self {
            build,
            process: None,
            agent,
            folder,
        }
    }

    /// Ends the server, and starts another one on an empty state directory.
    pub async fn restart_empty(&mut self) -> anyhow::Result<()> {
        if let Some(mut process) = self.process.take() {
            // It may have ended already.
            let _ = process.kill();
        }
        let state = self.state_folder();
        until("the state directory to be removed", || async {
            // A process that ends may still write a file.
            if state.exists() {
                std::fs::remove_dir_all(&state)?;
            }
            Ok(Some(()))
        })
        .await?;
        let (process, agent) = start_server(&self.build, &self.folder).await?;
        self.process = Some(process);
        self.agent = agent;
        Ok(())
    }

    /// Runs the `axlens` command with this state directory.
    pub fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        self.command(arguments).output().context("running axlens")
    }

    /// The `axlens` command with this state directory, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.build.axlens(&self.folder);
        command.args(arguments);
        command
    }

    /// The entries of the audit log. The entry of a request may be written after its response.
    pub fn log(&self) -> anyhow::Result<Vec<serde_json::Value>> {
        let output = self.run(&["log", "--json"])?;
        let text = String::from_utf8(output.stdout)?;
        let entries = text.lines().map(serde_json::from_str);
        Ok(entries.collect::<Result<_, _>>()?)
    }

    /// Process ids of the native hosts that use this state directory.
    pub fn native_hosts(&self) -> Vec<u32> {
        let hosts = with_argument(&self.state_folder().display().to_string()).into_iter();
        let hosts = hosts.filter(|(_, arguments)| arguments.contains("axlens-native-host"));
        hosts.map(|(id, _)| id).collect()
    }

    /// The extension's key in `endpoint.json`, which a user can copy.
    pub fn extension_key(&self) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(self.state_folder().join("endpoint.json"))?;
        let endpoint: serde_json::Value = serde_json::from_str(&text)?;
        endpoint["extension_key"]
            .as_str()
            .map(str::to_string)
            .context("endpoint.json has an extension_key")
    }

    /// The state directory, which contains `endpoint.json`.
    pub fn state_folder(&self) -> PathBuf {
        self.folder.state()
    }
}

/// Starts `axlens serve` on the folder and waits until it answers.
pub async fn start_server(build: &Build, folder: &Folder) -> anyhow::Result<(Process, Agent)> {
    let mut command = build.axlens(folder);
    command
        .args(["serve", "--port", "0", "--state-dir"])
        .arg(folder.state());
    let server = Process::start(&mut command, &folder.path().join("server.log"))?;
    let id = server.id();
    let agent = until("the server", || async {
        let text = std::fs::read_to_string(folder.state().join("endpoint.json"))?;
        let endpoint: serde_json::Value = serde_json::from_str(&text)?;
        // An earlier server may have left its endpoint.
        if endpoint["pid"] != id {
            return Ok(None);
        }
        let agent = Agent::from_state(&folder.state())?;
        agent.get("/health").await?.ok()?;
        Ok(Some(agent))
    })
    .await?;
    Ok((server, agent))
}
