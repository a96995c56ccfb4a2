//! Which state directory and which server belong to this installation: a small file that
//! `axlens install` writes next to the launcher. Chrome starts a host without custom arguments, and
//! an environment variable would be another profile's.

use std::path::{Path, PathBuf};

use axlens_local::StateDir;
use serde::{Deserialize, Serialize};

/// Content of `<state dir>/native-host/<name>.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Where the server keeps its state.
    pub state_dir: PathBuf,
    /// The server's program.
    pub server: PathBuf,
    /// No user is in front of the machine (`axlens install --unattended`).
    #[serde(default)]
    pub unattended: bool,
}

impl Settings {
    /// The state directory.
    pub fn dir(&self) -> StateDir {
        StateDir::at(self.state_dir.clone())
    }

    /// Reads the file; the error says in one line what to do about it.
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
