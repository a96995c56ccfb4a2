//! The version of the wire protocol in a request. The extension always sends it; agents may.

use super::credentials::{websocket_browser, websocket_part};
use super::endpoints::Audience;
use super::gate::Gate;
use crate::queue::dispatch::mismatch;
use axlens_protocol::{
    BROWSER_HEADER, Fault, WEBSOCKET_PROTOCOL_PREFIX, WIRE_HEADER, WIRE_VERSION,
};
use axum::http::HeaderMap;

/// The side of the wire whose version differs, as the fault names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WireSide {
    Agent,
    Extension,
}

/// Checks the version, and records an extension that is rejected for it.
pub(super) fn check_wire(
    gate: &Gate,
    audience: Audience,
    headers: &HeaderMap,
) -> Result<(), Fault> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let (side, version) = match audience {
        Audience::Anybody | Audience::Local => return Ok(()),
        Audience::DashboardFile | Audience::NewDashboard | Audience::Dashboard => return Ok(()),
        Audience::Agent if !headers.contains_key(WIRE_HEADER) => return Ok(()),
        Audience::Agent => (WireSide::Agent, header(WIRE_HEADER)),
        Audience::UnprovenWorker | Audience::Worker => (WireSide::Extension, header(WIRE_HEADER)),
        Audience::WebSocket => (
            WireSide::Extension,
            websocket_part(headers, WEBSOCKET_PROTOCOL_PREFIX),
        ),
    };
    let version: u32 = version
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0);
    if version == WIRE_VERSION {
        return Ok(());
    }
    match side {
        WireSide::Agent => Err(mismatch("agent", version)),
        WireSide::Extension => {
            let browser = header(BROWSER_HEADER).or_else(|| websocket_browser(headers));
            gate.dispatch.reject_wire(browser, version);
            Err(mismatch("extension", version))
        }
    }
}
