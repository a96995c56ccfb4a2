//! Explains why an element has its role, name and states, and why it is in the tree or not. It uses
//! the code that builds the tree, with a trace.

#[cfg(test)]
mod tests;

use crate::dom::{Display, Dom, Idx};
use crate::json;
use crate::naming::{Name, Naming, TraceStep};
use crate::pace::Pace;
use crate::page::Page;
use crate::record::Flag;
use crate::roles::Roles;
use crate::selectors::Selectors;
use crate::states;
use axlens_protocol::agent::explain::{Explanation, NamingStep, RoleReason, TextReason};
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::{FrameTree, Node, NodeStates};

/// Explains the element with this node id; 0 is the first target of the record. `None` if there is
/// no such element. `tree` is the tree of the same page.
pub async fn explain(
    page: &Page<'_>,
    roles: &Roles,
    naming: &Naming<'_, '_>,
    tree: &FrameTree,
    node: u32,
    pace: &Pace,
) -> Option<String> {
    let wanted = match node {
        0 => page
            .head
            .target
            .as_ref()
            .and_then(|targets| targets.first().copied())
            .unwrap_or(0),
        node => node,
    };
    let node = page
        .dom
        .elements()
        .find(|node| wanted != 0 && page.dom.node_id(*node) == wanted)?;
    let made = tree.nodes.iter().find(|made| made.node == wanted);
    let selectors = Selectors::new(&page.dom, pace).await;
    let (name, name_trace, description, description_trace) = naming.traced(node);
    let place = selectors.path(node);
    let own = match made {
        Some(_) => NodeStates::default(),
        None => states::states(page, roles, naming, node).into(),
    };
    let explanation = Explanation {
        tag: page.dom.tag(node).to_string(),
        role: role_reason(page, roles, node, made),
        name: name_reason(&selectors, name, name_trace),
        description: TextReason {
            from: steps(&selectors, description_trace, &description),
            value: description,
        },
        value: states::value(page, roles, naming, node),
        states: made.map_or(&own, |made| &made.states),
        in_tree: made.is_some_and(|made| !made.aria_hidden),
        why: why(page, roles, &selectors, node, made),
        selector: place.selector,
        hosts: place.hosts,
        uid: made.and_then(|made| made.uid),
    };
    Some(json::text(&explanation))
}

fn role_reason(page: &Page, roles: &Roles, node: Idx, made: Option<&Node>) -> RoleReason {
    let value = roles.computed_role(&page.dom, node);
    let from = match page.dom.attr(node, "role") {
        Some(attribute) => [roles.origin(node).as_str(), "; role=\"", attribute, "\""].concat(),
        None => roles.origin(node).as_str().to_string(),
    };
    let shown_as = made
        .map(|made| made.role.as_str())
        .filter(|word| *word != value)
        .map(str::to_owned);
    RoleReason {
        value: value.to_owned(),
        from,
        shown_as,
    }
}

fn name_reason(selectors: &Selectors, name: Name, trace: Vec<TraceStep>) -> TextReason {
    TextReason {
        from: steps(selectors, trace, &name.text),
        value: name.text,
    }
}

/// The steps that produced text; empty if the name is empty.
fn steps(selectors: &Selectors, trace: Vec<TraceStep>, result: &str) -> Vec<NamingStep> {
    if result.is_empty() {
        return Vec::new();
    }
    trace
        .into_iter()
        .map(|entry| NamingStep {
            step: entry.step.to_owned(),
            node: selectors.path(entry.node).selector,
            text: entry.text,
        })
        .collect()
}

/// Why the element is in the tree or not.
fn why(
    page: &Page,
    roles: &Roles,
    selectors: &Selectors,
    node: Idx,
    made: Option<&Node>,
) -> String {
    if let Some(made) = made.filter(|made| !made.aria_hidden) {
        return why_in_tree(made);
    }
    let place = |node: Idx| selectors.path(node).selector;
    let around = || std::iter::successors(Some(node), |node| page.flat.owned_parent(*node));
    if page.dom.flag(node, Flag::OutsideFlatTree) {
        return "not rendered: no slot of its shadow host takes it".to_string();
    }
    if page.visibility.aria_hidden(node) {
        let holder = around().find(|node| page.dom.attr(*node, "aria-hidden").is_some_and(is_true));
        return "hidden from assistive technology: aria-hidden on ".to_string()
            + &place(holder.unwrap_or(node));
    }
    if !page.visibility.rendered(node) {
        return why_not_rendered(page, node, place);
    }
    if page.visibility.inert(node) {
        let holder = around().find(|node| page.dom.attr(*node, "inert").is_some());
        return match holder {
            Some(holder) => "inert: inert on ".to_string() + &place(holder),
            None if page.dom.flag(node, Flag::Inert) => "inert: interactivity: inert".to_string(),
            None => "inert: behind an open modal dialog".to_string(),
        };
    }
    let leaf = around()
        .skip(1)
        .find(|node| roles.children_presentational(*node));
    if let Some(leaf) = leaf {
        return [
            "inside ",
            &place(leaf),
            ", whose role ",
            roles.role(leaf).as_str(),
            " makes everything inside it presentational",
        ]
        .concat();
    }
    match roles.role(node) {
        Role::None => "presentational: its children stand in its place".to_string(),
        _ => "a plain container without a name, a state or anything to act on: its children stand in its place".to_string(),
    }
}

fn why_in_tree(made: &Node) -> String {
    if !made.states.clickable.is_empty() {
        return "clickable: ".to_string() + &made.states.clickable.join(", ");
    }
    if made.role.is_interactive() {
        return "can be acted on by its role".to_string();
    }
    if made.uid.is_some() {
        return "can be acted on".to_string();
    }
    match made.role {
        Role::Generic | Role::None => "named or described by its author".to_string(),
        _ => "has a role".to_string(),
    }
}

fn why_not_rendered(page: &Page, node: Idx, place: impl Fn(Idx) -> String) -> String {
    let dom = &page.dom;
    let mut around = std::iter::successors(Some(node), |node| page.flat.parent(*node));
    // The outermost element that is not rendered hides its contents; `visibility` can be reset.
    let hidden = around
        .by_ref()
        .take_while(|node| !page.visibility.rendered(*node))
        .last();
    let hidden = hidden.unwrap_or(node);
    let reason = match dom.display(hidden) {
        Display::None if dom.attr(hidden, "hidden").is_some() => "hidden attribute",
        Display::None => "display: none",
        _ if dom.flag(hidden, Flag::Invisible) => "visibility: hidden",
        _ => return why_skipped(page, hidden, place),
    };
    ["not rendered: ", reason, " on ", &place(hidden)].concat()
}

/// Why an element is not rendered although its own style allows it.
fn why_skipped(page: &Page, node: Idx, place: impl Fn(Idx) -> String) -> String {
    let dom: &Dom = &page.dom;
    match page.flat.parent(node) {
        Some(parent) if dom.is_html(parent, "details") => {
            ["not rendered: ", &place(parent), " is closed"].concat()
        }
        Some(parent) if dom.flag(parent, Flag::ContentsSkipped) => {
            "not rendered: content-visibility: hidden on ".to_string() + &place(parent)
        }
        Some(parent) => [
            "not rendered: ",
            &place(parent),
            " shows nothing of its content",
        ]
        .concat(),
        None => "not rendered".to_string(),
    }
}

fn is_true(value: &str) -> bool {
    value.trim().eq_ignore_ascii_case("true")
}
