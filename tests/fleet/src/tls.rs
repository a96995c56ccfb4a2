//! A certificate for this machine, and clients that trust it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::Resumption;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Writes a certificate for 127.0.0.1 and its key.
///
/// # Panics
/// If the folder can't be written.
pub fn write_certificate(folder: &Path) -> (PathBuf, PathBuf) {
    let certified = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]);
    let certified = certified.expect("a certificate");
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    std::fs::write(&certificate, certified.cert.pem()).expect("written");
    std::fs::write(&key, certified.signing_key.serialize_pem()).expect("written");
    (certificate, key)
}

/// A client that trusts this certificate, or none. Each of its handshakes is a full one.
///
/// # Panics
/// If the file has no certificate.
pub fn connector(certificate: Option<&Path>) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    if let Some(file) = certificate {
        let certificate = CertificateDer::from_pem_file(file).expect("PEM");
        roots.add(certificate).expect("valid");
    }
    let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.resumption = Resumption::disabled();
    TlsConnector::from(Arc::new(config))
}

/// The name in the certificate.
///
/// # Panics
/// Never.
pub fn server_name() -> ServerName<'static> {
    ServerName::try_from("127.0.0.1").expect("a name")
}
