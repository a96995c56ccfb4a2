//! Processes that do not outlive this one, with a folder that is deleted with them. For Linux and
//! macOS.
//!
//! Each process leads a process group. A small shell reads from a pipe of this process. When the
//! pipe closes, because this process ends the guarded one or has itself ended in any way, the shell
//! kills the group and deletes the folder.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Where Chromium is installed.
pub const CHROMIUM_PATHS: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/snap/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Waits until the pipe closes, kills the group, and deletes the folder. Killed processes may still
/// write for a moment.
const GUARD: &str = r#"trap '' HUP INT TERM
cat >/dev/null
kill -s KILL -- "-$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  rm -rf "$2" 2>/dev/null && [ ! -e "$2" ] && exit 0
  sleep 0.1
done"#;

/// How long the shell has time to end.
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// A process and its shell.
#[derive(Debug)]
pub struct GuardedProcess {
    process: Child,
    guard: Child,
}

impl GuardedProcess {
    /// Starts a process. The folder is deleted when it is ended.
    ///
    /// # Errors
    /// If the process or its shell can't be started.
    pub fn start(command: std::process::Command, folder: &Path) -> std::io::Result<Self> {
        let mut process = Command::from(command).process_group(0).spawn()?;
        let group = process.id().unwrap_or_default().to_string();
        let guard = Command::new("sh")
            .args(["-c", GUARD, "guard", &group])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        let guard = guard.inspect_err(|_| {
            // It has just started, so that it has no children yet.
            let _ = process.start_kill();
        })?;
        Ok(Self { process, guard })
    }

    /// Waits until the process ends by itself.
    pub async fn ended(&mut self) {
        // An error means that it has ended already.
        let _ = self.process.wait().await;
    }

    /// Ends the process with its group, and deletes the folder.
    pub async fn end(mut self) {
        drop(self.guard.stdin.take());
        let _ = timeout(END_TIMEOUT, self.guard.wait()).await;
        let _ = timeout(END_TIMEOUT, self.process.wait()).await;
    }
}

/// Kills a process, and its group if it leads one. It may have ended already.
pub fn kill_with_group(process: u32) {
    let id = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        let _ = kill_process_group(id, Signal::KILL);
        let _ = kill_process(id, Signal::KILL);
    }
}

/// Whether this process runs as the administrator.
pub fn is_administrator() -> bool {
    rustix::process::geteuid().is_root()
}

/// Whether this system has pools: always.
///
/// # Errors
/// None.
pub fn check_pools() -> std::io::Result<()> {
    Ok(())
}
