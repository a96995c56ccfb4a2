//! A way to the server that lets requests through and no WebSocket, as some programs between a
//! browser and a server do.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const NO_LINE: &[u8] = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// The way, open until the runtime ends.
pub struct Proxy {
    /// Its address.
    pub url: String,
    seen: Arc<Seen>,
}

/// What came by.
#[derive(Default)]
struct Seen {
    refused: AtomicUsize,
    bytes: AtomicUsize,
}

impl Proxy {
    /// A way to the server at `url`.
    pub async fn start(url: &str) -> anyhow::Result<Self> {
        let server = url.trim_start_matches("http://").to_owned();
        let listener = bind(server.len()).await?;
        let own = listener.local_addr()?.to_string();
        let seen = Arc::new(Seen::default());
        let proxy = Self {
            url: format!("http://{own}"),
            seen: Arc::clone(&seen),
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(
                    client,
                    server.clone(),
                    own.clone(),
                    Arc::clone(&seen),
                ));
            }
        });
        Ok(proxy)
    }

    /// How many lines it has refused.
    pub fn refused(&self) -> usize {
        self.seen.refused.load(Ordering::Relaxed)
    }

    /// How many bytes it has let through to the server, the beginnings of connections aside.
    pub fn carried(&self) -> usize {
        self.seen.bytes.load(Ordering::Relaxed)
    }
}

/// A port whose address is as long as the server's: the one stands for the other in the requests'
/// heads.
async fn bind(length: usize) -> anyhow::Result<TcpListener> {
    let mut unfit = Vec::new();
    loop {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        if listener.local_addr()?.to_string().len() == length {
            return Ok(listener);
        }
        unfit.push(listener);
    }
}

async fn carry(
    mut client: TcpStream,
    server: String,
    own: String,
    seen: Arc<Seen>,
) -> std::io::Result<()> {
    let mut first = vec![0; 16 * 1024];
    let read = client.read(&mut first).await?;
    first.truncate(read);
    if first.starts_with(b"GET /websocket") {
        seen.refused.fetch_add(1, Ordering::Relaxed);
        return client.write_all(NO_LINE).await;
    }
    let mut up = TcpStream::connect(&server).await?;
    up.write_all(&readdressed(&first, &own, &server)).await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = up.split();
    let there = async {
        let mut chunk = vec![0; 64 * 1024];
        loop {
            let read = from_client.read(&mut chunk).await?;
            if read == 0 {
                return Err::<(), _>(ErrorKind::UnexpectedEof.into());
            }
            seen.bytes.fetch_add(read, Ordering::Relaxed);
            let sent = readdressed(&chunk[..read], &own, &server);
            to_server.write_all(&sent).await?;
        }
    };
    let back = tokio::io::copy(&mut from_server, &mut to_client);
    tokio::try_join!(there, back).map(|_| ())
}

/// The server lets nobody in who names another host.
fn readdressed(chunk: &[u8], own: &str, server: &str) -> Vec<u8> {
    let mut chunk = chunk.to_vec();
    let found = chunk
        .windows(own.len())
        .position(|part| part == own.as_bytes());
    if let Some(at) = found {
        chunk[at..at + own.len()].copy_from_slice(server.as_bytes());
    }
    chunk
}
