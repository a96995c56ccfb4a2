//! Nodes that are made and dropped again: marks of text without any, and shells of controls.

use super::Assembler;
use crate::clickable;
use crate::dom::Idx;
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::{Node, States};

/// Lines that are looked at to see whether they are a control and its shell.
const SHELL: usize = 12;

impl Assembler<'_, '_> {
    /// What only marks text and has none says nothing: an empty paragraph, a mark of nothing.
    pub(super) fn drop_empty_text(&mut self, node: Idx) {
        if !is_mark_of_text(self.roles.of(node)) {
            return;
        }
        if self.is_last(node) {
            self.flush();
        }
        let last = self.assembled.nodes.len().saturating_sub(1);
        let acts = self
            .assembled
            .acting
            .last()
            .is_some_and(|(position, _)| *position == last);
        let says_nothing = self.assembled.nodes.last().is_some_and(|made| {
            made.name.is_empty() && made.description.is_empty() && made.states.is_empty()
        });
        if self.is_last(node) && says_nothing && !acts {
            self.assembled.nodes.pop();
        }
    }

    /// A container that seems clickable, or focusable as a shadow host, and holds a control of the
    /// same name and nothing else that can be acted on is that control's shell: acting on the one
    /// is acting on the other.
    pub(super) fn drop_shell(&mut self, node: Idx) {
        let Some((place, position)) = self.own_acting(node) else {
            return;
        };
        if !self.is_mere(node, &self.assembled.nodes[position]) {
            return;
        }
        self.flush();
        let (shell, inside) = (
            &self.assembled.nodes[position],
            &self.assembled.nodes[position + 1..],
        );
        let control = self.assembled.acting[place + 1].0 - position - 1;
        if inside.len() > SHELL || !fits(shell, inside, control) {
            return;
        }
        self.assembled.acting.remove(place);
        self.assembled.acting[place].0 -= 1;
        self.assembled.nodes.remove(position);
        for node in &mut self.assembled.nodes[position..] {
            node.depth -= 1;
        }
    }

    /// The element's positions among interactive nodes and among all nodes, if another interactive
    /// node followed it.
    fn own_acting(&self, node: Idx) -> Option<(usize, usize)> {
        let acting = &self.assembled.acting;
        let place = acting.len().checked_sub(2)?;
        (acting[place].1 == node).then(|| (place, acting[place].0))
    }

    /// Only a pointer or a `tabindex` made it act, and nothing but its content names or describes
    /// it.
    fn is_mere(&self, node: Idx, shell: &Node) -> bool {
        if !matches!(shell.role, Role::Clickable | Role::Focusable) {
            return false;
        }
        let host = self.page.dom.shadow_root(node).is_some();
        let states = States {
            clickable: shell.states.clickable.clone(),
            focusable: shell.states.focusable,
            disabled: shell.states.disabled,
            ..States::default()
        };
        let reasons = shell.states.clickable.iter();
        let weak = reasons
            .clone()
            .all(|reason| reason == clickable::POINTER || host && reason == clickable::TABINDEX);
        weak && *shell.states == states
            && shell.description.is_empty()
            && (shell.name.is_empty() || shell.named_by_content || host)
    }

    /// The element's own node is the last one so far.
    fn is_last(&self, node: Idx) -> bool {
        let last = self.assembled.nodes.last();
        last.is_some_and(|made| made.node == self.page.dom.node_id(node) && made.node != 0)
    }
}

/// The control inside is all that the shell is: it has the same name, or nothing else inside says
/// anything.
fn fits(shell: &Node, inside: &[Node], control: usize) -> bool {
    let found = &inside[control];
    let after = inside[control + 1..].iter();
    let beyond = after.skip_while(|node| node.depth > found.depth);
    let nameless = |node: &Node| node.name.is_empty();
    found.role.is_interactive()
        && if nameless(shell) {
            inside[..control].iter().chain(beyond).all(nameless)
        } else {
            found.name == shell.name
        }
}

/// The role says something of the text inside, and of nothing else.
fn is_mark_of_text(role: Role) -> bool {
    role == Role::Paragraph || role.is_text_markup()
}
