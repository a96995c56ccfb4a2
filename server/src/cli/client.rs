//! The command line's use of the client library: blocking, with the server's JSON as it is, and
//! with faults in the words of the command line.

mod consent;

use crate::text::interface::{self, Interface};
use anyhow::Context;
use axlens_client::{Browser, Bytes, Error, Method, Options, Reply, connect_with};
use axlens_local::remote::is_https;
use axlens_local::{StateDir, StopCause};
use axlens_protocol::agent::interact::{InteractAnswer, InteractRequest};
use axlens_protocol::{Code, Fault};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

/// A connection to a server.
pub struct CliClient {
    runtime: Runtime,
    browser: Browser,
    place: ServerPlace,
}

/// Where the server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ServerPlace {
    /// On this machine.
    Here,
    /// At the other end of the tunnel that `AXLENS_URL` names.
    BehindTunnel,
    /// At the other side of the gateway that `AXLENS_URL` names.
    BehindGateway,
}

impl ServerPlace {
    fn of(options: &Options) -> ServerPlace {
        match &options.url {
            None => ServerPlace::Here,
            Some(url) if is_https(url) => ServerPlace::BehindGateway,
            Some(_) => ServerPlace::BehindTunnel,
        }
    }
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
    /// Connects to the server that `AXLENS_URL` names, or to the one of this state directory. It
    /// proves its identity.
    ///
    /// # Errors
    /// `extension_disconnected` if no server runs, or another program answers.
    pub fn of(dir: &StateDir) -> Result<CliClient, Fault> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
        let options = options(dir);
        let place = ServerPlace::of(&options);
        let browser = runtime.block_on(connect_with(options));
        let fault = |error: Error| {
            let is_missing = matches!(error, Error::NotRunning(_) | Error::Unreachable(_));
            let is_here = place == ServerPlace::Here;
            match dir.stop_cause().filter(|_| is_missing && is_here) {
                Some(cause) => stopped_by_user(cause),
                None => not_connected(&error, place),
            }
        };
        Ok(CliClient {
            browser: browser.map_err(fault)?,
            runtime,
            place,
        })
    }

    /// Sends a `GET` request.
    ///
    /// # Errors
    /// If the server that answers is not an Axlens server. An unreachable server is a fault.
    pub fn get(&mut self, path: &str) -> anyhow::Result<CliResponse> {
        self.send(Method::GET, path, Vec::new())
    }

    /// Sends a `DELETE` request.
    ///
    /// # Errors
    /// If the server that answers is not an Axlens server. An unreachable server is a fault.
    pub fn delete(&mut self, path: &str) -> anyhow::Result<CliResponse> {
        self.send(Method::DELETE, path, Vec::new())
    }

    /// Sends a `POST` request with a JSON body.
    ///
    /// # Errors
    /// If the server that answers is not an Axlens server. An unreachable server is a fault.
    pub fn post(&mut self, path: &str, body: &impl Serialize) -> anyhow::Result<CliResponse> {
        self.send(Method::POST, path, serde_json::to_vec(body)?)
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
        let body = serde_json::to_vec(body)?;
        let (browser, place) = (&self.browser, self.place);
        let reply = self.runtime.block_on(async {
            tokio::select! {
                reply = browser.request(Method::POST, "/interact", body) => reply,
                // The user in front of another machine is asked there.
                never = consent::announce(browser), if place == ServerPlace::Here => match never {},
            }
        });
        match self.answer_of(reply) {
            Err(fault) => Ok(InteractResponse::of_fault(fault)),
            Ok((true, answer)) => Ok(InteractResponse::Answer(answer)),
            Ok((false, answer)) => Ok(InteractResponse::Stopped(Box::new(CliStopped {
                fault: fault_in(&answer)?,
                done: answer.read::<Stopped>()?.done,
                body: Some(answer),
            }))),
        }
    }

    fn send(&mut self, method: Method, path: &str, body: Vec<u8>) -> anyhow::Result<CliResponse> {
        Ok(match self.exchange(method, path, body) {
            Err(fault) => Err(fault),
            Ok((true, answer)) => Ok(answer),
            Ok((false, answer)) => Err(fault_in(&answer)?),
        })
    }

    /// Sends a request. Returns whether it succeeded, and the answer, which is a fault otherwise.
    fn exchange(
        &mut self,
        method: Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<(bool, CliAnswer), Fault> {
        let request = self.browser.request(method, path, body);
        let reply = self.runtime.block_on(request);
        self.answer_of(reply)
    }

    fn answer_of(&self, reply: Result<Reply, Error>) -> Result<(bool, CliAnswer), Fault> {
        match reply {
            Ok(Reply { is_ok, body }) => Ok((is_ok, CliAnswer { body })),
            Err(error) => Err(not_connected(&error, self.place)),
        }
    }
}

