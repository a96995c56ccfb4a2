//! A name that repeats its content is printed once: text inside an element that is named by it
//! goes, where the name holds it.

use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::view::View;

/// Takes away what the line of an element above says already.
pub fn drop_text_repeated_by_name(view: &mut View) {
    let parents = view.parents();
    // For each node, the position of the nearest element around it whose name was made of its
    // content.
    let mut namers: Vec<Option<usize>> = Vec::with_capacity(view.nodes.len());
    for (position, parent) in parents.iter().enumerate() {
        let above = parent.and_then(|parent| namers[parent]);
        namers.push(if is_named_by_content(&view.nodes[position]) {
            Some(position)
        } else {
            above
        });
    }
    // The name that was looked into last: what stands inside one element comes in a row.
    let mut name: (usize, String) = (usize::MAX, String::new());
    let mut text = String::new();
    let repeated: Vec<bool> = (0..view.nodes.len())
        .map(|position| {
            let Some(namer) = parents[position].and_then(|parent| namers[parent]) else {
                return false;
            };
            let each = &view.nodes[position];
            if !may_go(each) {
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

/// A line that says no more than its name.
fn may_go(inner: &TreeNode) -> bool {
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

/// Leaves white space out: names and runs are spaced by different rules.
fn squeeze(squeezed: &mut String, text: &str) {
    squeezed.clear();
    squeezed.extend(text.split_whitespace());
}
