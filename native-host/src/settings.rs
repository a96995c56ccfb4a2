//! The settings of this installation: its state directory and its server. `axlens install` writes
//! them to a file next to the launcher, because Chrome passes no custom arguments to a host, and an
//! environment variable would apply to all profiles.

use std::path::{Path, PathBuf};
use std::process::Command;

use axlens_local::{AssignedBrowser, StateDir};
use serde::{Deserialize, Serialize};

/// Content of `<state dir>/native-host/<name>.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The server's state directory.
    pub state_dir: PathBuf,
    /// The path of the server's program.
    pub server: PathBuf,
    /// Whether no user is present (`axlens install --unattended`).
    #[serde(default)]
    pub unattended: bool,
    /// The identity of a browser of a pool; `None` for a user's browser.
    #[serde(default)]
    pub browser: Option<AssignedBrowser>,
}

impl Settings {
    /// The state directory.
    pub fn dir(&self) -> StateDir {
        StateDir::at(self.state_dir.clone())
    }

    /// Whether the server has started the browser. This host never starts or stops such a server.
    pub fn is_of_pool(&self) -> bool {
        self.browser.is_some()
    }

    /// The command that runs the server in the foreground.
    pub fn server_command(&self) -> Command {
        let mut command = Command::new(&self.server);
        command.arg("serve").arg("--state-dir").arg(&self.state_dir);
        command
    }

    /// Reads the file.
    ///
    /// # Errors
    /// One line with the cause and the next step.
    pub fn read(path: &Path) -> Result<Settings, String> {
        let content = std::fs::read(path).map_err(|error| read_error(path, &error))?;
        serde_json::from_slice(&content).map_err(|error| read_error(path, &error))
    }
}

fn read_error(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!(
        "cannot read {}: {error}; run `axlens install` again",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_broken_file_says_what_to_do() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("settings.json");
        assert!(
            Settings::read(&path)
                .expect_err("missing")
                .contains("run `axlens install` again")
        );
        std::fs::write(&path, "{").expect("writable");
        assert!(
            Settings::read(&path)
                .expect_err("broken")
                .contains("run `axlens install` again")
        );
    }
}
