//! Text of nodes and pseudo-elements, added to runs; where runs begin and end.

use super::text_run::TakenRun;
use super::{Assembler, Context};
use crate::dom::{Display, Dom, Idx};
use crate::naming::transformed;
use crate::record::{Fact, Flag, PseudoBlock};
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::Node;

impl Assembler<'_, '_> {
    /// At an element's edges text ends, or is parted, as it is laid out. A list that is hidden
    /// from assistive technology gives its options as one text.
    pub(super) fn edge(&mut self, node: Idx) {
        let dom = &self.page.dom;
        let option = dom.is_html(node, "option") || dom.is_html(node, "optgroup");
        let listed = option && self.page.visibility.excluded(node);
        if breaks_line(dom, node) && !listed {
            self.flush();
            self.run.part();
        } else if listed || dom.display(node) == Display::InlineBlock {
            self.run.space();
        }
    }

    pub(super) fn text(&mut self, node: Idx, context: Context) {
        let visibility = &self.page.visibility;
        if !visibility.rendered(node) {
            return;
        }
        let dom = &self.page.dom;
        let hidden = visibility.excluded(node);
        let holder = dom
            .parent(node)
            .map(|parent| dom.host(parent).unwrap_or(parent));
        self.add_text(holder, context, hidden, dom.text(node));
    }

    /// Text of a pseudo-element. `block`: the bit that says it is block-level.
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
            self.run.part();
        }
        self.add_text(
            Some(node),
            context,
            self.page.visibility.excluded(node),
            text,
        );
        if is_block {
            self.flush();
            self.run.part();
        }
        if fact == Fact::Marker {
            self.run.space();
        }
    }

    /// Adds text to the run that is open, or begins another.
    fn add_text(&mut self, holder: Option<Idx>, context: Context, hidden: bool, text: &str) {
        if !self.run.goes_on(context, hidden) {
            self.flush();
            self.run.begin(context, hidden);
        }
        self.number(context, hidden, text);
        let dom = &self.page.dom;
        let keeps_breaks = holder.is_some_and(|holder| dom.flag(holder, Flag::KeepsBreaks));
        match holder {
            Some(holder) => self.run.add(&transformed(dom, holder, text), keeps_breaks),
            None => self.run.add(text, keeps_breaks),
        }
    }

    /// The number of the item that these words are the first of.
    fn number(&mut self, context: Context, hidden: bool, text: &str) {
        let words = !hidden && context.pruner.is_none() && !text.trim().is_empty();
        if let Some(number) = words.then(|| self.numbers.take()).flatten() {
            self.run.add(&number, false);
            self.run.space();
        }
    }

    /// Ends the text run.
    pub(super) fn flush(&mut self) {
        let Some(TakenRun {
            text,
            context,
            mut hidden,
            glued,
        }) = self.run.take()
        else {
            return;
        };
        if let Some(pruner) = context
            .pruner
            .and_then(|pruner| self.assembled.nodes.get(pruner))
        {
            if says(pruner, &text) {
                return;
            }
            // Assistive technology reads only the name, but this text is visible, too.
            hidden = true;
        }
        self.assembled.nodes.push(Node {
            depth: context.depth,
            role: Role::Text,
            name: text,
            in_scope: context.in_scope,
            aria_hidden: hidden,
            glued,
            ..Node::default()
        });
    }
}

/// The node's name says the text already.
fn says(node: &Node, text: &str) -> bool {
    // Names are cut where they are very long, and are not searched there.
    if node.name.len() > 5_000 {
        return false;
    }
    let (name, text) = (node.name.as_bytes(), text.as_bytes());
    let mut places = name.windows(text.len().max(1));
    node.named_by_content
        || text.is_empty()
        || name.len() <= 500 && places.any(|place| place == text)
}

/// Text does not run on across it.
fn breaks_line(dom: &Dom, node: Idx) -> bool {
    let line_break = dom.is_html(node, "br") || dom.is_html(node, "hr");
    line_break
        || matches!(
            dom.display(node),
            Display::Block | Display::TableRow | Display::TableCell
        )
}