/// The options of the connection. Without `AXLENS_URL`, a token of the environment is for other
/// programs: commands act as the agent `user`.
fn options(dir: &StateDir) -> Options {
    let environment = Options::default();
    let (token, token_file) = match environment.url {
        Some(_) => (environment.token.clone(), environment.token_file.clone()),
        None => (None, None),
    };
    Options {
        token,
        token_file,
        state_dir: Some(dir.path().to_owned()),
        ..environment
    }
}

/// The fault in an answer, in the words of the command line.
fn fault_in(answer: &CliAnswer) -> anyhow::Result<Fault> {
    let fault: Fault = answer.read().context("the answer has no fault")?;
    Ok(interface::fault(&fault, Interface::Cli))
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

/// The fault of a server that stays stopped until the user starts it.
fn stopped_by_user(cause: StopCause) -> Fault {
    Fault::new(Code::ExtensionDisconnected, cause.message()).hint(cause.remedy())
}

/// The fault of a server that can't be reached.
fn not_connected(error: &Error, place: ServerPlace) -> Fault {
    if let Error::Fault(refused) = error {
        return interface::fault(&refused.fault, Interface::Cli);
    }
    let message = error.to_string();
    let (first, rest) = message.split_at(message.chars().next().map_or(0, char::len_utf8));
    let message = format!("{}{rest}.", first.to_uppercase());
    Fault::new(Code::ExtensionDisconnected, message).hint(hint(error, place))
}

const AFTER_SENDING: &str = "An action may have been executed: read the page before you repeat it.";

fn hint(error: &Error, place: ServerPlace) -> &'static str {
    match error {
        Error::NotRunning(_) | Error::Unreachable(_) => unreachable_hint(error, place),
        Error::Closed(_) | Error::Timeout(_) => AFTER_SENDING,
        Error::Fault(_)
        | Error::Untrusted(_)
        | Error::Invalid(_)
        | Error::Answer(_)
        | Error::NoSingleMatch(_) => refused_hint(place),
    }
}

fn unreachable_hint(error: &Error, place: ServerPlace) -> &'static str {
    match place {
        ServerPlace::Here if matches!(error, Error::NotRunning(_)) => {
            "Start the server with `axlens serve`, or let the extension start it (`axlens install`). For another state directory, use --state-dir or AXLENS_STATE_DIR."
        }
        ServerPlace::Here => {
            "Start the server with `axlens serve`, or open Chrome with the Axlens extension, which starts it."
        }
        ServerPlace::BehindTunnel => {
            "Open the tunnel again, and check the server on its machine with `axlens doctor`."
        }
        ServerPlace::BehindGateway => "Check AXLENS_URL, and that the gateway runs.",
    }
}

/// The next step if nothing was sent, or what was sent was not understood.
fn refused_hint(place: ServerPlace) -> &'static str {
    match place {
        ServerPlace::Here => {
            "Nothing was sent. Follow the message, or use another state directory with --state-dir."
        }
        ServerPlace::BehindTunnel => {
            "Nothing was sent. Correct AXLENS_URL, or the token in AXLENS_TOKEN_FILE or AXLENS_TOKEN; `axlens token list` on the machine of the server lists the agents."
        }
        ServerPlace::BehindGateway => {
            "Nothing was sent. Correct AXLENS_URL; AXLENS_CA_FILE names the certificate authorities of the gateway, AXLENS_TOKEN_FILE or AXLENS_TOKEN the token that its administrator has printed."
        }
    }
}
