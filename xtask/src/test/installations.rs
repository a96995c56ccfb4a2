//! What tests need that neither the workspace nor its build contains. Each part of `cargo xtask
//! test` names what its own tests need.

use std::path::Path;
use std::thread;

use anyhow::{Result, anyhow};

use crate::machine::{find_program, install_packages};
use crate::places::Places;
use crate::progress::step;

use super::{api_checkers, applications, client_libraries, components, mcp_clients};

/// Something that tests need.
pub struct Installation {
    what: &'static str,
    install: fn(&Places) -> Result<()>,
    /// A filterset of the tests that can't run without it; empty if they detect that themselves.
    tests: &'static str,
    /// Whether a CI run fails without it.
    is_needed_in_ci: bool,
}

impl Installation {
    const fn new(
        what: &'static str,
        install: fn(&Places) -> Result<()>,
        tests: &'static str,
    ) -> Self {
        Self {
            what,
            install,
            tests,
            is_needed_in_ci: false,
        }
    }
}

/// For a Chromium with real windows.
pub const SCREEN: Installation = Installation {
    is_needed_in_ci: true,
    ..Installation::new("a screen", install_screen, "test(/(^|::)on_screen::/)")
};
/// For tunnels.
pub const SSH: Installation =
    Installation::new("an ssh server", install_ssh, "test(/^remote::|over_ssh/)");
/// For several gateways. Their tests skip themselves without it.
pub const NATS: Installation = Installation::new("a server of NATS", install_nats, "");
/// The web component libraries whose pages tests read.
pub const COMPONENTS: Installation = Installation::new(
    "component libraries",
    components::install,
    "test(components::) | test(/public_libraries::(material|shoelace|spectrum)$/)",
);
/// The libraries and editors that tests act on.
pub const LIBRARIES: Installation = Installation::new(
    "libraries and editors",
    components::install_libraries,
    "test(public_libraries::)",
);
/// The web applications that tests operate.
pub const APPLICATIONS: Installation = Installation::new(
    "web applications",
    applications::install,
    "test(/^applications::/)",
);
/// Other people's clients of the Model Context Protocol.
pub const MCP_CLIENTS: Installation = Installation::new(
    "clients of MCP",
    mcp_clients::install,
    "test(/^mcp::clients::/)",
);
/// Other people's checkers of the API's description.
pub const API_CHECKERS: Installation = Installation::new(
    "checkers of the API",
    api_checkers::install,
    "test(openapi::)",
);
/// The tools with which the client library for Python is checked and tested.
pub const PYTHON_CLIENT: Installation = Installation::new(
    "tools of the client library for Python",
    client_libraries::install_for_python,
    "test(/^client_libraries::.*python/)",
);
/// The tools with which the client library for TypeScript is checked and tested.
pub const TYPESCRIPT_CLIENT: Installation = Installation::new(
    "tools of the client library for TypeScript",
    client_libraries::install_for_typescript,
    "test(/^client_libraries::.*typescript/)",
);
/// The frameworks of the examples for agents.
pub const FRAMEWORKS: Installation = Installation::new(
    "frameworks for agents",
    client_libraries::install_frameworks,
    "test(agent_examples::)",
);

/// Installs all of them at the same time, because an installation mostly waits for the network.
/// The filtersets of the tests that can't run. In a CI run, what is needed there is an error.
pub fn install(places: &Places, all: &[&'static Installation]) -> Result<Vec<&'static str>> {
    let outcomes = thread::scope(|scope| {
        let start = |one: &&'static Installation| {
            let (what, install) = (one.what, one.install);
            scope.spawn(move || step(what, || install(places)))
        };
        let running: Vec<_> = all.iter().map(start).collect();
        let ended = running.into_iter().map(|installation| {
            let outcome = installation.join();
            outcome.unwrap_or_else(|_| Err(anyhow!("it panicked")))
        });
        ended.collect::<Vec<_>>()
    });
    let mut skipped = Vec::new();
    for (one, outcome) in all.iter().zip(outcomes) {
        match outcome {
            Ok(()) => {}
            Err(error) if one.is_needed_in_ci && is_ci() => return Err(error),
            Err(error) => {
                println!("skipped: {}: {error:#}", one.what);
                skipped.extend(Some(one.tests).filter(|tests| !tests.is_empty()));
            }
        }
    }
    Ok(skipped)
}

/// Whether this is a CI run (`CI` is set).
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// The programs that browser tests start, among them those of the examples and of the installers,
/// and their Debian packages.
const PROGRAMS: [(&str, &str); 7] = [
    ("curl", "curl"),
    ("jq", "jq"),
    ("openssl", "openssl"),
    ("python3", "python3"),
    ("shasum", "perl"),
    ("shellcheck", "shellcheck"),
    ("wget", "wget"),
];

/// The programs for a Chromium with real windows, and their Debian packages.
const ON_SCREEN: [(&str, &str); 5] = [
    ("Xvfb", "xvfb"),
    ("openbox", "openbox"),
    ("xdotool", "xdotool"),
    ("xprop", "x11-utils"),
    ("xwininfo", "x11-utils"),
];

/// Installs the programs that browser tests start.
pub fn install_programs() -> Result<()> {
    install_missing(&PROGRAMS)
}

fn install_screen(_: &Places) -> Result<()> {
    install_missing(&ON_SCREEN)
}

fn install_nats(_: &Places) -> Result<()> {
    install_missing(&[("nats-server", "nats-server")])
}

/// An ssh server and its client. The tests start them on the loopback address.
fn install_ssh(_: &Places) -> Result<()> {
    // Only root has the server's folder on its path.
    if !Path::new("/usr/sbin/sshd").is_file() {
        install_missing(&[("sshd", "openssh-server")])?;
    }
    install_missing(&[("ssh", "openssh-client")])
}

/// Installs the packages of the programs that the machine does not have.
fn install_missing(programs: &[(&str, &str)]) -> Result<()> {
    let missing = || {
        let programs = programs.iter();
        programs.filter(|(name, _)| find_program(&[name]).is_none())
    };
    let mut packages: Vec<&str> = missing().map(|(_, package)| *package).collect();
    packages.dedup();
    if packages.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing().map(|(name, _)| *name).collect();
    let otherwise = format!(
        "{} missing: install by your system's package manager (Debian: apt-get install {})",
        names.join(", "),
        packages.join(" ")
    );
    install_packages(&packages, &otherwise)
}
