//! What `cargo xtask build` leaves in a folder: the extension and the programs.

use crate::process::Folder;
use crate::shared;
use anyhow::{Context, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Gives a copy of the extension an optional permission, which the user grants on the options page.
pub fn grant(extension: &Path, permission: &str) -> anyhow::Result<()> {
    let file = extension.join("manifest.json");
    let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
    let optional = manifest["optional_permissions"].as_array_mut();
    optional
        .context("optional permissions")?
        .retain(|each| each != permission);
    let permissions = manifest["permissions"].as_array_mut();
    permissions.context("permissions")?.push(permission.into());
    std::fs::write(file, manifest.to_string())?;
    Ok(())
}

/// Whether a user consents to actions in the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attendance {
    /// Actions wait for the user's consent.
    Attended,
    /// Actions need no consent, as on a machine without a user.
    Unattended,
}

/// The built product in a folder.
#[derive(Debug, Clone)]
pub struct Build(PathBuf);

impl Build {
    /// The build in this folder.
    pub fn of(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The workspace's build.
    pub fn of_workspace() -> anyhow::Result<Self> {
        shared::build().map(Self)
    }

    /// A copy of the workspace's build in `folder`, whose extension `change` edits. It gets the
    /// folder of the extension.
    pub fn changed(
        folder: &Folder,
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let build = Self::of_workspace()?.copied_to(&folder.path().join("build"))?;
        change(&build.extension())?;
        Ok(build)
    }

    /// The same programs, with a copy of the extension.
    fn copied_to(&self, folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir(folder)?;
        std::os::unix::fs::symlink(self.0.join("bin"), folder.join("bin"))?;
        let mut copy = Command::new("cp");
        let copy = copy.arg("-r").arg(self.extension()).arg(folder);
        anyhow::ensure!(copy.status()?.success(), "cannot copy the extension");
        Ok(Self(folder.to_owned()))
    }

    /// The folder of the extension, which Chromium loads unpacked.
    pub fn extension(&self) -> PathBuf {
        self.0.join("extension")
    }

    /// The `axlens` program, with the state directory of a chain's folder.
    pub fn axlens(&self, folder: &Folder) -> Command {
        let mut command = Command::new(self.0.join("bin/axlens"));
        command.env("AXLENS_STATE_DIR", folder.state());
        command
    }

    /// Registers the native host for the profile of this name in the folder.
    pub fn register_host(
        &self,
        folder: &Folder,
        profile: &str,
        attendance: Attendance,
    ) -> anyhow::Result<()> {
        let mut command = self.axlens(folder);
        command.args(["install", "--user-data-dir"]);
        command.arg(folder.path().join(profile));
        if attendance == Attendance::Unattended {
            command.arg("--unattended");
        }
        let output = command.output()?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("axlens install: {errors}");
        }
        Ok(())
    }
}

/// Replaces a text in a file of the extension.
pub fn replace_in(extension: &Path, file: &str, old: &str, new: &str) -> anyhow::Result<()> {
    let path = extension.join(file);
    let text = std::fs::read_to_string(&path)?;
    anyhow::ensure!(text.contains(old), "{file} does not contain {old}");
    Ok(std::fs::write(path, text.replace(old, new))?)
}
