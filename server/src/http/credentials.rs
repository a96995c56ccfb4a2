//! The credentials in a request's headers: an agent's token, the worker's token or proof, the
//! dashboard's key. A header that occurs twice counts as missing.

use super::gate::TcpTrust;
use super::page_keys::OPEN_HINT;
use axlens_protocol::{Code, Fault};
use axum::http::{HeaderMap, header};
use std::time::Instant;

/// Header with the key of the dashboard.
const PAGE_KEY: &str = "x-axlens-page-key";

/// The next step of a worker that was rejected.
const NEW_EXCHANGE: &str = "Begin a new exchange with `POST /proof`.";

/// The token in `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    authorization(headers, "Bearer")
}

/// The credentials in `Authorization`, if it has this scheme.
pub fn authorization<'a>(headers: &'a HeaderMap, expected: &str) -> Option<&'a str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let text = values.next()?.to_str().ok()?;
    if values.next().is_some() {
        return None;
    }
    let (scheme, credentials) = text.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case(expected)
        .then_some(credentials.trim())
}

/// The fault of a request without a token.
pub(super) fn no_token() -> Fault {
    Fault::new(Code::Unauthorized, "The request has no token.")
}

fn wrong_token() -> Fault {
    let message = "The token is not the one for this endpoint, or is from an earlier start.";
    Fault::new(Code::Unauthorized, message)
}

/// Checks the worker's token for long polling.
pub(super) fn check_poll_token(trust: &TcpTrust, headers: &HeaderMap) -> Result<(), Fault> {
    let fault = match bearer(headers) {
        None => no_token(),
        Some(token) if trust.proofs.is_token(token, Instant::now()) => return Ok(()),
        Some(_) => wrong_token(),
    };
    Err(fault.hint(NEW_EXCHANGE))
}

/// Checks the proof of a worker that opens a WebSocket. The exchange ends here, so that a proof
/// opens only one WebSocket.
pub(super) fn check_proof(trust: &TcpTrust, headers: &HeaderMap) -> Result<(), Fault> {
    let exchange = websocket_part(headers, "exchange.");
    let proof = websocket_part(headers, "proof.");
    let is_proven = exchange
        .zip(proof)
        .is_some_and(|(exchange, proof)| trust.proofs.finish(exchange, proof, Instant::now()));
    match is_proven {
        true => Ok(()),
        false => Err(Fault::new(
            Code::Unauthorized,
            "The WebSocket request has no valid proof that its worker knows the extension's key.",
        )
        .hint(NEW_EXCHANGE)),
    }
}

/// The dashboard's key.
pub(super) fn dashboard_key(headers: &HeaderMap) -> Result<&str, Fault> {
    let mut values = headers.get_all(PAGE_KEY).iter();
    let key = values.next().and_then(|key| key.to_str().ok());
    key.filter(|_| values.next().is_none()).ok_or_else(|| {
        let message = "The request has no key of the dashboard.";
        Fault::new(Code::Unauthorized, message).hint(OPEN_HINT)
    })
}

/// The instance id of the worker that opens a WebSocket.
pub fn websocket_instance(headers: &HeaderMap) -> Option<&str> {
    websocket_part(headers, "instance.")
}

/// The browser id of the worker that opens a WebSocket.
pub fn websocket_browser(headers: &HeaderMap) -> Option<&str> {
    websocket_part(headers, "browser.")
}

/// The nonce for the server's proof on the WebSocket, and the exchange in which the worker has
/// proven its identity.
pub fn websocket_exchange(headers: &HeaderMap) -> Option<(&str, &str)> {
    websocket_part(headers, "nonce.").zip(websocket_part(headers, "exchange."))
}

/// One subprotocol of a WebSocket request, without its prefix. The list of subprotocols is the only
/// header of a WebSocket that a script can set. A URL is no place for a secret, because it is
/// stored in logs and histories.
pub(super) fn websocket_part<'a>(headers: &'a HeaderMap, prefix: &str) -> Option<&'a str> {
    let mut values = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let list = values.next()?.to_str().ok()?;
    if values.next().is_some() {
        return None;
    }
    let mut parts = list
        .split(',')
        .filter_map(|part| part.trim().strip_prefix(prefix));
    let part = parts.next()?;
    parts.next().is_none().then_some(part)
}
