//! The role of every element: explicit, implicit, conflicts of presentation, required context.
//! Roles that a custom element sets through `ElementInternals` are not in the record, because no
//! script outside the element can read them.

mod author;
mod decide;
mod explicit;
pub mod html;
mod inherit;
mod layout;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod traits;

use crate::dom::{Dom, Idx, Namespace};
use crate::pace::{Pace, SPAN, at_once};
use crate::page::Page;
use axlens_snapshot::role::Role;
use decide::{PageFacts, decide};
use html::RowKind;
use traits::Within;

/// Why an element has its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// The HTML or SVG element.
    #[default]
    Element,
    /// Its `role` attribute.
    Attribute,
    /// Its `role` attribute made the element presentational.
    Presentation,
    /// The element's own role: `role="none"` is ignored on focusable elements and on elements with
    /// global ARIA attributes.
    Conflict,
    /// A plain container that is draggable, focusable or a popover is a group.
    Minimum,
    /// It is an editing host.
    Editing,
    /// It is a layout table.
    Layout,
}

impl Origin {
    /// The text that `explain` uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::Element => "element",
            Origin::Attribute => "role attribute",
            Origin::Presentation => "role attribute (presentational)",
            Origin::Conflict => {
                "element (presentational role ignored: focusable or globally labelled)"
            }
            Origin::Minimum => {
                "minimum role of a container that can be dragged, focused or popped over"
            }
            Origin::Editing => "contenteditable",
            Origin::Layout => {
                "element (a table that holds tables and nothing that data would have: layout)"
            }
        }
    }
}

/// Kind of the table that a cell is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TableKind {
    /// In no table, or in a presentational one.
    #[default]
    None,
    /// In a table.
    Table,
    /// In a grid or tree grid.
    Grid,
}

/// What an element passes to its descendants.
#[derive(Debug, Clone, Copy, Default)]
pub struct InheritedContext {
    /// Roles and sections of the ancestors.
    pub within: Within,
    /// The role of the nearest ancestor with a role.
    pub parent_role: Role,
    /// The table of the element.
    pub table: TableKind,
    /// The row of the element.
    pub row: RowKind,
    /// Fields are disabled by an ancestor `fieldset` or `optgroup`.
    pub fields_disabled: bool,
    /// Focusable elements are disabled by an ancestor's `aria-disabled`.
    pub aria_disabled: bool,
    /// Number of ancestors whose name or value comes from content.
    pub named: u16,
    /// Level in a tree, from 1, plus one for every group; 0 outside of trees.
    pub tree_level: u16,
}

/// The roles of a page.
#[derive(Debug, Clone, Default)]
pub struct Roles {
    roles: Vec<Role>,
    origins: Vec<Origin>,
    disabled: Vec<bool>,
    named: Vec<u16>,
    tree_levels: Vec<u16>,
}

impl Roles {
    /// Decides the role of every element. Linear in the page.
    pub fn new(page: &Page) -> Roles {
        at_once(async |pace| Roles::new_in(page, pace).await)
    }

    /// The same, in portions.
    pub async fn new_in(page: &Page<'_>, pace: &Pace) -> Roles {
        let facts = PageFacts::new(&page.dom, pace).await;
        let count = page.dom.len();
        let mut roles = Roles {
            roles: vec![Role::Generic; count],
            origins: vec![Origin::Element; count],
            disabled: vec![false; count],
            named: vec![0; count],
            tree_levels: vec![0; count],
        };
        let mut contexts = vec![InheritedContext::default(); count];
        // A parent in the flat tree precedes its children in the record. An `aria-owns` can point
        // backwards; then a second pass knows the owner's role.
        if roles.pass(page, &facts, &mut contexts, pace).await {
            roles.pass(page, &facts, &mut contexts, pace).await;
        }
        roles
    }

    /// The role of an element: `Role::None` for presentational ones, `Role::Generic` for elements
    /// without a role.
    pub fn role(&self, node: Idx) -> Role {
        self.roles
            .get(node.0 as usize)
            .copied()
            .unwrap_or(Role::Generic)
    }

    /// The origin of an element's role.
    pub fn origin(&self, node: Idx) -> Origin {
        self.origins
            .get(node.0 as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Whether the descendants of an element are presentational.
    pub fn children_presentational(&self, node: Idx) -> bool {
        traits::children_presentational(self.role(node))
    }

    /// Whether an element is disabled: itself, by a `fieldset` or `optgroup`, or by `aria-disabled`
    /// on it or an ancestor.
    pub fn disabled(&self, node: Idx) -> bool {
        self.disabled.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// Number of ancestors whose name or value comes from content.
    pub fn named_around(&self, node: Idx) -> u16 {
        self.named.get(node.0 as usize).copied().unwrap_or(0)
    }

    /// The level of an element in its `tree`, from 1; 0 outside of trees.
    pub fn tree_level(&self, node: Idx) -> u16 {
        self.tree_levels.get(node.index()).copied().unwrap_or(0)
    }

    /// The computed role string of the specifications: HTML-AAM has strings for some elements
    /// without an ARIA role.
    pub fn computed_role(&self, dom: &Dom, node: Idx) -> &'static str {
        let plain = self.role(node) == Role::Generic && self.origin(node) == Origin::Element;
        let html = plain && dom.namespace(node) == Namespace::Html;
        let own = html
            .then(|| html::role_string_without_aria(dom.tag(node)))
            .flatten();
        own.unwrap_or_else(|| self.role(node).as_str())
    }

    /// One pass over the page in document order. Returns whether an element precedes its owner,
    /// whose role was not known yet.
    async fn pass(
        &mut self,
        page: &Page<'_>,
        facts: &PageFacts,
        contexts: &mut [InheritedContext],
        pace: &Pace,
    ) -> bool {
        let mut owned_before_owner = false;
        for span in page.dom.spans() {
            pace.steps(SPAN).await;
            for node in page.dom.elements_of(span) {
                if author::needs_text_index(&page.dom, node) {
                    facts.text_index.prepare(page, pace).await;
                }
                let parent = container(page, node);
                let inherited = parent.map_or(InheritedContext::default(), |parent| {
                    contexts[parent.0 as usize]
                });
                owned_before_owner |= parent.is_some_and(|parent| parent.0 > node.0);
                let (role, origin) = decide(page, facts, node, &inherited);
                let mut handed = inherit::descendants_context(&page.dom, node, role, inherited);
                self.disabled[node.0 as usize] =
                    inherit::disable(&page.dom, node, role, contexts, &mut handed);
                self.named[node.0 as usize] = inherited.named;
                self.tree_levels[node.index()] = inherited.tree_level;
                contexts[node.0 as usize] = handed;
                self.roles[node.0 as usize] = role;
                self.origins[node.0 as usize] = origin;
            }
        }
        owned_before_owner
    }
}

/// The parent of `node`: its owner, its parent in the flat tree, or its parent in the light tree.
fn container(page: &Page, node: Idx) -> Option<Idx> {
    page.flat
        .owner(node)
        .or_else(|| page.flat.parent(node))
        .or_else(|| page.dom.parent(node))
}
