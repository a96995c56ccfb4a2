//! Sends bytes to the server without an HTTP client that would correct them.

use anyhow::Context;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The server takes much less than this to answer or to close the connection.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Everything that the server sent on one connection.
#[derive(Debug)]
pub struct Answer(String);

impl Answer {
    /// The status of each response, in order.
    pub fn statuses(&self) -> Vec<u16> {
        let heads = self.0.split("HTTP/1.1 ").skip(1);
        heads
            .filter_map(|head| head.get(..3)?.parse().ok())
            .collect()
    }

    /// Everything after the first head.
    pub fn body(&self) -> &str {
        self.0.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Sends the bytes and reads until the server closes the connection or accepts a WebSocket.
pub async fn send(port: u16, bytes: &[u8]) -> anyhow::Result<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    // A server that refuses early closes the connection before everything is written.
    let _ = stream.write_all(bytes).await;
    let received = timeout(TIMEOUT, listen(&mut stream)).await;
    let received = received.context("the server neither answers nor closes the connection")?;
    Ok(Answer(String::from_utf8_lossy(&received).into_owned()))
}

async fn listen(stream: &mut TcpStream) -> Vec<u8> {
    let (mut received, mut chunk) = (Vec::new(), vec![0; 16 * 1024]);
    while let Ok(length @ 1..) = stream.read(&mut chunk).await {
        received.extend_from_slice(&chunk[..length]);
        if received.starts_with(b"HTTP/1.1 101") {
            break;
        }
    }
    received
}
