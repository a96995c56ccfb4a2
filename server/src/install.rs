//! `axlens install` and `axlens uninstall`: registers the native messaging host with browsers. Each
//! registration is for one user data folder and one state directory. Neither the server nor a
//! browser has to run.

mod browsers;
mod pool;
mod registration;

use std::fmt;
use std::path::PathBuf;

use crate::platform::{SYSTEM, System};
use anyhow::{Context as _, ensure};
use axlens_local::server::{self, Program};
use axlens_local::tokens::TokenFile;
use axlens_local::{StateDir, StopCause};
use clap::Args;
use serde::Serialize;

pub use browsers::BrowserProduct;
pub use pool::{register_pool_browser, unregister_below, unregister_pool_browser};
pub use registration::{HOST_NAME, Registration, registrations};

use crate::state::VERSION;
use browsers::{ConfigFolders, ManifestPlace};
use registration::{Installation, Programs, Removed, register, unregister, unregister_all};

/// Arguments of `axlens install`. The state directory is a global option.
#[derive(Args, Debug, Clone, Default)]
pub struct InstallArguments {
    #[command(flatten)]
    browsers: BrowserArguments,
    /// For a machine without a user: agents may act on every site that is not blocked, without
    /// consent. `axlens install` without this option reverts it
    #[arg(long)]
    unattended: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `axlens uninstall`.
#[derive(Args, Debug, Clone, Default)]
pub struct UninstallArguments {
    #[command(flatten)]
    browsers: BrowserArguments,
    /// Also remove the stored data: the audit log, tokens, the extension's key, logs, and every
    /// registration of the state directory
    #[arg(long)]
    purge: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The browsers to register with.
#[derive(Args, Debug, Clone, Default)]
pub struct BrowserArguments {
    /// The browser to register with; can be repeated [default: every browser of this user]
    #[arg(long, value_enum)]
    pub browser: Vec<BrowserProduct>,
    /// The user data folder of a browser that runs with --user-data-dir
    #[arg(long, value_name = "DIR", conflicts_with = "browser")]
    pub user_data_dir: Option<PathBuf>,
}

/// The executed steps, one line each.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct InstallReport {
    lines: Vec<String>,
    /// The browsers in which agents now act without consent.
    pub unattended: Vec<String>,
}

impl fmt::Display for InstallReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines.join("\n"))
    }
}

/// Registers the native messaging host, which connects to the server of this state directory, with
/// the browsers.
///
/// # Errors
/// If the host's program is not next to this one, or a folder can't be written.
pub fn install(arguments: &InstallArguments, dir: &StateDir) -> anyhow::Result<InstallReport> {
    let state_dir = dir.path();
    dir.make()?;
    dir.clear_stopped();
    let programs = Programs::locate()?;
    let installation = Installation {
        state_dir,
        programs: &programs,
        unattended: arguments.unattended,
        browser: None,
    };
    let mut report = InstallReport::default();
    for (name, place) in manifest_places(&arguments.browsers)? {
        let manifest = register(&place, &installation)?;
        if arguments.unattended {
            report.unattended.push(name.clone());
        }
        report
            .lines
            .push(format!("registered with {name}: {}", manifest.display()));
    }
    report
        .lines
        .push(format!("state directory: {}", state_dir.display()));
    report.lines.extend(stop_other_server(dir, &programs)?);
    report.lines.extend(next_steps(&programs));
    Ok(report)
}

/// What a new user does next, in this order. The installers print steps of their own instead, and
/// omit the lines that begin with `next: `.
fn next_steps(programs: &Programs) -> [String; 3] {
    let folder = programs.extension_folder();
    let folder = folder.map_or("the extension's folder".to_owned(), |folder| {
        folder.display().to_string()
    });
    [
        format!(
            "next: 1. unless it is loaded: open chrome://extensions, turn on Developer mode, choose Load unpacked, select {folder}"
        ),
        "next: 2. run `axlens doctor`: the extension connects within seconds, and starts the server"
            .to_owned(),
        "next: 3. connect an agent: `axlens mcp-config --help` lists the clients".to_owned(),
    ]
}

/// Stops a running server of another version or build. The native host of an open browser then
/// starts the installed one.
fn stop_other_server(dir: &StateDir, programs: &Programs) -> anyhow::Result<Option<String>> {
    let installed = Program::at(&programs.server, VERSION);
    let stopped = server::stop_other(dir, &installed)?;
    Ok(stopped.map(|other| match other.version == VERSION {
        true => "stopped the server of another build; this one starts instead".to_owned(),
        false => format!(
            "stopped the server of version {}; version {VERSION} starts instead",
            other.version
        ),
    }))
}

