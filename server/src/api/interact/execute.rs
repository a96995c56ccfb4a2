//! Step 3 of an action: sends it to the extension, which executes it at most once. The query is
//! repeated after the user's consent, and after a change of the element's context.

mod entered_secret;

use super::at_most_once;
use super::check::{self, CheckedElement, CheckedTarget};
use super::refusal;
use super::uploads;
use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::audit::subject;
use crate::sessions::handles::BrowserTab;
use axlens_protocol::agent::interact::{InteractRequest, TargetedAction};
use axlens_protocol::model::RefusalReason;
use axlens_protocol::model::action::Action;
use axlens_protocol::model::action_table::TargetKind;
use axlens_protocol::wire::{
    self, ActionReport, AuditNote, ChromeTab, FieldsParams, FieldsResult, InteractParams,
    InteractResult, Method, NodeHandle, OutcomeResult, Refusal, Reply,
};
use axlens_protocol::{Code, Fault};
use entered_secret::SecretToEnter;

/// Maximum number of attempts after changes of an element's context. The next one is executed
/// without that check.
const MAX_ATTEMPTS: usize = 4;

/// The extension's report of an executed action.
pub struct ExtensionReport {
    /// The tab of the action.
    pub tab: Option<BrowserTab>,
    /// The action was executed earlier, under the same id.
    pub replayed: bool,
    /// The observations; `None` if the result is unknown.
    pub report: Option<Box<ActionReport>>,
}

/// The end of an action.
pub enum Execution {
    /// It was executed.
    Executed(ExtensionReport),
    /// It was only checked, in a dry run, and would be executed.
    Possible {
        /// The tab of the action.
        tab: BrowserTab,
        /// The user would be prompted.
        needs_consent: bool,
    },
    /// The user has to be prompted, for which the next actions of the request must be known.
    Unlisted,
}

/// The result of one attempt.
enum AttemptResult {
    Ended(Execution),
    /// The user consents; the permit is for the next attempt.
    Consented(String),
    /// Nothing was executed, because the element's context changed. A permit stays valid.
    ContextChanged(Option<String>),
}

/// The state between two attempts.
#[derive(Default)]
struct RetryState {
    /// The user's consent.
    permit: Option<String>,
    /// Attempts after a changed context.
    attempts: usize,
}

/// An action of a request that is executed alone.
pub struct ActOfRequest<'a> {
    /// Its id.
    pub id: &'a str,
    /// The action.
    pub act: &'a TargetedAction,
    /// It is in a loop.
    pub is_repeated: bool,
    /// The actions after it; `None`: there are some, which are listed if the user has to be
    /// prompted.
    pub following: Option<FollowingActions<'a>>,
}

/// The actions of a request after one of them: a prompt for the user's consent is about all that
/// are known.
#[derive(Default)]
pub struct FollowingActions<'a> {
    /// Those that are known.
    pub known: Vec<KnownAction<'a>>,
    /// The number of the others.
    pub later: usize,
}

/// Executes an action. Returns the target too, as it was in the last attempt. The time in which the
/// user consents, or makes the gesture that the action needs, moves the deadline of the context.
/// The execution is [`Execution::Unlisted`] only without the actions after it.
///
/// # Errors
/// The faults of a refused action and of the extension. A retryable fault means that nothing was
/// executed.
pub async fn execute(
    context: &mut RequestContext<'_>,
    request: &InteractRequest,
    ActOfRequest {
        id,
        act,
        is_repeated,
        following,
    }: ActOfRequest<'_>,
    mut target: CheckedTarget,
) -> Result<(Execution, CheckedTarget), Fault> {
    let mut state = RetryState::default();
    let (mut secret, earlier) = match SecretToEnter::of(context, &act.action)? {
        Some(secret) if !request.dry_run => {
            let params = params(request, (id, act, is_repeated), &target, &state)?;
            secret.check(context, (id, act), params, &target).await?
        }
        secret => (secret, None),
    };
    if let Some(report) = earlier {
        return Ok((Execution::Executed(report), target));
    }
    let unlisted = following.is_none();
    let FollowingActions { known, later } = following.unwrap_or_default();
    let next = list_params(request, &known)?;
    loop {
        let method = Method::Interact(Box::new(InteractParams {
            unlisted,
            next: next.clone(),
            later,
            secret: secret.as_ref().map(|secret| secret.params.clone()),
            ..params(request, (id, act, is_repeated), &target, &state)?
        }));
        match attempt(context, (id, act), method, &target, &state).await? {
            AttemptResult::Ended(execution) => return Ok((execution, target)),
            AttemptResult::Consented(_) if state.permit.is_some() => return Err(prompted_twice()),
            AttemptResult::Consented(permit) => {
                state.permit = Some(permit);
                if let Some(secret) = &mut secret {
                    secret.get_value(context).await?;
                }
            }
            AttemptResult::ContextChanged(permit) => {
                state.permit = permit;
                state.attempts += 1;
            }
        }
        target = check::recheck(*context, target, state.permit.is_some()).await?;
    }
}

