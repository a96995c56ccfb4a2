//! The program `axlens-gateway`, and its tokens.

use crate::process::Process;
use crate::{Chain, shared};
use anyhow::{Context, ensure};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How long it takes at most to start, and to apply a change.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The time between two looks at a log.
const INTERVAL: Duration = Duration::from_millis(20);

/// A running gateway, without TLS, on this machine.
pub struct GatewayProgram {
    program: PathBuf,
    folder: PathBuf,
    /// Its port on 127.0.0.1.
    pub port: u16,
    _process: Process,
}

impl GatewayProgram {
    /// Starts it, with a folder next to the chain's state directory.
    ///
    /// # Errors
    /// If it does not start in time.
    pub async fn start(chain: &Chain) -> anyhow::Result<GatewayProgram> {
        let program = shared::build()?.join("bin/axlens-gateway");
        let state = chain.state_folder();
        let folder = state.parent().context("a folder")?.join("gateway");
        std::fs::create_dir(&folder)?;
        std::fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        let mut command = Command::new(&program);
        command.arg("--dir").arg(&folder);
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        let process = Process::start(&mut command, &folder.join("log"))?;
        let mut gateway = GatewayProgram {
            program,
            folder,
            port: 0,
            _process: process,
        };
        let log = gateway.wait_for_log("\"address\":\"127.0.0.1:").await?;
        let (_, rest) = log.split_once("\"address\":\"127.0.0.1:").context("it")?;
        let (port, _) = rest.split_once('"').context("the end of the port")?;
        gateway.port = port.parse()?;
        Ok(gateway)
    }

    /// Its log.
    pub fn log(&self) -> anyhow::Result<String> {
        Ok(std::fs::read_to_string(self.folder.join("log"))?)
    }

    /// Waits until the log contains a text.
    async fn wait_for_log(&self, text: &str) -> anyhow::Result<String> {
        let waiting = async {
            let mut looks = tokio::time::interval(INTERVAL);
            loop {
                looks.tick().await;
                let log = self.log()?;
                if log.contains(text) {
                    return anyhow::Ok(log);
                }
            }
        };
        let waited = tokio::time::timeout(TIMEOUT, waiting).await;
        waited.with_context(|| format!("the log has no {text}"))?
    }

    /// Runs a subcommand of `token`, and returns its output.
    fn token(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(&self.program);
        command.arg("--dir").arg(&self.folder).arg("token");
        let output = command.args(arguments).output()?;
        ensure!(output.status.success(), "{output:?}");
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Adds the token of an agent.
    pub fn add_agent(
        &self,
        name: &str,
        tenant: &str,
        arguments: &[&str],
    ) -> anyhow::Result<String> {
        self.token(&[&["add-agent", name, "--tenant", tenant], arguments].concat())
    }

    /// Adds the token of an edge.
    pub fn add_edge(&self, name: &str, tenant: &str) -> anyhow::Result<String> {
        self.token(&["add-edge", name, "--tenant", tenant])
    }

    /// Joins the chain's server.
    pub fn join(&self, chain: &Chain, token: &str, arguments: &[&str]) -> anyhow::Result<()> {
        self.run_join(chain.command(&[]), token, arguments)
    }

    /// Joins the server of another state directory, next to the chain's. Its agents may act.
    pub fn join_at(&self, chain: &Chain, state: &str, token: &str) -> anyhow::Result<()> {
        let mut command = chain.command(&[]);
        command.env("AXLENS_STATE_DIR", chain.folder.path().join(state));
        self.run_join(command, token, &["--scope", "act"])
    }

    fn run_join(
        &self,
        mut command: Command,
        token: &str,
        arguments: &[&str],
    ) -> anyhow::Result<()> {
        let file = self.folder.join("edge-token");
        std::fs::write(&file, token)?;
        std::fs::set_permissions(&file, Permissions::from_mode(0o600))?;
        let url = format!("ws://127.0.0.1:{}", self.port);
        let file = file.to_str().context("a path")?;
        command.args(["join", &url, "--token-file", file]);
        let joined = command.args(arguments).output()?;
        ensure!(joined.status.success(), "{joined:?}");
        Ok(())
    }
}
