//! Renders the nodes of a view as text, with one file for each format. Each element is one line;
//! strings of the page are quoted. Only notes begin with `...(`.

pub mod lean;
mod line_parts;
pub mod numbered;
pub mod outline;
pub mod refs;
pub mod tabs;

use crate::context::ContextHash;
use crate::options::{Format, Options};
use crate::page_tree::{Tree, TreeNode};
use crate::role::Role;
use crate::uid::Uid;
use crate::view::View;

/// A text, with its lines and ids.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rendered {
    /// The text; ends with a line break.
    pub text: String,
    /// Every id of the text with its element, in the order of the lines.
    pub ids: Vec<PrintedId>,
    /// Every line of the text, in order, without a head before the first element.
    pub lines: Vec<PrintedLine>,
    /// Number of printed nodes.
    pub node_count: usize,
    /// Number of interactive nodes among them.
    pub interactive_count: usize,
    /// Whether nodes below the maximum depth were omitted.
    pub max_depth_reached: bool,
    /// How to see more.
    pub hint: Option<String>,
}

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineKind {
    /// An element, or the document.
    Element,
    /// A run of text.
    Text,
    /// A note: what is missing, and how to get it.
    #[default]
    Note,
}

/// A line of the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrintedLine {
    /// Kind of the line.
    pub kind: LineKind,
    /// Level, from 0.
    pub depth: u32,
    /// Position of the frame in the tree.
    pub frame: u32,
    /// Node id in that frame's document; 0 for text, the document and notes.
    pub node: u32,
    /// The number of its container (see [`crate::containers`]); 0 if it has none or they are not
    /// numbered.
    pub container: u32,
    /// The uid, if the line prints it.
    pub uid: Option<Uid>,
    /// Start of the line in the text, after its indentation. A text is far shorter than 4 GB,
    /// because messages of the extension are limited.
    pub start: u32,
    /// End of the line, before its line break.
    pub end: u32,
}

/// An id of a text, and its element.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrintedId {
    /// The printed id: a uid, `e5`, `7`.
    pub id: String,
    /// The uid, if the element is interactive.
    pub uid: Option<Uid>,
    /// Position of the frame in the tree.
    pub frame: usize,
    /// Node id in that frame's document.
    pub node: u32,
    /// The hash of the element's name and container in this snapshot.
    pub context: ContextHash,
    /// The role.
    pub role: Role,
    /// The element's line, without indentation.
    pub line: String,
    /// Position in the view.
    pub position: usize,
    /// Line of the text, from 0.
    pub row: usize,
}

/// One line of a format, before it is indented.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Line {
    pub depth: u32,
    pub text: String,
    /// The printed id, if it has one.
    pub id: Option<String>,
    /// Position of the node in the view; `None` for a note.
    pub position: Option<usize>,
}

/// Renders a view. `tree` has the title of the main document.
pub fn render(view: &View, tree: &Tree, options: &Options) -> Rendered {
    let mut lines = match options.format {
        Format::Outline => outline::lines(view, options),
        Format::Numbered => numbered::lines(view),
        Format::Refs => refs::lines(view, options),
        Format::Tabs => tabs::lines(view),
        Format::Lean => lean::lines(view, options),
    };
    let unit = options.format.indentation();
    if options.format == Format::Outline {
        outline::cap(&mut lines, unit);
    }
    let mut rendered = Rendered {
        max_depth_reached: view.depth_reached,
        hint: hint(view),
        ..Rendered::default()
    };
    if options.format == Format::Numbered {
        rendered.text = numbered::head(&tree.main.title);
    }
    let first = rendered.text.lines().count();
    for (row, line) in lines.into_iter().enumerate() {
        rendered.push(line, unit, view, first + row);
    }
    rendered
}

/// The omitted parts of the text, and how to get them.
fn hint(view: &View) -> Option<String> {
    let mut hints = Vec::new();
    if view.depth_reached {
        hints.push("The page goes deeper than max_depth: narrow the scope to a part of it, or raise max_depth (at most 15).".to_string());
    }
    if view.shortened > 0 {
        hints.push(format!(
            "{} texts are cut with …: without compact they are whole, and find shows the lines around a word.",
            view.shortened
        ));
    }
    (!hints.is_empty()).then(|| hints.join(" "))
}

