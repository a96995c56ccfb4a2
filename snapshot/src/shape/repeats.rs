//! Removes content that the name of its element repeats.

use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::view::View;

/// Removes text that is part of an ancestor's name, if that name comes from its content.
pub fn drop_text_repeated_by_name(view: &mut View) {
    let parents = view.parents();
    // For each node, the position of the nearest ancestor whose name comes from its content.
    let mut namers: Vec<Option<usize>> = Vec::with_capacity(view.nodes.len());
    for (position, parent) in parents.iter().enumerate() {
        let above = parent.and_then(|parent| namers[parent]);
        namers.push(if is_named_by_content(&view.nodes[position]) {
            Some(position)
        } else {
            above
        });
    }
    // The last name that was used: the contents of an element are consecutive.
    let mut name: (usize, String) = (usize::MAX, String::new());
    let mut text = String::new();
    let repeated: Vec<bool> = (0..view.nodes.len())
        .map(|position| {
            let Some(namer) = parents[position].and_then(|parent| namers[parent]) else {
                return false;
            };
            let each = &view.nodes[position];
            if !is_only_text(each) {
                return false;
            }
            if name.0 != namer {
                name.0 = namer;
                squeeze(&mut name.1, &view.nodes[namer].node.name);
            }
            squeeze(&mut text, &each.node.name);
            name.1.contains(&text)
        })
        .collect();
    view.unwrap_where(|position, _| repeated[position]);
}

fn is_named_by_content(each: &TreeNode) -> bool {
    each.node.named_by_content && !each.node.name.is_empty()
}

/// Whether a line has nothing but its name.
fn is_only_text(inner: &TreeNode) -> bool {
    let node = &inner.node;
    let plain = !inner.is_control()
        && node.value.is_none()
        && inner.notes.is_empty()
        && node.description.is_empty();
    let wordless = matches!(
        node.role,
        Role::Text
            | Role::Image
            | Role::Generic
            | Role::Emphasis
            | Role::Strong
            | Role::Paragraph
            | Role::Time
            | Role::Code
            | Role::Subscript
            | Role::Superscript
            | Role::Mark
            | Role::Insertion
            | Role::Deletion
    );
    plain && wordless && !node.aria_hidden
}

/// Removes whitespace, because names and runs of text have different rules for it.
fn squeeze(squeezed: &mut String, text: &str) {
    squeezed.clear();
    squeezed.extend(text.split_whitespace());
}
