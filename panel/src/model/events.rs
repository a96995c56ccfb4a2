//! The events that the model takes, and the effects that it returns.

use super::records::Slot;
use crate::messages::ReportedFault;

/// An event of the user or of the worker.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The panel was opened.
    Opened,
    /// The port to the worker was disconnected and opened again.
    PortEnded,
    /// A question was answered.
    Answered(u32, String),
    /// A question was answered with a fault.
    Failed(u32, ReportedFault),
    /// The page may have changed.
    Changed,
    /// The status, as JSON.
    Status(String),
    /// What is to be shown: the body of a request to observe.
    Options(String),
    /// The page is to be read again.
    Read,
    /// Whether the page is to be read again whenever it changes.
    Follow(bool),
    /// To another line.
    Move(Motion),
    /// A line was pressed.
    Press(usize),
    /// The pointer is on a line, or on none.
    Hover(Option<usize>),
    /// The line's element is to be explained.
    Explain,
    /// The line's element is to be shown in Elements.
    Reveal,
    /// It could not be.
    NotRevealed,
    /// What was opened last is to be closed.
    Escape,
    /// A text is searched for.
    Search(String),
    /// To the next line with it, or the one before.
    Step {
        /// To the next.
        forward: bool,
    },
    /// Something is to be copied.
    Copy(Copied),
    /// The page is to be read for a comparison.
    Record(Slot),
}

/// A way through the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// So many lines down, or up.
    By(isize),
    /// To the first line.
    First,
    /// To the last line.
    Last,
    /// To the line around.
    Parent,
    /// To the first line inside.
    Child,
}

/// What can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The whole text.
    All,
    /// The line.
    Line,
    /// Its uid.
    Uid,
}

/// What is to be done outside.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// A message is to be sent to the worker.
    Post(String),
    /// A text is to be copied.
    Copy(String),
    /// An element is to be shown in Elements: its node id, and the address of its frame where that
    /// is not the main one.
    Reveal(u32, Option<String>),
    /// A part of the panel is to be drawn again.
    Draw(Part),
}

/// A part of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The lines, and the facts about the whole text.
    Text,
    /// Which line is the active one.
    Active,
    /// What was found.
    Search,
    /// How many tokens there are.
    Tokens,
    /// The element of the active line, and its explanation.
    Element,
    /// What changed, and the comparison.
    Changes,
    /// Which uids there are.
    Registry,
    /// Where the time went.
    Timings,
    /// The status, and the problems.
    State,
}

/// How many tokens a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// How many.
    pub count: usize,
    /// Counted, not estimated.
    pub exact: bool,
}
