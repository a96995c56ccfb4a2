//! The flat tree: the tree after shadow roots have replaced the children of their hosts and slots
//! have their assigned nodes; and the same tree with `aria-owns` applied.

mod edges;
mod owners;
mod slots;

use crate::dom::{Dom, Idx, Kind};
use crate::pace::{Pace, SPAN};
use edges::{Edges, NO_NODE};
use owners::Owners;
use slots::Slots;

/// The flat tree of a document.
#[derive(Debug, Clone, Default)]
pub struct Flat {
    tree: Edges,
    owned: Edges,
    owners: Vec<u32>,
}

impl Flat {
    /// The flat tree without `aria-owns`: see [`Flat::own`]. Source:
    /// https://drafts.csswg.org/css-scoping/#flattening
    pub async fn new(dom: &Dom<'_>, pace: &Pace) -> Flat {
        let mut parents = vec![NO_NODE; dom.len()];
        let slots = Slots::new(dom, pace).await;
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in span.nodes() {
                parents[node.index()] =
                    flat_parent(dom, &slots, node).map_or(NO_NODE, |parent| parent.0);
            }
        }
        let mut tree = Edges::new(parents);
        // The order of manually assigned nodes is that of the script.
        pace.steps(slots.assigned.len() / 8).await;
        for group in slots.assigned.chunk_by(|one, other| one.1 == other.1) {
            let children = tree.children_of_mut(group[0].1);
            if children.len() == group.len() {
                children
                    .iter_mut()
                    .zip(group)
                    .for_each(|(place, (node, _))| *place = *node);
            }
        }
        let owned = tree.clone();
        let owners = vec![NO_NODE; dom.len()];
        Flat {
            tree,
            owned,
            owners,
        }
    }

    /// Applies `aria-owns`, on elements that `may_own` and for targets that `may_be_owned`.
    pub async fn own(
        &mut self,
        dom: &Dom<'_>,
        may_own: impl Fn(Idx) -> bool,
        may_be_owned: impl Fn(Idx) -> bool,
        pace: &Pace,
    ) {
        let parents = &self.tree.parents;
        let found = owners::owners(dom, parents, may_own, may_be_owned, pace).await;
        if let Some(Owners { by_node, order }) = found {
            self.owned = self.tree.with_owners(&by_node, &order);
            self.owners = by_node;
        }
    }

    /// Children in the flat tree.
    pub fn children(&self, node: Idx) -> &[Idx] {
        self.tree.children_of(node)
    }

    /// Parent in the flat tree; `None` for the document and for nodes without a slot.
    pub fn parent(&self, node: Idx) -> Option<Idx> {
        self.tree.parent(node)
    }

    /// Children with `aria-owns` applied: without nodes of other owners, and with owned nodes last.
    pub fn owned_children(&self, node: Idx) -> &[Idx] {
        self.owned.children_of(node)
    }

    /// Parent with `aria-owns` applied.
    pub fn owned_parent(&self, node: Idx) -> Option<Idx> {
        self.owned.parent(node)
    }

    /// Some element owns others by `aria-owns`.
    pub fn has_owners(&self) -> bool {
        self.owners.iter().any(|owner| *owner != NO_NODE)
    }

    /// The element that owns it by `aria-owns`.
    pub fn owner(&self, node: Idx) -> Option<Idx> {
        self.owners
            .get(node.index())
            .copied()
            .filter(|owner| *owner != NO_NODE)
            .map(Idx)
    }
}

/// The parent in the flat tree: the host of a shadow root, the slot that takes a child of a host.
fn flat_parent(dom: &Dom, slots: &Slots, node: Idx) -> Option<Idx> {
    let parent = dom.parent(node)?;
    if dom.kind(parent) == Kind::ShadowRoot {
        return dom.host(parent);
    }
    if dom.shadow_root(parent).is_some() {
        return Some(slots.slot_of[node.index()])
            .filter(|slot| *slot != NO_NODE)
            .map(Idx);
    }
    // Only a slot without assigned nodes has fallback content.
    (!slots.taken[parent.index()]).then_some(parent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;
    use crate::page::Page;
    use crate::record::Record;

    /// The descendants of `body` after `aria-owns` is applied, as `id(…)`.
    fn check(html: &str, expected: &str) {
        let record = html::record(html);
        let page = Page::new(&Record::parse(&record));
        let mut text = String::new();
        let mut open = vec![(page.dom.document(), false)];
        while let Some((node, closing)) = open.pop() {
            match page.dom.kind(node) {
                Kind::Element if closing => text.push(')'),
                Kind::Element => {
                    text.push_str(page.dom.attr(node, "id").unwrap_or(page.dom.tag(node)));
                    text.push('(');
                    open.push((node, true));
                }
                _ => text.push_str(page.dom.text(node).trim()),
            }
            if !closing {
                let children = page.flat.owned_children(node).iter().rev();
                open.extend(children.map(|child| (*child, false)));
            }
        }
        assert_eq!(text, format!("html(body({expected}))"), "{html}");
    }

    #[test]
    fn slots_take_their_nodes_and_fall_back() {
        check(
            "<x-a><template shadowrootmode=open><slot id=s>fallback</slot><slot name=n id=t>other</slot></template>\
             <i slot=n>named</i></x-a>",
            "x-a(s(fallback)t(i(named)))",
        );
    }

    #[test]
    fn a_slot_outside_a_shadow_tree_is_an_element() {
        check("<slot id=s>words</slot>", "s(words)");
    }

    #[test]
    fn owners_take_their_nodes_in_order_and_circles_are_cut() {
        check(
            "<p id=a aria-owns='c b'></p><p id=b></p><p id=c></p>",
            "a(c()b())",
        );
        check("<p id=a aria-owns=b></p><p id=b aria-owns=a></p>", "a(b())");
        check("<p id=a aria-owns=a></p>", "a()");
        check("<div id=a><p id=b aria-owns=a></p></div>", "a(b())");
        check(
            "<p id=a aria-owns=b></p><p id=b aria-owns=c></p><p id=c aria-owns=a></p>",
            "a(b(c()))",
        );
    }

    #[test]
    fn scripts_assign_slots_in_their_own_order() {
        // div(host) with a manual root of one slot (node 9) that takes 12, then 11.
        let record = "{}\u{1d}1,1,0,4,0,3,5,1,9,1,1,2,-14,12,-14,11,0,0,1,11,2,2,0,0,1,12,3,2,0,0,0\u{1d}div\u{1e}slot\u{1e}a\u{1e}b\u{1d}";
        let page = Page::new(&Record::parse(record));
        let slot = page
            .dom
            .elements()
            .find(|node| page.dom.tag(*node) == "slot")
            .expect("a slot");
        let taken: Vec<_> = page
            .flat
            .children(slot)
            .iter()
            .map(|node| page.dom.tag(*node))
            .collect();
        assert_eq!(taken, ["b", "a"]);
    }
}
