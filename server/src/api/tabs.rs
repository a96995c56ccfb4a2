//! The list of open tabs by handle, and the tab of a request.

use crate::agents::Agent;
use crate::api::context::RequestContext;
use crate::api::extension::{self, Destination, no_such_tab};
use crate::api::turn::turn;
use crate::queue::browsers::BrowserKey;
use crate::sessions::handles::{BrowserTab, TabHandle};
use crate::state::App;
use axlens_protocol::agent::tabs::{MissingBrowser, Tab, TabsAnswer, TabsRequest};
use axlens_protocol::wire::{ChromeTab, Method, TabsResult};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::quote;
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;

/// Timeout for the tabs of one browser among several.
const ONE_OF_SEVERAL_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum length of a title or URL in a fault, in characters.
const MAX_TITLE_LEN: usize = 100;

/// The next step if the tab in front can't be used.
const NAME_A_TAB: &str = "List the tabs (`GET /tabs`, `axlens tabs`), and name the one to use: `tab`, or `--tab N` on the command line.";

/// The fields of a request that choose its tab.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TabChoice {
    /// The tab; `None` for the active tab.
    pub tab: Option<TabHandle>,
    /// Id or name of the browser; `None` for the browser of the tab, or the only connected one.
    pub browser: Option<String>,
}

/// Answers a request for the open tabs.
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

