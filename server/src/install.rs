//! `axlens install` and `axlens uninstall`: registers the native messaging host with browsers, each
//! registration for one profile's folder and one state directory. Neither server nor browser need
//! run.

mod browsers;
mod registration;

use std::fmt;
use std::path::PathBuf;

use anyhow::Context as _;
use axlens_local::{StateDir, server};
use clap::Args;

pub use browsers::Browser;
pub use registration::{HOST_NAME, Registration, registrations};

use browsers::Folders;
use registration::{Installation, Programs, Removed, register, unregister, unregister_all};

/// How to register. The state directory comes from the command line's own option.
#[derive(Args, Debug, Clone, Default)]
pub struct InstallArguments {
    #[command(flatten)]
    browsers: BrowserArguments,
    /// For a machine without a person: agents may act on every site that is not blocked, and nobody
    /// is asked. `axlens install` without this takes it back
    #[arg(long)]
    unattended: bool,
}

/// What to take away.
#[derive(Args, Debug, Clone, Default)]
pub struct UninstallArguments {
    #[command(flatten)]
    browsers: BrowserArguments,
    /// Also remove what is kept: the audit log, tokens, the extension's key, logs, and every
    /// registration of the state directory
    #[arg(long)]
    purge: bool,
}

/// Which browsers to register with.
#[derive(Args, Debug, Clone, Default)]
pub struct BrowserArguments {
    /// The browser to register with; may be given several times [default: every one found on this
    /// machine]
    #[arg(long, value_enum)]
    pub browser: Vec<Browser>,
    /// A browser's user data folder, where it was started with --user-data-dir
    #[arg(long, value_name = "DIR", conflicts_with = "browser")]
    pub user_data_dir: Option<PathBuf>,
}

/// What was done, one line each.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    lines: Vec<String>,
    /// The browsers in which no person is asked, from now on.
    pub unattended: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines.join("\n"))
    }
}

/// Registers the native messaging host, which hands over the server of `state_dir`, with the
/// chosen browsers.
///
/// # Errors
/// Where the host's program is not beside this one, or a folder can't be written; says what to do.
pub fn install(arguments: &InstallArguments, dir: &StateDir) -> anyhow::Result<Report> {
    let state_dir = dir.path();
    dir.make()?;
    dir.clear_stopped();
    let programs = Programs::beside_this_one()?;
    let installation = Installation {
        state_dir,
        programs: &programs,
        unattended: arguments.unattended,
    };
    let mut report = Report::default();
    for (name, folder) in manifest_folders(&arguments.browsers)? {
        let manifest = register(&folder, &installation)?;
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
    report.lines.push(
        "next: load the extension's folder in chrome://extensions, then run `axlens doctor`"
            .to_owned(),
    );
    Ok(report)
}

/// Takes the registrations of the state directory away again. Where none is left, the server is
/// stopped.
///
/// # Errors
/// Where a file can't be removed, or the server does not end.
pub fn uninstall(arguments: &UninstallArguments, dir: &StateDir) -> anyhow::Result<Report> {
    let state_dir = dir.path();
    dir.check()?;
    let mut report = Report::default();
    for (name, folder) in manifest_folders(&arguments.browsers)? {
        let line = match unregister(&folder, state_dir)? {
            Removed::Nothing => format!("was not registered with {name}"),
            Removed::Manifest(manifest) => {
                format!("no longer registered with {name}: {}", manifest.display())
            }
            Removed::Foreign(launcher) => format!(
                "left as it is: {name} is registered for another state directory, by {}",
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
    if registrations(state_dir).is_empty() && dir.path().exists() {
        // A browser that is open still has its native host, which is not to start another one.
        dir.set_stopped()?;
        if server::stop(dir)? {
            report.lines.push("the server is stopped".to_owned());
        }
    }
    let kept = if arguments.purge {
        purge(dir)?
    } else {
        what_stays(dir)
    };
    report.lines.extend(kept);
    report.lines.push(
        "the extension itself is removed in chrome://extensions, with all that it has stored"
            .to_owned(),
    );
    Ok(report)
}

/// Removes what is ours in the state directory, and the folder where nothing else is in it.
fn purge(dir: &StateDir) -> anyhow::Result<Vec<String>> {
    let removed = dir.purge()?;
    let mut lines: Vec<String> = removed
        .iter()
        .map(|path| format!("removed {}", path.display()))
        .collect();
    if dir.path().exists() {
        lines.push(format!(
            "left as it is: {} holds what is not ours",
            dir.path().display()
        ));
    }
    Ok(lines)
}

/// What an uninstall without `--purge` leaves.
fn what_stays(dir: &StateDir) -> Vec<String> {
    let stays = dir.path().exists().then(|| {
        format!(
            "{} stays, with audit log, tokens, key and logs; `axlens uninstall --purge` removes them",
            dir.path().display()
        )
    });
    stays.into_iter().collect()
}

/// The folders for host manifests of the chosen browsers, each with the name to print.
fn manifest_folders(arguments: &BrowserArguments) -> anyhow::Result<Vec<(String, PathBuf)>> {
    if let Some(folder) = &arguments.user_data_dir {
        let folder = std::path::absolute(folder)
            .with_context(|| format!("{} names no folder", folder.display()))?;
        return Ok(vec![(
            folder.display().to_string(),
            browsers::manifests_in(&folder),
        )]);
    }
    let folders = Folders::of_this_user()?;
    let browsers = if arguments.browser.is_empty() {
        folders.found()
    } else {
        arguments.browser.clone()
    };
    Ok(browsers
        .into_iter()
        .map(|browser| (browser.to_string(), folders.manifests(browser)))
        .collect())
}
