//! TLS.

use crate::client::{send, send_on};
use crate::world::World;
use axlens_gateway::serve::Config;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::pki_types::{CertificateDer, pem::PemObject};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Writes a certificate for 127.0.0.1 and its key.
pub fn write_certificate(folder: &Path) -> (PathBuf, PathBuf) {
    let names = vec!["127.0.0.1".to_owned()];
    let certified = rcgen::generate_simple_self_signed(names).expect("a certificate");
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    let write = |path: &Path, text: &str| {
        let mut file = std::fs::File::create(path).expect("a file");
        file.write_all(text.as_bytes()).expect("written");
    };
    write(&certificate, &certified.cert.pem());
    write(&key, &certified.signing_key.serialize_pem());
    (certificate, key)
}

/// A gateway with TLS, and the file with its certificate.
pub async fn secured() -> (World, PathBuf, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = write_certificate(folder.path());
    let certificate = files.0.clone();
    let tls = Some(files);
    let world = World::with(|config| Config { tls, ..config }).await;
    (world, certificate, folder)
}

#[tokio::test]
async fn requests_pass_over_tls_and_nothing_without_it() {
    let (world, certificate, _folder) = secured().await;
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_file(certificate).expect("PEM");
    roots.add(certificate).expect("valid");
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(world.address())
        .await
        .expect("a connection");
    let name = ServerName::try_from("127.0.0.1").expect("a name");
    let connector = TlsConnector::from(Arc::new(config));
    let stream = connector.connect(name, stream).await.expect("TLS");
    let authorization = format!("Bearer {}", world.agent("acme", "ci"));
    let headers = [("authorization", authorization.as_str())];
    let reply = send_on(stream, ("GET", "/browsers"), &headers, "").await;
    assert_eq!(reply.status, 200);
    let mut plain = TcpStream::connect(world.address())
        .await
        .expect("a connection");
    plain
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .expect("sent");
    let mut answer = Vec::new();
    let _ = tokio::io::AsyncReadExt::read_to_end(&mut plain, &mut answer).await;
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1"));
}

#[tokio::test]
async fn clients_without_a_handshake_delay_no_other() {
    let (world, certificate, _folder) = secured().await;
    let mut idle = Vec::new();
    // More than the handshakes that run at the same time.
    for _ in 0..300 {
        idle.push(
            TcpStream::connect(world.address())
                .await
                .expect("a connection"),
        );
    }
    drop(certificate);
    let admin = world.running.admin.expect("an address");
    let health = send(admin, ("GET", "/healthz"), &[], "").await;
    assert_eq!(health.status, 200);
    let stream = TcpStream::connect(world.address())
        .await
        .expect("a connection");
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(RootCertStore::empty())
        .with_no_client_auth();
    let name = ServerName::try_from("127.0.0.1").expect("a name");
    let refused = TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await;
    let error = refused.expect_err("the certificate is not trusted");
    assert!(error.to_string().contains("certificate"), "{error}");
}
