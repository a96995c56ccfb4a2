//! Finds controls among elements without a role, by attributes of delegated listeners and by the
//! words of `class` and `id`. A delegated listener belongs to an ancestor, so these elements have
//! neither a handler nor a pointer cursor of their own.

#[cfg(test)]
mod tests;

use super::words::{in_list, words};
use crate::clickable::{Reason, has_handler, is_pointer_set};
use crate::dom::{Idx, Kind, Namespace};
use crate::pace::{Pace, SPAN};
use crate::page::Page;
use crate::record::{Fact, Flag};
use crate::roles::Roles;
use axlens_protocol::wire::record_format::{ACTION_ATTRIBUTES, CONTROL_WORDS};
use axlens_snapshot::role::Role;

/// Maximum number of descendants of a control.
const MAX_NODES: usize = 12;

/// Maximum length in bytes of a control's text.
const MAX_TEXT_LEN: usize = 40;

/// Maximum number of descendants that are searched for the text of a parent.
const MAX_SEARCHED_NODES: usize = 60;

/// Words that indicate a control even next to other content. Sorted.
const STRONG_WORDS: [&str; 26] = [
    "add",
    "archive",
    "btn",
    "button",
    "clear",
    "close",
    "copy",
    "dec",
    "decrement",
    "delete",
    "edit",
    "forward",
    "inc",
    "increment",
    "minus",
    "next",
    "plus",
    "prev",
    "previous",
    "remove",
    "reply",
    "save",
    "send",
    "share",
    "trash",
    "undo",
];

/// Words that indicate a control only together with text or an image. Sorted.
const VAGUE_WORDS: [&str; 9] = [
    "action", "arrow", "chip", "handle", "icon", "link", "menu", "more", "tab",
];

/// Words of elements that are a part of a control or contain several. Sorted.
const PART_WORDS: [&str; 22] = [
    "area",
    "badge",
    "bar",
    "body",
    "caption",
    "container",
    "content",
    "count",
    "footer",
    "group",
    "header",
    "inner",
    "label",
    "list",
    "name",
    "outer",
    "panel",
    "text",
    "title",
    "value",
    "wrap",
    "wrapper",
];

/// The controls of a page that only their signs indicate.
#[derive(Debug, Default)]
pub struct Signs {
    /// Each control with its sign, in document order.
    controls: Vec<(Idx, Reason)>,
}

/// An element that may be a control.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    node: Idx,
    reason: Reason,
    is_strong: bool,
    has_text: bool,
    /// It needs no candidate next to it.
    is_certain: bool,
}

/// What a small element contains.
#[derive(Debug, Default)]
struct Content {
    text_len: usize,
    has_image: bool,
}

impl Candidate {
    /// Whether it shows only what its class draws.
    fn is_icon(&self) -> bool {
        !self.has_text && matches!(self.reason, Reason::Class(_))
    }
}

impl Signs {
    /// Searches a page.
    pub async fn new(page: &Page<'_>, roles: &Roles, pace: &Pace) -> Signs {
        let mut signs = Signs::default();
        for span in page.dom.spans() {
            pace.steps(SPAN).await;
            for parent in page.dom.elements_of(span) {
                signs.add_children(page, roles, parent);
            }
        }
        signs.controls.sort_unstable_by_key(|(node, _)| *node);
        signs
    }

    /// The sign of a control.
    pub fn of(&self, node: Idx) -> Option<Reason> {
        let found = self.controls.binary_search_by_key(&node, |(node, _)| *node);
        found.ok().map(|at| self.controls[at].1)
    }

    /// Adds the controls among the children of an element.
    fn add_children(&mut self, page: &Page, roles: &Roles, parent: Idx) {
        let children = page.flat.children(parent).iter();
        let candidates: Vec<Candidate> = children
            .filter_map(|child| candidate(page, roles, *child))
            .collect();
        if candidates.is_empty() || roles.role(parent).is_interactive() {
            return;
        }
        let group = Group::of(page, roles, parent, &candidates);
        let strong = candidates.iter().filter(|each| each.is_strong).count();
        for each in &candidates {
            let is_control = match group {
                Group::Controls => true,
                Group::Parts => false,
                // An icon next to several controls is one of them.
                Group::Mixed => strong > 1 && (each.is_strong || each.is_icon()),
            };
            if is_control || each.is_certain {
                self.controls.push((each.node, each.reason));
            }
        }
    }
}

/// What the candidates of a parent are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The only content of a clickable parent, and of one kind: controls.
    Controls,
    /// Parts of their clickable parent, which is one control: icon and label.
    Parts,
    /// Next to other content: only strong signs count.
    Mixed,
}

impl Group {
    fn of(page: &Page, roles: &Roles, parent: Idx, candidates: &[Candidate]) -> Group {
        let is_clickable = page.dom.flag(parent, Flag::Pointer) || has_handler(page, parent);
        if !is_clickable {
            return Group::Mixed;
        }
        if word_of(page.dom.attr(parent, "class")).is_some() {
            return Group::Parts;
        }
        let is_plain = matches!(roles.role(parent), Role::Generic | Role::None);
        if !is_plain || candidates.len() < 2 || has_other_text(page, parent, candidates) {
            return Group::Mixed;
        }
        let first = candidates[0].has_text;
        match candidates.iter().all(|each| each.has_text == first) {
            true => Group::Controls,
            false => Group::Parts,
        }
    }
}

