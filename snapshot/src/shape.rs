//! From the tree of a page to the nodes that are printed: an ordered list of small rules, each a
//! function over the list of nodes. What a rule leaves out it either counts in a note or was asked
//! to leave out.

pub mod compact;
mod filters;
mod folds;
mod inline;
mod labels;
mod matches;
mod names;
mod repeats;
mod rows;
mod wrappers;

use crate::options::{Format, Options};
use crate::page_tree::{FRAME_NOT_READ, Tree};
use crate::view::View;

/// Chooses and arranges what is printed. The order of the rules: which part of the page, then which
/// of its elements, then what each line repeats, then what is folded and cut, so that a fold counts
/// only what would have been printed. The nodes go from the tree into the view.
pub fn shape(tree: &mut Tree, options: &Options) -> View {
    let mut view = View {
        nodes: std::mem::take(&mut tree.nodes),
        ..View::default()
    };
    match options.criteria {
        Some(_) => matches::only_matches(&mut view, tree, options),
        None => filters::scope(&mut view, tree, options),
    }
    filters::modal(&mut view, options);
    filters::aria_hidden(&mut view, options);
    filters::roles(&mut view, options);
    filters::patterns(&mut view, options);
    filters::viewport(&mut view, options);
    filters::interactive(&mut view, options);
    // In `refs` a name earns an id, and compaction takes no id.
    if options.format == Format::Lean || options.compact && options.format != Format::Refs {
        names::drop_names_repeated_by_content(&mut view);
        names::drop_names_repeated_by_headings(&mut view);
    }
    repeats::drop_text_repeated_by_name(&mut view);
    // Folded before wrappers go: they mark what is folded. What is looked for is never folded away.
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

/// In `lean` the header says why a frame could not be read; the note only that it was not.
fn shorten_notes(view: &mut View) {
    for note in view.nodes.iter_mut().flat_map(|each| &mut each.notes) {
        if note.starts_with(FRAME_NOT_READ) {
            note.truncate(FRAME_NOT_READ.len());
        }
    }
}
