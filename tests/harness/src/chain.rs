//! The whole chain, started and connected: state directory, server, native host, browser with the
//! extension, and a web site.

use crate::agent::Agent;
use crate::browser::Browser;
use crate::build::{Attendance, Build};
use crate::process::{Folder, Process, with_argument};
use crate::screen::Screen;
use crate::shared;
use crate::site::{Page, Site};
use crate::tab::{Place, Tab};
use crate::wait::until;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server, a browser and a site that are connected.
pub struct Chain {
    /// The programs and the extension.
    pub build: Build,
    /// The browser. The first field, because it must end before the server.
    pub browser: Browser,
    /// The server, if this process started it.
    pub server: Option<Process>,
    /// The agent's HTTP endpoints.
    pub agent: Agent,
    /// The web site of the tests.
    pub site: Site,
    /// Contains the state directory, the profile and the logs.
    pub folder: Folder,
    next_session: AtomicUsize,
}

impl Chain {
    /// Starts everything and waits until the extension is connected. Actions need no consent.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_as(Build::of_workspace()?, Attendance::Unattended).await
    }

    /// Like [`Chain::start`]. Actions wait for the user's consent.
    pub async fn start_attended() -> anyhow::Result<Self> {
        Self::start_build(Build::of_workspace()?).await
    }

    /// Like [`Chain::start_attended`], with another build than the workspace's.
    pub async fn start_build(build: Build) -> anyhow::Result<Self> {
        Self::start_as(build, Attendance::Attended).await
    }

    /// Like [`Chain::start`], with this build and with or without consent.
    pub async fn start_as(build: Build, attendance: Attendance) -> anyhow::Result<Self> {
        Self::start_in(Folder::new()?, build, attendance, None).await
    }

    /// Like [`Chain::start_attended`], with a changed copy of the extension. `change` gets its
    /// folder.
    pub async fn start_attended_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, change)?;
        Self::start_in(folder, build, Attendance::Attended, None).await
    }

    /// Like [`Chain::start_attended_by`]. Actions need no consent.
    pub async fn start_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, change)?;
        Self::start_in(folder, build, Attendance::Unattended, None).await
    }

    /// Like [`Chain::start_attended_by`], with visible windows on a screen, which must outlive the
    /// chain.
    pub async fn start_attended_on(
        screen: &Screen,
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, change)?;
        Self::start_in(folder, build, Attendance::Attended, Some(screen)).await
    }

    async fn start_in(
        folder: Folder,
        build: Build,
        attendance: Attendance,
        screen: Option<&Screen>,
    ) -> anyhow::Result<Self> {
        let (server, agent) = start_server(&build, &folder).await?;
        build.register_host(&folder, PROFILE, attendance)?;
        let chain = Self::start_browser(build, folder, Some((server, agent)), screen).await?;
        chain.connected().await?;
        if attendance == Attendance::Attended {
            chain.first_run_page().await?;
        }
        Ok(chain)
    }

    /// Waits for the page that the extension opens after its installation, which would come in
    /// front of a test's page.
    async fn first_run_page(&self) -> anyhow::Result<()> {
        until("the first-run page", || async {
            let open = self.browser.open_pages("/ui/onboarding/").await?;
            Ok((!open.is_empty()).then_some(()))
        })
        .await
    }

    /// Like [`Chain::start`], without a server: the native host starts it.
    pub async fn start_by_host() -> anyhow::Result<Self> {
        Self::start_by_host_by(|_| Ok(())).await
    }

    /// Like [`Chain::start_by_host`], with a changed copy of the extension. `change` gets its
    /// folder.
    pub async fn start_by_host_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, change)?;
        build.register_host(&folder, PROFILE, Attendance::Unattended)?;
        let chain = Self::start_browser(build, folder, None, None).await?;
        chain.connected().await?;
        Ok(chain)
    }

    /// Like [`Chain::start`], without a native host: the extension does not find the server.
    pub async fn start_without_host() -> anyhow::Result<Self> {
        Self::start_without_host_by(|_| Ok(())).await
    }

    /// Like [`Chain::start_without_host`], with a changed copy of the extension. `change` gets its
    /// folder.
    pub async fn start_without_host_by(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, change)?;
        let server = start_server(&build, &folder).await?;
        Self::start_browser(build, folder, Some(server), None).await
    }

    /// Starts the browser and a site. Without `server`, waits for the one that the native host
    /// starts.
    async fn start_browser(
        build: Build,
        folder: Folder,
        server: Option<(Process, Agent)>,
        screen: Option<&Screen>,
    ) -> anyhow::Result<Self> {
        let (profile, log) = profile_and_log(&folder, PROFILE);
        let extension = build.extension();
        let browser = match screen {
            Some(screen) => Browser::start_on(screen, &profile, &extension, &log).await?,
            None => Browser::start(&profile, &extension, &log).await?,
        };
        let (server, agent) = match server {
            Some((server, agent)) => (Some(server), agent),
            None => (None, wait_for_endpoint(&folder).await?),
        };
        Self::of_parts(build, folder, browser, server, agent).await
    }

    /// Joins the chain that another process has started in this folder. That process ends it.
    pub async fn join_shared(folder: &Path) -> anyhow::Result<Self> {
        let folder = Folder::of_another_process(folder.to_owned());
        let browser = Browser::join(&folder.path().join(PROFILE)).await?;
        let agent = Agent::from_state(&folder.state())?;
        Self::of_parts(Build::of_workspace()?, folder, browser, None, agent).await
    }

    async fn of_parts(
        build: Build,
        folder: Folder,
        browser: Browser,
        server: Option<Process>,
        agent: Agent,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            build,
            browser,
            server,
            agent,
            site: Site::start().await?,
            folder,
            next_session: AtomicUsize::new(1),
        })
    }

    /// Starts another browser on the same server. Its profile has this name in the chain's folder,
    /// and may exist already.
    pub async fn another_browser(&self, profile: &str) -> anyhow::Result<Browser> {
        let (profile, log) = self.registered_profile(profile)?;
        Browser::start(&profile, &self.build.extension(), &log).await
    }

    /// Like [`Chain::another_browser`], on a screen of another density. `scale` is a switch of
    /// Chromium.
    pub async fn dense_browser(
        &self,
        profile: &str,
        scale: &'static str,
    ) -> anyhow::Result<Browser> {
        let (profile, log) = self.registered_profile(profile)?;
        Browser::start_at_scale(scale, &profile, &self.build.extension(), &log).await
    }

    /// Like [`Chain::another_browser`], on a Linux whose administrator has set this policy for the
    /// extension. Only this browser sees it.
    pub async fn managed_browser(
        &self,
        profile: &str,
        policy: &serde_json::Value,
    ) -> anyhow::Result<Browser> {
        let etc = self.folder.path().join(format!("{profile}-etc"));
        let managed = etc.join("policies/managed");
        std::fs::create_dir_all(&managed)?;
        let extensions = serde_json::json!({shared::extension_id()?: policy});
        let policies = serde_json::json!({"3rdparty": {"extensions": extensions}});
        std::fs::write(managed.join("axlens.json"), policies.to_string())?;
        let (profile, log) = self.registered_profile(profile)?;
        Browser::start_managed(&etc, &profile, &self.build.extension(), &log).await
    }

    /// The path and the log of another profile, for which the native host is registered.
    fn registered_profile(&self, profile: &str) -> anyhow::Result<(PathBuf, PathBuf)> {
        self.build
            .register_host(&self.folder, profile, Attendance::Unattended)?;
        Ok(profile_and_log(&self.folder, profile))
    }

    /// Opens a page of the site in a tab of another browser and waits until it is loaded.
    pub async fn open_in(&self, browser: &Browser, page: Page) -> anyhow::Result<Tab> {
        let (devtools, name) = (&browser.devtools, self.session());
        let tab = Tab::new(devtools, &self.agent, name, Place::Window).await?;
        tab.goto(&self.site.page(page)).await?;
        Ok(tab)
    }

    /// Waits until this number of browsers is connected. Their entries in `/browsers`.
    pub async fn browsers(&self, count: usize) -> anyhow::Result<Vec<serde_json::Value>> {
        let connected = until("the browsers to connect", || async {
            let listed = self.agent.get("/browsers").await?.ok()?;
            let browsers = listed["browsers"].as_array().cloned().unwrap_or_default();
            let connected = browsers.into_iter();
            let connected = connected.filter(|browser| browser["connected"] == true);
            let connected: Vec<serde_json::Value> = connected.collect();
            match connected.len() == count {
                true => Ok(Some(connected)),
                false => bail!("{listed}"),
            }
        });
        connected.await.with_context(|| self.state())
    }

    /// Waits until the extension is connected.
    pub async fn connected(&self) -> anyhow::Result<()> {
        let connected = until("the extension to connect", || async {
            let status = self.agent.status().await?;
            match status["extension"]["connected"] == true {
                true => Ok(Some(())),
                false => bail!("{status}"),
            }
        });
        connected.await.with_context(|| self.state())
    }

    /// The output of `axlens doctor` and the last lines of the logs, for an error.
    pub fn state(&self) -> String {
        let doctor = self.run(&["doctor"]).map_or_else(
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
            tail("profile.log")
        )
    }

    /// Opens a page of the site in a new tab and waits until it is loaded.
    pub async fn open(&self, page: Page) -> anyhow::Result<Tab> {
        self.open_url(&self.site.page(page)).await
    }

    /// Opens a fixture in a new tab and waits until it is loaded.
    pub async fn open_fixture(&self, name: &str) -> anyhow::Result<Tab> {
        self.open_url(&self.site.fixture(name)?).await
    }

    /// Opens a URL in a new tab and waits until it is loaded.
    pub async fn open_url(&self, url: &str) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        tab.goto(url).await?;
        Ok(tab)
    }

    /// An empty tab in a window of its own.
    pub async fn tab(&self) -> anyhow::Result<Tab> {
        self.tab_at(Place::Window).await
    }

    /// An empty tab, the active one of the existing window.
    pub async fn front_tab(&self) -> anyhow::Result<Tab> {
        self.tab_at(Place::Front).await
    }

    /// An empty tab in the background.
    pub async fn hidden_tab(&self) -> anyhow::Result<Tab> {
        let tab = self.tab().await?;
        // Another tab of the same window becomes the active one, and stays that.
        tab.evaluate("window.open('about:blank'); void 0").await?;
        tab.wait_for("document.visibilityState === 'hidden'")
            .await?;
        Ok(tab)
    }

    async fn tab_at(&self, place: Place) -> anyhow::Result<Tab> {
        Tab::new(&self.browser.devtools, &self.agent, self.session(), place).await
    }

    /// A name for an agent's session that no other test uses, also not in another process.
    pub fn session(&self) -> String {
        let number = self.next_session.fetch_add(1, Ordering::Relaxed);
        format!("session-{}-{number}", std::process::id())
    }

    /// Runs the `axlens` command with this chain's state directory.
    pub fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        self.command(arguments).output().context("running axlens")
    }

    /// The `axlens` command with this chain's state directory, not yet started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.build.axlens(&self.folder);
        command.args(arguments);
        command
    }

    /// The entries of the audit log. The entry of a request may be written after its response.
    pub fn log(&self) -> anyhow::Result<Vec<serde_json::Value>> {
        let output = self.run(&["log", "--json"])?;
        let text = String::from_utf8(output.stdout)?;
        let entries = text.lines().map(serde_json::from_str);
        Ok(entries.collect::<Result<_, _>>()?)
    }

    /// Process ids of the native hosts that use this chain's state directory.
    pub fn native_hosts(&self) -> Vec<u32> {
        let hosts = with_argument(&self.state_folder().display().to_string()).into_iter();
        let hosts = hosts.filter(|(_, arguments)| arguments.contains("axlens-native-host"));
        hosts.map(|(id, _)| id).collect()
    }

    /// The extension's key in `endpoint.json`, which a user can copy.
    pub fn extension_key(&self) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(self.state_folder().join("endpoint.json"))?;
        let endpoint: serde_json::Value = serde_json::from_str(&text)?;
        endpoint["extension_key"]
            .as_str()
            .map(str::to_string)
            .context("endpoint.json has an extension_key")
    }

    /// The state directory, which contains `endpoint.json`.
    pub fn state_folder(&self) -> PathBuf {
        self.folder.state()
    }
}

