//! `GET /browsers`: the browsers that have connected. Those of a pool are listed for the user, and
//! for the agent of their lease.

pub mod leases;

use crate::agents::Agent;
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

/// Every browser as an agent may see it. A named agent learns what it needs to use a browser; the
/// worker's id and times would show it what others do.
pub fn visible_to(app: &App, agent: &Agent) -> BrowsersAnswer {
    if agent.is_user() {
        return list(app);
    }
    let browsers = app.dispatch.usable_browsers(agent.id()).into_iter();
    let mut browsers: Vec<BrowserStatus> = browsers.map(browser_status).collect();
    browsers.iter_mut().for_each(hide_others_activity);
    BrowsersAnswer { browsers }
}

fn hide_others_activity(browser: &mut BrowserStatus) {
    browser.instance = None;
    browser.last_seen_ms = None;
    browser.refused_wire = None;
}

fn browser_status(browser: BrowserState) -> BrowserStatus {
    let last_seen = browser.last_seen.map(|ago| ago.as_millis());
    BrowserStatus {
        connected: browser.connected,
        id: browser.id,
        instance: browser.instance,
        last_seen_ms: last_seen.and_then(|ms| u64::try_from(ms).ok()),
        lease_seconds: browser.lease.map(|left| left.as_secs()),
        name: browser.name,
        paused: browser.hello.as_ref().is_some_and(|hello| hello.paused),
        ready: browser.is_ready,
        refused_wire: browser.rejected_wire,
        unattended: browser.hello.as_ref().is_some_and(|hello| hello.unattended),
        version: browser.hello.map(|hello| hello.version),
    }
}