fn params(
    request: &InteractRequest,
    (id, act, is_repeated): (&str, &TargetedAction, bool),
    target: &CheckedTarget,
    state: &RetryState,
) -> Result<InteractParams, Fault> {
    let skip_context_check = state.attempts >= MAX_ATTEMPTS;
    Ok(InteractParams {
        id: id.to_owned(),
        act: sent_action(&act.action, target),
        target: handle(act, target)?,
        onto: target.drag_target.as_ref().map(CheckedElement::handle),
        units: check::units(target),
        verified_in: check::tree_name(target).filter(|_| !skip_context_check),
        line: check::line_of(target.element.as_ref()).unwrap_or_default(),
        onto_line: check::line_of(target.drag_target.as_ref()),
        consent: state.permit.clone(),
        skip_context_check,
        dialogs: request.dialogs.clone(),
        listed: target.tool.as_ref().map(|tool| tool.listed.clone()),
        secret: None,
        activation: request.activation,
        dry_run: request.dry_run,
        unlisted: false,
        next: Vec::new(),
        later: 0,
        repeated: is_repeated.then(|| check::hash_of(target.element.as_ref()).unwrap_or_default()),
        perhaps: false,
    })
}

fn list_params(
    request: &InteractRequest,
    actions: &[KnownAction<'_>],
) -> Result<Vec<InteractParams>, Fault> {
    let params = actions.iter().map(|known| {
        let act = (&*known.id, known.act, known.is_repeated);
        Ok(InteractParams {
            perhaps: known.is_conditional,
            ..params(request, act, &known.target, &RetryState::default())?
        })
    });
    params.collect()
}

/// The action, at the points of its elements that the request names, with all keys, and with the
/// media types of its files.
fn sent_action(action: &Action, target: &CheckedTarget) -> Action {
    let point_of = |element: &Option<CheckedElement>| element.as_ref()?.element.point;
    let mut action = action.clone();
    action.set_points(point_of(&target.element), point_of(&target.drag_target));
    if let Action::Press(press) = &mut action {
        *press = press.repeated();
    }
    if let (Action::CallTool { tool, .. }, Some(called)) = (&mut action, &target.tool) {
        tool.clone_from(&called.name);
    }
    if let Action::Upload { files } = &mut action {
        files.iter_mut().for_each(uploads::set_media_type);
    }
    action
}

async fn attempt(
    context: &mut RequestContext<'_>,
    (id, act): (&str, &TargetedAction),
    method: Method,
    target: &CheckedTarget,
    state: &RetryState,
) -> Result<AttemptResult, Fault> {
    let destination = target.destination;
    let answer = context.query_held(destination, method).await;
    let context = *context;
    match answer {
        Ok(wire::InteractResult::Consented(permit)) => Ok(AttemptResult::Consented(permit)),
        Ok(wire::InteractResult::Refused(refusal))
            if refusal.why == RefusalReason::Changed && state.attempts < MAX_ATTEMPTS =>
        {
            Ok(AttemptResult::ContextChanged(refusal.permit))
        }
        Ok(wire::InteractResult::Refused(refusal)) => Err(refused(act, target, &refusal)),
        Ok(wire::InteractResult::Unlisted {}) => Ok(AttemptResult::Ended(Execution::Unlisted)),
        Ok(wire::InteractResult::Executed {
            tab,
            before,
            report,
        }) => {
            subject::note_tab(&tab);
            Ok(AttemptResult::Ended(Execution::Executed(ExtensionReport {
                tab: Some(tab_of(context, destination, &tab)),
                replayed: before,
                report,
            })))
        }
        Ok(wire::InteractResult::Possible { tab, needs_consent }) => {
            subject::note_tab(&tab);
            Ok(AttemptResult::Ended(Execution::Possible {
                tab: tab_of(context, destination, &tab),
                needs_consent,
            }))
        }
        Err(fault) => {
            let report = after_fault(context, destination, id, fault).await?;
            Ok(AttemptResult::Ended(Execution::Executed(report)))
        }
    }
}

fn refused(act: &TargetedAction, target: &CheckedTarget, refusal: &Refusal) -> Fault {
    refusal::fault(&act.action, target.element.as_ref(), refusal)
}

/// The report of an action whose query failed: if its response was lost, from the extension's log.
async fn after_fault(
    context: RequestContext<'_>,
    destination: Destination,
    id: &str,
    fault: Fault,
) -> Result<ExtensionReport, Fault> {
    let report = match at_most_once::outcome_after_fault(context, destination, id, fault).await? {
        OutcomeResult::Begun { report, .. } => report,
        OutcomeResult::Never {} => None,
    };
    Ok(ExtensionReport {
        tab: destination.tab_id.map(|tab_id| destination.tab(tab_id)),
        replayed: false,
        report,
    })
}

/// An action of a list.
pub struct KnownAction<'a> {
    /// Its id.
    pub id: String,
    /// The action.
    pub act: &'a TargetedAction,
    /// It is in a loop.
    pub is_repeated: bool,
    /// A condition decides whether it is executed.
    pub is_conditional: bool,
    /// Its element, in the same document as the elements of the others.
    pub target: CheckedTarget,
}

