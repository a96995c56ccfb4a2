//! What the author says of an element, as far as it decides a role: a name, a place in the focus
//! order.

use crate::digits;
use crate::dom::{Dom, Idx, Kind};
use crate::pace::{Pace, at_once};
use crate::page::Page;
use crate::record::{Fact, Flag};

/// Can have the focus, by script at least.
pub fn focusable(dom: &Dom, node: Idx) -> bool {
    dom.flag(node, Flag::Focusable)
        || dom.attr(node, "tabindex").is_some_and(|value| {
            digits::parse(value.trim()).is_some_and(|index| i32::try_from(index).is_ok())
        })
}

/// Named by `aria-label`, or by an `aria-labelledby` that names anything that is there.
pub fn aria_named(dom: &Dom, node: Idx) -> bool {
    let root = dom.root_of(node);
    dom.attr(node, "aria-label").is_some_and(is_not_blank)
        || dom.attr(node, "aria-labelledby").is_some_and(|ids| {
            ids.split_ascii_whitespace()
                .any(|id| dom.by_id(root, id).is_some())
        })
}

/// Named by its author: `aria-labelledby` that leads to words, `aria-label` or `title`.
pub fn is_named(page: &Page, words: &Words, node: Idx) -> bool {
    let dom = &page.dom;
    let has_text = |name| dom.attr(node, name).is_some_and(is_not_blank);
    if has_text("aria-label") || has_text("title") {
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
pub fn needs_words(dom: &Dom, node: Idx) -> bool {
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
pub fn is_not_blank(value: &str) -> bool {
    !value.trim_ascii().is_empty()
}

/// Which elements hold words: their own text or that of something inside. Made once, when first
/// needed.
#[derive(Default)]
pub struct Words {
    known: std::cell::OnceCell<Vec<bool>>,
}

impl Words {
    fn in_element(&self, page: &Page, node: Idx) -> bool {
        let known = self
            .known
            .get_or_init(|| at_once(async |pace| Words::look(page, pace).await));
        known.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// Makes it in portions, before it is needed.
    pub async fn prepare(&self, page: &Page<'_>, pace: &Pace) {
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
        Kind::Text => is_not_blank(dom.text(node)),
        Kind::Element => {
            ["aria-label", "alt", "title", "value", "placeholder"]
                .into_iter()
                .any(|name| dom.attr(node, name).is_some_and(is_not_blank))
                || [Fact::Value, Fact::Before, Fact::After]
                    .into_iter()
                    .any(|fact| dom.fact_text(node, fact).is_some_and(is_not_blank))
        }
        _ => false,
    }
}
