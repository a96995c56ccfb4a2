//! Chromium with the extension and a fresh profile.

use crate::devtools::DevTools;
use crate::process::{Process, with_argument};
use crate::screen::Screen;
use crate::wait::until;
use anyhow::Context;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file in a profile in which Chromium writes its DevTools port and path.
const PORT_FILE: &str = "DevToolsActivePort";

/// Switches of every start.
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

/// Switches of the tests' browsers: with a DevTools port, without access to other hosts, and
/// without the two hidden pages of the address bar, which Chromium loads for each window: they take
/// half of the time of a start.
const TEST_SWITCHES: [&str; 8] = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    // Page tools, which Chrome has by itself only on sites of an origin trial.
    "--enable-features=WebMCPTesting",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost , EXCLUDE *.localhost",
];

/// Mounts a folder at `/etc/chromium` in a mount namespace of its own, then runs the command in the
/// remaining arguments.
const UNDER_ADMINISTRATOR: &str = r#"mount --bind "$1" /etc/chromium && shift && exec "$@""#;

/// Further switches of one start: the screen of the browser's windows.
pub struct DisplayMode(Vec<&'static str>);

impl DisplayMode {
    /// A browser for a user. Headless if there is no display, without a sandbox as root.
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

    /// A headless browser for tests.
    fn headless() -> Self {
        Self([&["--headless=new"], &TEST_SWITCHES[..]].concat())
    }

    /// A browser for tests with visible windows, on an X server even in a Wayland session.
    fn on_screen() -> Self {
        Self([&["--ozone-platform=x11"], &TEST_SWITCHES[..]].concat())
    }
}

/// Starts Chromium on the profile, with the extension loaded from the folder and a page open.
pub fn launch(
    profile: &Path,
    extension: &Path,
    log: &Path,
    mode: &DisplayMode,
    page: &str,
) -> anyhow::Result<Process> {
    launch_by(
        Command::new(chromium()),
        profile,
        extension,
        log,
        mode,
        page,
    )
}

/// Like [`launch`], by a command that runs Chromium.
fn launch_by(
    mut command: Command,
    profile: &Path,
    extension: &Path,
    log: &Path,
    mode: &DisplayMode,
    page: &str,
) -> anyhow::Result<Process> {
    prepare(profile)?;
    command
        .args(SWITCHES)
        .args(&mode.0)
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--load-extension={}", extension.display()))
        .arg(page);
    Process::start(&mut command, log)
}

/// A running browser.
pub struct Browser {
    /// The browser's process, if this process started it.
    process: Option<Process>,
    /// The DevTools connection.
    pub devtools: DevTools,
    /// `host:port` of the DevTools HTTP server.
    pub debug: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts Chromium on the profile, with the extension loaded from the folder, and connects to
    /// its DevTools.
    pub async fn start(profile: &Path, extension: &Path, log: &Path) -> anyhow::Result<Self> {
        let (command, mode) = (Command::new(chromium()), DisplayMode::headless());
        Self::start_by(command, mode, profile, extension, log).await
    }

    /// Like [`Browser::start`], with a device scale factor: a switch of Chromium.
    pub async fn start_at_scale(
        scale: &'static str,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let (command, mut mode) = (Command::new(chromium()), DisplayMode::headless());
        mode.0.push(scale);
        Self::start_by(command, mode, profile, extension, log).await
    }

    /// Like [`Browser::start`], with visible windows on this screen.
    pub async fn start_on(
        screen: &Screen,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let mut command = Command::new(chromium());
        command.env("DISPLAY", screen.display());
        Self::start_by(command, DisplayMode::on_screen(), profile, extension, log).await
    }

    /// Like [`Browser::start`], with policies of an administrator: this browser alone sees the
    /// folder at `/etc/chromium`, where Chromium reads `policies/managed/*.json`.
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
        Self::start_by(command, DisplayMode::headless(), profile, extension, log).await
    }

    async fn start_by(
        command: Command,
        mode: DisplayMode,
        profile: &Path,
        extension: &Path,
        log: &Path,
    ) -> anyhow::Result<Self> {
        // An earlier browser on the profile may have left its port.
        let _ = std::fs::remove_file(profile.join(PORT_FILE));
        let process = launch_by(command, profile, extension, log, &mode, "about:blank")?;
        let browser = Self::connect(profile, Some(process)).await;
        browser.with_context(|| format!("see {}", log.display()))
    }

    /// Connects to the browser that another process has started on the profile.
    pub async fn join(profile: &Path) -> anyhow::Result<Self> {
        Self::connect(profile, None).await
    }

    async fn connect(profile: &Path, process: Option<Process>) -> anyhow::Result<Self> {
        let (port, path) = until("Chromium's debugging port", || async {
            let text = std::fs::read_to_string(profile.join(PORT_FILE))?;
            let mut lines = text.lines().map(str::to_owned);
            Ok(lines.next().zip(lines.next()))
        })
        .await?;
        let debug = format!("127.0.0.1:{port}");
        Ok(Self {
            process,
            devtools: DevTools::connect(&format!("ws://{debug}{path}")).await?,
            debug,
            profile: profile.to_path_buf(),
        })
    }

    /// The browser's process. An error if another process started it.
    pub fn process(&mut self) -> anyhow::Result<&mut Process> {
        let process = self.process.as_mut();
        process.context("this process did not start the browser")
    }

    /// The DevTools target ids of the open pages whose URL contains a text.
    pub async fn open_pages(&self, part: &str) -> anyhow::Result<Vec<String>> {
        self.targets("page", part).await
    }

    /// The DevTools target ids of a type whose URL contains a text.
    pub async fn targets(&self, kind: &str, part: &str) -> anyhow::Result<Vec<String>> {
        let listed = self.devtools.command("", "Target.getTargets", json!({}));
        let listed = listed.await?;
        let targets = listed["targetInfos"].as_array().context("targets")?.iter();
        let matching = targets.filter(|target| {
            let url = target["url"].as_str().unwrap_or_default();
            target["type"] == kind && url.contains(part)
        });
        let ids = matching.filter_map(|target| target["targetId"].as_str().map(str::to_owned));
        Ok(ids.collect())
    }

    /// Process ids of this browser whose command line contains a text (`--type=renderer`,
    /// `--extension-process` …).
    pub fn processes_with(&self, part: &str) -> Vec<u32> {
        let profile = self.profile.display().to_string();
        let all = with_argument(part).into_iter();
        let own =
            all.filter(|(id, arguments)| arguments.contains(&profile) || self.is_parent_of(*id));
        own.map(|(id, _)| id).collect()
    }

    fn is_parent_of(&self, id: u32) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // After the name in parentheses: state, parent, process group.
        let group = status
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(2)?.parse::<u32>().ok());
        group.is_some() && group == self.process.as_ref().map(Process::id)
    }
}

/// The browsers of a pool that can be leased, in an answer of `GET /browsers`.
pub fn free_browsers(listed: &Value) -> impl Iterator<Item = &Value> {
    let browsers = listed["browsers"].as_array().into_iter().flatten();
    browsers.filter(|browser| browser["ready"] == true)
}

/// Writes the preferences of a new profile. Without developer mode an unpacked extension is
/// disabled when it reloads itself.
fn prepare(profile: &Path) -> anyhow::Result<()> {
    let preferences = profile.join("Default/Preferences");
    if preferences.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(profile.join("Default"))?;
    let downloads = profile.join("Downloads");
    let settings = json!({
        "extensions": {"ui": {"developer_mode": true}},
        "session": {"restore_on_startup": 5},
        // Otherwise Chrome prompts before the second download of a page without a user gesture.
        "profile": {"default_content_setting_values": {"automatic_downloads": 1}},
        "download": {"default_directory": downloads, "prompt_for_download": false},
    });
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
