//! An agent on another machine: its programs have no state directory, and reach the server over a
//! real `ssh` tunnel with the token of a named agent.

use anyhow::{Context, ensure};
use axlens_client::{Error, Options, connect_with};
use axlens_harness::process::Folder;
use axlens_harness::remote::tunnel::{Direction, Tunnel, missing};
use axlens_harness::wait::until;
use axlens_harness::{Chain, McpClient, Page, on_chain};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Output};

const FORM: &str = "<title>Remote form</title><label>Name <input id=who></label>\
    <button onclick='result.textContent = `Saved ${who.value}`'>Save</button>\
    <label>Photo <input type=file onchange='result.textContent = this.files[0].name'></label>\
    <p id=result role=status>Nothing yet</p>";

/// The machine of the agent: a folder without a state directory, and a tunnel.
struct AgentMachine<'a> {
    chain: &'a Chain,
    tunnel: Tunnel,
    token: String,
    name: String,
    folder: Folder,
}

impl<'a> AgentMachine<'a> {
    async fn start(chain: &'a Chain, direction: Direction) -> anyhow::Result<Self> {
        let name = chain.session();
        Ok(AgentMachine {
            chain,
            tunnel: Tunnel::open(direction, chain.agent.port()?).await?,
            token: chain.add_token(&[&name, "--scope", "act"])?,
            name,
            folder: Folder::new()?,
        })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The `axlens` command on this machine, with the token in a file.
    fn command(&self, arguments: &[&str]) -> anyhow::Result<Command> {
        let file = self.file("token");
        if !file.exists() {
            let mut private = std::fs::OpenOptions::new();
            std::os::unix::fs::OpenOptionsExt::mode(&mut private, 0o600);
            let mut file = private.write(true).create_new(true).open(&file)?;
            std::io::Write::write_all(&mut file, format!("{}\n", self.token).as_bytes())?;
        }
        let mut command = self.chain.command(arguments);
        command
            .env("AXLENS_STATE_DIR", self.file("no-state"))
            .env("AXLENS_URL", self.tunnel.url())
            .env("AXLENS_TOKEN_FILE", file)
            .current_dir(self.folder.path());
        Ok(command)
    }

    fn run(&self, arguments: &[&str]) -> anyhow::Result<Output> {
        let output = self.command(arguments)?.output()?;
        for printed in [&output.stdout, &output.stderr] {
            let printed = String::from_utf8_lossy(printed);
            ensure!(!printed.contains(&self.token[4..]), "{printed}");
        }
        Ok(output)
    }

    /// What a command prints that succeeds.
    fn printed(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.run(arguments)?;
        ensure!(output.status.success(), "{arguments:?}: {output:?}");
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Runs a test, unless no tunnel can be opened.
fn over_a_tunnel(
    direction: Direction,
    test: impl AsyncFnOnce(&AgentMachine) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if let Some(line) = missing() {
        eprintln!("{line}");
        return Ok(());
    }
    on_chain(async |chain| {
        let machine = AgentMachine::start(chain, direction).await?;
        test(&machine).await.with_context(|| machine.tunnel.log())
    })
}

async fn read_and_act(machine: &AgentMachine<'_>) -> anyhow::Result<()> {
    let tab = machine.chain.open(Page::html(FORM)).await?;
    let number = tab.handle().await?.to_string();
    let on = |arguments: &[&str]| machine.printed(&[arguments, &["--tab", &number]].concat());
    let status = machine.printed(&["status"])?;
    assert!(status.contains(&machine.tunnel.url()), "{status}");
    let agent = format!("agent {} [act]", machine.name);
    assert!(status.contains(&agent), "{status}");
    assert!(on(&["snapshot"])?.contains("Remote form"));
    let filled = on(&["fill", "css=#who", "Ada"])?;
    assert!(filled.contains("fill textbox \"Name\""), "{filled}");
    let clicked = on(&["click", "css=button"])?;
    assert!(clicked.contains("Saved Ada"), "{clicked}");
    // A file of the agent's machine.
    std::fs::write(machine.file("photo.txt"), "of the agent's machine")?;
    on(&["upload", "css=[type=file]", "photo.txt"])?;
    assert_eq!(tab.evaluate("result.textContent").await?, "photo.txt");
    let log = machine.chain.log()?;
    let own = log.iter();
    let own = own.filter(|entry| entry["agent"]["name"] == machine.name);
    assert!(own.count() >= 4, "the audit log names the agent");
    Ok(())
}

#[test]
fn the_command_line_reads_and_acts_over_ssh_from_the_agent() -> anyhow::Result<()> {
    over_a_tunnel(Direction::FromAgent, read_and_act)
}

#[test]
fn the_command_line_reads_and_acts_over_ssh_from_the_browser() -> anyhow::Result<()> {
    over_a_tunnel(Direction::FromBrowser, read_and_act)
}

#[test]
fn commands_about_this_machine_are_refused() -> anyhow::Result<()> {
    over_a_tunnel(Direction::FromAgent, async |machine| {
        for arguments in [
            &["stop"][..],
            &["serve"],
            &["open", "--print"],
            &["token", "list"],
            &["log"],
            &["doctor"],
            &["mcp-config", "cursor"],
        ] {
            let output = machine.run(arguments)?;
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
            assert!(errors.contains("AXLENS_URL names another one"), "{errors}");
        }
        assert!(
            machine
                .printed(&["completions", "bash"])?
                .contains("axlens")
        );
        let output = machine.command(&["mcp", "--agent", "x"])?.output()?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains("omit --agent"), "{errors}");
        assert!(!machine.file("no-state").exists(), "nothing is written");
        Ok(())
    })
}

#[test]
fn a_closed_tunnel_and_a_revoked_token_are_named() -> anyhow::Result<()> {
    over_a_tunnel(Direction::FromAgent, async |machine| {
        let mut client = McpClient::start_as(machine.command(&["mcp"])?)?;
        client.call("tabs", json!({}))?;
        let revoked = machine.chain.run(&["token", "revoke", &machine.name])?;
        ensure!(revoked.status.success(), "{revoked:?}");
        let output = machine.run(&["tabs"])?;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{errors}");
        assert!(errors.contains("the token was revoked"), "{errors}");
        let url = format!("{}/path", machine.tunnel.url());
        for (name, value, part) in [
            ("AXLENS_URL", "http://example.com:4000", "ssh -N -L"),
            ("AXLENS_URL", &url, "neither path nor query"),
            ("AXLENS_URL", "http://127.0.0.1:1", "open the tunnel"),
            ("AXLENS_TOKEN", "another-form", "axlens token add"),
        ] {
            let output = machine.command(&["tabs"])?.env(name, value).output()?;
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{name}={value}: {errors}");
            assert!(errors.contains(part), "{name}={value}: {errors}");
            assert!(!errors.contains("another-form"), "{errors}");
        }
        Ok(())
    })
}

/// Calls a tool of the process, which may have just lost its server.
fn call(client: &mut McpClient, id: u64) -> anyhow::Result<Value> {
    let params = json!({"name": "tabs", "arguments": {}});
    client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}))?;
    client.receive()
}

