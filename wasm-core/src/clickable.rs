//! Finds elements that are clickable without an interactive role, and the reasons. Event listeners
//! cannot be detected from outside the page, but a pointer cursor or a `tabindex` often indicates
//! them.

use crate::dom::Idx;
use crate::page::Page;
use crate::record::Flag;
use crate::roles::{Roles, html::input_type};
use axlens_snapshot::role::Role;

/// It has a handler attribute.
pub const HANDLER: &str = "onclick";
/// The cursor is a pointer.
pub const POINTER: &str = "cursor:pointer";
/// It has a `tabindex`.
pub const TABINDEX: &str = "tabindex";
/// It is the label of an invisible control.
pub const LABEL: &str = "label";

/// The reasons why an element is clickable; empty if its role is interactive or it is not
/// clickable. `inside_control`: an ancestor has an interactive role, so the pointer cursor is no
/// reason.
pub fn reasons(page: &Page, roles: &Roles, node: Idx, inside_control: bool) -> Vec<&'static str> {
    let dom = &page.dom;
    let role = roles.role(node);
    let acts = role.is_interactive() || matches!(role, Role::Summary | Role::Iframe);
    if acts || dom.is_html(node, "html") || dom.is_html(node, "body") {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if has_handler(page, node) {
        reasons.push(HANDLER);
    }
    if !inside_control && is_pointer_set(page, node) && !labels_visible_control(page, node) {
        reasons.push(POINTER);
    }
    let is_focusable = dom.flag(node, Flag::Focusable) || has_roving_tabindex(role);
    if is_focusable && dom.attr(node, "tabindex").is_some() {
        reasons.push(TABINDEX);
    }
    if hidden_control(page, node).is_some() {
        reasons.push(LABEL);
    }
    reasons
}

/// The invisible control of a visible label. A click on the label operates the control.
pub fn hidden_control(page: &Page, label: Idx) -> Option<Idx> {
    let control = page.dom.control(label)?;
    // An invisible text field is not used by its label.
    let typed = page.dom.tag(control) == "textarea"
        || page.dom.tag(control) == "input"
            && !matches!(
                input_type(&page.dom, control),
                "checkbox"
                    | "color"
                    | "file"
                    | "image"
                    | "radio"
                    | "range"
                    | "reset"
                    | "submit"
                    | "button"
            );
    (!typed && !page.visibility.rendered(control)).then_some(control)
}

/// The role of an interactive element without an ARIA role.
pub fn role_of(reasons: &[&str]) -> Role {
    match reasons {
        [] | [TABINDEX] => Role::Focusable,
        _ => Role::Clickable,
    }
}

/// Only one cell of a grid is in the Tab order; the others have a negative `tabindex` and are
/// reached with arrow keys.
fn has_roving_tabindex(role: Role) -> bool {
    matches!(
        role,
        Role::Gridcell | Role::Columnheader | Role::Rowheader | Role::Row
    )
}

fn has_handler(page: &Page, node: Idx) -> bool {
    ["onclick", "onmousedown", "onmouseup", "onpointerdown"]
        .iter()
        .any(|name| page.dom.attr(node, name).is_some())
}

/// `cursor` is inherited, so it counts only on the element that sets it.
fn is_pointer_set(page: &Page, node: Idx) -> bool {
    let dom = &page.dom;
    dom.flag(node, Flag::Pointer)
        && !page
            .flat
            .parent(node)
            .is_some_and(|parent| dom.flag(parent, Flag::Pointer))
}

fn labels_visible_control(page: &Page, node: Idx) -> bool {
    page.dom
        .control(node)
        .is_some_and(|control| page.visibility.rendered(control))
}
