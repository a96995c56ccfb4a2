//! The rows of several pages, each of them once.

use crate::api::get::rows;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::{DataRow, GetAnswer, GetRequest, Property};
use axlens_protocol::agent::interact::{CollectEnd, CollectedRows, Step};
use axlens_protocol::model::action::Action;
use std::collections::BTreeMap;

/// Maximum number of rows, and its default.
pub const MAX_ROWS: usize = 1_000;
/// Maximum length of the texts of an answer, in bytes.
const MAX_BYTES: usize = 200_000;
/// How often an action that scrolls may bring nothing new: the page may draw rows in advance.
const MAX_IDLE_SCROLLS: usize = 3;

/// The rows of the pages that were read.
pub(super) struct Collection {
    /// What the request gets, without the rows.
    pub rows: CollectedRows,
    /// The columns of all pages, in order.
    pub columns: Vec<String>,
    /// All rows, with all columns.
    all: Vec<DataRow>,
    /// What is read of each page: all rows.
    pub get: GetRequest,
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
    Replaces,
}

impl Collection {
    /// Without rows.
    pub fn new(get: &GetRequest, next: &Step) -> Collection {
        let next = match next {
            Step::Action(act) if matches!(act.action, Action::Scroll(_)) => NextKind::Scrolls,
            Step::Action(act) if matches!(act.action, Action::Press(_)) => NextKind::Presses,
            Step::Action(_) | Step::Read(_) | Step::Control(_) => NextKind::Replaces,
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

    /// Whether the rows are those in or around an element.
    pub fn names_element(&self) -> bool {
        let get = &self.get;
        let ids = [&get.uid, &get.id, &get.reference, &get.within];
        ids.into_iter().any(Option::is_some) || get.selector.is_some()
    }

    /// Reads the rows with the same columns from now on, wherever they are.
    pub fn forget_element(&mut self) {
        self.get = GetRequest {
            limit: self.get.limit,
            tab: self.get.tab,
            timeout_ms: self.get.timeout_ms,
            ..GetRequest::of(Property::Rows)
        };
    }

    /// The page does not have the controls of the rows any more.
    pub fn forget_controls(&mut self) {
        self.all.iter_mut().for_each(|row| row.controls.clear());
    }

    /// Adds the rows of a page. Returns why no more are read.
    pub fn add(&mut self, answer: GetAnswer) -> Option<CollectEnd> {
        self.rows.pages += 1;
        self.add_again(answer)
    }

    /// Adds the rows of a page that was read before. Returns why no more are read.
    pub fn add_again(&mut self, answer: GetAnswer) -> Option<CollectEnd> {
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
            NextKind::Replaces if longest == new.len() && are_equal(longest) => longest,
            NextKind::Replaces => 0,
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

    /// Checks the columns that the request names.
    ///
    /// # Errors
    /// `option_not_found` if the first page has no such column.
    pub fn check_columns(&self) -> Result<(), Fault> {
        let (columns, texts) = &self.wanted;
        rows::filter(&self.columns, texts).map(drop)?;
        let mut columns = columns.iter();
        columns.try_for_each(|name| rows::position(&self.columns, name).map(drop))
    }

    /// The rows and the columns that the request wants.
    ///
    /// # Errors
    /// `option_not_found` if there is no such column.
    pub fn finish(mut self, end: CollectEnd) -> Result<CollectedRows, Fault> {
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
