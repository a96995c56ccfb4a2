//! The faults of queries that get no answer.

use crate::queue::browser_queue::LEASES;
use axlens_protocol::{Code, Fault, WIRE_VERSION};

/// The fault of different wire versions. Its hint names the side to update.
pub fn mismatch(side: &str, theirs: u32) -> Fault {
    let message = format!(
        "The {side} speaks version {theirs} of the wire, this server version {WIRE_VERSION}."
    );
    let older = if theirs > WIRE_VERSION {
        "server (the `axlens` program)"
    } else {
        side
    };
    Fault::new(Code::VersionMismatch, message).hint(format!("Update the {older}, then try again."))
}

/// The fault of a request after the server was stopped.
pub(super) fn stopped() -> Fault {
    Fault::new(Code::ExtensionDisconnected, "The server is stopping.")
        .hint("Start it again with `axlens serve`, or let the extension start it; then ask again.")
}

/// The fault of a query whose connection broke off, and that is not delivered again.
pub(super) fn broken_off(leases: u8) -> Fault {
    if leases >= LEASES {
        let message = format!("The extension's connection broke off {leases} times on this query.");
        return Fault::new(Code::ExtensionDisconnected, message).hint(
            "The page may be more than the browser can stand: narrow the request with `scope`, or ask the user to reload the tab.",
        );
    }
    let message = "The extension's connection broke off while it was acting; whether the action was done is not known.";
    let fault = Fault::new(Code::ExtensionDisconnected, message)
        .hint("Take a new snapshot and see what the page has become before you act again.");
    Fault {
        retryable: false,
        ..fault
    }
}
