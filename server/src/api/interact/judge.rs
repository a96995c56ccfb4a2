//! Step 4 of an action: its outcome, from the extension's report and the page before and after.

use super::background::{self, Proof};
use super::check::{CheckedElement, CheckedTarget};
use super::compare::{self, JudgedTarget, Judgement};
use super::execute::ExtensionReport;
use super::judging_rules::Rules;
use super::page_state::{self, IncludeElements, PageState};
use crate::api::context::RequestContext;
use crate::api::live_element;
use crate::api::observe::LastChanges;
use crate::sessions::handles::TabHandle;
use axlens_protocol::agent::interact::{Evidence, Outcome};
use axlens_protocol::model::action::Action;
use axlens_protocol::model::dialogs::OpenedDialog;
use axlens_protocol::wire::{ActionReport, BackgroundMutation, NavigationKind};
use std::time::Duration;
use tokio::time::Instant;

/// The time within which most pages react to an action. The extension watches the page for the same
/// time (`WATCH_LONG_MS` in `extension/worker/acting/page-idle.js`).
const LATE_REACTION: Duration = Duration::from_millis(500);

/// The time in which elements can prove that they change periodically.
const MAX_PROOF: Duration = Duration::from_secs(3);

/// The interval of the reads until then.
const PROOF_INTERVAL: Duration = Duration::from_millis(100);

/// A judged action.
pub struct JudgedAction {
    /// Its outcome, with the evidence.
    pub judgement: Judgement,
    /// The observations of the extension.
    pub report: ActionReport,
    /// The action was executed earlier, under the same id.
    pub replayed: bool,
    /// The tab of the action.
    pub tab: Option<TabHandle>,
    /// The tabs that it opened.
    pub new_tabs: Vec<TabHandle>,
    /// The page afterwards; `None` if it navigated or was not read.
    pub page_after: Option<PageState>,
}

/// Judges an executed action.
pub async fn judge(
    context: RequestContext<'_>,
    action: &Action,
    target: &CheckedTarget,
    executed: ExtensionReport,
) -> JudgedAction {
    let tab = executed
        .tab
        .map(|browser_tab| context.app.sessions().handles.get_or_assign(browser_tab));
    let Some(report) = executed.report else {
        return unknown(executed.replayed, tab);
    };
    let mut report = *report;
    let (judgement, page_after) = compare_pages(context, action, target, &mut report).await;
    acknowledge(context, target, page_after.as_ref(), judgement.outcome).await;
    let page_before = target.page_before.as_ref();
    let page_after = match report.already {
        true => page_before.map(|before| before.state.clone()),
        false => page_after,
    };
    let new_tabs = new_tabs(context, target, &report);
    JudgedAction {
        judgement,
        report,
        replayed: executed.replayed,
        tab,
        new_tabs,
        page_after,
    }
}

/// An action that a dry run has found possible.
pub fn possible(tab: TabHandle, needs_consent: bool) -> JudgedAction {
    let evidence = Evidence {
        needs_consent,
        ..Evidence::default()
    };
    without_report(Outcome::Possible, evidence, false, Some(tab))
}

/// An action whose result is unknown.
fn unknown(replayed: bool, tab: Option<TabHandle>) -> JudgedAction {
    without_report(Outcome::Unknown, Evidence::default(), replayed, tab)
}

fn without_report(
    outcome: Outcome,
    evidence: Evidence,
    replayed: bool,
    tab: Option<TabHandle>,
) -> JudgedAction {
    JudgedAction {
        judgement: Judgement {
            outcome,
            evidence,
            lines: None,
        },
        report: ActionReport::default(),
        replayed,
        tab,
        new_tabs: Vec::new(),
        page_after: None,
    }
}

/// Reads the page after the action, and again later if it may react late.
async fn compare_pages(
    context: RequestContext<'_>,
    action: &Action,
    target: &CheckedTarget,
    report: &mut ActionReport,
) -> (Judgement, Option<PageState>) {
    let before = target.page_before.as_ref();
    let handle = target.element.as_ref().map(CheckedElement::handle);
    let element = handle.as_ref();
    let judged = JudgedTarget {
        action,
        element: element.map(|handle| (handle.document.as_str(), handle.node)),
    };
    let navigated = report.navigation.as_ref().map(|navigation| navigation.kind)
        == Some(NavigationKind::Navigated);
    let is_blocked = report.dialogs.iter().any(OpenedDialog::is_open);
    let is_comparable = !navigated && !report.already && !is_blocked;
    let Some(before) = before.filter(|_| is_comparable) else {
        let state = before.map(|before| &before.state);
        return (compare::judge(judged, report, state, None), None);
    };
    let mut comparison = PageComparison::new(judged, &before.state, report);
    loop {
        let state = page_state::read_after(context, before.tab).await;
        comparison.after = state.ok().or(comparison.after);
        let judgement = comparison.judge(report);
        let Some(wait) = comparison.time_to_next_read(report, judgement.outcome) else {
            return (judgement, comparison.after);
        };
        tokio::time::sleep_until(Instant::now() + wait).await;
        report.waited_ms += u32::try_from(wait.as_millis()).unwrap_or_default();
        report.watched_ms = report.watched_ms.max(report.waited_ms);
    }
}

