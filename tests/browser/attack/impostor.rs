//! A program that takes the place of a server: on the port of a killed server, or on another port
//! as a relay.

use crate::attack::raw::send;
use crate::attack::report::Report;
use anyhow::{Context, bail, ensure};
use axlens_harness::process::signal;
use axlens_harness::proxy::Proxy;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, LocalServer};
use rustix::process::Signal;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The server is killed at most this often until the impostor gets its port.
const MAX_ATTEMPTS: usize = 10;

/// Runs them all, each on its own chain, because they kill the server.
pub async fn attacks(report: &mut Report) {
    let tried = "the server is killed, and a program on its port answers everything";
    report
        .attack("impostor_on_the_old_port", tried, on_the_old_port())
        .await;
    let tried = "a program on another port forwards everything";
    report.attack("relay", tried, relay()).await;
    let tried = "the server is killed, and a command follows";
    report
        .attack("endpoint_of_a_dead_server", tried, dead_endpoint())
        .await;
}

#[derive(Clone, Default)]
struct Received(Arc<Mutex<Vec<u8>>>);

impl Received {
    fn text(&self) -> String {
        let received = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&received).into_owned()
    }

    fn add(&self, bytes: &[u8]) {
        let mut received = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        received.extend_from_slice(bytes);
    }
}

async fn on_the_old_port() -> anyhow::Result<String> {
    let chain = Chain::start_by_host().await?;
    let tab = chain.open_fixture("dashboard.html").await?;
    tab.tree().await?;
    let mut secrets = vec![chain.extension_key()?];
    let (listener, killed) = take_the_port(&chain, &mut secrets).await?;
    let port = listener.local_addr()?.port();
    let received = Received::default();
    tokio::spawn(answer_everything(listener, received.clone()));
    // The user runs commands.
    for command in ["status", "tabs", "doctor"] {
        chain.run(&[command])?;
    }
    let answer = until("the chain to work again", || async {
        chain.agent.refresh()?;
        // The next server gives the tab another number.
        Ok(Some(chain.agent.observe(json!({})).await?.ok()?))
    });
    let answer = answer.await.with_context(|| chain.state())?;
    let took = killed.elapsed();
    ensure!(answer.to_string().contains("Recent Activity"), "{answer}");
    secrets.push(chain.agent.token());
    contains_no_secret(&received.text(), &secrets)?;
    let lines = first_lines(&received.text());
    ensure!(
        send(port, b"GET /control HTTP/1.0\r\n\r\n")
            .await?
            .statuses()
            == [204]
    );
    ensure!(
        received.text().contains("/control"),
        "the control: it receives nothing"
    );
    Ok(format!(
        "it receives {}, and the chain works elsewhere after {} ms",
        lines,
        took.as_millis()
    ))
}

/// Kills the server and listens on its port before the next server does.
async fn take_the_port(
    chain: &Chain,
    secrets: &mut Vec<String>,
) -> anyhow::Result<(TcpListener, Instant)> {
    for _ in 0..MAX_ATTEMPTS {
        let server = until("a server", || async { Ok(Some(chain.agent.refresh()?)) }).await?;
        chain.connected().await?;
        secrets.push(chain.agent.token());
        let address = chain.agent.url().trim_start_matches("http://").to_owned();
        signal(server, Signal::KILL)?;
        let killed = Instant::now();
        let is_final = |error: &std::io::Error| error.kind() != std::io::ErrorKind::AddrInUse;
        while killed.elapsed().as_secs() < 1 {
            match TcpListener::bind(&address).await {
                Ok(listener) => return Ok((listener, killed)),
                Err(error) if is_final(&error) => return Err(error.into()),
                Err(_) => tokio::task::yield_now().await,
            }
        }
        until("another server", || async {
            Ok((chain.agent.refresh()? != server).then_some(()))
        })
        .await?;
    }
    bail!("the next server always got the port first")
}

async fn answer_everything(listener: TcpListener, received: Received) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(answer(stream, received.clone()));
    }
}

async fn answer(mut stream: TcpStream, received: Received) -> std::io::Result<()> {
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let length = stream.read(&mut chunk).await?;
        if length == 0 {
            return Ok(());
        }
        let request = String::from_utf8_lossy(&chunk[..length]).into_owned();
        received.add(&chunk[..length]);
        let reply = match request.to_ascii_lowercase() {
            request if request.starts_with("get /health") => {
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{\"ok\":true}"
            }
            request if request.contains("upgrade: websocket") => {
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

/// Checks that the impostor received no secret and no request that follows a proof. This includes
/// WebSockets, whose content is masked.
fn contains_no_secret(received: &str, secrets: &[String]) -> anyhow::Result<()> {
    let endpoints = [
        "/websocket",
        "/token",
        "/hello",
        "/results",
        "/pending-queries",
    ];
    let words = ["Recent Activity", "authorization:", "Authorization:"];
    let secrets = secrets.iter().map(String::as_str);
    for part in secrets.chain(endpoints).chain(words) {
        ensure!(!received.contains(part), "it receives {part}: {received}");
    }
    Ok(())
}

/// The distinct request lines.
fn first_lines(received: &str) -> String {
    let mut lines: Vec<&str> = received
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
    let chain = Chain::lease(Kind::WithoutHost).await?;
    let proxy = Proxy::start(&chain.agent.url()).await?;
    let tab = chain.own_page("options").await?;
    let (url, key) = (json!(proxy.url), json!(chain.extension_key()?));
    tab.evaluate(&format!("document.querySelector('[name=by][value=hand]').click(); document.querySelector('#url').value = {url}; document.querySelector('#key').value = {key}; document.querySelector('#connection').requestSubmit()"))
        .await?;
    tab.wait_for(
        "document.body.innerText.includes('the program at this address is not your server')",
    )
    .await?;
    let received = proxy.received();
    ensure!(received.contains("POST /proof"), "the control: {received}");
    contains_no_secret(&received, &[chain.extension_key()?, chain.agent.token()])?;
    Ok("the options say that what answers is not the server".into())
}

async fn dead_endpoint() -> anyhow::Result<String> {
    let mut server = LocalServer::start().await?;
    let file = server.state_folder().join("endpoint.json");
    ensure!(file.exists(), "the control: there is no endpoint.json");
    server.process.as_mut().context("a server")?.kill()?;
    let output = server.run(&["status"])?;
    ensure!(!file.exists(), "endpoint.json is still there");
    ensure!(!output.status.success(), "status finds a server");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(format!("endpoint.json is deleted: {:.120}", errors.trim()))
}
