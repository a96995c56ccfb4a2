//! One Chromium of a pool: a folder with its profile and its temporary files, the registration of
//! the native host, and the process.

use super::{Pool, profile};
use crate::install::{register_pool_browser, unregister_pool_browser};
use crate::platform::{self, GuardedProcess};
use crate::queue::pool_leases::ID_PREFIX;
use anyhow::Context;
use axlens_local::state_dir::make_private_folder;
use axlens_local::{AssignedBrowser, StateDir, secret};
use serde_json::json;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A name of the same length as the name of each folder.
pub const EXAMPLE_NAME: &str = "00000000";

/// The file with the output of Chromium.
const LOG: &str = "log";

/// Switches of every start.
const SWITCHES: [&str; 10] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-sync",
    "--password-store=basic",
    "--use-mock-keychain",
    "--disable-search-engine-choice-screen",
    "--hide-crash-restore-bubble",
];

/// Switches of a Chromium without windows. Nobody sees its address bar: the hidden pages of which
/// it consists would use a fifth of the memory and half of the time of the start.
const HEADLESS: [&str; 3] = [
    "--headless=new",
    "--disable-gpu",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];

/// Switches without which Chromium does not start for the administrator, mostly in a container.
const AS_ADMINISTRATOR: [&str; 2] = ["--no-sandbox", "--disable-dev-shm-usage"];

/// A running Chromium.
#[derive(Debug)]
pub struct Chromium {
    /// The identity that its extension has.
    pub identity: AssignedBrowser,
    folder: PathBuf,
    dir: StateDir,
    process: GuardedProcess,
}

impl Chromium {
    /// Starts a Chromium on a fresh profile. `number` is part of its name.
    ///
    /// # Errors
    /// If a file can't be written or Chromium can't be started.
    pub fn start(pool: &Pool, dir: &StateDir, identity: AssignedBrowser) -> anyhow::Result<Self> {
        let digits = identity.id.trim_start_matches(ID_PREFIX);
        let folder = super::folder(dir).join(&digits[..EXAMPLE_NAME.len()]);
        let process = prepare(&folder, dir, &identity)
            .and_then(|()| launch(pool, &folder))
            .inspect_err(|_| remove(&folder, dir))?;
        Ok(Self {
            identity,
            folder,
            dir: dir.clone(),
            process,
        })
    }

    /// Waits until the process ends by itself.
    pub async fn ended(&mut self) {
        self.process.ended().await;
    }

    /// The last line of Chromium's output.
    pub fn last_output(&self) -> String {
        let log = std::fs::read(self.folder.join(LOG)).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let last = log.lines().rev().find(|line| !line.trim().is_empty());
        let printable = last.unwrap_or_default().chars();
        printable
            .filter(|each| !each.is_control())
            .take(300)
            .collect()
    }

    /// Ends the process with all its children, and deletes the profile.
    pub async fn end(self) {
        self.process.end().await;
        remove(&self.folder, &self.dir);
    }
}

/// A new identity. `number`: how many there have been.
///
/// # Errors
/// If the system provides no random numbers.
pub fn new_identity(number: u64) -> anyhow::Result<AssignedBrowser> {
    Ok(AssignedBrowser {
        id: format!("{ID_PREFIX}{}", &secret::new()?[..secret::DIGITS / 2]),
        name: format!("{ID_PREFIX}{number}"),
    })
}

/// The folder for the temporary files of the Chromium with this folder.
pub fn temporary_folder(folder: &Path) -> PathBuf {
    folder.join("tmp")
}

/// Creates the folders, the preferences and the registration.
fn prepare(folder: &Path, dir: &StateDir, identity: &AssignedBrowser) -> anyhow::Result<()> {
    let profile = profile(folder);
    make_private_folder(folder)?;
    for folder in [temporary_folder(folder), profile.join("Default")] {
        std::fs::create_dir_all(folder)?;
    }
    // Without developer mode an unpacked extension is disabled when it reloads itself.
    let settings = json!({
        "extensions": {"ui": {"developer_mode": true}},
        "session": {"restore_on_startup": 5},
        "download": {"default_directory": folder.join("downloads"), "prompt_for_download": false},
    });
    std::fs::write(profile.join("Default/Preferences"), settings.to_string())?;
    register_pool_browser(&profile, dir, identity)
}

fn launch(pool: &Pool, folder: &Path) -> anyhow::Result<GuardedProcess> {
    let output = File::create(folder.join(LOG))?;
    let mut command = Command::new(&pool.chromium);
    command.args(SWITCHES);
    command.args(HEADLESS.iter().filter(|_| pool.is_headless));
    command.args(
        AS_ADMINISTRATOR
            .iter()
            .filter(|_| platform::is_administrator()),
    );
    command
        .arg(switch("user-data-dir", &profile(folder)))
        .arg(switch("load-extension", &pool.extension))
        .arg("about:blank")
        // Chromium's socket and its temporary files are deleted with the profile.
        .env("TMPDIR", temporary_folder(folder))
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output);
    let started = GuardedProcess::start(command, folder);
    started.with_context(|| format!("{} can't be started", pool.chromium.display()))
}

fn switch(name: &str, path: &Path) -> String {
    format!("--{name}={}", path.display())
}

/// Removes the registration and what is left of the folder.
fn remove(folder: &Path, dir: &StateDir) {
    if let Err(error) = unregister_pool_browser(&profile(folder), dir) {
        tracing::warn!("a registration was not removed: {error:#}");
    }
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(%error, "a profile was not deleted; the next start deletes it");
        }
        Ok(()) | Err(_) => {}
    }
}
