//! TLS connections to a gateway. Its certificate is verified before anything is sent, and the token
//! of an agent goes to the host of the URL only: no redirect is followed, and no proxy is used.

use crate::error::{Error, Result};
use anyhow::{Context, ensure};
use axlens_local::remote::{URL, is_https};
use hyper::Uri;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

/// Environment variable with the path of a file of certificate authorities, in PEM.
pub const CA_FILE: &str = "AXLENS_CA_FILE";

/// The timeout until a connection is verified.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The port of a URL without one.
const DEFAULT_PORT: u16 = 443;

/// A gateway, and how its certificate is verified.
#[derive(Clone)]
pub struct TlsGateway {
    host: String,
    port: u16,
    config: Arc<ClientConfig>,
}

/// Why a gateway has no verified connection.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TlsError {
    /// Nothing answers.
    #[error("no gateway answers at https://{0} ({1})")]
    Unreachable(String, String),
    /// Its certificate is not one of the host, or of no trusted authority.
    #[error("what answers at https://{0} is not the gateway of this URL: {1}")]
    Untrusted(String, String),
}

impl From<&TlsError> for Error {
    fn from(error: &TlsError) -> Self {
        match error {
            TlsError::Unreachable(..) => Error::Unreachable(error.to_string()),
            TlsError::Untrusted(..) => Error::Untrusted(error.to_string()),
        }
    }
}

impl TlsGateway {
    /// The gateway at a URL. `ca_file`: the trusted authorities; `None`: those of the system.
    ///
    /// # Errors
    /// [`Error::Invalid`] for another URL, without its text, which can contain a password; and for
    /// a file without certificates.
    pub fn new(url: &str, ca_file: Option<&Path>) -> Result<TlsGateway> {
        let invalid = |why: &str| Error::Invalid(format!("the URL ({URL}) {why}"));
        let uri: Uri = url.parse().map_err(|_| invalid("is not one"))?;
        let authority = uri.authority().ok_or_else(|| invalid("has no host"))?;
        if authority.as_str().contains('@') {
            return Err(invalid("must have no user name and no password"));
        }
        let path = uri.path_and_query().map(|path| path.as_str());
        if !is_https(url) || !matches!(path, None | Some("/")) {
            return Err(invalid(
                "must be https:// and a host, with neither path nor query",
            ));
        }
        let config = client_config(ca_file);
        let config = config.map_err(|error| Error::Invalid(format!("{error:#}")))?;
        Ok(TlsGateway {
            host: authority.host().trim_matches(['[', ']']).to_owned(),
            port: authority.port_u16().unwrap_or(DEFAULT_PORT),
            config: Arc::new(config),
        })
    }

    /// Its host and port, for the header `Host`.
    pub(crate) fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// Connects, and verifies the gateway.
    pub(crate) async fn connect(&self) -> std::result::Result<TlsStream<TcpStream>, TlsError> {
        let connected = timeout(TIMEOUT, self.connect_in_time()).await;
        connected.unwrap_or_else(|_| {
            let reason = format!("no answer within {} s", TIMEOUT.as_secs());
            Err(TlsError::Unreachable(self.authority(), reason))
        })
    }

    async fn connect_in_time(&self) -> std::result::Result<TlsStream<TcpStream>, TlsError> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await;
        let stream = stream.map_err(|error| self.unreachable(&error))?;
        // Without it, small requests wait for more data.
        let _ = stream.set_nodelay(true);
        let name = ServerName::try_from(self.host.clone());
        let name = name.map_err(|error| self.untrusted(&error.to_string()))?;
        let connector = TlsConnector::from(Arc::clone(&self.config));
        let secured = connector.connect(name, stream).await;
        secured.map_err(|error| match tls_reason(&error) {
            Some(reason) => self.untrusted(&reason),
            None => self.unreachable(&error),
        })
    }

    fn unreachable(&self, error: &io::Error) -> TlsError {
        TlsError::Unreachable(self.authority(), error.kind().to_string())
    }

    fn untrusted(&self, reason: &str) -> TlsError {
        TlsError::Untrusted(self.authority(), reason.to_owned())
    }
}

/// The reason if the handshake has failed, and not the connection.
fn tls_reason(error: &io::Error) -> Option<String> {
    let inner = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    Some(match inner {
        rustls::Error::InvalidCertificate(reason) => format!("its certificate: {reason}"),
        other => other.to_string(),
    })
}

/// How the certificate of a gateway is verified. `ca_file`: the trusted authorities; `None`: those
/// of the system.
///
/// # Errors
/// If there are no certificates.
pub fn client_config(ca_file: Option<&Path>) -> anyhow::Result<ClientConfig> {
    let builder = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let builder = builder.with_safe_default_protocol_versions()?;
    let builder = builder.with_root_certificates(authorities(ca_file)?);
    Ok(builder.with_no_client_auth())
}

fn authorities(file: Option<&Path>) -> anyhow::Result<RootCertStore> {
    let mut store = RootCertStore::empty();
    match file {
        Some(file) => {
            let unreadable = || format!("{} has no certificates in PEM", file.display());
            for certificate in CertificateDer::pem_file_iter(file).with_context(unreadable)? {
                store.add(certificate.with_context(unreadable)?)?;
            }
            ensure!(!store.is_empty(), unreadable());
        }
        None => {
            // Some systems have certificates that can't be parsed.
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            ensure!(
                !store.is_empty(),
                "the system has no trusted certificates: install ca-certificates, or name a file of authorities"
            );
        }
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_of_a_gateway_is_accepted() {
        for (url, authority) in [
            ("https://gateway.example", "gateway.example:443"),
            ("https://localhost:8443/", "localhost:8443"),
            ("https://[::1]:8443", "[::1]:8443"),
        ] {
            let gateway = TlsGateway::new(url, None);
            // A machine without authorities can't verify any.
            if let Ok(gateway) = gateway {
                assert_eq!(gateway.authority(), authority);
            }
        }
        for url in [
            "http://gateway.example",
            "https://ada:password@gateway.example",
            "https://gateway.example/mcp",
            "https://gateway.example/?token=x",
            "wss://gateway.example",
            "https://",
            "",
        ] {
            let error = TlsGateway::new(url, None)
                .err()
                .map(|error| error.to_string());
            assert!(
                error.is_some_and(|error| !error.contains("password@")),
                "{url}"
            );
        }
    }

    #[test]
    fn a_file_without_certificates_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ca.pem");
        std::fs::write(&file, "nothing").expect("written");
        let error = TlsGateway::new("https://gateway.example", Some(&file)).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("no certificates"), "{error}");
    }
}
