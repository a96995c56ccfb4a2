//! The role of every element: explicit, implicit, conflicts of presentation, required context.
//! Knows the recorded page; names only so far as "its author has named it" decides a role. Roles
//! that a custom element sets through `ElementInternals` are not in the record: no script outside
//! the element can read them.

pub mod explicit;
pub mod html;
mod layout;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod traits;

use crate::digits;
use crate::dom::{Dom, Idx, Kind, Namespace};
use crate::pace::{Pace, SPAN, at_once};
use crate::record::{Fact, Flag};
use crate::understand::Page;
use axlens_snapshot::role::Role;
use html::RowKind;
use layout::LayoutTables;
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
    pub fn word(self) -> &'static str {
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

/// Whether a table cell stands in a table that is exposed as one.
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

/// What an element hands down to what stands inside it.
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
        let known = Known {
            words: Words::default(),
            layout: LayoutTables::new(&page.dom, pace).await,
            drawings: svg::Contents::new(&page.dom, pace).await,
        };
        let count = page.dom.len();
        let mut roles = Roles {
            roles: vec![Role::Generic; count],
            origins: vec![Origin::Element; count],
            disabled: vec![false; count],
            named: vec![0; count],
            tree_levels: vec![0; count],
        };
        let mut around = vec![Around::default(); count];
        // A parent in the flat tree stands before its children in the record. An `aria-owns` can
        // point backwards: then a second round sees the owner's role.
        if roles.round(page, &known, &mut around, pace).await {
            roles.round(page, &known, &mut around, pace).await;
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

    /// How deep in its tree an element stands, 1 at the top; 0 outside of trees.
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
        own.unwrap_or_else(|| self.of(node).word())
    }

    /// One round over the page in document order. `true`: some element stands before its owner,
    /// whose role was not known yet.
    async fn round(
        &mut self,
        page: &Page<'_>,
        known: &Known,
        around: &mut [Around],
        pace: &Pace,
    ) -> bool {
        let mut late = false;
        for span in page.dom.spans() {
            pace.steps(SPAN).await;
            for node in page.dom.elements_of(span) {
                if asks_for_words(&page.dom, node) {
                    known.words.prepare(page, pace).await;
                }
                let parent = container(page, node);
                let inherited =
                    parent.map_or(Around::default(), |parent| around[parent.0 as usize]);
                late |= parent.is_some_and(|parent| parent.0 > node.0);
                let (role, origin) = decide(page, known, node, &inherited);
                let mut handed = hand_down(&page.dom, node, role, inherited);
                self.disabled[node.0 as usize] =
                    disable(&page.dom, node, role, around, &mut handed);
                self.named[node.0 as usize] = inherited.named;
                self.tree_levels[node.at()] = inherited.tree_level;
                around[node.0 as usize] = handed;
                self.roles[node.0 as usize] = role;
                self.origins[node.0 as usize] = origin;
            }
        }
        late
    }
}

/// The element that `node` stands in: its owner, its parent in the flat tree, or in the light tree
/// where no slot takes it.
fn container(page: &Page, node: Idx) -> Option<Idx> {
    page.flat
        .owner(node)
        .or_else(|| page.flat.parent(node))
        .or_else(|| page.dom.parent(node))
}

fn hand_down(dom: &Dom, node: Idx, role: Role, mut around: Around) -> Around {
    around.within = around.within.and(Within::of(role));
    if !matches!(role, Role::Generic | Role::None) {
        around.parent_role = role;
    }
    if traits::holds_words(role) {
        around.named = around.named.saturating_add(1);
    }
    match role {
        Role::Tree | Role::Treegrid => around.tree_level = 1,
        Role::Group if around.tree_level > 0 => {
            around.tree_level = around.tree_level.saturating_add(1);
        }
        _ => {}
    }
    if dom.namespace(node) != Namespace::Html {
        return around;
    }
    match dom.tag(node) {
        "article" | "aside" | "nav" | "section" => {
            around.within = around.within.and(Within::SECTION);
        }
        "main" => around.within = around.within.and(Within::MAIN),
        "table" => {
            around.row = RowKind::None;
            around.table = match role {
                Role::Table => TableKind::Table,
                Role::Grid | Role::Treegrid => TableKind::Grid,
                _ => TableKind::None,
            };
        }
        "tr" => around.row = html::row_kind(dom, node),
        _ => {}
    }
    around
}

