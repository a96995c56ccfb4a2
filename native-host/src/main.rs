//! The native messaging host as Chrome starts it: frames on stdin and stdout, remarks on stderr.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use axlens_native_host::settings::Settings;
use axlens_native_host::watch::Watch;
use axlens_native_host::{host, platform};

const NOT_BY_HAND: &str = "this program is started by the browser: `axlens install` sees to that";

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("axlens-native-host: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The launcher names the settings, or has their name; Chrome adds the extension's origin, which
/// its manifest has checked already.
fn start() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let file = arguments.next().map(PathBuf::from);
    match (mode.to_str(), file) {
        (Some("--settings"), Some(file)) => talk(file),
        (Some(platform::BECOME_SERVER), Some(file)) => {
            let settings = Settings::read(&file).map_err(anyhow::Error::msg)?;
            Err(platform::become_server(&settings))
                .context("the server's program cannot be started")
        }
        (Some(mode), _) => match platform::settings_of_launcher(mode)? {
            Some(file) => talk(file),
            None => bail!(NOT_BY_HAND),
        },
        (None, _) => bail!(NOT_BY_HAND),
    }
}

fn talk(settings_file: PathBuf) -> Result<()> {
    // An upgrade replaces the file while this process runs. Its path can't be determined then.
    let program = std::env::current_exe().context("the path of this program")?;
    let watch = Settings::read(&settings_file).map(|settings| Watch {
        settings,
        settings_file,
        program,
    });
    Ok(host::run(
        std::io::stdin(),
        &mut std::io::stdout().lock(),
        watch,
    )?)
}
