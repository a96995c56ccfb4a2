//! Adds the text of nodes and pseudo-elements to text runs, and decides where runs start and end.

use super::text_run::{Looks, TakenRun};
use super::{Assembler, Context};
use crate::clickable::hints::is_ligature;
use crate::dom::{Display, Dom, Idx};
use crate::naming::{transformed, without_icons};
use crate::record::{Fact, Flag, PseudoBlock};
use crate::unseen;
use axlens_snapshot::role::Role;
use axlens_snapshot::text::is_inline;
use axlens_snapshot::tree::{Node, Unseen};

impl Assembler<'_, '_> {
    /// Ends or separates text at the boundaries of an element, depending on its layout. The options
    /// of a list that is hidden from assistive technology become one text.
    pub(super) fn edge(&mut self, node: Idx) {
        let dom = &self.page.dom;
        let option = dom.is_html(node, "option") || dom.is_html(node, "optgroup");
        let listed = option && self.page.visibility.excluded(node);
        if breaks_line(dom, node) && !listed {
            self.flush();
            self.run.break_line();
        } else if listed || dom.display(node) == Display::InlineBlock {
            self.run.space();
        }
    }

    pub(super) fn text(&mut self, node: Idx, context: Context) {
        let visibility = &self.page.visibility;
        // The hint of the control has the name of its icon.
        let is_icon = || context.pruner.is_some() && is_ligature(self.page, node);
        if !visibility.rendered(node) || is_icon() {
            return;
        }
        let dom = &self.page.dom;
        let looks = Looks {
            hidden: visibility.excluded(node),
            unseen: unseen::is_text_unseen(self.page, node),
        };
        self.add_text(dom.text_holder(node), context, looks, dom.text(node));
    }

    /// Adds the text of a pseudo-element. `block` is the bit for a block-level one.
    pub(super) fn pseudo(
        &mut self,
        node: Idx,
        context: Context,
        fact: Fact,
        block: Option<PseudoBlock>,
    ) {
        let dom = &self.page.dom;
        let Some(text) = dom.fact_text(node, fact).filter(|text| !text.is_empty()) else {
            return;
        };
        if !self.page.visibility.rendered(node) {
            return;
        }
        let blocks = dom.fact(node, Fact::PseudoBlocks).unwrap_or(0);
        let is_block = block.is_some_and(|block| blocks & block as i64 != 0);
        if is_block {
            self.flush();
            self.run.break_line();
        }
        let looks = Looks {
            hidden: self.page.visibility.excluded(node),
            unseen: unseen::is_flagged(dom, node),
        };
        self.add_text(Some(node), context, looks, text);
        if is_block {
            self.flush();
            self.run.break_line();
        }
        if fact == Fact::Marker {
            self.run.space();
        }
    }

    /// Adds text to the open run, or starts a new one. Glyphs of icon fonts are no text.
    fn add_text(&mut self, holder: Option<Idx>, context: Context, looks: Looks, text: &str) {
        let text = &*without_icons(text);
        if !self.run.is_continued_by(context, looks) {
            self.flush();
            self.run.begin(context, looks);
        }
        self.number(context, looks.hidden, text);
        let dom = &self.page.dom;
        let keeps_breaks = holder.is_some_and(|holder| dom.flag(holder, Flag::KeepsBreaks));
        match holder {
            Some(holder) => self.run.add(&transformed(dom, holder, text), keeps_breaks),
            None => self.run.add(text, keeps_breaks),
        }
    }

    /// Adds the pending item number before the first text of the item.
    fn number(&mut self, context: Context, hidden: bool, text: &str) {
        let is_visible = !hidden && context.pruner.is_none() && !text.trim().is_empty();
        if let Some(number) = is_visible.then(|| self.numbers.take()).flatten() {
            self.run.add(&number, false);
            self.run.space();
        }
    }

    /// Ends the text run.
    pub(super) fn flush(&mut self) {
        let Some(TakenRun {
            text,
            context,
            looks: Looks { mut hidden, unseen },
            glued,
            is_first,
            before: space,
        }) = self.run.take()
        else {
            return;
        };
        let pruner = context
            .pruner
            .and_then(|pruner| self.assembled.nodes.get(pruner));
        let represented = pruner.is_some_and(|pruner| is_represented(pruner, &text));
        // Assistive technology reads only the name, but this text is visible, too.
        hidden |= pruner.is_some() && !represented;
        let mut node = Node {
            depth: context.depth,
            role: Role::Text,
            name: text,
            in_scope: context.in_scope,
            aria_hidden: hidden,
            represented,
            glued,
            new_line: is_first && self.continues_line(context.depth, Role::Text),
            ..Node::default()
        };
        if space.is_some() {
            node.states.space = space;
        }
        if unseen {
            node.states.unseen = Some(Unseen::All);
        }
        self.assembled.nodes.push(node);
    }

    /// Whether a new node would be on the line of the node before it, if no line started there.
    /// Blocks and consecutive texts are lines anyway.
    pub(super) fn continues_line(&self, depth: u32, role: Role) -> bool {
        let is_text = role == Role::Text;
        let follows_text = |last: &Node| last.role == Role::Text && last.depth == depth;
        let begins_block = |last: &Node| last.depth < depth && !is_inline(last.role);
        let last = self.assembled.nodes.last();
        (is_text || is_inline(role))
            && last.is_some_and(|last| !(begins_block(last) || is_text && follows_text(last)))
    }

    /// Removes the text of a control that is only its name.
    pub(super) fn drop_name_text(&mut self, node: Idx, inside: Context) {
        let id = self.page.dom.node_id(node);
        let is_own = |position: &usize| {
            let control = self.assembled.nodes.get(*position);
            control.is_some_and(|control| control.node == id)
        };
        let Some(position) = inside.pruner.filter(is_own) else {
            return;
        };
        self.flush();
        let (control, content) = self.assembled.nodes.split_at(position + 1);
        if is_only_name(&control[position], content) {
            self.assembled.nodes.truncate(position + 1);
        }
    }
}

/// Whether the name of a control represents a text in it.
fn is_represented(control: &Node, text: &str) -> bool {
    // Very long names are cut, so they are not searched.
    control.name.len() <= 5_000 && (control.named_by_content || name_contains(control, text))
}

/// Whether the name of the node contains the text. Long names are not searched.
fn name_contains(node: &Node, text: &str) -> bool {
    let (name, text) = (node.name.as_bytes(), text.as_bytes());
    let mut windows = name.windows(text.len().max(1));
    text.is_empty() || name.len() <= 500 && windows.any(|window| window == text)
}

/// Whether the name of a control is all of its visible text.
fn is_only_name(control: &Node, content: &[Node]) -> bool {
    let is_long = control.name.len() > 500;
    let is_name = |text: &Node| {
        let is_part = is_long || name_contains(control, &text.name);
        text.represented && !text.aria_hidden && is_part
    };
    control.named_by_content
        && control.states.unseen != Some(Unseen::Part)
        && content.iter().all(is_name)
}

/// Whether the element ends a line of text.
pub(super) fn breaks_line(dom: &Dom, node: Idx) -> bool {
    let line_break = dom.is_html(node, "br") || dom.is_html(node, "hr");
    line_break
        || matches!(
            dom.display(node),
            Display::Block | Display::TableRow | Display::TableCell
        )
}
