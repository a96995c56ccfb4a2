//! Options of a connection, and how the server is verified before a token is sent.

use crate::browser::Browser;
use crate::error::{Error, Result};
use crate::transport::{Address, Transport};
use axlens_local::StateDir;
use axlens_local::server::RunningServer;
use axlens_local::state_dir::{NoServer, VARIABLE as STATE_DIR};
use hyper::Uri;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Environment variable with the URL of a server.
pub const URL: &str = "AXLENS_URL";
/// Environment variable with the token of a named agent.
pub const TOKEN: &str = "AXLENS_TOKEN";

/// The default timeout of a request: longer than any query and the user's consent may take.
const TIMEOUT: Duration = Duration::from_secs(240);

/// How to connect to a server. [`Options::default`] is the server of the state directory.
#[derive(Clone)]
pub struct Options {
    /// URL of a server; default: `AXLENS_URL`, else the Unix socket of the state directory.
    pub url: Option<String>,
    /// Token of a named agent; default: `AXLENS_TOKEN`, else none, or over HTTP to the server of
    /// the state directory that of `endpoint.json`.
    pub token: Option<String>,
    /// State directory; default: `AXLENS_STATE_DIR`, else the system's.
    pub state_dir: Option<PathBuf>,
    /// Session of the uids.
    pub session: String,
    /// Timeout of a request, including the time in which the user is asked.
    pub timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            url: None,
            token: None,
            state_dir: None,
            session: "default".to_owned(),
            timeout: TIMEOUT,
        }
    }
}

impl std::fmt::Debug for Options {
    /// Without the token.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Options")
            .field("url", &self.url)
            .field("state_dir", &self.state_dir)
            .field("session", &self.session)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// Connects to the server of the state directory.
///
/// # Errors
/// [`Error::NotRunning`] if none runs, [`Error::Untrusted`] if another program answers.
pub async fn connect() -> Result<Browser> {
    connect_with(Options::default()).await
}

/// Connects to a server.
///
/// # Errors
/// [`Error::NotRunning`] if none runs, [`Error::Untrusted`] if another program answers,
/// [`Error::Invalid`] for an invalid URL.
pub async fn connect_with(options: Options) -> Result<Browser> {
    let Options {
        url,
        token,
        state_dir,
        session,
        timeout,
    } = options;
    let url = url.or_else(|| variable(URL));
    let token = token.or_else(|| variable(TOKEN));
    let state_dir = state_dir.or_else(|| variable(STATE_DIR).map(PathBuf::from));
    // Reading the directory and the proof on the socket block.
    let find = move || transport(url.as_deref(), token, state_dir, timeout);
    let transport = tokio::task::spawn_blocking(find).await;
    let transport = transport.map_err(|error| Error::Invalid(error.to_string()))?;
    Ok(Browser::new(transport?, session))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn transport(
    url: Option<&str>,
    token: Option<String>,
    state_dir: Option<PathBuf>,
    timeout: Duration,
) -> Result<Transport> {
    let dir = StateDir::locate(state_dir).map_err(|error| Error::Invalid(format!("{error:#}")))?;
    let Some(url) = url else {
        verified(&dir)?;
        return Ok(Transport::new(
            Address::Socket(dir.socket()),
            token,
            timeout,
        ));
    };
    let authority = loopback_authority(url)?;
    let server = verified(&dir)?;
    if !is_port(&authority, server.identity.port) {
        return Err(Error::Untrusted(format!(
            "{url} is not the address of the server of {}",
            dir.path().display()
        )));
    }
    let token = match token {
        Some(token) => token,
        None => own_token(&dir)?,
    };
    Ok(Transport::new(
        Address::Tcp(authority),
        Some(token),
        timeout,
    ))
}

/// The server of the directory, which has proven its identity on the socket.
fn verified(dir: &StateDir) -> Result<RunningServer> {
    RunningServer::find(dir).map_err(|why| no_server(&why))
}

fn own_token(dir: &StateDir) -> Result<String> {
    let endpoint = dir.endpoint().map_err(|why| no_server(&why))?;
    Ok(endpoint.agent_token)
}

fn no_server(why: &NoServer) -> Error {
    match why {
        NoServer::NotRunning(dir) => Error::NotRunning(dir.clone()),
        NoServer::Refused(error) => Error::Untrusted(format!("{error:#}")),
    }
}

/// The authority of a loopback URL: over another network, a token would not be protected.
fn loopback_authority(url: &str) -> Result<String> {
    let invalid = |why: &str| Error::Invalid(format!("{url} {why}"));
    let uri: Uri = url.parse().map_err(|_| invalid("is not a URL"))?;
    let authority = uri.authority().ok_or_else(|| invalid("has no host"))?;
    if uri.scheme_str() != Some("http") || authority.as_str().contains('@') {
        return Err(invalid("is not an http URL without a password"));
    }
    let host = authority.host().trim_matches(['[', ']']);
    let is_loopback = host
        .parse::<IpAddr>()
        .is_ok_and(|address| address.is_loopback());
    if !is_loopback && host != "localhost" {
        return Err(invalid("is not on this machine"));
    }
    Ok(authority.as_str().to_owned())
}

fn is_port(authority: &str, port: u16) -> bool {
    authority
        .rsplit_once(':')
        .is_some_and(|(_, text)| text.parse() == Ok(port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_accepted() {
        let accepted = [
            "http://127.0.0.1:4000",
            "http://localhost:1/",
            "http://[::1]:2",
        ];
        for url in accepted {
            assert!(loopback_authority(url).is_ok(), "{url}");
        }
        let rejected = [
            "https://127.0.0.1:1",
            "http://example.com",
            "http://user:password@127.0.0.1:1",
            "127.0.0.1:1",
            "",
        ];
        for url in rejected {
            assert!(
                matches!(loopback_authority(url), Err(Error::Invalid(_))),
                "{url}"
            );
        }
    }

    #[test]
    fn the_debug_output_has_no_token() {
        let options = Options {
            token: Some("secret".to_owned()),
            ..Options::default()
        };
        assert!(!format!("{options:?}").contains("secret"));
    }
}
