//! Screenshots by the command line and by MCP.

use crate::screenshots::tall;
use anyhow::Context;
use axlens_harness::on_runtime;
use axlens_harness::{Chain, Kind};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn the_command_writes_a_file_and_mcp_returns_an_image() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(tall()).await?;
        let handle = tab.handle().await?.to_string();
        let folder = tempfile::tempdir()?;
        let run = |more: &[&str]| {
            let all = [&["screenshot", "--tab", &handle], more].concat();
            chain.command(&all).current_dir(folder.path()).output()
        };
        let first = run(&["--marks"])?;
        let printed = String::from_utf8_lossy(&first.stdout).into_owned();
        let file = folder.path().join(format!("axlens-{handle}-1.png"));
        let name = file.display().to_string();
        assert!(
            printed.starts_with(&name) && printed.contains("button \"b1\""),
            "{printed}"
        );
        let written = std::fs::read(&file)?;
        assert!(written.starts_with(b"\x89PNG"));
        run(&["--format", "jpeg", "-o", "page.jpg"])?;
        assert!(std::fs::read(folder.path().join("page.jpg"))?.starts_with(b"\xff\xd8\xff"));
        assert!(run(&["-o", "-"])?.stdout.starts_with(b"\x89PNG"));
        run(&[])?;
        assert!(
            folder
                .path()
                .join(format!("axlens-{handle}-2.png"))
                .exists()
        );
        assert_eq!(run(&["--uid", "1", "--full"])?.status.code(), Some(2));
        assert_eq!(run(&["--quality", "80"])?.status.code(), Some(1));
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "screenshot", "arguments": {"tab": tab.handle().await?, "marks": true}}});
        let answer = axlens_mcp(&chain, &call)?;
        let content = &answer["result"]["content"];
        assert_eq!(content[0]["type"], "image", "{answer:.300}");
        let legend = content[1]["text"].as_str().context("a legend")?;
        assert!(
            legend.contains("button \"b1\"") && legend.contains("<page-"),
            "{legend}"
        );
        Ok(())
    })
}

/// One call of `axlens mcp`, over stdin and stdout.
fn axlens_mcp(chain: &Chain, call: &Value) -> anyhow::Result<Value> {
    let mut command = chain.command(&["mcp"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let mut input = child.stdin.take().context("piped")?;
    let mut lines = BufReader::new(child.stdout.take().context("piped")?).lines();
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}}});
    writeln!(input, "{initialize}")?;
    lines.next().context("an answer")??;
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    writeln!(input, "{initialized}\n{call}")?;
    let answer = loop {
        let line: Value = serde_json::from_str(&lines.next().context("an answer")??)?;
        if line["id"] == call["id"] {
            break line;
        }
    };
    drop(input);
    child.wait()?;
    Ok(answer)
}
