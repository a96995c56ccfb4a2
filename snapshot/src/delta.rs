//! The differences between two texts of one page, by element and field. It compares printed lines,
//! so it needs only the earlier text and a few numbers per line.

pub mod background;
mod fields;
mod keys;
mod order;
mod render_changes;

use crate::page_tree::Tree;
use crate::quote::quoted;
use crate::render::{LineKind, Rendered};
use crate::uid::Uid;
pub use fields::{Field, name_on_line, without_distinction};

/// A text with fewer lines is never large enough for the rule about its changed half.
const MIN_LINES: usize = 40;

/// If more than half of a long text has changed, a delta must save this share of the tokens.
const MIN_SAVED: f64 = 0.3;

/// The stored form of a text, with which later texts are compared.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Base {
    /// One row for each line of the text.
    pub rows: Vec<BaseRow>,
    /// Document id and world of each frame.
    pub documents: Vec<String>,
}

/// A line of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BaseRow {
    /// Level, from 0.
    pub depth: u32,
    /// Kind of the line.
    pub kind: LineKind,
    /// Position of the frame among [`Base::documents`].
    pub frame: u32,
    /// Node id in the frame's document; 0 for text and notes.
    pub node: u32,
    /// The line without indentation.
    pub line: Box<str>,
    /// The uid on the line, as text; empty without a uid.
    pub uid: Box<str>,
}

/// The difference between two texts. Rows are identified by their position in the old text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Delta {
    /// Removed rows.
    pub removed: Vec<usize>,
    /// Rows with a changed line, moved or not.
    pub changed: Vec<ChangedRow>,
    /// Added and moved rows, in the order of the new text.
    pub placed: Vec<PlacedRow>,
    /// Positions of the added, changed and moved rows in the new text.
    pub printed: Vec<usize>,
    documents: Vec<String>,
}

/// A row with a changed line.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedRow {
    /// The row.
    pub row: usize,
    /// The new line.
    pub line: Box<str>,
    /// The fields that differ.
    pub fields: Vec<Field>,
    uid: Box<str>,
}

/// An added or moved row.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedRow {
    /// The moved row, or the new one.
    pub what: RowSource,
    /// Its new level.
    pub depth: u32,
    /// The line before it.
    pub after: Anchor,
    /// Its parent line; `None` at the top level.
    pub inside: Option<Anchor>,
}

/// The row of a [`PlacedRow`].
#[derive(Debug, Clone, PartialEq)]
pub enum RowSource {
    /// A row of the old text.
    Moved(usize),
    /// A new row.
    Added(BaseRow),
}

/// The line to which a position is relative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning of the text.
    Start,
    /// A row of the old text.
    Old(usize),
    /// One of [`Delta::placed`], by position.
    Placed(usize),
}

/// The answer to a request for a delta.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeltaAnswer {
    /// Nothing changed; the text is one line that says so.
    Unchanged(String),
    /// The changes, and the rows of the new text that they print.
    Changes(String, Vec<usize>),
    /// The full text must be sent, after a line with the reason.
    Full(FullReason),
}

/// The base with which later texts are compared.
pub fn base(rendered: &Rendered, tree: &Tree) -> Base {
    let document =
        |frame: &crate::page_tree::FrameInfo| format!("{} {}", frame.document, frame.world);
    let row = |line: &crate::render::PrintedLine| BaseRow {
        depth: line.depth,
        kind: line.kind,
        // Text has no identity, so its frame is irrelevant.
        frame: if line.kind == LineKind::Element {
            line.frame
        } else {
            0
        },
        node: line.node,
        line: rendered.line(line).into(),
        uid: line
            .uid
            .as_ref()
            .map(Uid::to_text)
            .unwrap_or_default()
            .into(),
    };
    Base {
        rows: rendered.lines.iter().map(row).collect(),
        documents: tree.frames.iter().map(document).collect(),
    }
}

/// The origin of the old text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// The snapshot with this number.
    Snapshot(u64),
    /// The page before the agent's actions, of which the agent may have received only a part.
    Actions,
}

impl std::fmt::Display for Since {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Since::Snapshot(number) => write!(f, "snapshot {number}"),
            Since::Actions => f.write_str("the actions began"),
        }
    }
}

/// Why a full text is sent instead of a delta. Its text is the reason that the agent reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FullReason {
    /// There is no earlier text to compare with.
    NoEarlierText,
    /// The tab shows another document than in the earlier text.
    OtherDocument,
    /// More than half of a long text has changed.
    MostLinesDiffer,
    /// The full text is shorter than the changes.
    Shorter,
    /// The ids of the format belong to one snapshot.
    IdsOfOneSnapshot,
    /// Nothing in the page matches this selector or id any more, so that the whole page is shown.
    ScopeGone(String),
}

impl std::fmt::Display for FullReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reason = match self {
            FullReason::NoEarlierText => "no earlier one with these options is stored",
            FullReason::OtherDocument => "the tab has loaded another document",
            FullReason::MostLinesDiffer => "more than half of the lines differ",
            FullReason::Shorter => "it is shorter than the changes",
            FullReason::IdsOfOneSnapshot => "the ids of this format are of one snapshot only",
            FullReason::ScopeGone(scope) => {
                return write!(
                    f,
                    "the scope {} is not found; this is the whole page",
                    quoted(scope)
                );
            }
        };
        f.write_str(reason)
    }
}

impl FullReason {
    /// The line before the full text.
    pub fn line(&self) -> String {
        format!("...(full snapshot: {self})\n")
    }
}

