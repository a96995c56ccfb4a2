//! Visibility of nodes: not rendered; visible but excluded from the accessibility tree by
//! `aria-hidden` or `inert`; or in the tree. Opacity 0 and an empty box do not count as hidden; the
//! box of the element has these properties.

use crate::dom::{Display, Dom, Idx, Kind, Namespace, Part};
use crate::flat::Flat;
use crate::pace::{Pace, SPAN, sort};
use crate::record::{Fact, Flag};
use crate::table::HashTable;

const RENDERED: u8 = 1;
/// Has a box, regardless of `visibility`.
const BOXED: u8 = 2;
const INERT: u8 = 4;
/// Inert by its style, which is inherited like every style.
const STYLED_INERT: u8 = 32;
const ANY_INERT: u8 = INERT | STYLED_INERT;
const ARIA_HIDDEN: u8 = 8;
/// Its children are visible.
const SHOWS_CHILDREN: u8 = 16;

/// Maximum distance of an area from its map.
const MAX_MAP_DISTANCE: usize = 20;

/// The visibility of each node.
#[derive(Debug, Clone, Default)]
pub struct Visibility {
    bits: Vec<u8>,
}

impl Visibility {
    /// Visits every node once. `focused` is the node id of the focused element.
    pub async fn new(dom: &Dom<'_>, flat: &Flat, focused: u32, pace: &Pace) -> Visibility {
        let mut visibility = Visibility {
            bits: vec![0; dom.len()],
        };
        let exceptions = Exceptions::new(dom, flat, focused, pace).await;
        let mut open = vec![dom.document()];
        // The flat tree is traversed because the bits of a node depend on its parent. In document
        // order, a light child can precede its slot if shadow roots are nested.
        while !open.is_empty() {
            pace.steps(SPAN).await;
            for _ in 0..SPAN {
                let Some(node) = open.pop() else { break };
                let above = flat.parent(node).map_or(BOXED | SHOWS_CHILDREN, |parent| {
                    visibility.bits[parent.index()]
                });
                visibility.bits[node.index()] = bits_of(dom, flat, &exceptions, node, above);
                open.extend(flat.children(node).iter().rev());
            }
        }
        visibility.show_areas(dom, pace).await;
        visibility
    }

    /// Areas of a map are visible on images that use it, although their style has no box. Source:
    /// https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model
    async fn show_areas(&mut self, dom: &Dom<'_>, pace: &Pace) {
        let mut used = Vec::new();
        let mut areas = Vec::new();
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in dom.elements_of(span) {
                if dom.is_html(node, "area") {
                    areas.push(node);
                } else if dom.is_html(node, "img") && self.rendered(node) {
                    let map = dom.attr(node, "usemap").and_then(|map| map.split_once('#'));
                    used.extend(map.map(|map| (dom.root_of(node).0, map.1, 0_u32)));
                }
            }
        }
        sort(&mut used, pace).await;
        for area in areas {
            pace.step().await;
            let is_used =
                |name: &&str| used.binary_search(&(dom.root_of(area).0, *name, 0)).is_ok();
            let map = map_of(dom, area).filter(is_used);
            let acts = ["href", "onclick"]
                .iter()
                .any(|name| dom.attr(area, name).is_some());
            let hidden = dom.attr(area, "hidden").is_some() || dom.display(area) != Display::None;
            if map.is_some() && acts && !hidden {
                self.bits[area.index()] |= BOXED | RENDERED;
            }
        }
    }

    /// A node with an owner by `aria-owns` inherits `aria-hidden` from the owner instead of its
    /// parent.
    pub async fn follow_owners(&mut self, dom: &Dom<'_>, flat: &Flat, focused: u32, pace: &Pace) {
        if !flat.has_owners() {
            return;
        }
        let exceptions = Exceptions::new(dom, flat, focused, pace).await;
        let mut open: Vec<(Idx, bool)> = vec![(dom.document(), false)];
        while let Some((node, above)) = open.pop() {
            pace.step().await;
            let hidden = above
                || (dom.kind(node) == Kind::Element && hides_from_tree(dom, &exceptions, node));
            self.bits[node.index()] &= !ARIA_HIDDEN;
            if hidden {
                self.bits[node.index()] |= ARIA_HIDDEN;
            }
            open.extend(
                flat.owned_children(node)
                    .iter()
                    .map(|child| (*child, hidden)),
            );
        }
    }

    /// Whether a node is visible.
    pub fn rendered(&self, node: Idx) -> bool {
        self.bits[node.index()] & RENDERED != 0
    }

    /// Whether a node has a box. It can be invisible and have visible children.
    pub fn boxed(&self, node: Idx) -> bool {
        self.bits[node.index()] & BOXED != 0
    }

    /// Whether a node is inert: by `inert` or its style, or outside of an open modal dialog.
    pub fn inert(&self, node: Idx) -> bool {
        self.bits[node.index()] & ANY_INERT != 0
    }

    /// Whether a node is hidden by `aria-hidden` of itself or an ancestor.
    pub fn aria_hidden(&self, node: Idx) -> bool {
        self.bits[node.index()] & ARIA_HIDDEN != 0
    }

    /// Whether a node is not in the accessibility tree.
    pub fn excluded(&self, node: Idx) -> bool {
        self.bits[node.index()] & (RENDERED | ANY_INERT | ARIA_HIDDEN) != RENDERED
    }
}

