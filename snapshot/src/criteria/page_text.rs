//! The text of a page in one piece, and which part of it each node has.

use crate::page_tree::TreeNode;
use crate::role::Role;
use std::ops::Range;

/// What stands between texts that are not one: no text that is looked for has it.
const BREAK: char = '\n';

/// The text of a page, and of each of its nodes.
#[derive(Debug)]
pub(super) struct PageText {
    all: String,
    /// By position of the node: its part.
    parts: Vec<Range<usize>>,
    exact: bool,
}

/// As texts are compared: without regard to case and to how much space there is.
pub(super) fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

impl PageText {
    /// Of the nodes of a page, as they are or folded.
    pub fn new(nodes: &[TreeNode], exact: bool) -> PageText {
        let mut text = PageText {
            all: String::new(),
            parts: vec![0..0; nodes.len()],
            exact,
        };
        let mut open: Vec<usize> = Vec::new();
        for (position, each) in nodes.iter().enumerate() {
            while let Some(closed) =
                open.pop_if(|above| nodes[*above].node.depth >= each.node.depth)
            {
                text.parts[closed].end = text.all.len();
            }
            let next = nodes.get(position + 1);
            let has_content = next.is_some_and(|next| next.node.depth > each.node.depth);
            text.begin(position, each, has_content);
            open.push(position);
        }
        let end = text.all.len();
        open.into_iter()
            .for_each(|closed| text.parts[closed].end = end);
        text
    }

    fn begin(&mut self, position: usize, each: &TreeNode, has_content: bool) {
        let node = &each.node;
        if node.role == Role::Text {
            if !node.glued && !self.all.ends_with([' ', BREAK]) {
                self.all.push(' ');
            }
            self.parts[position].start = self.all.len();
            self.push(&node.name);
            return;
        }
        self.parts[position].start = self.all.len();
        // A name that its content gives it stands there.
        let own = (!node.named_by_content || !has_content).then_some(node.name.as_str());
        let value = node.value.as_deref().filter(|_| !node.states.secret);
        let own = own.into_iter().chain(value);
        for said in own.filter(|said| !said.is_empty()) {
            self.all.push(BREAK);
            self.push(said);
            self.all.push(BREAK);
        }
    }

    fn push(&mut self, text: &str) {
        match self.exact {
            true => self.all.push_str(text),
            false => self.all.push_str(&folded(text)),
        }
    }

    /// Whether a node has a text; where it is to be exact, that and no other.
    pub fn has(&self, position: usize, wanted: &str) -> bool {
        let own = &self.all[self.parts[position].clone()];
        match self.exact {
            true => own.trim() == wanted.trim(),
            false => own.contains(&folded(wanted)),
        }
    }

    /// For each place where the page has a text the innermost node that has all of it.
    pub fn innermost<'t>(
        &'t self,
        parents: &'t [Option<usize>],
        wanted: &str,
    ) -> impl Iterator<Item = usize> + 't {
        let wanted = match self.exact {
            true => wanted.trim().to_owned(),
            false => folded(wanted),
        };
        let places: Vec<usize> = match wanted.is_empty() {
            true => Vec::new(),
            false => self.all.match_indices(&wanted).map(|(at, _)| at).collect(),
        };
        let length = wanted.len();
        let innermost = places.into_iter().filter_map(move |at| {
            // Parts begin in the order of the nodes: the last that begins before it, or one around.
            let before = self.parts.partition_point(|part| part.start <= at);
            let mut around = std::iter::successors(before.checked_sub(1), |at| parents[*at]);
            around.find(|node| self.parts[*node].end >= at + length)
        });
        innermost.filter(move |at| *at > 0 && (!self.exact || self.has(*at, &wanted)))
    }
}
