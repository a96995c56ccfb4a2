//! Which tabs there are, by the server's own handles, and which of them a request means.

use crate::agents::Agent;
use crate::api::extension::{self, Target, no_such_tab};
use crate::api::turn::turn;
use crate::queue::browsers::BrowserKey;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::state::App;
use axlens_protocol::agent::tabs::{MissingBrowser, Tab, TabsAnswer, TabsRequest};
use axlens_protocol::wire::{self, ChromeTab, Method};
use axlens_protocol::{Code, Fault};
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;

/// How long the tabs of one browser are waited for where there are others.
const BESIDE_OTHERS: Duration = Duration::from_secs(5);

/// What a request says of the tab it means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TabChoice {
    /// The tab; none: the one in front of the user.
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; none: that of the tab, or the one that is connected.
    pub browser: Option<String>,
}

/// Answers a request for the tabs there are.
///
/// # Errors
/// Those of [`list`].
pub async fn tabs(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: TabsRequest,
    limit: Duration,
) -> Result<TabsAnswer, Fault> {
    let (_turn, limit) = turn(app, agent, limit).await?;
    list(app, agent, request, limit).await
}

/// Every tab of the browser that is named, or of all that are connected. Handles of tabs that are
/// gone are forgotten.
///
/// # Errors
/// `browser_not_found`; where no browser answers, what is wrong with the first.
async fn list(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: TabsRequest,
    limit: Duration,
) -> Result<TabsAnswer, Fault> {
    let browsers = match request.browser {
        Some(named) => vec![app.dispatch.choose(Some(&named), limit).await?],
        None => connected(app, limit).await?,
    };
    let limit = match browsers.len() {
        1 => limit,
        _ => limit.min(BESIDE_OTHERS),
    };
    let asked = browsers.iter();
    let answers = join_all(asked.map(|browser| of_browser(app, agent, *browser, limit))).await;
    let (mut tabs, mut missing) = (Vec::new(), Vec::new());
    for (browser, answer) in browsers.iter().zip(answers) {
        match answer {
            Ok(of_browser) => tabs.extend(of_browser),
            Err(fault) => missing.push(MissingBrowser {
                browser: name(app, *browser),
                fault,
            }),
        }
    }
    match missing.len() == browsers.len() {
        true => Err(missing.swap_remove(0).fault),
        false => Ok(TabsAnswer { missing, tabs }),
    }
}

/// Every tab of a browser.
///
/// # Errors
/// When its extension does not answer.
pub async fn of_browser(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    browser: BrowserKey,
    limit: Duration,
) -> Result<Vec<Tab>, Fault> {
    let target = Target {
        browser,
        chrome: None,
    };
    let answer: wire::TabsResult =
        extension::ask(app, agent, Method::Tabs {}, target, limit).await?;
    let name = name(app, browser);
    let mut sessions = app.sessions();
    for tab in &answer.tabs {
        sessions.handles.of_tab(target.tab(tab.id), &tab.was);
    }
    // Of an agent that may see the tabs of some sites alone, the others are not gone.
    if agent.query_agent.sites.is_empty() {
        sessions.keep_tabs(browser, answer.tabs.iter().map(|tab| tab.id));
    }
    let tabs = answer.tabs.into_iter();
    let seen = tabs.map(|tab| {
        let handle = sessions.handles.of(target.tab(tab.id));
        as_agents_see_it(handle, &name, tab)
    });
    Ok(seen.collect())
}

/// Address that a tab shows now; empty where the browser or the user withholds it.
///
/// # Errors
/// `tab_not_found`; when its browser's extension does not answer.
pub async fn address(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: TabHandle,
    limit: Duration,
) -> Result<String, Fault> {
    let (_turn, limit) = turn(app, agent, limit).await?;
    let browser = known(app, tab).ok_or_else(|| no_such_tab(tab))?.browser;
    address_in(app, agent, (browser, tab), limit).await
}

