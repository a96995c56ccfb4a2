//! A pool in a folder of its own, and an agent with a token.

use anyhow::{Context, ensure};
use axlens_harness::browser::free_browsers;
use axlens_harness::build::Build;
use axlens_harness::process::{Folder, Process, chromiums_with_profile, with_argument};
use axlens_harness::site::Site;
use axlens_harness::wait::until;
use axlens_harness::{Agent, Page, Reply};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A page that sets a cookie, and shows those that the browser has sent.
const COOKIE_PAGE: &str = "<title>Cookies</title><p id=before></p><script>
    document.getElementById('before').textContent = 'before: ' + (document.cookie || 'none');
    document.cookie = 'lease=secret-of-a-lease';
</script>";

/// A pool that runs.
pub struct Pool {
    /// The process of the server.
    pub server: Process,
    /// The user's own agent.
    pub user: Agent,
    /// An agent with a token that allows actions.
    pub agent: Agent,
    /// The address of a page that sets a cookie.
    pub page: String,
    _site: Site,
}

/// The folder in which pools run, one after the other.
pub struct PoolFolder {
    build: Build,
    folder: Folder,
}

impl PoolFolder {
    /// A new one.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self {
            build: Build::of_workspace()?,
            folder: Folder::new()?,
        })
    }

    /// Starts a pool and waits until all its browsers are ready.
    pub async fn start(&self, size: usize) -> anyhow::Result<Pool> {
        let mut command = self.build.axlens(&self.folder);
        command.args([
            "pool",
            "--headless",
            "--port",
            "0",
            "--size",
            &size.to_string(),
        ]);
        let server = Process::start(&mut command, &self.folder.path().join("pool.log"))?;
        let user = self.endpoint_of(&server).await?;
        let token = self.token(&format!("agent-{}", server.id()))?;
        let site = Site::start().await?;
        let pool = Pool {
            agent: user.with_token(&token),
            user,
            server,
            page: site.page(Page::html(COOKIE_PAGE)),
            _site: site,
        };
        pool.ready(size).await.with_context(|| self.log())?;
        Ok(pool)
    }

    async fn endpoint_of(&self, server: &Process) -> anyhow::Result<Agent> {
        until("the server of the pool", || async {
            let agent = Agent::from_state(&self.folder.state())?;
            let is_new = agent.refresh()? == server.id();
            agent.get("/health").await?.ok()?;
            Ok(is_new.then_some(agent))
        })
        .await
        .with_context(|| self.log())
    }

    fn token(&self, name: &str) -> anyhow::Result<String> {
        let mut command = self.build.axlens(&self.folder);
        let output = command
            .args(["token", "add", name, "--scope", "act"])
            .output()?;
        let output = String::from_utf8(output.stdout)?;
        let mut words = output.split_whitespace();
        let token = words.find(|text| text.starts_with("axl_"));
        Ok(token.context("a token")?.to_owned())
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("pool.log")).unwrap_or_default()
    }

    /// The folders of the Chromiums.
    pub fn profiles(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.pool())
            .into_iter()
            .flatten()
            .flatten();
        entries.map(|entry| entry.path()).collect()
    }

    /// The files of registrations of the native host.
    pub fn registrations(&self) -> usize {
        let hosts = self.folder.state().join("native-host");
        std::fs::read_dir(hosts).into_iter().flatten().count()
    }

    fn pool(&self) -> PathBuf {
        self.folder.state().join("pool")
    }

    /// The processes whose arguments have the folder of the pool: browsers and guards.
    pub fn processes(&self) -> Vec<u32> {
        let all = with_argument(&self.pool().display().to_string());
        all.into_iter().map(|(id, _)| id).collect()
    }

    /// The process of the browser with a profile in this folder.
    pub fn browser_process(&self, folder: &Path) -> anyhow::Result<u32> {
        let browsers = chromiums_with_profile(&folder.join("profile")).into_iter();
        browsers.min().context("no browser")
    }

    /// Waits until no process and no profile is left.
    pub async fn is_clean(&self) -> anyhow::Result<()> {
        until("the end of all processes and profiles", || async {
            let (processes, profiles) = (self.processes(), self.profiles());
            ensure!(
                processes.is_empty() && profiles.is_empty(),
                "{processes:?} {profiles:?}"
            );
            Ok(Some(()))
        })
        .await
    }
}

impl Pool {
    /// Waits until this number of browsers can be leased. Their ids.
    pub async fn ready(&self, count: usize) -> anyhow::Result<Vec<Value>> {
        until("the browsers of the pool", || async {
            let listed = self.user.get("/browsers").await?.ok()?;
            let ids: Vec<Value> = free_browsers(&listed)
                .map(|browser| browser["id"].clone())
                .collect();
            Ok((ids.len() >= count).then_some(ids))
        })
        .await
    }

    /// Leases a browser as soon as one is ready. Its id.
    pub async fn lease(&self) -> anyhow::Result<String> {
        let lease = until("a lease", || async {
            let reply = self.agent.post("/browsers", json!({"ttl": 600})).await?;
            Ok((reply.status == 200).then_some(reply.body))
        })
        .await?;
        Ok(lease["id"].as_str().context("an id")?.to_owned())
    }

    /// Ends a lease.
    pub async fn end(&self, id: &str) -> anyhow::Result<Value> {
        self.agent.delete(&format!("/browsers/{id}")).await?.ok()
    }

    /// Opens the page with the cookie in a leased browser, and reads it.
    pub async fn visit(&self, browser: &str) -> anyhow::Result<String> {
        let navigate = json!({"action": "navigate", "url": self.page, "browser": browser});
        self.agent.post("/interact", navigate).await?.ok()?;
        let read = self.read(browser).await?.ok()?;
        Ok(read["tree"].as_str().context("a tree")?.to_owned())
    }

    /// Reads the page in front of a browser.
    pub async fn read(&self, browser: &str) -> anyhow::Result<Reply> {
        let what = json!({"what": "a11y_tree", "browser": browser});
        self.agent.post("/observe", what).await
    }
}
