//! Which part of the page, and which of its elements: one rule a filter.

use crate::options::{Format, Options};
use crate::page_tree::{FRAME_NOT_READ, Hidden, Tree, TreeNode};
use crate::role::Role;
use crate::view::View;

/// Only what stands inside the scope: what the engine marked, or the element with a uid.
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

/// Only the dialog that shuts out the rest of the page; everything when there is none.
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

/// Text that `aria-hidden` takes out of the tree is no part of it. People see it, so `lean` keeps
/// it.
pub fn aria_hidden(view: &mut View, options: &Options) {
    if options.format != Format::Lean {
        view.remove_where(|_, each| each.node.aria_hidden);
    }
}

/// Only these roles, with the text inside them; and not those.
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

/// Not comboboxes, nor what is named or described by one of the words.
pub fn patterns(view: &mut View, options: &Options) {
    if options.exclude_patterns.is_empty() {
        return;
    }
    let words: Vec<String> = options
        .exclude_patterns
        .iter()
        .map(|word| word.to_lowercase())
        .collect();
    let matches = |text: &str| {
        let text = text.to_lowercase();
        words.iter().any(|word| text.contains(word.as_str()))
    };
    view.remove_where(|_, each| {
        let states = &each.node.states;
        each.node.role == Role::Combobox
            || each.is_control()
                && (matches(&each.node.name) || states.placeholder.as_deref().is_some_and(matches))
    });
}

/// Only what is in the viewport, with what it stands in. What has no place of its own (text has
/// none) goes with the element around it whose place is known, else with its neighbours: it stays
/// where the last placed element before it or the next one behind it is in view.
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
    let mut behind = last_known(own.iter().rev());
    behind.reverse();
    let parents = view.parents();
    let children = view.children();
    let mut around: Vec<Option<bool>> = Vec::with_capacity(own.len());
    let mut seen: Vec<bool> = Vec::with_capacity(own.len());
    for position in 0..own.len() {
        let known = own[position].or(parents[position].and_then(|parent| around[parent]));
        around.push(known);
        let beside = before[position] == Some(true) || behind[position] == Some(true);
        seen.push(known.unwrap_or(beside && children[position] == 0));
    }
    for position in (0..seen.len()).rev() {
        if let (true, Some(parent)) = (seen[position], parents[position]) {
            seen[parent] = true;
        }
    }
    view.unwrap_where(|position, _| position > 0 && !seen[position]);
}

/// For each position the last that was known up to it.
fn last_known<'a>(known: impl Iterator<Item = &'a Option<bool>>) -> Vec<Option<bool>> {
    let mut last = None;
    known
        .map(|each| {
            last = each.or(last);
            last
        })
        .collect()
}

/// Only what can be acted on.
pub fn interactive(view: &mut View, options: &Options) {
    if options.interactive_only {
        view.unwrap_where(|position, each| position > 0 && !each.is_control());
        if options.format == Format::Lean {
            // What stands inside what is lost anyway, and levels cost tokens: options follow their
            // list, contents their frame.
            view.nodes
                .iter_mut()
                .skip(1)
                .for_each(|each| each.node.depth = 1);
        }
    }
}

/// Only lines that hold the text, those around them, and their ancestors.
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

/// Nothing deeper than was asked for; one note says how much stood there, what folds hide of it
/// included.
pub fn depth(view: &mut View, options: &Options) {
    let limit = options.depth_limit();
    let mut hidden = Hidden::default();
    for each in view.nodes.iter_mut().filter(|each| each.node.depth > limit) {
        let folded = std::mem::take(&mut each.folded);
        hidden.nodes += 1 + folded.nodes;
        hidden.controls += usize::from(each.is_control()) + folded.controls;
        // What its folds say is said here; that a frame could not be read is not.
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