/// The same in a turn that the agent has, where the tab's browser is known.
///
/// # Errors
/// Those of [`address`].
pub async fn address_in(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (browser, tab): (BrowserKey, TabHandle),
    limit: Duration,
) -> Result<String, Fault> {
    let mut open = of_browser(app, agent, browser, limit).await?.into_iter();
    let now = open.find(|open| open.tab == tab);
    Ok(now.ok_or_else(|| no_such_tab(tab))?.url)
}

/// The browsers that are connected, at least one; what others have left behind is forgotten.
async fn connected(app: &Arc<App>, limit: Duration) -> Result<Vec<BrowserKey>, Fault> {
    let states = app.dispatch.browsers();
    let known: Vec<BrowserKey> = states.iter().map(|browser| browser.key).collect();
    app.sessions().keep_browsers(&known);
    let connected = states.iter().filter(|browser| browser.connected);
    let connected: Vec<BrowserKey> = connected.map(|browser| browser.key).collect();
    match connected.is_empty() {
        true => Ok(vec![app.dispatch.choose(None, limit).await?]),
        false => Ok(connected),
    }
}

fn as_agents_see_it(handle: TabHandle, browser: &str, tab: ChromeTab) -> Tab {
    Tab {
        active: tab.active,
        browser: browser.to_owned(),
        discarded: tab.discarded,
        incognito: tab.incognito,
        readable: is_readable(&tab),
        status: tab.status,
        tab: handle,
        title: tab.title,
        url: tab.url,
        window: tab.window_id,
        window_focused: tab.window_focused,
    }
}

/// The browser that is to be asked, and Chrome's id of the tab that is named.
///
/// # Errors
/// `tab_not_found`, also of a handle whose tab the server has not heard of, or that is in another
/// browser than the one that is named; those of [`crate::queue::dispatch::Dispatch::choose`].
pub async fn target(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    choice: &TabChoice,
    limit: Duration,
) -> Result<Target, Fault> {
    let named = choice.browser.as_deref();
    let Some(handle) = choice.tab else {
        let browser = app.dispatch.choose(named, limit).await?;
        return Ok(Target {
            browser,
            chrome: None,
        });
    };
    let tab = match known(app, handle) {
        Some(tab) => tab,
        None => found(app, agent, handle, limit).await?,
    };
    check_browser(app, (handle, tab), named)?;
    Ok(tab.into())
}

/// A handle stays good across a restart of the agent, not of the server: it may only be new to this
/// one.
async fn found(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    handle: TabHandle,
    limit: Duration,
) -> Result<BrowserTab, Fault> {
    list(app, agent, TabsRequest::default(), limit).await?;
    known(app, handle).ok_or_else(|| no_such_tab(handle))
}

/// Sees that a tab is in the browser that is named beside it.
///
/// # Errors
/// `browser_not_found`; `tab_not_found`, where it is in another.
pub fn check_browser(
    app: &App,
    (handle, tab): (TabHandle, BrowserTab),
    named: Option<&str>,
) -> Result<(), Fault> {
    let Some(named) = named else { return Ok(()) };
    if app.dispatch.named(named)? == tab.browser {
        return Ok(());
    }
    // In which browser it is instead, only who may see it is to know.
    Err(no_such_tab(handle))
}

/// The browser that is named, where one is; a tab that is named beside it is in it.
///
/// # Errors
/// Those of [`check_browser`].
pub fn browser_of(app: &App, choice: &TabChoice) -> Result<Option<BrowserKey>, Fault> {
    let named = choice.browser.as_deref();
    if let Some(handle) = choice.tab
        && let Some(tab) = known(app, handle)
    {
        check_browser(app, (handle, tab), named)?;
    }
    named.map(|named| app.dispatch.named(named)).transpose()
}

/// The fault of a word that is no handle.
pub fn unknown(word: &str) -> Fault {
    let message = format!("There is no tab {word:?}.");
    Fault::new(Code::TabNotFound, message)
}

fn known(app: &App, handle: TabHandle) -> Option<BrowserTab> {
    app.sessions().handles.tab(handle)
}

/// The name of a browser; empty where it is forgotten.
fn name(app: &App, browser: BrowserKey) -> String {
    let state = app.dispatch.browser(browser);
    state.map(|state| state.name).unwrap_or_default()
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