#[test]
fn axlens_mcp_outlives_the_tunnel() -> anyhow::Result<()> {
    over_a_tunnel(Direction::FromAgent, async |machine| {
        let _tab = machine.chain.open(Page::html(FORM)).await?;
        let mut client = McpClient::start_as(machine.command(&["mcp"])?)?;
        let tabs = client.call("tabs", json!({}))?;
        assert!(tabs.to_string().contains("Remote form"), "{tabs}");
        let port = machine.tunnel.port;
        let stopped = Command::new("kill")
            .args(["-s", "KILL", &machine.tunnel.ssh.id().to_string()])
            .status()?;
        ensure!(stopped.success());
        until("the tunnel to close", || async {
            let open = std::net::TcpStream::connect(("127.0.0.1", port));
            Ok(open.is_err().then_some(()))
        })
        .await?;
        let answer = call(&mut client, 1_000)?;
        let message = answer.to_string();
        assert!(
            message.contains("server has ended") || message.contains("Nothing was executed"),
            "{answer}"
        );
        let answer = call(&mut client, 1_001)?;
        let message = answer["result"].to_string();
        assert!(message.contains("open the tunnel"), "{answer}");
        let to = machine.chain.agent.port()?;
        let _again = Tunnel::open_at(port, Direction::FromAgent, to).await?;
        let answer = call(&mut client, 1_002)?;
        assert!(
            answer["result"].to_string().contains("Remote form"),
            "{answer}"
        );
        Ok(())
    })
}

#[test]
fn the_library_for_rust_reads_over_ssh() -> anyhow::Result<()> {
    over_a_tunnel(Direction::FromBrowser, async |machine| {
        let options = || Options {
            url: Some(machine.tunnel.url()),
            token: Some(machine.token.clone()),
            state_dir: Some(machine.file("no-state")),
            ..Options::default()
        };
        let browser = connect_with(options()).await?;
        let status = browser.status().await?;
        assert_eq!(status.agents[0].name, machine.name);
        let page = browser
            .open(machine.chain.site.page(Page::html(FORM)))
            .await?;
        page.observe().await?;
        assert!(page.text().contains("button \"Save\""), "{}", page.text());
        page.close_tab().await?;
        let other = Options {
            token: Some(format!("axl_{}", "0".repeat(64))),
            ..options()
        };
        let error = connect_with(other).await.err().context("unknown")?;
        assert!(matches!(error, Error::Untrusted(_)), "{error:?}");
        Ok(())
    })
}
