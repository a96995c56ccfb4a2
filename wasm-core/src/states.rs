//! States, properties and values of an element that its role supports: from the live page first,
//! then from ARIA. Source: https://w3c.github.io/aria/#state_prop_def,
//! https://w3c.github.io/html-aam/#html-attribute-state-and-property-mappings

#[cfg(test)]
mod tests;
mod tokens;
mod values;

use crate::digits;
use crate::dom::{Dom, Idx};
use crate::naming::{Naming, collapsed};
use crate::page::Page;
use crate::record::{Fact, Flag};
use crate::roles::{Origin, Roles, html, html::input_type};
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::{States, Tristate};

pub use values::value;

/// The states and properties of an element. `assemble` sets `clickable` and `count`.
pub fn states(page: &Page, roles: &Roles, naming: &Naming, node: Idx) -> States {
    let dom = &page.dom;
    let role = roles.role(node);
    let mut states = States {
        checked: checked(dom, role, node),
        pressed: pressed(dom, role, node),
        selected: selected(dom, role, node),
        expanded: expanded(dom, role, node),
        disabled: roles.disabled(node),
        busy: is_true(dom, node, "aria-busy"),
        current: tokens::current(dom.attr(node, "aria-current")),
        live: tokens::one_of(dom.attr(node, "aria-live"), &["polite", "assertive"]),
        keyshortcuts: text_attribute(dom, node, "aria-keyshortcuts"),
        roledescription: text_attribute(dom, node, "aria-roledescription"),
        secret: dom.flag(node, Flag::Secret),
        focused: page.head.focused != 0 && page.head.focused == dom.node_id(node),
        focusable: dom.flag(node, Flag::Focusable) && !role.is_interactive(),
        popover_open: dom
            .attr(node, "popover")
            .map(|_| dom.fact(node, Fact::Open) == Some(1)),
        ..States::default()
    };
    field_states(page, naming, role, node, &mut states);
    states.editable = is_editable_root(dom, node) || roles.origin(node) == Origin::Editing;
    states.multiline = is_multiline(dom, roles, role, node);
    structure_states(dom, roles, node, &mut states);
    states
}

/// Sets the states of fields.
fn field_states(page: &Page, naming: &Naming, role: Role, node: Idx, states: &mut States) {
    let dom = &page.dom;
    states.readonly = tokens::supports_readonly(role)
        && match dom.tag(node) {
            "input" | "textarea" => {
                dom.attr(node, "readonly").is_some() || is_true(dom, node, "aria-readonly")
            }
            _ => is_true(dom, node, "aria-readonly"),
        };
    states.required = tokens::supports_required(role)
        && (is_native_field(dom, node) && dom.attr(node, "required").is_some()
            || is_true(dom, node, "aria-required"));
    states.invalid = invalid(dom, node, states.required);
    if states.invalid.is_some() {
        states.error_message = error_message(dom, naming, node);
    }
    states.haspopup = tokens::haspopup(role, dom.attr(node, "aria-haspopup"));
    if tokens::takes_text(role) {
        states.placeholder = text_attribute(dom, node, "placeholder")
            .or_else(|| text_attribute(dom, node, "aria-placeholder"));
        let suggested = role == Role::Combobox && html::has_suggestions(dom, node);
        states.autocomplete = tokens::one_of(
            dom.attr(node, "aria-autocomplete"),
            &["inline", "list", "both"],
        )
        .or_else(|| suggested.then(|| "list".to_string()));
    }
    if tokens::is_range(role) {
        states.valuetext = text_attribute(dom, node, "aria-valuetext");
        states.min =
            text_attribute(dom, node, "min").or_else(|| text_attribute(dom, node, "aria-valuemin"));
        states.max =
            text_attribute(dom, node, "max").or_else(|| text_attribute(dom, node, "aria-valuemax"));
    }
}

/// Sets the states of structures and containers.
fn structure_states(dom: &Dom, roles: &Roles, node: Idx, states: &mut States) {
    let role = roles.role(node);
    states.level = level(dom, roles, node);
    if matches!(role, Role::Columnheader | Role::Rowheader) {
        states.sort = tokens::one_of(
            dom.attr(node, "aria-sort"),
            &["ascending", "descending", "other"],
        );
    }
    if tokens::supports_orientation(role) {
        states.orientation = tokens::one_of(
            dom.attr(node, "aria-orientation"),
            &["horizontal", "vertical"],
        );
    }
    if matches!(
        role,
        Role::Grid | Role::Listbox | Role::Tablist | Role::Tree | Role::Treegrid
    ) {
        states.multiselectable = is_true(dom, node, "aria-multiselectable")
            || (dom.tag(node) == "select" && dom.attr(node, "multiple").is_some());
    }
    if matches!(role, Role::Dialog | Role::Alertdialog) || dom.tag(node) == "dialog" {
        states.modal = dom.fact(node, Fact::Modal) == Some(1) || is_true(dom, node, "aria-modal");
    }
}

fn checked(dom: &Dom, role: Role, node: Idx) -> Option<Tristate> {
    let (required, mixed) = match role {
        Role::Checkbox | Role::Menuitemcheckbox => (true, true),
        Role::Radio | Role::Menuitemradio | Role::Switch => (true, false),
        Role::Option | Role::Treeitem => (false, true),
        _ => return None,
    };
    if mixed && dom.fact(node, Fact::Indeterminate) == Some(1) {
        return Some(Tristate::Mixed);
    }
    if let Some(live) = dom.fact(node, Fact::Checked) {
        return Some(if live == 1 {
            Tristate::True
        } else {
            Tristate::False
        });
    }
    let attribute = tokens::tristate(dom.attr(node, "aria-checked"));
    let attribute = attribute.map(|state| {
        if state == Tristate::Mixed && !mixed {
            Tristate::False
        } else {
            state
        }
    });
    attribute.or(required.then_some(Tristate::False))
}

