//! A user who runs `deploy/install.sh`: a home directory, and a `PATH` with only what the test
//! allows.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use tempfile::TempDir;

use crate::installers::Location;

/// What the script needs in addition to a program that downloads and one for checksums.
const TOOLS: [&str; 17] = [
    "sh", "cat", "cut", "find", "grep", "gzip", "id", "ln", "ls", "mkdir", "mv", "printf",
    "readlink", "rm", "sed", "tar", "touch",
];

/// A home directory with a folder for programs.
pub struct User {
    folder: TempDir,
    home: PathBuf,
    variables: Vec<(String, String)>,
}

/// How the script ended, and what it printed.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

impl User {
    /// A user on Linux on x86-64 with `curl` and `sha256sum`, who downloads from a location.
    pub fn of(location: &Location) -> Result<User> {
        User::in_home(location, "home")
    }

    /// A user who has installed version 1.2.3, and the location that it is from.
    pub fn with_installation() -> Result<(Location, User)> {
        let location = Location::start(&["1.2.3"])?;
        let user = User::of(&location)?;
        user.install(&[])?.succeeded()?;
        Ok((location, user))
    }

    /// A user as [`User::of`] with another name of the home directory.
    pub fn in_home(location: &Location, name: &str) -> Result<User> {
        let folder = tempfile::tempdir()?;
        let home = folder.path().join(name);
        fs::create_dir(&home)?;
        fs::create_dir(folder.path().join("bin"))?;
        let mut user = User {
            folder,
            home,
            variables: Vec::new(),
        };
        for tool in TOOLS.iter().chain(&["curl", "sha256sum"]) {
            user.add_tool(tool)?;
        }
        user.set_system("Linux", "x86_64", "6.1.0")?;
        user.set("AXLENS_DOWNLOAD_URL", &location.url);
        Ok(user)
    }

    /// Sets an environment variable for the script.
    pub fn set(&mut self, name: &str, value: &str) {
        self.variables.retain(|(other, _)| other != name);
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    /// Adds a program of this machine to the user's `PATH`.
    pub fn add_tool(&self, name: &str) -> Result<()> {
        symlink(real_tool(name)?, self.bin().join(name))?;
        Ok(())
    }

    /// Removes a program from the user's `PATH`.
    pub fn remove_tool(&self, name: &str) -> Result<()> {
        fs::remove_file(self.bin().join(name)).with_context(|| format!("no {name}"))
    }

    /// Replaces a program by lines of shell, in which `REAL` is the path of the replaced one.
    pub fn replace_tool(&self, name: &str, script: &str) -> Result<()> {
        let real = real_tool(name)?.display().to_string();
        self.add_script(name, &script.replace("REAL", &real))
    }

    /// Adds a program that is lines of shell.
    pub fn add_script(&self, name: &str, script: &str) -> Result<()> {
        let path = self.bin().join(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, format!("#!/bin/sh\n{script}\n"))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(())
    }

    /// What `uname -s`, `-m` and `-r` report.
    pub fn set_system(&self, system: &str, processor: &str, release: &str) -> Result<()> {
        self.replace_tool(
            "uname",
            &format!(
                "case $1 in -s) echo {system} ;; -m) echo {processor} ;; -r) echo {release} ;; esac"
            ),
        )
    }

    /// A path in the home directory.
    pub fn home(&self, path: &str) -> PathBuf {
        self.home.join(path)
    }

    /// The folder that Axlens is installed in by default.
    pub fn installed(&self) -> PathBuf {
        self.home(".local/share/axlens")
    }

    /// The version that the link in `~/.local/bin` starts; `None` without one.
    pub fn version(&self) -> Option<String> {
        let program = self.home(".local/bin/axlens");
        let output = Command::new(program).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        Some(text.trim().strip_prefix("axlens ")?.to_owned())
    }

    /// The calls of the installed program, one line each.
    pub fn calls(&self) -> String {
        fs::read_to_string(self.home("calls")).unwrap_or_default()
    }

    /// Everything in the folder that holds the installation, except the installation.
    pub fn leftovers(&self) -> Vec<String> {
        let entries = fs::read_dir(self.home(".local/share"))
            .into_iter()
            .flatten();
        let names = entries.flatten().map(|entry| entry.file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        names.filter(|name| name != "axlens").collect()
    }

    /// The command of a script with arguments, in a process group of its own.
    pub fn command(&self, script: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.bin().join("sh"));
        command.arg(script).args(arguments);
        command
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", self.bin())
            .envs(self.variables.iter().cloned())
            .current_dir(&self.home)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        command
    }

    /// Runs the installer.
    pub fn install(&self, arguments: &[&str]) -> Result<Outcome> {
        self.run(&script(), arguments)
    }

    /// Runs a script.
    pub fn run(&self, script: &Path, arguments: &[&str]) -> Result<Outcome> {
        let output = self.command(script, arguments).output()?;
        Ok(Outcome {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout)?,
            stderr: String::from_utf8(output.stderr)?,
        })
    }

    fn bin(&self) -> PathBuf {
        self.folder.path().join("bin")
    }
}

impl Outcome {
    /// Checks that the script succeeded.
    pub fn succeeded(self) -> Result<Outcome> {
        anyhow::ensure!(self.code == Some(0), "it failed: {self:?}");
        Ok(self)
    }

    /// Checks that the script failed with one line of its own, last, that has these texts.
    pub fn failed_with(self, texts: &[&str]) -> Result<Outcome> {
        let last = self.stderr.lines().last().unwrap_or_default();
        let is_expected = self.code == Some(1)
            && last.starts_with("axlens: ")
            && texts.iter().all(|text| last.contains(text));
        anyhow::ensure!(is_expected, "expected {texts:?} in the last line: {self:?}");
        Ok(self)
    }
}

/// The installer in the checkout.
pub fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/install.sh")
}

fn real_tool(name: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").context("no PATH")?;
    let mut candidates = std::env::split_paths(&path).map(|folder| folder.join(name));
    candidates
        .find(|candidate| candidate.is_file())
        .with_context(|| format!("{name} is missing: install it for this test"))
}
