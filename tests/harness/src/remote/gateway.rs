//! The program `axlens-gateway`, and its tokens.

use crate::process::Process;
use crate::{Chain, shared};
use anyhow::{Context, ensure};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long it takes at most to start, and to apply a change.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The time between two looks at a log.
const INTERVAL: Duration = Duration::from_millis(20);

/// A running gateway on this machine.
pub struct GatewayProgram {
    program: PathBuf,
    folder: PathBuf,
    /// Its certificate for 127.0.0.1, if its connections have TLS.
    pub certificate: Option<PathBuf>,
    /// Its port on 127.0.0.1.
    pub port: u16,
    _process: Process,
}

impl GatewayProgram {
    /// Starts one without TLS, with a folder next to the chain's state directory.
    ///
    /// # Errors
    /// If it does not start in time.
    pub async fn start(chain: &Chain) -> anyhow::Result<GatewayProgram> {
        GatewayProgram::start_in(chain, "gateway", false).await
    }

    /// Starts one with TLS and a certificate of its own, with a folder of this name next to the
    /// chain's state directory.
    ///
    /// # Errors
    /// If it does not start in time.
    pub async fn start_with_tls(chain: &Chain, name: &str) -> anyhow::Result<GatewayProgram> {
        GatewayProgram::start_in(chain, name, true).await
    }

    async fn start_in(chain: &Chain, name: &str, has_tls: bool) -> anyhow::Result<GatewayProgram> {
        let program = shared::build()?.join("bin/axlens-gateway");
        let state = chain.state_folder();
        let folder = state.parent().context("a folder")?.join(name);
        std::fs::create_dir(&folder)?;
        std::fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        let mut command = Command::new(&program);
        command.arg("--dir").arg(&folder);
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        let mut certificate = None;
        if has_tls {
            let (file, key) = write_certificate(&folder)?;
            command.arg("--cert").arg(&file).arg("--key").arg(key);
            certificate = Some(file);
        }
        let process = Process::start(&mut command, &folder.join("log"))?;
        let mut gateway = GatewayProgram {
            program,
            folder,
            certificate,
            port: 0,
            _process: process,
        };
        let log = gateway.wait_for_log("\"address\":\"127.0.0.1:").await?;
        let (_, rest) = log.split_once("\"address\":\"127.0.0.1:").context("it")?;
        let (port, _) = rest.split_once('"').context("the end of the port")?;
        gateway.port = port.parse()?;
        Ok(gateway)
    }

    /// Its URL for agents.
    pub fn url(&self) -> String {
        let scheme = self.certificate.as_ref().map_or("http", |_| "https");
        format!("{scheme}://127.0.0.1:{}", self.port)
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
        let url = self.url().replacen("http", "ws", 1);
        let file = file.to_str().context("a path")?;
        command.args(["join", &url, "--token-file", file]);
        if let Some(certificate) = &self.certificate {
            command.arg("--ca").arg(certificate);
        }
        let joined = command.args(arguments).output()?;
        ensure!(joined.status.success(), "{joined:?}");
        Ok(())
    }
}

/// Writes a certificate for 127.0.0.1, which is its own authority, and its key.
fn write_certificate(folder: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    let certified = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()])?;
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    std::fs::write(&certificate, certified.cert.pem())?;
    std::fs::write(&key, certified.signing_key.serialize_pem())?;
    Ok((certificate, key))
}
