//! A tunnel by `ssh` through an ssh server on the loopback address, as to another machine.

use crate::process::{Process, free_port};
use crate::wait::until;
use anyhow::{Context, ensure};
use std::io::Read;
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The folders in which systems install the ssh server, which is usually not on the path.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// The side that starts `ssh`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The machine of the agent: `ssh -L`.
    FromAgent,
    /// The machine of the browser: `ssh -R`.
    FromBrowser,
}

/// An ssh server, and a client that forwards a port.
pub struct Tunnel {
    /// The forwarded port, on the machine of the agent.
    pub port: u16,
    /// The client. The first to end.
    pub ssh: Process,
    _server: Process,
    folder: tempfile::TempDir,
}

/// Why no tunnel can be opened, in one line; `None` if one can.
pub fn missing() -> Option<String> {
    let missing = ["sshd", "ssh", "ssh-keygen"];
    let mut missing = missing.iter().filter(|name| program(name).is_none());
    let name = missing.next()?;
    Some(format!(
        "skipped: {name} is missing (Debian: apt-get install openssh-server openssh-client)"
    ))
}

impl Tunnel {
    /// Opens a tunnel to a port of this machine.
    pub async fn open(direction: Direction, to: u16) -> anyhow::Result<Tunnel> {
        Self::open_at(free_port()?, direction, to).await
    }

    /// Opens a tunnel whose forwarded port has this number.
    pub async fn open_at(port: u16, direction: Direction, to: u16) -> anyhow::Result<Tunnel> {
        let folder = tempfile::tempdir()?;
        let path = folder.path();
        for key in ["host", "user"] {
            make_key(&path.join(key))?;
        }
        let ssh_port = free_port()?;
        let server = start_server(path, ssh_port)?;
        listens(ssh_port)
            .await
            .with_context(|| log(path, "sshd.log"))?;
        let mut ssh = Command::new(program("ssh").context("ssh")?);
        let forward = format!("127.0.0.1:{port}:127.0.0.1:{to}");
        match direction {
            Direction::FromAgent => ssh.args(["-N", "-L", &forward]),
            Direction::FromBrowser => ssh.args(["-N", "-R", &forward]),
        };
        ssh.args(["-F", "none", "-p", &ssh_port.to_string(), "-i"]);
        ssh.arg(path.join("user"));
        for option in [
            "ExitOnForwardFailure=yes",
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "BatchMode=yes",
        ] {
            ssh.args(["-o", option]);
        }
        ssh.arg("127.0.0.1");
        let ssh = Process::start(&mut ssh, &path.join("ssh.log"))?;
        let opened = forwards(port).await;
        opened.with_context(|| format!("{}\n{}", log(path, "ssh.log"), log(path, "sshd.log")))?;
        Ok(Tunnel {
            port,
            ssh,
            _server: server,
            folder,
        })
    }

    /// What both programs have logged.
    pub fn log(&self) -> String {
        let path = self.folder.path();
        format!("{}\n{}", log(path, "ssh.log"), log(path, "sshd.log"))
    }

    /// The URL of the forwarded port.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

fn start_server(folder: &Path, port: u16) -> anyhow::Result<Process> {
    let config = format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {0}/host\nPidFile none\nUsePAM no\n\
         StrictModes no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n\
         PermitRootLogin prohibit-password\nAuthorizedKeysFile {0}/user.pub\n",
        folder.display()
    );
    std::fs::write(folder.join("config"), config)?;
    if rustix::process::geteuid().is_root() {
        // The system makes it when it starts its own server.
        std::fs::create_dir_all("/run/sshd")?;
        std::fs::set_permissions("/run/sshd", PermissionsExt::from_mode(0o755))?;
    }
    let mut server = Command::new(program("sshd").context("sshd")?);
    server.args(["-D", "-e", "-f"]).arg(folder.join("config"));
    Process::start(&mut server, &folder.join("sshd.log"))
}

fn make_key(file: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-t", "ed25519", "-N", "", "-f"]);
    let made = command.arg(file).status()?;
    ensure!(made.success(), "ssh-keygen: {made}");
    Ok(())
}

async fn listens(port: u16) -> anyhow::Result<()> {
    until("a port of the tunnel", || async {
        Ok(TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .map(drop)
            .ok())
    })
    .await
}

/// Waits until a forwarded port keeps a connection: `ssh` can close the first one, before it has
/// reached the other side.
async fn forwards(port: u16) -> anyhow::Result<()> {
    const QUIET: Duration = Duration::from_millis(150);
    listens(port).await?;
    // A port behind which nothing listens closes every connection.
    for _ in 0..200 {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(QUIET))?;
        if !matches!(stream.read(&mut [0]), Ok(0)) {
            break;
        }
    }
    Ok(())
}

fn log(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let system = SYSTEM_FOLDERS.iter().map(PathBuf::from);
    std::env::split_paths(&path)
        .chain(system)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
