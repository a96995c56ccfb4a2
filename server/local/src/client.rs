//! Requests over the server's local socket, one after another on one connection. They need no
//! token, because only this user can access the socket.

use crate::platform::{self, LocalStream};
use anyhow::Context;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::upgrade::Upgraded;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The maximum size of an error response, in bytes.
const MAX_ERROR_LEN: usize = 64 * 1024;

/// A blocking connection to the server of a state directory.
pub struct Client {
    runtime: Runtime,
    sender: SendRequest<Full<Bytes>>,
    connection: JoinHandle<()>,
    limits: Limits,
}

/// Limits of a request.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The timeout of the whole request.
    pub time: Duration,
    /// The maximum size of the answer, in bytes.
    pub answer: usize,
}

/// The response of the server.
#[derive(Debug)]
pub struct LocalReply {
    /// HTTP status.
    pub status: u16,
    /// Content.
    pub body: Bytes,
}

impl Client {
    /// Connects to the socket.
    ///
    /// # Errors
    /// If no server listens there, or it belongs to another user.
    pub fn connect(socket: &Path, limits: Limits) -> anyhow::Result<Client> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let (sender, connection) = runtime
            .block_on(open(socket, limits.time))
            .with_context(|| format!("no server answers at {}", socket.display()))?;
        Ok(Client {
            runtime,
            sender,
            connection,
            limits,
        })
    }

    /// Sends a request and reads its whole answer.
    ///
    /// # Errors
    /// If the connection ends first, or the answer is late or too large.
    pub fn send(&mut self, request: Request<Full<Bytes>>) -> anyhow::Result<LocalReply> {
        let Limits { time, answer } = self.limits;
        let sent = self.sender.send_request(request);
        let read = async { read(sent.await?, answer).await };
        self.runtime
            .block_on(async { timeout(time, read).await })
            .with_context(|| format!("no answer within {} ms", time.as_millis()))?
    }

    /// Returns when the connection has ended.
    pub fn wait_for_end(&mut self) {
        // An error is an end too.
        let _ = self.runtime.block_on(&mut self.connection);
    }
}

/// Opens a connection and upgrades it to another protocol. It does not block.
///
/// # Errors
/// If no server listens there, it belongs to another user, or it rejects the upgrade.
pub async fn upgrade(
    socket: &Path,
    request: Request<Full<Bytes>>,
    time: Duration,
) -> anyhow::Result<TokioIo<Upgraded>> {
    let stream = connect(socket, time).await?;
    upgrade_on(TokioIo::new(stream), request, time).await
}

/// Upgrades an open connection to another protocol. It does not block.
///
/// # Errors
/// If the server rejects the upgrade.
pub async fn upgrade_on<I>(
    stream: I,
    request: Request<Full<Bytes>>,
    time: Duration,
) -> anyhow::Result<TokioIo<Upgraded>>
where
    I: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let (mut sender, connection) = handshake(stream).await?;
    tokio::spawn(async move {
        // Reads and writes get the same error.
        let _ = connection.with_upgrades().await;
    });
    let response = timeout(time, sender.send_request(request)).await??;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return Ok(TokioIo::new(hyper::upgrade::on(response).await?));
    }
    let body = read(response, MAX_ERROR_LEN).await?;
    let reason = String::from_utf8_lossy(&body.body).into_owned();
    anyhow::bail!("the server rejected the connection: {reason}")
}

async fn open(
    socket: &Path,
    time: Duration,
) -> anyhow::Result<(SendRequest<Full<Bytes>>, JoinHandle<()>)> {
    let stream = connect(socket, time).await?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await?;
    let connection = tokio::spawn(async move {
        // The sender gets the same error.
        let _ = connection.await;
    });
    Ok((sender, connection))
}

async fn connect(socket: &Path, time: Duration) -> anyhow::Result<LocalStream> {
    Ok(timeout(time, platform::connect(socket)).await??)
}

/// Reads the whole content of a response.
pub(crate) async fn read(
    response: Response<Incoming>,
    max_len: usize,
) -> anyhow::Result<LocalReply> {
    let status = response.status().as_u16();
    let body = Limited::new(response.into_body(), max_len).collect().await;
    let body = body.map_err(|error| anyhow::anyhow!("the answer can't be read: {error}"))?;
    Ok(LocalReply {
        status,
        body: body.to_bytes(),
    })
}

/// A request with the headers that every request has.
pub fn request(method: &str, path: &str) -> hyper::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1")
}
