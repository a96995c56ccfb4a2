//! Runs the actions of a request, one after the other, through the five steps: resolve, check,
//! execute, judge, present; and the reads between them. Consecutive actions on fields pass each
//! step together ([`fields`]). Steps that decide are in [`control`]: they run lists of actions and
//! reads.

mod collect;
mod conditions;
mod control;
mod fields;
mod following;
mod list;
mod reloaded;
mod upcoming;
mod waits;

use super::at_most_once::{self, ActionIds};
use super::background::BackgroundOfRequest;
use super::check::{CheckedElement, CheckedTarget, PageBefore, check};
use super::execute::{Execution, ExtensionReport};
use super::judge::{judge, possible};
use super::outside::AddedLines;
use super::page_state::{self, IncludeElements, PageState};
use super::present::{self, ActionOutcome, ActionsResult};
use super::reads;
use super::resolve::{self, ActionTarget, resolve};
use super::values::Values;
use super::view::{self, FirstPage};
use crate::api::audit_record::{AuditRecord, audited_agent};
use crate::api::context::RequestContext;
use crate::api::live_element::{Answered, OwnEdit};
use crate::api::tabs::{self, TabChoice};
use crate::api::wait::{self, OldMatches};
use crate::audit::subject;
use crate::sessions::handles::{BrowserTab, TabHandle};
use axlens_protocol::agent::audit::{AuditOutcome, RequestOutcome};
use axlens_protocol::agent::interact::{
    ActionResult, InteractRequest, Outcome, ReadAnswer, ReadStep, Step, StepResult, TargetedAction,
};
use axlens_protocol::model::action::Settled;
use axlens_protocol::wire::OutcomeResult;
use axlens_protocol::{Code, Fault};
pub(super) use collect::check as check_collect;
pub(super) use conditions::check as check_condition;
pub(super) use control::MAX_ROUNDS;
use list::{Flow, StepList, StepPlace};
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use upcoming::Upcoming;

/// How long a step waits for the element that its selector names, after an earlier step of the same
/// request.
const DRAWN_WITHIN: Duration = Duration::from_secs(2);

/// Maximum number of actions, reads and rounds that a request executes.
const MAX_EXECUTED: usize = 1_000;

/// The same of a request with a key: the extension remembers no more actions for long.
const MAX_EXECUTED_WITH_KEY: usize = 100;

/// The state of a request between its actions.
pub struct ActionRunner<'a> {
    context: RequestContext<'a>,
    request: &'a InteractRequest,
    ids: ActionIds,
    /// The page after the last action, if it is unchanged since then.
    last_page: Option<(TabHandle, PageState)>,
    /// The tab of the next step that names none.
    last_tab: Option<TabHandle>,
    /// Each tab before the first action in it.
    first_pages: HashMap<TabHandle, FirstPage>,
    /// What the actions have written.
    edits: Vec<OwnEdit>,
    /// The last action was executed before under the same key, and perhaps the next one too.
    is_replaying: bool,
    /// The values that later steps name.
    values: Values,
    /// What waits for new elements have found before the first step, by the steps of the waits.
    old_matches: HashMap<String, OldMatches>,
    /// The number of actions and reads that were executed.
    executed: usize,
    /// An action has loaded a page.
    has_loaded: bool,
    /// The addresses of the pages that the request has read, by their documents.
    addresses: HashMap<String, String>,
    /// What its actions have written into fields.
    written: HashSet<String>,
    /// What is executed after the list that is executed.
    upcoming: Upcoming<'a>,
    /// The ids of the actions that a prompt has listed.
    listed: HashSet<String>,
}

/// How far the steps of a list were run.
struct Progress {
    /// The number of steps that were run.
    steps: usize,
    /// The outcome of one of them ends the request.
    ends: bool,
}

