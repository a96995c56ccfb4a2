//! TLS.

use crate::world::World;
use axlens_fleet::client::{send, send_on};
use axlens_fleet::tls::{connector, server_name, write_certificate};
use axlens_gateway::serve::Config;
use std::path::PathBuf;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

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
    let stream = TcpStream::connect(world.address())
        .await
        .expect("a connection");
    let connector = connector(Some(&certificate));
    let stream = connector.connect(server_name(), stream).await.expect("TLS");
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
    let refused = connector(None).connect(server_name(), stream).await;
    let error = refused.expect_err("the certificate is not trusted");
    assert!(error.to_string().contains("certificate"), "{error}");
}
