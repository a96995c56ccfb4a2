//! HTTP over the local socket of the state directory, or over proven connections to the server of
//! another machine. The connections are kept, and opened again when they were closed.

use crate::error::{Error, Result};
use crate::stream::{Route, RouteConnector};
use crate::tls::TlsError;
use axlens_local::remote::RemoteError;
use axlens_protocol::{WIRE_HEADER, WIRE_VERSION};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use hyper::{Method, Request};
use hyper_util::client::legacy::{Client, Error as ClientError};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use std::time::Duration;

/// The maximum size of an answer, in bytes.
const MAX_ANSWER: usize = 256 * 1024 * 1024;

/// How long an idle connection to another machine is used again: the server closes it after ten
/// seconds, and the end takes a moment to arrive.
const REMOTE_IDLE: Duration = Duration::from_secs(5);

/// The host of a request on this machine.
const LOOPBACK: &str = "127.0.0.1";

/// What the Model Context Protocol requires of a client, and what other endpoints ignore.
const ACCEPTED: &str = "application/json, text/event-stream";

/// A server, and the token that is sent to it.
pub struct Transport {
    http: Client<RouteConnector, Full<Bytes>>,
    /// The host of the requests.
    authority: String,
    token: Option<String>,
    timeout: Duration,
}

/// The response of an endpoint.
pub struct Reply {
    /// Whether the status is a success.
    pub is_ok: bool,
    /// JSON.
    pub body: Bytes,
}

impl Transport {
    /// A transport to a server. No connection is opened yet. `token` is sent with each request.
    pub fn new(route: Route, token: Option<String>, timeout: Duration) -> Transport {
        let mut builder = Client::builder(TokioExecutor::new());
        let authority = match &route {
            Route::Gateway(gateway) => gateway.authority(),
            Route::Socket(_) | Route::Remote(_) => LOOPBACK.to_owned(),
        };
        if !matches!(route, Route::Socket(_)) {
            builder.pool_timer(TokioTimer::new());
            builder.pool_idle_timeout(REMOTE_IDLE);
        }
        Transport {
            http: builder.build(RouteConnector(route)),
            authority,
            token,
            timeout,
        }
    }

    /// Sends a request and reads its whole answer.
    ///
    /// # Errors
    /// [`Error::Unreachable`] if nothing was sent, [`Error::Closed`] or [`Error::Timeout`] if there
    /// is no answer.
    pub async fn send(&self, method: Method, path: &str, body: Vec<u8>) -> Result<Reply> {
        let exchange = self.exchange(method, path, body);
        match tokio::time::timeout(self.timeout, exchange).await {
            Ok(reply) => reply,
            Err(_) => Err(Error::Timeout(self.timeout)),
        }
    }

    async fn exchange(&self, method: Method, path: &str, body: Vec<u8>) -> Result<Reply> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.authority))
            .header(ACCEPT, ACCEPTED)
            .header(CONTENT_TYPE, "application/json")
            .header(WIRE_HEADER, WIRE_VERSION.to_string());
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(Full::new(Bytes::from(body)));
        let request = request.map_err(|error| Error::Invalid(error.to_string()))?;
        let response = self.http.request(request).await;
        let response = response.map_err(|error| without_response(&error))?;
        let is_ok = response.status().is_success();
        let body = Limited::new(response.into_body(), MAX_ANSWER).collect();
        let body = body
            .await
            .map_err(|error| Error::Closed(error.to_string()))?;
        Ok(Reply {
            is_ok,
            body: body.to_bytes(),
        })
    }
}

/// The error of a request without a response, with the innermost cause, which names the reason.
fn without_response(error: &ClientError) -> Error {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if let Some(remote) = cause.downcast_ref::<RemoteError>() {
        return Error::from(remote);
    }
    if let Some(gateway) = cause.downcast_ref::<TlsError>() {
        return Error::from(gateway);
    }
    match error.is_connect() {
        true => Error::Unreachable(cause.to_string()),
        false => Error::Closed(cause.to_string()),
    }
}
