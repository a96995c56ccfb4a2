//! Text from content: accname 2F to 2H, over the flat tree with `aria-owns`. It uses its own stack,
//! because pages can be nested deeply.

use super::name_builder::{NameBuilder, OpenElement, Task, cut};
use super::{LENGTH_OVER_BUDGET, Mode, Naming, is_html, text};
use crate::dom::{Display, Idx, Kind, Namespace};
use crate::record::{Fact, Flag, PseudoBlock};
use crate::roles::traits;
use axlens_snapshot::role::Role;
use std::borrow::Cow;

impl Naming<'_, '_> {
    /// The text of an element's content. accname 2F.
    pub(super) fn content(&self, node: Idx, mode: Mode) -> String {
        let known = self.read.borrow().get(node, mode).cloned();
        if let Some(known) = known.filter(|_| self.is_cached(node, mode)) {
            return known;
        }
        let mut builder = NameBuilder::new(mode, self.roles.role(node), self.limit(node));
        self.open(&mut builder, node, true, true);
        self.run(&mut builder);
        builder.text
    }

    /// The text of one element by any step, for references and labels.
    pub(super) fn alternative(&self, node: Idx, mode: Mode) -> String {
        let referenced = matches!(mode, Mode::Reference | Mode::HiddenReference);
        let named = self.named.get();
        let inside = (node.0..self.page.dom.end(node).0).contains(&named.0);
        // The cached text has the values of all controls, but a control's own value is not part of
        // its name.
        let same = !(inside && self.shows_value(named));
        let cacheable = referenced && same && self.trace.borrow().is_none();
        if let Some(known) = self.read.borrow().get(node, mode).filter(|_| cacheable) {
            return known.clone();
        }
        let gaps = self.omissions.get();
        let mut builder = NameBuilder::new(mode, Role::Generic, self.limit(node));
        self.visit(node);
        self.read_element(&mut builder, node);
        self.run(&mut builder);
        if cacheable && gaps == self.omissions.get() {
            let words = builder.text.clone();
            self.read.borrow_mut().insert(node, mode, words);
        }
        builder.text
    }

    fn run(&self, builder: &mut NameBuilder) {
        let mut steps = 0;
        while let Some(task) = builder.tasks.pop() {
            steps += 1;
            if !self.has_budget(steps) {
                break;
            }
            match task {
                Task::Visit(_) if builder.is_full() => {}
                Task::Visit(node) => self.read_node(builder, node),
                Task::Close(open) => self.close(builder, open),
            }
        }
        if let Cow::Owned(shorter) = cut(&builder.text, builder.limit) {
            builder.text = shorter;
        }
    }

    fn read_node(&self, builder: &mut NameBuilder, node: Idx) {
        match self.page.dom.kind(node) {
            Kind::Text => self.step_text(builder, node),
            Kind::Element => self.read_child(builder, node),
            Kind::Document | Kind::ShadowRoot => {}
        }
    }

    /// accname 2G: adds the text of a text node, in its visible letter case.
    fn step_text(&self, builder: &mut NameBuilder, node: Idx) {
        let dom = &self.page.dom;
        let text = dom.text(node);
        match self.page.flat.parent(node) {
            Some(parent) => builder.push(&text::transformed(dom, parent, text)),
            None => builder.push(text),
        }
    }

    /// Reads an element in the content, once per computation and only if it is not hidden.
    fn read_child(&self, builder: &mut NameBuilder, node: Idx) {
        if self.was_visited(node) {
            self.omissions.set(self.omissions.get() + 1);
            return;
        }
        if self.is_never_content(node) || is_separate_part(builder.owner, self.roles.role(node)) {
            return;
        }
        if builder.mode != Mode::HiddenReference {
            if self.page.visibility.aria_hidden(node) || !self.page.visibility.boxed(node) {
                return; // accname 2A
            }
            if !self.page.visibility.rendered(node) {
                // Hidden by `visibility`: descendants may be visible.
                return self.open(builder, node, false, false);
            }
        }
        self.visit(node);
        self.read_element(builder, node);
    }

