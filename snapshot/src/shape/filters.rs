//! The filters of the options, one function each.

use super::twins;
use crate::options::{Format, Options};
use crate::page_tree::{FRAME_NOT_READ, Hidden, Tree, TreeNode};
use crate::role::Role;
use crate::view::View;

/// Keeps only the scope: the nodes that the engine marked, or the element with a uid.
pub fn scope(view: &mut View, tree: &Tree, options: &Options) {
    if tree.scoped {
        view.unwrap_where(|position, each| position > 0 && !each.node.in_scope);
    }
    if let Some(uid) = &options.scope_uid
        && let Some(root) = view
            .nodes
            .iter()
            .position(|each| each.uid.as_ref() == Some(uid))
    {
        only_inside(view, root);
    }
}

/// Keeps only the modal dialog; everything if there is none.
pub fn modal(view: &mut View, options: &Options) {
    if !options.modal_only {
        return;
    }
    match view.nodes.iter().rposition(|each| each.node.states.modal) {
        Some(root) => only_inside(view, root),
        None => view
            .notes
            .push("no modal dialog is open: the whole page is shown".into()),
    }
}

fn only_inside(view: &mut View, root: usize) {
    let end = view.end(root);
    view.unwrap_where(|position, _| position > 0 && !(root..end).contains(&position));
}

/// Removes text that `aria-hidden` excludes from the accessibility tree. Users see it, so `lean`
/// keeps it.
pub fn aria_hidden(view: &mut View, options: &Options) {
    if options.format != Format::Lean {
        view.remove_where(|_, each| each.node.aria_hidden);
    }
}

/// Keeps only the requested roles with their text, and removes the excluded ones.
pub fn roles(view: &mut View, options: &Options) {
    if !options.exclude_roles.is_empty() {
        view.remove_where(|_, each| options.exclude_roles.contains(&each.node.role));
    }
    if options.roles.is_empty() {
        return;
    }
    let parents = view.parents();
    let mut wanted = Vec::with_capacity(view.nodes.len());
    for (position, each) in view.nodes.iter().enumerate() {
        let inside =
            each.node.role == Role::Text && parents[position].is_some_and(|parent| wanted[parent]);
        wanted.push(inside || options.roles.contains(&each.node.role));
    }
    view.unwrap_where(|position, _| position > 0 && !wanted[position]);
}

/// Removes comboboxes, and controls whose name or placeholder contains one of the patterns.
pub fn exclude_patterns(view: &mut View, options: &Options) {
    if options.exclude_patterns.is_empty() {
        return;
    }
    let patterns: Vec<String> = options
        .exclude_patterns
        .iter()
        .map(|pattern| pattern.to_lowercase())
        .collect();
    let matches = |text: &str| {
        let text = text.to_lowercase();
        patterns
            .iter()
            .any(|pattern| text.contains(pattern.as_str()))
    };
    view.remove_where(|_, each| {
        let states = &each.node.states;
        each.node.role == Role::Combobox
            || each.is_control()
                && (matches(&each.node.name) || states.placeholder.as_deref().is_some_and(matches))
    });
}

/// Keeps only elements in the viewport, with their ancestors. A node without a box, such as text,
/// follows the nearest ancestor with a box, or else its neighbors: it stays if the last measured
/// element before it or the next one after it is in the viewport.
pub fn viewport(view: &mut View, options: &Options) {
    if !options.viewport_only {
        return;
    }
    let own: Vec<Option<bool>> = view
        .nodes
        .iter()
        .map(|each| each.place.map(|place| place.in_viewport && !place.empty))
        .collect();
    if own.iter().all(Option::is_none) {
        view.notes
            .push("nothing has a known place: the whole page is shown".into());
        return;
    }
    let before = last_known(own.iter());
    let mut after = last_known(own.iter().rev());
    after.reverse();
    let parents = view.parents();
    let children = view.children();
    let mut inherited: Vec<Option<bool>> = Vec::with_capacity(own.len());
    let mut visible: Vec<bool> = Vec::with_capacity(own.len());
    for position in 0..own.len() {
        let known = own[position].or(parents[position].and_then(|parent| inherited[parent]));
        inherited.push(known);
        let is_neighbor_visible = before[position] == Some(true) || after[position] == Some(true);
        visible.push(known.unwrap_or(is_neighbor_visible && children[position] == 0));
    }
    for position in (0..visible.len()).rev() {
        if let (true, Some(parent)) = (visible[position], parents[position]) {
            visible[parent] = true;
        }
    }
    view.unwrap_where(|position, _| position > 0 && !visible[position]);
}

/// For each position, the last known value up to it.
fn last_known<'a>(known: impl Iterator<Item = &'a Option<bool>>) -> Vec<Option<bool>> {
    let mut last = None;
    known
        .map(|each| {
            last = each.or(last);
            last
        })
        .collect()
}

/// Keeps only interactive elements.
pub fn interactive(view: &mut View, options: &Options) {
    if options.interactive_only {
        if options.format == Format::Lean {
            let is_kept: Vec<bool> = view.nodes.iter().map(TreeNode::is_control).collect();
            twins::tell_apart(view, &is_kept);
        }
        view.unwrap_where(|position, each| position > 0 && !each.is_control());
        if options.format == Format::Lean {
            // Nesting is lost anyway, and indentation costs tokens. Options follow their list,
            // contents their frame.
            view.nodes
                .iter_mut()
                .skip(1)
                .for_each(|each| each.node.depth = 1);
        }
    }
}

/// Keeps only lines with the text, their context lines and their ancestors.
pub fn find(view: &mut View, options: &Options) {
    let Some(find) = &options.find else { return };
    let text = find.text.to_lowercase();
    let hit = |each: &TreeNode| {
        let value = each.node.value.as_deref().unwrap_or_default();
        each.node.name.to_lowercase().contains(&text) || value.to_lowercase().contains(&text)
    };
    let hits: Vec<usize> = view
        .nodes
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(_, each)| hit(each))
        .map(|(position, _)| position)
        .collect();
    if hits.is_empty() {
        view.notes.push(format!(
            "nothing holds {}",
            crate::quote::quoted(&find.text)
        ));
    }
    let mut wanted = vec![false; view.nodes.len()];
    for at in &hits {
        let first = at.saturating_sub(find.context);
        let last = (at + find.context).min(view.nodes.len() - 1);
        wanted[first..=last].fill(true);
    }
    let parents = view.parents();
    for position in (0..wanted.len()).rev() {
        if let (true, Some(parent)) = (wanted[position], parents[position]) {
            wanted[parent] = true;
        }
    }
    view.remove_where(|position, _| position > 0 && !wanted[position]);
}

/// Removes nodes below the maximum depth. A note counts them, including folded ones.
pub fn depth(view: &mut View, options: &Options) {
    let limit = options.depth_limit();
    let mut hidden = Hidden::default();
    for each in view.nodes.iter_mut().filter(|each| each.node.depth > limit) {
        let folded = std::mem::take(&mut each.folded);
        hidden.nodes += 1 + folded.nodes;
        hidden.controls += usize::from(each.is_control()) + folded.controls;
        // The note of this filter includes those of folds, but not those of frames that were not
        // read.
        each.notes.retain(|note| note.starts_with(FRAME_NOT_READ));
    }
    if hidden.nodes == 0 {
        return;
    }
    let note = format!(
        "...({} more nodes deeper than {limit} levels, {} of them can be acted on: narrow the scope or raise max_depth)",
        hidden.nodes, hidden.controls
    );
    view.depth_reached = true;
    view.notes.push(note);
    view.remove_where(|_, each| each.node.depth > limit);
}
