//! Runs the steps that decide which others are executed.

use super::list::{Flow, StepList, StepPlace};
use super::upcoming::{Round, round_number, rounds_of};
use super::{ActionRunner, conditions};
use crate::api::interact::present::ActionsResult;
use crate::api::interact::values;
use axlens_protocol::agent::find::FindRequest;
use axlens_protocol::agent::interact::{
    ControlResult, ControlStep, ForEach, ForStep, LetStep, NamedValue, ReadAnswer, ReadStep,
    Rounds, Step, StepCondition, StepResult,
};
use axlens_protocol::{Code, Fault};
use futures_util::future::BoxFuture;
use std::borrow::Cow;
use std::sync::Arc;

/// Maximum number of rounds of a `for`.
pub const MAX_ROUNDS: usize = 100;

impl<'a> ActionRunner<'a> {
    /// Runs steps in order, up to the first fault or an outcome that ends the request.
    pub(super) async fn run_steps(
        &mut self,
        steps: &'a [Step],
        place: &StepPlace,
        result: &mut ActionsResult,
    ) -> Result<Flow, Fault> {
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            let flow = if let Step::Control(control) = step {
                let number = place.step(at);
                at += 1;
                let values = self.values.len();
                self.upcoming
                    .enter_steps(&steps[at..], place.from(at), values);
                let flow = self.run_control(control, &number, result).await;
                self.upcoming.leave();
                flow.inspect_err(|_| {
                    result.failed.get_or_insert(number);
                })?
            } else {
                let rest = &steps[at..];
                let is_plain = |step: &&Step| !matches!(step, Step::Control(_));
                let count = rest.iter().take_while(is_plain).count();
                let filled = self.fill(&rest[..count]).map_err(|(position, fault)| {
                    result.failed.get_or_insert(place.step(at + position));
                    fault
                })?;
                let list = StepList {
                    steps: &filled,
                    place: place.from(at),
                    is_last: *place == StepPlace::default() && count == rest.len(),
                };
                at += count;
                let values = self.values.len();
                self.upcoming
                    .enter_steps(&steps[at..], place.from(at), values);
                // In the heap: each level of steps in others would need its room on the stack.
                let flow = Box::pin(self.run_list(&list, result)).await;
                self.upcoming.leave();
                flow?
            };
            if flow == Flow::Ends {
                return Ok(flow);
            }
        }
        Ok(Flow::Continues)
    }

    /// Steps with the values in their texts. An error has the position of its step.
    fn fill<'s>(&self, steps: &'s [Step]) -> Result<Cow<'s, [Step]>, (usize, Fault)> {
        if !self.values.are_used() {
            return Ok(Cow::Borrowed(steps));
        }
        let fill = |(position, step): (usize, &Step)| {
            let filled = self.values.fill(step).and_then(|filled| {
                conditions::check_filled(self.context.agent, std::slice::from_ref(&filled))?;
                Ok(filled)
            });
            filled.map_err(|fault| (position, fault))
        };
        let filled = steps.iter().enumerate().map(fill);
        Ok(Cow::Owned(filled.collect::<Result<_, _>>()?))
    }

    /// Executes a read for a step that decides.
    pub(super) fn read_alone<'s>(
        &'s mut self,
        read: &'s ReadStep,
        result: &'s mut ActionsResult,
    ) -> BoxFuture<'s, Result<ReadAnswer, Fault>> {
        Box::pin(self.read((read, None), result))
    }

    /// Runs the steps in another one.
    fn run_nested<'s>(
        &'s mut self,
        steps: &'a [Step],
        place: StepPlace,
        result: &'s mut ActionsResult,
    ) -> BoxFuture<'s, Result<Flow, Fault>> {
        Box::pin(async move { self.run_steps(steps, &place, result).await })
    }

    async fn run_control(
        &mut self,
        control: &'a ControlStep,
        number: &str,
        result: &mut ActionsResult,
    ) -> Result<Flow, Fault> {
        self.count(1)?;
        let mut place = StepPlace::within(number);
        let branch = match control {
            ControlStep::If(step) => match self.holds(&step.condition, result).await? {
                true => &step.then,
                false => {
                    place = StepPlace::within(&format!("{number}.else"));
                    &step.otherwise
                }
            },
            ControlStep::Unless(step) => match self.holds(&step.unless, result).await? {
                true => return Ok(Flow::Continues),
                false => &step.then,
            },
            ControlStep::For(step) => return self.run_rounds(step, number, result).await,
            ControlStep::Let(step) => {
                self.store(step, number, result).await?;
                return Ok(Flow::Continues);
            }
            ControlStep::Collect(step) => return self.collect(step, number, result).await,
            ControlStep::Expect(step) => {
                let condition = self.values.fill(&*step.expect)?;
                let tested = self.test(&condition, result).await?;
                let instead = match tested.holds {
                    true => return Ok(Flow::Continues),
                    false => self.instead_of(&condition, &tested.subject, result).await,
                };
                return Err(conditions::not_as_expected(&condition, &instead));
            }
            ControlStep::Stop(step) => {
                let message = self.values.fill(&step.stop)?;
                let stopped = ControlResult::Stop(message);
                result.push(number.to_owned(), StepResult::Control(Box::new(stopped)));
                return Ok(Flow::Ends);
            }
        };
        let len = self.values.len();
        let flow = self.run_nested(branch, place, result).await;
        self.values.forget(len);
        flow
    }

    /// Runs the steps of a `for`, once for each value.
    async fn run_rounds(
        &mut self,
        step: &'a ForStep,
        number: &str,
        result: &mut ActionsResult,
    ) -> Result<Flow, Fault> {
        let (rounds, of) = self.rounds(step, result).await?;
        let rounds: Arc<[Round]> = rounds.into();
        for (at, values) in rounds.iter().enumerate() {
            self.count(1)?;
            let len = self.values.len();
            for (name, value) in values {
                self.values.store(name, value);
            }
            let place = StepPlace::within(&round_number(number, at));
            self.upcoming
                .enter_round((step, number), (&rounds, at + 1), len);
            let flow = self.run_nested(&step.steps, place, result).await;
            self.upcoming.leave();
            self.values.forget(len);
            if flow? == Flow::Ends {
                return Ok(Flow::Ends);
            }
        }
        let rounds = ControlResult::For(Rounds {
            rounds: rounds.len(),
            of,
        });
        result.push(number.to_owned(), StepResult::Control(Box::new(rounds)));
        Ok(Flow::Continues)
    }

    /// The values of each round, and the number of matches if there are more than rounds.
    async fn rounds(
        &mut self,
        step: &ForStep,
        result: &mut ActionsResult,
    ) -> Result<(Vec<Round>, Option<usize>), Fault> {
        let ForEach::Find(find) = &step.each else {
            return Ok((rounds_of(step).unwrap_or_default(), None));
        };
        let find = FindRequest {
            limit: find.limit.or(Some(MAX_ROUNDS)),
            ..self.values.fill(&**find)?
        };
        let read = ReadStep::Find(find);
        let ReadAnswer::Find(found) = self.read_alone(&read, result).await? else {
            return Ok((Vec::new(), None));
        };
        let uids = found.matches.into_iter().filter_map(|found| found.uid);
        let rounds: Vec<Round> = uids.map(|uid| step.named(uid)).collect();
        let of = (found.count > rounds.len()).then_some(found.count);
        Ok((rounds, of))
    }

    /// Reads a value, and stores it for the next steps.
    async fn store(
        &mut self,
        step: &LetStep,
        number: &str,
        result: &mut ActionsResult,
    ) -> Result<(), Fault> {
        let read = self.values.fill(&*step.from)?;
        conditions::check_filled(self.context.agent, &[Step::from(read.clone())])?;
        let value = match self.read_alone(&read, result).await? {
            ReadAnswer::Find(found) => {
                let uid = found.matches.into_iter().find_map(|found| found.uid);
                uid.ok_or_else(|| nothing_found(&step.name))?
            }
            ReadAnswer::Get(got) => {
                values::single_value(&got).ok_or_else(|| conditions::no_single_value(got.secret))?
            }
            ReadAnswer::AskUser(question) => question
                .answer
                .ok_or_else(|| conditions::not_answered(question.outcome))?,
            ReadAnswer::Wait(_)
            | ReadAnswer::Observe(_)
            | ReadAnswer::Screenshot(_)
            | ReadAnswer::Network(_)
            | ReadAnswer::Errors(_)
            | ReadAnswer::Downloads(_) => return Err(conditions::no_single_value(false)),
        };
        self.values.store(step.name.clone(), value.clone());
        let name = step.name.clone();
        let stored = ControlResult::Let(NamedValue { name, value });
        result.push(number.to_owned(), StepResult::Control(Box::new(stored)));
        Ok(())
    }

    async fn holds(
        &mut self,
        condition: &StepCondition,
        result: &mut ActionsResult,
    ) -> Result<bool, Fault> {
        let condition = self.values.fill(condition)?;
        Ok(self.test(&condition, result).await?.holds)
    }
}

fn nothing_found(name: &str) -> Fault {
    let message = format!("`{name}`: nothing matches that can be acted on.");
    Fault::new(Code::ScopeNotFound, message)
        .hint("Test with `if` whether there is a match, or search for something else.")
}
