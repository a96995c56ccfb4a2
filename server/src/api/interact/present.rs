//! Step 5 of an action: its result for the agent. After the last action, the answer with the page.

use super::background::BackgroundOfRequest;
use super::check::CheckedTarget;
use super::compare::ActionLines;
use super::judge::JudgedAction;
use super::outside::{AddedLines, OutsideLines};
use super::view::{self, FirstPage};
use crate::api::context::RequestContext;
use crate::api::live_element::LiveElement;
use crate::api::observe::{self, ActionContext, AfterActions, RecentRead};
use crate::api::request::DEFAULT_MAX_TOKENS;
use crate::interact_error::InteractError;
use crate::sessions::handles::TabHandle;
use crate::sessions::views::PageView;
use crate::text::answer_text;
use axlens_protocol::agent::interact::{
    ActionResult, InteractAnswer, InteractRequest, InteractStopped, Outcome, ReadStep, Show, Step,
    StepResult, TargetedAction,
};
use axlens_protocol::agent::observe::{DeltaKind, ObserveAnswer, ObserveRequest};
use axlens_protocol::model::action::{Action, Settled};
use axlens_protocol::model::dialogs::OpenedDialog;
use axlens_protocol::model::{ActionHint, Via};
use axlens_protocol::wire::{ActionReport, BackgroundMutation};
use axlens_protocol::{Code, Fault};
use axlens_snapshot::options::Include;
use std::sync::Arc;
use std::time::Duration;

/// The hint if a dialog of the page is open.
const DIALOG_OPEN: &str = "A dialog of the page is open, and blocks the page until the user answers it. Set `dialogs` to answer such dialogs.";

/// The outcome of one action.
pub struct ActionOutcome {
    /// The result for the agent.
    pub result: ActionResult,
    /// The tab of the next action.
    pub tab: Option<TabHandle>,
    /// Tabs that the action opened.
    pub new_tabs: Vec<TabHandle>,
    /// How the wait for the page ended.
    pub settled: Settled,
    /// The duration of the wait, in milliseconds.
    pub waited_ms: u32,
    /// Elements that change by themselves.
    pub background: Vec<BackgroundMutation>,
    /// The lines that the action changed, if they are known.
    pub lines: Option<ActionLines>,
}

/// The outcomes of the actions of a request, up to the first fault.
pub struct ActionsResult {
    /// Their results, and those of reads.
    pub results: Vec<StepResult>,
    /// The number of the step of each result.
    pub steps: Vec<String>,
    /// The fault of the step that failed.
    pub fault: Option<Fault>,
    /// The number of that step.
    pub failed: Option<String>,
    /// The number of the step whose outcome has ended the request.
    pub ended: Option<String>,
    /// The tab of the last action; without one, of the first read.
    pub tab: Option<TabHandle>,
    /// That tab before the actions.
    pub page_before: Option<FirstPage>,
    /// The last read of that tab, if nothing was done since.
    pub read: Option<Arc<RecentRead>>,
    /// Tabs that the actions opened.
    pub new_tabs: Vec<TabHandle>,
    /// How the last wait for the page ended.
    pub settled: Settled,
    /// The duration of all waits, in milliseconds.
    pub waited_ms: u32,
    /// What the page changed by itself.
    pub background: BackgroundOfRequest,
    /// The lines without a uid that the actions added.
    pub added: AddedLines,
}

impl ActionsResult {
    /// Adds the result of a step.
    pub fn push(&mut self, step: String, result: StepResult) {
        self.steps.push(step);
        self.results.push(result);
    }
}

/// The outcome of one action.
pub fn action(act: &TargetedAction, target: &CheckedTarget, judged: JudgedAction) -> ActionOutcome {
    let report = judged.report;
    let element = target.element.as_ref();
    let live = element.map(|element| &element.live);
    let node = live.map(LiveElement::node);
    // The next action after one that opens a tab is executed in the new tab.
    let new_tab = match matches!(act.action, Action::NewTab { .. }) {
        true => judged.new_tabs.first().copied(),
        false => None,
    };
    ActionOutcome {
        result: ActionResult {
            action: act.action.as_str().to_owned(),
            before: judged.replayed,
            evidence: judged.judgement.evidence,
            hint: shown_hint(&report, judged.judgement.outcome),
            name: node.map(|node| node.name.clone()),
            outcome: judged.judgement.outcome,
            renamed: live.is_some_and(LiveElement::is_renamed),
            rerendered: live.is_some_and(LiveElement::is_rerendered),
            role: node.map(|node| node.role),
            threw: report.threw,
            uid: element.and_then(|element| element.element.resolved.element.uid.clone()),
            value: report.value.map(|json| script_value(json, report.length)),
            value_length: report.length,
            via: report.via.filter(is_notable),
        },
        tab: new_tab.or(judged.tab),
        new_tabs: judged.new_tabs,
        settled: report.settled,
        waited_ms: report.waited_ms,
        background: report.background_mutations,
        lines: judged.judgement.lines,
    }
}

