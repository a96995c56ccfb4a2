//! A tree as arrays: the parent and the children of each node.

use crate::dom::Idx;

/// No node.
pub const NO_NODE: u32 = u32::MAX;

/// A tree as one array of parents and one of children.
#[derive(Debug, Clone, Default)]
pub struct Edges {
    pub parents: Vec<u32>,
    starts: Vec<u32>,
    children: Vec<Idx>,
}

impl Edges {
    /// Builds the tree. Children are in document order.
    pub fn new(parents: Vec<u32>) -> Edges {
        let mut starts = vec![0u32; parents.len() + 1];
        for parent in parents.iter().filter(|parent| **parent != NO_NODE) {
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
            .filter(|(_, parent)| **parent != NO_NODE)
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
        self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize
    }

    /// Children of a node.
    pub fn children_of(&self, node: Idx) -> &[Idx] {
        &self.children[self.range(node)]
    }

    /// Children of a node, to rearrange them.
    pub fn children_of_mut(&mut self, node: Idx) -> &mut [Idx] {
        let range = self.range(node);
        &mut self.children[range]
    }

    /// Parent of a node.
    pub fn parent(&self, node: Idx) -> Option<Idx> {
        Some(self.parents[node.index()])
            .filter(|parent| *parent != NO_NODE)
            .map(Idx)
    }

    /// The tree after owned nodes have moved to the end of their owners' children, in the given
    /// order.
    pub fn with_owners(&self, owners: &[u32], order: &[(Idx, Idx)]) -> Edges {
        let mut parents = self.parents.clone();
        for (node, owner) in owners
            .iter()
            .enumerate()
            .filter(|(_, owner)| **owner != NO_NODE)
        {
            parents[node] = *owner;
        }
        let mut edges = Edges::new(parents);
        let mut next = edges.starts.clone();
        let mut put = |edges: &mut Edges, parent: Idx, child: Idx| {
            edges.children[next[parent.index()] as usize] = child;
            next[parent.index()] += 1;
        };
        for parent in (0..self.parents.len() as u32).map(Idx) {
            for child in self
                .children_of(parent)
                .iter()
                .filter(|child| owners[child.index()] == NO_NODE)
            {
                put(&mut edges, parent, *child);
            }
        }
        for (child, owner) in order
            .iter()
            .filter(|(child, owner)| owners[child.index()] == owner.0)
        {
            put(&mut edges, *owner, *child);
        }
        edges
    }
}
