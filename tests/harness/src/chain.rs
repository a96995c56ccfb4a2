//! The whole chain, started and connected: state directory, server, native host, browser with the
//! extension, and a web site.

pub mod kind;
pub mod local_server;
pub mod pool;
mod reset;

use crate::agent::Agent;
use crate::browser::Browser;
use crate::build::{Attendance, Build};
use crate::chain::kind::Kind;
use crate::chain::local_server::LocalServer;
use crate::chain::pool::{Lease, build_in};
use crate::process::Folder;
use crate::screen::Screen;
use crate::shared;
use crate::site::{Page, Site};
use crate::tab::{Place, Tab};
use crate::wait::until;
use anyhow::{Context, bail};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server, a browser and a site that are connected.
pub struct Chain {
    /// The browser. The first field, because it must end before the server.
    pub browser: Browser,
    /// The server.
    pub server: LocalServer,
    /// The web site of the tests.
    pub site: Site,
    /// The screen of the browser's windows, if it is not headless. It must end after the browser.
    screen: Option<Screen>,
    /// Returns the chain to the pool when it is dropped.
    lease: Option<Lease>,
}

impl AsRef<LocalServer> for Chain {
    fn as_ref(&self) -> &LocalServer {
        &self.server
    }
}

impl Deref for Chain {
    type Target = LocalServer;

    fn deref(&self) -> &LocalServer {
        &self.server
    }
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

    /// Like [`Chain::start_attended_by`], with visible windows on a screen of its own.
    pub async fn start_on_screen(
        change: impl FnOnce(&Path) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let folder = Folder::new()?;
        let build = Build::changed(&folder, change)?;
        let screen = Screen::start().await?;
        std::fs::write(folder.path().join(DISPLAY), screen.display())?;
        Self::start_in(folder, build, Attendance::Attended, Some(screen)).await
    }

    async fn start_in(
        folder: Folder,
        build: Build,
        attendance: Attendance,
        screen: Option<Screen>,
    ) -> anyhow::Result<Self> {
        let server = LocalServer::start_in(build, folder).await?;
        server
            .build
            .register_host(&server.folder, PROFILE, attendance)?;
        let browser = start_browser(&server.build, &server.folder, screen.as_ref()).await?;
        let mut chain = Self::of_parts(server, browser).await?;
        chain.screen = screen;
        chain.connected().await?;
        if attendance == Attendance::Attended {
            chain.first_run_page().await?;
        }
        Ok(chain)
    }

    /// Waits until the page that the extension opens after its installation is loaded. It would
    /// come in front of a test's page; and if it closes while it asks for its first text, Chromium
    /// has no texts for any page of the same process.
    async fn first_run_page(&self) -> anyhow::Result<()> {
        let page = until("the first-run page", || async {
            let open = self.browser.open_pages("/ui/onboarding/").await?;
            Ok(open.into_iter().next())
        })
        .await?;
        let devtools = &self.browser.devtools;
        let session = devtools.attach(&page).await?;
        until("the first-run page to be ready", || async {
            let ready = devtools.evaluate(&session, OWN_PAGE_IS_READY).await?;
            Ok((ready == true).then_some(()))
        })
        .await?;
        devtools.detach(&session).await
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
        let browser = start_browser(&build, &folder, None).await?;
        let server = LocalServer::by_host(build, folder).await?;
        let chain = Self::of_parts(server, browser).await?;
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
        let server = LocalServer::start_in(build, folder).await?;
        let browser = start_browser(&server.build, &server.folder, None).await?;
        Self::of_parts(server, browser).await
    }

    /// A chain of this kind from the pool that `AXLENS_CHAIN_POOL` names, which gets it back when
    /// it is dropped. Without a pool, a chain of its own.
    pub async fn lease(kind: Kind) -> anyhow::Result<Self> {
        match std::env::var_os(pool::VARIABLE) {
            Some(socket) => Self::lease_from(Path::new(&socket), kind).await,
            None => kind.start().await,
        }
    }

    /// A chain of this kind from the pool with this socket.
    pub async fn lease_from(socket: &Path, kind: Kind) -> anyhow::Result<Self> {
        let lease = Lease::request(socket, kind).await?;
        let folder = Folder::of_another_process(lease.folder().to_owned());
        let browser = Browser::join(&folder.path().join(PROFILE)).await?;
        let agent = Agent::from_state(&folder.state())?;
        let display = std::fs::read_to_string(folder.path().join(DISPLAY)).ok();
        let server = LocalServer::of_another_process(build_in(&folder)?, folder, agent);
        let mut chain = Self::of_parts(server, browser).await?;
        chain.screen = display.map(Screen::of_another_process);
        chain.lease = Some(lease);
        Ok(chain)
    }

    async fn of_parts(server: LocalServer, browser: Browser) -> anyhow::Result<Self> {
        Ok(Self {
            browser,
            server,
            site: Site::start().await?,
            screen: None,
            lease: None,
        })
    }

    /// The screen of the browser's windows. An error if it is headless.
    pub fn screen(&self) -> anyhow::Result<&Screen> {
        self.screen.as_ref().context("the browser is headless")
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

    /// Loads a page in a tab, in place of its page, and waits until it is loaded: a third of the
    /// time of a new tab.
    pub async fn show(&self, tab: &Tab, page: Page) -> anyhow::Result<()> {
        tab.goto(&self.site.page(page)).await
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

    /// The only tab whose address contains `part`. It may have been opened by another page.
    pub async fn tab_with(&self, part: &str) -> anyhow::Result<Tab> {
        let target = until("the tab", || async {
            let open = self.browser.open_pages(part).await?;
            Ok(<[String; 1]>::try_from(open).ok())
        });
        let [target] = target.await?;
        Tab::of_target(&self.browser.devtools, &self.agent, self.session(), &target).await
    }

    async fn tab_at(&self, place: Place) -> anyhow::Result<Tab> {
        Tab::new(&self.browser.devtools, &self.agent, self.session(), place).await
    }

    /// A name for an agent's session that no other test uses, also not in another process.
    pub fn session(&self) -> String {
        // Also not with another chain of this process, which may be the same one, leased again.
        static NEXT: AtomicUsize = AtomicUsize::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        format!("session-{}-{number}", std::process::id())
    }
}

/// Whether the script of one of the extension's pages shows the worker's state, in JavaScript.
pub(crate) const OWN_PAGE_IS_READY: &str = "document.body?.dataset.ready !== undefined";

/// The file in the chain's folder with the screen's `DISPLAY`.
const DISPLAY: &str = "display";

/// The name of the profile of the chain's own browser.
pub(crate) const PROFILE: &str = "profile";

fn profile_and_log(folder: &Folder, profile: &str) -> (PathBuf, PathBuf) {
    let folder = folder.path();
    (folder.join(profile), folder.join(format!("{profile}.log")))
}

/// Starts Chromium with the extension of the build, on a profile in the folder.
async fn start_browser(
    build: &Build,
    folder: &Folder,
    screen: Option<&Screen>,
) -> anyhow::Result<Browser> {
    let (profile, log) = profile_and_log(folder, PROFILE);
    let extension = build.extension();
    match screen {
        Some(screen) => Browser::start_on(screen, &profile, &extension, &log).await,
        None => Browser::start(&profile, &extension, &log).await,
    }
}
