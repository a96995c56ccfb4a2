//! Lists of actions and reads, and the numbers of their steps.

use crate::api::live_element::Answered;
use axlens_protocol::agent::interact::Step;

/// Whether the steps after a list are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Continues,
    /// The request ends.
    Ends,
}

/// Where a list of steps is in a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct StepPlace {
    /// The steps and rounds around it, with a dot after each: `3#2.`.
    around: String,
    /// The number of steps before it in the same list.
    before: usize,
}

impl StepPlace {
    /// The list in a step, or in a round of one.
    pub fn within(step: &str) -> StepPlace {
        StepPlace {
            around: format!("{step}."),
            before: 0,
        }
    }

    /// The same list from a position on.
    pub fn from(&self, position: usize) -> StepPlace {
        StepPlace {
            around: self.around.clone(),
            before: self.before + position,
        }
    }

    /// The number of the step at a position.
    pub fn step(&self, position: usize) -> String {
        format!("{}{}", self.around, self.before + position + 1)
    }
}

/// Consecutive actions and reads.
pub(super) struct StepList<'s> {
    /// The steps, none of which decides.
    pub steps: &'s [Step],
    pub place: StepPlace,
    /// The answer follows the last of them.
    pub is_last: bool,
}

impl StepList<'_> {
    /// The number of the step at a position.
    pub fn step(&self, position: usize) -> String {
        self.place.step(position)
    }

    /// When the agent sees what the action at a position has changed.
    pub fn answered_after(&self, position: usize) -> Answered {
        match self.is_last && position + 1 == self.steps.len() {
            true => Answered::AfterTheAction,
            false => Answered::AfterLaterSteps,
        }
    }
}