    /// Tries the steps for one element; the first that produces text counts.
    fn read_element(&self, builder: &mut NameBuilder, node: Idx) {
        if let Some(words) = self.words_of_element(builder.mode, node) {
            // Text that is not the element's content is separated from the text around it, as in
            // browsers.
            builder.space();
            builder.push(&words);
            builder.space();
            return;
        }
        let cached = self.read.borrow().get(node, builder.mode).cloned();
        match cached.filter(|_| self.is_cached(node, builder.mode)) {
            Some(words) => {
                let words = if text::collapsed(&words).is_empty() {
                    self.tooltip_inside(node).unwrap_or(words)
                } else {
                    words
                };
                self.add(builder, node, &words);
            }
            None => self.open(builder, node, true, false),
        }
    }

    /// Steps 2B to 2E for an element inside a name.
    fn words_of_element(&self, mode: Mode, node: Idx) -> Option<String> {
        let in_reference = matches!(mode, Mode::Reference | Mode::HiddenReference);
        if !in_reference {
            match self.nested(|| self.step_labelledby(node)) {
                Some(None) => {}
                Some(found) => return found,
                None => self.omissions.set(self.omissions.get() + 1),
            }
        }
        if let Some(value) = self.step_embedded_control(node, mode) {
            return Some(value);
        }
        let is_slot = self.page.dom.tag(node) == "slot" && is_html(&self.page.dom, node);
        if is_slot {
            return None; // A slot is not in the accessibility tree, so its label names nothing.
        }
        self.step_aria_label(node)
            .or_else(|| self.step_host_label(node))
    }

    /// Starts the content of an element: its marker, its `::before`, its children in the tree.
    fn open(&self, builder: &mut NameBuilder, node: Idx, visible: bool, outermost: bool) {
        if !outermost {
            self.gap(builder, node);
        }
        builder.tasks.push(Task::Close(OpenElement {
            node,
            start: builder.text.len(),
            visible,
            gaps: self.omissions.get(),
            outermost,
        }));
        if visible {
            self.add_marker(builder, node);
            self.add_pseudo(builder, node, Fact::Before, PseudoBlock::Before);
        }
        let children = self.page.flat.owned_children(node);
        let children = &children[..children.len().min(self.max_steps())];
        for child in children.iter().rev() {
            if visible || self.page.dom.kind(*child) == Kind::Element {
                builder.tasks.push(Task::Visit(*child));
            }
        }
    }

    /// Ends the content of an element: `::after`, and the tooltip if there was no text.
    fn close(&self, builder: &mut NameBuilder, open: OpenElement) {
        if open.visible {
            self.add_pseudo(builder, open.node, Fact::After, PseudoBlock::After);
        }
        self.cache(builder, &open);
        if open.outermost {
            return;
        }
        let is_blank = builder.text[open.start..].chars().all(text::is_space);
        if let Some(tooltip) = self
            .tooltip_inside(open.node)
            .filter(|_| is_blank && open.visible)
        {
            builder.text.push_str(&tooltip);
        }
        self.gap(builder, open.node);
    }

    /// Caches the text of an element whose own name is also computed, unless something was omitted
    /// because it was read before, or reading stopped at the limit.
    fn cache(&self, builder: &NameBuilder, open: &OpenElement) {
        if open.gaps != self.omissions.get() || !self.is_cached(open.node, builder.mode) {
            return;
        }
        let words = &builder.text[open.start..];
        let limit = self.limit(open.node);
        if builder.is_full() && words.len() <= limit {
            return;
        }
        let words = cut(words, limit).into_owned();
        let mut read = self.read.borrow_mut();
        read.insert(open.node, builder.mode, words);
    }

    /// Maximum length of the text of an element. It is shorter inside many elements with a name
    /// from content, so that the total length of all names is proportional to the page.
    fn limit(&self, node: Idx) -> usize {
        match self.roles.named_around(node) {
            _ if self.bytes_left.get() == 0 => LENGTH_OVER_BUDGET,
            0..=9 => 10_000,
            10..=99 => 1_000,
            _ => LENGTH_OVER_BUDGET,
        }
    }

