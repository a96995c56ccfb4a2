//! The containers of a page: rows, list items, articles, tree items and dialogs. A container gives
//! the nodes in it their context.

use crate::page_tree::TreeNode;
use std::collections::HashSet;

/// The containers of a page, numbered from 1. 0 means no container.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Containers {
    /// The parent container of each container, by number minus 1.
    parents: Vec<u32>,
}

impl Containers {
    /// Numbers the containers, and stores in every node the nearest container: the node itself or
    /// an ancestor.
    pub fn mark(nodes: &mut [TreeNode]) -> Containers {
        let mut containers = Containers::default();
        // Depth and number of the open containers.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for each in nodes {
            let depth = each.node.depth;
            while open.last().is_some_and(|(above, _)| *above >= depth) {
                open.pop();
            }
            let parents = open.last().map_or(0, |(_, number)| *number);
            each.container = match each.node.role.sets_context() {
                true => {
                    containers.parents.push(parents);
                    let number = u32::try_from(containers.parents.len()).unwrap_or(u32::MAX);
                    open.push((depth, number));
                    number
                }
                false => parents,
            };
        }
        containers
    }

    /// These containers and all their ancestors.
    pub fn with_ancestors(&self, containers: impl Iterator<Item = u32>) -> HashSet<u32> {
        let mut all = HashSet::new();
        for mut container in containers {
            while container != 0 && all.insert(container) {
                let parents = self.parents.get(container as usize - 1);
                container = parents.copied().unwrap_or_default();
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role::Role;
    use crate::tree::Node;

    #[test]
    fn every_node_has_its_nearest_container() {
        use Role::*;
        let roles = [
            (0, Document),
            (1, Dialog),
            (2, List),
            (3, Listitem),
            (4, Button),
            (3, Listitem),
            (4, Link),
            (2, Button),
            (1, Button),
        ];
        let node = |(depth, role)| TreeNode {
            node: Node {
                depth,
                role,
                ..Node::default()
            },
            ..TreeNode::default()
        };
        let mut nodes: Vec<TreeNode> = roles.into_iter().map(node).collect();
        let containers = Containers::mark(&mut nodes);
        let marked: Vec<u32> = nodes.iter().map(|each| each.container).collect();
        assert_eq!(marked, [0, 1, 1, 2, 2, 3, 3, 1, 0]);
        let all = containers.with_ancestors([3, 0].into_iter());
        assert_eq!(all, HashSet::from([1, 3]));
        assert!(containers.with_ancestors([0, 99].into_iter()).len() <= 1);
    }
}