impl Rendered {
    /// The text of a line, without its indentation.
    pub fn line(&self, printed: &PrintedLine) -> &str {
        &self.text[printed.start as usize..printed.end as usize]
    }

    fn push(&mut self, line: Line, unit: &str, view: &View, row: usize) {
        for _ in 0..line.depth {
            self.text.push_str(unit);
        }
        let end = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let start = end(&self.text);
        self.text.push_str(&line.text);
        let end = end(&self.text);
        self.text.push('\n');
        let mut printed = PrintedLine {
            depth: line.depth,
            start,
            end,
            ..PrintedLine::default()
        };
        if let Some(position) = line.position {
            let each = &view.nodes[position];
            printed.kind = if each.node.role == Role::Text {
                LineKind::Text
            } else {
                LineKind::Element
            };
            printed.frame = u32::try_from(each.frame).unwrap_or(u32::MAX);
            printed.node = each.node.node;
            printed.container = each.container;
            let prints = |uid: &&Uid| line.id.as_deref().is_some_and(|id| uid.equals_text(id));
            printed.uid = each.uid.as_ref().filter(prints).cloned();
            self.node_count += 1;
            self.interactive_count += usize::from(each.is_control());
            self.ids.extend(line.id.map(|id| PrintedId {
                id,
                uid: each.uid.clone(),
                frame: each.frame,
                node: each.node.node,
                context: each.node.context,
                role: each.node.role,
                line: line.text,
                position,
                row,
            }));
        }
        self.lines.push(printed);
    }
}

/// Prints the nodes in order, with their notes. `print` returns the text and id of a line; `None`
/// omits the node, and its contents move up.
pub(crate) fn each_line(
    view: &View,
    mut print: impl FnMut(usize, &TreeNode) -> Option<(String, Option<String>)>,
) -> Vec<Line> {
    let mut lines = Vec::with_capacity(view.nodes.len());
    // Open nodes: depth in the view, printed depth of their children, notes to print after them.
    let mut open: Vec<(u32, u32, &[String])> = Vec::new();
    for (position, each) in view.nodes.iter().enumerate() {
        while let Some((_, depth, notes)) = open.pop_if(|(depth, ..)| *depth >= each.node.depth) {
            lines.extend(notes.iter().map(|text| note(depth, text)));
        }
        let depth = open.last().map_or(0, |(_, depth, _)| *depth);
        let printed = print(position, each);
        let inside = depth + u32::from(printed.is_some());
        if let Some((text, id)) = printed {
            lines.push(Line {
                depth,
                text,
                id,
                position: Some(position),
            });
        }
        open.push((each.node.depth, inside, &each.notes));
    }
    while let Some((_, depth, notes)) = open.pop() {
        lines.extend(notes.iter().map(|text| note(depth, text)));
    }
    lines.extend(view.notes.iter().map(|text| note(0, text)));
    lines
}

/// The run of text that is the only content of an unnamed element that is not interactive. Some
/// formats print it on the element's line.
pub(crate) fn only_text(view: &View, position: usize) -> Option<&str> {
    let each = &view.nodes[position];
    let text = view.nodes.get(position + 1)?;
    let more = view
        .nodes
        .get(position + 2)
        .is_some_and(|next| next.node.depth > each.node.depth);
    let plain = each.node.role != Role::Text
        && !each.is_control()
        && each.node.name.is_empty()
        && each.node.value.is_none()
        && position > 0;
    let only = text.node.role == Role::Text
        && text.node.depth > each.node.depth
        && text.notes.is_empty()
        && text.node.states.unseen.is_none()
        && !more;
    (plain && only).then_some(text.node.name.as_str())
}

/// Whether the node is such a run of text.
pub(crate) fn printed_by_parent(view: &View, position: usize) -> bool {
    position > 0
        && view.nodes[position].node.role == Role::Text
        && only_text(view, position - 1).is_some()
}

/// A note as a line.
pub(crate) fn note(depth: u32, text: &str) -> Line {
    let text = if text.starts_with("...(") {
        text.to_string()
    } else {
        format!("...({text})")
    };
    Line {
        depth,
        text,
        id: None,
        position: None,
    }
}