/// Whether the element is disabled; notes what it does to the elements inside. Source:
/// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled
fn disable(dom: &Dom, node: Idx, role: Role, around: &[Around], handed: &mut Around) -> bool {
    let at = |node: Idx| around[node.0 as usize];
    let parent = dom.parent(node);
    // The first legend of a disabled group of fields stays as it is.
    let counts = match parent {
        Some(parent) if html::is_first_legend(dom, parent, node) => dom.parent(parent),
        parent => parent,
    };
    let inherited = counts.is_some_and(|parent| at(parent).fields_disabled);
    let own = html::can_be_disabled(dom, node) && dom.attr(node, "disabled").is_some();
    let groups = dom.namespace(node) == Namespace::Html
        && matches!(dom.tag(node), "fieldset" | "optgroup" | "select");
    handed.fields_disabled = inherited || (own && groups);
    let says = dom
        .attr(node, "aria-disabled")
        .map(|value| value.trim().to_ascii_lowercase());
    let reaches = handed.aria_disabled && (role.is_interactive() || focusable(dom, node));
    handed.aria_disabled |= says.as_deref() == Some("true");
    own || (inherited && html::can_be_disabled(dom, node))
        || says.as_deref() == Some("true")
        || reaches
}

/// The role of one element, and why.
/// Source: https://w3c.github.io/core-aam/#roleMappingComputedRole
fn decide(page: &Page, known: &Known, node: Idx, around: &Around) -> (Role, Origin) {
    let dom = &page.dom;
    let named = || is_named(page, &known.words, node);
    let (explicit, conflict) = explicit_role(dom, node, around, &named);
    if explicit.is_none() && dom.is_html(node, "table") && known.layout.has(node) {
        return (Role::Generic, Origin::Layout);
    }
    let (role, origin) = match explicit {
        Some(Role::None) => (Role::None, Origin::Presentation),
        Some(role) => (role, Origin::Attribute),
        None => (
            implicit_role(dom, node, around, &named, &known.drawings),
            if conflict {
                Origin::Conflict
            } else {
                Origin::Element
            },
        ),
    };
    if !matches!(role, Role::Generic | Role::None) {
        return (role, origin);
    }
    if html::asks_for_minimum_role(dom, node) {
        return (Role::Group, Origin::Minimum);
    }
    if role == Role::Generic && explicit.is_none() && html::is_editing_host(dom, node) {
        // SPEC DIFFERENCE: HTML-AAM gives an editing host no role; what people type into is a text
        // box.
        return (Role::Textbox, Origin::Editing);
    }
    (role, origin)
}

/// The first token of the `role` attribute that stands, and whether a presentational one was
/// refused.
fn explicit_role(
    dom: &Dom,
    node: Idx,
    around: &Around,
    named: &dyn Fn() -> bool,
) -> (Option<Role>, bool) {
    let mut conflict = false;
    for token in dom
        .attr(node, "role")
        .unwrap_or("")
        .split_ascii_whitespace()
    {
        let Some(role) = explicit::role_of_token(token) else {
            continue;
        };
        if role == Role::None && resists_presentation(dom, node) {
            conflict = true;
            continue;
        }
        // Landmarks that mean nothing without a name. https://w3c.github.io/aria/#region
        if matches!(role, Role::Form | Role::Region) && !named() {
            continue;
        }
        // SPEC DIFFERENCE: WAI-ARIA asks for the accessibility parent; browsers do not ask at all.
        // Any ancestor will do.
        if traits::required_context(role).is_some_and(|context| !around.within.any(context))
            && !(role.is_interactive() && stands_in_custom_root(dom, node))
        {
            continue;
        }
        return (Some(role), conflict);
    }
    (None, conflict)
}

/// In the shadow root of a custom element, whose own role and those of the elements around it can
/// be given through `ElementInternals`, where no other script sees them: the context that a role
/// asks for may be there. Of what can be acted on we believe it; structure without its context says
/// nothing.
fn stands_in_custom_root(dom: &Dom, node: Idx) -> bool {
    let host = dom.host(dom.root_of(node));
    host.is_some_and(|host| dom.namespace(host) == Namespace::Html && dom.tag(host).contains('-'))
}

fn implicit_role(
    dom: &Dom,
    node: Idx,
    around: &Around,
    named: &dyn Fn() -> bool,
    drawings: &svg::Contents,
) -> Role {
    match dom.namespace(node) {
        Namespace::Html => html::implicit(dom, node, around, named),
        Namespace::Svg => svg::implicit(dom, node, drawings),
        Namespace::MathMl => html::math(dom.tag(node)),
        Namespace::Other => Role::Generic,
    }
}

