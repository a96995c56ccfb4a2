//! The elements with a visible text, by which an action can name its element.

use super::is_interactive_element;
use super::text::breaks_line;
use crate::clickable;
use crate::clickable::signs::Signs;
use crate::dom::{Display, Dom, Idx, Kind};
use crate::naming::{Naming, transformed, without_icons};
use crate::pace::Pace;
use crate::page::Page;
use crate::record::Fact;
use crate::roles::Roles;

/// Finds the rendered elements whose whole visible text is `wanted`, in document order. Of several
/// nested elements it is the innermost interactive one, or the innermost one. If there is none, the
/// text of `::before` and `::after` counts too; if there is none either, it is the controls with
/// this accessible name. Only descendants of the container count. Inert
/// elements count only if no other element matches.
pub async fn targets(
    (page, roles, signs): (&Page<'_>, &Roles, &Signs),
    naming: &Naming<'_, '_>,
    (wanted, container): (&str, Option<Idx>),
    pace: &Pace,
) -> Vec<Idx> {
    let mut search = TargetTextSearch {
        page,
        roles,
        signs,
        naming,
        wanted: words(wanted),
        container,
        with_generated: false,
    };
    if search.wanted.is_empty() {
        return Vec::new();
    }
    let mut found = search.by_text(pace).await;
    if found.is_empty() {
        search.with_generated = true;
        found = search.by_text(pace).await;
    }
    if found.is_empty() {
        found = search.by_name(pace).await;
    }
    if found.iter().any(|node| !page.visibility.inert(*node)) {
        found.retain(|node| !page.visibility.inert(*node));
    }
    found.sort_unstable();
    found
}

/// Collapses whitespace, including no-break spaces: they look the same.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct TargetTextSearch<'a, 'r> {
    page: &'a Page<'r>,
    roles: &'a Roles,
    signs: &'a Signs,
    naming: &'a Naming<'a, 'r>,
    wanted: String,
    container: Option<Idx>,
    /// The text of pseudo-elements counts.
    with_generated: bool,
}

/// The text of an element that is being read.
#[derive(Default)]
struct OpenText {
    text: String,
    /// Whitespace follows the text.
    space: bool,
    /// The text is longer than the wanted one.
    is_too_long: bool,
    /// Matches among the descendants.
    matches: Vec<Idx>,
}

enum SearchStep {
    Enter(Idx),
    Leave(Idx),
}

impl TargetTextSearch<'_, '_> {
    async fn by_text(&self, pace: &Pace) -> Vec<Idx> {
        let mut found = Vec::new();
        let mut texts = vec![OpenText::default()];
        let mut open = vec![SearchStep::Enter(self.page.dom.document())];
        while let Some(step) = open.pop() {
            pace.steps(1 + self.naming.take_step_count()).await;
            match step {
                SearchStep::Enter(node) => self.enter(node, &mut texts, &mut open),
                SearchStep::Leave(node) => self.leave(node, &mut texts, &mut found),
            }
        }
        found
    }

    fn enter(&self, node: Idx, texts: &mut Vec<OpenText>, open: &mut Vec<SearchStep>) {
        let Page {
            dom,
            visibility,
            flat,
            ..
        } = self.page;
        if dom.kind(node) == Kind::Text {
            if visibility.rendered(node)
                && let Some(parent) = texts.last_mut()
            {
                let text = dom.text(node);
                let holder = flat.parent(node);
                let text = holder.map_or(text.into(), |holder| transformed(dom, holder, text));
                parent.push(&text, &self.wanted);
            }
            return;
        }
        // The options of a select are not visible while it is closed.
        if dom.kind(node) == Kind::Element
            && (!visibility.boxed(node) || dom.is_html(node, "select"))
        {
            return;
        }
        texts.push(OpenText::default());
        self.add_generated(node, Fact::Before, texts);
        if is_button_input(dom, node)
            && let Some(own) = texts.last_mut()
        {
            own.push(&self.naming.name(node).text, &self.wanted);
        }
        open.push(SearchStep::Leave(node));
        let children = flat.children(node).iter().rev();
        open.extend(children.map(|child| SearchStep::Enter(*child)));
    }

