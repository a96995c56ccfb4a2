//! Children that never outlive the program that started them, and folders that go with them: each
//! child leads a process group of its own, and a small shell that reads from a pipe of ours ends
//! the group once the pipe closes, by a drop or because the program is gone, however it went.

use anyhow::Context;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a process is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long a process may take to end when asked.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// Waits for the end of the pipe; then ends the group.
const END_GROUP: &str = r#"cat >/dev/null; kill -s KILL -- "-$1" 2>/dev/null"#;

/// Waits for the end of the pipe; then ends the servers that native hosts may have left behind, or
/// started while they went, and removes the folder.
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

/// A child process with all that it starts in its group.
pub struct Process {
    child: Child,
    /// Dropped after the child: closes the pipe.
    _guard: Guard,
}

impl Process {
    /// Starts the command as the leader of a new group; what it prints goes to the file.
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

    /// Process id, which is the group's too.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it still runs.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self) {
        while self.runs() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Asks it and all that it started to end, and makes them when they do not.
    pub fn end(mut self) {
        let _ = signal_group(self.id(), rustix::process::Signal::TERM);
        let until = Instant::now() + TIME_TO_END;
        while self.runs() && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
        // Dropped, the group is killed.
    }

    /// Ends it at once, without a word, and waits until it is gone.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to end, and waits until it has.
    pub fn terminate(&mut self) -> anyhow::Result<()> {
        signal(self.id(), rustix::process::Signal::TERM)?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Either fails only where the child is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process of ours and its group.
fn signal_group(id: u32, signal: rustix::process::Signal) -> anyhow::Result<()> {
    let id = rustix::process::Pid::from_raw(id.try_into()?).context("a process id")?;
    Ok(rustix::process::kill_process_group(id, signal)?)
}

/// Sends a signal to a process that this test run started.
pub fn signal(id: u32, signal: rustix::process::Signal) -> anyhow::Result<()> {
    let id = rustix::process::Pid::from_raw(id.try_into()?).context("a process id")?;
    rustix::process::kill_process(id, signal).with_context(|| format!("signal to {id:?}"))
}

/// A folder of its own for one chain, removed with it.
pub struct Folder {
    path: std::path::PathBuf,
    _guard: Guard,
}

impl Folder {
    /// A new folder below the system's temporary one.
    pub fn new() -> anyhow::Result<Self> {
        let path = tempfile::Builder::new()
            .prefix("axlens-chain-")
            .tempdir()?
            .keep();
        let guard = Guard::start(END_FOLDER, &path.display().to_string())?;
        Ok(Self {
            path,
            _guard: guard,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
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
