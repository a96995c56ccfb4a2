//! Runs consecutive actions on fields of one document as a list: one read of the page before, one
//! query, one wait and one comparison. Each action has its own checks, outcome and audit entry.

use super::list::StepList;
use super::{ActionRunner, Progress};
use crate::api::audit_record::{AuditRecord, audited_agent};
use crate::api::interact::check::{self, CheckedTarget};
use crate::api::interact::execute::{self, ExtensionReport, FieldEnd, KnownAction};
use crate::api::interact::judge;
use crate::api::interact::present::{self, ActionOutcome, ActionsResult};
use crate::api::interact::resolve;
use crate::api::live_element::{Answered, ShownElement};
use crate::audit::subject;
use axlens_protocol::Fault;
use axlens_protocol::agent::audit::AuditOutcome;
use axlens_protocol::agent::interact::{Step, TargetedAction};
use axlens_protocol::model::action_table::TargetKind;
use axlens_protocol::wire::{AuditNote, ChromeTab};
use axlens_snapshot::Role;

/// No action of a list was executed.
const NONE: Progress = Progress {
    steps: 0,
    ends: false,
};

impl ActionRunner<'_> {
    /// Runs the longest list of field actions from a position on, up to the first one that has to
    /// be run alone, for example because the user has to be prompted.
    ///
    /// # Errors
    /// The fault of an action of the list that was not executed, or that failed.
    pub(super) async fn run_fields(
        &mut self,
        list: &StepList<'_>,
        position: usize,
        result: &mut ActionsResult,
    ) -> Result<Progress, Fault> {
        let actions = self.checked_list(list, position).await?;
        if actions.len() < 2 {
            return Ok(NONE);
        }
        let records = self.begin_records(&actions);
        let ends = execute::execute_list(self.context, self.request, &actions).await;
        if ends.is_empty() {
            records.into_iter().flatten().for_each(AuditRecord::discard);
            return Ok(NONE);
        }
        self.last_page = None;
        let answered = list.answered_after(position + actions.len() - 1);
        let steps = (list, position);
        self.conclude_list((actions, answered), ends, records, (steps, result))
            .await
    }

    /// The actions of a list from a position on, with their verified elements.
    async fn checked_list<'s>(
        &mut self,
        list: &StepList<'s>,
        position: usize,
    ) -> Result<Vec<KnownAction<'s>>, Fault> {
        let named = self.named_list(list, position);
        let Some((_, first)) = named.first().filter(|_| named.len() >= 2) else {
            return Ok(Vec::new());
        };
        // The action alone reports why the page can't be read.
        let Ok(Some(page)) = self.page_before(Some(first.resolved.tab)).await else {
            return Ok(Vec::new());
        };
        // For an action that is executed alone.
        self.last_page = Some((page.tab, page.state.clone()));
        let (acts, elements): (Vec<_>, Vec<_>) = named.into_iter().unzip();
        let targets = check::check_list(self.context, &elements, page).await;
        let mut actions: Vec<KnownAction<'s>> = Vec::new();
        for (index, (act, target)) in acts.into_iter().zip(targets).enumerate() {
            // Checking a radio button changes the one that was checked before.
            if is_radio(&target) && actions.iter().any(|action| is_radio(&action.target)) {
                break;
            }
            actions.push(KnownAction {
                id: self.ids.of(&list.step(position + index), act),
                act,
                is_repeated: self.upcoming.is_repeated(),
                is_conditional: false,
                target,
            });
        }
        Ok(actions)
    }

    /// The field actions from a position on whose elements are named by ids, and are different
    /// elements of one document.
    fn named_list<'s>(
        &self,
        list: &StepList<'s>,
        position: usize,
    ) -> Vec<(&'s TargetedAction, ShownElement)> {
        let request = self.request;
        let mut named: Vec<(&TargetedAction, ShownElement)> = Vec::new();
        if request.dry_run || request.activation || self.is_replaying {
            return named;
        }
        for step in list.steps.iter().skip(position) {
            let Step::Action(act) = step else { break };
            if act.action.info().target != TargetKind::Field {
                break;
            }
            let Ok(Some(element)) =
                resolve::named_element(self.context, request, act, self.last_tab)
            else {
                break;
            };
            let node = &element.resolved.element.node;
            let is_listable = named.iter().all(|(_, other)| {
                let other = &other.resolved.element.node;
                other.document == node.document && other.node != node.node
            });
            if !is_listable {
                break;
            }
            named.push((act, element));
        }
        named
    }

    /// Begins the audit entries of the actions.
    fn begin_records(&self, actions: &[KnownAction<'_>]) -> Vec<Option<AuditRecord>> {
        let context = self.context;
        let begin = |KnownAction { act, .. }: &KnownAction<'_>| {
            let agent = audited_agent(context.agent);
            AuditRecord::of_action(context.app, agent, act.action.info().audit_kind)
        };
        actions.iter().map(begin).collect()
    }

    /// Judges the executed actions, and adds their outcomes to the result.
    async fn conclude_list(
        &mut self,
        (actions, answered): (Vec<KnownAction<'_>>, Answered),
        ends: Vec<FieldEnd>,
        mut records: Vec<Option<AuditRecord>>,
        ((list, position), result): ((&StepList<'_>, usize), &mut ActionsResult),
    ) -> Result<Progress, Fault> {
        let not_begun = records.split_off(ends.len().min(records.len()));
        not_begun
            .into_iter()
            .flatten()
            .for_each(AuditRecord::discard);
        let (mut reports, mut notes, mut fault) = (Vec::new(), Vec::new(), None);
        for FieldEnd { end, tab, audit } in ends {
            notes.push((tab, audit));
            match end {
                Ok(report) => reports.push(report),
                Err(failed) => fault = Some(failed),
            }
        }
        let steps = reports.len();
        let mut outcomes = self
            .outcomes((&actions, answered), reports)
            .await
            .into_iter();
        let mut ends = false;
        for (index, ((action, record), note)) in actions.iter().zip(records).zip(notes).enumerate()
        {
            let outcome = outcomes.next();
            let audited = match (&outcome, &fault) {
                (Some(outcome), _) => AuditOutcome::Action(outcome.result.outcome),
                (None, Some(fault)) => AuditOutcome::Fault(fault.code),
                (None, None) => continue,
            };
            end_record(record, action, note, audited).await;
            if let Some(outcome) = outcome {
                self.note_edit(action.act, &action.target);
                self.remember(&action.id, &outcome);
                self.note_last_action(&action.id, outcome.tab);
                ends |= self.add(list.step(position + index), outcome, result);
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Progress { steps, ends }),
        }
    }

    /// The outcomes of the first actions, which were executed.
    async fn outcomes(
        &mut self,
        (actions, answered): (&[KnownAction<'_>], Answered),
        reports: Vec<ExtensionReport>,
    ) -> Vec<ActionOutcome> {
        let executed: Vec<_> = actions
            .iter()
            .take(reports.len())
            .map(|action| (&action.act.action, &action.target))
            .collect();
        let judged = judge::judge_all(self.context, &executed, reports, answered).await;
        let mut outcomes = Vec::new();
        for (action, mut judged) in actions.iter().zip(judged) {
            self.last_page = judged.tab.zip(judged.page_after.take());
            outcomes.push(present::action(action.act, &action.target, judged));
        }
        outcomes
    }

    fn remember(&self, id: &str, outcome: &ActionOutcome) {
        if self.request.key.is_some() {
            let results = &self.context.app.action_results;
            results.remember(id, &outcome.result);
        }
    }
}

fn is_radio(target: &CheckedTarget) -> bool {
    let element = target.element.as_ref();
    element.is_some_and(|element| element.live.node().role == Role::Radio)
}

/// Ends the audit entry of an action with what the extension has reported of it.
async fn end_record(
    record: Option<AuditRecord>,
    action: &KnownAction<'_>,
    (tab, audit): (Option<ChromeTab>, AuditNote),
    outcome: AuditOutcome,
) {
    let Some(mut record) = record else {
        return;
    };
    let noted = async {
        subject::note_browser(action.target.destination.browser);
        check::note_subject(action.target.element.as_ref());
        subject::note_answer(audit);
        if let Some(tab) = &tab {
            subject::note_tab(tab);
        }
    };
    subject::note_action(action.act.action.info().audit_kind);
    subject::follow(record.subject(), noted).await;
    subject::note_end_of_action(&record.subject());
    record.end(outcome);
}
