//! `GET /browsers`: the browsers that have connected.

use crate::queue::browsers::BrowserState;
use crate::state::App;
use axlens_protocol::agent::browsers::{BrowserStatus, BrowsersAnswer};

/// Every browser, in the order of their first connections.
pub fn list(app: &App) -> BrowsersAnswer {
    let browsers = app.dispatch.browsers().into_iter();
    BrowsersAnswer {
        browsers: browsers.map(browser_status).collect(),
    }
}

fn browser_status(browser: BrowserState) -> BrowserStatus {
    let last_seen = browser.last_seen.map(|ago| ago.as_millis());
    BrowserStatus {
        connected: browser.connected,
        id: browser.id,
        instance: browser.instance,
        last_seen_ms: last_seen.and_then(|ms| u64::try_from(ms).ok()),
        name: browser.name,
        paused: browser.hello.as_ref().is_some_and(|hello| hello.paused),
        refused_wire: browser.rejected_wire,
        unattended: browser.hello.as_ref().is_some_and(|hello| hello.unattended),
        version: browser.hello.map(|hello| hello.version),
    }
}
