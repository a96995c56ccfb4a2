//! The faults of browsers that can't be chosen or can't connect.

use super::{BrowserEntry, MAX_BROWSERS};
use axlens_protocol::{Code, Fault};

/// The fault of an unknown browser.
pub fn not_found(id_or_name: &str) -> Fault {
    Fault::new(
        Code::BrowserNotFound,
        format!("No browser {id_or_name:?} has connected."),
    )
}

/// The fault of a query that its browser can't answer any more.
pub fn browser_gone() -> Fault {
    let message = "The tab's browser is gone.";
    let fault = Fault::new(Code::ExtensionDisconnected, message)
        .hint("List the browsers and their tabs again (`GET /browsers`, `GET /tabs`).");
    Fault {
        retryable: false,
        ..fault
    }
}

/// The fault of a request that names none of several connected browsers.
pub(super) fn ambiguous(connected: &[&BrowserEntry]) -> Fault {
    let each = connected.iter();
    let each: Vec<String> = each
        .map(|browser| format!("{:?} ({})", browser.name, browser.id))
        .collect();
    let message = format!("Several browsers are connected: {}.", each.join(", "));
    Fault::new(Code::AmbiguousBrowser, message)
}

/// The fault of one browser too many.
pub(super) fn full() -> Fault {
    let message = format!("{MAX_BROWSERS} browsers are connected already.");
    Fault::new(Code::QueueFull, message).hint("Close one of the other browsers.")
}

/// The fault of a worker whose browser id another one uses.
pub(super) fn id_taken() -> Fault {
    let message = "Another browser has connected with this browser's id since.";
    Fault::new(Code::BrowserIdTaken, message)
}
