//! The server with all connected browsers.

use crate::error::{Error, Refused, Result};
use crate::operations::{Effect, OPERATIONS};
use crate::transport::{Reply, Transport};
use axlens_protocol::Code;
use axlens_protocol::agent::browsers::BrowsersAnswer;
use axlens_protocol::agent::interact::InteractAnswer;
use axlens_protocol::agent::ping::{PingAnswer, PingRequest};
use axlens_protocol::agent::status::{HealthAnswer, StatusAnswer};
use axlens_protocol::agent::tabs::TabsAnswer;
use axlens_protocol::{Fault, agent::browsers::BrowserStatus, agent::tabs::Tab};
use hyper::Method;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// A connection to a server. Clones share it.
#[derive(Clone)]
pub struct Browser {
    transport: Arc<Transport>,
    session: String,
}

impl Browser {
    pub(crate) fn new(transport: Transport, session: String) -> Browser {
        Browser {
            transport: Arc::new(transport),
            session,
        }
    }

    /// Session of the uids.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Whether the server runs.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn health(&self) -> Result<HealthAnswer> {
        self.get("/health").await
    }

    /// The connections, the queue and the memory of the server.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn status(&self) -> Result<StatusAnswer> {
        self.get("/status").await
    }

    /// The browsers that are or were connected.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn browsers(&self) -> Result<Vec<BrowserStatus>> {
        let answer: BrowsersAnswer = self.get("/browsers").await?;
        Ok(answer.browsers)
    }

    /// The tabs of all browsers.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn tabs(&self) -> Result<Vec<Tab>> {
        let answer: TabsAnswer = self.get("/tabs").await?;
        Ok(answer.tabs)
    }

    /// An empty round trip to a page, or to the extension.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn ping(&self, request: &PingRequest) -> Result<PingAnswer> {
        self.post("/ping", request, Effect::Reads).await
    }

    /// Sends a `GET` request.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn get<A: DeserializeOwned>(&self, path: &str) -> Result<A> {
        self.send(Method::GET, path, Vec::new(), Effect::Reads)
            .await
    }

    /// Sends a `POST` request.
    ///
    /// # Errors
    /// Those of a request.
    pub async fn post<A: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
        effect: Effect,
    ) -> Result<A> {
        let body = serde_json::to_vec(request);
        let body = body.map_err(|error| Error::Invalid(error.to_string()))?;
        self.send(Method::POST, path, body, effect).await
    }

    async fn send<A: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
        effect: Effect,
    ) -> Result<A> {
        let (mut may_reconnect, mut may_repeat) = match effect {
            Effect::Reads => (true, true),
            Effect::Acts => (false, false),
        };
        loop {
            match self.send_once(method.clone(), path, body.clone()).await {
                Err(Error::Closed(_)) if may_reconnect => may_reconnect = false,
                Err(error) if may_repeat && was_restarted(&error) => may_repeat = false,
                other => return other,
            }
        }
    }

    async fn send_once<A: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<A> {
        let Reply { is_ok, body } = self.request(method, path, body).await?;
        match is_ok {
            true => serde_json::from_slice(&body).map_err(Error::Answer),
            false => Err(refused(&body)),
        }
    }

    /// Calls any endpoint, by its `operationId` in docs/openapi.json. The arguments are its
    /// parameters and the fields of its body; without `session`, it is that of the connection.
    ///
    /// # Errors
    /// Those of a request, and [`Error::Invalid`] if there is no such operation, or it has other
    /// arguments.
    pub async fn call(&self, operation: &str, mut arguments: Map<String, Value>) -> Result<Value> {
        let found = OPERATIONS.iter().find(|each| each.name == operation);
        let found =
            found.ok_or_else(|| Error::Invalid(format!("there is no operation {operation:?}")))?;
        if found.has_session {
            let session = || self.session.clone().into();
            arguments.entry("session").or_insert_with(session);
        }
        // A screenshot of the whole page scrolls it.
        let scrolls = operation == "screenshot" && arguments.get("full") == Some(&true.into());
        let path = found.take_path(&mut arguments)?;
        let body = match found.has_body {
            true => serde_json::to_vec(&arguments),
            false if arguments.is_empty() => Ok(Vec::new()),
            false => {
                let names: Vec<&str> = arguments.keys().map(String::as_str).collect();
                let names = names.join(", ");
                return Err(Error::Invalid(format!("{operation} has no {names}")));
            }
        };
        let body = body.map_err(|error| Error::Invalid(error.to_string()))?;
        let effect = match scrolls {
            true => Effect::Acts,
            false => found.effect,
        };
        self.send(found.method(), &path, body, effect).await
    }

    /// Closes the connection, as soon as no other clone uses it.
    pub fn close(self) {
        drop(self);
    }

    /// Sends a request once, and returns the JSON of the answer or fault as it is.
    ///
    /// # Errors
    /// Those of a request without an answer.
    pub async fn request(&self, method: Method, path: &str, body: Vec<u8>) -> Result<Reply> {
        self.transport.send(method, path, body).await
    }
}

/// Whether the same read may succeed at once: the server says that the browser was restarted.
fn was_restarted(error: &Error) -> bool {
    match error {
        Error::Fault(refused) => {
            refused.fault.code == Code::ExtensionDisconnected && refused.fault.retryable
        }
        Error::NotRunning(_)
        | Error::Unreachable(_)
        | Error::Closed(_)
        | Error::Timeout(_)
        | Error::Untrusted(_)
        | Error::Invalid(_)
        | Error::Answer(_)
        | Error::NoSingleMatch(_) => false,
    }
}

/// The fault in an answer.
fn refused(body: &[u8]) -> Error {
    #[derive(Deserialize)]
    struct Stopped {
        #[serde(flatten)]
        fault: Fault,
        done: Option<InteractAnswer>,
    }
    match serde_json::from_slice(body) {
        Ok(Stopped { fault, done }) => Error::Fault(Box::new(Refused { fault, done })),
        Err(error) => Error::Answer(error),
    }
}
