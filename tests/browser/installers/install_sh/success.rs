//! Installing, upgrading and uninstalling.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use crate::installers::{Location, User};
use anyhow::{Context as _, Result};

#[test]
fn a_fresh_installation_registers_and_says_what_comes_next() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    let outcome = user.install(&[])?.succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    assert_eq!(user.calls(), "install\n");
    let extension = user.installed().join("extension");
    assert!(extension.join("manifest.json").is_file());
    for text in [
        "chrome://extensions",
        &extension.display().to_string(),
        "axlens doctor",
        "is not in PATH",
    ] {
        assert!(outcome.stdout.contains(text), "{text}: {outcome:?}");
    }
    assert_eq!(user.leftovers(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn a_version_is_selected_and_not_registered_on_request() -> Result<()> {
    let location = Location::start(&["1.2.3", "1.3.0"])?;
    let user = User::of(&location)?;
    user.install(&["--version", "1.2.3", "--no-register"])?
        .succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    assert_eq!(user.calls(), "");
    user.install(&["--version=v1.3.0", "--no-register"])?
        .succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.3.0"));
    Ok(())
}

#[test]
fn a_running_program_survives_an_upgrade() -> Result<()> {
    let (location, user) = User::with_installation()?;
    let mut server = Command::new(user.installed().join("axlens"))
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut lines = BufReader::new(server.stdout.take().context("its output")?).lines();
    assert_eq!(lines.next().context("a line")??, "serving 1.2.3");
    location.publish("1.3.0")?;
    let outcome = user.install(&[])?.succeeded()?;
    assert!(outcome.stdout.contains("Reload"), "{outcome:?}");
    assert_eq!(user.version().as_deref(), Some("1.3.0"));
    server.stdin.take().context("its input")?.write_all(b"\n")?;
    assert_eq!(lines.next().context("a line")??, "still 1.2.3");
    assert!(server.wait()?.success());
    assert_eq!(user.leftovers(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn paths_may_have_spaces_and_quotes() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let mut user = User::in_home(&location, "Ada's \"home\" $HOME")?;
    user.install(&[])?.succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    let other = user.home("other place/of mine");
    user.set("AXLENS_INSTALL_DIR", &other.display().to_string());
    user.install(&[])?.succeeded()?;
    assert!(other.join("axlens-native-host").is_file());
    user.install(&["--uninstall"])?.succeeded()?;
    assert!(!other.exists());
    Ok(())
}

#[test]
fn uninstall_calls_the_program_and_keeps_the_stored_data() -> Result<()> {
    let (_location, user) = User::with_installation()?;
    let state = user.home(".local/state/axlens");
    fs::create_dir_all(&state)?;
    user.install(&["--uninstall"])?.succeeded()?;
    assert_eq!(user.calls(), "install\nuninstall\n");
    assert!(!user.installed().exists());
    assert!(!user.home(".local/bin/axlens").is_symlink());
    assert!(state.is_dir());
    user.install(&["--uninstall"])?
        .failed_with(&["no Axlens in"])?;
    Ok(())
}

#[test]
fn purge_is_passed_on_and_needs_uninstall() -> Result<()> {
    let (_location, user) = User::with_installation()?;
    user.install(&["--purge"])?.failed_with(&["--uninstall"])?;
    user.install(&["--uninstall", "--purge"])?.succeeded()?;
    assert_eq!(user.calls(), "install\nuninstall --purge\n");
    Ok(())
}

#[test]
fn a_failed_uninstall_keeps_the_programs() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let mut user = User::of(&location)?;
    user.install(&[])?.succeeded()?;
    user.set("AXLENS_TEST_FAILS", "uninstall");
    user.install(&["--uninstall"])?
        .failed_with(&["nothing is removed"])?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    Ok(())
}
