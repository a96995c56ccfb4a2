//! `axlens upgrade`: prints the command that upgrades Axlens, and with `--check` whether there is a
//! newer version. It never replaces itself: the installers do that, because they also replace the
//! native host and the extension.

mod download;

use super::{OK, print};
use anyhow::{Context, ensure};
use clap::Args;
use download::Location;
use semver::Version;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Exit code of `--check`: a newer version is available.
pub const NEWER: u8 = 10;

const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The fault of the default location before the first release.
const NOT_PUBLISHED: &str = "No release of Axlens is public yet: to get a newer version, update the source and build it again (`git pull`, `cargo xtask build`). `--download-url URL` names a location with releases.";

/// Arguments of `axlens upgrade`.
#[derive(Debug, Args)]
pub struct UpgradeArgs {
    /// Download the number of the newest version, and compare it with this one. Exit codes: 0 up to
    /// date, 10 newer version available, 1 it could not be checked.
    #[arg(long)]
    check: bool,
    /// The download location, an https URL [default: the project's].
    #[arg(long, value_name = "URL", env = "AXLENS_DOWNLOAD_URL")]
    download_url: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The output of `axlens upgrade --json`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// The version of this program.
    version: &'a str,
    /// The newest version; null without `--check`.
    newest: Option<String>,
    /// Whether the newest version is newer than this one; null without `--check`.
    newer: Option<bool>,
    /// The command that upgrades Axlens.
    command: String,
}

/// `axlens upgrade`
///
/// # Errors
/// If the download location is not secure or has no version, or if no release is public yet.
pub fn upgrade(args: &UpgradeArgs) -> anyhow::Result<u8> {
    let named = args.download_url.as_deref().filter(|url| !url.is_empty());
    let location = Location::parse(named)?;
    ensure!(!location.is_reserved(), NOT_PUBLISHED);
    let newest = match args.check {
        true => Some(location.newest_version()?),
        false => None,
    };
    let program = std::env::current_exe().context("the path of this program")?;
    let program = program.canonicalize().unwrap_or(program);
    let command = command(&location, &program, newest.as_ref());
    let report = Report::new(OWN_VERSION, newest, command)?;
    match args.json {
        true => print::json(&report)?,
        false => print::text(&report.as_text()),
    }
    Ok(match report.newer {
        Some(true) => NEWER,
        Some(false) | None => OK,
    })
}

impl<'a> Report<'a> {
    fn new(
        version: &'a str,
        newest: Option<Version>,
        command: String,
    ) -> anyhow::Result<Report<'a>> {
        let own: Version = version.parse().context("the version of this program")?;
        Ok(Report {
            version,
            newer: newest.as_ref().map(|newest| *newest > own),
            newest: newest.map(|newest| newest.to_string()),
            command,
        })
    }

    fn as_text(&self) -> String {
        let Report {
            version, command, ..
        } = self;
        match (&self.newest, self.newer) {
            (Some(newest), Some(true)) => {
                format!(
                    "Axlens {newest} is available; this is {version}. To upgrade, run\n  {command}"
                )
            }
            (Some(newest), _) => {
                format!("up to date: this is {version}, the newest version is {newest}")
            }
            (None, _) => format!(
                "`axlens upgrade --check` looks for a newer version. To upgrade to the newest, run\n  {command}"
            ),
        }
    }
}

/// The command that upgrades the installation that a program belongs to.
fn command(location: &Location, program: &Path, newest: Option<&Version>) -> String {
    let parts: Vec<_> = program.iter().map(|part| part.to_string_lossy()).collect();
    let is_in = |name: &str| parts.iter().any(|part| part.eq_ignore_ascii_case(name));
    if is_in("Cellar") {
        return "brew upgrade axlens".to_owned();
    }
    if is_in("WinGet") {
        return "winget upgrade Axlens.Axlens".to_owned();
    }
    if program.starts_with("/usr") && !program.starts_with("/usr/local") {
        return debian_package(location.url(), newest);
    }
    installer(location, custom_folder(program).as_deref())
}

/// The file of a Debian package has the version in its name.
fn debian_package(url: &str, newest: Option<&Version>) -> String {
    let Some(version) = newest else {
        return "axlens upgrade --check".to_owned();
    };
    let architecture = match std::env::consts::ARCH {
        "aarch64" => "arm64",
        _ => "amd64",
    };
    let file = format!("axlens_{version}_{architecture}.deb");
    format!("curl -fLO {url}/{version}/{file} && sudo apt install ./{file}")
}

