//! From the tree of a page to the nodes that are shown: an ordered list of small rules, each a
//! function over the list of nodes. What a rule leaves out it either counts in a note of ours or
//! was asked to leave out.

pub mod compact;
pub mod filters;
pub mod folds;
pub mod lean;
pub mod once;

use crate::options::{Format, Options};
use crate::role::Role;
use crate::stitch::{Tree, TreeNode};

/// Nodes that are shown, depth first, depths without gaps.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct View {
    /// The nodes; the first is the document, unless a filter took it away.
    pub nodes: Vec<TreeNode>,
    /// Lines of ours about the page as a whole, printed last.
    pub notes: Vec<String>,
    /// Something stood deeper than the depth that was asked for.
    pub depth_reached: bool,
    /// Texts that compaction has cut.
    pub shortened: usize,
}

/// What becomes of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Node,
    /// It goes, its children take its place.
    Unwrap,
    /// It goes, and all that stands inside it.
    Remove,
}

/// Chooses and arranges what is shown. The order of the rules: what part of the page, then which of
/// its elements, then how they are told, then what is folded and cut, so that a fold counts only
/// what would have been shown. The nodes go from the tree into the view.
pub fn shape(tree: &mut Tree, options: &Options) -> View {
    let mut view = View {
        nodes: std::mem::take(&mut tree.nodes),
        ..View::default()
    };
    filters::scope(&mut view, tree, options);
    filters::modal(&mut view, options);
    filters::aria_hidden(&mut view, options);
    filters::roles(&mut view, options);
    filters::patterns(&mut view, options);
    filters::viewport(&mut view, options);
    filters::interactive(&mut view, options);
    // In `refs` a name earns an id, and compaction takes no id.
    if options.format == Format::Lean || options.compact && options.format != Format::Refs {
        lean::leave_names_to_content(&mut view);
        lean::leave_names_to_headings(&mut view);
    }
    once::say_once(&mut view);
    // Folded before wrappers go, which folds are told by. What is looked for is never folded away.
    let folds = options.fold || options.format == Format::Outline && !options.interactive_only;
    if folds && options.find.is_none() {
        folds::fold(&mut view, options);
    }
    if options.format == Format::Lean {
        lean::shorten_notes(&mut view);
        lean::join_inline_text(&mut view);
        lean::drop_ornaments(&mut view);
        lean::join_cells(&mut view, usize::MAX);
        lean::unwrap(&mut view);
        lean::drop_labels(&mut view);
    }
    filters::find(&mut view, options);
    if options.compact {
        compact::compact(&mut view, options);
    }
    filters::depth(&mut view, options);
    view
}

impl View {
    /// Takes away the nodes for which `goes` holds, with all that stands inside them.
    pub fn remove_where(&mut self, mut goes: impl FnMut(usize, &TreeNode) -> bool) {
        self.prune(|position, each| match goes(position, each) {
            true => Keep::Remove,
            false => Keep::Node,
        });
    }

    /// Takes away the nodes for which `goes` holds; what stands inside them takes their place.
    pub fn unwrap_where(&mut self, mut goes: impl FnMut(usize, &TreeNode) -> bool) {
        self.prune(|position, each| match goes(position, each) {
            true => Keep::Unwrap,
            false => Keep::Node,
        });
    }

    /// Applies a decision to every node. `decide` sees the node and its position. Notes of nodes
    /// that go move to the nearest one that stays. What stays moves up where it is, once: a page is
    /// pruned ten times over, and would else be copied each time.
    fn prune(&mut self, mut decide: impl FnMut(usize, &TreeNode) -> Keep) {
        // Of each open node: its depth before, the depth of its children now, and the position of
        // the nearest node that stays.
        let mut open: Vec<(u32, u32, Option<usize>)> = Vec::new();
        let mut removing: Option<u32> = None;
        // The text that the next one may be glued to is gone.
        let mut torn = false;
        let mut stays = Vec::with_capacity(self.nodes.len());
        for position in 0..self.nodes.len() {
            let each = &mut self.nodes[position];
            let before = each.node.depth;
            while open.last().is_some_and(|(depth, ..)| *depth >= before) {
                open.pop();
            }
            removing = removing.filter(|depth| before > *depth);
            let (now, home) = open
                .last()
                .map_or((0, None), |(_, now, home)| (*now, *home));
            let keep = if removing.is_some() {
                Keep::Remove
            } else {
                decide(position, each)
            };
            if each.node.role == Role::Text {
                each.node.glued &= !torn;
                torn = keep != Keep::Node;
            }
            stays.push(keep == Keep::Node);
            match keep {
                Keep::Node => {
                    each.node.depth = now;
                    open.push((before, now + 1, Some(position)));
                }
                Keep::Unwrap => {
                    self.rehome(home, position);
                    open.push((before, now, home));
                }
                Keep::Remove => {
                    self.rehome(home, position);
                    removing = removing.or(Some(before));
                }
            }
        }
        let mut stays = stays.into_iter();
        self.nodes.retain(|_| stays.next().unwrap_or(true));
    }

    /// What was said of a node that goes is said of the nearest that stays.
    fn rehome(&mut self, home: Option<usize>, gone: usize) {
        let gone = &mut self.nodes[gone];
        let (notes, folded) = (std::mem::take(&mut gone.notes), gone.folded);
        match home {
            Some(home) => {
                let home = &mut self.nodes[home];
                home.notes.extend(notes);
                home.folded.nodes += folded.nodes;
                home.folded.controls += folded.controls;
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
        let mut open: Vec<usize> = Vec::new();
        let mut parents = Vec::with_capacity(self.nodes.len());
        for (position, each) in self.nodes.iter().enumerate() {
            while open
                .last()
                .is_some_and(|above| self.nodes[*above].node.depth >= each.node.depth)
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

    /// The same, for whoever knows the parents.
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
