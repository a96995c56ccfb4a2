//! Actions in the tab that a path names, with the refs of a user's tab snapshots: `POST /tabs`,
//! `DELETE /tabs/{tab}`, `POST /tabs/{tab}/click` and so on. Each becomes a request of [`interact`]
//! in the session of these snapshots.

use crate::agents::Agent;
use crate::api::interact;
use crate::api::request;
use crate::api::tab_snapshot::session_name;
use crate::api::tabs;
use crate::interact_error::InteractError;
use crate::sessions::handles::TabHandle;
use crate::state::App;
use axlens_protocol::agent::interact::{
    ActionResult, ElementReference, InteractAnswer, InteractRequest, Outcome, Step, StepResult,
    TargetedAction,
};
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::agent::tab_actions::{
    ClickInTabRequest, CloseTabRequest, NavigateTabRequest, OpenTabAnswer, OpenTabRequest,
    PressInTabRequest, ScrollDirection, ScrollTabRequest, TabActionAnswer, TabUserRequest,
    TypeInTabRequest,
};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{Action, Click, Press, Scroll};
use axlens_protocol::{Code, Fault};
use std::sync::Arc;

/// The default distance of scrolling, in CSS pixels.
const DEFAULT_SCROLL: u32 = 500;

/// A request for actions in a tab.
pub trait TabRequest {
    /// The user whose refs it names.
    fn user_id(&self) -> &str;
    /// Its actions, in order.
    fn actions(self) -> Vec<TargetedAction>;
}

/// Runs the actions of a request in a tab.
///
/// # Errors
/// `bad_request` without a user, `tab_not_found`, and those of [`interact::interact`].
pub async fn act(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    tab: &str,
    request: impl TabRequest,
) -> Result<TabActionAnswer, InteractError> {
    let session = session_name(Some(request.user_id()))?;
    let tab: TabHandle = tab.parse().map_err(|_| tabs::unknown(tab))?;
    let observe = ObserveRequest {
        tab: Some(tab),
        session: Some(session),
        ..ObserveRequest::default()
    };
    let request = interact_request(request.actions(), observe);
    let interact_answer = interact::interact(app, agent, request).await?;
    let last = interact_answer.results.last().and_then(StepResult::action);
    let url = match last.is_some_and(|last| last.outcome == Outcome::ClosedTab) {
        true => None,
        false => current_url(app, agent, tab).await,
    };
    Ok(answer(interact_answer, url)?)
}

/// Opens a tab.
///
/// # Errors
/// `bad_request` without a user, and those of [`interact::interact`].
pub async fn open(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: OpenTabRequest,
) -> Result<OpenTabAnswer, InteractError> {
    let observe = ObserveRequest {
        browser: request.browser,
        session: Some(session_name(Some(&request.user_id))?),
        ..ObserveRequest::default()
    };
    let new_tab = on_tab(Action::NewTab { url: request.url });
    let request = interact_request(new_tab, observe);
    let answer = interact::interact(app, agent, request).await?;
    let tab = *answer.new_tabs.first().ok_or_else(unknown_result)?;
    Ok(OpenTabAnswer {
        tab_id: tab.to_string(),
        url: current_url(app, agent, tab).await,
    })
}

/// A request whose answer does not include the page: the next tab snapshot shows it.
fn interact_request(actions: Vec<TargetedAction>, observe: ObserveRequest) -> InteractRequest {
    InteractRequest::of(actions.into_iter().map(Step::from).collect(), observe)
}

/// The URL of a tab. `None` if it can't be read; that is not a fault, because the actions were
/// executed.
async fn current_url(app: &Arc<App>, agent: &Arc<Agent>, tab: TabHandle) -> Option<String> {
    let url = tabs::address(app, agent, tab, request::DEFAULT_LIMIT).await;
    url.ok().filter(|url| !url.is_empty())
}

fn answer(answer: InteractAnswer, url: Option<String>) -> Result<TabActionAnswer, Fault> {
    let results = answer.results.into_iter();
    let mut results: Vec<ActionResult> = results.filter_map(StepResult::into_action).collect();
    let is_any_executed = results.iter().any(is_executed);
    let result = results.pop().ok_or_else(unknown_result)?;
    let has_not_scrolled = result.action == "scroll" && result.outcome == Outcome::Unchanged;
    Ok(TabActionAnswer {
        ok: is_any_executed && !has_not_scrolled && result.outcome != Outcome::Unknown,
        filled: results.pop(),
        new_tabs: answer.new_tabs,
        result,
        settled: answer.settled,
        url,
        waited_ms: answer.waited_ms,
    })
}

fn is_executed(result: &ActionResult) -> bool {
    !matches!(result.outcome, Outcome::Already | Outcome::Unknown)
}

fn unknown_result() -> Fault {
    let message = "The action may have been executed, but its result is unknown.";
    let fault = Fault::new(Code::Internal, message);
    Fault {
        retryable: false,
        ..fault.hint("List the tabs (`GET /tabs`) before you try again.")
    }
}

fn on_tab(action: Action) -> Vec<TargetedAction> {
    let target = ElementReference::default();
    vec![TargetedAction { action, target }]
}

fn element(reference: Option<ElementId>, selector: Option<String>) -> ElementReference {
    ElementReference {
        reference,
        selector,
        ..ElementReference::default()
    }
}

impl TabRequest for ClickInTabRequest {
    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        vec![TargetedAction {
            action: Action::Click(Click {
                count: 1,
                ..Click::default()
            }),
            target: element(self.reference, self.selector),
        }]
    }
}

impl TabRequest for TypeInTabRequest {
    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        let target = element(self.reference, self.selector);
        let fill = TargetedAction {
            action: Action::Fill { value: self.text },
            target: target.clone(),
        };
        let enter = self.submit.then(|| TargetedAction {
            action: Action::Press(Press::once(vec!["Enter".to_owned()])),
            target,
        });
        std::iter::once(fill).chain(enter).collect()
    }
}

impl TabRequest for NavigateTabRequest {
    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        on_tab(Action::Navigate { url: self.url })
    }
}

impl TabRequest for PressInTabRequest {
    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        on_tab(Action::Press(Press::once(vec![self.key])))
    }
}

impl TabRequest for ScrollTabRequest {
    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        let amount = f64::from(self.amount.unwrap_or(DEFAULT_SCROLL));
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

impl TabRequest for CloseTabRequest {
    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        on_tab(Action::CloseTab)
    }
}

/// A request whose body names only the user.
pub struct UserAction {
    /// The body.
    pub request: TabUserRequest,
    /// The action, which the path names.
    pub action: Action,
}

impl TabRequest for UserAction {
    fn user_id(&self) -> &str {
        &self.request.user_id
    }

    fn actions(self) -> Vec<TargetedAction> {
        on_tab(self.action)
    }
}