    /// accname 2I for an element inside a name.
    fn tooltip_inside(&self, node: Idx) -> Option<String> {
        if self.is_decoration(node) {
            return None;
        }
        ["title", "xlink:title"].iter().find_map(|name| {
            let text = text::collapsed(self.page.dom.attr(node, name)?);
            (!text.is_empty()).then_some(text)
        })
    }

    /// accname 2F.ii: generated content. `bit` is set if the pseudo-element is block-level. What is
    /// generated in editable text is its placeholder or a line number, and no part of it.
    fn add_pseudo(&self, builder: &mut NameBuilder, node: Idx, fact: Fact, bit: PseudoBlock) {
        if self.page.dom.flag(node, Flag::Editable) {
            return;
        }
        let Some(words) = self.pseudo(node, fact) else {
            return;
        };
        let block = self
            .page
            .dom
            .fact(node, Fact::PseudoBlocks)
            .is_some_and(|bits| bits & bit as i64 != 0);
        if block {
            builder.space();
        }
        builder.push(&words);
        if block {
            builder.space();
        }
    }

    /// Adds the marker of a list item if there is a reference to the item. Tentative in accname;
    /// browsers omit it.
    fn add_marker(&self, builder: &mut NameBuilder, node: Idx) {
        if matches!(builder.mode, Mode::Content | Mode::Label)
            || !self.page.dom.flag(node, Flag::ListItem)
        {
            return;
        }
        if let Some(marker) = super::marker::marker_text(&self.page.dom, node) {
            builder.push(&marker);
        }
    }

    fn add(&self, builder: &mut NameBuilder, node: Idx, words: &str) {
        self.gap(builder, node);
        builder.push(words);
        self.gap(builder, node);
    }

    /// accname 2F: adds a space around elements that are not inline. If no style was read, the tag
    /// decides.
    fn gap(&self, builder: &mut NameBuilder, node: Idx) {
        let dom = &self.page.dom;
        let is_separate = match dom.display(node) {
            Display::Inline => dom.tag(node) == "br" || text::is_atomic_tag(dom.tag(node)),
            Display::Contents => false,
            Display::None | Display::Unread => text::is_block_tag(dom.tag(node)),
            Display::InlineBlock | Display::Block | Display::TableRow | Display::TableCell => true,
        };
        if is_separate {
            builder.space();
        }
    }

    /// Whether the element never has text, even if a reference points at it.
    fn is_never_content(&self, node: Idx) -> bool {
        let tag = self.page.dom.tag(node);
        match self.page.dom.namespace(node) {
            Namespace::Html => matches!(
                tag,
                "script"
                    | "style"
                    | "template"
                    | "noscript"
                    | "head"
                    | "iframe"
                    | "frame"
                    | "datalist"
                    | "rp"
                    | "rt"
            ),
            Namespace::Svg => {
                matches!(
                    tag,
                    "title" | "desc" | "defs" | "metadata" | "script" | "style" | "symbol"
                )
            }
            Namespace::MathMl | Namespace::Other => {
                matches!(tag, "annotation" | "annotation-xml")
            }
        }
    }

    /// Whether the content of an element is needed separately too, so that it is cached.
    fn is_cached(&self, node: Idx, mode: Mode) -> bool {
        if self.trace.borrow().is_some() {
            return false;
        }
        let role = self.roles.role(node);
        let whole = !is_separate_part(role, Role::Group) && !is_separate_part(role, Role::Menu);
        let title = self.page.dom.attr(node, "title").is_some();
        mode == Mode::Content && (title || (whole && traits::has_text_from_content(role)))
    }
}

/// Whether a part of an item is not part of its name: the branch of a tree item, the menu of a menu
/// item. SPEC DIFFERENCE: accname reads everything; browsers omit it.
fn is_separate_part(owner: Role, part: Role) -> bool {
    match owner {
        Role::Treeitem => matches!(part, Role::Group | Role::Menu | Role::Tree),
        Role::Menuitem | Role::Menuitemcheckbox | Role::Menuitemradio => part == Role::Menu,
        _ => false,
    }
}
