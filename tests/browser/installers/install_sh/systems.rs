//! Systems, processors, and machines that lack a program.

use crate::installers::{Location, Reply, User};
use anyhow::Result;

#[test]
fn unknown_systems_and_processors_are_named() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    for (system, processor, text) in [
        ("FreeBSD", "amd64", "no archive for FreeBSD"),
        ("Linux", "riscv64", "the processor riscv64"),
        ("MINGW64_NT-10.0", "x86_64", "install.ps1"),
    ] {
        user.set_system(system, processor, "1.0")?;
        user.install(&[])?.failed_with(&[text])?;
    }
    assert_eq!(location.requested(), [] as [&str; 0]);
    Ok(())
}

#[test]
fn each_platform_downloads_its_own_archive() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    for (system, processor, platform) in [
        ("Linux", "aarch64", "aarch64-unknown-linux-musl"),
        ("Darwin", "arm64", "aarch64-apple-darwin"),
        ("Darwin", "x86_64", "x86_64-apple-darwin"),
    ] {
        user.set_system(system, processor, "1.0")?;
        user.install(&[])?
            .failed_with(&["does not list", platform])?;
    }
    Ok(())
}

#[test]
fn rosetta_is_seen_through() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    user.set_system("Darwin", "x86_64", "1.0")?;
    user.add_script("sysctl", "echo 1")?;
    user.install(&[])?.failed_with(&["aarch64-apple-darwin"])?;
    Ok(())
}

#[test]
fn in_wsl_it_names_the_installation_for_windows() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    user.set_system("Linux", "x86_64", "5.15.0-microsoft-standard-WSL2")?;
    let outcome = user.install(&[])?.succeeded()?;
    assert!(
        outcome.stdout.contains("A browser in Windows"),
        "{outcome:?}"
    );
    assert!(outcome.stdout.contains("docs/platforms.md"), "{outcome:?}");
    Ok(())
}

#[test]
fn wget_is_used_without_curl() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    user.remove_tool("curl")?;
    user.add_tool("wget")?;
    user.install(&[])?.succeeded()?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    location.publish("1.3.0")?;
    let (path, archive) = location.archive_of("1.3.0")?;
    location.set(&path, Reply::Half(archive));
    user.install(&[])?.failed_with(&["cannot download"])?;
    location.remove(&path);
    user.install(&[])?.failed_with(&["is not there"])?;
    assert_eq!(user.version().as_deref(), Some("1.2.3"));
    Ok(())
}

#[test]
fn without_curl_and_wget_it_says_so() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let user = User::of(&location)?;
    user.remove_tool("curl")?;
    user.install(&[])?
        .failed_with(&["neither curl nor GNU wget", "install curl"])?;
    // One that may not check certificates.
    user.add_script("wget", "echo BusyBox")?;
    user.install(&[])?
        .failed_with(&["neither curl nor GNU wget"])?;
    Ok(())
}

#[test]
fn the_checksum_is_verified_by_any_of_three_programs() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    for program in ["shasum", "openssl"] {
        let user = User::of(&location)?;
        user.remove_tool("sha256sum")?;
        user.install(&[])?
            .failed_with(&["no program for SHA-256"])?;
        user.add_tool(program)?;
        user.install(&[])?.succeeded()?;
    }
    Ok(())
}

#[test]
fn a_redirect_to_another_scheme_is_not_followed() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    for (program, text) in [("curl", "cannot download"), ("wget", "install curl")] {
        let user = User::of(&location)?;
        user.remove_tool("curl")?;
        user.add_tool(program)?;
        let elsewhere = location.url.replace("http:", "ftp:");
        location.set("/latest/VERSION", Reply::Redirect(elsewhere));
        user.install(&[])?.failed_with(&[text])?;
    }
    Ok(())
}

#[test]
fn sudo_is_refused() -> Result<()> {
    let location = Location::start(&["1.2.3"])?;
    let mut user = User::of(&location)?;
    user.set("SUDO_USER", "ada");
    user.replace_tool("id", "echo 0")?;
    user.install(&[])?.failed_with(&["without sudo"])?;
    Ok(())
}