/// The name of the map of an area.
fn map_of<'r>(dom: &Dom<'r>, area: Idx) -> Option<&'r str> {
    let mut around =
        std::iter::successors(dom.parent(area), |node| dom.parent(*node)).take(MAX_MAP_DISTANCE);
    dom.attr(around.find(|node| dom.is_html(*node, "map"))?, "name")
}

/// Elements that affect others: open modal dialogs, the focused element.
struct Exceptions {
    /// Whether each node is in an open modal dialog, or an ancestor of one.
    modal: Option<Vec<bool>>,
    /// The focused element and its ancestors, on which `aria-hidden` is ignored, as in Chromium.
    focused: HashTable,
}

impl Exceptions {
    async fn new(dom: &Dom<'_>, flat: &Flat, focused: u32, pace: &Pace) -> Exceptions {
        // Full-screen elements match `:modal` too, but make nothing inert.
        let mut dialogs = Vec::new();
        let mut holder = None;
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in dom.elements_of(span) {
                if holder.is_none() && focused != 0 && dom.node_id(node) == focused {
                    holder = Some(node);
                }
                if is_modal_dialog(dom, node) {
                    dialogs.push(node);
                }
            }
        }
        let mut focused = HashTable::default();
        for node in holder.into_iter().flat_map(|node| around(flat, node)) {
            pace.step().await;
            focused.add(node.0.into());
        }
        let modal = match dialogs.is_empty() {
            true => None,
            false => Some(usable_with_dialogs(dialogs, dom, flat, pace).await),
        };
        Exceptions { modal, focused }
    }
}

/// A node and its ancestors.
fn around(flat: &Flat, node: Idx) -> impl Iterator<Item = Idx> {
    std::iter::successors(Some(node), |node| flat.parent(*node))
}

fn is_modal_dialog(dom: &Dom, node: Idx) -> bool {
    dom.is_html(node, "dialog")
        && dom.fact(node, Fact::Modal) == Some(1)
        && !matches!(dom.display(node), Display::None | Display::Unread)
}

/// The nodes that open modal dialogs do not make inert: their descendants and ancestors, and the
/// dialogs.
async fn usable_with_dialogs(
    dialogs: Vec<Idx>,
    dom: &Dom<'_>,
    flat: &Flat,
    pace: &Pace,
) -> Vec<bool> {
    let mut usable = vec![false; dom.len()];
    for dialog in &dialogs {
        for node in around(flat, *dialog) {
            pace.step().await;
            if std::mem::replace(&mut usable[node.index()], true) {
                break;
            }
        }
    }
    // A dialog inside another is visited once.
    let mut seen = vec![false; dom.len()];
    let mut open = dialogs;
    while let Some(node) = open.pop() {
        pace.step().await;
        if !std::mem::replace(&mut seen[node.index()], true) {
            usable[node.index()] = true;
            open.extend(flat.children(node));
        }
    }
    usable
}

