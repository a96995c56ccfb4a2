//! A proxy between the extension and the server, which records the requests.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A proxy. It runs until the runtime ends.
pub struct Proxy {
    /// Its address.
    pub url: String,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Proxy {
    /// Starts a proxy to the server at `url`.
    pub async fn start(url: &str) -> anyhow::Result<Self> {
        let server = url.trim_start_matches("http://").to_owned();
        let listener = bind(server.len()).await?;
        let own = listener.local_addr()?.to_string();
        let proxy = Self {
            url: format!("http://{own}"),
            received: Arc::default(),
        };
        let received = Arc::clone(&proxy.received);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, own, received) = (server.clone(), own.clone(), Arc::clone(&received));
                tokio::spawn(forward(client, server, own, received));
            }
        });
        Ok(proxy)
    }

    /// Everything that the extension has sent.
    pub fn received(&self) -> String {
        let received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&received).into_owned()
    }
}

/// Binds a port whose address is as long as the server's, because one replaces the other in the
/// request heads.
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

async fn forward(
    mut client: TcpStream,
    server: String,
    own: String,
    received: Arc<Mutex<Vec<u8>>>,
) -> std::io::Result<()> {
    let mut up = TcpStream::connect(&server).await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = up.split();
    let requests = async {
        let mut chunk = vec![0; 64 * 1024];
        loop {
            let read = from_client.read(&mut chunk).await?;
            if read == 0 {
                return to_server.shutdown().await;
            }
            let part = &chunk[..read];
            received
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend_from_slice(part);
            to_server
                .write_all(&readdressed(part, &own, &server))
                .await?;
        }
    };
    let responses = tokio::io::copy(&mut from_server, &mut to_client);
    tokio::try_join!(requests, responses).map(|_| ())
}

/// Replaces the proxy's address by the server's, because the server rejects requests to another
/// host.
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
