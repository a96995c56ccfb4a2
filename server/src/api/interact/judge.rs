//! Step 4 of an action: its outcome, from the extension's report and the page before and after.

use super::background::{self, Proof};
use super::check::{CheckedElement, CheckedTarget, PageBefore};
use super::compare::{self, JudgedTarget, Judgement};
use super::execute::ExtensionReport;
use super::judging_rules::Rules;
use super::page_state::{self, IncludeElements, PageState};
use crate::api::context::RequestContext;
use crate::api::live_element::{self, Answered};
use crate::api::observe::LastChanges;
use crate::sessions::handles::TabHandle;
use crate::sessions::windows::LocatedId;
use axlens_protocol::agent::interact::{Evidence, Outcome};
use axlens_protocol::model::action::Action;
use axlens_protocol::model::dialogs::OpenedDialog;
use axlens_protocol::wire::{ActionReport, BackgroundMutation, NavigationKind, NodeHandle};
use std::time::Duration;
use tokio::time::Instant;

/// The time within which most pages react to an action. The extension watches a page that changes
/// nothing for a shorter time after most actions (`extension/worker/acting/idle-after.js`).
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
    (action, target): (&Action, &CheckedTarget),
    executed: ExtensionReport,
    answered: Answered,
) -> JudgedAction {
    let judged = judge_all(context, &[(action, target)], vec![executed], answered).await;
    let last = judged.into_iter().next_back();
    last.unwrap_or_else(|| unknown(false, None))
}

/// Judges actions that were executed one after another, with one comparison of the page before the
/// first and after the last one. Only the last one has the page afterwards. The report of only the
/// last one may be unknown.
pub async fn judge_all(
    context: RequestContext<'_>,
    actions: &[(&Action, &CheckedTarget)],
    executed: Vec<ExtensionReport>,
    answered: Answered,
) -> Vec<JudgedAction> {
    let mut known = Vec::new();
    let mut sent = Vec::new();
    for ExtensionReport {
        tab,
        replayed,
        report,
    } in executed
    {
        let tab = tab.map(|tab| context.app.sessions().handles.get_or_assign(tab));
        known.extend(report.map(|report| *report));
        sent.push((replayed, tab));
    }
    let known_actions = &actions[..known.len()];
    let before = actions
        .first()
        .and_then(|(_, target)| target.page_before.as_ref());
    let (judgements, mut page_after) =
        compare_pages(context, known_actions, before, &mut known).await;
    for ((_, target), judgement) in known_actions.iter().zip(&judgements) {
        let pages = before.zip(page_after.as_ref());
        acknowledge(context, target, pages, (judgement.outcome, answered)).await;
    }
    if known.iter().all(|report| report.already) && !known.is_empty() {
        page_after = before.map(|before| before.state.clone());
    }
    let mut judged: Vec<JudgedAction> = Vec::new();
    let reports = known.into_iter().zip(judgements);
    for (((_, target), (report, judgement)), (replayed, tab)) in
        actions.iter().zip(reports).zip(&sent)
    {
        judged.push(JudgedAction {
            judgement,
            new_tabs: new_tabs(context, target, &report),
            report,
            replayed: *replayed,
            tab: *tab,
            page_after: None,
        });
    }
    let unknown_ends = sent.iter().skip(judged.len());
    judged.extend(unknown_ends.map(|(replayed, tab)| unknown(*replayed, *tab)));
    if let Some(last) = judged
        .last_mut()
        .filter(|_| sent.len() == known_actions.len())
    {
        last.page_after = page_after;
    }
    judged
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

/// Reads the page after the actions, and again later if it may react late. `before` is the page
/// before the first one.
async fn compare_pages(
    context: RequestContext<'_>,
    actions: &[(&Action, &CheckedTarget)],
    before: Option<&PageBefore>,
    reports: &mut [ActionReport],
) -> (Vec<Judgement>, Option<PageState>) {
    let handles: Vec<Option<NodeHandle>> = actions
        .iter()
        .map(|(_, target)| target.element.as_ref().map(CheckedElement::handle))
        .collect();
    let targets: Vec<JudgedTarget<'_>> = actions
        .iter()
        .zip(&handles)
        .map(|((action, _), handle)| JudgedTarget {
            action,
            element: handle
                .as_ref()
                .map(|handle| (handle.document.as_str(), handle.node)),
        })
        .collect();
    let has_navigated = |report: &ActionReport| {
        report.navigation.as_ref().map(|navigation| navigation.kind)
            == Some(NavigationKind::Navigated)
    };
    let is_blocked = |report: &ActionReport| report.dialogs.iter().any(OpenedDialog::is_open);
    let is_comparable = !reports.iter().any(has_navigated)
        && !reports.iter().all(|report| report.already)
        && !reports.iter().any(is_blocked);
    let Some(before) = before.filter(|_| is_comparable) else {
        let state = before.map(|before| &before.state);
        return (compare::judge_all(&targets, reports, state, None), None);
    };
    let mut comparison = PageComparison::new(&targets, &before.state, reports);
    loop {
        let state = page_state::read_after(context, before.tab).await;
        comparison.after = state.ok().or(comparison.after);
        let judgements = comparison.judge(reports);
        let Some(wait) = comparison.time_to_next_read(reports, &judgements) else {
            return (judgements, comparison.after);
        };
        tokio::time::sleep_until(Instant::now() + wait).await;
        note_wait(reports, wait);
    }
}

/// Adds a wait to the reports.
fn note_wait(reports: &mut [ActionReport], wait: Duration) {
    let Some(last) = reports.last_mut() else {
        return;
    };
    last.waited_ms += u32::try_from(wait.as_millis()).unwrap_or_default();
    let waited_ms = last.waited_ms;
    for report in reports {
        report.watched_ms = report.watched_ms.max(waited_ms);
    }
}

/// A comparison of the page before and after actions, until the outcomes are certain.
struct PageComparison<'a> {
    targets: &'a [JudgedTarget<'a>],
    before: &'a PageState,
    after: Option<PageState>,
    /// The background changes that the extension has reported; the last report has them.
    background: Vec<BackgroundMutation>,
    /// The number of changes of each action that the extension has reported.
    mutations: Vec<u32>,
    /// The page was read again after the time in which most pages react.
    is_late: bool,
    /// The end of the time in which elements can prove that they change periodically.
    end_of_proof: Instant,
}

