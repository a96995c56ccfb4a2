//! Step 1 of an action: resolves the id, selector and tab of the request to its target. The next
//! step verifies that the element is still the same.

use super::arguments::{drag_search, ids, search};
use crate::api::context::RequestContext;
use crate::api::extension::{self, Destination};
use crate::api::live_element::{self, ElementChoice, ShownElement};
use crate::api::observe::page_tools::{self, ToolTarget};
use crate::api::tabs::{self, TabChoice};
use crate::sessions::handles::TabHandle;
use axlens_protocol::agent::interact::{InteractRequest, TargetedAction};
use axlens_protocol::model::action::{Action, DragTo};
use axlens_protocol::model::action_table::TargetKind;
use axlens_protocol::{Code, Fault};

/// The next step if the element of an upload is not rendered.
const HIDDEN_FILE_FIELD: &str = "Upload to the button, label or drop area that the user sees: it gives the files to its hidden field.";

/// The target of an action.
pub struct ActionTarget {
    /// Where the query is sent.
    pub destination: Destination,
    /// The tab of the page; `None` for an action on a tab.
    pub tab: Option<TabHandle>,
    /// The element, if the request names one.
    pub element: Option<ShownElement>,
    /// The element onto which `element` is dragged.
    pub drag_target: Option<ShownElement>,
    /// The tool of the page that is called.
    pub tool: Option<ToolTarget>,
}

/// Resolves the target of an action. `last_tab` is the tab of the previous action of the request.
///
/// # Errors
/// The faults of ids, selectors and tabs.
pub async fn resolve(
    context: RequestContext<'_>,
    request: &InteractRequest,
    act: &TargetedAction,
    last_tab: Option<TabHandle>,
) -> Result<ActionTarget, Fault> {
    let named = named_element(context, request, act, last_tab)?;
    if act.action.info().target == TargetKind::Tab {
        return Ok(ActionTarget {
            destination: tab(context, request, last_tab).await?,
            tab: None,
            element: None,
            drag_target: None,
            tool: None,
        });
    }
    let search = search(act)?;
    let container = match &search {
        Some(search) => live_element::container_of(context, search)?,
        None => None,
    };
    let resolved = named.as_ref().map(|named| &named.resolved);
    let (destination, tab) = match resolved.or(container.as_ref()) {
        Some(resolved) => (resolved.browser_tab.into(), resolved.tab),
        None => page_tab(context, request, last_tab).await?,
    };
    let element = match search {
        Some(search) => {
            let selected = live_element::select(context, destination, &search).await;
            Some(selected.map_err(|fault| for_action(fault, &act.action))?)
        }
        None => named,
    };
    let drag_target = if let (Action::Drag(drag), Some(element)) = (&act.action, &element) {
        drag_target(context, &drag.to, element).await?
    } else {
        None
    };
    let mut called = None;
    if let Action::CallTool {
        tool, arguments, ..
    } = &act.action
    {
        called = Some(page_tools::find(context, destination, (tool, arguments)).await?);
    }
    Ok(ActionTarget {
        destination,
        tab: Some(tab),
        element,
        drag_target,
        tool: called,
    })
}

/// The next step if the element is not rendered: users give files to most file fields by a button.
fn for_action(fault: Fault, action: &Action) -> Fault {
    match (fault.code, action) {
        (Code::ElementNotVisible, Action::Upload { .. }) => fault.hint(HIDDEN_FILE_FIELD),
        _ => fault,
    }
}

/// The element that the action names by an id: in the tab of the previous action, if that has shown
/// the id and the request names no tab.
pub fn named_element(
    context: RequestContext<'_>,
    request: &InteractRequest,
    act: &TargetedAction,
    last_tab: Option<TabHandle>,
) -> Result<Option<ShownElement>, Fault> {
    let Some(id) = ids(act).next() else {
        return Ok(None);
    };
    let resolve_in = |tab: TabChoice| {
        let choice = ElementChoice {
            uid: Some(id.clone()),
            id: None,
            snapshot: act.target.snapshot,
            tab,
            seen: act.target.seen.clone(),
        };
        live_element::resolve(context, choice)
    };
    let named = tab_choice(request);
    let last = last_tab.filter(|_| named.tab.is_none() && act.target.snapshot.is_none());
    if let Some(last) = last
        && let Ok(found) = resolve_in(TabChoice {
            tab: Some(last),
            ..named.clone()
        })
    {
        return Ok(Some(found));
    }
    resolve_in(named).map(Some)
}

/// The tab that the request names, else the tab of the previous action, else the active tab.
pub async fn tab(
    context: RequestContext<'_>,
    request: &InteractRequest,
    last_tab: Option<TabHandle>,
) -> Result<Destination, Fault> {
    let choice = match (last_tab, request.observe.tab) {
        (Some(last), None) => TabChoice {
            tab: Some(last),
            browser: None,
        },
        _ => tab_choice(request),
    };
    tabs::destination(context, &choice).await
}

/// The tab of an action without an id, with its handle.
async fn page_tab(
    context: RequestContext<'_>,
    request: &InteractRequest,
    last_tab: Option<TabHandle>,
) -> Result<(Destination, TabHandle), Fault> {
    let destination = tab(context, request, last_tab).await?;
    let RequestContext { app, agent, .. } = context;
    if let Some(tab_id) = destination.tab_id {
        let handle = app
            .sessions()
            .handles
            .get_or_assign(destination.tab(tab_id));
        return Ok((destination, handle));
    }
    let tabs = tabs::of_browser(app, agent, destination.browser, context.remaining()).await?;
    let active = tabs.iter().find(|tab| tab.active && tab.window_focused);
    let active = active.ok_or_else(tabs::no_listed_tab_in_front)?;
    let browser_tab = app.sessions().handles.tab(active.tab);
    let browser_tab = browser_tab.ok_or_else(|| extension::no_such_tab(active.tab))?;
    Ok((browser_tab.into(), active.tab))
}

fn tab_choice(request: &InteractRequest) -> TabChoice {
    TabChoice {
        tab: request.observe.tab,
        browser: request.observe.browser.clone(),
    }
}

/// The element onto which `dragged` is dragged; `None` if it is dragged by a distance.
async fn drag_target(
    context: RequestContext<'_>,
    to: &DragTo,
    dragged: &ShownElement,
) -> Result<Option<ShownElement>, Fault> {
    let target = match (to, drag_search(to)?) {
        (DragTo::Match { .. }, Some(search)) => {
            let destination = dragged.resolved.browser_tab.into();
            live_element::select(context, destination, &search).await?
        }
        (DragTo::Element { uid, seen, .. }, _) => {
            let choice = ElementChoice {
                uid: Some(uid.clone()),
                tab: TabChoice {
                    tab: Some(dragged.resolved.tab),
                    browser: None,
                },
                seen: seen.clone(),
                ..ElementChoice::default()
            };
            live_element::resolve(context, choice)?
        }
        (DragTo::Match { .. } | DragTo::By { .. }, _) => return Ok(None),
    };
    if target.resolved.element.node.document != dragged.resolved.element.node.document {
        let message = "`drag`: both elements must be in the same frame.";
        return Err(Fault::new(Code::NotApplicable, message));
    }
    Ok(Some(target))
}
