//! Options of a connection, and how the server is verified before a token is sent.

use crate::browser::Browser;
use crate::error::{Error, Result};
use crate::stream::Route;
use crate::tls::{CA_FILE, TlsGateway};
use crate::transport::Transport;
use axlens_local::StateDir;
use axlens_local::remote::{
    Remote, TOKEN, TOKEN_FILE, URL, is_https, port_of, token_or_file, variable,
};
use axlens_local::server::RunningServer;
use axlens_local::state_dir::{NoServer, VARIABLE as STATE_DIR};
use std::path::PathBuf;
use std::time::Duration;

/// The default timeout of a request, which may ask the user several times, each for a minute.
const TIMEOUT: Duration = Duration::from_secs(900);

/// How to connect to a server. [`Options::default`] reads the environment.
#[derive(Clone)]
pub struct Options {
    /// URL of a server; default: `AXLENS_URL`. With `https`, it is a gateway, to which the token is
    /// sent after its certificate was verified. With `http` and a token, it is a port of this
    /// machine that a tunnel forwards to the server of another one, which proves that it knows the
    /// token. Without a token, it must be that of the server of the state directory, and requests
    /// are sent over its local socket.
    pub url: Option<String>,
    /// Token of a named agent; default: `AXLENS_TOKEN`, else that of `token_file`.
    pub token: Option<String>,
    /// File with the token, which only this user can read; default: `AXLENS_TOKEN_FILE`, else
    /// none: without a token, the agent is `user`.
    pub token_file: Option<PathBuf>,
    /// File with the certificate authorities of a gateway, in PEM; default: `AXLENS_CA_FILE`, else
    /// those of the system.
    pub ca_file: Option<PathBuf>,
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
            token_file: variable(TOKEN_FILE).map(PathBuf::from),
            ca_file: variable(CA_FILE).map(PathBuf::from),
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
    let (session, timeout) = (options.session.clone(), options.timeout);
    // Reading files and the proof on the socket block.
    let found = tokio::task::spawn_blocking(move || find(options)).await;
    let (route, token) = found.map_err(|error| Error::Invalid(error.to_string()))??;
    let first_request = match route {
        // The server has proven its identity.
        Route::Socket(_) => None,
        // The proof is made when a connection is opened.
        Route::Remote(_) => Some("/health"),
        // A gateway answers it itself, if it knows the token.
        Route::Gateway(_) => Some("/browsers"),
    };
    let browser = Browser::new(Transport::new(route, token, timeout), session);
    if let Some(path) = first_request {
        browser.get::<serde_json::Value>(path).await?;
    }
    Ok(browser)
}

/// The way to the server, and the token that is sent with each request.
fn find(options: Options) -> Result<(Route, Option<String>)> {
    let invalid = |error: anyhow::Error| Error::Invalid(format!("{error:#}"));
    let token = token_or_file(options.token, options.token_file).map_err(invalid)?;
    let dir = StateDir::locate(options.state_dir).map_err(invalid)?;
    match (options.url, token) {
        (Some(url), token) if is_https(&url) => {
            let token = token.ok_or_else(no_gateway_token)?;
            let gateway = TlsGateway::new(&url, options.ca_file.as_deref())?;
            Ok((Route::Gateway(gateway), Some(token)))
        }
        (Some(url), Some(token)) => {
            let remote = Remote::new(&url, &token).map_err(|error| Error::from(&error))?;
            Ok((Route::Remote(remote), None))
        }
        (Some(url), None) => {
            check_own(&url, &dir)?;
            Ok((Route::Socket(dir.socket()), None))
        }
        (None, token) => {
            verified(&dir)?;
            Ok((Route::Socket(dir.socket()), token))
        }
    }
}

fn no_gateway_token() -> Error {
    Error::Invalid(format!(
        "a gateway needs the token of an agent: {TOKEN_FILE} or {TOKEN}"
    ))
}

/// Checks that a URL is that of the directory's running server, for which no token is necessary.
fn check_own(url: &str, dir: &StateDir) -> Result<()> {
    let port = port_of(url).map_err(|error| Error::from(&error))?;
    let other = || {
        Error::Untrusted(format!(
            "the URL ({URL}) is not that of the server of {}, and another one needs the token of an agent: {TOKEN_FILE} or {TOKEN}",
            dir.path().display()
        ))
    };
    match RunningServer::find(dir) {
        Ok(server) if server.identity.port == port => Ok(()),
        Ok(_) | Err(NoServer::NotRunning(_)) => Err(other()),
        Err(refused @ NoServer::Refused(_)) => Err(no_server(&refused)),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_debug_output_has_no_token() {
        let options = Options {
            token: Some("secret".to_owned()),
            ..Options::default()
        };
        assert!(!format!("{options:?}").contains("secret"));
    }
}
