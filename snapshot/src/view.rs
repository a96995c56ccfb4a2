//! The nodes that a format prints, and how rules prune them.

use crate::criteria::SearchResult;
use crate::page_tree::TreeNode;
use crate::role::Role;

/// The nodes to print, in depth-first order, without gaps in depth.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// The nodes; the first is the document, unless a filter removed it.
    pub nodes: Vec<TreeNode>,
    /// Notes about the page, printed last.
    pub notes: Vec<String>,
    /// Whether nodes below the maximum depth were omitted.
    pub depth_reached: bool,
    /// Number of texts that compaction cut.
    pub shortened: usize,
    /// The result of a search.
    pub found: SearchResult,
}

/// Whether a node is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Keep,
    /// Remove the node; its children take its place.
    Unwrap,
    /// Remove the node and its descendants.
    Remove,
}

impl View {
    /// Removes the nodes for which `is_removed` is true, with their descendants.
    pub fn remove_where(&mut self, mut is_removed: impl FnMut(usize, &TreeNode) -> bool) {
        self.prune(|position, each| match is_removed(position, each) {
            true => Decision::Remove,
            false => Decision::Keep,
        });
    }

    /// Replaces the nodes for which `is_removed` is true by their children.
    pub fn unwrap_where(&mut self, mut is_removed: impl FnMut(usize, &TreeNode) -> bool) {
        self.prune(|position, each| match is_removed(position, each) {
            true => Decision::Unwrap,
            false => Decision::Keep,
        });
    }

    /// Applies a decision to every node. Notes of removed nodes move to the nearest ancestor that
    /// stays. The nodes are pruned in place, because pages are pruned about ten times.
    fn prune(&mut self, mut decide: impl FnMut(usize, &TreeNode) -> Decision) {
        // For each open node: its old depth, the new depth of its children, and the position of the
        // nearest node that stays.
        let mut open: Vec<(u32, u32, Option<usize>)> = Vec::new();
        let mut removing: Option<u32> = None;
        // Whether the text before the next one is removed.
        let mut is_text_removed = false;
        let mut stays = Vec::with_capacity(self.nodes.len());
        for position in 0..self.nodes.len() {
            let each = &mut self.nodes[position];
            let before = each.node.depth;
            while open.last().is_some_and(|(depth, ..)| *depth >= before) {
                open.pop();
            }
            removing = removing.filter(|depth| before > *depth);
            let (now, holder) = open
                .last()
                .map_or((0, None), |(_, now, holder)| (*now, *holder));
            let decision = if removing.is_some() {
                Decision::Remove
            } else {
                decide(position, each)
            };
            if each.node.role == Role::Text {
                each.node.glued &= !is_text_removed;
                is_text_removed = decision != Decision::Keep;
            }
            stays.push(decision == Decision::Keep);
            match decision {
                Decision::Keep => {
                    each.node.depth = now;
                    open.push((before, now + 1, Some(position)));
                }
                Decision::Unwrap => {
                    self.move_notes_up(holder, position);
                    open.push((before, now, holder));
                }
                Decision::Remove => {
                    self.move_notes_up(holder, position);
                    removing = removing.or(Some(before));
                }
            }
        }
        let mut stays = stays.into_iter();
        self.nodes.retain(|_| stays.next().unwrap_or(true));
    }

    /// Moves the notes of a removed node to the nearest ancestor that stays.
    fn move_notes_up(&mut self, holder: Option<usize>, removed: usize) {
        let removed = &mut self.nodes[removed];
        let (notes, folded) = (std::mem::take(&mut removed.notes), removed.folded);
        match holder {
            Some(holder) => {
                let holder = &mut self.nodes[holder];
                holder.notes.extend(notes);
                holder.folded.nodes += folded.nodes;
                holder.folded.controls += folded.controls;
            }
            None => self.notes.extend(notes),
        }
    }

    /// The position after the last descendant of a node.
    pub fn end(&self, position: usize) -> usize {
        let depth = self.nodes[position].node.depth;
        let inside = self.nodes[position + 1..]
            .iter()
            .take_while(|each| each.node.depth > depth)
            .count();
        position + 1 + inside
    }

    /// For every node, the position after its last descendant.
    pub fn ends(&self) -> Vec<usize> {
        View::ends_of(&self.nodes)
    }

    /// For every node of a page, the position after its last descendant.
    pub fn ends_of(nodes: &[TreeNode]) -> Vec<usize> {
        let mut ends = vec![nodes.len(); nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (position, each) in nodes.iter().enumerate() {
            while let Some(closed) =
                open.pop_if(|above| nodes[*above].node.depth >= each.node.depth)
            {
                ends[closed] = position;
            }
            open.push(position);
        }
        ends
    }

    /// For every node, the position of its parent.
    pub fn parents(&self) -> Vec<Option<usize>> {
        View::parents_of(&self.nodes)
    }

    /// For every node of a page, the position of its parent.
    pub fn parents_of(nodes: &[TreeNode]) -> Vec<Option<usize>> {
        let mut open: Vec<usize> = Vec::new();
        let mut parents = Vec::with_capacity(nodes.len());
        for (position, each) in nodes.iter().enumerate() {
            while open
                .last()
                .is_some_and(|above| nodes[*above].node.depth >= each.node.depth)
            {
                open.pop();
            }
            parents.push(open.last().copied());
            open.push(position);
        }
        parents
    }

    /// For every node, the number of its children.
    pub fn children(&self) -> Vec<usize> {
        let mut children = vec![0; self.nodes.len()];
        self.parents()
            .into_iter()
            .flatten()
            .for_each(|parent| children[parent] += 1);
        children
    }

    /// For every node, whether `mark` is true for it or for a descendant.
    pub fn holding(&self, mark: impl Fn(&TreeNode) -> bool) -> Vec<bool> {
        self.holding_below(&self.parents(), mark)
    }

    /// Like [`View::holding`], with known parents.
    pub fn holding_below(
        &self,
        parents: &[Option<usize>],
        mark: impl Fn(&TreeNode) -> bool,
    ) -> Vec<bool> {
        let mut holding: Vec<bool> = self.nodes.iter().map(mark).collect();
        for position in (0..holding.len()).rev() {
            if let (true, Some(parent)) = (holding[position], parents[position]) {
                holding[parent] = true;
            }
        }
        holding
    }
}
