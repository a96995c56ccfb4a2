//! A tree as arrays: of each node its parent and its children. Knows nothing of what nodes are.

use crate::dom::Idx;

/// No node.
pub const NOTHING: u32 = u32::MAX;

/// A tree as one array of parents and one of children.
#[derive(Debug, Clone, Default)]
pub struct Edges {
    pub parents: Vec<u32>,
    starts: Vec<u32>,
    children: Vec<Idx>,
}

impl Edges {
    /// Children stand in document order.
    pub fn new(parents: Vec<u32>) -> Edges {
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

    /// Children of a node.
    pub fn of(&self, node: Idx) -> &[Idx] {
        &self.children[self.range(node)]
    }

    /// The same, to be rearranged.
    pub fn of_mut(&mut self, node: Idx) -> &mut [Idx] {
        let range = self.range(node);
        &mut self.children[range]
    }

    /// Parent of a node.
    pub fn parent(&self, node: Idx) -> Option<Idx> {
        Some(self.parents[node.at()])
            .filter(|parent| *parent != NOTHING)
            .map(Idx)
    }

    /// The same tree after some nodes have moved to the end of their owners' children, in the order
    /// given.
    pub fn with_owners(&self, owners: &[u32], order: &[(Idx, Idx)]) -> Edges {
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
