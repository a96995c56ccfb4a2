//! The version of the wire protocol in a request. The extension always sends it; agents may.

use super::credentials::{websocket_browser, websocket_part};
use crate::queue::dispatch::{Dispatch, EXTENSION, mismatch};
use axlens_protocol::{
    BROWSER_HEADER, Fault, WEBSOCKET_PROTOCOL_PREFIX, WIRE_HEADER, WIRE_VERSION,
};
use axum::http::HeaderMap;

/// Checks the version of an agent, if it sends one.
///
/// # Errors
/// `version_mismatch`.
pub(super) fn check_agent(headers: &HeaderMap) -> Result<(), Fault> {
    let version = headers
        .contains_key(WIRE_HEADER)
        .then(|| number(header(headers, WIRE_HEADER)));
    match version {
        None | Some(WIRE_VERSION) => Ok(()),
        Some(theirs) => Err(mismatch("agent", theirs)),
    }
}

/// Checks the version of a worker, and `proven`, the result of checking its identity. The status of
/// the server names the rejected version only of a worker that has proven its identity: any other
/// program could claim to be an extension of another version.
///
/// # Errors
/// `version_mismatch` first, because another version may have another way to prove its identity;
/// then the fault of `proven`.
pub(super) fn check_worker(
    dispatch: &Dispatch,
    headers: &HeaderMap,
    proven: Result<(), Fault>,
) -> Result<(), Fault> {
    let subprotocol = websocket_part(headers, WEBSOCKET_PROTOCOL_PREFIX);
    let theirs = number(header(headers, WIRE_HEADER).or(subprotocol));
    if theirs == WIRE_VERSION {
        return proven;
    }
    if proven.is_ok() {
        let browser = header(headers, BROWSER_HEADER).or_else(|| websocket_browser(headers));
        dispatch.reject_wire(browser, theirs);
    }
    Err(mismatch(EXTENSION, theirs))
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// 0 if there is no number.
fn number(text: Option<&str>) -> u32 {
    text.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}