/// A comparison of the page before and after an action, until the outcome is certain.
struct PageComparison<'a> {
    target: JudgedTarget<'a>,
    before: &'a PageState,
    after: Option<PageState>,
    /// The background changes and the number of other changes that the extension has reported.
    reported: (Vec<BackgroundMutation>, u32),
    /// The page was read again after the time in which most pages react.
    is_late: bool,
    /// The end of the time in which elements can prove that they change periodically.
    end_of_proof: Instant,
}

impl<'a> PageComparison<'a> {
    fn new(target: JudgedTarget<'a>, before: &'a PageState, report: &mut ActionReport) -> Self {
        let background = std::mem::take(&mut report.background_mutations);
        PageComparison {
            target,
            before,
            after: None,
            reported: (background, report.mutations),
            is_late: false,
            end_of_proof: Instant::now() + MAX_PROOF,
        }
    }

    /// Judges the pages, and notes the background changes between them in the report.
    fn judge(&self, report: &mut ActionReport) -> Judgement {
        self.note_background(report, Proof::Required);
        compare::judge(self.target, report, Some(self.before), self.after.as_ref())
    }

    fn note_background(&self, report: &mut ActionReport, proof: Proof) {
        let (background, mutations) = &self.reported;
        let none = LastChanges::default();
        let after = self.after.as_ref().map_or(&none, |page| &page.last_changes);
        let reads = (&self.before.last_changes, after);
        report.background_mutations = background::between_reads(background, reads, proof);
        let proven = report.background_mutations.iter();
        let proven: u32 = proven.filter_map(|mutation| mutation.unproven).sum();
        report.mutations = mutations.saturating_sub(proven);
    }

    /// How long to wait before the page is read again; `None` if the outcome is certain.
    fn time_to_next_read(&mut self, report: &ActionReport, outcome: Outcome) -> Option<Duration> {
        if outcome == Outcome::Unchanged && !self.is_late {
            self.is_late = true;
            return self.time_to_late_reaction(report);
        }
        match outcome == Outcome::Changed && Instant::now() < self.end_of_proof {
            true => self.time_to_prove(report),
            false => None,
        }
    }

    /// The page is read again if it changed in a way that snapshots do not show: a CSS transition
    /// has its visible effect at its end. The wait is as long as for a page in which nothing
    /// changes.
    fn time_to_late_reaction(&self, report: &ActionReport) -> Option<Duration> {
        let waited = Duration::from_millis(report.waited_ms.into());
        let remaining = LATE_REACTION.saturating_sub(waited);
        let (_, mutations) = self.reported;
        let is_judged_by_page = Rules::of(self.target.action).only_outcome.is_none();
        (mutations > 0 && is_judged_by_page && !remaining.is_zero()).then_some(remaining)
    }

    /// The page is read again if only elements differ that may prove to change periodically.
    fn time_to_prove(&self, report: &ActionReport) -> Option<Duration> {
        let last_changes = &self.after.as_ref()?.last_changes;
        let time = background::time_to_prove(&self.reported.0, last_changes);
        if time.is_zero() {
            return None;
        }
        let mut pending = report.clone();
        self.note_background(&mut pending, Proof::Pending);
        let judgement = compare::judge(
            self.target,
            &pending,
            Some(self.before),
            self.after.as_ref(),
        );
        let is_only_unproven = judgement.outcome == Outcome::Unchanged;
        is_only_unproven.then_some(time.min(PROOF_INTERVAL))
    }
}

/// Acknowledges the changes of an action in the row of its own element: the answer shows them.
async fn acknowledge(
    context: RequestContext<'_>,
    target: &CheckedTarget,
    after: Option<&PageState>,
    outcome: Outcome,
) {
    let (Some(element), Some(before), Some(after)) = (&target.element, &target.page_before, after)
    else {
        return;
    };
    if !matches!(outcome, Outcome::Changed | Outcome::Routed) {
        return;
    }
    let CheckedElement { element, live } = element;
    if !after.elements.is_empty() {
        return live_element::acknowledge_row(context.app, element, live, &after.elements);
    }
    // Another request has read the page at the same time, so `after` has no elements.
    let state = page_state::read(context, before.tab, IncludeElements::Always).await;
    if let Ok(state) = state {
        live_element::acknowledge_row(context.app, element, live, &state.elements);
    }
}

fn new_tabs(
    context: RequestContext<'_>,
    target: &CheckedTarget,
    report: &ActionReport,
) -> Vec<TabHandle> {
    let mut sessions = context.app.sessions();
    let opened = report.opened.iter();
    opened
        .map(|tab_id| {
            sessions
                .handles
                .get_or_assign(target.destination.tab(*tab_id))
        })
        .collect()
}
