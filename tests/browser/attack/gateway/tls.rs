//! A program in place of a gateway with TLS: commands, and `axlens mcp`, send it nothing.

use super::SECRET;
use crate::attack::report::Report;
use anyhow::{Context, ensure};
use axlens_harness::remote::gateway::GatewayProgram;
use axlens_harness::{Chain, Tab};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain, tab: &Tab) -> anyhow::Result<()> {
    let gateway = GatewayProgram::start_with_tls(chain, "with-tls").await?;
    let edge = gateway.add_edge("laptop", "acme")?;
    gateway.join(chain, &edge, &["--scope", "act"])?;
    let token = gateway.add_agent("ci", "acme", &["--scope", "act"])?;
    let agent = GatewayAgent {
        chain,
        gateway: &gateway,
        token,
    };
    let tab = tab.handle().await?.to_string();
    let read = ["snapshot", "--browser", "laptop", "--tab", &tab];
    let seen = agent.run(&gateway.url(), &read).await?;
    ensure!(seen.contains(SECRET), "the control: {seen}");
    let seen = agent.mcp(&gateway.url(), &tab).await?;
    ensure!(seen.contains(SECRET), "the control: {seen}");
    report
        .attack(
            "gateway_with_another_certificate",
            "a gateway whose certificate is of another authority",
            another_certificate(&agent),
        )
        .await;
    report
        .attack(
            "no_gateway_at_the_address",
            "a program that records what it receives, and answers like a server without TLS",
            recorder(&agent),
        )
        .await;
    Ok(())
}

/// An agent of a gateway, which trusts the gateway's certificate only.
struct GatewayAgent<'a> {
    chain: &'a Chain,
    gateway: &'a GatewayProgram,
    token: String,
}

impl GatewayAgent<'_> {
    /// A command with this URL, on a machine without a state directory.
    fn command(&self, url: &str, arguments: &[&str]) -> anyhow::Result<Command> {
        let mut command = self.chain.command(arguments);
        let authority = self.gateway.certificate.as_ref().context("TLS")?;
        command
            .env("AXLENS_STATE_DIR", self.chain.folder.path().join("none"))
            .env("AXLENS_URL", url)
            .env("AXLENS_CA_FILE", authority)
            .env("AXLENS_TOKEN", &self.token)
            // A proxy and authorities of the environment are not used.
            .env("HTTPS_PROXY", "http://127.0.0.1:9")
            .stdin(Stdio::null());
        Ok(command)
    }

    /// What a command prints.
    async fn run(&self, url: &str, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = self.command(url, arguments)?;
        printed(tokio::task::spawn_blocking(move || command.output()).await??)
    }

    /// What `axlens mcp` answers to a request for a snapshot.
    async fn mcp(&self, url: &str, tab: &str) -> anyhow::Result<String> {
        let info = json!({"name": "test", "version": "1"});
        let started =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info});
        let arguments =
            json!({"what": "a11y_tree", "browser": "laptop", "tab": tab.parse::<u32>()?});
        let call = json!({"name": "observe", "arguments": arguments});
        let messages = [
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": started}),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
        ];
        let mut command = self.command(url, &["mcp"])?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let running = move || -> anyhow::Result<Output> {
            let mut child = command.spawn()?;
            let mut input = child.stdin.take().context("an input")?;
            for message in &messages {
                writeln!(input, "{message}")?;
            }
            let mut lines = std::io::BufRead::lines(std::io::BufReader::new(
                child.stdout.take().context("an output")?,
            ));
            let answered =
                lines.find(|line| line.as_ref().is_ok_and(|line| line.contains("\"id\":2")));
            drop(input);
            let mut output = child.wait_with_output()?;
            output.stdout = answered.transpose()?.unwrap_or_default().into_bytes();
            Ok(output)
        };
        printed(tokio::task::spawn_blocking(running).await??)
    }

    /// Runs commands that must fail without the token in their texts.
    async fn refused(&self, url: &str) -> anyhow::Result<String> {
        let mut texts = String::new();
        for arguments in [
            &["status"][..],
            &["snapshot"],
            &["fill", "1", "Private"],
            &["mcp"],
        ] {
            texts += &self.run(url, arguments).await?;
        }
        ensure!(!texts.contains(&self.token[4..]), "the token: {texts}");
        ensure!(!texts.contains(SECRET), "the page: {texts}");
        Ok(texts)
    }
}

fn printed(output: Output) -> anyhow::Result<String> {
    let text = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8(text)?)
}

async fn another_certificate(agent: &GatewayAgent<'_>) -> anyhow::Result<String> {
    let other = GatewayProgram::start_with_tls(agent.chain, "impostor").await?;
    let texts = agent.refused(&other.url()).await?;
    let count = texts.matches("is not the gateway of this URL").count();
    ensure!(count == 4, "{count}: {texts}");
    let log = other.log()?;
    ensure!(!log.contains("\"refused\""), "it has a request: {log}");
    // The control: with its own authority, it receives the token, and refuses it.
    let certificate = other.certificate.as_deref().context("TLS")?;
    let known = trusting(agent, &other.url(), certificate).await?;
    ensure!(known.contains("unauthorized"), "the control: {known}");
    ensure!(
        other.log()?.contains("\"refused\""),
        "the control: {}",
        other.log()?
    );
    Ok("it receives no request".into())
}

/// What `axlens tabs` prints if it trusts this certificate.
async fn trusting(agent: &GatewayAgent<'_>, url: &str, ca: &Path) -> anyhow::Result<String> {
    let mut command = agent.command(url, &["tabs"])?;
    command.env("AXLENS_CA_FILE", ca);
    printed(tokio::task::spawn_blocking(move || command.output()).await??)
}

async fn recorder(agent: &GatewayAgent<'_>) -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("https://{}", listener.local_addr()?);
    let received = Arc::new(Mutex::new(Vec::new()));
    let recording = tokio::spawn(record(listener, Arc::clone(&received)));
    let texts = agent.refused(&url).await?;
    recording.abort();
    let count = texts.matches("is not the gateway of this URL").count();
    ensure!(count == 4, "{count}: {texts}");
    let received = received.lock().await.clone();
    let text = String::from_utf8_lossy(&received);
    ensure!(
        !text.is_empty() && !text.contains("axl_") && !text.contains("HTTP/1"),
        "{text}"
    );
    Ok("four handshakes fail before a request".into())
}

/// Notes what connections send first, and answers each like a server without TLS.
async fn record(listener: TcpListener, received: Arc<Mutex<Vec<u8>>>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        let mut bytes = vec![0; 64 * 1024];
        let length = stream.read(&mut bytes).await.unwrap_or_default();
        received.lock().await.extend_from_slice(&bytes[..length]);
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        let _ = stream.write_all(answer).await;
    }
}
