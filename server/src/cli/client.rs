//! The command line's client for the server's endpoints. It uses the Unix socket of the state
//! directory, so that it needs no token.

use crate::text::interface::{self, Interface};
use anyhow::Context;
use axlens_local::StateDir;
use axlens_local::client::{self, Limits, LocalReply, request};
use axlens_local::state_dir::NoServer;
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest};
use axlens_protocol::{Code, Fault, WIRE_HEADER, WIRE_VERSION};
use http_body_util::Full;
use hyper::body::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

const LIMITS: Limits = Limits {
    // Longer than any query and the user's consent may take.
    time: Duration::from_secs(240),
    answer: MAX_ANSWER,
};

/// The maximum size of an answer, in bytes.
const MAX_ANSWER: usize = 256 * 1024 * 1024;

/// A connection to a server.
pub struct CliClient {
    inner: client::Client,
    dir: StateDir,
}

/// The JSON of an endpoint's answer.
pub struct CliAnswer {
    body: Bytes,
}

/// The response of an endpoint.
pub type CliResponse = Result<CliAnswer, Fault>;

/// The response to a request with actions.
pub enum InteractResponse {
    /// All steps were executed.
    Answer(CliAnswer),
    /// One failed.
    Stopped(Box<CliStopped>),
}

/// The fault of a request with actions, and the results before it.
pub struct CliStopped {
    /// The fault.
    pub fault: Fault,
    /// The results of the steps before it; `None` if it is the first step's.
    pub done: Option<InteractAnswer>,
    /// The server's JSON; `None` if no server has answered.
    pub body: Option<CliAnswer>,
}

impl InteractResponse {
    /// The response if no server has answered.
    pub fn of_fault(fault: Fault) -> InteractResponse {
        InteractResponse::Stopped(Box::new(CliStopped {
            fault,
            done: None,
            body: None,
        }))
    }
}

impl CliStopped {
    /// Whether the fault is not one of the steps: server or extension is not connected.
    pub fn is_about_connection(&self) -> bool {
        self.done.is_none() && is_disconnected(&self.fault)
    }
}

impl CliClient {
    /// Connects to the server of this state directory.
    ///
    /// # Errors
    /// `extension_disconnected` if no server runs.
    pub fn of(dir: &StateDir) -> Result<CliClient, Fault> {
        dir.check_served().map_err(|why| not_running(&why))?;
        let inner = client::Client::connect(&dir.socket(), LIMITS);
        Ok(CliClient {
            inner: inner.map_err(|error| unreachable(&error))?,
            dir: dir.clone(),
        })
    }

    /// Sends a `GET` request.
    ///
    /// # Errors
    /// If the server that answers is not an Axlens server. An unreachable server is a fault.
    pub fn get(&mut self, path: &str) -> anyhow::Result<CliResponse> {
        self.send("GET", path, Bytes::new())
    }

    /// Sends a `POST` request with a JSON body.
    ///
    /// # Errors
    /// If the server that answers is not an Axlens server. An unreachable server is a fault.
    pub fn post(&mut self, path: &str, body: &impl Serialize) -> anyhow::Result<CliResponse> {
        self.send("POST", path, serde_json::to_vec(body)?.into())
    }

    /// Sends `POST /interact`.
    ///
    /// # Errors
    /// If the server that answers is not an Axlens server. An unreachable server is a fault.
    pub fn interact(&mut self, body: &InteractRequest) -> anyhow::Result<InteractResponse> {
        #[derive(serde::Deserialize)]
        struct Stopped {
            done: Option<InteractAnswer>,
        }
        let body = serde_json::to_vec(body)?.into();
        match self.exchange("POST", "/interact", body)? {
            Err(fault) => Ok(InteractResponse::of_fault(fault)),
            Ok((true, answer)) => Ok(InteractResponse::Answer(answer)),
            Ok((false, answer)) => Ok(InteractResponse::Stopped(Box::new(CliStopped {
                fault: self.fault(&answer)?,
                done: answer.read::<Stopped>()?.done,
                body: Some(answer),
            }))),
        }
    }

    fn send(&mut self, method: &str, path: &str, body: Bytes) -> anyhow::Result<CliResponse> {
        Ok(match self.exchange(method, path, body)? {
            Err(fault) => Err(fault),
            Ok((true, answer)) => Ok(answer),
            Ok((false, answer)) => Err(self.fault(&answer)?),
        })
    }

    /// Sends a request. Returns whether it succeeded, and the answer, which is a fault otherwise.
    fn exchange(
        &mut self,
        method: &str,
        path: &str,
        body: Bytes,
    ) -> anyhow::Result<Result<(bool, CliAnswer), Fault>> {
        let request = request(method, path)
            .header(WIRE_HEADER, WIRE_VERSION.to_string())
            .header("content-type", "application/json")
            .body(Full::new(body))?;
        let LocalReply { status, body } = match self.inner.send(request) {
            Ok(reply) => reply,
            Err(error) => return Ok(Err(unreachable(&error))),
        };
        Ok(Ok(((200..300).contains(&status), CliAnswer { body })))
    }

    /// The fault in an answer, in the language of the command line.
    fn fault(&self, answer: &CliAnswer) -> anyhow::Result<Fault> {
        let socket = self.dir.socket();
        let fault = answer.read();
        let fault: Fault =
            fault.with_context(|| format!("{} answers without a fault", socket.display()))?;
        Ok(interface::fault(&fault, Interface::Cli))
    }
}

impl CliAnswer {
    /// Parses the answer.
    ///
    /// # Errors
    /// If it has another type.
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        serde_json::from_slice(&self.body)
            .context("the server of this state directory sent an unknown answer")
    }

    /// The server's JSON, indented.
    ///
    /// # Errors
    /// If it is not JSON.
    pub fn indented(&self) -> anyhow::Result<String> {
        Ok(format!("{:#}", self.read::<Value>()?))
    }
}

/// Whether the fault means that server or extension is not connected.
pub fn is_disconnected(fault: &Fault) -> bool {
    matches!(fault.code, Code::ExtensionDisconnected)
}

fn not_running(why: &NoServer) -> Fault {
    let (message, hint) = match why {
        NoServer::NotRunning(dir) => (
            format!("No server runs with the state directory {}.", dir.display()),
            "Start the server with `axlens serve`, or let the extension start it (`axlens install`). For another state directory, use --state-dir or AXLENS_STATE_DIR.",
        ),
        NoServer::Refused(error) => (
            format!("{error:#}."),
            "Nothing was sent. Follow the message, or use another state directory with --state-dir.",
        ),
    };
    Fault::new(Code::ExtensionDisconnected, message).hint(hint)
}

fn unreachable(error: &anyhow::Error) -> Fault {
    Fault::new(
        Code::ExtensionDisconnected,
        format!("The server can't be reached: {error:#}."),
    )
    .hint("Start the server with `axlens serve`, or open Chrome with the Axlens extension, which starts it.")
}
