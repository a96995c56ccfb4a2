//! Server, native host and browser together, in a temporary folder: started, waited for on
//! conditions, ended in order.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use tempfile::TempDir;

use super::{apart, browser};
use crate::machine;
use crate::places::Places;

/// How often a condition is looked at.
pub const BETWEEN_LOOKING: Duration = Duration::from_millis(50);
/// How long server, extension and page may take to be there.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a program may take to end when asked.
const TIME_TO_END: Duration = Duration::from_secs(5);

/// Where the server is, and the agents' token.
pub struct Endpoint {
    /// Its address.
    pub url: String,
    /// The agents' token.
    pub agent_token: String,
}

/// Everything that runs. Ended when dropped.
pub struct Chain {
    /// Where the server is.
    pub endpoint: Endpoint,
    program: PathBuf,
    state_dir: PathBuf,
    server: Child,
    browser: Option<Child>,
    folder: TempDir,
}

impl Chain {
    /// Starts the server, registers the native host for a fresh profile, and starts the browser on
    /// it with the page.
    pub fn start(
        places: &Places,
        chromium: &Path,
        page: &str,
        interrupted: &Receiver<()>,
    ) -> Result<Chain> {
        let folder = tempfile::Builder::new().prefix("axlens-run-").tempdir()?;
        let (state_dir, profile) = (folder.path().join("state"), folder.path().join("profile"));
        let program = places.program("axlens");
        let mut command = Command::new(&program);
        command
            .args(["serve", "--port", "0", "--state-dir"])
            .arg(&state_dir);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(folder.path().join("server.log"))?);
        let server = apart(&mut command)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let endpoint = Endpoint {
            url: String::new(),
            agent_token: String::new(),
        };
        let mut chain = Chain {
            endpoint,
            program,
            state_dir,
            server,
            browser: None,
            folder,
        };
        chain.endpoint = wait("the server", interrupted, || {
            Ok(read_endpoint(&chain.state_dir))
        })?;
        let mut install = chain.axlens(&["install", "--user-data-dir"]);
        machine::output(install.arg(&profile))?;
        let log = chain.folder.path().join("browser.log");
        chain.browser = Some(browser::start(
            chromium,
            &profile,
            &places.extension(),
            page,
            &log,
        )?);
        Ok(chain)
    }

    /// Waits until the extension is connected and the page is loaded; its tab.
    pub fn wait_for_page(&mut self, address: &str, interrupted: &Receiver<()>) -> Result<u64> {
        let found = wait("the page", interrupted, || {
            if self.browser_has_ended() {
                bail!("the browser has ended: {}", self.last_words("browser.log"));
            }
            Ok(self
                .get("/tabs")
                .and_then(|answer| loaded_tab(&answer, address)))
        });
        found.with_context(|| {
            format!(
                "see `axlens doctor`; the server: {}",
                self.last_words("server.log")
            )
        })
    }

    /// A command of the `axlens` program on this chain's state directory.
    pub fn axlens(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .env("AXLENS_STATE_DIR", &self.state_dir)
            .args(arguments);
        command
    }

    /// Whether the browser has ended by itself, closed by its user.
    pub fn browser_has_ended(&mut self) -> bool {
        self.browser
            .as_mut()
            .is_none_or(|browser| !matches!(browser.try_wait(), Ok(None)))
    }

    /// The browser first: while it runs, its native host starts a server that ends again.
    pub fn stop(&mut self) {
        if let Some(mut browser) = self.browser.take() {
            end(&mut browser);
        }
        end(&mut self.server);
    }

    fn get(&self, path: &str) -> Option<Value> {
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .build()
            .new_agent();
        let request = agent.get(format!("{}{path}", self.endpoint.url));
        let mut answer = request
            .header(
                "Authorization",
                format!("Bearer {}", self.endpoint.agent_token),
            )
            .call()
            .ok()?;
        answer.body_mut().read_json().ok()
    }

    fn last_words(&self, log: &str) -> String {
        let text = std::fs::read_to_string(self.folder.path().join(log)).unwrap_or_default();
        text.lines().last().unwrap_or("it said nothing").to_owned()
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The handle of the tab that shows the page, completely loaded; where an address leads elsewhere,
/// the active tab's.
fn loaded_tab(answer: &Value, address: &str) -> Option<u64> {
    let tabs = answer["tabs"].as_array()?;
    let complete: Vec<&Value> = tabs
        .iter()
        .filter(|tab| {
            tab["status"] == "complete" && (tab["url"] == address || tab["url"] != "about:blank")
        })
        .collect();
    let shown = complete
        .iter()
        .find(|tab| tab["url"] == address)
        .or_else(|| complete.iter().find(|tab| tab["active"] == true));
    shown?["tab"].as_u64()
}

fn read_endpoint(state_dir: &Path) -> Option<Endpoint> {
    let content = std::fs::read(state_dir.join("endpoint.json")).ok()?;
    let content: Value = serde_json::from_slice(&content).ok()?;
    Some(Endpoint {
        url: content["url"].as_str()?.to_owned(),
        agent_token: content["agent_token"].as_str()?.to_owned(),
    })
}

/// Looks again and again until there is something, the time is up, or Ctrl-C is pressed.
fn wait<T>(
    what: &str,
    interrupted: &Receiver<()>,
    mut look: impl FnMut() -> Result<Option<T>>,
) -> Result<T> {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look()? {
            return Ok(found);
        }
        if Instant::now() >= until {
            bail!("waited {} s for {what}", PATIENCE.as_secs());
        }
        if interrupted.recv_timeout(BETWEEN_LOOKING).is_ok() {
            bail!("interrupted");
        }
    }
}

/// Asks a program and those that it started to end, and makes them when they do not.
fn end(child: &mut Child) {
    signal(child, rustix::process::Signal::TERM);
    let until = Instant::now() + TIME_TO_END;
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < until {
        std::thread::sleep(BETWEEN_LOOKING);
    }
    signal(child, rustix::process::Signal::KILL);
    let _ = child.wait();
}

/// The child leads its own process group, which is asked as a whole.
fn signal(child: &Child, signal: rustix::process::Signal) {
    let group = i32::try_from(child.id())
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        let _ = rustix::process::kill_process_group(group, signal);
    }
}