/// The hint of the page, if it can explain the outcome.
fn shown_hint(report: &ActionReport, outcome: Outcome) -> Option<ActionHint> {
    let has_no_effect = matches!(outcome, Outcome::Unchanged | Outcome::Unobserved);
    let explains = |hint: &ActionHint| match hint {
        ActionHint::TabHidden => has_no_effect,
        // The outcome says it.
        ActionHint::AwaitsUser => false,
        ActionHint::NeedsUserActivation
        | ActionHint::HoverOnlyCss
        | ActionHint::Invalid
        | ActionHint::DropNotTaken
        | ActionHint::OptionNotFound
        | ActionHint::StoppedAtFrame => true,
    };
    // With a download, a handler has had its effect.
    let hint = report.hint.filter(|_| report.download.is_none());
    hint.filter(explains)
}

/// Whether the answer mentions how an action was executed.
fn is_notable(via: &Via) -> bool {
    match via {
        Via::Pointer | Via::Keyboard => false,
        Via::Label | Via::Activate | Via::Script => true,
    }
}

/// The value of a script; as text if it was truncated or is not JSON.
fn script_value(json: String, full_length: Option<u32>) -> serde_json::Value {
    match full_length {
        Some(_) => json.into(),
        None => serde_json::from_str(&json).unwrap_or_else(|_| json.into()),
    }
}

/// The answer of a request, with the page after its actions.
///
/// # Errors
/// The fault of a failed action, with the results of the actions before it.
pub async fn answer(
    context: RequestContext<'_>,
    request: &InteractRequest,
    mut result: ActionsResult,
    limit: Duration,
) -> Result<InteractAnswer, InteractError> {
    if !request.decides() {
        result.steps.clear();
    }
    let not_executed = not_executed(request, &result);
    let fault = named_fault(request, &result, not_executed.as_deref());
    if let (Some(fault), true) = (&fault, result.results.is_empty()) {
        return Err(InteractError::Immediate(fault.clone()));
    }
    let last = result.results.iter().rev().find_map(StepResult::action);
    let is_closed = last.is_some_and(|last| last.outcome == Outcome::ClosedTab);
    let is_blocked =
        last.is_some_and(|last| last.evidence.dialogs.iter().any(OpenedDialog::is_open));
    // Without an action, nothing has changed.
    let is_acted = last.is_some() && !request.dry_run;
    let is_wanted = request.show != Show::None && !ends_with_page(request, &result);
    let is_shown = is_wanted && is_acted && !is_closed && !is_blocked;
    // If the page can't be read, the actions have still been executed.
    let (page, unreadable) = match result.tab.filter(|_| is_shown) {
        Some(tab) => match page(context, request, (tab, &result), limit).await {
            Ok(page) => (Some(page), None),
            Err(fault) => (None, Some(fault)),
        },
        None => (None, None),
    };
    let ended = result.ended.clone();
    let mut answer = compose(request, result, page);
    if fault.is_none() && not_executed.is_some() {
        answer.hint = not_executed;
    }
    if let (Some(step), true) = (&ended, request.decides()) {
        answer.hint = Some(format!(
            "Step {step} has ended the request: no later step was executed."
        ));
    }
    if let Some(fault) = unreadable {
        answer.hint = Some(format!("The page can't be shown: {}", fault.message));
    }
    if is_blocked {
        answer.hint = Some(DIALOG_OPEN.to_owned());
    }
    if request.with_text {
        let text = answer_text::printed(&answer);
        answer.text = Some(text.map_err(|error| Fault::new(Code::Internal, error.to_string()))?);
    }
    match fault {
        None => Ok(answer),
        Some(fault) => Err(InteractError::Partial(Box::new(InteractStopped {
            fault,
            done: answer,
        }))),
    }
}

impl ActionsResult {
    /// The first step from a result on whose outcome ends the request.
    pub fn ending_step(&self, from: usize) -> Option<String> {
        let results = self.results.iter().zip(&self.steps).skip(from);
        let mut ending = results.filter(|(result, _)| {
            let action = result.action();
            action.is_some_and(|action| action.outcome.ends_steps())
        });
        ending.next().map(|(_, step)| step.clone())
    }
}

/// The fault of a request, which says what was not executed, or at which step it has ended.
fn named_fault(
    request: &InteractRequest,
    result: &ActionsResult,
    not_executed: Option<&str>,
) -> Option<Fault> {
    let fault = result.fault.clone()?;
    let message = match (not_executed, &result.failed) {
        (Some(steps), _) => format!("{} {steps}", fault.message),
        (None, Some(step)) if request.decides() => format!("Step {step}: {}", fault.message),
        (None, _) => fault.message,
    };
    Some(Fault { message, ..fault })
}

