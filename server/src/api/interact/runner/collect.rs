//! `collect`: reads rows, executes an action that brings the next ones, and so on.

mod collection;

use super::list::{Flow, StepList, StepPlace};
use super::upcoming::{Repeats, round_number};
use super::{ActionRunner, conditions};
use crate::agents::Agent;
use crate::api::interact::present::ActionsResult;
use crate::api::interact::{arguments, check_leaf, values};
use axlens_protocol::agent::get::{GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::{
    CollectEnd, CollectStep, ControlResult, Outcome, ReadAnswer, ReadStep, Step, StepResult,
};
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::action::Settled;
use axlens_protocol::{Code, Fault};
use collection::{Collection, MAX_ROWS};
use std::sync::Arc;

/// Maximum number of pages.
const MAX_PAGES: usize = 100;
/// How long to wait for a page that still changes, in milliseconds.
const QUIET_MS: u64 = 2_000;
/// The next step if the element of `next` was on a page before.
const NAME_BY_SELECTOR: &str =
    "The action has loaded another page: name the element by a selector, such as `text=Next`.";

/// The next step if the element of `next` is not on the first page.
const NO_SUCH_NEXT: &str = "The rows of the first page are there. Look for the control of the next page: `text=` takes its whole text, such as `text=Next page`. If there is none, this is the only page.";

/// Checks a step before the first one is executed.
///
/// # Errors
/// `bad_request`.
pub fn check(agent: &Arc<Agent>, step: &CollectStep) -> Result<(), Fault> {
    let get = &step.collect;
    if get.what != Property::Rows || get.offset.is_some() {
        let message = "`collect` reads `rows`, from the first one.";
        return Err(Fault::bad_request(message));
    }
    if !(1..=MAX_PAGES).contains(&step.pages) {
        let message = format!("`pages` must be from 1 to {MAX_PAGES}.");
        return Err(Fault::bad_request(message));
    }
    // A text with a value of another step is checked when it has the value.
    if values::names_values(step) {
        return Ok(());
    }
    check_leaf(agent, &Step::from(ReadStep::Get(get.clone())), false)?;
    check_leaf(agent, &Step::from(step.next.clone()), false)
}

/// What an action has brought.
enum Turned {
    /// The next rows.
    Next,
    /// Nothing.
    NothingNew,
    /// Its element is disabled or gone, and why.
    NoNext(String),
    /// Its outcome ends the request.
    Stop,
}

impl ActionRunner<'_> {
    /// Collects rows.
    pub(super) async fn collect(
        &mut self,
        step: &CollectStep,
        number: &str,
        result: &mut ActionsResult,
    ) -> Result<Flow, Fault> {
        let get = self.values.fill(&step.collect)?;
        let next = [Step::from(self.values.fill(&step.next)?)];
        let read = Step::from(ReadStep::Get(get.clone()));
        conditions::check_filled(self.context.agent, &[read, next[0].clone()])?;
        let mut collection = Collection::new(&get, &next[0]);
        let pages = (&next[..], number, step.pages);
        let read = self.read_pages(pages, &mut collection, result);
        let ended = Box::pin(read).await;
        if collection.rows.pages > 0 {
            let end = ended.as_ref().map_or(CollectEnd::Failed, |(end, _)| *end);
            match collection.finish(end) {
                Ok(rows) => {
                    let rows = ControlResult::Collect(Box::new(rows));
                    result.push(number.to_owned(), StepResult::Control(Box::new(rows)));
                }
                // The fault before is the reason.
                Err(fault) => return ended.and(Err(fault)),
            }
        }
        ended.map(|(_, flow)| flow)
    }

    /// Reads the pages of a step with this number, as many as there are.
    async fn read_pages(
        &mut self,
        (next, number, most): (&[Step], &str, usize),
        collection: &mut Collection,
        result: &mut ActionsResult,
    ) -> Result<(CollectEnd, Flow), Fault> {
        loop {
            self.count(1)?;
            if let Some(end) = self.read_page(collection, result).await? {
                return Ok((end, Flow::Continues));
            }
            let read = collection.rows.pages;
            if read >= most {
                return Ok((CollectEnd::Pages, Flow::Continues));
            }
            match self
                .turn(next, (number, (read - 1, most - 1)), result)
                .await?
            {
                Turned::Next => collection.forget_controls(),
                Turned::NothingNew => return Ok((CollectEnd::NothingNew, Flow::Continues)),
                Turned::NoNext(why) => {
                    collection.rows.why = Some(why);
                    return Ok((CollectEnd::NoNext, Flow::Continues));
                }
                Turned::Stop => return Ok((CollectEnd::Failed, Flow::Ends)),
            }
        }
    }

    /// Adds the rows of the page as it is now, and again if it was not complete. Returns why no
    /// more are read.
    async fn read_page(
        &mut self,
        collection: &mut Collection,
        result: &mut ActionsResult,
    ) -> Result<Option<CollectEnd>, Fault> {
        let is_first = collection.rows.pages == 0;
        if !is_first && result.settled != Settled::Quiet {
            self.wait_until_quiet(result).await?;
        }
        let answer = self.rows(collection, result).await?;
        let ended = match answer {
            Some(answer) => collection.add(answer),
            None => Some(CollectEnd::OtherColumns),
        };
        let may_be_early = matches!(
            ended,
            Some(CollectEnd::OtherColumns | CollectEnd::NothingNew)
        );
        if is_first {
            collection.check_columns()?;
        }
        if is_first || !may_be_early {
            return Ok(ended);
        }
        self.wait_until_quiet(result).await?;
        Ok(match self.rows(collection, result).await? {
            Some(answer) => collection.add_again(answer),
            None => Some(CollectEnd::OtherColumns),
        })
    }

    /// Waits for a page that may still be drawing its rows.
    async fn wait_until_quiet(&mut self, result: &mut ActionsResult) -> Result<(), Fault> {
        let wait = ReadStep::Wait(WaitRequest {
            event: WaitFor::Quiet,
            timeout_ms: Some(QUIET_MS),
            ..WaitRequest::default()
        });
        match self.read_alone(&wait, result).await {
            Err(fault) if fault.code != Code::NotYet => Err(fault),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// All rows of the page as it is now. `None`: a later page has none with the same columns.
    async fn rows(
        &mut self,
        collection: &mut Collection,
        result: &mut ActionsResult,
    ) -> Result<Option<GetAnswer>, Fault> {
        let is_first = collection.rows.pages == 0;
        let mut all: Option<GetAnswer> = None;
        loop {
            let offset = all.iter().flat_map(|all| &all.rows).map(Vec::len).sum();
            let read = ReadStep::Get(GetRequest {
                offset: Some(offset),
                columns_before: collection.columns.clone(),
                ..collection.get.clone()
            });
            let answer = match self.read_alone(&read, result).await {
                Ok(ReadAnswer::Get(answer)) => answer,
                Ok(
                    ReadAnswer::Find(_)
                    | ReadAnswer::Wait(_)
                    | ReadAnswer::Observe(_)
                    | ReadAnswer::Screenshot(_)
                    | ReadAnswer::Network(_)
                    | ReadAnswer::Errors(_)
                    | ReadAnswer::Downloads(_)
                    | ReadAnswer::AskUser(_),
                ) => return Err(Fault::new(Code::Internal, "no rows")),
                // The element of the first page is gone.
                Err(fault) if !is_first && is_gone(&fault) && collection.names_element() => {
                    collection.forget_element();
                    continue;
                }
                Err(fault) if !is_first && has_no_rows(&fault) => return Ok(None),
                Err(fault) => return Err(fault),
            };
            let more = answer.next_offset.is_some();
            match &mut all {
                Some(all) => {
                    let rows = all.rows.get_or_insert_default();
                    rows.extend(answer.rows.unwrap_or_default());
                }
                None => all = Some(answer),
            }
            let len = all
                .iter()
                .flat_map(|all| &all.rows)
                .map(Vec::len)
                .sum::<usize>();
            if !more || len >= MAX_ROWS {
                return Ok(all);
            }
        }
    }

    /// Executes the action that brings the next rows.
    async fn turn(
        &mut self,
        next: &[Step],
        (number, (round, rounds)): (&str, (usize, usize)),
        result: &mut ActionsResult,
    ) -> Result<Turned, Fault> {
        let list = StepList {
            steps: next,
            place: StepPlace::within(&round_number(number, round)),
            is_last: false,
        };
        let act = next.iter().find_map(|step| match step {
            Step::Action(act) => Some((**act).clone()),
            Step::Read(_) | Step::Control(_) => None,
        });
        let act = act.ok_or_else(|| Fault::new(Code::Internal, "no action"))?;
        let is_by_id = arguments::ids(&act).next().is_some();
        let repeats = Repeats {
            number: number.to_owned(),
            act,
            rounds: round + 1..rounds,
        };
        self.upcoming.enter_repeats(repeats, self.values.len());
        // In the heap, as every list of steps.
        let flow = Box::pin(self.run_list(&list, result)).await;
        self.upcoming.leave();
        let ended = match flow {
            Ok(Flow::Ends) => Turned::Stop,
            Ok(Flow::Continues) => match result.results.last() {
                Some(StepResult::Action(last)) if has_changed_nothing(last.outcome) => {
                    Turned::NothingNew
                }
                _ => Turned::Next,
            },
            // The id was of a page before.
            Err(fault) if fault.code == Code::StaleUid && is_by_id && self.has_loaded => {
                return Err(fault.hint(NAME_BY_SELECTOR));
            }
            // A selector that has never matched is wrong, unless the page has no other pages, as
            // in a loop over several lists.
            Err(fault)
                if fault.code == Code::ScopeNotFound && round == 0 && !number.contains('#') =>
            {
                return Err(fault.hint(NO_SUCH_NEXT));
            }
            Err(fault) if is_gone(&fault) || fault.code == Code::ElementDisabled => {
                result.failed = None;
                Turned::NoNext(fault.message)
            }
            Err(fault) => return Err(fault),
        };
        Ok(ended)
    }
}

/// Whether the element of a request is not in the page.
fn is_gone(fault: &Fault) -> bool {
    matches!(
        fault.code,
        Code::StaleUid | Code::ScopeNotFound | Code::ElementNotVisible
    )
}

fn has_no_rows(fault: &Fault) -> bool {
    fault.code == Code::NotApplicable
}

fn has_changed_nothing(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Unchanged | Outcome::Already)
}
