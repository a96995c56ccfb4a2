//! Every failure is one line with the next step, and leaves the old installation as it was.

use std::fs;

use crate::installers::{Location, Outcome, Reply, User, archive_name, sha256};
use anyhow::Result;

/// A user with version 1.2.3 and a location with 1.3.0.
fn before_an_upgrade() -> Result<(Location, User)> {
    let (location, user) = User::with_installation()?;
    location.publish("1.3.0")?;
    Ok((location, user))
}

/// Upgrading fails, and nothing has changed.
fn fails(user: &User, arguments: &[&str], texts: &[&str]) -> Result<Outcome> {
    let outcome = user.install(arguments)?.failed_with(texts)?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    assert_eq!(user.leftovers(), [] as [&str; 0]);
    Ok(outcome)
}

#[test]
fn a_wrong_checksum() -> Result<()> {
    let (location, user) = before_an_upgrade()?;
    let sums = format!("{}  {}\n", sha256(b"other"), archive_name("1.3.0"));
    location.set("/1.3.0/SHA256SUMS", Reply::Whole(sums.into_bytes()));
    fails(&user, &[], &["wrong checksum", "nothing is installed"])?;
    Ok(())
}

#[test]
fn a_truncated_download() -> Result<()> {
    let (location, user) = before_an_upgrade()?;
    let (path, archive) = location.archive_of("1.3.0")?;
    location.set(&path, Reply::Half(archive.clone()));
    fails(&user, &[], &["ended too early"])?;
    // A location that also declares the wrong length.
    location.set(&path, Reply::Whole(archive[..archive.len() / 2].to_vec()));
    fails(&user, &[], &["wrong checksum"])?;
    Ok(())
}

#[test]
fn a_missing_file() -> Result<()> {
    let (location, user) = before_an_upgrade()?;
    fails(
        &user,
        &["--version", "9.9.9"],
        &["/9.9.9/SHA256SUMS is not there", "--version"],
    )?;
    let (path, _) = location.archive_of("1.3.0")?;
    location.remove(&path);
    fails(&user, &[], &[&path, "is not there"])?;
    location.set("/1.3.0/SHA256SUMS", Reply::Whole(b"\n".to_vec()));
    fails(&user, &[], &["does not list axlens-1.3.0"])?;
    location.set("/latest/VERSION", Reply::Whole(b"<html>\n".to_vec()));
    fails(&user, &[], &["not a version", "AXLENS_DOWNLOAD_URL"])?;
    Ok(())
}

#[test]
fn a_pinned_checksum_is_compared_instead_of_the_published_one() -> Result<()> {
    let (location, user) = before_an_upgrade()?;
    let pinned = user.home("pinned sums");
    let list = pinned.display().to_string();
    let arguments = ["--version", "1.3.0", "--sums", &list];
    fails(&user, &arguments, &["cannot read", "--sums"])?;
    fs::write(
        &pinned,
        format!("{}  {}\n", sha256(b"other"), archive_name("1.3.0")),
    )?;
    fails(&user, &arguments, &["wrong checksum"])?;
    let (_, archive) = location.archive_of("1.3.0")?;
    fs::write(
        &pinned,
        format!("{}  {}\n", sha256(&archive), archive_name("1.3.0")),
    )?;
    location.remove("/1.3.0/SHA256SUMS");
    user.install(&arguments)?.succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.3.0"));
    Ok(())
}

#[test]
fn an_archive_of_something_else() -> Result<()> {
    let (location, user) = before_an_upgrade()?;
    let (path, _) = location.archive_of("1.3.0")?;
    let (_, other) = location.archive_of("1.2.3")?;
    let sums = format!("{}  {}\n", sha256(&other), archive_name("1.3.0"));
    location.set("/1.3.0/SHA256SUMS", Reply::Whole(sums.into_bytes()));
    location.set(&path, Reply::Whole(other));
    fails(&user, &[], &["has no axlens", "nothing is changed"])?;
    Ok(())
}

