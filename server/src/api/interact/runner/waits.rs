//! What waits for new elements find before the steps that may make them.

use super::ActionRunner;
use super::list::{StepList, StepPlace};
use crate::api::interact::{reads, values};
use crate::api::wait::OldMatches;
use axlens_protocol::agent::interact::Step;
use std::collections::HashMap;

impl ActionRunner<'_> {
    /// What waits for new elements find before the first step, by the steps of the waits.
    pub(super) async fn matches_before(&self) -> HashMap<String, OldMatches> {
        let mut old = HashMap::new();
        for (position, step) in self.request.actions.iter().enumerate() {
            if let Step::Read(read) = step
                && !(self.request.decides() && values::names_values(read))
                && let Some(matches) = reads::old_matches(self.context, self.request, read).await
            {
                old.insert(StepPlace::default().step(position), matches);
            }
        }
        old
    }

    /// What waits for new elements in a list find before its first step, unless that is known.
    pub(super) async fn note_old_matches(&mut self, list: &StepList<'_>) {
        for (position, step) in list.steps.iter().enumerate() {
            let number = list.step(position);
            if let Step::Read(read) = step
                && !self.old_matches.contains_key(&number)
                && let Some(matches) = reads::old_matches(self.context, self.request, read).await
            {
                self.old_matches.insert(number, matches);
            }
        }
    }
}
