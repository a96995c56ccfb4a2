//! Archives with the layout of the real ones.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::installers::PLATFORM;

/// The program in the archives: it prints its version, writes each call into `calls` in the home
/// directory, and `serve` runs until it can read a line.
const PROGRAM: &str = r#"#!/bin/sh
case $1 in
  --version) echo "axlens VERSION"; exit ;;
  serve) echo "serving VERSION"; read -r line; echo "still VERSION"; exit ;;
esac
echo "$*" >>"$HOME/calls"
if [ "$1" = "${AXLENS_TEST_FAILS:-}" ]; then echo "axlens: $1 failed" >&2; exit 1; fi
echo "done: $1"
"#;

/// A `tar.gz` archive of a version, as bytes.
pub fn archive(version: &str) -> Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let name = format!("axlens-{version}-{PLATFORM}");
    let root = folder.path().join(&name);
    fs::create_dir_all(root.join("extension"))?;
    fs::write(root.join("extension/manifest.json"), "{}\n")?;
    fs::write(root.join("LICENSE"), "a licence\n")?;
    for program in ["axlens", "axlens-native-host"] {
        let path = root.join(program);
        fs::write(&path, PROGRAM.replace("VERSION", version))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    let output = Command::new("tar")
        .arg("-C")
        .arg(folder.path())
        .args(["-czf", "-"])
        .arg(&name)
        .output()?;
    ensure!(output.status.success(), "tar failed: {output:?}");
    Ok(output.stdout)
}

/// The checksum of bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    digits.iter().map(|byte| format!("{byte:02x}")).collect()
}
