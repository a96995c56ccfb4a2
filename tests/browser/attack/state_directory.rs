//! Another user of this machine, who has put something in the state directory's place before the
//! server starts.

use crate::attack::report::Report;
use anyhow::{Context, bail, ensure};
use axlens_harness::process::Folder;
use axlens_harness::shared;
use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A user that owns nothing here.
const NOBODY: u32 = 65534;

/// Name, what is tried, what is done to the folder or in it.
type Attempt = (&'static str, &'static str, fn(&Path) -> anyhow::Result<()>);

const ATTEMPTS: &[Attempt] = &[
    (
        "folder_of_everybody",
        "a folder that everybody can write",
        |state| mode(state, 0o777),
    ),
    (
        "folder_of_another_group",
        "a folder that another group can write",
        |state| {
            chown(state, None, Some(NOBODY))?;
            mode(state, 0o770)
        },
    ),
    (
        "folder_above_of_everybody",
        "a folder above it that everybody can write",
        |state| mode(state.parent().context("a folder above")?, 0o777),
    ),
    ("linked_folder", "a link in the folder's place", |state| {
        let elsewhere = state.with_file_name("elsewhere");
        std::fs::rename(state, &elsewhere)?;
        Ok(symlink(elsewhere, state)?)
    }),
    ("linked_lock", "a link in the lock's place", |state| {
        link(state, "server.lock")
    }),
    (
        "folder_of_another_user",
        "a folder that belongs to another user",
        |state| Ok(chown(state, Some(NOBODY), None)?),
    ),
    (
        "lock_of_another_user",
        "a lock that belongs to another user",
        |state| {
            std::fs::write(state.join("server.lock"), "")?;
            Ok(chown(state.join("server.lock"), Some(NOBODY), None)?)
        },
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report) -> anyhow::Result<()> {
    for (name, tried, change) in ATTEMPTS {
        if name.contains("_another_") && !rustix::process::geteuid().is_root() {
            eprintln!("skipped: {name}: only root can give files away");
            continue;
        }
        report.attack(name, tried, async { refused(*change) }).await;
    }
    let tried = "a link to a file of the user's in the place of endpoint.json";
    report
        .attack("linked_endpoint", tried, async { linked_endpoint() })
        .await;
    Ok(())
}

fn mode(path: &Path, mode: u32) -> anyhow::Result<()> {
    Ok(set_permissions(path, Permissions::from_mode(mode))?)
}

fn link(state: &Path, name: &str) -> anyhow::Result<()> {
    let mine = state.with_file_name("mine");
    std::fs::write(&mine, "mine")?;
    Ok(symlink(mine, state.join(name))?)
}

/// A folder with a state directory that the server accepts.
fn fresh() -> anyhow::Result<(Folder, PathBuf)> {
    let folder = Folder::new()?;
    let state = folder.path().join("state");
    std::fs::create_dir(&state)?;
    mode(&state, 0o700)?;
    Ok((folder, state))
}

/// The program's error about the folder. `timeout` ends a server that starts.
fn refused(change: fn(&Path) -> anyhow::Result<()>) -> anyhow::Result<String> {
    let (_folder, state) = fresh()?;
    change(&state)?;
    let mut errors = Vec::new();
    for command in [&["serve", "--port", "0"][..], &["status"], &["stop"]] {
        errors.push(error_of(&state, command)?);
    }
    ensure!(
        !state.join("endpoint.json").exists(),
        "a token is written there"
    );
    let mine = std::fs::read_to_string(state.with_file_name("mine"));
    ensure!(
        mine.is_err() || mine.is_ok_and(|text| text == "mine"),
        "it is written to"
    );
    Ok(errors.swap_remove(0))
}

fn error_of(state: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("timeout")
        .arg("10")
        .arg(shared::build()?.join("bin/axlens"))
        .args(arguments)
        .env("AXLENS_STATE_DIR", state)
        .output()?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(1..=3) if !errors.trim().is_empty() => Ok(errors.trim().replace('\n', " ")),
        status => bail!("{arguments:?} is not refused: {status:?} {errors}"),
    }
}

/// The link is replaced and not followed.
fn linked_endpoint() -> anyhow::Result<String> {
    let (_folder, state) = fresh()?;
    link(&state, "endpoint.json")?;
    let errors = error_of(&state, &["status"])?;
    let mine = std::fs::read_to_string(state.with_file_name("mine"))?;
    ensure!(mine == "mine", "it is written to: {mine}");
    Ok(errors)
}
