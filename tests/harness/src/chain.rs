//! The whole chain, started and joined: state folder, server, native host, browser with the
//! extension, and a web site.

use crate::agent::Agent;
use crate::browser::Browser;
use crate::process::{Folder, Process};
use crate::screen::Screen;
use crate::shared;
use crate::site::{Page, Site};
use crate::tab::{Place, Tab};
use crate::wait::until;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::runtime::Runtime;
use tokio::sync::{OnceCell, Semaphore};

/// What `cargo xtask build` left in a folder.
#[derive(Debug, Clone)]
pub struct Build(PathBuf);

impl Build {
    /// The build in this folder.
    pub fn of(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The extension, ready to be loaded unpacked.
    pub fn extension(&self) -> PathBuf {
        self.0.join("extension")
    }

    /// A build of the same programs, with a copy of the extension.
    fn copied_to(&self, folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir(folder)?;
        std::os::unix::fs::symlink(self.0.join("bin"), folder.join("bin"))?;
        let mut copy = Command::new("cp");
        let copy = copy.arg("-r").arg(self.extension()).arg(folder);
        anyhow::ensure!(copy.status()?.success(), "the extension can't be copied");
        Ok(Self(folder.to_owned()))
    }

    /// The `axlens` program on a chain's state folder.
    pub fn axlens(&self, folder: &Folder) -> Command {
        let mut command = Command::new(self.0.join("bin/axlens"));
        command.env("AXLENS_STATE_DIR", state_folder(folder));
        command
    }

    /// Registers the native host for the folder's profile.
    pub fn register_host(&self, folder: &Folder, attendance: Attendance) -> anyhow::Result<()> {
        self.register_host_for(folder, "profile", attendance)
    }

    /// Registers the native host for a profile of this name in the folder.
    fn register_host_for(
        &self,
        folder: &Folder,
        profile: &str,
        attendance: Attendance,
    ) -> anyhow::Result<()> {
        let mut command = self.axlens(folder);
        command.args(["install", "--user-data-dir"]);
        command.arg(folder.path().join(profile));
        if attendance == Attendance::Unattended {
            command.arg("--unattended");
        }
        let output = command.output()?;
        if !output.status.success() {
            bail!(
                "axlens install: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(())
    }
}

/// Whether somebody answers the extension's questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attendance {
    /// Agents that want to act wait for a person.
    Attended,
    /// They act without asking anybody, as on a machine without a person.
    Unattended,
}

/// Server, browser and site, joined.
pub struct Chain {
    /// What it was started from.
    pub build: Build,
    /// The browser; first, because it must end before the server.
    pub browser: Browser,
    /// The server, where the harness started it.
    pub server: Option<Process>,
    /// The agent's HTTP endpoints.
    pub agent: Agent,
    /// The web site of the tests.
    pub site: Site,
    /// Holds state, profile and logs.
    pub folder: Folder,
    next: AtomicUsize,
}

impl Chain {
    /// Starts everything, unattended, and waits until the extension is connected.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_as(Build::of(shared::build()?), Attendance::Unattended).await
    }

    /// The same where agents that want to act wait for a person.
    pub async fn start_attended() -> anyhow::Result<Self> {
        Self::start_build(Build::of(shared::build()?)).await
    }

    /// The same of another build than the workspace's.
    pub async fn start_build(build: Build) -> anyhow::Result<Self> {
        Self::start_as(build, Attendance::Attended).await
    }

    /// The same of a build, with or without a person to be asked.
    pub async fn start_as(build: Build, attendance: Attendance) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let (server, agent) = start_server(&build, &folder).await?;
        build.register_host(&folder, attendance)?;
        Self::join(build, folder, Some(server), Some(agent), None)
            .await?
            .when_connected()
            .await
    }

