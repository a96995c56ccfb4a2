//! The steps of accname for one element, one function a step; the first that gives words wins.
//! Knows no budget and no cache. Source: https://w3c.github.io/accname/#computation-steps

use super::{Mode, Name, Naming, is_html, text, text::collapsed};
use crate::dom::{Display, Idx, Kind};
use crate::record::Fact;
use crate::roles::traits;
use axlens_snapshot::role::Role;

impl Naming<'_, '_> {
    /// The first step of accname that gives words.
    pub(super) fn first_name(&self, node: Idx) -> Name {
        let result = |step, text: Option<String>| {
            text.map(|text| Name {
                text,
                by_content: false,
                from: step,
            })
        };
        result("2B aria-labelledby", self.step_labelledby(node))
            .or_else(|| result("2D aria-label", self.step_aria_label(node)))
            .or_else(|| result("2E host language", self.step_host_label(node)))
            .or_else(|| self.step_content(node))
            .or_else(|| result("name from heading", self.step_heading(node)))
            .or_else(|| result("2I tooltip", self.step_tooltip(node)))
            .unwrap_or_default()
    }

    /// accname 2B: the elements that `aria-labelledby` names, in the order description.
    pub(super) fn step_labelledby(&self, node: Idx) -> Option<String> {
        self.references(node, "aria-labelledby", "2B aria-labelledby")
    }

    /// accname 2D: the words of `aria-label`.
    pub(super) fn step_aria_label(&self, node: Idx) -> Option<String> {
        let label = collapsed(self.page.dom.attr(node, "aria-label")?);
        self.give("2D aria-label", node, label)
    }

    /// accname 2E: what the host language has for naming: labels, legends, captions, `alt`, `title`
    /// elements of SVG, values of buttons.
    pub(super) fn step_host_label(&self, node: Idx) -> Option<String> {
        if self.roles.of(node) == Role::None {
            return None;
        }
        self.host_label(node)
    }

    /// accname 2F: the content, where the role takes its name from there.
    fn step_content(&self, node: Idx) -> Option<Name> {
        if !traits::named_from_content(self.roles.of(node)) && !self.is_named_by_content(node) {
            return None;
        }
        let text = collapsed(&self.content(node, Mode::Content));
        let text = self.give("2F content", node, text)?;
        Some(Name {
            text,
            by_content: true,
            from: "2F content",
        })
    }

    /// accname 2I: the tooltip, and after it the placeholder.
    fn step_tooltip(&self, node: Idx) -> Option<String> {
        if self.is_decoration(node) || self.has_plain_words(node) || self.is_nothing(node) {
            return None;
        }
        let dom = &self.page.dom;
        let names: &[&str] = match self.roles.of(node) {
            Role::Textbox | Role::Searchbox | Role::Combobox | Role::Spinbutton => {
                &["title", "placeholder", "aria-placeholder"]
            }
            _ => &["title", "xlink:title"],
        };
        names.iter().find_map(|name| {
            let text = collapsed(dom.attr(node, name)?);
            self.give("2I tooltip", node, text)
        })
    }

    /// The first heading inside, of an article or a dialog that its author has not named.
    /// Source: https://github.com/w3c/aria/pull/1860
    fn step_heading(&self, node: Idx) -> Option<String> {
        match self.roles.of(node) {
            Role::Alertdialog | Role::Article | Role::Dialog => {}
            _ => return None,
        }
        if self
            .page
            .dom
            .attr(node, "title")
            .is_some_and(|title| !collapsed(title).is_empty())
        {
            return None;
        }
        let heading = self.first_heading(node)?;
        let text = self.name_inside(heading);
        self.give("name from heading", heading, text)
    }

    /// Description: the elements that `aria-describedby` names.
    pub(super) fn step_describedby(&self, node: Idx) -> Option<String> {
        self.references(node, "aria-describedby", "aria-describedby")
    }

    /// Description: the words of `aria-description`.
    pub(super) fn step_description(&self, node: Idx) -> Option<String> {
        let text = collapsed(self.page.dom.attr(node, "aria-description")?);
        self.give("aria-description", node, text)
    }

    /// Description: what the host language has, where it has not become the name.
    pub(super) fn step_host_description(&self, node: Idx, name: &Name) -> Option<String> {
        let description = self.host_description(node, name);
        description.or_else(|| {
            if name.from == "2I tooltip" || self.is_nothing(node) || self.is_decoration(node) {
                return None;
            }
            let text = collapsed(self.page.dom.attr(node, "title")?);
            self.give("title", node, text)
        })
    }

    /// A plain container or a piece of text with words of its own: its tooltip describes it and
    /// does not replace the words. Source: https://w3c.github.io/aria/#namefromprohibited
    fn has_plain_words(&self, node: Idx) -> bool {
        use Role::*;
        let dom = &self.page.dom;
        // An abbreviation's tooltip is its long form.
        if dom.attr(node, "title").is_none() || dom.is_html(node, "abbr") {
            return false;
        }
        let plain = matches!(
            self.roles.of(node),
            Code | Definition
                | Deletion
                | Emphasis
                | Generic
                | Insertion
                | Mark
                | None
                | Paragraph
                | Strong
                | Subscript
                | Suggestion
                | Superscript
                | Term
                | Time
        );
        plain && !collapsed(&self.content(node, Mode::Content)).is_empty()
    }

    /// A plain element in a line with nothing inside: no user can point at it to see its tooltip.
    fn is_nothing(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        let empty = self.roles.of(node) == Role::Generic
            && dom.display(node) == Display::Inline
            && self.has_nothing_shown(node)
            && !text::is_atomic_tag(dom.tag(node));
        let generated = [Fact::Before, Fact::After];
        empty
            && generated
                .iter()
                .all(|fact| dom.fact_text(node, *fact).is_none())
    }

    /// No child is seen: there is none, or it is hidden, or blank.
    fn has_nothing_shown(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        let mut children = self.page.flat.children(node).iter();
        children.all(|child| match dom.kind(*child) {
            Kind::Text => dom.text(*child).chars().all(text::is_space),
            _ => !self.page.visibility.boxed(*child),
        })
    }

    /// An image that its author has declared to be decoration: a tooltip does not make more of it.
    pub(super) fn is_decoration(&self, node: Idx) -> bool {
        self.roles.of(node) == Role::None && self.page.dom.is_html(node, "img")
    }

    /// Elements whose content names them though their role does not say so.
    /// Source: https://w3c.github.io/html-aam/#accessible-name-and-description-computation
    fn is_named_by_content(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        dom.attr(node, "role").is_none() && dom.tag(node) == "summary" && is_html(dom, node)
    }

    fn first_heading(&self, node: Idx) -> Option<Idx> {
        let mut pending: Vec<Idx> = self.children_reversed(node);
        let mut steps = 0;
        while let Some(next) = pending.pop() {
            steps += 1;
            // Headings stand at the top of what they name; a page-long search is not worth its
            // time.
            if steps > 500 || self.page.dom.kind(next) != Kind::Element || self.is_hidden(next) {
                continue;
            }
            match self.roles.of(next) {
                Role::Heading => return Some(next),
                // Their headings are their own.
                Role::Alertdialog | Role::Article | Role::Dialog => {}
                _ => pending.extend(self.children_reversed(next)),
            }
        }
        None
    }

    fn children_reversed(&self, node: Idx) -> Vec<Idx> {
        self.page
            .flat
            .owned_children(node)
            .iter()
            .rev()
            .copied()
            .collect()
    }
}
