//! A fleet on this machine: a cluster of NATS, gateways, tokens, and local servers that have joined
//! one of the gateways.

use crate::client::{Connection, Reply};
use crate::nats;
use crate::service::{Service, free_address};
use anyhow::{Context, ensure};
use axlens_harness::browser::free_browsers;
use axlens_harness::process::chromiums_with_profile;
use axlens_harness::wait::until;
use axlens_protocol::EndpointFile;
use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Number of servers of NATS, and of gateways.
pub const COUNT: usize = 3;

/// The largest number that an option of a quota can have.
const UNLIMITED: &str = "4294967295";

/// The processes of a fleet. They end with this value.
pub struct Fleet {
    /// The cluster of NATS.
    pub nats: Vec<Service>,
    /// The gateways.
    pub gateways: Vec<Service>,
    /// The addresses with the metrics of the gateways.
    pub admins: Vec<SocketAddr>,
    /// The tokens.
    pub tokens: Tokens,
    folder: TempDir,
    programs: PathBuf,
}

/// The tokens of a gateway, in its folder.
pub struct Tokens {
    program: PathBuf,
    folder: PathBuf,
}

/// A local server that has joined a gateway.
pub struct LocalServer {
    /// Its process.
    pub service: Service,
    state: PathBuf,
}

impl LocalServer {
    /// The token of a local agent. It changes with each start.
    ///
    /// # Errors
    /// If the server does not run.
    pub fn token(&self) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(self.state.join("endpoint.json"))?;
        let endpoint: EndpointFile = serde_json::from_str(&text)?;
        Ok(endpoint.agent_token)
    }

    /// The processes of the Chromiums of a pool.
    pub fn chromiums(&self) -> Vec<u32> {
        chromiums_with_profile(&self.state)
    }

    /// Waits until this number of browsers of a pool can be leased.
    ///
    /// # Errors
    /// If they are not ready in time.
    pub async fn browsers_ready(&self, count: usize) -> anyhow::Result<()> {
        until("the browsers of the pool", || async {
            let mut connection = Connection::open(self.service.address).await?;
            let authorization = format!("Bearer {}", self.token()?);
            let headers = [("authorization", authorization.as_str())];
            let listed = connection.send(("GET", "/browsers"), &headers, "").await?;
            let listed: Value = serde_json::from_slice(&listed.body)?;
            Ok((free_browsers(&listed).count() >= count).then_some(()))
        })
        .await
    }
}

impl Tokens {
    /// The tokens in this folder. `programs`: the folder of the programs.
    pub fn new(programs: &Path, folder: &Path) -> Tokens {
        Tokens {
            program: programs.join("axlens-gateway"),
            folder: folder.to_owned(),
        }
    }

    /// A new token of an edge.
    ///
    /// # Errors
    /// If the program rejects the name.
    pub fn edge(&self, tenant: &str, name: &str) -> anyhow::Result<String> {
        self.add(&["add-edge", name, "--tenant", tenant])
    }

    /// A new token of an agent that may use every edge of its tenant, or only one, without a limit
    /// of requests.
    ///
    /// # Errors
    /// If the program rejects the name.
    pub fn agent(&self, tenant: &str, name: &str, edge: Option<&str>) -> anyhow::Result<String> {
        let mut arguments = vec!["add-agent", name, "--tenant", tenant, "--scope", "act"];
        arguments.extend(["--per-minute", UNLIMITED, "--at-once", UNLIMITED]);
        if let Some(edge) = edge {
            arguments.extend(["--edge", edge]);
        }
        self.add(&arguments)
    }

    fn add(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(&self.program);
        command.arg("--dir").arg(&self.folder).arg("token");
        output(command.args(arguments))
    }
}

impl Fleet {
    /// Starts the cluster and the gateways.
    ///
    /// # Errors
    /// If a program is missing or does not start.
    pub async fn start(programs: &Path) -> anyhow::Result<Fleet> {
        ensure!(nats::is_installed(), nats::MISSING);
        let folder = tempfile::tempdir()?;
        let nats = nats::cluster(COUNT, folder.path())?;
        let urls: Vec<String> = nats.iter().map(nats::url).collect();
        let dir = folder.path().join("gateway");
        let (mut gateways, mut admins) = (Vec::new(), Vec::new());
        for index in 0..COUNT {
            // Each prefers another server, so that most requests pass two of them.
            let mut urls = urls.clone();
            urls.rotate_left(index);
            let admin = free_address()?;
            let nats = ["--nats".to_owned(), urls.join(",")];
            let log = folder.path().join(format!("gateway-{index}.log"));
            let name = format!("gateway-{index}");
            let gateway = gateway(&name, programs, &dir, admin, &log)?;
            gateways.push(gateway.arguments(nats));
            admins.push(admin);
        }
        let mut fleet = Fleet {
            nats,
            gateways,
            admins,
            tokens: Tokens::new(programs, &dir),
            folder,
            programs: programs.to_owned(),
        };
        for service in fleet.nats.iter_mut().chain(&mut fleet.gateways) {
            service.start().await?;
        }
        Ok(fleet)
    }