/// The folder of an installation by the installer, if it is not the default one.
fn custom_folder(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let directories = directories::BaseDirs::new()?;
    let default = match cfg!(windows) {
        true => directories.data_local_dir().join("Programs").join("Axlens"),
        false => directories.home_dir().join(".local/share/axlens"),
    };
    let default = default.canonicalize().unwrap_or(default);
    let is_installed = folder.join("extension").join("manifest.json").is_file();
    (is_installed && folder != default).then(|| folder.to_owned())
}

fn installer(location: &Location, folder: Option<&Path>) -> String {
    let url = location.url();
    let folder = folder.map(|folder| folder.display().to_string());
    let named_url = (!location.is_default()).then(|| url.to_owned());
    let variables = [
        ("AXLENS_DOWNLOAD_URL", named_url),
        ("AXLENS_INSTALL_DIR", folder),
    ];
    let variables = variables
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    if cfg!(windows) {
        let set: String = variables
            .map(|(name, value)| format!("$env:{name} = '{}'; ", value.replace('\'', "''")))
            .collect();
        return format!("{set}irm {url}/latest/install.ps1 | iex");
    }
    let set: String = variables
        .map(|(name, value)| match shlex::try_quote(&value) {
            Ok(quoted) => format!("{name}={quoted} "),
            Err(_) => String::new(),
        })
        .collect();
    format!("curl -fsSL {url}/latest/install.sh | {set}sh")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(newest: Option<&str>) -> Report<'static> {
        let newest = newest.map(|newest| newest.parse().expect("a version"));
        Report::new("0.9.0", newest, "RUN".to_owned()).expect("a report")
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        for (newest, newer) in [
            ("0.10.0", true),
            ("0.9.1", true),
            ("0.9.0", false),
            ("0.8.9", false),
            ("0.9.0-beta.1", false),
        ] {
            assert_eq!(report(Some(newest)).newer, Some(newer), "{newest}");
        }
        assert!(report(Some("0.10.0")).as_text().ends_with("run\n  RUN"));
        assert!(!report(Some("0.9.0")).as_text().contains("RUN"));
        assert_eq!(report(None).newer, None);
        assert!(report(None).as_text().ends_with("run\n  RUN"));
    }

    #[test]
    fn the_command_is_that_of_the_installation() {
        let default = Location::parse(None).expect("a location");
        let newest = Version::new(1, 2, 3);
        let command = |path: &str| command(&default, Path::new(path), Some(&newest));
        assert_eq!(
            command("/opt/homebrew/Cellar/axlens/0.9.0/bin/axlens"),
            "brew upgrade axlens"
        );
        let url = default.url();
        if cfg!(unix) {
            let by_script = format!("curl -fsSL {url}/latest/install.sh | sh");
            assert_eq!(command("/opt/axlens/axlens"), by_script);
            assert_eq!(command("/usr/local/bin/axlens"), by_script);
            let package = command("/usr/lib/axlens/axlens");
            let (download, install) = package.split_once(" && ").expect("two commands");
            assert!(download.starts_with(&format!("curl -fLO {url}/1.2.3/axlens_1.2.3_")));
            assert!(install.starts_with("sudo apt install ./axlens_1.2.3_"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_command_has_the_location_and_the_folder_that_are_not_the_default() {
        let folder = tempfile::tempdir().expect("a folder");
        let installed = folder.path().join("Ada's tools");
        let manifest = installed.join("extension/manifest.json");
        std::fs::create_dir_all(manifest.parent().expect("a folder")).expect("created");
        std::fs::write(manifest, "{}").expect("written");
        let location = Location::parse(Some("https://mirror.example/axlens/")).expect("a location");
        let text = command(&location, &installed.join("axlens"), None);
        let script = "curl -fsSL https://mirror.example/axlens/latest/install.sh";
        assert_eq!(
            text,
            format!(
                "{script} | AXLENS_DOWNLOAD_URL=https://mirror.example/axlens AXLENS_INSTALL_DIR=\"{}\" sh",
                installed.display()
            )
        );
    }
}
