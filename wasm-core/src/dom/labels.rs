//! Index of labels and their controls.

use super::{Dom, Idx, Kind, Namespace};
use crate::pace::{Pace, SPAN, sort};
use crate::record::Fact;
use crate::table::{HashTable, pair};

impl Dom<'_> {
    /// The `label` elements of a control, in document order.
    pub fn labels(&self, node: Idx) -> &[Idx] {
        match self.labelled.binary_search_by_key(&node.0, |entry| entry.0) {
            Ok(place) => {
                &self.labels[self.labelled[place].1 as usize..self.labelled[place].2 as usize]
            }
            Err(_) => &[],
        }
    }

    /// The control of a `label` element.
    pub fn control(&self, label: Idx) -> Option<Idx> {
        self.controls.get(label.0.into()).map(Idx)
    }

    /// Whether an element can be the control of a `label`.
    /// https://html.spec.whatwg.org/multipage/forms.html#category-label
    pub fn is_labelable(&self, node: Idx) -> bool {
        if self.kind(node) != Kind::Element || self.namespace(node) != Namespace::Html {
            return false;
        }
        match self.tag(node) {
            "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
            "input" => !self
                .attr(node, "type")
                .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
            _ => false,
        }
    }

    /// Builds the index of labels. It requires the index of ids, because of the attribute `for`.
    pub(super) async fn index_labels(&mut self, pace: &Pace) {
        // By root and position, so that the first control in a label is found by binary search.
        let mut controls = Vec::new();
        let mut labels = Vec::new();
        for span in self.spans() {
            pace.steps(SPAN).await;
            for node in self.elements_of(span) {
                if self.is_labelable(node) {
                    controls.push(pair(self.root_of(node).0, node.0));
                } else if self.is_html(node, "label") {
                    labels.push(node);
                }
            }
        }
        sort(&mut controls, pace).await;
        let customs = self.custom_controls(&labels);
        let mut pairs = Vec::new();
        for label in labels {
            pace.step().await;
            let custom = self.fact(label, Fact::Control);
            let custom = custom.and_then(|id| customs.get(id as u64));
            if let Some(control) = custom.or_else(|| self.control_of(label, &controls)) {
                pairs.push(pair(control, label.0));
                self.controls.entry(label.0.into(), control);
            }
        }
        sort(&mut pairs, pace).await;
        for (place, both) in pairs.iter().enumerate() {
            let (control, place) = ((both >> 32) as u32, place as u32);
            self.labels.push(Idx(*both as u32));
            match self.labelled.last_mut() {
                Some(entry) if entry.0 == control => entry.2 = place + 1,
                _ => self.labelled.push((control, place, place + 1)),
            }
        }
    }

    /// The custom elements of labels, by node id.
    fn custom_controls(&self, labels: &[Idx]) -> HashTable {
        let (mut named, mut customs) = (HashTable::default(), HashTable::default());
        for label in labels {
            if let Some(id) = self.fact(*label, Fact::Control) {
                named.add(id as u64);
            }
        }
        if named.is_empty() {
            return customs;
        }
        for node in self.elements() {
            let id = self.node_id(node).into();
            if named.has(id) {
                *customs.entry(id, 0) = node.0;
            }
        }
        customs
    }

    fn control_of(&self, label: Idx, controls: &[u64]) -> Option<u32> {
        let root = self.root_of(label);
        if let Some(id) = self.attr(label, "for") {
            let target = self.by_id(root, id)?;
            return self.is_labelable(target).then_some(target.0);
        }
        let place = controls.partition_point(|entry| *entry <= pair(root.0, label.0));
        controls
            .get(place)
            .filter(|entry| **entry < pair(root.0, self.end(label).0))
            .map(|entry| *entry as u32)
    }
}
