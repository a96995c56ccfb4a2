//! Removes labels whose text is also on the line of their field.

use crate::page_tree::TreeNode;
use crate::role::Role;
use crate::view::View;

/// Removes the text of a label, legend or caption that equals the name of its element, and the text
/// of an editable element that equals its value. A label may be there twice, for an empty and a
/// filled field, and have a mark for a required field.
pub fn drop_labels(view: &mut View) {
    let parents = view.parents();
    let nodes = &view.nodes;
    let repeated: Vec<bool> = (0..nodes.len())
        .map(|position| {
            let each = &nodes[position];
            if each.node.role != Role::Text {
                return false;
            }
            let container = parents[position]
                .filter(|parent| *parent > 0 && !nodes[*parent].node.named_by_content);
            let same = |at: &usize| {
                nodes[*at].node.role == Role::Text && nodes[*at].node.name == each.node.name
            };
            let after = (position + 1..nodes.len().min(position + 3)).find(|at| !same(at));
            let adjacent = [position.checked_sub(1), after].into_iter().flatten();
            let adjacent = adjacent.filter(|at| is_field(&nodes[*at]));
            let is_value = parents[position]
                .is_some_and(|parent| nodes[parent].node.value.as_ref() == Some(&each.node.name));
            let label = each.node.name.trim_end_matches([' ', '*']);
            let names = |at: usize| {
                let name = &nodes[at].node.name;
                *name == each.node.name || !label.is_empty() && name == label
            };
            is_value || container.into_iter().chain(adjacent).any(names)
        })
        .collect();
    view.unwrap_where(|position, _| repeated[position]);
}

/// Whether the node is a field whose name is a separate text.
fn is_field(each: &TreeNode) -> bool {
    let field = matches!(
        each.node.role,
        Role::Textbox
            | Role::Searchbox
            | Role::Combobox
            | Role::Listbox
            | Role::Spinbutton
            | Role::Slider
            | Role::Checkbox
            | Role::Radio
            | Role::Switch
            | Role::Meter
            | Role::Progressbar
            | Role::Clickable
            | Role::Focusable
    );
    field && !each.node.named_by_content
}
