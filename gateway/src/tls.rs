//! A listener whose connections have TLS. Handshakes run at the same time, within bounds, so that a
//! slow client delays no other.

use anyhow::Context;
use axum::serve::Listener;
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{interval, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// Maximum number of handshakes at the same time. One more ends the oldest.
const MAX_HANDSHAKES: usize = 256;

/// The timeout of a handshake.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The time between two attempts after a failed `accept`, for instance because there are too many
/// open files.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// A listener whose connections have TLS.
#[derive(Debug)]
pub struct TlsListener {
    address: SocketAddr,
    accepted: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
}

/// The configuration with a certificate and its key, in PEM.
///
/// # Errors
/// If a file can't be read, or they do not belong together.
pub fn config(certificate: &Path, key: &Path) -> anyhow::Result<Arc<ServerConfig>> {
    let unreadable = |path: &Path| format!("{} can't be read as PEM", path.display());
    let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(certificate)
        .with_context(|| unreadable(certificate))?
        .collect();
    let chain = chain.with_context(|| unreadable(certificate))?;
    let key = PrivateKeyDer::from_pem_file(key).with_context(|| unreadable(key))?;
    let builder = ServerConfig::builder_with_provider(Arc::new(default_provider()));
    let builder = builder.with_safe_default_protocol_versions()?;
    let mut config = builder
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .context("certificate and key do not belong together")?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

impl TlsListener {
    /// Accepts the connections of a TCP listener.
    ///
    /// # Errors
    /// If the listener has no address.
    pub fn new(listener: TcpListener, config: Arc<ServerConfig>) -> io::Result<TlsListener> {
        let address = listener.local_addr()?;
        let (sender, accepted) = mpsc::channel(1);
        tokio::spawn(accept_all(listener, TlsAcceptor::from(config), sender));
        Ok(TlsListener { address, accepted })
    }
}

/// Accepts connections until the [`TlsListener`] is dropped.
async fn accept_all(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    sender: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    let mut handshakes: VecDeque<AbortHandle> = VecDeque::new();
    let mut retries = interval(RETRY_INTERVAL);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(_) => {
                    retries.tick().await;
                    continue;
                }
            },
            () = sender.closed() => return,
        };
        handshakes.retain(|handshake| !handshake.is_finished());
        if handshakes.len() >= MAX_HANDSHAKES
            && let Some(oldest) = handshakes.pop_front()
        {
            oldest.abort();
        }
        let (acceptor, sender) = (acceptor.clone(), sender.clone());
        let handshake = tokio::spawn(async move {
            // Without it, small answers wait for more data.
            let _ = stream.set_nodelay(true);
            if let Ok(Ok(stream)) = timeout(TIMEOUT, acceptor.accept(stream)).await {
                // Without a receiver, the gateway has stopped.
                let _ = sender.send((stream, peer)).await;
            }
        });
        handshakes.push_back(handshake.abort_handle());
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.accepted.recv().await {
            Some(accepted) => accepted,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}
