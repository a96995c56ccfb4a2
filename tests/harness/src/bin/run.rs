//! The program behind `cargo xtask run`: starts the whole chain on a new profile, opens a page, and
//! prints how an agent connects. `AXLENS_BUILD` names the build and `AXLENS_CHROMIUM` the browser.
//!
//! `axlens-run [--once] [PAGE]`

#![allow(
    clippy::print_stdout,
    reason = "a command's progress and results belong on its stdout"
)]

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use axlens_harness::browser::{DisplayMode, launch};
use axlens_harness::build::{Attendance, Build};
use axlens_harness::chain::local_server::start_server;
use axlens_harness::process::{Folder, Process};
use axlens_harness::site::Site;
use axlens_harness::wait::until;
use axlens_harness::{Agent, shared};
use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> Result<()> {
    let (mut page, mut once) = (None, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--once" => once = true,
            _ => page = Some(argument),
        }
    }
    let (address, _site) = address(page.as_deref()).await?;
    let mut running = None;
    let keeps_running = !once && std::io::stdin().is_terminal();
    let outcome = tokio::select! {
        outcome = session(&address, keeps_running, &mut running) => outcome,
        outcome = interrupted() => outcome.and_then(|()| bail!("interrupted")),
    };
    // The browser ends first, because its native host would start the server again.
    let Some(running) = running else {
        return outcome;
    };
    let ready = running.ready;
    if let Some(browser) = running.browser {
        browser.end();
    }
    running.server.end();
    if ready { Ok(()) } else { outcome }
}

/// The processes of the chain.
struct Running {
    server: Process,
    agent: Agent,
    browser: Option<Process>,
    folder: Folder,
    build: Build,
    /// Whether everything is printed.
    ready: bool,
}

/// Starts everything and prints the page's snapshot and how to connect. If it keeps running, it
/// ends with the browser.
async fn session(address: &str, keeps_running: bool, running: &mut Option<Running>) -> Result<()> {
    let name = "server, native host and browser";
    let running = step(name, start(address, running)).await?;
    let tab = step("page", wait_for_page(running, address)).await?;
    println!();
    print_snapshot(running, tab)?;
    let axlens = running.build.axlens(&running.folder);
    print_mcp(&axlens);
    print_how_to_connect(&running.agent, tab);
    print_commands(&axlens, tab);
    running.ready = true;
    println!("\nIn this Chromium, agents act without asking the user.");
    if !keeps_running {
        println!(
            "Server and browser end now, so that these commands no longer work. In a terminal and without --once, they run until Ctrl-C."
        );
    } else {
        println!("Ctrl-C ends server and browser.");
        if let Some(browser) = &mut running.browser {
            browser.ended().await;
        }
        println!("The browser has ended.");
    }
    Ok(())
}

/// Starts the server, registers the native host for a fresh profile, and starts the browser on it
/// with the page.
async fn start<'a>(address: &str, running: &'a mut Option<Running>) -> Result<&'a mut Running> {
    let (folder, build) = (Folder::new()?, Build::of_workspace()?);
    let (server, agent) = start_server(&build, &folder).await?;
    let running = running.insert(Running {
        server,
        agent,
        browser: None,
        folder,
        build,
        ready: false,
    });
    // The profile is temporary: it contains nothing that needs the user's consent.
    running
        .build
        .register_host(&running.folder, "profile", Attendance::Unattended)?;
    let folder = running.folder.path();
    running.browser = Some(launch(
        &folder.join("profile"),
        &running.build.extension(),
        &folder.join("browser.log"),
        &DisplayMode::of_this_machine(),
        address,
    )?);
    Ok(running)
}

/// Waits until the extension is connected and the page is loaded. Returns its tab.
async fn wait_for_page(running: &mut Running, address: &str) -> Result<u64> {
    let Running {
        agent,
        browser,
        folder,
        ..
    } = running;
    let (begun, is_repeated) = (Instant::now(), Cell::new(false));
    let is_repeated = &is_repeated;
    let found = until("the page", || {
        let ended = !browser.as_mut().is_some_and(Process::runs);
        let agent = &*agent;
        async move {
            if ended {
                return Ok(Some(None));
            }
            let tabs = agent.tabs().await?;
            let loaded = loaded_tab(&tabs, address);
            let is_lost = begun.elapsed() > NAVIGATION_LOST && !is_repeated.get();
            if let (None, true, Some(tab)) = (loaded, is_lost, blank_tab(&tabs)) {
                is_repeated.set(true);
                let navigate = json!({"action": "navigate", "url": address, "tab": tab});
                agent.post("/interact", navigate).await?;
            }
            Ok(loaded.map(Some))
        }
    });
    let last = |log: &str| {
        let text = std::fs::read_to_string(folder.path().join(log)).unwrap_or_default();
        text.lines().last().unwrap_or("no output").to_owned()
    };
    let advice = || format!("see `axlens doctor`; the server: {}", last("server.log"));
    match found.await.with_context(advice)? {
        Some(tab) => Ok(tab),
        None => bail!("the browser has ended: {}", last("browser.log")),
    }
}

