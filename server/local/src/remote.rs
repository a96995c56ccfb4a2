//! Connections to the server of another machine, over a port of this one that a tunnel forwards.
//! Such a port proves nothing: another program can hold it. So server and agent verify each other
//! with the agent's token on each connection, and the token itself is never sent
//! ([`crate::token_proof`]). Then the connection carries HTTP as this agent.

use crate::client::{self, request};
use crate::secret;
use crate::state_dir::files;
use crate::token_proof::{
    CONNECTION, PROOF, PROTOCOL, SCHEME, TokenExchange, TokenProofAnswer, TokenProofRequest, id,
};
use crate::tokens::{self, PREFIX};
use anyhow::Context;
use axlens_protocol::Fault;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::upgrade::Upgraded;
use hyper::{Request, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Environment variable with the URL of a server.
pub const URL: &str = "AXLENS_URL";
/// Environment variable with the token of a named agent.
pub const TOKEN: &str = "AXLENS_TOKEN";
/// Environment variable with the path of a file with this token.
pub const TOKEN_FILE: &str = "AXLENS_TOKEN_FILE";

/// The timeout until a connection is proven. A tunnel adds several round trips.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum size of an answer before the connection is proven, in bytes.
const MAX_ANSWER: usize = 16 * 1024;

/// The next step if a URL is not one of this machine.
const FORWARD: &str = "forward the port of the server to this machine first: `ssh -N -L 4000:127.0.0.1:PORT USER@HOST`, then use http://127.0.0.1:4000 (docs/remote.md); the URL of a gateway begins with https://";

/// A forwarded port, and the token of an agent of the server behind it.
#[derive(Clone)]
pub struct Remote {
    port: u16,
    token: String,
}

impl std::fmt::Debug for Remote {
    /// Without the token.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Remote")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

/// Why there is no connection. No variant contains the token, or text of an unproven server.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// The URL or the token has another form.
    #[error("{0}")]
    Invalid(String),
    /// Nothing answers.
    #[error(
        "no server answers at {url} ({reason}): open the tunnel, or start the server behind it"
    )]
    Unreachable {
        /// The address.
        url: String,
        /// The reason.
        reason: String,
    },
    /// What answers does not know the token.
    #[error(
        "what answers at {0} can't prove that it knows the token: another program uses this port, the token was revoked, or the server is older than this program"
    )]
    Unproven(String),
    /// The server, which has proven its identity, rejects the agent.
    #[error("{}", .0.message)]
    Refused(Box<Fault>),
}

impl Remote {
    /// The server that the environment names with a URL and a token; `None` if it does not have
    /// both. `token` precedes that of the environment.
    ///
    /// # Errors
    /// If the URL or the token is invalid, or the file of the token can't be used.
    pub fn of_environment(token: Option<String>) -> anyhow::Result<Option<Remote>> {
        let Some(url) = variable(URL) else {
            return Ok(None);
        };
        let token = token.or_else(|| variable(TOKEN));
        let token = token_or_file(token, variable(TOKEN_FILE).map(PathBuf::from))?;
        let remote = token.map(|token| Remote::new(&url, &token));
        Ok(remote.transpose()?)
    }

    /// The server at a URL, which must be one of this machine, and the token of an agent.
    ///
    /// # Errors
    /// [`RemoteError::Invalid`].
    pub fn new(url: &str, token: &str) -> Result<Remote, RemoteError> {
        let port = port_of(url)?;
        let digits = token.strip_prefix(PREFIX);
        if !digits.is_some_and(secret::is_well_formed) {
            return Err(RemoteError::Invalid(format!(
                "with {URL}, the token must be one that `axlens token add` has printed on the machine of the server ({PREFIX} and {} digits)",
                secret::DIGITS
            )));
        }
        let token = token.to_owned();
        Ok(Remote { port, token })
    }

    /// Its address.
    pub fn url(&self) -> String {
        crate::server::url(self.port)
    }

    /// Connects. Server and agent have verified each other on this connection.
    ///
    /// # Errors
    /// If nothing answers, or what answers does not know the token; or the server's fault.
    pub async fn connect(&self) -> Result<Upgraded, RemoteError> {
        let connected = timeout(TIMEOUT, self.connect_in_time()).await;
        connected.unwrap_or_else(|_| {
            let reason = format!("no answer within {} s", TIMEOUT.as_secs());
            Err(self.unreachable(reason))
        })
    }

