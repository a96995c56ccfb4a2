//! The faults of queries that get no answer.

use crate::queue::browser_queue::MAX_LEASES;
use axlens_protocol::gateway::UNKNOWN_OUTCOME;
use axlens_protocol::{Code, Fault, WIRE_VERSION};

/// The extension, as a side of the wire protocol.
pub const EXTENSION: &str = "extension";

/// The fault of another wire version than this server's. Its hint names the side to update.
pub fn mismatch(side: &str, theirs: u32) -> Fault {
    mismatch_with(side, theirs, WIRE_VERSION)
}

/// Like [`mismatch`], with the wire version of another server.
pub fn mismatch_with(side: &str, theirs: u32, server: u32) -> Fault {
    let message = format!("The {side} has wire version {theirs}, the server version {server}.");
    let hint = match (theirs > server, side) {
        (true, _) => "Update the server (the `axlens` program) and run `axlens install`, then try again.".to_owned(),
        (false, EXTENSION) => "Update the extension: load its folder of the server's version again in chrome://extensions. Then try again.".to_owned(),
        (false, _) => format!("Update the {side}, then try again."),
    };
    Fault::new(Code::VersionMismatch, message).hint(hint)
}

/// The fault of a request after the server was stopped.
pub(super) fn stopped() -> Fault {
    Fault::new(Code::ExtensionDisconnected, "The server is stopping.")
        .hint("Start it with `axlens serve` or from the extension, then try again.")
}

/// The fault of an action that a worker had received.
pub(super) fn perhaps_executed(fault: &Fault) -> Fault {
    let hint = format!("{UNKNOWN_OUTCOME} {}", fault.hint);
    Fault {
        retryable: false,
        ..fault.clone().hint(hint)
    }
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
