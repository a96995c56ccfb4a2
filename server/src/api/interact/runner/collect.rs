//! `collect`: reads rows, executes an action that brings the next ones, and so on.

use super::list::{Flow, StepList, StepPlace};
use super::upcoming::{Repeats, round_number};
use super::{ActionRunner, conditions};
use crate::agents::Agent;
use crate::api::get::rows;
use crate::api::interact::present::ActionsResult;
use crate::api::interact::{arguments, check_leaf, values};
use axlens_protocol::agent::get::{DataRow, GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::{
    CollectEnd, CollectStep, CollectedRows, ControlResult, Outcome, ReadAnswer, ReadStep, Step,
    StepResult,
};
use axlens_protocol::agent::wait::{WaitFor, WaitRequest};
use axlens_protocol::model::action::{Action, Settled};
use axlens_protocol::{Code, Fault};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Maximum number of pages.
const MAX_PAGES: usize = 100;
/// Maximum number of rows, and its default.
const MAX_ROWS: usize = 1_000;
/// Maximum length of the texts of an answer, in bytes.
const MAX_BYTES: usize = 200_000;
/// How long to wait for a page that still changes, in milliseconds.
const QUIET_MS: u64 = 2_000;
/// The next step if the element of `next` was on a page before.
const NAME_BY_SELECTOR: &str =
    "The action has loaded another page: name the element by a selector, such as `text=Next`.";
/// How often an action that scrolls may bring nothing new: the page may draw rows in advance.
const MAX_IDLE_SCROLLS: usize = 3;

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
            let rows = ControlResult::Collect(Box::new(collection.finish(end)?));
            result.push(number.to_owned(), StepResult::Control(Box::new(rows)));
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
                Ok(_) => return Err(Fault::new(Code::Internal, "no rows")),
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

/// The rows of the pages that were read.
struct Collection {
    rows: CollectedRows,
    /// The columns of all pages, in order.
    columns: Vec<String>,
    /// All rows, with all columns.
    all: Vec<DataRow>,
    /// What is read of each page: all rows.
    get: GetRequest,
    /// The columns to answer, and texts that rows must have, by column.
    wanted: (Vec<String>, BTreeMap<String, String>),
    limit: usize,
    next: NextKind,
    /// How often the last actions have brought nothing new.
    idle: usize,
}

/// What the action that brings the next rows does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextKind {
    /// The page may still have rows that it had before, and draws others in between.
    Scrolls,
    /// The page may still have rows that it had before.
    Presses,
    /// The page has other rows, or these and others.
    Turns,
}

impl Collection {
    fn new(get: &GetRequest, next: &Step) -> Collection {
        let next = match next {
            Step::Action(act) => match act.action {
                Action::Scroll(_) => NextKind::Scrolls,
                Action::Press(_) => NextKind::Presses,
                _ => NextKind::Turns,
            },
            Step::Read(_) | Step::Control(_) => NextKind::Turns,
        };
        let mut get = get.clone();
        let limit = get.limit.replace(MAX_ROWS).unwrap_or(MAX_ROWS);
        let columns = std::mem::take(&mut get.wanted_columns);
        let texts = std::mem::take(&mut get.row);
        Collection {
            rows: CollectedRows::default(),
            columns: Vec::new(),
            all: Vec::new(),
            get,
            wanted: (columns, texts),
            limit: limit.min(MAX_ROWS),
            next,
            idle: 0,
        }
    }

    fn names_element(&self) -> bool {
        let get = &self.get;
        let ids = [&get.uid, &get.id, &get.reference, &get.within];
        ids.into_iter().any(Option::is_some) || get.selector.is_some()
    }

    /// Reads the rows with the same columns from now on, wherever they are.
    fn forget_element(&mut self) {
        self.get = GetRequest {
            limit: self.get.limit,
            tab: self.get.tab,
            timeout_ms: self.get.timeout_ms,
            ..GetRequest::of(Property::Rows)
        };
    }

    /// The page does not have the controls of the rows any more.
    fn forget_controls(&mut self) {
        self.all.iter_mut().for_each(|row| row.controls.clear());
    }

    /// Adds the rows of a page. Returns why no more are read.
    fn add(&mut self, answer: GetAnswer) -> Option<CollectEnd> {
        self.rows.pages += 1;
        self.add_again(answer)
    }

    /// Adds the rows of a page that was read before. Returns why no more are read.
    fn add_again(&mut self, answer: GetAnswer) -> Option<CollectEnd> {
        let is_first = self.rows.pages <= 1;
        let before = self.all.len();
        for name in answer.columns {
            if !self.columns.contains(&name) {
                self.columns.push(name);
            }
        }
        (self.rows.claimed, self.rows.claim) = (answer.claimed, answer.claim);
        self.merge(answer.rows.unwrap_or_default());
        let is_full = self.all.len() >= MAX_ROWS || self.size() > MAX_BYTES;
        let is_enough = self.wanted.1.is_empty() && self.all.len() >= self.limit;
        if is_full || is_enough {
            return Some(CollectEnd::Rows);
        }
        if self.all.len() > before || is_first {
            self.idle = 0;
            return None;
        }
        self.idle += 1;
        let may_go_on = self.next == NextKind::Scrolls && self.idle < MAX_IDLE_SCROLLS;
        (!may_go_on).then_some(CollectEnd::NothingNew)
    }

