//! Finds elements that are clickable without an interactive role, and the reasons. Event listeners
//! cannot be detected from outside the page, but a pointer cursor, a `tabindex` or the signs of
//! [`signs`] often indicate them.

pub mod hints;
pub mod signs;
mod words;

use crate::dom::Idx;
use crate::page::Page;
use crate::record::Flag;
use crate::roles::{Roles, html::input_type};
use axlens_snapshot::role::Role;
use signs::Signs;

/// Why an element without an interactive role is clickable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It has a handler attribute.
    Handler,
    /// The cursor is a pointer.
    Pointer,
    /// The cursor is that of something that is dragged.
    Draggable,
    /// It has a `tabindex`.
    Tabindex,
    /// It is the label of an invisible control.
    Label,
    /// It has an attribute of delegated listeners.
    Attribute(&'static str),
    /// Its `class` has a word of a control.
    Class(&'static str),
    /// Its `id` has a word of a control.
    Id(&'static str),
}

impl Reason {
    /// The text in [`axlens_snapshot::tree::States::clickable`]. It never contains text of the
    /// page, only words of our lists.
    pub fn to_text(self) -> String {
        match self {
            Reason::Handler => HANDLER.to_owned(),
            Reason::Pointer => POINTER.to_owned(),
            Reason::Draggable => DRAGGABLE.to_owned(),
            Reason::Tabindex => TABINDEX.to_owned(),
            Reason::Label => LABEL.to_owned(),
            Reason::Attribute(name) => name.to_owned(),
            Reason::Class(word) => ["class:", word].concat(),
            Reason::Id(word) => ["id:", word].concat(),
        }
    }

    /// Whether it is a sign of a control, see [`signs`].
    pub fn is_sign(self) -> bool {
        match self {
            Reason::Attribute(_) | Reason::Class(_) | Reason::Id(_) => true,
            Reason::Handler
            | Reason::Pointer
            | Reason::Draggable
            | Reason::Tabindex
            | Reason::Label => false,
        }
    }
}

/// Whether the text of a reason is the text of a sign.
pub fn is_sign(reason: &str) -> bool {
    ![HANDLER, POINTER, DRAGGABLE, TABINDEX, LABEL].contains(&reason)
}

/// The text of [`Reason::Handler`].
pub const HANDLER: &str = "onclick";
/// The text of [`Reason::Pointer`].
pub const POINTER: &str = "cursor:pointer";
/// The text of [`Reason::Draggable`].
pub const DRAGGABLE: &str = "cursor:move";
/// The text of [`Reason::Tabindex`].
pub const TABINDEX: &str = "tabindex";
/// The text of [`Reason::Label`].
pub const LABEL: &str = "label";

/// The reasons why an element is clickable; empty if its role is interactive or it is not
/// clickable. `inside_control`: an ancestor has an interactive role or is a control by its signs,
/// so that the pointer cursor and signs are no reasons.
pub fn reasons(
    page: &Page,
    roles: &Roles,
    signs: &Signs,
    node: Idx,
    inside_control: bool,
) -> Vec<Reason> {
    let dom = &page.dom;
    let role = roles.role(node);
    let acts = role.is_interactive() || matches!(role, Role::Summary | Role::Iframe);
    if acts || dom.is_html(node, "html") || dom.is_html(node, "body") {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if has_handler(page, node) {
        reasons.push(Reason::Handler);
    }
    if !inside_control && is_pointer_set(page, node) && !labels_visible_control(page, node) {
        reasons.push(Reason::Pointer);
    }
    if !inside_control && is_set(page, node, Flag::Draggable) {
        reasons.push(Reason::Draggable);
    }
    let is_focusable = dom.flag(node, Flag::Focusable) || has_roving_tabindex(role);
    if is_focusable && dom.attr(node, "tabindex").is_some() {
        reasons.push(Reason::Tabindex);
    }
    if hidden_control(page, node).is_some() {
        reasons.push(Reason::Label);
    }
    if reasons.is_empty() && !inside_control {
        reasons.extend(signs.of(node));
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
pub fn role_of(reasons: &[Reason]) -> Role {
    match reasons {
        [] | [Reason::Tabindex] => Role::Focusable,
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

/// Whether an element has a handler attribute.
pub fn has_handler(page: &Page, node: Idx) -> bool {
    ["onclick", "onmousedown", "onmouseup", "onpointerdown"]
        .iter()
        .any(|name| page.dom.attr(node, name).is_some())
}

/// Whether an element sets the pointer cursor.
pub fn is_pointer_set(page: &Page, node: Idx) -> bool {
    is_set(page, node, Flag::Pointer)
}

/// Whether an element sets the cursor of a flag. `cursor` is inherited, so it counts only there.
fn is_set(page: &Page, node: Idx, cursor: Flag) -> bool {
    let dom = &page.dom;
    let is_inherited = |parent: Idx| dom.flag(parent, cursor);
    dom.flag(node, cursor) && !page.flat.parent(node).is_some_and(is_inherited)
}

fn labels_visible_control(page: &Page, node: Idx) -> bool {
    page.dom
        .control(node)
        .is_some_and(|control| page.visibility.rendered(control))
}