    /// The same, with a person to be asked, and with a change to a copy of the extension, whose
    /// folder is given.
    pub async fn start_attended_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        Self::start_changed(change, None).await
    }

    /// The same with real windows on a screen, which must outlive the chain.
    pub async fn start_attended_on(
        screen: &Screen,
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        Self::start_changed(change, Some(screen)).await
    }

    async fn start_changed(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
        screen: Option<&Screen>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = changed_build(&folder, change)?;
        let (server, agent) = start_server(&build, &folder).await?;
        build.register_host(&folder, Attendance::Attended)?;
        Self::join(build, folder, Some(server), Some(agent), screen)
            .await?
            .when_connected()
            .await
    }

    /// The same with no server running: the native host is the one to start it.
    pub async fn start_by_host() -> anyhow::Result<Self> {
        let (build, folder) = (Build::of(shared::build()?), Folder::new()?);
        build.register_host(&folder, Attendance::Unattended)?;
        Self::join(build, folder, None, None, None)
            .await?
            .when_connected()
            .await
    }

    /// The same, with a change to a copy of the extension, whose folder is given.
    pub async fn start_by_host_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = changed_build(&folder, change)?;
        build.register_host(&folder, Attendance::Unattended)?;
        Self::join(build, folder, None, None, None)
            .await?
            .when_connected()
            .await
    }

    /// The same with no native host: nobody tells the extension where the server is.
    pub async fn start_without_host() -> anyhow::Result<Self> {
        Self::start_without_host_by(|_| Ok(())).await
    }

    /// The same, with a change to a copy of the extension, whose folder is given.
    pub async fn start_without_host_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = changed_build(&folder, change)?;
        let (server, agent) = start_server(&build, &folder).await?;
        Self::join(build, folder, Some(server), Some(agent), None).await
    }

    async fn join(
        build: Build,
        folder: Folder,
        server: Option<Process>,
        agent: Option<Agent>,
        screen: Option<&Screen>,
    ) -> anyhow::Result<Self> {
        let site = Site::start().await?;
        let [profile, log] = ["profile", "browser.log"].map(|name| folder.path().join(name));
        let browser = match screen {
            Some(screen) => Browser::start_on(screen, &profile, &build.extension(), &log).await?,
            None => Browser::start(&profile, &build.extension(), &log).await?,
        };
        let agent = match agent {
            Some(agent) => agent,
            None => wait_for_endpoint(&folder).await?,
        };
        let chain = Self {
            build,
            browser,
            server,
            agent,
            site,
            folder,
            next: AtomicUsize::new(1),
        };
        Ok(chain)
    }

    async fn when_connected(self) -> anyhow::Result<Self> {
        self.connected().await?;
        Ok(self)
    }

    /// Starts another browser beside the one of the chain, on the same server: its profile has
    /// this name in the chain's folder, and may be there already.
    pub async fn another_browser(&self, profile: &str) -> anyhow::Result<Browser> {
        let attendance = Attendance::Unattended;
        self.build
            .register_host_for(&self.folder, profile, attendance)?;
        Browser::start(
            &self.folder.path().join(profile),
            &self.build.extension(),
            &self.folder.path().join(format!("{profile}.log")),
        )
        .await
    }

    /// The same on a screen of another density: a switch of Chromium's says which.
    pub async fn dense_browser(
        &self,
        profile: &str,
        scale: &'static str,
    ) -> anyhow::Result<Browser> {
        let attendance = Attendance::Unattended;
        self.build
            .register_host_for(&self.folder, profile, attendance)?;
        let folder = self.folder.path();
        let log = folder.join(format!("{profile}.log"));
        let profile = folder.join(profile);
        Browser::start_at_scale(scale, &profile, &self.build.extension(), &log).await
    }

    /// The same on a Linux whose administrator has set this policy for the extension. Only this
    /// browser sees it.
    pub async fn managed_browser(
        &self,
        profile: &str,
        policy: &serde_json::Value,
    ) -> anyhow::Result<Browser> {
        let attendance = Attendance::Unattended;
        self.build
            .register_host_for(&self.folder, profile, attendance)?;
        let folder = self.folder.path();
        let etc = folder.join(format!("{profile}-etc"));
        std::fs::create_dir_all(etc.join("policies/managed"))?;
        let extensions = serde_json::json!({shared::extension_id()?: policy});
        let policies = serde_json::json!({"3rdparty": {"extensions": extensions}});
        std::fs::write(
            etc.join("policies/managed/axlens.json"),
            policies.to_string(),
        )?;
        Browser::start_managed(
            &etc,
            &folder.join(profile),
            &self.build.extension(),
            &folder.join(format!("{profile}.log")),
        )
        .await
    }

    /// Opens a page of the site in a tab of another browser, loaded.
    pub async fn open_in(&self, browser: &Browser, page: Page) -> anyhow::Result<Tab> {
        let (devtools, name) = (&browser.devtools, self.session());
        let tab = Tab::new(devtools, &self.agent, name, Place::Window).await?;
        tab.goto(&self.site.page(page)).await?;
        Ok(tab)
    }

    /// Waits until so many browsers are connected. What `/browsers` says of them.
    pub async fn browsers(&self, count: usize) -> anyhow::Result<Vec<serde_json::Value>> {
        let come = until("the browsers to connect", || async {
            let listed = self.agent.get("/browsers").await?.ok()?;
            let known = listed["browsers"].as_array().cloned().unwrap_or_default();
            let connected = known.into_iter();
            let connected = connected.filter(|browser| browser["connected"] == true);
            let connected: Vec<serde_json::Value> = connected.collect();
            match connected.len() == count {
                true => Ok(Some(connected)),
                false => bail!("{listed}"),
            }
        });
        come.await.with_context(|| self.state())
    }

    /// Waits until the extension polls.
    pub async fn connected(&self) -> anyhow::Result<()> {
        let joined = until("the extension to connect", || async {
            let status = self.agent.status().await?;
            if status["extension"]["connected"] == true {
                return Ok(Some(()));
            }
            bail!("{status}")
        })
        .await;
        joined.with_context(|| self.state())
    }

    /// What a person would be told: `axlens doctor`, and the ends of the logs.
    pub fn state(&self) -> String {
        let doctor = self.command(&["doctor"]).map_or_else(
            |error| error.to_string(),
            |output| String::from_utf8_lossy(&output.stdout).into_owned(),
        );
        let tail = |name: &str| {
            let text = std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len().saturating_sub(20)..].join("\n")
        };
        format!(
            "doctor:\n{doctor}\nserver:\n{}\nbrowser:\n{}",
            tail("server.log"),
            tail("browser.log")
        )
    }

    /// Opens a page of the site in a tab of its own, loaded.
    pub async fn open(&self, page: Page) -> anyhow::Result<Tab> {
        self.open_url(&self.site.page(page)).await
    }

    /// Opens a fixture in a tab of its own, loaded.
    pub async fn open_fixture(&self, name: &str) -> anyhow::Result<Tab> {
        self.open_url(&self.site.fixture(name)?).await
    }

    /// Opens an address in a tab of its own, loaded.
    pub async fn open_url(&self, url: &str) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        tab.goto(url).await?;
        Ok(tab)
    }

    /// An empty tab in a window of its own.
    pub async fn tab(&self) -> anyhow::Result<Tab> {
        self.tab_at(Place::Window).await
    }

    /// An empty tab in front of the window that is there.
    pub async fn front_tab(&self) -> anyhow::Result<Tab> {
        self.tab_at(Place::Front).await
    }

    /// An empty tab that nobody sees.
    pub async fn hidden_tab(&self) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        // Another tab of its window, in front of it, stays there for good.
        tab.evaluate("window.open('about:blank'); void 0").await?;
        tab.wait_for("document.visibilityState === 'hidden'")
            .await?;
        Ok(tab)
    }

    async fn tab_at(&self, place: Place) -> anyhow::Result<Tab> {
        Tab::new(&self.browser.devtools, &self.agent, self.session(), place).await
    }

    /// A name for an agent's session that nobody else has.
    pub fn session(&self) -> String {
        format!("session-{}", self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Runs the `axlens` command on this chain's state folder.
    pub fn command(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        self.program(arguments).output().context("running axlens")
    }

    /// The `axlens` command on this chain's state folder, to be started.
    pub fn program(&self, arguments: &[&str]) -> Command {
        let mut command = self.build.axlens(&self.folder);
        command.args(arguments);
        command
    }

    /// The audit log's entries so far. That of a request may come after its answer.
    pub fn log(&self) -> anyhow::Result<Vec<serde_json::Value>> {
        let output = self.command(&["log", "--json"])?;
        let text = String::from_utf8(output.stdout)?;
        let entries = text.lines().map(serde_json::from_str);
        Ok(entries.collect::<Result<_, _>>()?)
    }

    /// Process ids of the native hosts that serve this chain's state folder.
    pub fn native_hosts(&self) -> Vec<u32> {
        let state = self.state_folder().display().to_string();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        ids.filter(|id| {
            let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            line.contains("axlens-native-host") && line.contains(&state)
        })
        .collect()
    }

    /// The extension's key, which a person would copy out of `endpoint.json`.
    pub fn extension_key(&self) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(self.state_folder().join("endpoint.json"))?;
        let endpoint: serde_json::Value = serde_json::from_str(&text)?;
        endpoint["extension_key"]
            .as_str()
            .map(str::to_string)
            .context("endpoint.json has an extension_key")
    }

    /// The folder that holds `endpoint.json`.
    pub fn state_folder(&self) -> PathBuf {
        state_folder(&self.folder)
    }
}

