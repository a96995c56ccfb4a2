//! The steps of accname for one element, with one function for each step. The first that produces
//! text counts. Source: https://w3c.github.io/accname/#computation-steps

use super::{Mode, Name, Naming, is_html, text, text::collapsed};
use crate::dom::{Display, Idx, Kind};
use crate::record::Fact;
use crate::roles::traits;
use axlens_snapshot::role::Role;

impl Naming<'_, '_> {
    /// The name by the first step of accname that produces text.
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

    /// accname 2B: the elements of `aria-labelledby`, in order.
    pub(super) fn step_labelledby(&self, node: Idx) -> Option<String> {
        self.references(node, "aria-labelledby", "2B aria-labelledby")
    }

    /// accname 2D: the text of `aria-label`.
    pub(super) fn step_aria_label(&self, node: Idx) -> Option<String> {
        let label = collapsed(self.page.dom.attr(node, "aria-label")?);
        self.record_step("2D aria-label", node, label)
    }

    /// accname 2E: the name in the host language: labels, legends, captions, `alt`, `title`
    /// elements of SVG, values of buttons.
    pub(super) fn step_host_label(&self, node: Idx) -> Option<String> {
        if self.roles.role(node) == Role::None {
            return None;
        }
        self.host_label(node)
    }

    /// accname 2F: the content, if the role allows a name from content.
    fn step_content(&self, node: Idx) -> Option<Name> {
        if !traits::named_from_content(self.roles.role(node)) && !self.is_named_by_content(node) {
            return None;
        }
        let text = collapsed(&self.content(node, Mode::Content));
        let text = self.record_step("2F content", node, text)?;
        Some(Name {
            text,
            by_content: true,
            from: "2F content",
        })
    }

    /// accname 2I: the tooltip, and after it the placeholder.
    fn step_tooltip(&self, node: Idx) -> Option<String> {
        if self.is_decoration(node) || self.is_plain_with_text(node) || self.is_empty_inline(node) {
            return None;
        }
        let dom = &self.page.dom;
        let names: &[&str] = match self.roles.role(node) {
            Role::Textbox | Role::Searchbox | Role::Combobox | Role::Spinbutton => {
                &["title", "placeholder", "aria-placeholder"]
            }
            _ => &["title", "xlink:title"],
        };
        names.iter().find_map(|name| {
            let text = collapsed(dom.attr(node, name)?);
            self.record_step("2I tooltip", node, text)
        })
    }

    /// The first heading in an article or dialog without a name by its author. Source:
    /// https://github.com/w3c/aria/pull/1860
    fn step_heading(&self, node: Idx) -> Option<String> {
        match self.roles.role(node) {
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
        self.record_step("name from heading", heading, text)
    }

    /// Description: the elements of `aria-describedby`.
    pub(super) fn step_describedby(&self, node: Idx) -> Option<String> {
        self.references(node, "aria-describedby", "aria-describedby")
    }

    /// Description: the text of `aria-description`.
    pub(super) fn step_description(&self, node: Idx) -> Option<String> {
        let text = collapsed(self.page.dom.attr(node, "aria-description")?);
        self.record_step("aria-description", node, text)
    }

    /// Description: the description in the host language, if it is not the name.
    pub(super) fn step_host_description(&self, node: Idx, name: &Name) -> Option<String> {
        let description = self.host_description(node, name);
        description.or_else(|| {
            if name.from == "2I tooltip" || self.is_empty_inline(node) || self.is_decoration(node) {
                return None;
            }
            let text = collapsed(self.page.dom.attr(node, "title")?);
            self.record_step("title", node, text)
        })
    }

    /// Whether the element is a plain container or text markup with text: its tooltip is a
    /// description and does not replace the text. Source:
    /// https://w3c.github.io/aria/#namefromprohibited
    fn is_plain_with_text(&self, node: Idx) -> bool {
        use Role::*;
        let dom = &self.page.dom;
        // An abbreviation's tooltip is its long form.
        if dom.attr(node, "title").is_none() || dom.is_html(node, "abbr") {
            return false;
        }
        let plain = matches!(
            self.roles.role(node),
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

    /// Whether the element is inline, plain and empty, so that a user can't point at it to see its
    /// tooltip.
    fn is_empty_inline(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        let empty = self.roles.role(node) == Role::Generic
            && dom.display(node) == Display::Inline
            && self.has_no_visible_child(node)
            && !text::is_atomic_tag(dom.tag(node));
        let generated = [Fact::Before, Fact::After];
        empty
            && generated
                .iter()
                .all(|fact| dom.fact_text(node, *fact).is_none())
    }

    /// Whether all children are hidden or blank.
    fn has_no_visible_child(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        let mut children = self.page.flat.children(node).iter();
        children.all(|child| match dom.kind(*child) {
            Kind::Text => dom.text(*child).chars().all(text::is_space),
            Kind::Element | Kind::Document | Kind::ShadowRoot => {
                !self.page.visibility.boxed(*child)
            }
        })
    }

    /// Whether the element is an image that its author has marked as decorative; then a tooltip
    /// does not count.
    pub(super) fn is_decoration(&self, node: Idx) -> bool {
        self.roles.role(node) == Role::None && self.page.dom.is_html(node, "img")
    }

    /// Whether an element has a name from content although its role does not allow this. Source:
    /// https://w3c.github.io/html-aam/#accessible-name-and-description-computation
    fn is_named_by_content(&self, node: Idx) -> bool {
        let dom = &self.page.dom;
        dom.attr(node, "role").is_none() && dom.tag(node) == "summary" && is_html(dom, node)
    }

    fn first_heading(&self, node: Idx) -> Option<Idx> {
        let mut pending: Vec<Idx> = self.children_reversed(node);
        let mut steps = 0;
        while let Some(next) = pending.pop() {
            steps += 1;
            // A heading is near the start of its element, so the search is limited.
            if steps > 500 || self.page.dom.kind(next) != Kind::Element || self.is_hidden(next) {
                continue;
            }
            match self.roles.role(next) {
                Role::Heading => return Some(next),
                // They have their own headings.
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
