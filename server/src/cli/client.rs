//! The command's way to the server's doors.

use crate::state_dir::StateDir;
use anyhow::Context;
use axlens_protocol::{Code, Fault, WIRE_HEADER, WIRE_VERSION};
use serde_json::Value;
use std::time::Duration;

/// Longer than any query may take.
const PATIENCE: Duration = Duration::from_secs(75);

/// A server, with the agents' token.
pub struct Client {
    agent: ureq::Agent,
    url: String,
    token: String,
}

/// What a door said.
pub type Said = Result<Value, Fault>;

impl Client {
    /// The server of this state directory.
    ///
    /// # Errors
    /// `extension_disconnected` in words that fit: no server has ever run here.
    pub fn of(dir: &StateDir) -> Result<Client, Fault> {
        let endpoint = dir.endpoint().map_err(|error| not_running(dir, &error))?;
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(PATIENCE))
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
    /// When the server can't be reached or answers what is no JSON.
    pub fn get(&self, path: &str) -> anyhow::Result<Said> {
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
    /// When the server can't be reached or answers what is no JSON.
    pub fn post(&self, path: &str, body: &Value) -> anyhow::Result<Said> {
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
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> anyhow::Result<Said> {
        let mut answer = match answer {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(unreachable(&self.url, &error))),
        };
        let body: Value = answer
            .body_mut()
            .with_config()
            .limit(256 * 1024 * 1024)
            .read_json()
            .with_context(|| format!("{} answers, but not as an Axlens server", self.url))?;
        if answer.status().is_success() {
            return Ok(Ok(body));
        }
        let fault = serde_json::from_value(body)
            .with_context(|| format!("{} answers, but not as an Axlens server", self.url))?;
        Ok(Err(fault))
    }
}

/// Whether the fault means that a link of the chain is missing.
pub fn is_disconnected(fault: &Fault) -> bool {
    matches!(fault.code, Code::ExtensionDisconnected)
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
