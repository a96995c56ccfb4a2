//! What can be checked in the installers without running them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

fn deploy(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../deploy")
        .join(file)
}

#[test]
fn the_installers_have_the_download_url_of_the_product() -> Result<()> {
    let url = fs::read_to_string(deploy("download-url.txt"))?;
    let url = url.trim();
    assert!(url.starts_with("https://") && !url.ends_with('/'), "{url}");
    for (file, line) in [
        ("install.sh", format!("DEFAULT_URL={url}")),
        ("install.ps1", format!("$DefaultUrl = '{url}'")),
    ] {
        let text = fs::read_to_string(deploy(file))?;
        assert!(text.lines().any(|each| each == line), "{file}: {line}");
        assert_eq!(text.matches(url).count(), 1, "{file}");
    }
    Ok(())
}

#[test]
fn shellcheck_accepts_the_scripts() -> Result<()> {
    let output = Command::new("shellcheck")
        .args(["--shell", "sh"])
        .args([deploy("install.sh"), deploy("pin-clients.sh")])
        .output()
        .context("shellcheck is missing: install it for this test")?;
    let text = String::from_utf8(output.stdout).context("its output")?;
    assert!(output.status.success(), "{text}");
    Ok(())
}
