//! Visible values of controls, for names (accname 2C) and for states.

use crate::dom::{Dom, Idx, Kind};
use crate::page::Page;
use crate::record::{Fact, Flag};
use crate::roles::{Roles, html::input_type};
use axlens_snapshot::role::Role;

/// The text in a field; `None` if it is the element's content (an editing host, a text box without
/// a native field); empty for a secret field.
pub fn field_text(dom: &Dom, node: Idx) -> Option<String> {
    if dom.flag(node, Flag::Secret) {
        return Some(String::new());
    }
    match dom.tag(node) {
        "input" | "textarea" => Some(dom.fact_text(node, Fact::Value).unwrap_or("").to_string()),
        _ => None,
    }
}

/// The value of a range: its text, or its number. `None` if it has no value.
pub fn range(dom: &Dom, node: Idx) -> Option<String> {
    // The value of a native field is more current than its attribute.
    let names: &[&str] = match is_native_number(dom, node) {
        true => &["aria-valuetext"],
        false => &["aria-valuetext", "aria-valuenow"],
    };
    let mut aria = names.iter().filter_map(|name| dom.attr(node, name));
    if let Some(text) = aria.find(|text| !text.trim().is_empty()) {
        return Some(text.to_string());
    }
    match dom.tag(node) {
        "meter" | "progress" => Some(dom.attr(node, "value").unwrap_or("").to_string()),
        "input" => field_text(dom, node),
        _ => None,
    }
}

fn is_native_number(dom: &Dom, node: Idx) -> bool {
    dom.tag(node) == "input" && matches!(input_type(dom, node), "range" | "number")
}

/// The selected options of a list or of the list that a combobox owns or controls.
pub fn selected_options(page: &Page, roles: &Roles, node: Idx) -> Vec<Idx> {
    let dom = &page.dom;
    let native = dom.tag(node) == "select";
    let mut selected = Vec::new();
    let mut pending = vec![node];
    while let Some(next) = pending.pop() {
        let inside = next != node;
        if inside && is_selected(dom, roles, next) {
            selected.push(next);
            continue;
        }
        // A list in the list has its own options.
        let is_separate = match roles.role(next) {
            Role::Option | Role::Combobox => true,
            Role::Listbox => roles.role(node) == Role::Listbox,
            _ => false,
        };
        if inside && is_separate {
            continue;
        }
        let children: Vec<Idx> = if native {
            dom.children(next).collect()
        } else {
            page.flat.owned_children(next).to_vec()
        };
        pending.extend(
            children
                .into_iter()
                .rev()
                .filter(|child| dom.kind(*child) == Kind::Element),
        );
    }
    selected
}

fn is_selected(dom: &Dom, roles: &Roles, node: Idx) -> bool {
    match dom.fact(node, Fact::Selected) {
        Some(selected) => selected == 1,
        None => {
            roles.role(node) == Role::Option
                && ["aria-selected", "aria-checked"].into_iter().any(|name| {
                    dom.attr(node, name)
                        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
                })
        }
    }
}