impl<'a> PageComparison<'a> {
    fn new(
        targets: &'a [JudgedTarget<'a>],
        before: &'a PageState,
        reports: &mut [ActionReport],
    ) -> Self {
        let background = reports.last_mut();
        let background = background.map(|last| std::mem::take(&mut last.background_mutations));
        PageComparison {
            targets,
            before,
            after: None,
            background: background.unwrap_or_default(),
            mutations: reports.iter().map(|report| report.mutations).collect(),
            is_late: false,
            end_of_proof: Instant::now() + MAX_PROOF,
        }
    }

    /// Judges the pages, and notes the background changes between them in the last report.
    fn judge(&self, reports: &mut [ActionReport]) -> Vec<Judgement> {
        self.note_background(reports, Proof::Required);
        compare::judge_all(
            self.targets,
            reports,
            Some(self.before),
            self.after.as_ref(),
        )
    }

    fn note_background(&self, reports: &mut [ActionReport], proof: Proof) {
        let (Some(last), Some(mutations)) = (reports.last_mut(), self.mutations.last()) else {
            return;
        };
        let none = LastChanges::default();
        let after = self.after.as_ref().map_or(&none, |page| &page.last_changes);
        let reads = (&self.before.last_changes, after);
        last.background_mutations = background::between_reads(&self.background, reads, proof);
        let proven = last.background_mutations.iter();
        let proven: u32 = proven.filter_map(|mutation| mutation.unproven).sum();
        last.mutations = mutations.saturating_sub(proven);
    }

    /// How long to wait before the page is read again; `None` if the outcomes are certain.
    fn time_to_next_read(
        &mut self,
        reports: &[ActionReport],
        judgements: &[Judgement],
    ) -> Option<Duration> {
        if !self.is_late && judgements.iter().any(Judgement::is_unchanged) {
            self.is_late = true;
            if let Some(wait) = self.time_to_late_reaction(reports, judgements) {
                return Some(wait);
            }
        }
        let is_changed = |judgement: &Judgement| judgement.outcome == Outcome::Changed;
        match judgements.iter().any(is_changed) && Instant::now() < self.end_of_proof {
            true => self.time_to_prove(reports, judgements),
            false => None,
        }
    }

    /// The page is read again if it changed in a way that snapshots do not show: a CSS transition
    /// has its visible effect at its end. The wait is as long as for a page in which nothing
    /// changes.
    fn time_to_late_reaction(
        &self,
        reports: &[ActionReport],
        judgements: &[Judgement],
    ) -> Option<Duration> {
        let waited = Duration::from_millis(reports.last()?.waited_ms.into());
        let remaining = LATE_REACTION.saturating_sub(waited);
        let mut actions = self.targets.iter().zip(judgements).zip(&self.mutations);
        let may_react = actions.any(|((target, judgement), mutations)| {
            let is_judged_by_page = Rules::of(target.action).only_outcome.is_none();
            judgement.is_unchanged() && *mutations > 0 && is_judged_by_page
        });
        (may_react && !remaining.is_zero()).then_some(remaining)
    }

    /// The page is read again if only elements differ that may prove to change periodically.
    fn time_to_prove(
        &self,
        reports: &[ActionReport],
        judgements: &[Judgement],
    ) -> Option<Duration> {
        let last_changes = &self.after.as_ref()?.last_changes;
        let time = background::time_to_prove(&self.background, last_changes);
        if time.is_zero() {
            return None;
        }
        let mut pending = reports.to_vec();
        self.note_background(&mut pending, Proof::Pending);
        let after = self.after.as_ref();
        let pending = compare::judge_all(self.targets, &pending, Some(self.before), after);
        let is_only_unproven = pending
            .iter()
            .zip(judgements)
            .any(|(pending, now)| pending.is_unchanged() && now.outcome == Outcome::Changed);
        is_only_unproven.then_some(time.min(PROOF_INTERVAL))
    }
}

/// Acknowledges the changes of an action in the rows of its own elements: the answer shows them.
async fn acknowledge(
    context: RequestContext<'_>,
    target: &CheckedTarget,
    pages: Option<(&PageBefore, &PageState)>,
    (outcome, answered): (Outcome, Answered),
) {
    let (Some(element), Some((before, after))) = (&target.element, pages) else {
        return;
    };
    if !matches!(outcome, Outcome::Changed | Outcome::Routed) {
        return;
    }
    let elements = [Some(element), target.drag_target.as_ref()];
    let acknowledge_in = |after: &[LocatedId]| {
        for CheckedElement { element, live } in elements.into_iter().flatten() {
            live_element::acknowledge_row(context.app, element, live, after, answered);
        }
    };
    if !after.elements.is_empty() {
        return acknowledge_in(&after.elements);
    }
    // Another request has read the page at the same time, so `after` has no elements.
    if let Ok(state) = page_state::read(context, before.tab, IncludeElements::Always).await {
        acknowledge_in(&state.elements);
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