    /// Adds rows to those before, without those that are read again.
    fn merge(&mut self, new: Vec<DataRow>) {
        let old = &mut self.all;
        let pairs = old.iter().zip(&new);
        let same = pairs.filter(|(old, new)| old.cells == new.cells).count();
        // A page that adds rows to the others still has them: most of them as they were.
        let is_longer = new.len() >= old.len() && same * 2 > old.len();
        let are_equal = |len: usize| {
            let last = old[old.len() - len..].iter();
            last.zip(&new).all(|(old, new)| old.cells == new.cells)
        };
        let longest = old.len().min(new.len());
        let overlap = match self.next {
            _ if is_longer => old.len(),
            NextKind::Scrolls | NextKind::Presses => {
                (1..=longest).rev().find(|len| are_equal(*len)).unwrap_or(0)
            }
            // The same page again.
            NextKind::Turns if longest == new.len() && are_equal(longest) => longest,
            NextKind::Turns => 0,
        };
        let is_gap = overlap == 0 && !old.is_empty() && !new.is_empty();
        self.rows.gaps += usize::from(is_gap && self.next == NextKind::Scrolls);
        old.truncate(old.len() - overlap);
        old.extend(new);
    }

    fn size(&self) -> usize {
        let cells = self.all.iter().flat_map(|row| &row.cells);
        cells.map(|(name, text)| name.len() + text.len()).sum()
    }

    /// The rows and the columns that the request wants.
    fn finish(mut self, end: CollectEnd) -> Result<CollectedRows, Fault> {
        let (columns, texts) = &self.wanted;
        let is_wanted = rows::filter(&self.columns, texts)?;
        self.rows.columns = match columns.is_empty() {
            true => self.columns.clone(),
            false => {
                let named = columns
                    .iter()
                    .map(|name| rows::position(&self.columns, name));
                let named: Vec<usize> = named.collect::<Result<_, _>>()?;
                named
                    .into_iter()
                    .map(|at| self.columns[at].clone())
                    .collect()
            }
        };
        let mut wanted: Vec<DataRow> = self.all.into_iter().filter(is_wanted).collect();
        self.rows.ended = match wanted.len() > self.limit {
            true => CollectEnd::Rows,
            false => end,
        };
        wanted.truncate(self.limit);
        for row in &mut wanted {
            row.cells.retain(|name, _| self.rows.columns.contains(name));
        }
        self.rows.rows = wanted;
        Ok(self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::interact::TargetedAction;
    use serde_json::json;

    fn collection(next: &serde_json::Value) -> Collection {
        let act: TargetedAction = serde_json::from_value(next.clone()).expect("an action");
        let get = GetRequest {
            limit: Some(9),
            ..GetRequest::of(Property::Rows)
        };
        Collection::new(&get, &Step::from(act))
    }

    fn page(names: &str) -> GetAnswer {
        let rows = names.chars().map(|name| DataRow {
            cells: [("Name".to_owned(), name.to_string())].into(),
            ..DataRow::default()
        });
        GetAnswer {
            columns: vec!["Name".to_owned()],
            rows: Some(rows.collect()),
            ..GetAnswer::default()
        }
    }

    fn names(rows: &CollectedRows) -> String {
        let cells = rows.rows.iter().map(|row| row.cells["Name"].clone());
        cells.collect()
    }

    #[test]
    fn rows_that_are_read_again_are_listed_once() {
        let click = json!({"action": "click", "selector": "text=Next"});
        let scroll = json!({"action": "scroll", "uid": "3", "by": [0, 100]});
        for (next, pages, expected, gaps) in [
            (&click, &["ab", "cd", "ee"][..], "abcdee", 0),
            // A button that adds rows, and a page that stays.
            (&click, &["ab", "abc", "abcd"], "abcd", 0),
            (&click, &["ab", "bc"], "abbc", 0),
            (&scroll, &["abc", "bcd", "cde"], "abcde", 0),
            (&scroll, &["abc", "abc", "bcd"], "abcd", 0),
            (&scroll, &["abc", "ef"], "abcef", 1),
        ] {
            let mut collection = collection(next);
            for names in pages {
                assert_eq!(collection.add(page(names)), None, "{pages:?}");
            }
            let rows = collection.finish(CollectEnd::Pages).expect("rows");
            assert_eq!(names(&rows), expected);
            assert_eq!(rows.gaps, gaps, "{pages:?}");
        }
    }

    #[test]
    fn nothing_new_and_too_many_rows_are_the_end() {
        let click = json!({"action": "click", "selector": "text=Next"});
        let mut paged = collection(&click);
        assert_eq!(paged.add(page("abc")), None);
        assert_eq!(paged.add(page("abc")), Some(CollectEnd::NothingNew));
        let mut many = collection(&click);
        assert_eq!(many.add(page("abcdefg")), None);
        assert_eq!(many.add(page("hijk")), Some(CollectEnd::Rows));
        let rows = many.finish(CollectEnd::Rows).expect("rows");
        assert_eq!(names(&rows), "abcdefghi");
    }

    #[test]
    fn rows_are_chosen_after_all_pages_were_read() {
        let click = json!({"action": "click", "selector": "text=Next"});
        let mut collection = collection(&click);
        collection.wanted.1 = [("*".to_owned(), "B".to_owned())].into();
        for names in ["ab", "cd", "eb"] {
            assert_eq!(collection.add(page(names)), None, "{names}");
        }
        let rows = collection.finish(CollectEnd::NoNext).expect("rows");
        assert_eq!(
            (names(&rows).as_str(), rows.ended),
            ("bb", CollectEnd::NoNext)
        );
    }
}
