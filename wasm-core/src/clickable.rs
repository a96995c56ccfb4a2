//! What can be clicked though its role does not say so, and why it is taken for that. Listeners
//! that a page adds by script cannot be asked for from outside it: a pointer that begins here, or a
//! `tabindex`, is what they leave to see. Knows the recorded page and its roles.

use crate::dom::Idx;
use crate::page::Page;
use crate::record::Flag;
use crate::roles::{Roles, html::input_type};
use axlens_snapshot::role::Role;

/// Has a handler in its own markup.
pub const HANDLER: &str = "onclick";
/// The pointer becomes a hand here.
pub const POINTER: &str = "cursor:pointer";
/// Was made to be reached by the keyboard.
pub const TABINDEX: &str = "tabindex";
/// Is the label of a control that is not seen.
pub const LABEL: &str = "label";

/// Why the element is taken for clickable; empty when its role says it already, or when it is not.
/// `inside_control`: something around it can be clicked by its role, so that a hand says nothing
/// new.
pub fn reasons(page: &Page, roles: &Roles, node: Idx, inside_control: bool) -> Vec<&'static str> {
    let dom = &page.dom;
    let role = roles.of(node);
    let acts = role.is_interactive() || matches!(role, Role::Summary | Role::Iframe);
    if acts || dom.is_html(node, "html") || dom.is_html(node, "body") {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if has_handler(page, node) {
        reasons.push(HANDLER);
    }
    if !inside_control && pointer_begins(page, node) && !labels_what_is_seen(page, node) {
        reasons.push(POINTER);
    }
    let is_focusable = dom.flag(node, Flag::Focusable) || takes_turns(role);
    if is_focusable && dom.attr(node, "tabindex").is_some() {
        reasons.push(TABINDEX);
    }
    if hidden_control(page, node).is_some() {
        reasons.push(LABEL);
    }
    reasons
}

/// The control that is not seen, of a label that is: clicking the label is the way to
/// it.
pub fn hidden_control(page: &Page, label: Idx) -> Option<Idx> {
    let control = page.dom.control(label)?;
    // Text is not typed into a field that is not there.
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

/// The role of an element without one that can be acted on.
pub fn role_of(reasons: &[&str]) -> Role {
    match reasons {
        [] | [TABINDEX] => Role::Focusable,
        _ => Role::Clickable,
    }
}

/// One of a grid's cells at a time is in the order of the Tab key; the others wait for arrows, with
/// a negative `tabindex`.
fn takes_turns(role: Role) -> bool {
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

/// `cursor` is inherited: only where the hand begins does it say something.
fn pointer_begins(page: &Page, node: Idx) -> bool {
    let dom = &page.dom;
    dom.flag(node, Flag::Pointer)
        && !page
            .flat
            .parent(node)
            .is_some_and(|parent| dom.flag(parent, Flag::Pointer))
}

fn labels_what_is_seen(page: &Page, node: Idx) -> bool {
    page.dom
        .control(node)
        .is_some_and(|control| page.visibility.rendered(control))
}
