//! A minimal HTTP client.

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// A response.
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// Body.
    pub body: Bytes,
}

impl Reply {
    /// The JSON of the body.
    ///
    /// # Panics
    /// If it has none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The code of a fault.
    ///
    /// # Panics
    /// If it is no fault.
    pub fn fault(&self) -> String {
        self.json()["error"].as_str().expect("a fault").to_owned()
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// An open connection, for one request after another.
pub struct Connection {
    sender: SendRequest<Full<Bytes>>,
    /// The header `host`.
    host: String,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// If the server can't be reached.
    pub async fn open(address: SocketAddr) -> anyhow::Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Connection::over(stream, address.to_string()).await
    }

    /// Uses a connection of any kind.
    ///
    /// # Errors
    /// If it has ended.
    pub async fn over<S>(stream: S, host: String) -> anyhow::Result<Connection>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Connection { sender, host })
    }

    /// Whether the server has not ended it.
    pub fn is_open(&self) -> bool {
        !self.sender.is_closed()
    }

    /// Sends a request and reads the whole response.
    ///
    /// # Errors
    /// If the connection ends before.
    pub async fn send(
        &mut self,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> anyhow::Result<Reply> {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("host", self.host.as_str());
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body.into()))?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await?.to_bytes();
        Ok(Reply { status, body })
    }
}

/// Sends a request on a new connection and reads the whole response.
///
/// # Panics
/// If the connection ends before.
pub async fn send(
    address: SocketAddr,
    target: (&str, &str),
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Reply {
    let stream = TcpStream::connect(address).await.expect("a connection");
    send_on(stream, target, headers, body).await
}

/// The same on an open connection.
///
/// # Panics
/// If it ends before.
pub async fn send_on<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: S,
    target: (&str, &str),
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Reply {
    let mut connection = Connection::over(stream, "gateway.test".to_owned())
        .await
        .expect("HTTP");
    let reply = connection.send(target, headers, body).await;
    reply.expect("a response")
}
