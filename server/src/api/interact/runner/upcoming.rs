//! The actions of a request after the one that is executed, as far as they are known: those of
//! later rounds and of both branches of a condition too.

use super::list::StepPlace;
use crate::api::interact::values::Values;
use axlens_protocol::agent::interact::{ControlStep, ForEach, ForStep, Step, TargetedAction};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of actions that are listed.
const MAX_LISTED: usize = 200;

/// Maximum length of the actions that are listed, in bytes of JSON: the files of an upload can be
/// large, and each round has them.
const MAX_BYTES: usize = 256 * 1024;

/// The values of a round of a `for`: names and values.
pub(super) type Round = Vec<(String, String)>;

/// The lists of steps and the rounds around the step that is executed, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Upcoming<'a> {
    around: Vec<Around<'a>>,
}

/// What is executed after the end of a step or a round.
#[derive(Debug)]
struct Around<'a> {
    /// The number of values that are stored then.
    values: usize,
    after: After<'a>,
}

#[derive(Debug)]
enum After<'a> {
    /// The other steps of a list.
    Steps(&'a [Step], StepPlace),
    /// The other rounds of a `for`.
    Rounds(RemainingRounds<'a>),
    /// An action that is repeated.
    Repeats(Box<Repeats>),
}

/// An action that is executed again in each round of a step, as the only one.
#[derive(Debug, Clone)]
pub(super) struct Repeats {
    /// The number of the step.
    pub number: String,
    /// The action, with its values.
    pub act: TargetedAction,
    /// The rounds that have not begun.
    pub rounds: Range<usize>,
}

/// Rounds of a `for` that have not begun.
#[derive(Debug)]
struct RemainingRounds<'a> {
    step: &'a ForStep,
    /// The number of the step.
    number: String,
    rounds: Arc<[Round]>,
    /// The number of rounds that have begun.
    begun: usize,
}

/// An action that may be executed later.
#[derive(Debug)]
pub(super) struct UpcomingAction {
    /// The number of its step.
    pub step: String,
    /// The action, with its values.
    pub act: TargetedAction,
    /// It is in a loop.
    pub is_repeated: bool,
    /// A condition decides whether it is executed.
    pub is_conditional: bool,
}

/// The actions that may be executed later.
#[derive(Debug)]
pub(super) struct UpcomingActions {
    /// Those that are known, in order.
    pub known: Vec<UpcomingAction>,
    /// The number of the others; of rounds that were not walked through, at least.
    pub later: usize,
    /// The number of bytes that more of them may have.
    room: usize,
}

impl UpcomingActions {
    /// The first of them.
    pub fn new(known: Vec<UpcomingAction>) -> UpcomingActions {
        UpcomingActions {
            known,
            later: 0,
            room: MAX_BYTES,
        }
    }

    fn is_full(&self) -> bool {
        self.known.len() >= MAX_LISTED
    }
}

impl<'a> Upcoming<'a> {
    /// Notes the steps after one that is executed, with the number of values that they have.
    pub fn enter_steps(&mut self, steps: &'a [Step], place: StepPlace, values: usize) {
        let after = After::Steps(steps, place);
        self.around.push(Around { values, after });
    }

    /// Notes the rounds after one that is executed, of the `for` of this number.
    pub fn enter_round(
        &mut self,
        (step, number): (&'a ForStep, &str),
        (rounds, begun): (&Arc<[Round]>, usize),
        values: usize,
    ) {
        let rounds = RemainingRounds {
            step,
            number: number.to_owned(),
            rounds: rounds.clone(),
            begun,
        };
        let after = After::Rounds(rounds);
        self.around.push(Around { values, after });
    }

    /// Notes the rounds after one that is executed, of an action that is repeated.
    pub fn enter_repeats(&mut self, repeats: Repeats, values: usize) {
        let after = After::Repeats(Box::new(repeats));
        self.around.push(Around { values, after });
    }

    /// The steps or the round that were entered last have ended.
    pub fn leave(&mut self) {
        self.around.pop();
    }

    /// Whether the step that is executed is in a loop.
    pub fn is_repeated(&self) -> bool {
        self.loops() > 0
    }

    /// The number of loops around the step that is executed.
    fn loops(&self) -> usize {
        let is_loop = |around: &&Around<'_>| match around.after {
            After::Rounds(_) | After::Repeats(_) => true,
            After::Steps(..) => false,
        };
        self.around.iter().filter(is_loop).count()
    }

    /// Whether steps follow on those of the list that is executed.
    pub fn is_empty(&self) -> bool {
        self.around.iter().all(|around| match &around.after {
            After::Steps(steps, _) => steps.is_empty(),
            After::Rounds(rounds) => rounds.begun == rounds.rounds.len(),
            After::Repeats(repeats) => repeats.rounds.is_empty(),
        })
    }

    /// Adds the actions that follow on those of the list that is executed, whose values these are.
    pub fn add_to(&self, actions: &mut UpcomingActions, mut values: Values) {
        let mut loops = self.loops();
        for Around { values: len, after } in self.around.iter().rev() {
            values.forget(*len);
            let mut walk = Walk {
                actions,
                values: &mut values,
                is_repeated: loops > 0,
                is_conditional: false,
            };
            let walked = match after {
                After::Steps(steps, place) => walk.steps(steps, place),
                After::Rounds(rounds) => {
                    loops -= 1;
                    walk.rounds(rounds)
                }
                After::Repeats(repeats) => {
                    loops -= 1;
                    walk.repeats(repeats);
                    Walked::On
                }
            };
            if walked == Walked::Ended {
                return;
            }
        }
    }
}

/// A walk through steps in the order in which they may be executed.
struct Walk<'w> {
    actions: &'w mut UpcomingActions,
    values: &'w mut Values,
    is_repeated: bool,
    is_conditional: bool,
}