fn pressed(dom: &Dom, role: Role, node: Idx) -> Option<Tristate> {
    if role != Role::Button {
        return None;
    }
    let attribute = tokens::tristate(dom.attr(node, "aria-pressed"))?;
    // A checkbox with the role of a button is pressed if it is checked.
    Some(match dom.fact(node, Fact::Checked) {
        Some(1) => Tristate::True,
        Some(_) => Tristate::False,
        None => attribute,
    })
}

fn selected(dom: &Dom, role: Role, node: Idx) -> Option<bool> {
    if let Some(live) = dom
        .fact(node, Fact::Selected)
        .filter(|_| role == Role::Option)
    {
        return Some(live == 1);
    }
    match role {
        Role::Columnheader
        | Role::Gridcell
        | Role::Option
        | Role::Row
        | Role::Rowheader
        | Role::Tab
        | Role::Treeitem => tokens::boolean(dom.attr(node, "aria-selected")),
        _ => None,
    }
}

/// Whether an element is expanded: the state of a `details` element, or of the popover of a button,
/// or `aria-expanded`.
fn expanded(dom: &Dom, role: Role, node: Idx) -> Option<bool> {
    if role == Role::Summary {
        let details = dom.parent(node)?;
        return Some(dom.fact(details, Fact::Open) == Some(1));
    }
    if let Some(id) = dom
        .attr(node, "popovertarget")
        .filter(|_| role == Role::Button)
    {
        let target = dom.by_id(dom.root_of(node), id);
        if let Some(target) = target.filter(|target| dom.attr(*target, "popover").is_some()) {
            return Some(dom.fact(target, Fact::Open) == Some(1));
        }
    }
    if !tokens::supports_expanded(role) {
        return None;
    }
    tokens::boolean(dom.attr(node, "aria-expanded"))
}

/// Whether a field is invalid by ARIA or by the browser's validation. SPEC DIFFERENCE: an empty
/// required field is invalid in browsers, but not here, because it is not a mistake yet.
fn invalid(dom: &Dom, node: Idx, required: bool) -> Option<String> {
    if let Some(attribute) = dom.attr(node, "aria-invalid") {
        return tokens::invalid(attribute);
    }
    let untouched = required && dom.fact_text(node, Fact::Value).unwrap_or("").is_empty();
    (dom.fact(node, Fact::Valid) == Some(0) && !untouched).then(|| "true".to_string())
}

/// The text of the elements of `aria-errormessage`.
fn error_message(dom: &Dom, naming: &Naming, node: Idx) -> Option<String> {
    let root = dom.root_of(node);
    let ids = dom.attr(node, "aria-errormessage")?;
    let messages: Vec<String> = ids
        .split_ascii_whitespace()
        .filter_map(|id| dom.by_id(root, id))
        .map(|target| naming.text_content(target))
        .filter(|text| !text.is_empty())
        .collect();
    let joined = messages.join(" ");
    (!joined.is_empty()).then_some(joined)
}

/// Level of a heading (default 2 for a heading by role), row, list item or tree item. The default
/// of a tree item is its nesting in groups. https://w3c.github.io/aria/#aria-level
fn level(dom: &Dom, roles: &Roles, node: Idx) -> Option<u32> {
    let role = roles.role(node);
    let supported = matches!(
        role,
        Role::Heading | Role::Listitem | Role::Row | Role::Treeitem | Role::Comment
    );
    if !supported {
        return None;
    }
    let attribute = dom
        .attr(node, "aria-level")
        .and_then(|text| u32::try_from(digits::parse(text.trim())?).ok());
    if let Some(level) = attribute.filter(|level| *level > 0) {
        return Some(level);
    }
    match role {
        Role::Treeitem => return Some(roles.tree_level(node).max(1).into()),
        Role::Heading => {}
        _ => return None,
    }
    match dom.tag(node) {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ => Some(2),
    }
}

fn is_multiline(dom: &Dom, roles: &Roles, role: Role, node: Idx) -> bool {
    if !matches!(role, Role::Textbox | Role::Searchbox) {
        return false;
    }
    match dom.tag(node) {
        "textarea" => true,
        "input" => false,
        _ => match tokens::boolean(dom.attr(node, "aria-multiline")) {
            Some(attribute) => attribute,
            None => roles.origin(node) == Origin::Editing,
        },
    }
}

/// Whether an element is the root of an editable region.
fn is_editable_root(dom: &Dom, node: Idx) -> bool {
    dom.flag(node, Flag::Editable)
        && !dom
            .parent(node)
            .is_some_and(|parent| dom.flag(parent, Flag::Editable))
}

fn is_native_field(dom: &Dom, node: Idx) -> bool {
    match dom.tag(node) {
        "input" => !matches!(
            input_type(dom, node),
            "hidden" | "button" | "submit" | "reset" | "image" | "range" | "color"
        ),
        "select" | "textarea" => true,
        _ => false,
    }
}

fn is_true(dom: &Dom, node: Idx, attribute: &str) -> bool {
    tokens::boolean(dom.attr(node, attribute)) == Some(true)
}

/// The text of an attribute, if it is not blank.
fn text_attribute(dom: &Dom, node: Idx, attribute: &str) -> Option<String> {
    let text = collapsed(dom.attr(node, attribute)?);
    (!text.is_empty()).then_some(text)
}
