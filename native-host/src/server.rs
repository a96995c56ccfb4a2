//! Finds and starts the server's process, and stops one of an older version. `axlens-local`
//! verifies the server's identity.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::Child;

use axlens_local::server::{Program, RunningServer};
use axlens_local::state_dir::{NoServer, open_log};

use crate::platform;
use crate::settings::Settings;

/// The version of this program and of the server that was installed with it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The number of bytes at the end of the log that are read.
const END_OF_LOG: u64 = 4096;

/// Returns the server of this installation if it runs and proves its identity. A server that is
/// older than the installed program is stopped, and the result is `None`; not one that has started
/// this browser.
///
/// # Errors
/// If the state directory can't be trusted, or the program that answers can't prove its identity.
pub fn find(settings: &Settings) -> anyhow::Result<Option<RunningServer>> {
    let dir = settings.dir();
    let running = match RunningServer::find(&dir) {
        Ok(running) => running,
        Err(NoServer::NotRunning(_)) => return Ok(None),
        Err(NoServer::Refused(error)) => return Err(error),
    };
    let installed = Program::at(&settings.server, VERSION);
    if settings.is_of_pool() || !running.identity.is_older_than(&installed) {
        return Ok(Some(running));
    }
    running.stop(&dir)?;
    Ok(None)
}

/// The process of a server that this host has started.
pub struct ServerProcess {
    /// The child process.
    pub child: Child,
    /// Length of the log before the server was started, in bytes.
    log_before: u64,
}

/// Starts a server that outlives this process. `program` is the host's own program.
///
/// # Errors
/// If the log can't be written, or the program can't be started.
pub fn start(
    settings: &Settings,
    settings_file: &Path,
    program: &Path,
) -> anyhow::Result<ServerProcess> {
    let dir = settings.dir();
    dir.make()?;
    let log = open_log(&dir.log_file())?;
    let log_before = log.metadata()?.len();
    Ok(ServerProcess {
        child: platform::start(settings, settings_file, program, log)?,
        log_before,
    })
}

impl ServerProcess {
    /// The last line that the server wrote to its log.
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
            browser: None,
        };
        assert!(find(&settings).expect("nothing is wrong").is_none());
        settings.dir().make().expect("writable");
        assert!(find(&settings).expect("nothing is wrong").is_none());
    }
}
