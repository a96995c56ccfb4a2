//! What is done in a tab that a path names, by a user's refs: `POST /tabs`, `DELETE /tabs/{tab}`,
//! `POST /tabs/{tab}/click` and its neighbours. Each is a request of [`interact`] in the session of
//! the user's tab snapshots; what may be done, and what came of it, is decided there.

use crate::agents::Agent;
use crate::api::interact;
use crate::api::request;
use crate::api::tab_snapshot::session_name;
use crate::api::tabs;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use crate::stopped::Stopped;
use axlens_protocol::agent::interact::{
    Act, ActTarget, ActionResult, InteractAnswer, InteractRequest, Outcome, Show,
};
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::agent::tab_acts::{
    ClickInTabRequest, CloseTabRequest, NavigateTabRequest, OpenTabAnswer, OpenTabRequest,
    PressInTabRequest, ScrollDirection, ScrollTabRequest, TabActAnswer, TabUserRequest,
    TypeInTabRequest,
};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{Action, Click, Keys, Scroll};
use axlens_protocol::{Code, Fault};
use std::sync::Arc;

/// How far is scrolled where it is not said, in CSS pixels.
const SCROLL: u32 = 500;

/// A request that is done in a tab.
pub trait TabAct {
    /// Whose refs it names.
    fn user(&self) -> &str;
    /// What is to be done, in order.
    fn acts(self) -> Vec<Act>;
}

/// Does in a tab what a request asks for.
///
/// # Errors
/// `bad_request` without a user, `tab_not_found`, and those of [`interact::interact`].
pub async fn act(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: &str,
    request: impl TabAct,
) -> Result<TabActAnswer, Stopped> {
    let session = session_name(Some(request.user()))?;
    let tab: TabHandle = tab.parse().map_err(|_| tabs::unknown(tab))?;
    let observe = ObserveRequest {
        tab: Some(tab),
        session: Some(session),
        ..ObserveRequest::default()
    };
    let done = interact::interact(app, agent, in_full(request.acts(), observe)).await?;
    let closed = done.results.last().map(|last| last.outcome) == Some(Outcome::ClosedTab);
    let url = match closed {
        true => None,
        false => address(app, agent, tab).await,
    };
    Ok(answer(done, url)?)
}

/// Opens a tab.
///
/// # Errors
/// `bad_request` without a user, and those of [`interact::interact`].
pub async fn open(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: OpenTabRequest,
) -> Result<OpenTabAnswer, Stopped> {
    let observe = ObserveRequest {
        browser: request.browser,
        session: Some(session_name(Some(&request.user_id))?),
        ..ObserveRequest::default()
    };
    let new_tab = on_tab(Action::NewTab { url: request.url });
    let done = interact::interact(app, agent, in_full(new_tab, observe)).await?;
    let tab = *done.new_tabs.first().ok_or_else(nobody_can_tell)?;
    Ok(OpenTabAnswer {
        tab_id: tab.to_string(),
        url: address(app, agent, tab).await,
    })
}

/// A request that shows nothing of the page: the next tab snapshot does.
fn in_full(actions: Vec<Act>, observe: ObserveRequest) -> InteractRequest {
    InteractRequest {
        actions,
        key: None,
        dialogs: None,
        activation: false,
        show: Show::None,
        observe,
    }
}

/// What was done was done, whether or not the tab's address can be learned.
async fn address(app: &Arc<App>, agent: &Arc<Agent>, tab: TabHandle) -> Option<String> {
    let asked = tabs::address(app, agent, tab, request::DEFAULT_LIMIT);
    asked.await.ok().filter(|url| !url.is_empty())
}

fn answer(mut done: InteractAnswer, url: Option<String>) -> Result<TabActAnswer, Fault> {
    let changed = done.results.iter().any(was_done);
    let result = done.results.pop().ok_or_else(nobody_can_tell)?;
    Ok(TabActAnswer {
        ok: changed && result.outcome != Outcome::Unknown,
        filled: done.results.pop(),
        new_tabs: done.new_tabs,
        result,
        settled: done.settled,
        url,
        waited_ms: done.waited_ms,
    })
}

fn was_done(result: &ActionResult) -> bool {
    !matches!(result.outcome, Outcome::Already | Outcome::Unknown)
}

fn nobody_can_tell() -> Fault {
    let message = "It was begun, and nobody can tell any more how it ended.";
    let fault = Fault::new(Code::Internal, message);
    Fault {
        retryable: false,
        ..fault.hint("List the tabs (`GET /tabs`) before trying again: it may have been done.")
    }
}

fn on_tab(action: Action) -> Vec<Act> {
    let target = ActTarget::default();
    vec![Act { action, target }]
}

fn element(reference: Option<ElementId>, selector: Option<String>) -> ActTarget {
    ActTarget {
        reference,
        selector,
        ..ActTarget::default()
    }
}

impl TabAct for ClickInTabRequest {
    fn user(&self) -> &str {
        &self.user_id
    }

    fn acts(self) -> Vec<Act> {
        vec![Act {
            action: Action::Click(Click {
                count: 1,
                ..Click::default()
            }),
            target: element(self.reference, self.selector),
        }]
    }
}

impl TabAct for TypeInTabRequest {
    fn user(&self) -> &str {
        &self.user_id
    }

    fn acts(self) -> Vec<Act> {
        let target = element(self.reference, self.selector);
        let fill = Act {
            action: Action::Fill { value: self.text },
            target: target.clone(),
        };
        let enter = self.submit.then(|| Act {
            action: Action::Press {
                keys: Keys(vec!["Enter".to_owned()]),
            },
            target,
        });
        std::iter::once(fill).chain(enter).collect()
    }
}

impl TabAct for NavigateTabRequest {
    fn user(&self) -> &str {
        &self.user_id
    }

    fn acts(self) -> Vec<Act> {
        on_tab(Action::Navigate { url: self.url })
    }
}

impl TabAct for PressInTabRequest {
    fn user(&self) -> &str {
        &self.user_id
    }

    fn acts(self) -> Vec<Act> {
        on_tab(Action::Press {
            keys: Keys(vec![self.key]),
        })
    }
}

impl TabAct for ScrollTabRequest {
    fn user(&self) -> &str {
        &self.user_id
    }

    fn acts(self) -> Vec<Act> {
        let amount = f64::from(self.amount.unwrap_or(SCROLL));
        let by = match self.direction {
            ScrollDirection::Up => [0.0, -amount],
            ScrollDirection::Down => [0.0, amount],
            ScrollDirection::Left => [-amount, 0.0],
            ScrollDirection::Right => [amount, 0.0],
        };
        on_tab(Action::Scroll(Scroll {
            by: Some(by),
            to: None,
        }))
    }
}

impl TabAct for CloseTabRequest {
    fn user(&self) -> &str {
        &self.user_id
    }

    fn acts(self) -> Vec<Act> {
        on_tab(Action::CloseTab)
    }
}

/// One that says nothing but whose it is.
pub struct OfUser {
    /// Whose.
    pub request: TabUserRequest,
    /// What is to be done to the tab.
    pub action: Action,
}

impl TabAct for OfUser {
    fn user(&self) -> &str {
        &self.request.user_id
    }

    fn acts(self) -> Vec<Act> {
        on_tab(self.action)
    }
}
