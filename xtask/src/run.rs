//! `cargo xtask run`: the whole chain on a fresh profile, with a page open in it, and how an agent
//! connects to it.

pub mod browser;
mod chain;
mod site;

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::build::{BuildArguments, build};
use crate::machine;
use crate::places::Places;
use crate::progress::step;
use chain::Chain;
use site::Site;

/// What `cargo xtask run` can be asked.
#[derive(Args)]
pub struct RunArguments {
    /// The page to open: an address or a file [default: a dashboard of the fixtures]
    page: Option<String>,
    /// End after the snapshot is printed, as without a terminal
    #[arg(long)]
    once: bool,
}

/// Builds, starts everything, opens the page, prints its snapshot and how to connect; then stays
/// until Ctrl-C.
pub fn run(places: &Places, arguments: &RunArguments) -> Result<()> {
    let interrupted = on_interrupt()?;
    let chromium = browser::find_or_install()?;
    build(places, &BuildArguments::default())?;
    let (address, site) = page(places, arguments.page.as_deref())?;
    let mut chain = step("server, native host and browser", || {
        Chain::start(places, &chromium, &address, &interrupted)
    })?;
    let tab = step("page", || chain.wait_for_page(&address, &interrupted))?;
    let mut snapshot =
        chain.axlens(&["snapshot", "--tab", &tab.to_string(), "--format", "outline"]);
    println!();
    machine::run(&mut snapshot)?;
    print_how_to_connect(&chain, tab);
    if !arguments.once && std::io::stdin().is_terminal() {
        println!("\nCtrl-C ends server and browser.");
        wait_for_the_end(&mut chain, &interrupted);
    }
    drop(site);
    chain.stop();
    Ok(())
}

fn print_how_to_connect(chain: &Chain, tab: u64) {
    let (url, token) = (&chain.endpoint.url, &chain.endpoint.agent_token);
    println!("\nTo connect an agent:");
    println!("URL={url}");
    println!("TOKEN={token}");
    println!(
        "curl -s $URL/observe -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' -d '{{\"what\": \"a11y_tree\", \"tab\": {tab}}}'"
    );
}

/// The address to open, and our own web server where the page is a file.
fn page(places: &Places, page: Option<&str>) -> Result<(String, Option<Site>)> {
    let file = match page {
        None => places.root.join("fixtures/dashboard.html"),
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
    let site = Site::of_file(&file)?;
    Ok((site.address.clone(), Some(site)))
}

fn is_address(page: &str) -> bool {
    ["http://", "https://", "about:", "data:", "file:", "chrome:"]
        .iter()
        .any(|scheme| page.starts_with(scheme))
}

/// Hears Ctrl-C and the end of the terminal, so that nothing that was started is left behind.
fn on_interrupt() -> Result<Receiver<()>> {
    let (sender, receiver) = channel();
    ctrlc::set_handler(move || {
        let _ = sender.send(());
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(receiver)
}

fn wait_for_the_end(chain: &mut Chain, interrupted: &Receiver<()>) {
    while !chain.browser_has_ended() {
        if interrupted.recv_timeout(chain::BETWEEN_LOOKING).is_ok() {
            return;
        }
    }
    println!("The browser has ended.");
}

/// A child in a process group of its own, so that Ctrl-C reaches only us and the order of the end
/// is ours.
fn apart(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}
