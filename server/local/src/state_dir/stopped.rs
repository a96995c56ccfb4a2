//! The file `stopped`: the user has stopped the server, or has removed the installation, so that no
//! program may start a server before the user does.

use super::{StateDir, files};
use std::path::PathBuf;

/// Why no program may start a server before the user does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    /// The user has stopped the server with `axlens stop`.
    Stopped,
    /// The user has removed the installation with `axlens uninstall`.
    Uninstalled,
}

impl StopCause {
    /// What the user has done, and its consequence, as one sentence.
    pub fn message(self) -> &'static str {
        match self {
            StopCause::Stopped => "The server was stopped with `axlens stop`, and stays stopped.",
            StopCause::Uninstalled => {
                "Axlens was uninstalled with `axlens uninstall`: the browser has no native messaging host that could start the server."
            }
        }
    }

    /// How the user reverts it, as one sentence.
    pub fn remedy(self) -> &'static str {
        match self {
            StopCause::Stopped => {
                "Start it with `axlens serve`, or with \"Try again now\" in the extension's options."
            }
            StopCause::Uninstalled => {
                "`axlens install` installs it again; `axlens serve` starts only the server."
            }
        }
    }

    /// The line in the file.
    fn line(self) -> &'static str {
        match self {
            StopCause::Stopped => {
                "The server was stopped with `axlens stop`. `axlens serve` starts it again.\n"
            }
            StopCause::Uninstalled => {
                "Axlens was uninstalled with `axlens uninstall`. `axlens install` installs it again.\n"
            }
        }
    }
}

impl StateDir {
    /// Whether no program may start a server before the user does.
    pub fn is_stopped(&self) -> bool {
        self.stopped_file().exists()
    }

    /// Why no program may start a server before the user does; `None` if it may be started.
    pub fn stop_cause(&self) -> Option<StopCause> {
        // Any other text is of an earlier version, which did not distinguish the causes.
        let is_uninstalled = files::read_own(&self.stopped_file())
            .is_ok_and(|text| text == StopCause::Uninstalled.line());
        match (self.is_stopped(), is_uninstalled) {
            (false, _) => None,
            (true, true) => Some(StopCause::Uninstalled),
            (true, false) => Some(StopCause::Stopped),
        }
    }

    /// Records that no program may start a server before the user does.
    ///
    /// # Errors
    /// If the folder can't be written.
    pub fn set_stopped(&self, cause: StopCause) -> anyhow::Result<()> {
        files::write_private(&self.stopped_file(), cause.line())
    }

    /// Records that the server may be started again.
    pub fn clear_stopped(&self) {
        let _ = std::fs::remove_file(self.stopped_file());
    }

    fn stopped_file(&self) -> PathBuf {
        self.path.join("stopped")
    }
}