/// Removes the registrations of the state directory. If none is left, the server is stopped.
///
/// # Errors
/// If a file can't be removed, or the server does not end.
pub fn uninstall(arguments: &UninstallArguments, dir: &StateDir) -> anyhow::Result<InstallReport> {
    let state_dir = dir.path();
    dir.check()?;
    let mut report = InstallReport::default();
    // Purging removes the list.
    let clients = clients_with_a_token(dir);
    for (name, place) in manifest_places(&arguments.browsers)? {
        let line = match unregister(&place, state_dir)? {
            Removed::Nothing => format!("was not registered with {name}"),
            Removed::Manifest(manifest) => {
                format!("no longer registered with {name}: {}", manifest.display())
            }
            Removed::Foreign(launcher) => format!(
                "not changed: {name} is registered for another state directory, by {}",
                launcher.display()
            ),
        };
        report.lines.push(line);
    }
    if arguments.purge {
        for manifest in unregister_all(state_dir)? {
            report
                .lines
                .push(format!("no longer registered: {}", manifest.display()));
        }
    }
    let others = registrations(state_dir);
    if others.is_empty() && dir.path().exists() {
        // The native host of an open browser still runs, and must not start the server again.
        dir.set_stopped(StopCause::Uninstalled)?;
        if server::stop(dir)? {
            report.lines.push("the server is stopped".to_owned());
        }
    }
    report.lines.extend(still_registered(&others, dir));
    let remaining = if arguments.purge {
        purge(dir)?
    } else {
        remaining_files(dir)
    };
    report.lines.extend(remaining);
    report.lines.extend(clients);
    report
        .lines
        .push("remove the extension itself, with its data, in chrome://extensions".to_owned());
    Ok(report)
}

/// The registrations that an uninstall for other browsers leaves, and the server that they use.
fn still_registered(others: &[Registration], dir: &StateDir) -> Vec<String> {
    let mut lines: Vec<String> = others
        .iter()
        .map(|Registration { manifest, .. }| {
            // The manifest is in `NativeMessagingHosts` there, except on Windows.
            let folder = manifest
                .ancestors()
                .nth(2)
                .filter(|_| SYSTEM != System::Windows);
            let command = match folder {
                Some(folder) => format!("--user-data-dir '{}'", folder.display()),
                None => "--browser NAME".to_owned(),
            };
            format!(
                "still registered: {}; `axlens uninstall {command}` removes it",
                manifest.display()
            )
        })
        .collect();
    if !others.is_empty() && !dir.is_stopped() {
        lines.push("the server stays for these; `axlens stop` ends it".to_owned());
    }
    lines
}

/// That MCP clients still have entries of Axlens, which only the user can remove.
fn clients_with_a_token(dir: &StateDir) -> Option<String> {
    let tokens = TokenFile::of(dir).read().unwrap_or_default();
    let names: Vec<&str> = tokens.iter().map(|token| token.name.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "remove the entry of Axlens from the settings of each MCP client; agents with a token: {}",
            names.join(", ")
        )
    })
}

/// Removes the files of Axlens in the state directory, and the folder if it is empty then.
fn purge(dir: &StateDir) -> anyhow::Result<Vec<String>> {
    let removed = dir.purge()?;
    let mut lines: Vec<String> = removed
        .iter()
        .map(|path| format!("removed {}", path.display()))
        .collect();
    if dir.path().exists() {
        lines.push(format!(
            "not removed: {} has other files",
            dir.path().display()
        ));
    }
    Ok(lines)
}

/// The files that an uninstall without `--purge` does not remove.
fn remaining_files(dir: &StateDir) -> Vec<String> {
    let remaining = dir.path().exists().then(|| {
        format!(
            "{} remains, with audit log, tokens, key and logs; `axlens uninstall --purge` removes them",
            dir.path().display()
        )
    });
    remaining.into_iter().collect()
}

/// Where the browsers find the host's manifest, each with the name to print.
fn manifest_places(arguments: &BrowserArguments) -> anyhow::Result<Vec<(String, ManifestPlace)>> {
    if let Some(folder) = &arguments.user_data_dir {
        ensure!(
            SYSTEM != System::Windows,
            "on Windows, a browser finds Axlens in the registry, whatever its user data folder: use --browser"
        );
        let folder = std::path::absolute(folder)
            .with_context(|| format!("{} is not a path", folder.display()))?;
        let place = browsers::manifest_place_in(&folder);
        return Ok(vec![(folder.display().to_string(), place)]);
    }
    let folders = ConfigFolders::of_this_user()?;
    let browsers = match arguments.browser.is_empty() {
        true => folders.found(),
        false => arguments.browser.clone(),
    };
    let mut places: Vec<(String, ManifestPlace)> = Vec::new();
    for browser in browsers {
        let Some(place) = folders.manifest_place(browser, HOST_NAME) else {
            continue;
        };
        if places.iter().all(|(_, known)| *known != place) {
            // On Windows, several browsers read the same key: a registration is for all of them.
            let names = folders.browsers_of(&place, HOST_NAME);
            places.push((names.join(", "), place));
        }
    }
    Ok(places)
}
