//! Child processes and folders that do not outlive the process that created them.
//!
//! Each child leads its own process group. A small shell reads from a pipe of this process and ends
//! the group when the pipe closes: by a drop, or because this process ended in any way.

use anyhow::Context;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(50);
const TERMINATION_TIMEOUT: Duration = Duration::from_secs(5);

/// Linux and macOS give ports from 32768 on to connections, and to programs that listen at any
/// port.
const FIRST_UNASSIGNED_PORT: u16 = 20_000;
const UNASSIGNED_PORTS: u16 = 12_000;

/// Waits until the pipe closes, then ends the process group.
const END_GROUP: &str = r#"cat >/dev/null; kill -s KILL -- "-$1" 2>/dev/null"#;

/// Waits until the pipe closes, then ends the servers that native hosts have started with the
/// folder and removes the folder.
const END_FOLDER: &str = r#"
cat >/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do
  for process in /proc/[0-9]*; do
    if grep -qs -- "$1/state" "$process/cmdline"; then kill -s KILL "${process#/proc/}" 2>/dev/null; fi
  done
  rm -rf "$1" 2>/dev/null && [ ! -e "$1" ] && break
  sleep 0.2
done
"#;

/// A child process and its process group.
pub struct Process {
    child: Child,
    /// Dropped after the child. Closes the pipe.
    _guard: Guard,
}

impl Process {
    /// Starts the command as the leader of a new group. Its output goes to the file.
    pub fn start(command: &mut Command, log: &Path) -> anyhow::Result<Self> {
        let out = File::create(log).with_context(|| format!("a log at {}", log.display()))?;
        let errors = out.try_clone()?;
        command
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(errors)
            .process_group(0);
        let child = command
            .spawn()
            .with_context(|| format!("starting {command:?}"))?;
        let guard = Guard::start(END_GROUP, &child.id().to_string())?;
        Ok(Self {
            child,
            _guard: guard,
        })
    }

    /// Process id, which is also the group's id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it still runs.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until it ends by itself.
    pub async fn ended(&mut self) {
        while self.runs() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Terminates the group, and kills it after a timeout.
    pub fn end(mut self) {
        let _ = signal_group(self.id(), rustix::process::Signal::TERM);
        let until = Instant::now() + TERMINATION_TIMEOUT;
        while self.runs() && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
        // The drop kills the group.
    }

    /// Kills it and waits until it has ended.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Sends it SIGTERM and waits until it has ended.
    pub fn terminate(&mut self) -> anyhow::Result<()> {
        signal(self.id(), rustix::process::Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // These fail only if the child has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process group.
fn signal_group(id: u32, signal: rustix::process::Signal) -> anyhow::Result<()> {
    let id = rustix::process::Pid::from_raw(id.try_into()?).context("a process id")?;
    Ok(rustix::process::kill_process_group(id, signal)?)
}

/// Sends a signal to a process.
pub fn signal(id: u32, signal: rustix::process::Signal) -> anyhow::Result<()> {
    let id = rustix::process::Pid::from_raw(id.try_into()?).context("a process id")?;
    rustix::process::kill_process(id, signal).with_context(|| format!("signal to {id:?}"))
}

/// The processes with this text in their arguments: id and arguments. Linux.
pub fn with_argument(text: &str) -> Vec<(u32, String)> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let with_arguments = ids.map(|id| {
        // A process that has ended has none.
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        (id, String::from_utf8_lossy(&line).replace('\0', " "))
    });
    with_arguments
        .filter(|(_, arguments)| arguments.contains(text))
        .collect()
}

/// The ids of the Chromiums whose profiles have a path that begins with this one.
pub fn chromiums_with_profile(path: &Path) -> Vec<u32> {
    let all = with_argument(&format!("--user-data-dir={}", path.display()));
    // Their other processes have the same argument.
    let browsers = all.into_iter();
    let browsers = browsers.filter(|(_, arguments)| !arguments.contains("--type="));
    browsers.map(|(id, _)| id).collect()
}

/// A port of the loopback address at which nothing listens. It is none of those that the system
/// gives to connections, so that no connection takes it before a program listens at it.
pub fn free_port() -> anyhow::Result<u16> {
    let first = RandomState::new().hash_one(()) % u64::from(UNASSIGNED_PORTS);
    let ports = (0..UNASSIGNED_PORTS).map(|at| {
        let at = (first + u64::from(at)) % u64::from(UNASSIGNED_PORTS);
        FIRST_UNASSIGNED_PORT + u16::try_from(at).unwrap_or_default()
    });
    let mut free = ports.filter(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok());
    free.next().context("no port is free")
}

/// The folder of one chain: state directory, profiles and logs.
pub struct Folder {
    path: PathBuf,
    /// Removes the folder. `None`: another process removes it.
    _guard: Option<Guard>,
}

impl Folder {
    /// A new folder below the system's temporary one, removed when it is dropped.
    pub fn new() -> anyhow::Result<Self> {
        let path = tempfile::Builder::new()
            .prefix("axlens-chain-")
            .tempdir()?
            .keep();
        let guard = Guard::start(END_FOLDER, &path.display().to_string())?;
        Ok(Self {
            path,
            _guard: Some(guard),
        })
    }

    /// The folder of a chain that another process has started.
    pub fn of_another_process(path: PathBuf) -> Self {
        Self { path, _guard: None }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state directory in it.
    pub fn state(&self) -> PathBuf {
        self.path.join("state")
    }
}

/// The shell at the other end of the pipe.
struct Guard {
    shell: Child,
}

impl Guard {
    fn start(script: &str, argument: &str) -> anyhow::Result<Self> {
        let shell = Command::new("sh")
            .args(["-c", script, "guard", argument])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .context("starting a guard")?;
        Ok(Self { shell })
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
