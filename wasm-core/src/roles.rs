//! The role of every element: explicit, implicit, conflicts of presentation, required context.
//! Knows the recorded page; names only so far as "its author has named it" decides a role. Roles
//! that a custom element sets through `ElementInternals` are not in the record: no script outside
//! the element can read them.

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
    /// What the element is.
    #[default]
    Element,
    /// Its `role` attribute.
    Attribute,
    /// Its `role` attribute took the meaning of the element away.
    Presentation,
    /// The element's own role, because `role="none"` may not hide what can have the focus or
    /// carries global ARIA attributes.
    Conflict,
    /// A plain container that can be dragged, focused or popped over is a group.
    Minimum,
    /// Text is edited in it.
    Editing,
    /// A table that only lays things out.
    Layout,
}

impl Origin {
    /// The word that `explain` uses.
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

/// Whether a table cell is in a table that is exposed as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TableKind {
    /// In none, or in one whose meaning was taken away.
    #[default]
    None,
    /// In a table.
    Table,
    /// In a grid or tree grid.
    Grid,
}

/// What an element passes to its descendants.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around {
    /// Roles and sections around.
    pub within: Within,
    /// The role of the nearest element that has one.
    pub parent_role: Role,
    /// The table element around.
    pub table: TableKind,
    /// The row around.
    pub row: RowKind,
    /// Fields inside are disabled by the group of fields or options around them.
    pub fields_disabled: bool,
    /// What can have the focus inside is disabled by an `aria-disabled` around it.
    pub aria_disabled: bool,
    /// How many elements around hold words as their name or value.
    pub named: u16,
    /// In a tree: 1 at its top, one more in every group inside. 0 outside of trees.
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
        let mut around = vec![Around::default(); count];
        // A parent in the flat tree precedes its children in the record. An `aria-owns` can
        // point backwards: then a second round sees the owner's role.
        if roles.round(page, &facts, &mut around, pace).await {
            roles.round(page, &facts, &mut around, pace).await;
        }
        roles
    }

    /// The element's role: `Role::None` for presentational ones, `Role::Generic` where there is
    /// none.
    pub fn of(&self, node: Idx) -> Role {
        self.roles
            .get(node.0 as usize)
            .copied()
            .unwrap_or(Role::Generic)
    }

    /// Why it has that role.
    pub fn origin(&self, node: Idx) -> Origin {
        self.origins
            .get(node.0 as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Everything inside the element is presentational.
    pub fn children_presentational(&self, node: Idx) -> bool {
        traits::children_presentational(self.of(node))
    }

    /// Can't be acted on: disabled itself, by a group of fields or options around it, or by
    /// `aria-disabled` on it or around it.
    pub fn disabled(&self, node: Idx) -> bool {
        self.disabled.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// How many elements around it hold words as their name or value.
    pub fn named_around(&self, node: Idx) -> u16 {
        self.named.get(node.0 as usize).copied().unwrap_or(0)
    }

    /// The level of an element in its `tree`, from 1. 0 outside of trees.
    pub fn tree_level(&self, node: Idx) -> u16 {
        self.tree_levels.get(node.at()).copied().unwrap_or(0)
    }

    /// The word of the role as specifications compute it: some HTML elements have a word though
    /// WAI-ARIA has no role for them.
    pub fn computed_word(&self, dom: &Dom, node: Idx) -> &'static str {
        let plain = self.of(node) == Role::Generic && self.origin(node) == Origin::Element;
        let html = plain && dom.namespace(node) == Namespace::Html;
        let own = html
            .then(|| html::word_without_role(dom.tag(node)))
            .flatten();
        own.unwrap_or_else(|| self.of(node).as_str())
    }

    /// One round over the page in document order. `true`: some element precedes its owner,
    /// whose role was not known yet.
    async fn round(
        &mut self,
        page: &Page<'_>,
        facts: &PageFacts,
        around: &mut [Around],
        pace: &Pace,
    ) -> bool {
        let mut owned_before_owner = false;
        for span in page.dom.spans() {
            pace.steps(SPAN).await;
            for node in page.dom.elements_of(span) {
                if author::needs_words(&page.dom, node) {
                    facts.words.prepare(page, pace).await;
                }
                let parent = container(page, node);
                let inherited =
                    parent.map_or(Around::default(), |parent| around[parent.0 as usize]);
                owned_before_owner |= parent.is_some_and(|parent| parent.0 > node.0);
                let (role, origin) = decide(page, facts, node, &inherited);
                let mut handed = inherit::hand_down(&page.dom, node, role, inherited);
                self.disabled[node.0 as usize] =
                    inherit::disable(&page.dom, node, role, around, &mut handed);
                self.named[node.0 as usize] = inherited.named;
                self.tree_levels[node.at()] = inherited.tree_level;
                around[node.0 as usize] = handed;
                self.roles[node.0 as usize] = role;
                self.origins[node.0 as usize] = origin;
            }
        }
        owned_before_owner
    }
}

/// The parent of `node`: its owner, its parent in the flat tree, or in the light tree
/// where no slot takes it.
fn container(page: &Page, node: Idx) -> Option<Idx> {
    page.flat
        .owner(node)
        .or_else(|| page.flat.parent(node))
        .or_else(|| page.dom.parent(node))
}