/// The name of the profile of the chain's own browser.
const PROFILE: &str = "profile";

fn profile_and_log(folder: &Folder, profile: &str) -> (PathBuf, PathBuf) {
    let folder = folder.path();
    (folder.join(profile), folder.join(format!("{profile}.log")))
}

/// Starts `axlens serve` on the folder and waits until it answers.
pub async fn start_server(build: &Build, folder: &Folder) -> anyhow::Result<(Process, Agent)> {
    let mut command = build.axlens(folder);
    command
        .args(["serve", "--port", "0", "--state-dir"])
        .arg(folder.state());
    let server = Process::start(&mut command, &folder.path().join("server.log"))?;
    let id = server.id();
    let agent = until("the server", || async {
        let text = std::fs::read_to_string(folder.state().join("endpoint.json"))?;
        let endpoint: serde_json::Value = serde_json::from_str(&text)?;
        // An earlier server may have left its endpoint.
        if endpoint["pid"] != id {
            return Ok(None);
        }
        let agent = Agent::from_state(&folder.state())?;
        agent.get("/health").await?.ok()?;
        Ok(Some(agent))
    })
    .await?;
    Ok((server, agent))
}

async fn wait_for_endpoint(folder: &Folder) -> anyhow::Result<Agent> {
    until("a server started by the native host", || async {
        let agent = Agent::from_state(&folder.state())?;
        agent.get("/health").await?.ok()?;
        Ok(Some(agent))
    })
    .await
}
