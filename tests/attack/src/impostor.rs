//! A program that takes the place of a server that has died: on its port at once, or on another
//! port as a relay.

use crate::raw::send;
use crate::report::Report;
use anyhow::{Context, bail, ensure};
use axlens_harness::Chain;
use axlens_harness::process::signal;
use axlens_harness::proxy::Proxy;
use axlens_harness::wait::until;
use rustix::process::Signal;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// How often the server is killed until the impostor is the first on its port.
const TRIES: usize = 10;

/// Each has a chain of its own: they kill its server.
pub async fn attacks(report: &mut Report) {
    let tried = "the server is killed, and a program on its port answers everything";
    report
        .attack("impostor_on_the_old_port", tried, on_the_old_port())
        .await;
    let tried = "a program on another port passes everything on";
    report.attack("relay", tried, relay()).await;
    let tried = "the server is killed, and a command follows";
    report
        .attack("endpoint_of_a_dead_server", tried, dead_endpoint())
        .await;
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Heard {
    fn text(&self) -> String {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&heard).into_owned()
    }

    fn add(&self, bytes: &[u8]) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heard.extend_from_slice(bytes);
    }
}

async fn on_the_old_port() -> anyhow::Result<String> {
    let chain = Chain::start_by_host().await?;
    let tab = chain.open_fixture("dashboard.html").await?;
    tab.tree().await?;
    let mut secrets = vec![chain.extension_key()?];
    let (listener, killed) = take_the_port(&chain, &mut secrets).await?;
    let port = listener.local_addr()?.port();
    let heard = Heard::default();
    tokio::spawn(answer_everything(listener, heard.clone()));
    // Commands of the user's, meanwhile.
    for command in ["status", "tabs", "doctor"] {
        chain.command(&[command])?;
    }
    let answer = until("the chain to work again", || async {
        chain.agent.refresh()?;
        Ok(Some(tab.observe(json!({})).await?))
    });
    let answer = answer.await.with_context(|| chain.state())?;
    let took = killed.elapsed();
    ensure!(answer.to_string().contains("Recent Activity"), "{answer}");
    secrets.push(chain.agent.token());
    betrays_nothing(&heard.text(), &secrets)?;
    let said = first_lines(&heard.text());
    ensure!(
        send(port, b"GET /control HTTP/1.0\r\n\r\n")
            .await?
            .statuses()
            == [204]
    );
    ensure!(
        heard.text().contains("/control"),
        "the control: it hears nothing at all"
    );
    Ok(format!(
        "it hears {}, and the chain works elsewhere after {} ms",
        said,
        took.as_millis()
    ))
}

/// Kills the server and listens on its port, before the next server does.
async fn take_the_port(
    chain: &Chain,
    secrets: &mut Vec<String>,
) -> anyhow::Result<(TcpListener, Instant)> {
    for _ in 0..TRIES {
        let server = until("a server", || async { Ok(Some(chain.agent.refresh()?)) }).await?;
        chain.connected().await?;
        secrets.push(chain.agent.token());
        let address = chain.agent.url().trim_start_matches("http://").to_owned();
        signal(server, Signal::KILL)?;
        let killed = Instant::now();
        let gone = |error: &std::io::Error| error.kind() != std::io::ErrorKind::AddrInUse;
        while killed.elapsed().as_secs() < 1 {
            match TcpListener::bind(&address).await {
                Ok(listener) => return Ok((listener, killed)),
                Err(error) if gone(&error) => return Err(error.into()),
                Err(_) => tokio::task::yield_now().await,
            }
        }
        until("another server", || async {
            Ok((chain.agent.refresh()? != server).then_some(()))
        })
        .await?;
    }
    bail!("the next server was always the first on the port")
}

async fn answer_everything(listener: TcpListener, heard: Heard) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, heard.clone()));
    }
}

async fn answer(mut stream: TcpStream, heard: Heard) -> std::io::Result<()> {
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let length = stream.read(&mut chunk).await?;
        if length == 0 {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&chunk[..length]).into_owned();
        heard.add(&chunk[..length]);
        let reply = match said.to_ascii_lowercase() {
            said if said.starts_with("get /health") => {
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{\"ok\":true}"
            }
            said if said.contains("upgrade: websocket") => {
                "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
            }
            _ => {
                "HTTP/1.1 204 No Content\r\nconnection: close\r\naccess-control-allow-origin: *\r\n\r\n"
            }
        };
        stream.write_all(reply.as_bytes()).await?;
        if reply.contains("connection: close") {
            return Ok(());
        }
    }
}

/// Neither a secret nor anything that comes after a proof: no WebSocket, whose words are masked, is
/// ever opened to it.
fn betrays_nothing(heard: &str, secrets: &[String]) -> anyhow::Result<()> {
    let endpoints = [
        "/websocket",
        "/token",
        "/hello",
        "/results",
        "/pending-queries",
    ];
    let words = ["Recent Activity", "authorization:", "Authorization:"];
    let secrets = secrets.iter().map(String::as_str);
    for word in secrets.chain(endpoints).chain(words) {
        ensure!(!heard.contains(word), "it hears {word}: {heard}");
    }
    Ok(())
}

/// The lines of the requests it heard, each once.
fn first_lines(heard: &str) -> String {
    let mut lines: Vec<&str> = heard
        .lines()
        .filter_map(|line| line.strip_suffix(" HTTP/1.1"))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    match lines.is_empty() {
        true => "nothing".into(),
        false => lines.join(", "),
    }
}

async fn relay() -> anyhow::Result<String> {
    let chain = Chain::start_without_host().await?;
    let proxy = Proxy::start(&chain.agent.url()).await?;
    let tab = chain.own_page("options").await?;
    let (url, key) = (json!(proxy.url), json!(chain.extension_key()?));
    tab.evaluate(&format!("document.querySelector('[name=by][value=hand]').click(); document.querySelector('#url').value = {url}; document.querySelector('#key').value = {key}; document.querySelector('#connection').requestSubmit()"))
        .await?;
    tab.wait_for("document.body.innerText.includes('what answers is not your server')")
        .await?;
    let heard = proxy.received();
    ensure!(heard.contains("POST /proof"), "the control: {heard}");
    betrays_nothing(&heard, &[chain.extension_key()?, chain.agent.token()])?;
    Ok("the options say that what answers is not the server".into())
}

async fn dead_endpoint() -> anyhow::Result<String> {
    let mut chain = Chain::start_without_host().await?;
    let file = chain.state_folder().join("endpoint.json");
    ensure!(file.exists(), "the control: there is no endpoint.json");
    chain.server.as_mut().context("a server")?.kill()?;
    let output = chain.command(&["status"])?;
    ensure!(!file.exists(), "endpoint.json is still there");
    ensure!(!output.status.success(), "status finds a server");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(format!("endpoint.json is withdrawn: {:.120}", said.trim()))
}
