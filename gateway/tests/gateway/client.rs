//! A minimal HTTP client.

use axum::body::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// A response.
pub struct Reply {
    pub status: u16,
    pub body: Bytes,
}

impl Reply {
    /// The JSON of the body.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// The code of a fault.
    pub fn fault(&self) -> String {
        self.json()["error"].as_str().expect("a fault").to_owned()
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends a request and reads the whole response.
pub async fn send(
    address: SocketAddr,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Reply {
    let stream = TcpStream::connect(address).await.expect("a connection");
    send_on(stream, (method, path), headers, body).await
}

/// The same on an open connection.
pub async fn send_on<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: S,
    (method, path): (&str, &str),
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Reply {
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.expect("HTTP");
    tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path);
    request = request.header("host", "gateway.test");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Full::new(body.into())).expect("a request");
    let response = sender.send_request(request).await.expect("a response");
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.expect("a body");
    Reply {
        status,
        body: body.to_bytes(),
    }
}
