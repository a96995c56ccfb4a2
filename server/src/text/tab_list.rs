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
    /// The tab.
    pub tab: TabHandle,
    /// The time for the `after` of the next request.
    pub at: f64,
    /// The entries.
    pub lines: Vec<String>,
    /// What the list can't contain.
    pub notes: &'a [String],
}

impl TabList<'_> {
    /// The whole text.
    pub fn text(self) -> String {
        let mut lines = vec![self.head()];
        lines.extend(self.lines);
        lines.extend(self.notes.iter().map(|note| {
            let note = format!("...({note})");
            single_line(&note).into_owned()
        }));
        lines.join("\n")
    }

    fn head(&self) -> String {
        let Self { noun, count, .. } = self;
        let plural = if *count == 1 { "" } else { "s" };
        let listed = self.lines.len();
        let last = match listed < *count {
            true => format!(", the last {listed}"),
            false => String::new(),
        };
        let (tab, at) = (self.tab, self.at);
        format!("...({count} {noun}{plural} of tab {tab}{last}; up to {at})")
    }
}
