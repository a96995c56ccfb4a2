//! Which tabs there are, by the server's own handles.

use crate::api::extension;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::agent::tabs::{Tab, TabsAnswer};
use axlens_protocol::wire::{self, ChromeTab, Method};
use axlens_protocol::{Code, Fault};
use std::sync::Arc;
use std::time::Duration;

/// Every tab there is. Handles of tabs that are gone are forgotten.
///
/// # Errors
/// When the extension does not answer.
pub async fn list(app: &Arc<App>, limit: Duration) -> Result<TabsAnswer, Fault> {
    let answer: wire::TabsAnswer = extension::ask(app, Method::Tabs {}, None, limit).await?;
    let mut sessions = app.sessions();
    for tab in &answer.tabs {
        sessions.handles.of_tab(tab.id, &tab.was);
    }
    sessions.keep_tabs(answer.tabs.iter().map(|tab| tab.id));
    let tabs = answer.tabs.into_iter();
    Ok(TabsAnswer {
        tabs: tabs
            .map(|tab| as_agents_see_it(sessions.handles.of(tab.id), tab))
            .collect(),
    })
}

fn as_agents_see_it(handle: TabHandle, tab: ChromeTab) -> Tab {
    Tab {
        active: tab.active,
        discarded: tab.discarded,
        readable: is_readable(&tab),
        status: tab.status,
        tab: handle,
        title: tab.title,
        url: tab.url,
        window: tab.window_id,
        window_focused: tab.window_focused,
    }
}

/// Chrome's id of the tab a request names; none where it names none.
///
/// # Errors
/// `tab_not_found`, also of a handle whose tab the server has not heard of.
pub async fn chrome_id(
    app: &Arc<App>,
    tab: Option<TabHandle>,
    limit: Duration,
) -> Result<Option<i64>, Fault> {
    let Some(handle) = tab else { return Ok(None) };
    if let Some(id) = known(app, handle) {
        return Ok(Some(id));
    }
    // A handle stays good across a restart of the agent, not of the server: it may only be new to
    // this one.
    list(app, limit).await?;
    known(app, handle)
        .map(Some)
        .ok_or_else(|| not_found(handle))
}

/// The fault of a handle that names no tab.
pub fn not_found(handle: TabHandle) -> Fault {
    Fault::new(Code::TabNotFound, format!("There is no tab {handle}."))
}

/// The fault of a word that is no handle.
pub fn unknown(word: &str) -> Fault {
    let message = format!("There is no tab {word:?}.");
    Fault::new(Code::TabNotFound, message)
}

fn known(app: &App, handle: TabHandle) -> Option<i64> {
    app.sessions().handles.chrome(handle)
}

/// By the schemes and hosts that browsers keep extensions from; the extension itself has the last
/// word.
fn is_readable(tab: &ChromeTab) -> bool {
    const SCHEMES: &[&str] = &[
        "http:", "https:", "file:", "about:", "data:", "blob:", "ftp:",
    ];
    const KEPT_FROM: &[&str] = &[
        "https://chromewebstore.google.com/",
        "https://chrome.google.com/webstore",
    ];
    let url = tab.url.as_str();
    !tab.discarded
        && SCHEMES.iter().any(|scheme| url.starts_with(scheme))
        && !KEPT_FROM.iter().any(|start| url.starts_with(start))
}
