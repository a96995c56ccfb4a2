//! The flat tree: what is a child of what once shadow roots stand in for their hosts and slots have
//! taken their nodes; and the same with `aria-owns` applied. Knows nothing of roles.

use crate::dom::{Dom, Idx, Kind, Namespace};

use crate::pace::{Pace, SPAN, sort};
use crate::record::Fact;
use crate::table::Table;
use crate::visibility::Visibility;

const NOTHING: u32 = u32::MAX;

/// The flat tree of a document.
#[derive(Debug, Clone, Default)]
pub struct Flat {
    tree: Edges,
    owned: Edges,
    owners: Vec<u32>,
}

/// A tree as one array of parents and one of children.
#[derive(Debug, Clone, Default)]
struct Edges {
    parents: Vec<u32>,
    starts: Vec<u32>,
    children: Vec<Idx>,
}

impl Flat {
    /// The flat tree, `aria-owns` not yet applied: see [`Flat::own`].
    /// Source: https://drafts.csswg.org/css-scoping/#flattening
    pub async fn new(dom: &Dom<'_>, pace: &Pace) -> Flat {
        let mut parents = vec![NOTHING; dom.len()];
        let slots = Slots::new(dom, pace).await;
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in span.nodes() {
                parents[node.at()] =
                    flat_parent(dom, &slots, node).map_or(NOTHING, |parent| parent.0);
            }
        }
        let mut tree = Edges::new(parents);
        // Scripts assign in an order of their own.
        pace.steps(slots.assigned.len() / 8).await;
        for group in slots.assigned.chunk_by(|one, other| one.1 == other.1) {
            let given = tree.of_mut(group[0].1);
            if given.len() == group.len() {
                given
                    .iter_mut()
                    .zip(group)
                    .for_each(|(place, (node, _))| *place = *node);
            }
        }
        let owned = tree.clone();
        let owners = vec![NOTHING; dom.len()];
        Flat {
            tree,
            owned,
            owners,
        }
    }

    /// Applies `aria-owns`. It counts on elements that are in the tree and for targets that
    /// somebody can see; a node has one owner, the first in document order; of a circle, the last
    /// owner in document order loses.
    pub async fn own(&mut self, dom: &Dom<'_>, visibility: &Visibility, pace: &Pace) {
        let mut owners = vec![NOTHING; dom.len()];
        let mut order: Vec<(Idx, Idx)> = Vec::new();
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for owner in dom.elements_of(span) {
                let Some(ids) = dom.attr(owner, "aria-owns") else {
                    continue;
                };
                if visibility.excluded(owner) || !owns_by_kind(dom, owner) {
                    continue;
                }
                for target in ids
                    .split_ascii_whitespace()
                    .filter_map(|id| dom.by_id(dom.root_of(owner), id))
                {
                    pace.step().await;
                    let free = owners[target.at()] == NOTHING
                        && target != owner
                        && visibility.rendered(target);
                    // A parent inside its own child: the plainest circle, and the only one that is
                    // cheap to see.
                    if free && !(target < owner && owner < dom.end(target)) {
                        owners[target.at()] = owner.0;
                        order.push((target, owner));
                    }
                }
            }
        }
        if order.is_empty() {
            return;
        }
        cut_circles(&self.tree.parents, &mut owners, pace).await;
        self.owned = self.tree.with_owners(&owners, &order);
        self.owners = owners;
    }

    /// Children in the flat tree.
    pub fn children(&self, node: Idx) -> &[Idx] {
        self.tree.of(node)
    }

    /// Parent in the flat tree; `None` for the document and for what no slot takes.
    pub fn parent(&self, node: Idx) -> Option<Idx> {
        self.tree.parent(node)
    }

    /// Children with `aria-owns` applied: those that others own are gone, those that it owns come
    /// last.
    pub fn owned_children(&self, node: Idx) -> &[Idx] {
        self.owned.of(node)
    }

    /// Parent with `aria-owns` applied.
    pub fn owned_parent(&self, node: Idx) -> Option<Idx> {
        self.owned.parent(node)
    }

    /// Some element owns others by `aria-owns`.
    pub fn has_owners(&self) -> bool {
        self.owners.iter().any(|owner| *owner != NOTHING)
    }

    /// The element that owns it by `aria-owns`.
    pub fn owner(&self, node: Idx) -> Option<Idx> {
        self.owners
            .get(node.at())
            .copied()
            .filter(|owner| *owner != NOTHING)
            .map(Idx)
    }
}