#[test]
fn a_full_disk_while_downloading_and_unpacking() -> Result<()> {
    let (_location, user) = before_an_upgrade()?;
    // A limit of no bytes for files: writing fails as on a full disk.
    user.replace_tool("curl", "trap '' XFSZ\nulimit -f 0\nexec REAL \"$@\"")?;
    fails(&user, &[], &["cannot write", "free space"])?;
    user.replace_tool("curl", "exec REAL \"$@\"")?;
    user.replace_tool("tar", "trap '' XFSZ\nulimit -f 0\nexec REAL \"$@\"")?;
    fails(&user, &[], &["cannot unpack", "free space"])?;
    Ok(())
}

#[test]
fn no_permission_to_write() -> Result<()> {
    let (_location, mut user) = before_an_upgrade()?;
    // A folder below a file can be created by nobody, not even by root.
    let below_a_file = user.home("calls/axlens").display().to_string();
    user.set("AXLENS_INSTALL_DIR", &below_a_file);
    fails(&user, &[], &["cannot create", "AXLENS_INSTALL_DIR"])?;
    Ok(())
}

#[test]
fn a_rename_that_fails_is_undone() -> Result<()> {
    let (_location, user) = before_an_upgrade()?;
    // The second rename, of the new folder to its place.
    user.replace_tool(
        "mv",
        "case $1 in *linux-musl) exit 1 ;; esac\nexec REAL \"$@\"",
    )?;
    fails(&user, &[], &["cannot move", "nothing is changed"])?;
    Ok(())
}

#[test]
fn a_folder_or_file_of_another_program_is_never_replaced() -> Result<()> {
    let (location, mut user) = before_an_upgrade()?;
    let other = user.home("documents");
    fs::create_dir(&other)?;
    fs::write(other.join("letter.txt"), "Dear Ada\n")?;
    user.set("AXLENS_INSTALL_DIR", &other.display().to_string());
    fails(&user, &[], &["not of Axlens"])?;
    fails(&user, &["--uninstall"], &["no Axlens in"])?;
    assert!(other.join("letter.txt").is_file());
    user.set("AXLENS_INSTALL_DIR", "relative/axlens");
    fails(&user, &[], &["absolute path"])?;
    let newcomer = User::of(&location)?;
    fs::create_dir_all(newcomer.home(".local/bin"))?;
    fs::write(newcomer.home(".local/bin/axlens"), "mine\n")?;
    newcomer.install(&[])?.failed_with(&["is not a link"])?;
    assert!(!newcomer.installed().exists());
    Ok(())
}

#[test]
fn a_failed_registration_says_what_to_run() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let mut user = User::of(&location)?;
    user.set("AXLENS_TEST_FAILS", "install");
    user.install(&[])?
        .failed_with(&["not registered", "axlens install"])?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    Ok(())
}

#[test]
fn only_https_and_the_loopback_address_are_accepted() -> Result<()> {
    let (location, mut user) = before_an_upgrade()?;
    location.requested();
    for url in [
        "http://downloads.example",
        "http://127.0.0.1.example/",
        "http://127.0.0.1:80@downloads.example",
        "http://localhostile.example",
        "ftp://127.0.0.1/",
        "file:///etc",
        "downloads.example",
    ] {
        user.set("AXLENS_DOWNLOAD_URL", url);
        fails(&user, &[], &["download URL", "AXLENS_DOWNLOAD_URL"])?;
    }
    assert_eq!(location.requested(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn unknown_options_and_versions_are_refused() -> Result<()> {
    let (_location, user) = before_an_upgrade()?;
    fails(
        &user,
        &["--verison", "1.3.0"],
        &["unknown option", "--help"],
    )?;
    fails(&user, &["--version"], &["has no value"])?;
    fails(&user, &["--version", "../1.3.0"], &["not a version"])?;
    fails(&user, &["--version", "1.3.0/../x"], &["not a version"])?;
    Ok(())
}
