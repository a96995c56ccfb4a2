//! An installer that is killed, and one that is only half there.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::process::Command;

use crate::installers::{Location, Reply, User, script};
use anyhow::{Result, ensure};

/// Kills an upgrade with a signal while its archive is downloaded.
fn kill_while_downloading(signal: &str) -> Result<(Location, User)> {
    let (location, user) = User::with_installation()?;
    location.publish("1.3.0")?;
    let (path, archive) = location.archive_of("1.3.0")?;
    location.set(&path, Reply::Stalled(archive.clone()));
    let installer = user.command(&script(), &[]).spawn()?;
    location.wait_for(&path)?;
    let group = format!("-{}", installer.id());
    let sent = Command::new("kill").args([signal, "--", &group]).status()?;
    ensure!(sent.success(), "kill failed");
    let output = installer.wait_with_output()?;
    assert!(!output.status.success(), "{output:?}");
    let stderr = String::from_utf8(output.stderr)?;
    // A shell may report first that a signal ended curl.
    let is_reported = stderr.ends_with("axlens: interrupted: run this again\n");
    assert_eq!(is_reported, signal != "-KILL", "{stderr}");
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    location.set(&path, Reply::Whole(archive));
    Ok((location, user))
}

#[test]
fn an_interrupted_download_leaves_the_old_installation_and_nothing_else() -> Result<()> {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let (_location, user) = kill_while_downloading(signal)?;
        assert_eq!(user.leftovers(), [] as [&str; 0], "{signal}");
    }
    Ok(())
}

#[test]
fn what_a_killed_installer_left_is_removed_by_the_next() -> Result<()> {
    let (_location, user) = kill_while_downloading("-KILL")?;
    assert_eq!(user.leftovers().len(), 1);
    user.install(&[])?.succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.3.0"));
    assert_eq!(user.leftovers(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn an_installer_killed_between_the_renames_is_repaired_by_the_next() -> Result<()> {
    let (location, user) = User::with_installation()?;
    location.publish("1.3.0")?;
    user.replace_tool(
        "mv",
        "case $1 in *linux-musl) kill -KILL $PPID; exit 1 ;; esac\nexec REAL \"$@\"",
    )?;
    assert_eq!(user.install(&[])?.code, None);
    assert_eq!(user.version(), None);
    // The next one fails for another reason, and yet repairs the installation.
    user.install(&["--version", "9.9.9"])?
        .failed_with(&["is not there"])?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    assert_eq!(user.leftovers(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn a_signal_between_the_renames_waits() -> Result<()> {
    let (location, user) = User::with_installation()?;
    location.publish("1.3.0")?;
    user.replace_tool("mv", "kill -TERM $PPID\nexec REAL \"$@\"")?;
    user.install(&[])?.succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.3.0"));
    assert_eq!(user.leftovers(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn an_old_installation_that_cannot_be_put_back_is_kept() -> Result<()> {
    let (location, user) = User::with_installation()?;
    location.publish("1.3.0")?;
    user.replace_tool(
        "mv",
        "case $1 in *.axlens-install*) exit 1 ;; esac\nexec REAL \"$@\"",
    )?;
    user.install(&[])?
        .failed_with(&["/old", "run this again to put it back"])?;
    user.replace_tool("mv", "exec REAL \"$@\"")?;
    user.install(&["--version", "9.9.9"])?
        .failed_with(&["is not there"])?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    Ok(())
}

#[test]
fn a_truncated_script_does_nothing() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    let whole = fs::read_to_string(script())?;
    let last = whole.trim_end();
    let line_ends = whole.match_indices('\n').map(|(end, _)| end);
    let in_last_line = last.rfind('\n').unwrap_or_default()..last.len();
    let cut = user.home("cut.sh");
    for end in line_ends
        .filter(|end| *end < last.len())
        .chain(in_last_line)
    {
        fs::write(&cut, &whole[..end])?;
        let outcome = user.run(&cut, &[])?;
        assert_eq!(location.requested(), [] as [&str; 0], "{end}: {outcome:?}");
        assert!(!user.home(".local").exists(), "{end}: {outcome:?}");
    }
    // The whole script without its last line break works.
    fs::write(&cut, last)?;
    user.run(&cut, &[])?.succeeded()?;
    Ok(())
}

#[test]
fn what_another_user_left_is_neither_run_nor_removed() -> Result<()> {
    let (_location, user) = User::with_installation()?;
    let planted = user.home(".local/share/.axlens-install.4194399");
    let installed = planted.join("old");
    fs::create_dir_all(installed.join("extension"))?;
    let program = installed.join("axlens");
    fs::write(&program, "#!/bin/sh\necho planted >\"$HOME/ran\"\n")?;
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
    // Only root can give a folder to another user.
    if chown(&planted, Some(65534), None).is_err() {
        return Ok(());
    }
    fs::remove_dir_all(user.installed())?;
    user.install(&["--uninstall"])?
        .failed_with(&["no Axlens in"])?;
    assert!(!user.home("ran").exists());
    // The same, at the place of the installation itself.
    fs::rename(&installed, user.installed())?;
    chown(user.installed(), Some(65534), None)?;
    user.install(&["--uninstall"])?
        .failed_with(&["no Axlens in"])?;
    assert!(!user.home("ran").exists());
    Ok(())
}