    fn add_generated(&self, node: Idx, fact: Fact, texts: &mut [OpenText]) {
        let text = self.page.dom.fact_text(node, fact);
        let text = text.filter(|_| self.with_generated && self.page.visibility.rendered(node));
        if let (Some(text), Some(own)) = (text, texts.last_mut()) {
            own.push(&without_icons(text), &self.wanted);
        }
    }

    fn leave(&self, node: Idx, texts: &mut Vec<OpenText>, found: &mut Vec<Idx>) {
        self.add_generated(node, Fact::After, texts);
        let Some(own) = texts.pop() else {
            return;
        };
        let dom = &self.page.dom;
        let is_match = !own.is_too_long
            && own.text == self.wanted
            && dom.kind(node) == Kind::Element
            && self.page.visibility.rendered(node)
            && is_inside(self.page, node, self.container);
        let mut matches = own.matches;
        if is_match {
            let inner = matches.pop();
            matches.push(match inner {
                Some(inner) if self.acts(inner) || !self.acts(node) => inner,
                _ => node,
            });
        } else {
            found.append(&mut matches);
        }
        let Some(parent) = texts.last_mut() else {
            found.append(&mut matches);
            return;
        };
        parent.matches.append(&mut matches);
        if is_button_input(dom, node) {
            return;
        }
        let is_separate = breaks_line(dom, node) || dom.display(node) == Display::InlineBlock;
        parent.space |= is_separate;
        match own.is_too_long {
            true => parent.is_too_long = true,
            false => parent.push(&own.text, &self.wanted),
        }
        parent.space |= own.space || is_separate;
    }

    /// The controls with this accessible name.
    async fn by_name(&self, pace: &Pace) -> Vec<Idx> {
        let mut found = Vec::new();
        for node in self.page.dom.elements() {
            pace.steps(1 + self.naming.take_step_count()).await;
            let reasons = clickable::reasons(self.page, self.roles, self.signs, node, true);
            let is_control = self.page.visibility.rendered(node)
                && is_interactive_element(self.page, self.roles, node, &reasons);
            if is_control
                && is_inside(self.page, node, self.container)
                && words(&self.naming.name(node).text) == self.wanted
            {
                found.push(node);
            }
        }
        found
    }

    fn acts(&self, node: Idx) -> bool {
        let mut around = std::iter::successors(self.page.flat.parent(node), |node| {
            self.page.flat.parent(*node)
        });
        let inside_control = around.any(|node| self.roles.role(node).is_interactive());
        let reasons = clickable::reasons(self.page, self.roles, self.signs, node, inside_control);
        is_interactive_element(self.page, self.roles, node, &reasons)
    }
}

impl OpenText {
    /// Adds text, with collapsed whitespace, unless it becomes longer than the wanted text.
    fn push(&mut self, text: &str, wanted: &str) {
        if self.is_too_long {
            return;
        }
        self.space |= text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            if self.space && !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
            self.space = true;
            if self.text.len() > wanted.len() {
                self.is_too_long = true;
                return;
            }
        }
        let has_words = !text.trim().is_empty();
        self.space = text.ends_with(char::is_whitespace) || !has_words && self.space;
    }
}

/// Whether a node is a descendant of the container in the flat tree; always without a container.
pub(super) fn is_inside(page: &Page, node: Idx, container: Option<Idx>) -> bool {
    let Some(outer) = container else {
        return true;
    };
    let mut around = std::iter::successors(page.flat.parent(node), |node| page.flat.parent(*node));
    around.any(|node| node == outer)
}

/// Whether the element is an `input` that is drawn as a button with its value.
fn is_button_input(dom: &Dom, node: Idx) -> bool {
    let kind = dom.attr(node, "type").unwrap_or_default();
    dom.is_html(node, "input")
        && ["submit", "button", "reset"]
            .iter()
            .any(|name| kind.eq_ignore_ascii_case(name))
}
