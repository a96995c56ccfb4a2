//! Programs on a forwarded port: one that answers by itself, and one that forwards everything.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The bytes of all connections.
#[derive(Clone, Default)]
struct Recorded(Arc<Mutex<Vec<u8>>>);

impl Recorded {
    fn add(&self, bytes: &[u8]) {
        let mut recorded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recorded.extend_from_slice(bytes);
    }

    fn text(&self) -> String {
        let recorded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&recorded).into_owned()
    }
}

/// A program that answers every request with 200 and the same JSON.
pub struct Impostor {
    /// Its port.
    pub port: u16,
    recorded: Recorded,
}

impl Impostor {
    /// Starts it.
    pub async fn start(json: String) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let recorded = Recorded::default();
        let all = recorded.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, json.clone(), all.clone()));
            }
        });
        Ok(Self { port, recorded })
    }

    /// Everything that it has received.
    pub fn received(&self) -> String {
        self.recorded.text()
    }
}

async fn answer(mut stream: TcpStream, json: String, recorded: Recorded) -> std::io::Result<()> {
    let mut chunk = vec![0; 64 * 1024];
    let mut request = String::new();
    loop {
        let length = stream.read(&mut chunk).await?;
        if length == 0 {
            return Ok(());
        }
        recorded.add(&chunk[..length]);
        request += &String::from_utf8_lossy(&chunk[..length]);
        // A challenge is complete with the end of its JSON.
        if request.starts_with("POST") && !request.ends_with('}') {
            continue;
        }
        request.clear();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", json.len());
        stream.write_all((head + &json).as_bytes()).await?;
    }
}

/// A program that forwards everything to the server, in both directions.
pub struct Relay {
    /// Its port.
    pub port: u16,
    recorded: Recorded,
}

impl Relay {
    /// Starts it in front of the server's port.
    pub async fn start(server: u16) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let recorded = Recorded::default();
        let all = recorded.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(forward(stream, server, all.clone()));
            }
        });
        Ok(Self { port, recorded })
    }

    /// Everything that either side has sent.
    pub fn recorded(&self) -> String {
        self.recorded.text()
    }
}

async fn forward(client: TcpStream, server: u16, recorded: Recorded) -> std::io::Result<()> {
    let server = TcpStream::connect(("127.0.0.1", server)).await?;
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::try_join!(
        copy(from_client, to_server, recorded.clone()),
        copy(from_server, to_client, recorded),
    )
    .map(|_| ())
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    recorded: Recorded,
) -> std::io::Result<()> {
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let length = from.read(&mut chunk).await?;
        if length == 0 {
            return to.shutdown().await;
        }
        recorded.add(&chunk[..length]);
        to.write_all(&chunk[..length]).await?;
    }
}
