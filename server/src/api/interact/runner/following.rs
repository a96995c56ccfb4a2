//! The actions after one that is executed alone. If the user has to be prompted for it, the prompt
//! is about all of them that are known.

use super::ActionRunner;
use super::list::StepList;
use super::upcoming::{UpcomingAction, UpcomingActions};
use crate::api::interact::arguments;
use crate::api::interact::check::{self, CheckedTarget};
use crate::api::interact::execute::{
    ActOfRequest, Execution, FollowingActions, KnownAction, execute,
};
use crate::api::interact::resolve;
use crate::api::live_element::{self, ShownElement};
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::{ElementReference, Step, TargetedAction};
use axlens_protocol::model::action::{Action, DragTo};
use axlens_protocol::model::action_table::TargetKind;

/// Maximum number of selectors whose elements are searched for a prompt.
const MAX_SEARCHES: usize = 20;

/// An element, or why there is none.
enum Named {
    /// The element of an action, in the document of the first one.
    Element(Box<ShownElement>),
    /// The action has none.
    Tab,
    /// It is known when the action is executed.
    Unknown,
}

impl ActionRunner<'_> {
    /// Executes an action. Lists the next ones if the user has to be prompted.
    pub(super) async fn execute(
        &mut self,
        (id, act): (&str, &TargetedAction),
        target: CheckedTarget,
        (list, position): (&StepList<'_>, usize),
    ) -> Result<(Execution, CheckedTarget), Fault> {
        let request = self.request;
        let is_repeated = self.upcoming.is_repeated();
        let is_last = position + 1 == list.steps.len() && self.upcoming.is_empty();
        let alone = ActOfRequest {
            id,
            act,
            is_repeated,
            following: (is_last || request.dry_run).then(FollowingActions::default),
        };
        let (execution, target) = execute(&mut self.context, request, alone, target).await?;
        if !matches!(execution, Execution::Unlisted) {
            return Ok((execution, target));
        }
        // If a prompt has listed the action, the page is not as it was then.
        if self.listed.contains(id) {
            self.listed.clear();
        }
        let upcoming = self.upcoming_after(list, position);
        let following = self.known(&upcoming, (act, &target)).await;
        let ids = following.known.iter().map(|known| known.id.clone());
        self.listed.extend(ids);
        let listed = ActOfRequest {
            id,
            act,
            is_repeated,
            following: Some(following),
        };
        execute(&mut self.context, request, listed, target).await
    }

    /// The actions after a position.
    fn upcoming_after(&self, list: &StepList<'_>, position: usize) -> UpcomingActions {
        let steps = list.steps.iter().enumerate().skip(position + 1);
        let actions = steps.filter_map(|(position, step)| match step {
            Step::Action(act) => Some(UpcomingAction {
                step: list.step(position),
                act: (**act).clone(),
                is_repeated: self.upcoming.is_repeated(),
                is_conditional: false,
            }),
            Step::Read(_) | Step::Control(_) => None,
        });
        let mut actions = UpcomingActions::new(actions.collect());
        self.upcoming.add_to(&mut actions, self.values.clone());
        actions
    }

    /// The actions whose elements are in the document of the first action's element now. The others
    /// are not known: their elements are searched for on a later page, or the snapshot showed them
    /// otherwise.
    async fn known<'s>(
        &self,
        upcoming: &'s UpcomingActions,
        first: (&TargetedAction, &CheckedTarget),
    ) -> FollowingActions<'s> {
        let mut searched = Vec::new();
        if let Some(element) = &first.1.element {
            searched.push((&first.0.target, Some(element.element.clone())));
        }
        let (mut actions, mut elements) = (Vec::new(), Vec::new());
        let mut later = upcoming.later;
        for action in &upcoming.known {
            let id = self.ids.of(&action.step, &action.act);
            if self.listed.contains(&id) {
                continue;
            }
            match self.named(&action.act, first.1, &mut searched).await {
                Named::Element(element) => elements.push(*element),
                Named::Tab => {}
                Named::Unknown => {
                    later += 1;
                    continue;
                }
            }
            actions.push((id, action));
        }
        let mut targets = self.targets(&elements).await.into_iter();
        let mut known = Vec::new();
        for (id, action) in actions {
            let is_on_tab = action.act.action.info().target == TargetKind::Tab;
            let target = match is_on_tab {
                true => Some(CheckedTarget::without_page(first.1.destination)),
                false => targets.next().flatten(),
            };
            let Some(target) = target else {
                later += 1;
                continue;
            };
            known.push(KnownAction {
                id,
                act: &action.act,
                is_repeated: action.is_repeated,
                is_conditional: action.is_conditional,
                target,
            });
        }
        FollowingActions { known, later }
    }

    /// The verified elements, in order. `None`: one is not as the snapshot showed it.
    async fn targets(&self, mut elements: &[ShownElement]) -> Vec<Option<CheckedTarget>> {
        let mut targets = Vec::new();
        while !elements.is_empty() {
            let checked = check::check_elements(self.context, elements).await;
            let count = checked.len();
            targets.extend(checked.into_iter().map(Some));
            let rest = elements.get(count..).unwrap_or_default();
            if !rest.is_empty() {
                targets.push(None);
            }
            elements = rest.get(1..).unwrap_or_default();
        }
        targets
    }

    /// The element of an action, if it is in the document of a target. `searched` has the elements
    /// of the selectors that were searched for.
    async fn named<'s>(
        &self,
        act: &'s TargetedAction,
        first: &CheckedTarget,
        searched: &mut Vec<(&'s ElementReference, Option<ShownElement>)>,
    ) -> Named {
        let is_dragged_onto = matches!(&act.action, Action::Drag(drag)
            if !matches!(drag.to, DragTo::By { .. }));
        if act.action.info().target == TargetKind::Tab {
            return Named::Tab;
        }
        let Some(reference) = first.element.as_ref().filter(|_| !is_dragged_onto) else {
            return Named::Unknown;
        };
        let reference = &reference.element.resolved;
        let element = match arguments::search(act) {
            Ok(None) => {
                let tab = Some(reference.tab);
                let named = resolve::named_element(self.context, self.request, act, tab);
                named.ok().flatten()
            }
            Ok(Some(search)) => match searched.iter().find(|(target, _)| **target == act.target) {
                Some((_, element)) => element.clone(),
                None if searched.len() > MAX_SEARCHES => None,
                None => {
                    let found = live_element::select(self.context, first.destination, &search);
                    let found = found.await.ok();
                    searched.push((&act.target, found.clone()));
                    found
                }
            },
            Err(_) => None,
        };
        let document = &reference.element.node.document;
        match element.filter(|element| element.resolved.element.node.document == *document) {
            Some(element) => Named::Element(Box::new(element)),
            None => Named::Unknown,
        }
    }
}