fn bits_of(dom: &Dom, flat: &Flat, exceptions: &Exceptions, node: Idx, above: u8) -> u8 {
    let mut bits = above & (INERT | ARIA_HIDDEN);
    if exceptions
        .modal
        .as_ref()
        .is_some_and(|usable| !usable[node.index()])
    {
        bits |= INERT;
    }
    if dom.kind(node) != Kind::Element {
        bits |= above & STYLED_INERT;
    }
    let visible = above & (BOXED | SHOWS_CHILDREN) == BOXED | SHOWS_CHILDREN;
    match dom.kind(node) {
        Kind::Document => RENDERED | BOXED | SHOWS_CHILDREN,
        Kind::ShadowRoot => bits,
        // Text is visible if its parent is.
        Kind::Text
            if visible && above & RENDERED != 0 && !is_in_closed_details(dom, flat, node) =>
        {
            bits | BOXED | RENDERED
        }
        Kind::Text => bits,
        Kind::Element => bits | element(dom, flat, exceptions, node, visible),
    }
}

fn element(dom: &Dom, flat: &Flat, exceptions: &Exceptions, node: Idx, visible: bool) -> u8 {
    let mut bits = 0;
    if dom.attr(node, "inert").is_some() && dom.namespace(node) == Namespace::Html {
        bits |= INERT;
    }
    if dom.flag(node, Flag::Inert) {
        bits |= STYLED_INERT;
    }
    if hides_from_tree(dom, exceptions, node) {
        bits |= ARIA_HIDDEN;
    }
    let skipped = is_in_closed_details(dom, flat, node) || never_rendered(dom, node);
    if !visible || skipped || matches!(dom.display(node), Display::None | Display::Unread) {
        return bits;
    }
    bits |= BOXED;
    if !dom.flag(node, Flag::Invisible) {
        bits |= RENDERED;
    }
    if !dom.flag(node, Flag::ContentsSkipped) && !replaces_children(dom, node) {
        bits |= SHOWS_CHILDREN;
    }
    bits
}

/// Whether `aria-hidden` hides an element. SPEC DIFFERENCE: browsers ignore it on the document
/// element, on `body` and on ancestors of the focused element.
fn hides_from_tree(dom: &Dom, exceptions: &Exceptions, node: Idx) -> bool {
    dom.attr(node, "aria-hidden")
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
        && !dom.is_html(node, "html")
        && !dom.is_html(node, "body")
        && !exceptions.focused.has(node.0.into())
}

/// Whether a node is in a closed `details` and is not its summary.
fn is_in_closed_details(dom: &Dom, flat: &Flat, node: Idx) -> bool {
    let Some(parent) = flat
        .parent(node)
        .filter(|parent| dom.is_html(*parent, "details"))
    else {
        return false;
    };
    !is_open(dom, parent) && first_summary(dom, parent) != Some(node)
}

fn is_open(dom: &Dom, details: Idx) -> bool {
    dom.fact(details, Fact::Open)
        .map_or_else(|| dom.attr(details, "open").is_some(), |open| open != 0)
}

/// The summary that opens and closes a `details`.
pub fn first_summary(dom: &Dom, details: Idx) -> Option<Idx> {
    dom.first_html_part(details, Part::Summary)
}

/// Elements that are never rendered, regardless of their style.
fn never_rendered(dom: &Dom, node: Idx) -> bool {
    let tag = dom.tag(node);
    match dom.namespace(node) {
        Namespace::Svg => matches!(
            tag,
            "defs"
                | "symbol"
                | "clipPath"
                | "mask"
                | "marker"
                | "pattern"
                | "linearGradient"
                | "radialGradient"
                | "filter"
                | "metadata"
                | "title"
                | "desc"
                | "style"
                | "script"
        ),
        Namespace::Html => matches!(tag, "script" | "style" | "template" | "noscript" | "head"),
        Namespace::MathMl | Namespace::Other => false,
    }
}

/// Elements that render something else instead of their children.
fn replaces_children(dom: &Dom, node: Idx) -> bool {
    dom.namespace(node) == Namespace::Html
        && match dom.tag(node) {
            "video" | "audio" | "iframe" | "textarea" | "meter" | "progress" | "img" | "input" => {
                true
            }
            "object" => dom.fact(node, Fact::FrameIndex).is_some(),
            _ => false,
        }
}
