//! A program on another port that passes on all that is said between the extension and the server,
//! and listens.

use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The program; it runs until the runtime ends.
pub struct Proxy {
    /// Its address.
    pub url: String,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Proxy {
    /// A way to the server at `url`.
    pub async fn start(url: &str) -> anyhow::Result<Self> {
        let server = url.trim_start_matches("http://").to_owned();
        let listener = bind(server.len()).await?;
        let own = listener.local_addr()?.to_string();
        let proxy = Self {
            url: format!("http://{own}"),
            heard: Arc::default(),
        };
        let heard = Arc::clone(&proxy.heard);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, own, heard) = (server.clone(), own.clone(), Arc::clone(&heard));
                tokio::spawn(carry(client, server, own, heard));
            }
        });
        Ok(proxy)
    }

    /// All that the extension has said to it.
    pub fn heard(&self) -> String {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&heard).into_owned()
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
    heard: Arc<Mutex<Vec<u8>>>,
) -> std::io::Result<()> {
    let mut up = TcpStream::connect(&server).await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = up.split();
    let there = async {
        let mut chunk = vec![0; 64 * 1024];
        loop {
            let read = from_client.read(&mut chunk).await?;
            if read == 0 {
                return to_server.shutdown().await;
            }
            let said = &chunk[..read];
            heard
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend_from_slice(said);
            to_server
                .write_all(&readdressed(said, &own, &server))
                .await?;
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
