//! Step 4 of an action: its outcome, from the extension's report and the page before and after.

use super::check::{CheckedElement, CheckedTarget};
use super::compare::{self, Judgement};
use super::execute::ExtensionReport;
use super::judging_rules::Rules;
use super::page_state::{self, IncludeElements, PageState};
use crate::api::context::RequestContext;
use crate::api::live_element;
use crate::sessions::handles::TabHandle;
use axlens_protocol::agent::interact::{Evidence, Outcome};
use axlens_protocol::model::action::Action;
use axlens_protocol::model::dialogs::OpenedDialog;
use axlens_protocol::wire::{ActionReport, NavigationKind};
use std::time::Duration;

/// The time within which most pages react to an action. The extension watches the page for the same
/// time (`WATCH_LONG_MS` in `extension/worker/acting/page-idle.js`).
const LATE_REACTION: Duration = Duration::from_millis(500);

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

/// An action whose result is unknown.
fn unknown(replayed: bool, tab: Option<TabHandle>) -> JudgedAction {
    JudgedAction {
        judgement: Judgement {
            outcome: Outcome::Unknown,
            evidence: Evidence::default(),
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
    let navigated = report.navigation.as_ref().map(|navigation| navigation.kind)
        == Some(NavigationKind::Navigated);
    let is_blocked = report.dialogs.iter().any(OpenedDialog::is_open);
    let is_comparable = !navigated && !report.already && !is_blocked;
    let Some(before) = before.filter(|_| is_comparable) else {
        let state = before.map(|before| &before.state);
        return (compare::judge(action, report, state, None), None);
    };
    let mut after = page_state::read(context, before.tab, IncludeElements::IfChanged)
        .await
        .ok();
    let mut judgement = compare::judge(action, report, Some(&before.state), after.as_ref());
    if judgement.outcome == Outcome::Unchanged
        && let Some(late) = read_late_change(context, action, before.tab, report).await
    {
        after = Some(late);
        judgement = compare::judge(action, report, Some(&before.state), after.as_ref());
    }
    (judgement, after)
}

/// Reads the page again if it changed in a way that snapshots do not show: a CSS transition has its
/// visible effect at its end. Waits as long as for a page in which nothing changes.
async fn read_late_change(
    context: RequestContext<'_>,
    action: &Action,
    tab: TabHandle,
    report: &mut ActionReport,
) -> Option<PageState> {
    let remaining = LATE_REACTION.saturating_sub(Duration::from_millis(report.waited_ms.into()));
    let is_judged_by_page = Rules::of(action).only_outcome.is_none();
    if report.mutations == 0 || !is_judged_by_page || remaining.is_zero() {
        return None;
    }
    tokio::time::sleep_until(tokio::time::Instant::now() + remaining).await;
    report.waited_ms += u32::try_from(remaining.as_millis()).unwrap_or_default();
    report.watched_ms = report.watched_ms.max(report.waited_ms);
    page_state::read(context, tab, IncludeElements::IfChanged)
        .await
        .ok()
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
