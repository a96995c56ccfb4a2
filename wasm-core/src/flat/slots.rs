//! Assigns the children of shadow hosts to slots, by name or by script. Source:
//! https://drafts.csswg.org/css-scoping/#slots-in-shadow-tree

use super::edges::NO_NODE;
use crate::dom::{Dom, Idx, Kind};
use crate::pace::{Pace, SPAN, sort};
use crate::record::Fact;
use crate::table::HashTable;

/// The slot assignments.
pub struct Slots<'r> {
    /// Shadow root, name and slot, sorted; the first slot of a name first.
    named: Vec<(u32, &'r str, u32)>,
    /// Manually assigned nodes and their slots, in the order of assignment.
    pub assigned: Vec<(Idx, Idx)>,
    /// Whether each slot has assigned nodes, and so no fallback content.
    pub taken: Vec<bool>,
    /// The slot of each light child of a host.
    pub slot_of: Vec<u32>,
}

impl<'r> Slots<'r> {
    /// Assigns every light child of a shadow host.
    pub async fn new(dom: &Dom<'r>, pace: &Pace) -> Slots<'r> {
        let mut slots = Slots {
            named: Vec::new(),
            assigned: Vec::new(),
            taken: vec![false; dom.len()],
            slot_of: vec![NO_NODE; dom.len()],
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
                        self.slot_of[child.index()] = entry.2;
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
        let mut by_node = HashTable::with_capacity(dom.len());
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
                if dom.parent(node) == host && self.slot_of[node.index()] == NO_NODE {
                    self.slot_of[node.index()] = slot.0;
                    self.taken[slot.index()] = true;
                    self.assigned.push((node, slot));
                }
            }
        }
    }
}

/// Whether a node is a slot in a shadow tree.
fn is_slot(dom: &Dom, node: Idx) -> bool {
    dom.is_html(node, "slot") && dom.kind(dom.root_of(node)) == Kind::ShadowRoot
}
