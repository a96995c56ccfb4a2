//! `POST /interact`: does something to an element of a snapshot. Whether it may be done, the
//! extension says, and asks the person where need be. What is acted on is the element that the
//! session was shown, looked at anew right before; and once more where a person was asked, since
//! time has passed.

use crate::agents::{self, Agent};
use crate::api::live_element::{self, ElementChoice, LiveElement, ShownElement};
use crate::api::tabs::TabChoice;
use crate::api::turn::turn;
use crate::api::{extension, request};
use crate::audit::subject;
use crate::state::App;
use axlens_protocol::agent::interact::{
    ActionResult, InteractAction, InteractAnswer, InteractRequest, Outcome,
};
use axlens_protocol::wire::{self, InteractParams, Method};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::render::lean::line_alone;
use std::sync::Arc;
use std::time::Duration;

/// What to do where the element has become another: nothing that is said here makes it the one that
/// was meant.
const CHANGED: &str = "Take a new snapshot, see whether it is still the element you want, and use its uid. The same request again is refused again.";

/// One request on its way.
struct Interaction<'a> {
    app: &'a Arc<App>,
    agent: &'a Arc<Agent>,
    shown: &'a ShownElement,
    action: InteractAction,
    limit: Duration,
}

/// Answers a request.
///
/// # Errors
/// Those of ids, `stale_uid`, `changed_uid`, `permission_denied`, and every fault of the extension.
pub async fn interact(
    app: &Arc<App>,
    agent: &Arc<Agent>,
    request: InteractRequest,
) -> Result<InteractAnswer, Fault> {
    subject::note_kind(kind(request.action));
    agents::may_act(agent)?;
    let limit = request::limit(request.timeout_ms)?;
    let session = request::session(agent, request.session)?;
    let (_turn, limit) = turn(app, agent, limit).await?;
    let choice = ElementChoice {
        uid: request.uid,
        id: request.id,
        snapshot: request.snapshot,
        tab: TabChoice {
            tab: request.tab,
            browser: request.browser,
        },
        seen: None,
    };
    let shown = live_element::shown(app, &session, choice)?;
    let interaction = Interaction {
        app,
        agent,
        shown: &shown,
        action: request.action,
        limit,
    };
    let live = interaction.act().await?;
    Ok(InteractAnswer {
        results: vec![result(request.action, &shown, &live)],
        tab: shown.resolved.tab,
    })
}

impl Interaction<'_> {
    /// Acts on the element as it is now, and once the person has said yes, on the same.
    async fn act(&self) -> Result<LiveElement, Fault> {
        let live = self.look().await?;
        let (uid, node) = (self.shown.resolved.element.uid.clone(), live.node());
        subject::note_element(uid, node.role.word(), &node.name);
        let permit = match self.ask(&live, None).await? {
            wire::InteractAnswer::Done { .. } => return Ok(live),
            wire::InteractAnswer::Consented(permit) => permit,
        };
        let again = self.look().await?;
        // What the person was shown is what they said yes to, and nothing else.
        if !is_same(&live, &again) {
            return Err(again.changed(&self.shown.id).hint(CHANGED));
        }
        match self.ask(&again, Some(permit)).await? {
            wire::InteractAnswer::Done { .. } => Ok(again),
            wire::InteractAnswer::Consented(_) => Err(asked_twice()),
        }
    }

    async fn look(&self) -> Result<LiveElement, Fault> {
        let (app, agent) = (self.app, self.agent);
        let looked = live_element::look_for_same(app, agent, self.shown, self.limit).await;
        looked.map_err(|fault| match fault.code {
            Code::ChangedUid => fault.hint(CHANGED),
            _ => fault,
        })
    }

    async fn ask(
        &self,
        live: &LiveElement,
        consent: Option<String>,
    ) -> Result<wire::InteractAnswer, Fault> {
        let resolved = &self.shown.resolved;
        let method = Method::Interact(InteractParams {
            action: on_wire(self.action),
            target: resolved.element.node.clone(),
            line: line_alone(live.node()),
            consent,
        });
        let target = resolved.chrome.into();
        extension::ask(self.app, self.agent, method, target, self.limit).await
    }
}

/// Whether an element is unchanged since the person was asked.
fn is_same(before: &LiveElement, now: &LiveElement) -> bool {
    let (before, now) = (before.node(), now.node());
    (before.role, &before.name, before.context) == (now.role, &now.name, now.context)
}

fn result(action: InteractAction, shown: &ShownElement, live: &LiveElement) -> ActionResult {
    ActionResult {
        action,
        name: live.node().name.clone(),
        outcome: match action {
            InteractAction::Highlight => Outcome::Shown,
        },
        role: live.node().role,
        uid: shown.resolved.element.uid.clone(),
    }
}

fn on_wire(action: InteractAction) -> wire::Action {
    match action {
        InteractAction::Highlight => wire::Action::Highlight,
    }
}

/// What the action is called in the audit log.
fn kind(action: InteractAction) -> &'static str {
    match action {
        InteractAction::Highlight => "interact:highlight",
    }
}

fn asked_twice() -> Fault {
    let message = "The extension asked the person again for what they had allowed.";
    Fault::new(Code::Internal, message)
}