/// Whether a parent has text outside of the candidates.
fn has_other_text(page: &Page, parent: Idx, candidates: &[Candidate]) -> bool {
    let mut open = page.flat.children(parent).to_vec();
    let mut searched = 0;
    while let Some(node) = open.pop() {
        searched += 1;
        if searched > MAX_SEARCHED_NODES || is_visible_text(page, node) {
            return true;
        }
        if !candidates.iter().any(|each| each.node == node) {
            open.extend(page.flat.children(node));
        }
    }
    false
}

fn is_visible_text(page: &Page, node: Idx) -> bool {
    let dom = &page.dom;
    dom.kind(node) == Kind::Text
        && page.visibility.rendered(node)
        && !dom.text(node).trim_ascii().is_empty()
}

/// The element as a candidate, if it has a sign and the content of a control.
fn candidate(page: &Page, roles: &Roles, node: Idx) -> Option<Candidate> {
    let dom = &page.dom;
    let is_plain = dom.kind(node) == Kind::Element
        && dom.namespace(node) == Namespace::Html
        && matches!(roles.role(node), Role::Generic | Role::None);
    if !is_plain || dom.is_html(node, "label") || dom.is_html(node, "body") {
        return None;
    }
    let reason = sign(page, node)?;
    if !page.visibility.rendered(node) || page.visibility.excluded(node) {
        return None;
    }
    let content = content(page, roles, node)?;
    let has_text = content.text_len > 0;
    let is_anchor = dom.is_html(node, "a");
    let (is_strong, is_certain) = match reason {
        Reason::Attribute(_) => (true, has_text || content.has_image),
        Reason::Id(word) => (is_strong(word), is_anchor && has_text),
        Reason::Class(word) => (is_strong(word), is_anchor),
        Reason::Handler
        | Reason::Pointer
        | Reason::Draggable
        | Reason::Tabindex
        | Reason::Label => (false, false),
    };
    let is_shown = has_text || content.has_image || !is_vague(reason);
    is_shown.then_some(Candidate {
        node,
        reason,
        is_strong,
        has_text,
        is_certain,
    })
}

fn is_strong(word: &str) -> bool {
    STRONG_WORDS.binary_search(&word).is_ok()
}

fn is_vague(reason: Reason) -> bool {
    match reason {
        Reason::Class(word) | Reason::Id(word) => VAGUE_WORDS.binary_search(&word).is_ok(),
        Reason::Attribute(_) => true,
        Reason::Handler
        | Reason::Pointer
        | Reason::Draggable
        | Reason::Tabindex
        | Reason::Label => false,
    }
}

/// The first sign of an element: an attribute, else a word of its class, else one of its id.
fn sign(page: &Page, node: Idx) -> Option<Reason> {
    let (mut class, mut id) = (None, None);
    for (name, value) in page.dom.attrs(node) {
        match name {
            "class" => class = Some(value),
            "id" => id = Some(value),
            _ => {
                let found = ACTION_ATTRIBUTES.iter().find(|each| **each == name);
                if let Some(name) = found.filter(|_| !matches!(value, "tooltip" | "popover")) {
                    return Some(Reason::Attribute(name));
                }
            }
        }
    }
    let class = word_of(class).map(Reason::Class);
    class.or_else(|| word_of(id).map(Reason::Id))
}

/// The word of a control in a list of identifiers: the first that is strong, else not vague, else
/// any.
fn word_of(identifiers: Option<&str>) -> Option<&'static str> {
    let identifiers = identifiers.unwrap_or("").split_ascii_whitespace();
    let is_part = |word| in_list(&PART_WORDS, word).is_some();
    let found = identifiers
        .filter(|identifier| !words(identifier).any(is_part))
        .flat_map(words)
        .filter_map(|word| in_list(&CONTROL_WORDS, word));
    found.min_by_key(|word| (!is_strong(word), VAGUE_WORDS.binary_search(word).is_ok()))
}

/// The content of an element; `None` if it has more than a control has, or other controls.
fn content(page: &Page, roles: &Roles, root: Idx) -> Option<Content> {
    let dom = &page.dom;
    let mut content = Content::default();
    let mut open = vec![root];
    let mut count = 0;
    while let Some(node) = open.pop() {
        count += 1;
        if count > MAX_NODES {
            return None;
        }
        if dom.kind(node) == Kind::Text {
            let is_visible = is_visible_text(page, node);
            content.text_len += if is_visible {
                dom.text(node).trim_ascii().len()
            } else {
                0
            };
            continue;
        }
        if node != root && is_control_or_structure(page, roles, node) {
            return None;
        }
        let is_image = dom.namespace(node) == Namespace::Svg || dom.is_html(node, "img");
        let has_pseudo = [Fact::Before, Fact::After].iter().any(|fact| {
            dom.fact_text(node, *fact)
                .is_some_and(|text| !text.is_empty())
        });
        content.has_image |= is_image || has_pseudo;
        // The shapes of an image are not counted.
        if dom.namespace(node) != Namespace::Svg {
            open.extend(page.flat.children(node));
        }
    }
    (content.text_len <= MAX_TEXT_LEN).then_some(content)
}

/// Whether a descendant is a control itself, or structure that no control contains.
fn is_control_or_structure(page: &Page, roles: &Roles, node: Idx) -> bool {
    let role = roles.role(node);
    let is_content = matches!(role, Role::Generic | Role::None | Role::Image)
        || page.dom.namespace(node) == Namespace::Svg
        || role.is_text_markup();
    !is_content
        || has_handler(page, node)
        || is_pointer_set(page, node)
        || page.dom.attr(node, "tabindex").is_some()
}
