//! The events that the model processes, and the effects that it returns.

use super::lists::PanelView;
use super::reading_history::RecordSlot;
use crate::messages::ReportedFault;

/// An event of the user or of the worker.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The panel was opened.
    Opened,
    /// The port to the worker was disconnected and opened again.
    PortEnded,
    /// A request was answered.
    Answered(u32, String),
    /// A request was answered with a fault.
    Failed(u32, ReportedFault),
    /// The page may have changed.
    Changed,
    /// The status, as JSON.
    Status(String),
    /// The options were changed: the body of a request to observe.
    Options(String),
    /// Activates a view.
    Select(PanelView),
    /// Read the page or the list of the active view again.
    Read,
    /// Begin to record what the active list has.
    StartRecording,
    /// Turns reading the page after each change on or off.
    WatchChanges(bool),
    /// Moves to another line.
    Move(LineNavigation),
    /// A line was clicked.
    Click(usize),
    /// The pointer is on a line, or on no line.
    Hover(Option<usize>),
    /// Explains the element of the line.
    Explain,
    /// Reveals the element of the line in the Elements panel.
    Reveal,
    /// The element could not be revealed.
    NotRevealed,
    /// Closes the explanation and the note.
    Escape,
    /// Searches for a text.
    Search(String),
    /// Moves to the next or the previous match.
    StepSearch {
        /// To the next match.
        forward: bool,
    },
    /// Copies a text.
    Copy(CopyTarget),
    /// Reads the page for a comparison.
    Record(RecordSlot),
}

/// A movement of the active line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineNavigation {
    /// A number of lines down, or up if negative.
    By(isize),
    /// To the first line.
    First,
    /// To the last line.
    Last,
    /// To the parent line.
    Parent,
    /// To the first child line.
    Child,
}

/// A text that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyTarget {
    /// The whole text.
    All,
    /// The line.
    Line,
    /// The uid of the line.
    Uid,
}

/// An effect of an event.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send a message to the worker.
    Post(String),
    /// Copy a text.
    Copy(String),
    /// Reveal an element in the Elements panel: its node id, and the address of its frame if that
    /// is not the main frame.
    Reveal(u32, Option<String>),
    /// Draw a part of the panel again.
    Draw(PanelPart),
}

/// A part of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelPart {
    /// Which view is active.
    View,
    /// The lines, and the facts about the text of the active view.
    Text,
    /// The lines of the active list.
    List,
    /// The active line.
    Active,
    /// The search.
    Search,
    /// The number of tokens.
    Tokens,
    /// The element of the active line, and its explanation.
    Element,
    /// The changes, and the comparison.
    Changes,
    /// The uids.
    Registry,
    /// The times of the stages.
    Timings,
    /// The status, and the problems.
    State,
}

/// The number of tokens of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenCount {
    /// The number.
    pub count: usize,
    /// Whether the number was counted, not estimated.
    pub exact: bool,
}
