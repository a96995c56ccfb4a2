//! The command line's HTTP client for the server's endpoints. It does not know what is asked.

use crate::state_dir::StateDir;
use anyhow::Context;
use axlens_protocol::{Code, Fault, WIRE_HEADER, WIRE_VERSION};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;

/// Longer than any query may take.
const TIMEOUT: Duration = Duration::from_secs(75);

/// Largest answer that is read, in bytes.
const LARGEST_ANSWER: u64 = 256 * 1024 * 1024;

/// A server, with the agents' token.
pub struct Client {
    agent: ureq::Agent,
    url: String,
    token: String,
}

/// The JSON of an endpoint's answer.
pub struct Answer {
    text: String,
    url: String,
}

/// What an endpoint answers.
pub type Answered = Result<Answer, Fault>;

impl Client {
    /// The server of this state directory.
    ///
    /// # Errors
    /// `extension_disconnected` where no server has ever run here; the message says so.
    pub fn of(dir: &StateDir) -> Result<Client, Fault> {
        let endpoint = dir.endpoint().map_err(|error| not_running(dir, &error))?;
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .proxy(None)
            .build();
        Ok(Client {
            agent: config.into(),
            url: endpoint.url,
            token: endpoint.agent_token,
        })
    }

    /// `GET`.
    ///
    /// # Errors
    /// When what answers is no Axlens server. A server that can't be reached is a fault.
    pub fn get(&self, path: &str) -> anyhow::Result<Answered> {
        let request = self.agent.get(format!("{}{path}", self.url));
        self.read(
            request
                .header("authorization", format!("Bearer {}", self.token))
                .header(WIRE_HEADER, WIRE_VERSION.to_string())
                .call(),
        )
    }

    /// `POST` of a JSON body.
    ///
    /// # Errors
    /// When what answers is no Axlens server. A server that can't be reached is a fault.
    pub fn post(&self, path: &str, body: &impl Serialize) -> anyhow::Result<Answered> {
        let request = self.agent.post(format!("{}{path}", self.url));
        self.read(
            request
                .header("authorization", format!("Bearer {}", self.token))
                .header(WIRE_HEADER, WIRE_VERSION.to_string())
                .send_json(body),
        )
    }

    fn read(
        &self,
        response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> anyhow::Result<Answered> {
        let mut response = match response {
            Ok(response) => response,
            Err(error) => return Ok(Err(unreachable(&self.url, &error))),
        };
        let body = response.body_mut().with_config().limit(LARGEST_ANSWER);
        let answer = Answer {
            text: body
                .read_to_string()
                .with_context(|| not_axlens(&self.url))?,
            url: self.url.clone(),
        };
        match response.status().is_success() {
            true => Ok(Ok(answer)),
            false => Ok(Err(answer.read()?)),
        }
    }
}

impl Answer {
    /// The answer as a value.
    ///
    /// # Errors
    /// When it is no JSON, or of another shape.
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        serde_json::from_str(&self.text).with_context(|| not_axlens(&self.url))
    }

    /// The server's JSON, indented for people.
    ///
    /// # Errors
    /// When it is no JSON.
    pub fn indented(&self) -> anyhow::Result<String> {
        Ok(format!("{:#}", self.read::<Value>()?))
    }
}

/// Whether the fault means that server or extension is not connected.
pub fn is_disconnected(fault: &Fault) -> bool {
    matches!(fault.code, Code::ExtensionDisconnected)
}

fn not_axlens(url: &str) -> String {
    format!("{url} answers, but not as an Axlens server")
}

fn not_running(dir: &StateDir, error: &anyhow::Error) -> Fault {
    let missing = error
        .root_cause()
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    let message = match missing {
        true => format!(
            "No server has run with the state directory {}.",
            dir.path().display()
        ),
        false => format!("{error:#}"),
    };
    Fault::new(Code::ExtensionDisconnected, message).hint(
        "Start the server with `axlens serve`, or let the extension start it (`axlens install`); another state directory is named by --state-dir or AXLENS_STATE_DIR.",
    )
}

fn unreachable(url: &str, error: &ureq::Error) -> Fault {
    Fault::new(
        Code::ExtensionDisconnected,
        format!("The server at {url} can't be reached: {error}."),
    )
    .hint("Start the server with `axlens serve`, or open Chrome with the Axlens extension, which starts it.")
}
