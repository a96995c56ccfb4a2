//! Chromium with the extension and a fresh profile.

use crate::devtools::DevTools;
use crate::process::Process;
use crate::screen::Screen;
use crate::wait::until;
use anyhow::Context;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What every start says.
const SWITCHES: [&str; 8] = [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// A browser of tests: DevTools speak to it, and it reaches nothing but the loopback address.
const OF_TESTS: [&str; 6] = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost , EXCLUDE *.localhost",
];

/// Puts a folder in the place of `/etc/chromium`, in a namespace of its own, and goes on as the
/// command behind it.
const UNDER_ADMINISTRATOR: &str = r#"mount --bind "$1" /etc/chromium && shift && exec "$@""#;

/// Further switches of one start.
pub struct Look(Vec<&'static str>);

impl Look {
    /// A browser for a person: headless where there is no display, without a sandbox where it can
    /// have none.
    pub fn of_this_machine() -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let mut switches = Vec::new();
        if !(cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY")) {
            switches.extend(["--headless=new", "--disable-gpu"]);
        }
        if rustix::process::geteuid().is_root() {
            switches.extend(["--no-sandbox", "--disable-dev-shm-usage"]);
        }
        Self(switches)
    }

    /// A browser of tests that nobody sees.
    fn headless() -> Self {
        Self([&["--headless=new"], &OF_TESTS[..]].concat())
    }

    /// A browser of tests that shows itself, on an X server whatever the session of this machine.
    fn on_screen() -> Self {
        Self([&["--ozone-platform=x11"], &OF_TESTS[..]].concat())
    }
}

/// Starts Chromium on the profile, with the extension loaded from the folder and a page open.
pub fn launch(
    profile: &Path,
    extension: &Path,
    log: &Path,
    look: &Look,
    page: &str,
) -> anyhow::Result<Process> {
    launch_by(
        Command::new(chromium()),
        profile,
        extension,
        log,
        look,
        page,
    )
}

/// The same, where the command ends in Chromium.
fn launch_by(
    mut command: Command,
    profile: &Path,
    extension: &Path,
    log: &Path,
    look: &Look,
    page: &str,
) -> anyhow::Result<Process> {
    prepare(profile)?;
    command
        .args(SWITCHES)
        .args(&look.0)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--load-extension={}", extension.display()))
        .arg(page);
    Process::start(&mut command, log)
}

/// A running browser.
pub struct Browser {
    /// The browser's process with its group.
    pub process: Process,
    /// The connection to it.
    pub devtools: DevTools,
    /// `host:port` of DevTools' own web server.
    pub debug: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts Chromium on the profile, with the extension loaded from the folder, and waits until
    /// it can be spoken to.
    pub async fn start(profile: &Path, extension: &Path, log: &Path) -> anyhow::Result<Self> {
        let (command, look) = (Command::new(chromium()), Look::headless());
        Self::start_by(command, look, profile, extension, log).await
    }

    /// The same on a screen with so many pixels of a CSS pixel: a switch of Chromium's.
    pub async fn start_at_scale(
        scale: &'static str,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let (command, mut look) = (Command::new(chromium()), Look::headless());
        look.0.push(scale);
        Self::start_by(command, look, profile, extension, log).await
    }

    /// The same with windows, on this screen.
    pub async fn start_on(
        screen: &Screen,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let mut command = Command::new(chromium());
        command.env("DISPLAY", screen.display());
        Self::start_by(command, Look::on_screen(), profile, extension, log).await
    }

    /// The same on a Linux with an administrator: for this browser alone, the folder stands in the
    /// place of `/etc/chromium`, where Chromium looks for `policies/managed/*.json`.
    pub async fn start_managed(
        etc: &Path,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let mut command = Command::new("unshare");
        if !rustix::process::geteuid().is_root() {
            command.arg("--map-root-user");
        }
        command.args(["--mount", "sh", "-c", UNDER_ADMINISTRATOR, "sh"]);
        command.arg(etc).arg(chromium());
        Self::start_by(command, Look::headless(), profile, extension, log).await
    }

    async fn start_by(
        command: Command,
        look: Look,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let port_file = profile.join("DevToolsActivePort");
        let _ = std::fs::remove_file(&port_file);
        let process = launch_by(command, profile, extension, log, &look, "about:blank")?;
        let (debug, address) = until("Chromium's debugging port", || async {
            let text = std::fs::read_to_string(&port_file)
                .with_context(|| format!("see {}", log.display()))?;
            let mut lines = text.lines();
            Ok(lines.next().zip(lines.next()).map(|(port, path)| {
                (
                    format!("127.0.0.1:{port}"),
                    format!("ws://127.0.0.1:{port}{path}"),
                )
            }))
        })
        .await?;
        let devtools = DevTools::connect(&address).await?;
        Ok(Self {
            process,
            devtools,
            debug,
            profile: profile.to_path_buf(),
        })
    }

    /// Process ids of this browser whose command line holds a word (`--type=renderer`,
    /// `--extension-process` …).
    pub fn processes_with(&self, word: &str) -> Vec<u32> {
        let profile = self.profile.display().to_string();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        ids.filter(|id| {
            let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            line.contains(word) && (line.contains(&profile) || self.is_parent_of(*id))
        })
        .collect()
    }

    fn is_parent_of(&self, id: u32) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // After the name in brackets: state, parent, process group.
        let group = status
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(2)?.parse::<u32>().ok());
        group == Some(self.process.id())
    }
}

/// The profile's settings before its first start. Without developer mode an unpacked extension does
/// not survive its own reload.
fn prepare(profile: &Path) -> anyhow::Result<()> {
    let preferences = profile.join("Default/Preferences");
    if preferences.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(profile.join("Default"))?;
    let settings = json!({"extensions": {"ui": {"developer_mode": true}}, "session": {"restore_on_startup": 5}});
    std::fs::write(preferences, settings.to_string())?;
    Ok(())
}

fn chromium() -> PathBuf {
    if let Some(path) = std::env::var_os("AXLENS_CHROMIUM") {
        return path.into();
    }
    let known = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ];
    known
        .iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
        .unwrap_or_else(|| "chromium".into())
}