    /// The folder with the files of all processes.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The addresses of the gateways.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.gateways
            .iter()
            .map(|gateway| gateway.address)
            .collect()
    }

    /// Starts a local server that has joined a gateway with the token of an edge.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn local_server(&self, gateway: usize, token: &str) -> anyhow::Result<LocalServer> {
        self.joined("server", gateway, token, &["serve"]).await
    }

    /// Starts a pool of Chromiums without windows that has joined a gateway.
    ///
    /// # Errors
    /// If it does not start.
    pub async fn pool(
        &self,
        gateway: usize,
        token: &str,
        size: usize,
    ) -> anyhow::Result<LocalServer> {
        let size = size.to_string();
        let arguments = ["pool", "--headless", "--size", &size, "--per-agent", &size];
        self.joined("pool", gateway, token, &arguments).await
    }

    async fn joined(
        &self,
        name: &str,
        gateway: usize,
        token: &str,
        arguments: &[&str],
    ) -> anyhow::Result<LocalServer> {
        let folder = self.folder().join(name);
        std::fs::create_dir(&folder)?;
        let (state, token_file) = (folder.join("state"), folder.join("token"));
        write_private(&token_file, token)?;
        let address = free_address()?;
        let program = self.programs.join("axlens");
        let service = Service::new(name, &program, address, &folder.join("log"))
            .arguments(arguments)
            .arguments(["--port", &address.port().to_string()])
            .arguments([Path::new("--state-dir"), &state]);
        let mut server = LocalServer { service, state };
        server.service.start().await?;
        until("endpoint.json", || async { server.token().map(Some) }).await?;
        let mut join = Command::new(&program);
        join.env("AXLENS_STATE_DIR", &server.state).arg("join");
        join.arg(format!("ws://{}", self.gateways[gateway].address));
        join.args(["--scope", "act", "--token-file"])
            .arg(&token_file);
        output(&mut join)?;
        Ok(server)
    }
}

/// A gateway that does not run yet.
///
/// # Errors
/// If no port is free.
pub fn gateway(
    name: &str,
    programs: &Path,
    dir: &Path,
    admin: SocketAddr,
    log: &Path,
) -> anyhow::Result<Service> {
    let address = free_address()?;
    let program = programs.join("axlens-gateway");
    Ok(Service::new(name, &program, address, log)
        .arguments([Path::new("--dir"), dir])
        .arguments(["serve", "--listen", &address.to_string()])
        .arguments(["--admin", &admin.to_string()]))
}

/// A value in the metrics of a gateway, 0 if there is none.
///
/// # Errors
/// If the gateway does not answer.
pub async fn metric(admin: SocketAddr, name: &str) -> anyhow::Result<u64> {
    let mut connection = Connection::open(admin).await?;
    let text = connection.send(("GET", "/metrics"), &[], "").await?.text();
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    let value = lines.find(|(other, _)| *other == name);
    Ok(value.map_or(Ok(0), |(_, value)| value.parse())?)
}

/// Sends `GET /status` to an edge, or to the local server itself without `browser`.
///
/// # Errors
/// If there is no answer.
pub async fn status(
    connection: &mut Connection,
    token: &str,
    browser: Option<&str>,
) -> anyhow::Result<Reply> {
    let authorization = format!("Bearer {token}");
    let path = match browser {
        Some(browser) => format!("/status?browser={browser}"),
        None => "/status".to_owned(),
    };
    let headers = [("authorization", authorization.as_str())];
    connection.send(("GET", &path), &headers, "").await
}

/// Waits until an edge answers through each of these gateways.
///
/// # Errors
/// If one does not reach it in time.
pub async fn reachable(gateways: &[SocketAddr], token: &str, browser: &str) -> anyhow::Result<()> {
    for gateway in gateways {
        until(&format!("{browser} through {gateway}"), || async {
            let mut connection = Connection::open(*gateway).await?;
            let reply = status(&mut connection, token, Some(browser)).await?;
            Ok((reply.status == 200).then_some(()))
        })
        .await?;
    }
    Ok(())
}

fn write_private(path: &Path, text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.write(true).create(true).mode(0o600).open(path)?;
    Ok(file.write_all(text.as_bytes())?)
}

/// Runs a command and returns what it prints.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command
        .output()
        .with_context(|| format!("starting {command:?}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}: {errors}");
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
