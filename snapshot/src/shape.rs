//! Selects the nodes of a page that are printed, with an ordered list of rules. Each rule is a
//! function over the list of nodes. Nodes that a rule omits are counted in a note, unless an option
//! requests the omission.

pub mod compact;
mod filters;
mod folds;
mod inline;
mod labels;
mod matches;
mod names;
mod repeats;
mod rows;
mod twins;
mod wrappers;

use crate::options::{Format, Options};
use crate::page_tree::{FRAME_NOT_READ, Tree};
use crate::view::View;

/// Selects and arranges the printed nodes. Rules select the part of the page first, then its
/// elements; then they remove repetitions, and finally fold and cut, so that a fold counts only
/// nodes that would be printed. The nodes move from the tree into the view.
pub fn shape(tree: &mut Tree, options: &Options) -> View {
    let mut view = View {
        nodes: std::mem::take(&mut tree.nodes),
        ..View::default()
    };
    view.remove_where(|_, each| each.node.represented);
    match options.criteria {
        Some(_) => matches::only_matches(&mut view, tree, options),
        None => filters::scope(&mut view, tree, options),
    }
    filters::modal(&mut view, options);
    filters::aria_hidden(&mut view, options);
    filters::roles(&mut view, options);
    filters::exclude_patterns(&mut view, options);
    filters::viewport(&mut view, options);
    filters::interactive(&mut view, options);
    // In `refs` named content has an id, and compaction removes no id.
    if options.format == Format::Lean || options.compact && options.format != Format::Refs {
        names::drop_names_repeated_by_content(&mut view);
        names::drop_names_repeated_by_headings(&mut view);
    }
    repeats::drop_text_repeated_by_name(&mut view);
    // Folding needs the wrappers, so it is before their removal. Search results are never folded.
    let folds = options.fold || options.format == Format::Outline && !options.interactive_only;
    if folds && options.find.is_none() && options.criteria.is_none() {
        folds::fold(&mut view, options);
    }
    if options.format == Format::Lean {
        shorten_notes(&mut view);
        inline::join_inline_text(&mut view);
        inline::drop_ornaments(&mut view);
        rows::join_cells(&mut view, usize::MAX);
        wrappers::unwrap_wrappers(&mut view);
        labels::drop_labels(&mut view);
    }
    filters::find(&mut view, options);
    if options.compact {
        compact::compact(&mut view, options);
    }
    filters::depth(&mut view, options);
    view
}

/// In `lean` the reason why a frame was not read is only in the header, not in the note.
fn shorten_notes(view: &mut View) {
    for note in view.nodes.iter_mut().flat_map(|each| &mut each.notes) {
        if note.starts_with(FRAME_NOT_READ) {
            note.truncate(FRAME_NOT_READ.len());
        }
    }
}