impl Edges {
    /// Children stand in document order.
    fn new(parents: Vec<u32>) -> Edges {
        let mut starts = vec![0u32; parents.len() + 1];
        for parent in parents.iter().filter(|parent| **parent != NOTHING) {
            starts[*parent as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut children = vec![Idx(0); starts.last().copied().unwrap_or(0) as usize];
        for (node, parent) in parents
            .iter()
            .enumerate()
            .filter(|(_, parent)| **parent != NOTHING)
        {
            let place = &mut next[*parent as usize];
            children[*place as usize] = Idx(node as u32);
            *place += 1;
        }
        Edges {
            parents,
            starts,
            children,
        }
    }

    fn range(&self, node: Idx) -> std::ops::Range<usize> {
        self.starts[node.at()] as usize..self.starts[node.at() + 1] as usize
    }

    fn of(&self, node: Idx) -> &[Idx] {
        &self.children[self.range(node)]
    }

    fn of_mut(&mut self, node: Idx) -> &mut [Idx] {
        let range = self.range(node);
        &mut self.children[range]
    }

    fn parent(&self, node: Idx) -> Option<Idx> {
        Some(self.parents[node.at()])
            .filter(|parent| *parent != NOTHING)
            .map(Idx)
    }

    /// The same tree after some nodes have moved to the end of their owners' children, in the order
    /// given.
    fn with_owners(&self, owners: &[u32], order: &[(Idx, Idx)]) -> Edges {
        let mut parents = self.parents.clone();
        for (node, owner) in owners
            .iter()
            .enumerate()
            .filter(|(_, owner)| **owner != NOTHING)
        {
            parents[node] = *owner;
        }
        let mut edges = Edges::new(parents);
        let mut next = edges.starts.clone();
        let mut put = |edges: &mut Edges, parent: Idx, child: Idx| {
            edges.children[next[parent.at()] as usize] = child;
            next[parent.at()] += 1;
        };
        for parent in (0..self.parents.len() as u32).map(Idx) {
            for child in self
                .of(parent)
                .iter()
                .filter(|child| owners[child.at()] == NOTHING)
            {
                put(&mut edges, parent, *child);
            }
        }
        for (child, owner) in order
            .iter()
            .filter(|(child, owner)| owners[child.at()] == owner.0)
        {
            put(&mut edges, *owner, *child);
        }
        edges
    }
}

/// Replaced elements and single-line fields have no children that anybody could be given.
fn owns_by_kind(dom: &Dom, node: Idx) -> bool {
    dom.namespace(node) != Namespace::Html
        || !matches!(
            dom.tag(node),
            "img" | "br" | "hr" | "area" | "wbr" | "iframe"
        )
}

/// Takes owners away until following parents ends everywhere. Work is bounded: where circles are
/// that many, all owners that are still open lose.
async fn cut_circles(parents: &[u32], owners: &mut [u32], pace: &Pace) {
    const UNSEEN: u8 = 0;
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let up = |owners: &[u32], node: u32| match owners[node as usize] {
        NOTHING => parents[node as usize],
        owner => owner,
    };
    let mut colours = vec![UNSEEN; parents.len()];
    let mut budget = parents.len().saturating_mul(16);
    for start in 0..parents.len() as u32 {
        let mut path = Vec::new();
        let mut node = start;
        while node != NOTHING && colours[node as usize] == UNSEEN {
            pace.step().await;
            colours[node as usize] = ON_PATH;
            path.push(node);
            node = up(owners, node);
            budget = budget.saturating_sub(1);
            if node == NOTHING || colours[node as usize] != ON_PATH {
                continue;
            }
            // All of the path leads here: the circle is what follows from here on.
            let from = path.iter().position(|entry| *entry == node).unwrap_or(0);
            let circle = &path[from..];
            if budget == 0 {
                circle
                    .iter()
                    .for_each(|entry| owners[*entry as usize] = NOTHING);
            } else if let Some(loser) = circle
                .iter()
                .max_by_key(|entry| owners[**entry as usize].wrapping_add(1))
            {
                owners[*loser as usize] = NOTHING;
            }
            budget = budget.saturating_sub(path.len());
            pace.steps(path.len() / 8).await;
            path.iter()
                .for_each(|entry| colours[*entry as usize] = UNSEEN);
            path.clear();
            node = start;
        }
        path.iter()
            .for_each(|entry| colours[*entry as usize] = DONE);
    }
}

/// Which slot takes which light child.
struct Slots<'r> {
    /// Shadow root, name, slot: sorted, the first of a name first.
    named: Vec<(u32, &'r str, u32)>,
    /// Node, slot, where slots are assigned by script; in the order of assignment.
    assigned: Vec<(Idx, Idx)>,
    /// Has nodes assigned, and so does not show its fallback content.
    taken: Vec<bool>,
    /// The slot of a light child of a host.
    of: Vec<u32>,
}

impl<'r> Slots<'r> {
    async fn new(dom: &Dom<'r>, pace: &Pace) -> Slots<'r> {
        let mut slots = Slots {
            named: Vec::new(),
            assigned: Vec::new(),
            taken: vec![false; dom.len()],
            of: vec![NOTHING; dom.len()],
        };
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for slot in dom.elements_of(span) {
                if is_slot(dom, slot) {
                    let name = dom.attr(slot, "name").unwrap_or("");
                    slots.named.push((dom.root_of(slot).0, name, slot.0));
                }
            }
        }
        sort(&mut slots.named, pace).await;
        slots.by_name(dom, pace).await;
        slots.by_script(dom, pace).await;
        slots
    }

    async fn by_name(&mut self, dom: &Dom<'_>, pace: &Pace) {
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for host in dom.elements_of(span) {
                let Some(root) = dom
                    .shadow_root(host)
                    .filter(|root| !dom.assigns_by_script(*root))
                else {
                    continue;
                };
                for child in dom.children(host) {
                    pace.step().await;
                    let name = dom.attr(child, "slot").unwrap_or("");
                    let place = self
                        .named
                        .partition_point(|entry| (entry.0, entry.1) < (root.0, name));
                    if let Some(entry) = self
                        .named
                        .get(place)
                        .filter(|entry| entry.0 == root.0 && entry.1 == name)
                    {
                        self.of[child.at()] = entry.2;
                        self.taken[entry.2 as usize] = true;
                    }
                }
            }
        }
    }

    async fn by_script(&mut self, dom: &Dom<'_>, pace: &Pace) {
        let manual: Vec<Idx> = self
            .named
            .iter()
            .filter(|entry| dom.assigns_by_script(Idx(entry.0)))
            .map(|entry| Idx(entry.2))
            .collect();
        if manual.is_empty() {
            return;
        }
        let mut by_node = Table::with_capacity(dom.len());
        for span in dom.spans() {
            pace.steps(SPAN).await;
            for node in dom.elements_of(span) {
                by_node.entry(dom.node_id(node).into(), node.0);
            }
        }
        for slot in manual {
            let host = dom.host(dom.root_of(slot));
            for id in dom.facts(slot, Fact::Assigned) {
                pace.step().await;
                let Some(node) = by_node.get(id as u64).map(Idx) else {
                    continue;
                };
                if dom.parent(node) == host && self.of[node.at()] == NOTHING {
                    self.of[node.at()] = slot.0;
                    self.taken[slot.at()] = true;
                    self.assigned.push((node, slot));
                }
            }
        }
    }
}

/// A slot takes nodes only inside a shadow tree.
fn is_slot(dom: &Dom, node: Idx) -> bool {
    dom.is_html(node, "slot") && dom.kind(dom.root_of(node)) == Kind::ShadowRoot
}

fn flat_parent(dom: &Dom, slots: &Slots<'_>, node: Idx) -> Option<Idx> {
    let parent = dom.parent(node)?;
    if dom.kind(parent) == Kind::ShadowRoot {
        return dom.host(parent);
    }
    if dom.shadow_root(parent).is_some() {
        return Some(slots.of[node.at()])
            .filter(|slot| *slot != NOTHING)
            .map(Idx);
    }
    // Fallback content stands only in a slot that took nothing.
    (!slots.taken[parent.at()]).then_some(parent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;
    use crate::record::Record;
    use crate::understand::Page;

    /// What stands inside `body` once owners are applied, as `id(…)`.
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