/// The numbers of the steps that were not executed, because one before them has failed or has an
/// unknown outcome. `None` if the steps decide which of them are executed.
fn not_executed(request: &InteractRequest, result: &ActionsResult) -> Option<String> {
    if request.decides() {
        return None;
    }
    let ended = result.results.len() + usize::from(result.fault.is_some());
    let count = request.actions.len();
    match count.saturating_sub(ended) {
        0 => None,
        1 => Some(format!("Step {count} was not executed.")),
        _ => Some(format!("Steps {} to {count} were not executed.", ended + 1)),
    }
}

/// Whether the last step has read the whole page that the answer would show.
fn ends_with_page(request: &InteractRequest, result: &ActionsResult) -> bool {
    let count = request.actions.len();
    let is_complete = match request.decides() {
        true => result.steps.last() == Some(&count.to_string()),
        false => result.results.len() == count,
    };
    let Some(Step::Read(read)) = request.actions.last().filter(|_| is_complete) else {
        return false;
    };
    match &**read {
        ReadStep::Observe(page) => page.scope.is_none() && page.tab.is_none(),
        ReadStep::Find(_)
        | ReadStep::Get(_)
        | ReadStep::Wait(_)
        | ReadStep::Screenshot(_)
        | ReadStep::Network(_)
        | ReadStep::Errors(_)
        | ReadStep::Downloads(_)
        | ReadStep::AskUser(_) => false,
    }
}

/// The page after the actions.
struct PageAfter {
    page: ObserveAnswer,
    /// The session has its title and URL already.
    is_known: bool,
    /// The answer shows changes anywhere in the page.
    is_whole_page: bool,
}

async fn page(
    context: RequestContext<'_>,
    request: &InteractRequest,
    (tab, result): (TabHandle, &ActionsResult),
    limit: Duration,
) -> Result<PageAfter, Fault> {
    let first_page = match &result.page_before {
        Some(first_page) => first_page.clone(),
        None => FirstPage {
            view: view::of_tab(context, request, tab)?,
            text: None,
        },
    };
    let ObserveRequest {
        max_tokens,
        max_chars,
        ..
    } = request.observe;
    let is_bounded = max_tokens.is_some() || max_chars.is_some();
    let observe = ObserveRequest {
        tab: Some(tab),
        browser: None,
        session: Some(context.session.name.to_string()),
        max_tokens: max_tokens.or((!is_bounded).then_some(DEFAULT_MAX_TOKENS)),
        ..request.observe.clone()
    };
    let after = AfterActions {
        request: observe,
        delta: request.show == Show::Delta,
        view: first_page.view,
        context: ActionContext {
            before: first_page.text,
            background: result.background.left_out(),
            scope_gone: None,
        },
        read: result.read.clone(),
    };
    let is_whole_page = after.view == PageView::default();
    let (page, is_known) = observe::after_actions(context.app, context.agent, after, limit).await?;
    Ok(PageAfter {
        page,
        is_known,
        is_whole_page,
    })
}

fn compose(
    request: &InteractRequest,
    result: ActionsResult,
    page: Option<PageAfter>,
) -> InteractAnswer {
    let mut answer = InteractAnswer {
        cursor: None,
        delta: None,
        hint: None,
        new_tabs: result.new_tabs,
        outside: Vec::new(),
        page_title: None,
        results: result.results,
        settled: result.settled,
        since: None,
        snapshot: None,
        steps: result.steps,
        tab: result.tab.unwrap_or_default(),
        text: None,
        tree: None,
        uid_map: None,
        url: None,
        waited_ms: result.waited_ms,
    };
    if let Some(PageAfter {
        page,
        is_known,
        is_whole_page,
    }) = page
    {
        let has_change = |result: &ActionResult| result.outcome == Outcome::Changed;
        let is_hidden = !is_whole_page
            && page.delta == Some(DeltaKind::Unchanged)
            && answer
                .results
                .iter()
                .filter_map(StepResult::action)
                .any(has_change);
        let outside = match is_whole_page {
            true => OutsideLines::default(),
            false => result
                .added
                .outside_of(&page.tree.read().unwrap_or_default()),
        };
        let is_incomplete = outside.has_more || (is_hidden && outside.lines.is_empty());
        let hint = is_incomplete.then(|| view::OUTSIDE_OF_VIEW.to_owned());
        let with_map = request.observe.include.contains(&Include::Selectors);
        answer.cursor = page.cursor;
        answer.delta = page.delta;
        answer.hint = hint.or(page.hint);
        answer.outside = outside.lines;
        answer.page_title = Some(page.page_title).filter(|_| !is_known);
        answer.since = page.since;
        answer.snapshot = Some(page.snapshot);
        answer.tree = Some(page.tree).filter(|_| page.delta != Some(DeltaKind::Unchanged));
        answer.uid_map = with_map.then_some(page.uid_map);
        answer.url = Some(page.url).filter(|_| !is_known);
    }
    answer
}
