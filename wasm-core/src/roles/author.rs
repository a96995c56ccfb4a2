//! Properties that the author has given an element and that decide its role: a name, focusability.

use crate::digits;
use crate::dom::{Dom, Idx, Kind};
use crate::pace::{Pace, at_once};
use crate::page::Page;
use crate::record::{Fact, Flag};

/// Whether an element is focusable, at least by script.
pub fn focusable(dom: &Dom, node: Idx) -> bool {
    dom.flag(node, Flag::Focusable)
        || dom.attr(node, "tabindex").is_some_and(|value| {
            digits::parse(value.trim()).is_some_and(|index| i32::try_from(index).is_ok())
        })
}

/// Whether an element is named by `aria-label`, or by an `aria-labelledby` with an existing target.
pub fn aria_named(dom: &Dom, node: Idx) -> bool {
    let root = dom.root_of(node);
    dom.attr(node, "aria-label").is_some_and(is_not_blank)
        || dom.attr(node, "aria-labelledby").is_some_and(|ids| {
            ids.split_ascii_whitespace()
                .any(|id| dom.by_id(root, id).is_some())
        })
}

/// Whether the author has named an element: by an `aria-labelledby` with text, `aria-label` or
/// `title`.
pub fn is_named(page: &Page, text_index: &TextIndex, node: Idx) -> bool {
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
        .any(|target| text_index.has_text(page, target))
}

/// Whether the element's role depends on the text of other elements.
pub fn needs_text_index(dom: &Dom, node: Idx) -> bool {
    let landmark = |role: &str| {
        let mut tokens = role.split_ascii_whitespace();
        tokens
            .any(|token| token.eq_ignore_ascii_case("form") || token.eq_ignore_ascii_case("region"))
    };
    dom.attr(node, "aria-labelledby").is_some()
        && (matches!(dom.tag(node), "aside" | "section")
            || dom.attr(node, "role").is_some_and(landmark))
}

/// Whether a value is not blank.
pub fn is_not_blank(value: &str) -> bool {
    !value.trim_ascii().is_empty()
}

/// Which elements have text, their own or in descendants. It is built once, when first needed.
#[derive(Default)]
pub struct TextIndex {
    has_text_by_node: std::cell::OnceCell<Vec<bool>>,
}

impl TextIndex {
    fn has_text(&self, page: &Page, node: Idx) -> bool {
        let has_text_by_node = self
            .has_text_by_node
            .get_or_init(|| at_once(async |pace| TextIndex::build(page, pace).await));
        has_text_by_node
            .get(node.0 as usize)
            .copied()
            .unwrap_or(false)
    }

    /// Builds the index in portions, before it is needed.
    pub async fn prepare(&self, page: &Page<'_>, pace: &Pace) {
        if self.has_text_by_node.get().is_none() {
            let _ = self
                .has_text_by_node
                .set(TextIndex::build(page, pace).await);
        }
    }

    /// Visits nodes from the last to the first, because children follow their parents.
    async fn build(page: &Page<'_>, pace: &Pace) -> Vec<bool> {
        let dom = &page.dom;
        let mut has_text_by_node = vec![false; dom.len()];
        for position in (0..has_text_by_node.len()).rev() {
            pace.step().await;
            let node = Idx(position as u32);
            has_text_by_node[position] |= has_own_text(dom, node);
            if let Some(parent) = page
                .flat
                .parent(node)
                .filter(|_| has_text_by_node[position])
            {
                has_text_by_node[parent.0 as usize] = true;
            }
        }
        has_text_by_node
    }
}

fn has_own_text(dom: &Dom, node: Idx) -> bool {
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
        Kind::Document | Kind::ShadowRoot => false,
    }
}
