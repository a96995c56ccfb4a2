//! The options of `axlens pool`.

use super::{Pool, chromium};
use crate::platform;
use crate::queue::pool_leases::LeaseLimits;
use anyhow::{Context, bail, ensure};
use axlens_local::StateDir;
use clap::Args;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The maximum number of Chromiums: the server remembers a few more browsers.
const MAX_SIZE: u64 = 12;

/// The longest time that can be chosen as maximum of a lease, in seconds.
const MAX_MAX_TTL: u64 = 7 * 24 * 3600;

/// The longest path of a Chromium's temporary folder. Chromium opens a socket in it, whose path is
/// 46 bytes longer and has at most 103 bytes on macOS, 107 on Linux.
const MAX_TEMPORARY_PATH: usize = 56;

/// Options of `axlens pool`.
#[derive(Args, Debug, Clone)]
pub struct PoolArgs {
    /// The number of Chromiums.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_SIZE))]
    size: u64,
    /// The program of Chromium [default: the installed one]
    #[arg(long, value_name = "PATH", env = "AXLENS_CHROMIUM")]
    chromium: Option<PathBuf>,
    /// The folder of the extension [default: the one that was installed with this program]
    #[arg(long, value_name = "DIR")]
    extension: Option<PathBuf>,
    /// The longest lease, in seconds.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 3600,
        value_parser = clap::value_parser!(u64).range(1..=MAX_MAX_TTL)
    )]
    max_ttl: u64,
    /// The maximum number of leases of one agent at a time.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        value_parser = clap::value_parser!(u64).range(1..=MAX_SIZE)
    )]
    per_agent: u64,
    /// Open no windows, also if there is a display.
    #[arg(long)]
    headless: bool,
}

impl PoolArgs {
    /// The pool with these options.
    ///
    /// # Errors
    /// If the system has no pools, Chromium or the extension is missing, or the path of the state
    /// directory is too long.
    pub fn check(&self, dir: &StateDir) -> anyhow::Result<Pool> {
        platform::check_pools()?;
        check_length(&super::folder(dir))?;
        Ok(Pool {
            size: usize::try_from(self.size)?,
            limits: LeaseLimits {
                max_ttl: Duration::from_secs(self.max_ttl),
                per_agent: usize::try_from(self.per_agent)?,
            },
            chromium: match &self.chromium {
                Some(path) => path.clone(),
                None => installed_chromium()?,
            },
            extension: extension(self.extension.as_deref())?,
            is_headless: self.headless || !platform::has_display(),
        })
    }
}

fn check_length(folder: &Path) -> anyhow::Result<()> {
    let length = chromium::temporary_folder(&folder.join(chromium::EXAMPLE_NAME))
        .as_os_str()
        .len();
    ensure!(
        length <= MAX_TEMPORARY_PATH,
        "the path of the state directory is {} bytes too long for Chromium's socket: choose another one with --state-dir",
        length - MAX_TEMPORARY_PATH
    );
    Ok(())
}

fn installed_chromium() -> anyhow::Result<PathBuf> {
    let installed = platform::CHROMIUM_PATHS.iter().map(PathBuf::from);
    let mut installed = installed.filter(|path| path.is_file());
    installed.next().context(
        "no Chromium is installed: install it, or name one with --chromium. Branded Chrome does not load the extension from the command line",
    )
}

/// The folder of the extension: the named one, or the one next to this program.
fn extension(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        let named = std::path::absolute(named)?;
        ensure!(
            is_extension(&named),
            "{} is not the folder of the extension",
            named.display()
        );
        return Ok(named);
    }
    let program = std::env::current_exe().context("the path of this program")?;
    let program = program.canonicalize().unwrap_or(program);
    let folders = program.ancestors().skip(1).take(2);
    let mut extensions = folders.map(|folder| folder.join("extension"));
    match extensions.find(|folder| is_extension(folder)) {
        Some(folder) => Ok(folder),
        None => bail!(
            "the folder of the extension is not next to this program: name it with --extension"
        ),
    }
}

fn is_extension(folder: &Path) -> bool {
    folder.join("manifest.json").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_too_long_for_a_socket_is_refused() {
        assert!(check_length(Path::new("/home/ada/.local/state/axlens/pool")).is_ok());
        let long = PathBuf::from("/").join("x".repeat(60)).join("pool");
        let error = check_length(&long).expect_err("too long");
        assert!(error.to_string().contains("--state-dir"), "{error}");
    }

    #[test]
    fn a_folder_without_the_extension_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(extension(Some(folder.path())).is_err());
        std::fs::write(folder.path().join("manifest.json"), "{}").expect("written");
        assert!(extension(Some(folder.path())).is_ok());
    }
}
