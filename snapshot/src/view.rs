//! The nodes that a format prints, and how rules prune them. Knows no rule and no format.

use crate::criteria::SearchResult;
use crate::page_tree::TreeNode;
use crate::role::Role;

/// Nodes that are to be printed, depth first, depths without gaps.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// The nodes; the first is the document, unless a filter took it away.
    pub nodes: Vec<TreeNode>,
    /// Notes about the page as a whole, printed last.
    pub notes: Vec<String>,
    /// Something stood deeper than the depth that was asked for.
    pub depth_reached: bool,
    /// Texts that compaction has cut.
    pub shortened: usize,
    /// What matches, where something is looked for.
    pub found: SearchResult,
}

/// What becomes of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Keep,
    /// The node goes, its children take its place.
    Unwrap,
    /// The node goes, with everything inside it.
    Remove,
}

impl View {
    /// Takes away the nodes for which `goes` holds, with all that stands inside them.
    pub fn remove_where(&mut self, mut goes: impl FnMut(usize, &TreeNode) -> bool) {
        self.prune(|position, each| match goes(position, each) {
            true => Decision::Remove,
            false => Decision::Keep,
        });
    }

    /// Takes away the nodes for which `goes` holds; what stands inside them takes their place.
    pub fn unwrap_where(&mut self, mut goes: impl FnMut(usize, &TreeNode) -> bool) {
        self.prune(|position, each| match goes(position, each) {
            true => Decision::Unwrap,
            false => Decision::Keep,
        });
    }

    /// Applies a decision to every node. `decide` sees the node and its position. Notes of nodes
    /// that go move to the nearest one that stays. What stays moves up where it is, once: a page is
    /// pruned ten times over, and would else be copied each time.
    fn prune(&mut self, mut decide: impl FnMut(usize, &TreeNode) -> Decision) {
        // Of each open node: its depth before, the depth of its children now, and the position of
        // the nearest node that stays.
        let mut open: Vec<(u32, u32, Option<usize>)> = Vec::new();
        let mut removing: Option<u32> = None;
        // Whether the text that the next one may be glued to is removed.
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

    /// The notes of a node that goes become those of the nearest one that stays.
    fn move_notes_up(&mut self, holder: Option<usize>, gone: usize) {
        let gone = &mut self.nodes[gone];
        let (notes, folded) = (std::mem::take(&mut gone.notes), gone.folded);
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

    /// Position after the last node inside the one at `position`.
    pub fn end(&self, position: usize) -> usize {
        let depth = self.nodes[position].node.depth;
        let inside = self.nodes[position + 1..]
            .iter()
            .take_while(|each| each.node.depth > depth)
            .count();
        position + 1 + inside
    }

    /// For every node the position after the last one inside it.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends = vec![self.nodes.len(); self.nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (position, each) in self.nodes.iter().enumerate() {
            while let Some(closed) =
                open.pop_if(|above| self.nodes[*above].node.depth >= each.node.depth)
            {
                ends[closed] = position;
            }
            open.push(position);
        }
        ends
    }

    /// For every node the position of its parent.
    pub fn parents(&self) -> Vec<Option<usize>> {
        View::parents_of(&self.nodes)
    }

    /// For each of the nodes of a page the position of its parent.
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

    /// For every node how many children it has.
    pub fn children(&self) -> Vec<usize> {
        let mut children = vec![0; self.nodes.len()];
        self.parents()
            .into_iter()
            .flatten()
            .for_each(|parent| children[parent] += 1);
        children
    }

    /// For every node whether `mark` holds for it or for anything inside it.
    pub fn holding(&self, mark: impl Fn(&TreeNode) -> bool) -> Vec<bool> {
        self.holding_below(&self.parents(), mark)
    }

    /// The same, where the parents are known.
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
