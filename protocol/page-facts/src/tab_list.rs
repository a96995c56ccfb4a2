//! What the texts of a tab's lists have in common: a first line with the number of entries, a line
//! for each of them, and a line for each note.

use axlens_protocol::agent::TabHandle;
use axlens_snapshot::quote::single_line;

/// A list of a tab: its requests, errors or downloads.
pub struct TabList<'a> {
    /// What one entry is called, such as `request`; `s` is added for several ones.
    pub noun: &'a str,
    /// Number of matching entries; can be larger than that of `lines`.
    pub count: usize,
    /// The tab; `None` if it has no number, because no server lists it.
    pub tab: Option<TabHandle>,
    /// The time for the `after` of the next request.
    pub at: f64,
    /// The entries.
    pub lines: Vec<String>,
    /// What the list can't contain.
    pub notes: &'a [String],
}

impl TabList<'_> {
    /// The whole text.
    pub fn text(&self) -> String {
        let mut text = self.head();
        for line in self.lines.iter().cloned().chain(self.note_lines()) {
            text.push('\n');
            text += &line;
        }
        text
    }

    /// The first line: number of the entries, the tab, and the time of the last entry.
    pub fn head(&self) -> String {
        let Self { noun, count, .. } = self;
        let plural = if *count == 1 { "" } else { "s" };
        let tab = self.tab.map(|tab| format!(" of tab {tab}"));
        let listed = self.lines.len();
        let last = match listed < *count {
            true => format!(", the last {listed}"),
            false => String::new(),
        };
        let (tab, at) = (tab.unwrap_or_default(), in_steps(self.at));
        format!("...({count} {noun}{plural}{tab}{last}; up to {at})")
    }

    /// The last lines, one for each note.
    pub fn note_lines(&self) -> impl Iterator<Item = String> {
        self.notes.iter().map(|note| {
            let note = format!("...({note})");
            single_line(&note).into_owned()
        })
    }
}

/// A time in the steps of 0.1 ms in which browsers report it. Its digits after them differ from one
/// reader of the same JSON to another.
fn in_steps(time: f64) -> f64 {
    (time * 10.0).round() / 10.0
}

/// The time that the first line of an answer has, for the requests after it.
pub fn time(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|time| time.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_has_passed_through_json_has_the_same_text() {
        for at in [1_795_781_509_785.9, 1_795_781_509_785.900_1] {
            let list = TabList {
                noun: "request",
                count: 0,
                tab: None,
                at,
                lines: Vec::new(),
                notes: &[],
            };
            assert_eq!(list.text(), "...(0 requests; up to 1795781509785.9)");
        }
    }
}