    async fn connect_in_time(&self) -> Result<Upgraded, RemoteError> {
        // Only there: on another loopback address, the port may be a program of another user.
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).await;
        let stream = stream.map_err(|error| self.unreachable(error.kind().to_string()))?;
        // Without it, small requests wait for more data.
        let _ = stream.set_nodelay(true);
        let (mut sender, connection) = handshake(TokioIo::new(stream))
            .await
            .map_err(|_| self.ended())?;
        tokio::spawn(async move {
            // The sender gets the same error.
            let _ = connection.with_upgrades().await;
        });
        let sha256 = tokens::hash(&self.token);
        let (client, server) = self.verify(&mut sender, &sha256).await?;
        let exchange = TokenExchange {
            sha256: &sha256,
            client: &client,
            server: &server,
        };
        self.open(&mut sender, exchange).await
    }

    /// Verifies the server. Returns the nonces of both sides.
    async fn verify(
        &self,
        sender: &mut SendRequest<Full<Bytes>>,
        sha256: &str,
    ) -> Result<(String, String), RemoteError> {
        let nonce = secret::new().map_err(|error| RemoteError::Invalid(error.to_string()))?;
        let challenge = TokenProofRequest {
            token: id(sha256),
            nonce,
        };
        let body = serde_json::to_vec(&challenge).map_err(invalid)?;
        let request = request("POST", PROOF)
            .header("content-type", "application/json")
            .body(Full::from(body))
            .map_err(invalid)?;
        let response = sender.send_request(request).await;
        let response = response.map_err(|_| self.ended())?;
        let reply = client::read(response, MAX_ANSWER).await;
        let reply = reply.ok().filter(|reply| reply.status == 200);
        let answer = reply.and_then(|reply| {
            let answer: Option<TokenProofAnswer> = serde_json::from_slice(&reply.body).ok();
            answer
        });
        let proven = answer.filter(|answer| {
            let exchange = TokenExchange {
                sha256,
                client: &challenge.nonce,
                server: &answer.nonce,
            };
            exchange.is_servers(&answer.proof)
        });
        let proven = proven.ok_or_else(|| RemoteError::Unproven(self.url()))?;
        Ok((challenge.nonce, proven.nonce))
    }

    /// Proves to the verified server that this is the token's agent.
    async fn open(
        &self,
        sender: &mut SendRequest<Full<Bytes>>,
        exchange: TokenExchange<'_>,
    ) -> Result<Upgraded, RemoteError> {
        let proof = exchange.agent_proof(&self.token).unwrap_or_default();
        let credentials = format!("{SCHEME} {}.{proof}", exchange.server);
        let request: Request<Full<Bytes>> = request("GET", CONNECTION)
            .header("connection", "upgrade")
            .header("upgrade", PROTOCOL)
            .header("authorization", credentials)
            .body(Full::default())
            .map_err(invalid)?;
        let response = sender.send_request(request).await;
        let response = response.map_err(|_| self.ended())?;
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            let upgraded = hyper::upgrade::on(response).await;
            return upgraded.map_err(|_| self.ended());
        }
        let reply = client::read(response, MAX_ANSWER).await;
        let fault = reply.ok().map(|reply| serde_json::from_slice(&reply.body));
        Err(match fault {
            Some(Ok(fault)) => RemoteError::Refused(Box::new(fault)),
            Some(Err(_)) | None => self.ended(),
        })
    }

    /// A tunnel accepts a connection and ends it if nothing listens at its other end.
    fn ended(&self) -> RemoteError {
        self.unreachable("the connection was closed".to_owned())
    }

    fn unreachable(&self, reason: String) -> RemoteError {
        let url = self.url();
        RemoteError::Unreachable { url, reason }
    }
}

fn invalid(error: impl std::fmt::Display) -> RemoteError {
    RemoteError::Invalid(error.to_string())
}

/// Whether the environment names the server of another machine, or a gateway, with a URL and a
/// token.
///
/// # Errors
/// Those of [`Remote::of_environment`].
pub fn is_in_environment() -> anyhow::Result<bool> {
    match variable(URL) {
        Some(url) if is_https(&url) => {
            let file = variable(TOKEN_FILE).map(PathBuf::from);
            Ok(token_or_file(variable(TOKEN), file)?.is_some())
        }
        Some(_) => Ok(Remote::of_environment(None)?.is_some()),
        None => Ok(false),
    }
}