/// Whether steps after a list are executed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walked {
    On,
    /// The request ends.
    Ended,
}

impl Walk<'_> {
    fn steps(&mut self, steps: &[Step], place: &StepPlace) -> Walked {
        for (position, step) in steps.iter().enumerate() {
            let number = place.step(position);
            let walked = match step {
                Step::Action(act) => {
                    self.action(act, number);
                    Walked::On
                }
                Step::Read(_) => Walked::On,
                Step::Control(control) => self.control(control, &number),
            };
            if walked == Walked::Ended {
                return walked;
            }
        }
        Walked::On
    }

    fn action(&mut self, act: &TargetedAction, step: String) {
        match self.actions.is_full() {
            true => self.actions.later += 1,
            false => match self.values.fill(act) {
                Ok(act) => self.add(act, step),
                Err(_) => self.actions.later += 1,
            },
        }
    }

    /// Adds an action that has its values.
    fn add(&mut self, act: TargetedAction, step: String) {
        let size = serde_json::to_string(&act).map_or(0, |json| json.len());
        if self.actions.is_full() || size > self.actions.room {
            self.actions.later += 1;
            return;
        }
        self.actions.room -= size;
        self.actions.known.push(UpcomingAction {
            step,
            act,
            is_repeated: self.is_repeated,
            is_conditional: self.is_conditional,
        });
    }

    fn control(&mut self, control: &ControlStep, number: &str) -> Walked {
        match control {
            ControlStep::If(step) => {
                self.branch(&step.then, &StepPlace::within(number));
                let otherwise = StepPlace::within(&format!("{number}.else"));
                self.branch(&step.otherwise, &otherwise);
            }
            ControlStep::Unless(step) => self.branch(&step.then, &StepPlace::within(number)),
            ControlStep::For(step) => match rounds_of(step) {
                Some(rounds) => {
                    return self.rounds(&RemainingRounds {
                        step,
                        number: number.to_owned(),
                        rounds: rounds.into(),
                        begun: 0,
                    });
                }
                None => self.actions.later += actions_in(&step.steps),
            },
            ControlStep::Let(step) => self.values.hide(&step.name),
            ControlStep::Collect(step) => match self.values.fill(&step.next) {
                Ok(act) => self.repeats(&Repeats {
                    number: number.to_owned(),
                    act,
                    rounds: 0..step.pages.saturating_sub(1),
                }),
                Err(_) => self.actions.later += 1,
            },
            ControlStep::Expect(_) => {}
            ControlStep::Stop(_) => return Walked::Ended,
        }
        Walked::On
    }

    /// An action that is repeated until the page has nothing new.
    fn repeats(&mut self, repeats: &Repeats) {
        let before = (self.is_repeated, self.is_conditional);
        (self.is_repeated, self.is_conditional) = (true, true);
        for at in repeats.rounds.clone() {
            let place = StepPlace::within(&round_number(&repeats.number, at));
            self.add(repeats.act.clone(), place.step(0));
        }
        (self.is_repeated, self.is_conditional) = before;
    }

    fn branch(&mut self, steps: &[Step], place: &StepPlace) {
        let was_conditional = std::mem::replace(&mut self.is_conditional, true);
        self.steps(steps, place);
        self.is_conditional = was_conditional;
    }

    fn rounds(&mut self, remaining: &RemainingRounds<'_>) -> Walked {
        let RemainingRounds { step, rounds, .. } = remaining;
        let before = (self.is_repeated, self.is_conditional);
        self.is_repeated = true;
        self.is_conditional |= has_stop(&step.steps);
        let len = self.values.len();
        let mut walked = Walked::On;
        for (at, values) in rounds.iter().enumerate().skip(remaining.begun) {
            if self.actions.is_full() {
                let left = rounds.len() - at;
                self.actions.later += actions_in(&step.steps).saturating_mul(left);
                break;
            }
            for (name, value) in values {
                self.values.store(name, value);
            }
            let place = StepPlace::within(&round_number(&remaining.number, at));
            walked = self.steps(&step.steps, &place);
            self.values.forget(len);
            if walked == Walked::Ended {
                break;
            }
        }
        (self.is_repeated, self.is_conditional) = before;
        walked
    }
}

/// The number of a round: `3#2` is the second one of step 3.
pub(super) fn round_number(step: &str, at: usize) -> String {
    format!("{step}#{}", at + 1)
}

/// The values of each round, if no read determines them.
pub(super) fn rounds_of(step: &ForStep) -> Option<Vec<Round>> {
    match &step.each {
        ForEach::Times(times) => {
            let rounds = (1..=*times).map(|round| step.named(round.to_string()));
            Some(rounds.collect())
        }
        ForEach::Rows(rows) => Some(rows.iter().map(fields).collect()),
        ForEach::Find(_) => None,
    }
}

fn fields(row: &BTreeMap<String, Value>) -> Round {
    let text_of = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let fields = row
        .iter()
        .map(|(name, value)| (name.clone(), text_of(value)));
    fields.collect()
}

/// The number of actions in steps, each counted once.
fn actions_in(steps: &[Step]) -> usize {
    let count = |step: &Step| match step {
        Step::Action(_) => 1,
        Step::Read(_) => 0,
        Step::Control(control) => control.lists().into_iter().map(actions_in).sum(),
    };
    steps.iter().map(count).sum()
}

/// Whether a step in these ends the request before its end.
fn has_stop(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Action(_) | Step::Read(_) => false,
        Step::Control(control) => {
            let is_stop = matches!(**control, ControlStep::Stop(_));
            is_stop || control.lists().into_iter().any(has_stop)
        }
    })
}