impl<'a> ActionRunner<'a> {
    /// A runner for the actions of a request.
    ///
    /// # Errors
    /// `internal` if the request can't be identified.
    pub fn new(
        context: RequestContext<'a>,
        request: &'a InteractRequest,
    ) -> Result<ActionRunner<'a>, Fault> {
        Ok(ActionRunner {
            context,
            request,
            ids: ActionIds::new(context.session, request)?,
            last_page: None,
            last_tab: None,
            first_pages: HashMap::new(),
            edits: Vec::new(),
            is_replaying: false,
            values: Values::of(request),
            old_matches: HashMap::new(),
            executed: 0,
            has_loaded: false,
            addresses: HashMap::new(),
            written: HashSet::new(),
            upcoming: Upcoming::default(),
            listed: HashSet::new(),
        })
    }

    /// Runs the actions and reads, up to the first fault or an outcome that ends them. Returns the
    /// context
    /// too, whose deadline is later if the user was prompted.
    pub async fn run(mut self) -> (RequestContext<'a>, ActionsResult) {
        let mut result = ActionsResult {
            results: Vec::new(),
            steps: Vec::new(),
            fault: None,
            failed: None,
            ended: None,
            tab: None,
            page_before: None,
            read: None,
            new_tabs: Vec::new(),
            settled: Settled::Quiet,
            waited_ms: 0,
            background: BackgroundOfRequest::default(),
            added: AddedLines::default(),
        };
        self.old_matches = self.matches_before().await;
        let (request, top) = (self.request, StepPlace::default());
        let ended = self.run_steps(&request.actions, &top, &mut result).await;
        result.fault = ended.err();
        result.page_before = result.tab.and_then(|tab| self.first_pages.remove(&tab));
        let last_page = self.last_page.filter(|(tab, _)| Some(*tab) == result.tab);
        result.read = last_page.and_then(|(_, page)| page.read);
        (self.context, result)
    }

    /// Runs actions and reads, up to the first fault or an outcome that ends the request.
    async fn run_list(
        &mut self,
        list: &StepList<'_>,
        result: &mut ActionsResult,
    ) -> Result<Flow, Fault> {
        self.note_old_matches(list).await;
        let mut position = 0;
        while let Some(step) = list.steps.get(position) {
            let before = result.results.len();
            let progress = match step {
                Step::Action(act) => self.run_action_steps((list, position), act, result).await,
                Step::Read(read) => self.run_read_step((list, position), read, result).await,
                Step::Control(_) => {
                    Err(Fault::new(Code::Internal, "a step that decides in a list"))
                }
            };
            let progress = progress.inspect_err(|_| {
                // Some actions of a list of fields may have been executed.
                let executed = result.results.len() - before;
                result.failed = Some(list.step(position + executed));
            })?;
            position += progress.steps;
            if progress.ends {
                result.ended = result.ending_step(before);
                return Ok(Flow::Ends);
            }
            if self.request.decides() {
                self.count(progress.steps)?;
            }
        }
        Ok(Flow::Continues)
    }

    /// Counts executed steps.
    fn count(&mut self, steps: usize) -> Result<(), Fault> {
        self.executed += steps;
        let most = match self.request.key {
            Some(_) => MAX_EXECUTED_WITH_KEY,
            None => MAX_EXECUTED,
        };
        if self.executed <= most && !self.context.is_expired() {
            return Ok(());
        }
        let message = match self.executed > most {
            true => format!("The request has executed {most} steps, the most it may."),
            false => "The time of the request is up.".to_owned(),
        };
        Err(Fault::new(Code::Timeout, message)
            .hint("Go on with another request, from the page as it is now."))
    }

    /// Runs the actions from a position on that can be run together, or else the one there.
    async fn run_action_steps(
        &mut self,
        (list, position): (&StepList<'_>, usize),
        act: &TargetedAction,
        result: &mut ActionsResult,
    ) -> Result<Progress, Fault> {
        if self.has_loaded {
            self.adopt(list, position).await?;
        }
        let together = self.run_fields(list, position, result).await?;
        if together.steps > 0 {
            return Ok(together);
        }
        let audit_kind = act.action.info().audit_kind;
        let context = self.context;
        let running = self.run_action(list, position, act);
        let outcome = audited(context, audit_kind, running, |outcome| {
            AuditOutcome::Action(outcome.result.outcome)
        })
        .await?;
        let ends = self.add(list.step(position), outcome, result);
        Ok(Progress { steps: 1, ends })
    }

    /// Adds the outcome of an action to the result of the request. Returns whether it ends the
    /// request.
    fn add(&mut self, step: String, outcome: ActionOutcome, result: &mut ActionsResult) -> bool {
        self.last_tab = match outcome.result.outcome == Outcome::ClosedTab {
            true => None,
            false => outcome.tab.or(self.last_tab),
        };
        let background = &mut result.background;
        background.add(&outcome.background, outcome.lines.as_ref());
        result.added.add(outcome.lines.as_ref());
        result.tab = outcome.tab.or(result.tab);
        result.new_tabs.extend(outcome.new_tabs);
        result.settled = outcome.settled;
        result.waited_ms += outcome.waited_ms;
        let ends = outcome.result.outcome.ends_steps();
        self.has_loaded |= outcome.result.outcome == Outcome::Navigated;
        result.push(step, StepResult::Action(Box::new(outcome.result)));
        ends
    }

    /// Runs one read. It ends the request only if the user does not answer a question.
    async fn run_read_step(
        &mut self,
        (list, position): (&StepList<'_>, usize),
        read: &ReadStep,
        result: &mut ActionsResult,
    ) -> Result<Progress, Fault> {
        let step = list.step(position);
        let old = self.old_matches.remove(&step);
        let answer = self.read((read, old), result).await?;
        let ends = answer.ends_steps();
        result.push(step, StepResult::Read(Box::new(answer)));
        Ok(Progress { steps: 1, ends })
    }

    /// Executes a read, as an entry of the audit log.
    async fn read(
        &mut self,
        (read, old): (&ReadStep, Option<OldMatches>),
        result: &mut ActionsResult,
    ) -> Result<ReadAnswer, Fault> {
        let (context, request) = (self.context, self.request);
        let running = reads::read(context, request, (read, old), self.last_tab);
        let (answer, tab) = audited(context, read.as_str(), running, |_| {
            AuditOutcome::Request(RequestOutcome::Ok)
        })
        .await?;
        if let ReadAnswer::AskUser(question) = &answer {
            self.context.deadline += Duration::from_millis(question.waited_ms);
        }
        // The page may have changed during the read.
        self.last_page = None;
        self.last_tab = self.last_tab.or(tab);
        result.tab = result.tab.or(tab);
        Ok(answer)
    }

    /// Runs one action through the five steps, unless it was executed before under the same key.
    async fn run_action(
        &mut self,
        list: &StepList<'_>,
        position: usize,
        act: &TargetedAction,
    ) -> Result<ActionOutcome, Fault> {
        let request = self.request;
        let has_key = request.key.is_some();
        let id = self.ids.of(&list.step(position), act);
        if has_key {
            let replayed = self.replay(&id, act).await?;
            self.is_replaying = replayed.is_some();
            if let Some(outcome) = replayed {
                return Ok(outcome);
            }
        }
        let target = self.resolve_drawn(act).await?;
        let named = target.element.as_ref();
        let named = named.map(|element| element.resolved.clone());
        let outcome = self.run_on(target, (&id, act), (list, position)).await;
        let outcome = outcome.map_err(|fault| match &named {
            Some(resolved) => resolved.naming_tabs(fault),
            None => fault,
        })?;
        if !request.dry_run {
            self.note_last_action(&id, outcome.tab);
        }
        if has_key {
            let results = &self.context.app.action_results;
            results.remember(&id, &outcome.result);
        }
        Ok(outcome)
    }

    /// Resolves the target of an action. Waits for an element that a selector names, if an earlier
    /// step of the request has run: the page may still be drawing it.
    async fn resolve_drawn(&self, act: &TargetedAction) -> Result<ActionTarget, Fault> {
        let resolved = resolve(self.context, self.request, act, self.last_tab).await;
        let is_missing = matches!(&resolved, Err(fault) if fault.code == Code::ScopeNotFound);
        let (true, Some(tab)) = (is_missing, self.last_tab) else {
            return resolved;
        };
        let tab = self.request.observe.tab.unwrap_or(tab);
        match wait::for_element(self.context, &act.target, tab, DRAWN_WITHIN).await {
            Ok(()) => resolve(self.context, self.request, act, self.last_tab).await,
            Err(_) => resolved,
        }
    }

    /// Checks, executes and judges an action on its target.
    async fn run_on(
        &mut self,
        mut target: ActionTarget,
        (id, act): (&str, &TargetedAction),
        (list, position): (&StepList<'_>, usize),
    ) -> Result<ActionOutcome, Fault> {
        if let Some(element) = &mut target.element {
            element.own_edits.clone_from(&self.edits);
        }
        let page_before = self.page_before(target.tab).await?;
        let target = check(self.context, target, page_before).await?;
        let (execution, target) = self.execute((id, act), target, (list, position)).await?;
        let report = match execution {
            Execution::Executed(report) => report,
            Execution::Possible { tab, needs_consent } => {
                return Ok(self.possible(act, target, tab, needs_consent));
            }
            Execution::Unlisted => {
                let message = "The extension has asked twice for the next actions.";
                return Err(Fault::new(Code::Internal, message));
            }
        };
        let answered = list.answered_after(position);
        self.note_edit(act, &target);
        Ok(self.conclude(act, &target, report, answered).await)
    }

    /// Notes what an executed action has written.
    fn note_edit(&mut self, act: &TargetedAction, target: &CheckedTarget) {
        self.note_written(&act.action);
        if let Some(CheckedElement { element, live }) = &target.element {
            self.edits.extend(OwnEdit::of(&act.action, element, live));
        }
    }

    /// Notes an executed action, for waits that refer to the last one in its tab.
    fn note_last_action(&self, id: &str, tab: Option<TabHandle>) {
        let Some(tab) = tab else { return };
        let mut sessions = self.context.app.sessions();
        let session = sessions.get_or_create(self.context.session);
        session.last_actions.note(tab, id);
    }

    async fn conclude(
        &mut self,
        act: &TargetedAction,
        target: &CheckedTarget,
        report: ExtensionReport,
        answered: Answered,
    ) -> ActionOutcome {
        let mut judged = judge(self.context, (&act.action, target), report, answered).await;
        self.last_page = judged.tab.zip(judged.page_after.take());
        present::action(act, target, judged)
    }

    /// The outcome of an action in a dry run. The page stays as it was read.
    fn possible(
        &mut self,
        act: &TargetedAction,
        mut target: CheckedTarget,
        tab: BrowserTab,
        needs_consent: bool,
    ) -> ActionOutcome {
        let handle = self.context.app.sessions().handles.get_or_assign(tab);
        let page = target.page_before.take();
        self.last_page = page.map(|before| (before.tab, before.state));
        present::action(act, &target, possible(handle, needs_consent))
    }

    /// The outcome of an action that was executed before under the same key.
    async fn replay(
        &mut self,
        id: &str,
        act: &TargetedAction,
    ) -> Result<Option<ActionOutcome>, Fault> {
        let context = self.context;
        let destination = match resolve::named_element(context, self.request, act, self.last_tab) {
            Ok(Some(named)) => named.resolved.browser_tab.into(),
            Ok(None) => resolve::tab(context, self.request, self.last_tab).await?,
            // The uid may be from an earlier run of the server. The log of actions is in the
            // browser.
            Err(_) => {
                let browser = self.request.observe.browser.clone();
                let choice = TabChoice { tab: None, browser };
                tabs::destination(context, &choice).await?
            }
        };
        let outcome = at_most_once::logged_outcome(context, destination, id).await?;
        let OutcomeResult::Begun { tab, mut report } = outcome else {
            return Ok(None);
        };
        if let Some(report) = &mut report {
            // The page before the action is no longer known.
            report.unseen |= report.mutations > 0;
        }
        let tab = tab.or(destination.tab_id);
        let report = ExtensionReport {
            tab: tab.map(|tab_id| destination.tab(tab_id)),
            replayed: true,
            report,
        };
        let target = CheckedTarget::without_page(destination);
        let answered = Answered::AfterLaterSteps;
        let mut outcome = self.conclude(act, &target, report, answered).await;
        if let Some(answered) = context.app.action_results.recall(id) {
            outcome.result = ActionResult {
                before: true,
                ..answered
            };
        }
        Ok(Some(outcome))
    }

    /// The page before an action: the page after the previous action if that was in the same tab.
    async fn page_before(&mut self, tab: Option<TabHandle>) -> Result<Option<PageBefore>, Fault> {
        let Some(tab) = tab else {
            return Ok(None);
        };
        if let Some((last_tab, state)) = self.last_page.take()
            && last_tab == tab
        {
            self.note_page(&state);
            return Ok(Some(PageBefore { tab, state }));
        }
        let state = page_state::read(self.context, tab, IncludeElements::IfChanged).await?;
        self.note_page(&state);
        if !self.first_pages.contains_key(&tab) {
            let first_page = view::first_page(self.context, self.request, tab, &state).await?;
            self.first_pages.insert(tab, first_page);
        }
        Ok(Some(PageBefore { tab, state }))
    }
}

/// Runs one step, as an entry of the audit log.
async fn audited<T>(
    context: RequestContext<'_>,
    kind: &'static str,
    step: impl Future<Output = Result<T, Fault>>,
    success: impl FnOnce(&T) -> AuditOutcome,
) -> Result<T, Fault> {
    let agent = audited_agent(context.agent);
    let Some(mut record) = AuditRecord::of_action(context.app, agent, kind) else {
        return step.await;
    };
    subject::note_action(kind);
    let result = subject::follow(record.subject(), step).await;
    subject::note_end_of_action(&record.subject());
    record.end(match &result {
        Ok(value) => success(value),
        Err(fault) => AuditOutcome::Fault(fault.code),
    });
    result
}