/// Puts one text in the place of another in a file of the extension.
pub fn replace_in(extension: &Path, file: &str, old: &str, new: &str) -> anyhow::Result<()> {
    let path = extension.join(file);
    let text = std::fs::read_to_string(&path)?;
    anyhow::ensure!(text.contains(old), "{file} has no {old}");
    Ok(std::fs::write(path, text.replace(old, new))?)
}

/// Runs a test on the chain that all tests of this binary share.
pub fn on_chain(
    test: impl AsyncFnOnce(&'static Chain) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    static CHAIN: OnceCell<Chain> = OnceCell::const_new();
    on_runtime(async || test(CHAIN.get_or_try_init(Chain::start).await?).await)
}

/// Runs a test on the runtime that all tests of this binary share.
pub fn on_runtime(test: impl AsyncFnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    static RUNTIME: OnceLock<std::io::Result<Runtime>> = OnceLock::new();
    let made = RUNTIME.get_or_init(|| {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
    });
    // On a machine of many cores the runner starts as many tests at once: more windows than one
    // browser serves in good time.
    static AT_ONCE: Semaphore = Semaphore::const_new(4);
    match made {
        Ok(runtime) => runtime.block_on(async {
            let _turn = AT_ONCE.acquire().await?;
            test().await
        }),
        Err(error) => bail!("no runtime: {error}"),
    }
}

/// Starts `axlens serve` on the folder and waits until it answers.
pub async fn start_server(build: &Build, folder: &Folder) -> anyhow::Result<(Process, Agent)> {
    let mut command = build.axlens(folder);
    command
        .args(["serve", "--port", "0", "--state-dir"])
        .arg(state_folder(folder));
    let server = Process::start(&mut command, &folder.path().join("server.log"))?;
    let id = server.id();
    let agent = until("the server", || async {
        let text = std::fs::read_to_string(state_folder(folder).join("endpoint.json"))?;
        let endpoint: serde_json::Value = serde_json::from_str(&text)?;
        // An endpoint that an earlier server left behind is not this one's.
        if endpoint["pid"] != id {
            return Ok(None);
        }
        let agent = Agent::from_state(&state_folder(folder))?;
        agent.get("/health").await?.ok()?;
        Ok(Some(agent))
    })
    .await?;
    Ok((server, agent))
}

/// A copy of the build, with a change to its extension's folder.
fn changed_build(
    folder: &Folder,
    change: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Build> {
    let build = Build::of(shared::build()?).copied_to(&folder.path().join("build"))?;
    change(&build.extension())?;
    Ok(build)
}

async fn wait_for_endpoint(folder: &Folder) -> anyhow::Result<Agent> {
    until("a server started by the native host", || async {
        let agent = Agent::from_state(&state_folder(folder))?;
        agent.get("/health").await?.ok()?;
        Ok(Some(agent))
    })
    .await
}

fn state_folder(folder: &Folder) -> PathBuf {
    folder.path().join("state")
}