/// Every tab of the named browser, or of all connected browsers. Removes the handles of closed
/// tabs.
///
/// # Errors
/// `browser_not_found`; if no browser responds, the fault of the first one.
async fn list(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: TabsRequest,
    limit: Duration,
) -> Result<TabsAnswer, Fault> {
    let browsers = match request.browser {
        Some(named) => vec![app.dispatch.choose(agent.id(), Some(&named), limit).await?],
        None => connected(app, agent, limit).await?,
    };
    let limit = match browsers.len() {
        1 => limit,
        _ => limit.min(ONE_OF_SEVERAL_TIMEOUT),
    };
    let queries = browsers.iter();
    let results = join_all(queries.map(|browser| of_browser(app, agent, *browser, limit))).await;
    let (mut tabs, mut missing) = (Vec::new(), Vec::new());
    for (browser, result) in browsers.iter().zip(results) {
        match result {
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
/// If its extension does not respond.
pub async fn of_browser(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    browser: BrowserKey,
    limit: Duration,
) -> Result<Vec<Tab>, Fault> {
    let destination = Destination {
        browser,
        tab_id: None,
    };
    let result: TabsResult =
        extension::ask(app, agent, Method::Tabs {}, destination, limit).await?;
    let name = name(app, browser);
    let mut sessions = app.sessions();
    for tab in &result.tabs {
        let browser_tab = destination.tab(tab.id);
        sessions.handles.get_or_reassign(browser_tab, &tab.was);
    }
    // The list of an agent that may see only some sites is incomplete.
    if agent.query_agent.sites.is_empty() {
        sessions.retain_tabs(browser, result.tabs.iter().map(|tab| tab.id));
    }
    let tabs = result.tabs.into_iter().map(|tab| {
        let handle = sessions.handles.get_or_assign(destination.tab(tab.id));
        listed_tab(handle, &name, tab)
    });
    Ok(tabs.collect())
}

/// The current URL of a tab; empty if the browser or the user withholds it.
///
/// # Errors
/// `tab_not_found`; if the extension of its browser does not respond.
pub async fn address(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: TabHandle,
    limit: Duration,
) -> Result<String, Fault> {
    let (_turn, limit) = turn(app, agent, limit).await?;
    let browser = known(app, agent.id(), tab)
        .ok_or_else(|| no_such_tab(tab))?
        .browser;
    address_in(app, agent, (browser, tab), limit).await
}

/// The current URL of a tab, for an agent that has its turn.
///
/// # Errors
/// Those of [`address`].
pub async fn address_in(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    (browser, tab): (BrowserKey, TabHandle),
    limit: Duration,
) -> Result<String, Fault> {
    let mut tabs = of_browser(app, agent, browser, limit).await?.into_iter();
    let listed = tabs.find(|listed| listed.tab == tab);
    Ok(listed.ok_or_else(|| no_such_tab(tab))?.url)
}

/// The connected browsers that an agent can use, at least one. Removes the tabs of unknown
/// browsers.
async fn connected(
    app: &Arc<App>,
    agent: &Agent,
    limit: Duration,
) -> Result<Vec<BrowserKey>, Fault> {
    app.forget_removed_browsers();
    let usable = app.dispatch.usable_browsers(agent.id());
    let connected = usable.iter().filter(|browser| browser.connected);
    let connected: Vec<BrowserKey> = connected.map(|browser| browser.key).collect();
    match connected.is_empty() {
        true => Ok(vec![app.dispatch.choose(agent.id(), None, limit).await?]),
        false => Ok(connected),
    }
}

fn listed_tab(handle: TabHandle, browser: &str, tab: ChromeTab) -> Tab {
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

/// The browser and the tab of a request.
///
/// # Errors
/// `tab_not_found`, also if the tab is not in the named browser; those of
/// [`crate::queue::dispatch::Dispatch::choose`].
pub async fn destination(
    context: RequestContext<'_>,
    choice: &TabChoice,
) -> Result<Destination, Fault> {
    let RequestContext { app, agent, .. } = context;
    let named = choice.browser.as_deref();
    let Some(handle) = choice.tab else {
        let chosen = app.dispatch.choose(agent.id(), named, context.remaining());
        let browser = chosen.await?;
        return Ok(Destination {
            browser,
            tab_id: None,
        });
    };
    let tab = match known(app, agent.id(), handle) {
        Some(tab) => tab,
        None => known_after_listing(context, handle).await?,
    };
    check_browser(app, agent.id(), (handle, tab), named)?;
    Ok(tab.into())
}

/// The tab of an unknown handle, after listing the tabs: the server may not have listed them since
/// it started.
async fn known_after_listing(
    context: RequestContext<'_>,
    handle: TabHandle,
) -> Result<BrowserTab, Fault> {
    let (app, limit) = (context.app, context.remaining());
    list(app, context.agent, TabsRequest::default(), limit).await?;
    known(app, context.agent.id(), handle).ok_or_else(|| no_such_tab(handle))
}

/// Checks that a tab is in the named browser. `agent`: the id of the request's agent.
///
/// # Errors
/// `browser_not_found`; `tab_not_found` if the tab is in another browser.
pub fn check_browser(
    app: &App,
    agent: &str,
    (handle, tab): (TabHandle, BrowserTab),
    named: Option<&str>,
) -> Result<(), Fault> {
    let Some(named) = named else { return Ok(()) };
    if app.dispatch.named(agent, named)? == tab.browser {
        return Ok(());
    }
    // The fault does not name the tab's browser, which the agent may not be allowed to see.
    Err(no_such_tab(handle))
}

/// The named browser, after checking that the named tab is in it.
///
/// # Errors
/// Those of [`check_browser`].
pub fn browser_of(app: &App, agent: &str, choice: &TabChoice) -> Result<Option<BrowserKey>, Fault> {
    let named = choice.browser.as_deref();
    if let Some(handle) = choice.tab
        && let Some(tab) = known(app, agent, handle)
    {
        check_browser(app, agent, (handle, tab), named)?;
    }
    let browser = named.map(|named| app.dispatch.named(agent, named));
    browser.transpose()
}

/// A fault of the tab in front with the number, title and URL of that tab, because the request
/// names no tab.
pub async fn name_tab_in_front(
    context: RequestContext<'_>,
    browser: BrowserKey,
    fault: Fault,
) -> Fault {
    let RequestContext { app, agent, .. } = context;
    let tabs = of_browser(app, agent, browser, context.remaining()).await;
    let tabs = tabs.unwrap_or_default();
    let Some(front) = tabs.iter().find(|tab| tab.active && tab.window_focused) else {
        return fault;
    };
    let (title, url) = (
        quote::quoted(&quote::shortened(&front.title, MAX_TITLE_LEN)),
        quote::address(&quote::shortened(&front.url, MAX_TITLE_LEN)).into_owned(),
    );
    let message = format!(
        "Tab {} is in front: {title} {url}. {}",
        front.tab, fault.message
    );
    Fault { message, ..fault }.hint(NAME_A_TAB)
}

/// The fault of an action without a tab if the tab in front is not listed.
pub fn no_listed_tab_in_front() -> Fault {
    let message = "No tab is in front that an action may use without its number: it is a page of Axlens itself, is incognito, or the policy hides it.";
    Fault::new(Code::TabNotFound, message).hint(NAME_A_TAB)
}

/// The fault of a text that is no handle.
pub fn unknown(text: &str) -> Fault {
    let message = format!("There is no tab {text:?}.");
    Fault::new(Code::TabNotFound, message)
}

/// The tab of a handle, if the agent can use its browser.
fn known(app: &App, agent: &str, handle: TabHandle) -> Option<BrowserTab> {
    let tab = app.sessions().handles.tab(handle)?;
    app.dispatch.may_use(agent, tab.browser).then_some(tab)
}

/// The name of a browser; empty if the browser is unknown.
fn name(app: &App, browser: BrowserKey) -> String {
    let state = app.dispatch.browser(browser);
    state.map(|state| state.name).unwrap_or_default()
}

/// Whether an extension can read a tab, judged by scheme and host. The extension itself decides
/// with the request.
fn is_readable(tab: &ChromeTab) -> bool {
    const SCHEMES: &[&str] = &[
        "http:", "https:", "file:", "about:", "data:", "blob:", "ftp:",
    ];
    const BLOCKED_SITES: &[&str] = &[
        "https://chromewebstore.google.com/",
        "https://chrome.google.com/webstore",
    ];
    let url = tab.url.as_str();
    !tab.discarded
        && SCHEMES.iter().any(|scheme| url.starts_with(scheme))
        && !BLOCKED_SITES.iter().any(|start| url.starts_with(start))
}
