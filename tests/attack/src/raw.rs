//! Bytes to the server and back, without a client that would mend them on the way.

use anyhow::Context;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long the server may take to answer or to hang up: far longer than it ever does.
const TIMEOUT: Duration = Duration::from_secs(60);

/// All that the server said on one connection.
#[derive(Debug)]
pub struct Answer(String);

impl Answer {
    /// The status of every answer on the connection, in order.
    pub fn statuses(&self) -> Vec<u16> {
        let heads = self.0.split("HTTP/1.1 ").skip(1);
        heads
            .filter_map(|head| head.get(..3)?.parse().ok())
            .collect()
    }

    /// What follows the first head.
    pub fn body(&self) -> &str {
        self.0.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }

    /// The whole.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// Sends the bytes and reads until the server hangs up, or lets a WebSocket in.
pub async fn send(port: u16, bytes: &[u8]) -> anyhow::Result<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    // A server that refuses early closes while it is still being written to.
    let _ = stream.write_all(bytes).await;
    let heard = timeout(TIMEOUT, listen(&mut stream)).await;
    let heard = heard.context("the server neither answers nor hangs up")?;
    Ok(Answer(String::from_utf8_lossy(&heard).into_owned()))
}

async fn listen(stream: &mut TcpStream) -> Vec<u8> {
    let (mut heard, mut chunk) = (Vec::new(), vec![0; 16 * 1024]);
    while let Ok(length @ 1..) = stream.read(&mut chunk).await {
        heard.extend_from_slice(&chunk[..length]);
        if heard.starts_with(b"HTTP/1.1 101") {
            break;
        }
    }
    heard
}