/// The end of an action of a list.
pub struct FieldEnd {
    /// The extension's report; the fault of an action that failed, which ends the list.
    pub end: Result<ExtensionReport, Fault>,
    /// Its tab, if the extension has answered.
    pub tab: Option<ChromeTab>,
    /// For the audit log.
    pub audit: AuditNote,
}

impl FieldEnd {
    fn without_answer(end: Result<ExtensionReport, Fault>) -> FieldEnd {
        FieldEnd {
            end,
            tab: None,
            audit: AuditNote::default(),
        }
    }

    /// Whether no action of the list is executed after this one.
    fn is_last(&self) -> bool {
        !matches!(&self.end, Ok(report) if report.report.is_some())
    }
}

/// Executes a list of actions on fields with one query. Returns the ends of the first actions: the
/// others have not begun, and can be executed alone.
pub async fn execute_list(
    context: RequestContext<'_>,
    request: &InteractRequest,
    actions: &[KnownAction<'_>],
) -> Vec<FieldEnd> {
    let Some(destination) = actions.first().map(|action| action.target.destination) else {
        return Vec::new();
    };
    let answer = match list_params(request, actions) {
        Ok(actions) => {
            let method = Method::InteractFields(FieldsParams { actions });
            context.query::<FieldsResult>(destination, method).await
        }
        Err(fault) => Err(fault),
    };
    let mut ends = Vec::new();
    match answer {
        Ok(FieldsResult { ends: replies }) => {
            for (action, reply) in actions.iter().zip(replies) {
                if is_context_changed(&reply) {
                    break;
                }
                ends.push(listed_end(context, action, reply).await);
                if ends.last().is_some_and(FieldEnd::is_last) {
                    break;
                }
            }
        }
        // If the answer was lost, some of them may have been executed.
        Err(fault) => {
            for KnownAction { id, .. } in actions {
                let end = after_fault(context, destination, id, fault.clone()).await;
                ends.push(FieldEnd::without_answer(end));
                if ends.last().is_some_and(FieldEnd::is_last) {
                    break;
                }
            }
        }
    }
    ends
}

/// Whether nothing was executed because the element's context changed: it is verified again.
fn is_context_changed(reply: &Reply<InteractResult>) -> bool {
    matches!(&reply.ok, Some(InteractResult::Refused(refusal)) if refusal.why == RefusalReason::Changed)
}

async fn listed_end(
    context: RequestContext<'_>,
    KnownAction {
        id, act, target, ..
    }: &KnownAction<'_>,
    reply: Reply<InteractResult>,
) -> FieldEnd {
    let destination = target.destination;
    let audit = reply.audit.clone();
    let (end, tab) = match reply.into_result() {
        Ok(InteractResult::Executed {
            tab,
            before,
            report,
        }) => {
            let report = ExtensionReport {
                tab: Some(tab_of(context, destination, &tab)),
                replayed: before,
                report,
            };
            (Ok(report), Some(tab))
        }
        Ok(InteractResult::Refused(refusal)) => (Err(refused(act, target, &refusal)), None),
        Ok(
            InteractResult::Possible { .. }
            | InteractResult::Consented(_)
            | InteractResult::Unlisted {},
        ) => {
            let message = "The extension answered an action of a list with a dry run or a permit.";
            (Err(Fault::new(Code::Internal, message)), None)
        }
        Err(fault) => (after_fault(context, destination, id, fault).await, None),
    };
    FieldEnd { end, tab, audit }
}

fn tab_of(context: RequestContext<'_>, destination: Destination, tab: &ChromeTab) -> BrowserTab {
    let browser_tab = destination.tab(tab.id);
    context
        .app
        .sessions()
        .handles
        .get_or_reassign(browser_tab, &tab.was);
    browser_tab
}

/// The element for the extension; node 0 is the focused element.
fn handle(act: &TargetedAction, target: &CheckedTarget) -> Result<Option<NodeHandle>, Fault> {
    // A tool is called in its own document.
    if let Some(tool) = &target.tool {
        return Ok(Some(NodeHandle {
            document: tool.document.clone(),
            world: tool.world,
            node: 0,
        }));
    }
    if let Some(element) = &target.element {
        return Ok(Some(element.handle()));
    }
    if act.action.info().target == TargetKind::Tab {
        return Ok(None);
    }
    let page = target.page_before.as_ref().map(|before| &before.state);
    let document = page.and_then(|page| page.document.clone().zip(Some(page.world)));
    let (document, world) = document.ok_or_else(|| {
        let message = format!("`{}`: the page is empty.", act.action.as_str());
        Fault::new(Code::NotApplicable, message)
    })?;
    Ok(Some(NodeHandle {
        document,
        world,
        node: 0,
    }))
}

fn prompted_twice() -> Fault {
    let message = "The extension requested consent again for an action that the user had allowed.";
    Fault::new(Code::Internal, message)
}
