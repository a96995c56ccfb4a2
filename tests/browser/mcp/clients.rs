//! Public MCP clients: the official conformance suite, the SDKs for TypeScript and Python, and the
//! inspector. `cargo xtask test chain` installs them from package registries; without them, these
//! tests are skipped.

use anyhow::{Context, ensure};
use axlens_harness::on_runtime;
use axlens_harness::{Chain, Kind, Page, shared};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PAGE: &str = "<title>Clients</title><h1>Connected clients</h1><button>Next</button>";

/// The tested revisions of the protocol.
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// The prefix of scenarios of an experimental extension of the protocol.
const EXTENSION: &str = "server-tasks-";

/// A Node.js script, with the Node.js version that the suite needs.
fn node(clients: &Path, script: &str) -> Command {
    let mut command = Command::new(clients.join("node_modules/.bin/node"));
    command.arg(script).current_dir(clients);
    command
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?}\n{printed}\n{errors}");
    Ok(printed)
}

/// A proxy that adds the token, for clients that can't send one. It ends with the test.
struct Proxy {
    child: Child,
    url: String,
}

impl Proxy {
    fn start(clients: &Path, chain: &Chain) -> anyhow::Result<Proxy> {
        let port = chain.agent.port()?.to_string();
        let mut command = node(clients, "proxy.js");
        command.args([port, chain.agent.token()]);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut url = String::new();
        let stdout = child.stdout.take().context("piped")?;
        BufReader::new(stdout).read_line(&mut url)?;
        let url = url.trim().to_owned();
        Ok(Proxy { child, url })
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the checks of a revision. Returns the number of those that passed, and the ids of the
/// others.
fn checks(clients: &Path, url: &str, revision: &str) -> anyhow::Result<(usize, BTreeSet<String>)> {
    let folder = tempfile::tempdir()?;
    let mut suite = node(clients, "node_modules/.bin/conformance");
    suite.args(["server", "--url", &format!("{url}/mcp")]);
    suite.args(["--requirements", revision, "-o"]);
    // Its exit code says only that some check has failed.
    suite.arg(folder.path()).output()?;
    let (mut passed, mut failed) = (0, BTreeSet::new());
    for scenario in std::fs::read_dir(folder.path())? {
        let scenario = scenario?;
        if scenario
            .file_name()
            .to_string_lossy()
            .starts_with(EXTENSION)
        {
            continue;
        }
        let text = std::fs::read_to_string(scenario.path().join("checks.json"))?;
        let checks: Vec<Value> = serde_json::from_str(&text)?;
        for check in checks {
            let id = check["id"].as_str().context("an id")?.to_owned();
            match check["status"].as_str() {
                Some("SUCCESS") => passed += 1,
                Some("FAILURE") => drop(failed.insert(id)),
                _ => {}
            }
        }
    }
    Ok((passed, failed))
}

/// The checks that are expected to fail.
fn exceptions() -> anyhow::Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(
        shared::workspace().join("tests/packages/mcp-clients/exceptions.json"),
    )?;
    let groups: Vec<Value> = serde_json::from_str(&text)?;
    let checks = groups.iter().flat_map(|group| group["checks"].as_array());
    let ids = checks.flatten().filter_map(Value::as_str);
    Ok(ids.map(str::to_owned).collect())
}

#[test]
#[ignore = "full: clients of MCP"]
fn the_conformance_suite_passes_except_for_known_exceptions() -> anyhow::Result<()> {
    on_runtime(async || {
        let clients = shared::mcp_clients()?;
        let chain = Chain::lease(Kind::Unattended).await?;
        let proxy = Proxy::start(&clients, &chain)?;
        let mut failed = BTreeSet::new();
        for revision in REVISIONS {
            let (passed, others) = checks(&clients, &proxy.url, revision)?;
            ensure!(passed > 35, "{revision}: {passed} checks passed");
            failed.extend(others);
        }
        // An exception that passes must be removed from the list.
        assert_eq!(failed, exceptions()?);
        Ok(())
    })
}

#[test]
#[ignore = "full: clients of MCP"]
fn sdks_list_tools_call_them_receive_progress_and_cancel() -> anyhow::Result<()> {
    on_runtime(async || {
        let clients = shared::mcp_clients()?;
        let chain = Chain::start_by_host().await?;
        // The tab is closed when this is dropped.
        let _tab = chain.open(Page::html(PAGE)).await?;
        let axlens = chain.command(&[]).get_program().to_owned();
        let mut typescript = node(&clients, "client.js");
        typescript.arg(&axlens).arg(chain.state_folder());
        typescript.env("AXLENS_STATE_DIR", chain.state_folder());
        let printed = run(&mut typescript)?;
        ensure!(printed.contains("overHttp: passed"), "{printed}");
        // The client killed the server, which has started again.
        chain.agent.refresh()?;
        chain.connected().await?;
        let mut python = Command::new("python3");
        python.arg(clients.join("client.py")).arg(&axlens);
        python.env("PYTHONPATH", clients.join("python"));
        python.env("AXLENS_STATE_DIR", chain.state_folder());
        ensure!(run(&mut python)?.contains("stdio: passed"));
        check_inspector(&clients, &chain)
    })
}

fn check_inspector(clients: &Path, chain: &Chain) -> anyhow::Result<()> {
    let axlens = chain.command(&[]).get_program().to_owned();
    let inspector = |arguments: &[&str]| {
        let mut inspector = node(clients, "node_modules/.bin/mcp-inspector");
        // The inspector does not pass its own environment on.
        let state = format!("AXLENS_STATE_DIR={}", chain.state_folder().display());
        inspector.args(["--cli", "-e", &state]);
        inspector.arg(&axlens).arg("mcp").args(arguments);
        run(&mut inspector)
    };
    let listed = inspector(&["--method", "tools/list"])?;
    ensure!(listed.contains("\"explain\""), "{listed}");
    let tabs = inspector(&["--method", "tools/call", "--tool-name", "tabs"])?;
    ensure!(tabs.contains("Clients"), "{tabs}");
    Ok(())
}