/// Can have the focus, or carries a global ARIA attribute: presentation may not take its role away.
/// Source: https://w3c.github.io/aria/#conflict_resolution_presentation_none
fn resists_presentation(dom: &Dom, node: Idx) -> bool {
    const GLOBAL: [&str; 15] = [
        "aria-atomic",
        "aria-braillelabel",
        "aria-brailleroledescription",
        "aria-busy",
        "aria-controls",
        "aria-current",
        "aria-describedby",
        "aria-description",
        "aria-details",
        "aria-flowto",
        "aria-keyshortcuts",
        "aria-label",
        "aria-labelledby",
        "aria-live",
        "aria-owns",
    ];
    focusable(dom, node)
        || GLOBAL
            .into_iter()
            .any(|name| dom.attr(node, name).is_some_and(is_written))
        || dom
            .attr(node, "aria-roledescription")
            .is_some_and(is_written)
}

/// Can have the focus, by script at least.
pub fn focusable(dom: &Dom, node: Idx) -> bool {
    dom.flag(node, Flag::Focusable)
        || dom.attr(node, "tabindex").is_some_and(|value| {
            digits::whole(value.trim()).is_some_and(|index| i32::try_from(index).is_ok())
        })
}

/// Named by `aria-label`, or by an `aria-labelledby` that names anything that is there.
pub fn aria_named(dom: &Dom, node: Idx) -> bool {
    let root = dom.root_of(node);
    dom.attr(node, "aria-label").is_some_and(is_written)
        || dom.attr(node, "aria-labelledby").is_some_and(|ids| {
            ids.split_ascii_whitespace()
                .any(|id| dom.by_id(root, id).is_some())
        })
}

/// Named by its author: `aria-labelledby` that leads to words, `aria-label` or `title`.
fn is_named(page: &Page, words: &Words, node: Idx) -> bool {
    let dom = &page.dom;
    let written = |name| dom.attr(node, name).is_some_and(is_written);
    if written("aria-label") || written("title") {
        return true;
    }
    let Some(ids) = dom.attr(node, "aria-labelledby") else {
        return false;
    };
    let root = dom.root_of(node);
    ids.split_ascii_whitespace()
        .filter_map(|id| dom.by_id(root, id))
        .any(|target| words.in_element(page, target))
}

/// Whether it is named by words elsewhere may decide the element's role.
fn asks_for_words(dom: &Dom, node: Idx) -> bool {
    let landmark = |role: &str| {
        let mut tokens = role.split_ascii_whitespace();
        tokens
            .any(|token| token.eq_ignore_ascii_case("form") || token.eq_ignore_ascii_case("region"))
    };
    dom.attr(node, "aria-labelledby").is_some()
        && (matches!(dom.tag(node), "aside" | "section")
            || dom.attr(node, "role").is_some_and(landmark))
}

/// Not blank.
fn is_written(value: &str) -> bool {
    !value.trim_ascii().is_empty()
}

/// What is found out once for a page.
struct Known {
    words: Words,
    layout: LayoutTables,
    drawings: svg::Contents,
}

/// Which elements hold words: their own text or somebody's inside. Made once, when first asked for.
#[derive(Default)]
struct Words {
    known: std::cell::OnceCell<Vec<bool>>,
}

impl Words {
    fn in_element(&self, page: &Page, node: Idx) -> bool {
        let known = self
            .known
            .get_or_init(|| at_once(async |pace| Words::look(page, pace).await));
        known.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// Makes it in portions, for whoever is about to ask.
    async fn prepare(&self, page: &Page<'_>, pace: &Pace) {
        if self.known.get().is_none() {
            let _ = self.known.set(Words::look(page, pace).await);
        }
    }

    /// From the last node to the first: children stand after their parents.
    async fn look(page: &Page<'_>, pace: &Pace) -> Vec<bool> {
        let dom = &page.dom;
        let mut known = vec![false; dom.len()];
        for position in (0..known.len()).rev() {
            pace.step().await;
            let node = Idx(position as u32);
            known[position] |= has_own_words(dom, node);
            if let Some(parent) = page.flat.parent(node).filter(|_| known[position]) {
                known[parent.0 as usize] = true;
            }
        }
        known
    }
}

fn has_own_words(dom: &Dom, node: Idx) -> bool {
    match dom.kind(node) {
        Kind::Text => is_written(dom.text(node)),
        Kind::Element => {
            ["aria-label", "alt", "title", "value", "placeholder"]
                .into_iter()
                .any(|name| dom.attr(node, name).is_some_and(is_written))
                || [Fact::Value, Fact::Before, Fact::After]
                    .into_iter()
                    .any(|fact| dom.fact_text(node, fact).is_some_and(is_written))
        }
        _ => false,
    }
}
