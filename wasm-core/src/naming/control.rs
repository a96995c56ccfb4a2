//! What a control shows as its value. Knows the record and roles; shared by names (accname 2C) and
//! by states.

use crate::dom::{Dom, Idx, Kind};
use crate::page::Page;
use crate::record::{Fact, Flag};
use crate::roles::{Roles, html::input_type};
use axlens_snapshot::role::Role;

/// The text in a field. `None` if its content is already in the tree (an editing host, a text box
/// of other elements), or if the field is secret.
pub fn field_text(dom: &Dom, node: Idx) -> Option<String> {
    if dom.flag(node, Flag::Secret) {
        return Some(String::new());
    }
    match dom.tag(node) {
        "input" | "textarea" => Some(dom.fact_text(node, Fact::Value).unwrap_or("").to_string()),
        _ => None,
    }
}

/// The value of a range: its words, the number that a native one holds, or the one of
/// it. `None` if there is none.
pub fn range(dom: &Dom, node: Idx) -> Option<String> {
    // Of a native field the browser knows better than an attribute that was left behind.
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

/// The chosen options of a list or of the list that a combobox owns or controls.
pub fn chosen_options(page: &Page, roles: &Roles, node: Idx) -> Vec<Idx> {
    let dom = &page.dom;
    let native = dom.tag(node) == "select";
    let mut chosen = Vec::new();
    let mut pending = vec![node];
    while let Some(next) = pending.pop() {
        let inside = next != node;
        if inside && is_chosen(dom, roles, next) {
            chosen.push(next);
            continue;
        }
        // A list inside the list has options of its own.
        let is_separate = match roles.of(next) {
            Role::Option | Role::Combobox => true,
            Role::Listbox => roles.of(node) == Role::Listbox,
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
    chosen
}

fn is_chosen(dom: &Dom, roles: &Roles, node: Idx) -> bool {
    match dom.fact(node, Fact::Selected) {
        Some(selected) => selected == 1,
        None => {
            roles.of(node) == Role::Option
                && ["aria-selected", "aria-checked"].into_iter().any(|name| {
                    dom.attr(node, name)
                        .is_some_and(|value| value.eq_ignore_ascii_case("true"))
                })
        }
    }
}
