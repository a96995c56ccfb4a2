//! The server's process as the host sees it: found, started, replaced by a newer one. What makes it
//! believed is in `axlens-local`.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use axlens_local::server::{Program, RunningServer, wait_for_end_of_server};
use axlens_local::state_dir::{NoServer, open_log};

use crate::settings::Settings;

/// The argument that makes the host's program become the server (see [`become_server`]).
pub const BECOME_SERVER: &str = "--become-server";

/// The version of this program, and of the server's that was installed with it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The longest end of a log that is looked at, in bytes.
const END_OF_LOG: u64 = 4096;

/// The server of this installation, if one runs and proves that it is; one that is older than the
/// installed program is stopped first, and counts as none.
///
/// # Errors
/// When the state directory can't be trusted, or what answers can't prove that it is its server.
pub fn find(settings: &Settings) -> anyhow::Result<Option<RunningServer>> {
    let dir = settings.dir();
    let mut running = match RunningServer::find(&dir) {
        Ok(running) => running,
        Err(NoServer::NotRunning(_)) => return Ok(None),
        Err(NoServer::Refused(error)) => return Err(error),
    };
    let installed = Program::at(&settings.server, VERSION);
    if !running.identity.is_older_than(&installed) {
        return Ok(Some(running));
    }
    running.stop()?;
    wait_for_end_of_server(&dir)?;
    Ok(None)
}

/// A server that was started.
pub struct ServerProcess {
    /// Its process.
    pub child: Child,
    /// Length of the log before its first word, in bytes.
    log_before: u64,
}

/// Starts a server that outlives this process: this program again, which turns into the server.
///
/// # Errors
/// When the log can't be written or the program not started.
pub fn start(
    settings: &Settings,
    settings_file: &std::path::Path,
) -> anyhow::Result<ServerProcess> {
    let dir = settings.dir();
    dir.make()?;
    let log = open_log(&dir.log_file())?;
    let log_before = log.metadata()?.len();
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(BECOME_SERVER).arg(settings_file);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    Ok(ServerProcess {
        child: command.spawn()?,
        log_before,
    })
}

/// Leaves the browser's session and folder and becomes the server. Returns only when that fails.
pub fn become_server(settings: &Settings) -> std::io::Error {
    // Fails only for the leader of a group, which a process just started by the host is not.
    let _ = rustix::process::setsid();
    Command::new(&settings.server)
        .arg("serve")
        .arg("--state-dir")
        .arg(&settings.state_dir)
        .current_dir("/")
        .exec()
}

impl ServerProcess {
    /// What the server wrote last before it ended.
    pub fn last_output(&self, settings: &Settings) -> String {
        let text = self.output(settings).unwrap_or_default();
        let line = text
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("nothing");
        line.chars()
            .filter(|character| !character.is_control())
            .take(300)
            .collect()
    }

    fn output(&self, settings: &Settings) -> std::io::Result<String> {
        let mut log = File::open(settings.dir().log_file())?;
        let end = log.metadata()?.len();
        log.seek(SeekFrom::Start(
            self.log_before.max(end.saturating_sub(END_OF_LOG)),
        ))?;
        let mut bytes = Vec::new();
        log.take(END_OF_LOG).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_server_is_found_where_there_is_none() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let settings = Settings {
            state_dir: folder.path().join("state"),
            server: folder.path().join("server"),
            unattended: false,
        };
        assert!(find(&settings).expect("nothing is wrong").is_none());
        settings.dir().make().expect("writable");
        assert!(find(&settings).expect("nothing is wrong").is_none());
    }
}
