//! The actions after one that is executed alone. If the user has to be prompted for it, the prompt
//! is about all of them that are known.

use super::ActionRunner;
use super::list::StepList;
use crate::api::interact::arguments;
use crate::api::interact::check::{self, CheckedTarget};
use crate::api::interact::execute::{FollowingActions, KnownAction};
use crate::api::interact::resolve;
use crate::api::live_element::ShownElement;
use axlens_protocol::agent::interact::{Step, TargetedAction};
use axlens_protocol::model::action::{Action, DragTo};
use axlens_protocol::model::action_table::TargetKind;

impl ActionRunner<'_> {
    /// The actions after a position whose elements are in the document of the action's element, up
    /// to the first one that is not known: it has no element, its element is searched for when it
    /// is executed, or the snapshot showed it otherwise. None of a user who is not prompted.
    pub(super) async fn following<'s>(
        &self,
        list: &StepList<'s>,
        position: usize,
        target: &CheckedTarget,
    ) -> FollowingActions<'s> {
        let steps = list.steps.iter().enumerate().skip(position + 1);
        let actions: Vec<(usize, &TargetedAction)> = steps
            .filter_map(|(position, step)| match step {
                Step::Action(act) => Some((position, &**act)),
                Step::Read(_) | Step::Control(_) => None,
            })
            .collect();
        if actions.is_empty() || self.request.dry_run || self.is_unattended(target) {
            return FollowingActions::default();
        }
        let named: Vec<ShownElement> = actions
            .iter()
            .map_while(|(_, act)| self.element_in_document_of(act, target))
            .collect();
        let targets = check::check_elements(self.context, &named).await;
        let known: Vec<KnownAction<'s>> = actions
            .iter()
            .zip(targets)
            .map(|(&(position, act), target)| KnownAction {
                id: self.ids.of(&list.step(position), act),
                act,
                target,
            })
            .collect();
        let later = actions.len() - known.len();
        FollowingActions { known, later }
    }

    /// The element of an action, if it is named by an id and in the document of a target.
    fn element_in_document_of(
        &self,
        act: &TargetedAction,
        target: &CheckedTarget,
    ) -> Option<ShownElement> {
        let is_dragged_onto = matches!(&act.action, Action::Drag(drag)
            if !matches!(drag.to, DragTo::By { .. }));
        let is_on_element = act.action.info().target != TargetKind::Tab && !is_dragged_onto;
        let is_named = matches!(arguments::search(act), Ok(None));
        let reference = &target.element.as_ref()?.element.resolved;
        let named = resolve::named_element(self.context, self.request, act, Some(reference.tab));
        let named = named.ok().flatten()?;
        let is_in_document =
            named.resolved.element.node.document == reference.element.node.document;
        (is_on_element && is_named && is_in_document).then_some(named)
    }

    fn is_unattended(&self, target: &CheckedTarget) -> bool {
        let browser = self
            .context
            .app
            .dispatch
            .browser(target.destination.browser);
        let hello = browser.and_then(|browser| browser.hello);
        hello.is_some_and(|hello| hello.unattended)
    }
}