/// Chromium does not always load the page of its command line if it starts with an extension: the
/// tab remains without a page. After this time it is loaded again.
const NAVIGATION_LOST: Duration = Duration::from_secs(3);

/// The active tab, if it has no page.
fn blank_tab(tabs: &[Value]) -> Option<u64> {
    let mut tabs = tabs.iter();
    let blank = tabs.find(|tab| tab["active"] == true && tab["url"] == "");
    blank?["tab"].as_u64()
}

/// The handle of the loaded tab with the page. If the address redirects, the active tab's.
fn loaded_tab(tabs: &[Value], address: &str) -> Option<u64> {
    let complete = || tabs.iter().filter(|tab| tab["status"] == "complete");
    let other = || {
        let is_redirected =
            |tab: &&Value| tab["url"] != "about:blank" && tab["url"] != "" && tab["active"] == true;
        complete().find(is_redirected)
    };
    let loaded = complete().find(|tab| tab["url"] == address).or_else(other);
    loaded?["tab"].as_u64()
}

fn print_snapshot(running: &Running, tab: u64) -> Result<()> {
    let tab = tab.to_string();
    let mut command = running.build.axlens(&running.folder);
    command.args(["snapshot", "--tab", &tab, "--format", "outline"]);
    let status = command.status().context("cannot start axlens")?;
    if !status.success() {
        bail!("{status}: axlens snapshot");
    }
    Ok(())
}

/// Prints the configuration of an MCP client.
fn print_mcp(axlens: &Command) {
    let text = |part: &std::ffi::OsStr| part.to_string_lossy().into_owned();
    let variables = axlens.get_envs();
    let env: serde_json::Map<String, Value> = variables
        .map(|(name, value)| (text(name), text(value.unwrap_or_default()).into()))
        .collect();
    let entry = json!({"command": text(axlens.get_program()), "args": ["mcp"], "env": env});
    println!("\nTo connect an MCP client, add this to its configuration:");
    println!("{}", json!({"mcpServers": {"axlens": entry}}));
}

fn print_how_to_connect(agent: &Agent, tab: u64) {
    println!("\nBy HTTP:");
    println!("URL={}", agent.url());
    println!("TOKEN={}", agent.token());
    println!(
        "curl -s $URL/observe -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' -d '{{\"what\": \"a11y_tree\", \"tab\": {tab}}}'"
    );
}

/// Prints commands that read the page and act on it.
fn print_commands(axlens: &Command, tab: u64) {
    println!("\nOr on the command line, with the number of an element in place of UID:");
    for (name, value) in axlens.get_envs() {
        let value = value.unwrap_or_default();
        println!("export {}={}", name.display(), value.display());
    }
    let program = axlens.get_program().display();
    println!("{program} snapshot --tab {tab}");
    println!("{program} click UID");
}

/// The address to open, and the web site that serves it if the page is a file.
async fn address(page: Option<&str>) -> Result<(String, Option<Site>)> {
    let file = match page {
        None => shared::workspace().join("fixtures/dashboard.html"),
        Some(page) if Path::new(page).is_file() => PathBuf::from(page),
        Some(page) if is_address(page) => return Ok((page.to_owned(), None)),
        Some(page) if page.contains('.') && !page.contains('/') => {
            return Ok((format!("https://{page}/"), None));
        }
        Some(page) => bail!("{page} is neither a file nor an address"),
    };
    let file = file
        .canonicalize()
        .with_context(|| format!("cannot read {}", file.display()))?;
    let (site, address) = Site::of_file(&file).await?;
    Ok((address, Some(site)))
}

fn is_address(page: &str) -> bool {
    ["http://", "https://", "about:", "data:", "file:", "chrome:"]
        .iter()
        .any(|scheme| page.starts_with(scheme))
}

/// Waits for Ctrl-C, SIGTERM or SIGHUP, so that all processes can be ended.
async fn interrupted() -> Result<()> {
    let listen = |kind| signal(kind).context("cannot listen for signals");
    let mut terminate = listen(SignalKind::terminate())?;
    let mut hang_up = listen(SignalKind::hangup())?;
    tokio::select! {
        outcome = tokio::signal::ctrl_c() => outcome.context("cannot listen for Ctrl-C"),
        _ = terminate.recv() => Ok(()),
        _ = hang_up.recv() => Ok(()),
    }
}

/// Prints a step's name, its duration and whether it failed.
async fn step<T>(name: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
    println!("▸ {name}");
    let began = Instant::now();
    let outcome = work.await;
    let seconds = began.elapsed().as_secs_f64();
    match &outcome {
        Ok(_) => println!("✓ {name}: {seconds:.1} s"),
        Err(error) => println!("✗ {name}: {seconds:.1} s: {error:#}"),
    }
    outcome
}
