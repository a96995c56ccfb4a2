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
        let (tab, at) = (tab.unwrap_or_default(), self.at);
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

/// The time that the first line of an answer has, for the requests after it.
pub fn time(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|time| time.is_finite())
}
