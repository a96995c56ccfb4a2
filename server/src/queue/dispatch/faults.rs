//! The faults of queries that get no answer.

use crate::queue::browser_queue::MAX_LEASES;
use axlens_protocol::{Code, Fault, WIRE_VERSION};

/// The fault of different wire versions. Its hint names the side to update.
pub fn mismatch(side: &str, theirs: u32) -> Fault {
    let message =
        format!("The {side} has wire version {theirs}, this server version {WIRE_VERSION}.");
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
        .hint("Start it with `axlens serve` or from the extension, then try again.")
}

/// The fault of a query whose connection broke off, and that is not delivered again.
pub(super) fn broken_off(leases: u8) -> Fault {
    if leases >= MAX_LEASES {
        let message = format!("The extension's connection broke off {leases} times on this query.");
        return Fault::new(Code::ExtensionDisconnected, message).hint(
            "The page may be too large for the browser: narrow the request with `scope`, or ask the user to reload the tab.",
        );
    }
    let message = "The extension's connection broke off during the action; whether the action was executed is unknown.";
    let fault = Fault::new(Code::ExtensionDisconnected, message)
        .hint("Take a new snapshot and check the state of the page before you act again.");
    Fault {
        retryable: false,
        ..fault
    }
}
