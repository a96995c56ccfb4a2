//! The changes that the page made by itself during the actions of a request. The answer does not
//! tell them, unless an action changed the same element too.

use super::compare::ActionLines;
use axlens_protocol::wire::BackgroundMutation;
use axlens_snapshot::delta::background::{Background, NodeSet};
use std::collections::HashMap;

/// The background changes during the actions of a request.
#[derive(Debug, Default)]
pub struct BackgroundOfRequest {
    elements: Vec<(String, u32)>,
    brought: NodeSet,
    /// The number of texts of each element, and whether they have changed during an action.
    texts: HashMap<(String, u32), (u32, bool)>,
    /// Elements that actions changed.
    acted_on: NodeSet,
    /// An action changed a text.
    has_other_texts: bool,
    /// The changes of an action are unknown.
    is_unknown: bool,
}

impl BackgroundOfRequest {
    /// Adds the background of an action, and the lines that the action itself changed; `None` if
    /// these are unknown.
    pub fn add(&mut self, mutations: &[BackgroundMutation], lines: Option<&ActionLines>) {
        let Some(lines) = lines else {
            self.is_unknown = true;
            return;
        };
        for mutation in mutations {
            let BackgroundMutation { document, node, .. } = mutation;
            self.elements.push((document.clone(), *node));
            for brought in &mutation.brought {
                self.brought.insert(document, *brought);
            }
            let texts = self.texts.entry((document.clone(), *node)).or_default();
            *texts = (texts.0.max(mutation.texts), texts.1 || !mutation.idle);
        }
        for (document, node) in &lines.elements {
            self.acted_on.insert(document, *node);
        }
        self.has_other_texts |= lines.has_texts;
    }

    /// What the answer leaves out.
    pub fn left_out(&self) -> Background {
        if self.is_unknown {
            return Background::default();
        }
        let mut elements = NodeSet::default();
        for (document, node) in &self.elements {
            if !self.acted_on.contains(document, *node) {
                elements.insert(document, *node);
            }
        }
        let sum = |is_counted: fn(bool) -> bool| {
            let texts = self
                .texts
                .values()
                .filter(|(_, changed)| is_counted(*changed));
            texts.map(|(count, _)| *count as usize).sum()
        };
        let (texts, counting_texts) = match self.has_other_texts {
            false => (sum(|_| true), 0),
            true => (0, sum(|has_changed| has_changed)),
        };
        Background {
            elements,
            brought: self.brought.clone(),
            texts,
            counting_texts,
        }
    }
}
