//! What changed between two texts of one page: by element, field by field. Works on what was
//! printed, so it says no more than the full text would, and all that it needs of the earlier text
//! is the text and a few numbers a line. Knows nothing of where that is stored.

mod fields;
mod keys;
mod order;
mod render_changes;

use crate::page_tree::Tree;
use crate::render::{LineKind, Rendered};
use crate::uid::Uid;
pub use fields::{Field, name_on_line};

/// Of the tokens of the full text, a delta must save this share; else the full text is the better
/// answer.
const MIN_SAVED: f64 = 0.3;

/// What a text is compared by: all that must be stored to find what changed since.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Base {
    /// One entry a line of the text.
    pub rows: Vec<Row>,
    /// By position of the frame: which life of which document.
    pub documents: Vec<String>,
    /// Address without its fragment.
    pub url: String,
}

/// A line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Level, from 0.
    pub depth: u32,
    /// What the line is.
    pub kind: LineKind,
    /// Position of the frame among [`Base::documents`].
    pub frame: u32,
    /// Node id in the frame's document; 0 for text and notes.
    pub node: u32,
    /// The line without indentation.
    pub line: Box<str>,
    /// The uid that the line has, as text; empty when it has none.
    pub uid: Box<str>,
}

/// What became of a text. Rows are named by their position in the old text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Delta {
    /// Rows that are gone.
    pub removed: Vec<usize>,
    /// Rows whose line is another one, where they stood or elsewhere.
    pub changed: Vec<Changed>,
    /// Rows that are new or stand elsewhere, in the order of the new text.
    pub placed: Vec<Placed>,
    /// Rows of the new text that are said: those that are new, another line, or stand elsewhere.
    pub said: Vec<usize>,
    documents: Vec<String>,
    url: String,
}

/// A row whose line is another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Changed {
    /// Which row.
    pub row: usize,
    /// Its line now.
    pub line: Box<str>,
    /// What differs.
    pub fields: Vec<Field>,
    uid: Box<str>,
}

/// A row that came to stand somewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// The row that moved, or a new one.
    pub what: What,
    /// Its level now.
    pub depth: u32,
    /// The line before it.
    pub after: Anchor,
    /// The line around it; `None` at the top.
    pub inside: Option<Anchor>,
}

/// What was placed.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// A row of the old text.
    Moved(usize),
    /// A new row.
    Added(Row),
}

/// The line that a place is given relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning of the text.
    Start,
    /// A row of the old text.
    Old(usize),
    /// One of [`Delta::placed`], by position.
    Placed(usize),
}

/// The answer to a request for what changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing did: one line that says so.
    Unchanged(String),
    /// The changes, and the rows of the new text that they say.
    Changes(String, Vec<usize>),
    /// The full text is to be sent, after a line that says why.
    Full(String),
}

/// The base that later texts are compared with.
pub fn base(rendered: &Rendered, tree: &Tree) -> Base {
    let document =
        |frame: &crate::page_tree::FrameInfo| format!("{} {}", frame.document, frame.world);
    let row = |line: &crate::render::PrintedLine| Row {
        depth: line.depth,
        kind: line.kind,
        // Text has no identity of its own, so its frame says nothing.
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
        url: without_fragment(&tree.main.url).to_owned(),
    }
}

/// What the old text is to the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// That of the snapshot with this number, which they were shown.
    Snapshot(u64),
    /// The page before actions of theirs, which they may have been shown only a part of.
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

/// Chooses the answer. `since`: what the old text is. `count` counts tokens; `full` is the new
/// text.
pub fn answer(
    old: Option<&Base>,
    new: &Base,
    since: Since,
    full: &str,
    count: &dyn Fn(&str) -> usize,
) -> Answer {
    let whole = |why: &str| Answer::Full(format!("...(full snapshot: {why})\n"));
    let Some(old) = old else {
        return whole("there is none before it with these options");
    };
    if old.documents.first() != new.documents.first() || old.url != new.url {
        return whole("the document is another one");
    }
    let delta = diff(old, new);
    if delta.is_empty() {
        return Answer::Unchanged(format!("...(unchanged since {since})\n"));
    }
    let text = render_changes::render_changes(&delta, old, since);
    let (changes, whole_text) = (count(&text), count(full));
    if changes as f64 > (1.0 - MIN_SAVED) * whole_text as f64 {
        return whole("too much changed for a list of changes to be shorter");
    }
    Answer::Changes(text, delta.said)
}

/// Why a format's texts are always sent in full; `None` for those that have deltas.
pub fn always_full(format: crate::options::Format) -> Option<&'static str> {
    use crate::options::Format;
    matches!(format, Format::Numbered | Format::Refs | Format::Tabs)
        .then_some("the ids of this format are of one snapshot only")
}

/// What became of the old text.
pub fn diff(old: &Base, new: &Base) -> Delta {
    let pairs = keys::pairs(old, new);
    let unmoved = order::unmoved(old, new, &pairs);
    let mut delta = Delta {
        documents: new.documents.clone(),
        url: new.url.clone(),
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
                let changes = delta.change(was, &old.rows[was], row);
                if changes || !unmoved[position] {
                    delta.said.push(position);
                }
                if unmoved[position] {
                    (None, Anchor::Old(was))
                } else {
                    (Some(What::Moved(was)), Anchor::Old(was))
                }
            }
            None => {
                delta.said.push(position);
                let placed = Anchor::Placed(delta.placed.len());
                (Some(What::Added(row.clone())), placed)
            }
        };
        if let Some(what) = what {
            delta.placed.push(Placed {
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

/// The new text, from the old one and what became of it.
pub fn apply(old: &Base, delta: &Delta) -> Base {
    let frame_of = |row: &Row| {
        let document = old
            .documents
            .get(row.frame as usize)
            .filter(|_| row.kind == LineKind::Element);
        let now =
            document.and_then(|document| delta.documents.iter().position(|each| each == document));
        now.and_then(|at| u32::try_from(at).ok())
            .unwrap_or(row.frame)
    };
    let mut rows: Vec<Row> = old
        .rows
        .iter()
        .map(|row| Row {
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

impl Delta {
    /// Nothing changed.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.changed.is_empty() && self.placed.is_empty()
    }

    /// Notes what differs; whether anything does.
    fn change(&mut self, row: usize, was: &Row, is: &Row) -> bool {
        let differs = was.line != is.line;
        if differs {
            let fields = fields::between(&was.line, &is.line);
            self.changed.push(Changed {
                row,
                line: is.line.clone(),
                fields,
                uid: is.uid.clone(),
            });
        }
        differs
    }
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

#[cfg(test)]
mod tests;