/// Whether a URL is that of a gateway, whose connections have TLS.
pub fn is_https(url: &str) -> bool {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
}

/// A non-empty environment variable.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A token: the given one, else the one in a file.
///
/// # Errors
/// If others can access the file, or it can't be read.
pub fn token_or_file(
    token: Option<String>,
    file: Option<PathBuf>,
) -> anyhow::Result<Option<String>> {
    match (token, file) {
        (Some(token), _) => Ok(Some(token)),
        (None, Some(file)) => token_in(&file).map(Some),
        (None, None) => Ok(None),
    }
}

/// The token in a file, which only this user can access.
///
/// # Errors
/// If others can access the file, or it can't be read.
fn token_in(file: &Path) -> anyhow::Result<String> {
    let text = files::read_private(file)
        .with_context(|| format!("the file of the token ({TOKEN_FILE}) can't be used"))?;
    Ok(text.trim().to_owned())
}

/// The port of a loopback URL: over a network, neither the token nor the pages would be protected.
/// An error does not contain the URL, which can contain a password.
///
/// # Errors
/// [`RemoteError::Invalid`].
pub fn port_of(url: &str) -> Result<u16, RemoteError> {
    let invalid = |why: &str| Err(RemoteError::Invalid(format!("the URL ({URL}) {why}")));
    let Ok(uri) = url.parse::<Uri>() else {
        return invalid("is not one");
    };
    let Some(authority) = uri.authority() else {
        return invalid("has no host");
    };
    if authority.as_str().contains('@') {
        return invalid("must have no user name and no password");
    }
    if !is_of_this_machine(authority.host()) {
        return invalid(&format!("is not one of this machine: {FORWARD}"));
    }
    if uri.scheme_str() != Some("http") {
        return invalid("must begin with http:// because the tunnel protects the connection");
    }
    if !matches!(
        uri.path_and_query().map(|path| path.as_str()),
        None | Some("/")
    ) {
        return invalid("must have neither path nor query");
    }
    match authority.port_u16() {
        Some(port @ 1..) => Ok(port),
        Some(0) | None => invalid("has no port"),
    }
}

fn is_of_this_machine(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_accepted() {
        let accepted = [
            ("http://127.0.0.1:4000", 4000),
            ("http://localhost:1/", 1),
            ("http://[::1]:2", 2),
        ];
        for (url, port) in accepted {
            assert_eq!(port_of(url).expect(url), port);
        }
        let rejected = [
            "https://127.0.0.1:1",
            "http://example.com:1",
            "http://host.docker.internal:1",
            "http://127.0.0.1.example.com:1",
            "http://0.0.0.0:1",
            "http://127.0.0.1:1/?token=x",
            "http://127.0.0.1",
            "http://127.0.0.1:0",
            "http://user:password@127.0.0.1:1",
            "127.0.0.1:1",
            "",
        ];
        for url in rejected {
            let error = port_of(url).expect_err(url).to_string();
            assert!(!error.contains("password@"), "{error}");
        }
        let error = port_of("https://example.com").expect_err("another machine");
        assert!(error.to_string().contains("ssh -N -L"), "{error}");
    }

    #[test]
    fn a_token_of_another_form_is_rejected_and_never_printed() {
        let named = format!("{PREFIX}{}", "5e".repeat(32));
        let remote = Remote::new("http://127.0.0.1:1", &named).expect("a token");
        assert!(!format!("{remote:?}").contains("5e5e"));
        for token in [&named[4..], &named[..60], "axl_\n", ""] {
            let error = Remote::new("http://127.0.0.1:1", token).expect_err("no token");
            assert!(!error.to_string().contains("5e5e"), "{error}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_rejected() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("token");
        std::fs::write(&file, "axl_5e5e\n").expect("written");
        let set = |mode| std::fs::set_permissions(&file, PermissionsExt::from_mode(mode));
        set(0o600).expect("set");
        assert_eq!(token_in(&file).expect("private"), "axl_5e5e");
        set(0o644).expect("set");
        let error = format!("{:#}", token_in(&file).expect_err("readable"));
        assert!(
            error.contains(TOKEN_FILE) && !error.contains("5e5e"),
            "{error}"
        );
    }
}
