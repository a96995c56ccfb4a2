//! Removes nodes without information: empty text markup, and wrappers of controls.

use super::Assembler;
use crate::clickable;
use crate::dom::Idx;
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::{Node, States};

/// Maximum number of nodes inside a wrapper of a control.
const MAX_WRAPPED_NODES: usize = 12;

/// Maximum number of nodes inside a clickable element that is split into its controls.
const MAX_SPLIT_NODES: usize = 60;

impl Assembler<'_, '_> {
    /// Removes text markup without text, such as an empty paragraph.
    pub(super) fn drop_empty_text(&mut self, node: Idx) {
        if !is_text_markup_or_paragraph(self.roles.role(node)) {
            return;
        }
        if self.is_last(node) {
            self.flush();
        }
        let last = self.assembled.nodes.len().saturating_sub(1);
        let acts = self
            .assembled
            .interactive
            .last()
            .is_some_and(|(position, _)| *position == last);
        let is_empty = self.assembled.nodes.last().is_some_and(|made| {
            made.name.is_empty() && made.description.is_empty() && made.states.is_empty()
        });
        if self.is_last(node) && is_empty && !acts {
            let removed = self.assembled.nodes.pop();
            let was_first = removed.is_some_and(|removed| removed.new_line);
            self.run.restore_line_start(was_first);
        }
    }

    /// Removes a wrapper of a control: a container that is clickable or is a focusable shadow host,
    /// and contains one control of the same name and no other interactive node. An action on one of
    /// the two is an action on the other.
    pub(super) fn drop_wrapper(&mut self, node: Idx) {
        let Some((place, position)) = self.own_interactive(node) else {
            return;
        };
        if !self.is_weakly_interactive(node, &self.assembled.nodes[position]) {
            return;
        }
        self.flush();
        let (wrapper, inside) = (
            &self.assembled.nodes[position],
            &self.assembled.nodes[position + 1..],
        );
        let control = self.assembled.interactive[place + 1].0 - position - 1;
        if inside.len() > MAX_WRAPPED_NODES || !is_wrapper_of(wrapper, inside, control) {
            return;
        }
        self.assembled.interactive.remove(place);
        self.assembled.interactive[place].0 -= 1;
        let removed = self.assembled.nodes.remove(position);
        self.assembled.nodes[position].new_line |= removed.new_line;
        for node in &mut self.assembled.nodes[position..] {
            node.depth -= 1;
        }
    }

    /// Removes a clickable element without a role whose content is only controls by their signs, at
    /// least two: a click on its center would hit one of them, or the gap between them.
    pub(super) fn drop_split(&mut self, node: Idx) {
        let interactive = &self.assembled.interactive;
        let first = interactive.partition_point(|(_, other)| *other < node);
        let Some((position, _)) = interactive.get(first).filter(|(_, other)| *other == node) else {
            return;
        };
        let position = *position;
        if interactive.len() - first < 3 || !is_click_target(&self.assembled.nodes[position]) {
            return;
        }
        self.flush();
        let controls = self.assembled.interactive.len() - first - 1;
        if !are_all_signed(&self.assembled.nodes[position + 1..], controls) {
            return;
        }
        self.assembled.interactive.remove(first);
        for (position, _) in &mut self.assembled.interactive[first..] {
            *position -= 1;
        }
        let removed = self.assembled.nodes.remove(position);
        self.assembled.nodes[position].new_line |= removed.new_line;
        for node in &mut self.assembled.nodes[position..] {
            node.depth -= 1;
        }
    }

    /// The element's positions among interactive nodes and among all nodes, if another interactive
    /// node followed it.
    fn own_interactive(&self, node: Idx) -> Option<(usize, usize)> {
        let interactive = &self.assembled.interactive;
        let place = interactive.len().checked_sub(2)?;
        (interactive[place].1 == node).then(|| (place, interactive[place].0))
    }

    /// Whether a node is interactive only because of a pointer cursor or a `tabindex`, and has no
    /// name or description except from its content.
    fn is_weakly_interactive(&self, node: Idx, wrapper: &Node) -> bool {
        if !matches!(wrapper.role, Role::Clickable | Role::Focusable) {
            return false;
        }
        let host = self.page.dom.shadow_root(node).is_some();
        let states = States {
            clickable: wrapper.states.clickable.clone(),
            focusable: wrapper.states.focusable,
            disabled: wrapper.states.disabled,
            ..States::default()
        };
        let reasons = wrapper.states.clickable.iter();
        let has_weak_reasons = reasons
            .clone()
            .all(|reason| reason == clickable::POINTER || host && reason == clickable::TABINDEX);
        has_weak_reasons
            && *wrapper.states == states
            && wrapper.description.is_empty()
            && (wrapper.name.is_empty() || wrapper.named_by_content || host)
    }

    /// Whether the last node is the one of the element.
    fn is_last(&self, node: Idx) -> bool {
        let last = self.assembled.nodes.last();
        last.is_some_and(|made| made.node == self.page.dom.node_id(node) && made.node != 0)
    }
}

/// Whether a node without a role is clickable only by a handler or a pointer cursor, and has no
/// name except from its content.
fn is_click_target(node: &Node) -> bool {
    let reasons = &node.states.clickable;
    node.role == Role::Clickable
        && (node.name.is_empty() || node.named_by_content)
        && node.description.is_empty()
        && reasons
            .iter()
            .all(|reason| reason == clickable::POINTER || reason == clickable::HANDLER)
}

/// Whether all nodes with text are controls by their signs, or inside one. `controls` is the number
/// of interactive nodes.
fn are_all_signed(nodes: &[Node], controls: usize) -> bool {
    let is_signed = |node: &&Node| {
        let reasons = &node.states.clickable;
        reasons.iter().any(|reason| clickable::is_sign(reason))
    };
    if nodes.len() > MAX_SPLIT_NODES || nodes.iter().filter(is_signed).count() != controls {
        return false;
    }
    let mut control = None;
    nodes.iter().all(|node| {
        if control.is_none_or(|depth| node.depth <= depth) {
            control = is_signed(&node).then_some(node.depth);
        }
        control.is_some() || node.name.is_empty()
    })
}

/// Whether the wrapper has the same name as the control inside, or no other named content.
fn is_wrapper_of(wrapper: &Node, inside: &[Node], control: usize) -> bool {
    let found = &inside[control];
    let after = inside[control + 1..].iter();
    let beyond = after.skip_while(|node| node.depth > found.depth);
    let nameless = |node: &Node| node.name.is_empty();
    found.role.is_interactive()
        && if nameless(wrapper) {
            inside[..control].iter().chain(beyond).all(nameless)
        } else {
            found.name == wrapper.name
        }
}

/// Whether the role only marks text.
fn is_text_markup_or_paragraph(role: Role) -> bool {
    role == Role::Paragraph || role.is_text_markup()
}
