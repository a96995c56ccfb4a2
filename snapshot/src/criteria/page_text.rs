//! The whole text of a page, and the range of each node in it.

use crate::page_tree::TreeNode;
use crate::role::Role;
use std::ops::Range;

/// Separates independent texts. A searched text never contains it.
const BREAK: char = '\n';

/// The text of a page, and of each of its nodes.
#[derive(Debug)]
pub(super) struct PageText {
    all: String,
    /// The range of each node, by position.
    ranges: Vec<Range<usize>>,
    exact: bool,
}

/// Normalizes case and whitespace for comparison.
pub(super) fn normalized(text: &str) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    parts.join(" ").to_lowercase()
}

impl PageText {
    /// The text of the nodes of a page, normalized unless `exact`.
    pub fn new(nodes: &[TreeNode], exact: bool) -> PageText {
        let mut text = PageText {
            all: String::new(),
            ranges: vec![0..0; nodes.len()],
            exact,
        };
        let mut open: Vec<usize> = Vec::new();
        for (position, each) in nodes.iter().enumerate() {
            while let Some(closed) =
                open.pop_if(|above| nodes[*above].node.depth >= each.node.depth)
            {
                text.ranges[closed].end = text.all.len();
            }
            let next = nodes.get(position + 1);
            let has_content = next
                .is_some_and(|next| next.node.depth > each.node.depth && !next.node.represented);
            text.begin(position, each, has_content);
            open.push(position);
        }
        let end = text.all.len();
        open.into_iter()
            .for_each(|closed| text.ranges[closed].end = end);
        text
    }

    fn begin(&mut self, position: usize, each: &TreeNode, has_content: bool) {
        let node = &each.node;
        if node.represented {
            // The name of the control has it.
            self.ranges[position].start = self.all.len();
            return;
        }
        if node.role == Role::Text {
            if !node.glued && !self.all.ends_with([' ', BREAK]) {
                self.all.push(' ');
            }
            self.ranges[position].start = self.all.len();
            self.push(&node.name);
            return;
        }
        self.ranges[position].start = self.all.len();
        // A name from the node's content is already in the content.
        let own = (!node.named_by_content || !has_content).then_some(node.name.as_str());
        let value = node.value.as_deref().filter(|_| !node.states.secret);
        let own = own.into_iter().chain(value);
        for part in own.filter(|part| !part.is_empty()) {
            self.all.push(BREAK);
            self.push(part);
            self.all.push(BREAK);
        }
    }

    fn push(&mut self, text: &str) {
        match self.exact {
            true => self.all.push_str(text),
            false => self.all.push_str(&normalized(text)),
        }
    }

    /// Whether a node contains a text, or equals it if `exact`.
    pub fn has(&self, position: usize, wanted: &str) -> bool {
        let own = &self.all[self.ranges[position].clone()];
        match self.exact {
            true => own.trim() == wanted.trim(),
            false => own.contains(&normalized(wanted)),
        }
    }

    /// Whether several nodes contain a text, in a page that is not `exact`.
    pub fn has_within(&self, nodes: &Range<usize>, wanted: &str) -> bool {
        let ranges = &self.ranges[nodes.clone()];
        let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
        let start = ranges.first().map_or(end, |range| range.start);
        self.all[start..end.max(start)].contains(&normalized(wanted))
    }

    /// For each occurrence of a text, the innermost node that contains all of it.
    pub fn innermost<'t>(
        &'t self,
        parents: &'t [Option<usize>],
        wanted: &str,
    ) -> impl Iterator<Item = usize> + 't {
        let wanted = match self.exact {
            true => wanted.trim().to_owned(),
            false => normalized(wanted),
        };
        let occurrences: Vec<usize> = match wanted.is_empty() {
            true => Vec::new(),
            false => self.all.match_indices(&wanted).map(|(at, _)| at).collect(),
        };
        let length = wanted.len();
        let innermost = occurrences.into_iter().filter_map(move |at| {
            // Ranges start in the order of the nodes: the last one that starts before, or an
            // ancestor.
            let before = self.ranges.partition_point(|part| part.start <= at);
            let mut ancestors = std::iter::successors(before.checked_sub(1), |at| parents[*at]);
            ancestors.find(|node| self.ranges[*node].end >= at + length)
        });
        innermost.filter(move |at| *at > 0 && (!self.exact || self.has(*at, &wanted)))
    }
}
