//! Options of a connection, and how the server is verified before a token is sent.

use crate::browser::Browser;
use crate::error::{Error, Result};
use crate::transport::Transport;
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

/// How to connect to a server. [`Options::default`] reads the environment.
#[derive(Clone)]
pub struct Options {
    /// URL of the server of the state directory; default: `AXLENS_URL`. The requests are sent over
    /// its local socket in any case, on which the server proves its identity.
    pub url: Option<String>,
    /// Token of a named agent; default: `AXLENS_TOKEN`, else none: the agent is `user`.
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
            url: variable(URL),
            token: variable(TOKEN),
            state_dir: variable(STATE_DIR).map(PathBuf::from),
            session: "default".to_owned(),
            timeout: TIMEOUT,
        }
    }
}

impl std::fmt::Debug for Options {
    /// Without the token, and without the URL, which can contain a password.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Options")
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
    let port = url.map(port_of).transpose()?;
    let server = verified(&dir)?;
    if port.is_some_and(|port| port != server.identity.port) {
        return Err(Error::Untrusted(format!(
            "the port of the URL is not that of the server of {}",
            dir.path().display()
        )));
    }
    Ok(Transport::new(dir.socket(), token, timeout))
}

/// The server of the directory, which has proven its identity on the socket.
fn verified(dir: &StateDir) -> Result<RunningServer> {
    RunningServer::find(dir).map_err(|why| no_server(&why))
}

fn no_server(why: &NoServer) -> Error {
    match why {
        NoServer::NotRunning(dir) => Error::NotRunning(dir.clone()),
        NoServer::Refused(error) => Error::Untrusted(format!("{error:#}")),
    }
}

/// The port of a loopback URL: over another network, a token would not be protected. An error does
/// not contain the URL, which can contain a password.
fn port_of(url: &str) -> Result<u16> {
    let invalid = |why: &str| Error::Invalid(format!("the URL {why}"));
    let uri: Uri = url.parse().map_err(|_| invalid("is not one"))?;
    let authority = uri.authority().ok_or_else(|| invalid("has no host"))?;
    if uri.scheme_str() != Some("http") || authority.as_str().contains('@') {
        return Err(invalid("must begin with http:// and have no password"));
    }
    if !matches!(
        uri.path_and_query().map(|path| path.as_str()),
        None | Some("/")
    ) {
        return Err(invalid("must have neither path nor query"));
    }
    let host = authority.host().trim_matches(['[', ']']);
    let is_loopback = host
        .parse::<IpAddr>()
        .is_ok_and(|address| address.is_loopback());
    if !is_loopback && host != "localhost" {
        return Err(invalid("is not of this machine"));
    }
    authority.port_u16().ok_or_else(|| invalid("has no port"))
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
            assert!(port_of(url).is_ok(), "{url}");
        }
        let rejected = [
            "https://127.0.0.1:1",
            "http://example.com:1",
            "http://127.0.0.1:1/?token=x",
            "http://127.0.0.1",
            "http://user:password@127.0.0.1:1",
            "127.0.0.1:1",
            "",
        ];
        for url in rejected {
            assert!(matches!(port_of(url), Err(Error::Invalid(_))), "{url}");
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