/// Chooses the answer. `since` is the origin of the old text, `full` the new text; `count` counts
/// tokens.
pub fn answer(
    old: Option<&Base>,
    new: &Base,
    since: Since,
    full: &str,
    count: &dyn Fn(&str) -> usize,
) -> DeltaAnswer {
    let Some(old) = old else {
        return DeltaAnswer::Full(FullReason::NoEarlierText);
    };
    if !old.has_same_document(new) {
        return DeltaAnswer::Full(FullReason::OtherDocument);
    }
    let delta = diff(old, new);
    if delta.is_empty() {
        return DeltaAnswer::Unchanged(format!("...(unchanged since {since})\n"));
    }
    let text = render_changes::render_changes(&delta, old, since);
    let (changes, whole) = (count(&text), count(full));
    if changes > whole + count(&FullReason::Shorter.line()) {
        return DeltaAnswer::Full(FullReason::Shorter);
    }
    let saves_little = changes as f64 > (1.0 - MIN_SAVED) * whole as f64;
    if saves_little && delta.changes_most_of(old, new) {
        return DeltaAnswer::Full(FullReason::MostLinesDiffer);
    }
    DeltaAnswer::Changes(text, delta.printed)
}

/// Why texts of a format are always sent in full; `None` if the format has deltas.
pub fn always_full(format: crate::options::Format) -> Option<FullReason> {
    use crate::options::Format;
    matches!(format, Format::Numbered | Format::Refs | Format::Tabs)
        .then_some(FullReason::IdsOfOneSnapshot)
}

/// Compares two texts.
pub fn diff(old: &Base, new: &Base) -> Delta {
    let pairs = keys::pairs(old, new);
    let unmoved = order::unmoved(old, new, &pairs);
    let mut delta = Delta {
        documents: new.documents.clone(),
        ..Delta::default()
    };
    let mut matched = vec![false; old.rows.len()];
    let mut above: Vec<(u32, Anchor)> = Vec::new();
    let mut before = Anchor::Start;
    for (position, row) in new.rows.iter().enumerate() {
        while above.last().is_some_and(|(depth, _)| *depth >= row.depth) {
            above.pop();
        }
        let inside = above.last().map(|(_, anchor)| *anchor);
        let (what, here) = match pairs[position] {
            Some(was) => {
                matched[was] = true;
                let differs = delta.compare_lines(was, &old.rows[was], row);
                if differs || !unmoved[position] {
                    delta.printed.push(position);
                }
                if unmoved[position] {
                    (None, Anchor::Old(was))
                } else {
                    (Some(RowSource::Moved(was)), Anchor::Old(was))
                }
            }
            None => {
                delta.printed.push(position);
                let placed = Anchor::Placed(delta.placed.len());
                (Some(RowSource::Added(row.clone())), placed)
            }
        };
        if let Some(what) = what {
            delta.placed.push(PlacedRow {
                what,
                depth: row.depth,
                after: before,
                inside,
            });
        }
        before = here;
        above.push((row.depth, here));
    }
    delta.removed = (0..old.rows.len()).filter(|row| !matched[*row]).collect();
    delta
}

/// Applies a delta to the old text.
pub fn apply(old: &Base, delta: &Delta) -> Base {
    let frame_of = |row: &BaseRow| {
        let document = old
            .documents
            .get(row.frame as usize)
            .filter(|_| row.kind == LineKind::Element);
        let now =
            document.and_then(|document| delta.documents.iter().position(|each| each == document));
        now.and_then(|at| u32::try_from(at).ok())
            .unwrap_or(row.frame)
    };
    let mut rows: Vec<BaseRow> = old
        .rows
        .iter()
        .map(|row| BaseRow {
            frame: frame_of(row),
            ..row.clone()
        })
        .collect();
    for changed in &delta.changed {
        rows[changed.row].line = changed.line.clone();
        rows[changed.row].uid = changed.uid.clone();
    }
    order::arrange(rows, delta)
}

impl Base {
    /// Whether two texts are of the same main document.
    pub fn has_same_document(&self, other: &Base) -> bool {
        self.documents.first() == other.documents.first()
    }

    /// Chrome's id of the document of a row; empty for a text.
    pub fn document_of(&self, row: &BaseRow) -> &str {
        if row.node == 0 {
            return "";
        }
        // Each entry is a document id and the number of its registry.
        let document = self.documents.get(row.frame as usize);
        document
            .and_then(|document| document.split(' ').next())
            .unwrap_or_default()
    }
}

impl Delta {
    /// Whether more than half of the lines differ, of a text that has many.
    fn changes_most_of(&self, old: &Base, new: &Base) -> bool {
        let lines = old.rows.len().max(new.rows.len());
        let same = new.rows.len() - self.printed.len();
        lines >= MIN_LINES && 2 * same < lines
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.changed.is_empty() && self.placed.is_empty()
    }

    /// Stores the difference between two lines. Returns whether they differ.
    fn compare_lines(&mut self, row: usize, old: &BaseRow, new: &BaseRow) -> bool {
        let differs = old.line != new.line
            && without_distinction(&old.line) != without_distinction(&new.line);
        if differs {
            let mut fields = fields::differing_fields(&old.line, &new.line);
            fields.retain(|field| field.name != fields::DISTINCTION);
            self.changed.push(ChangedRow {
                row,
                line: new.line.clone(),
                fields,
                uid: new.uid.clone(),
            });
        }
        differs
    }
}

#[cfg(test)]
mod tests;
