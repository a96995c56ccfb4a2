//! Which row, list item, article, tree item or dialog each node of a page stands in: what is
//! printed of one of these shows it to the reader.

use crate::page_tree::TreeNode;
use std::collections::HashSet;

/// The containers of a page, by number from 1 on. 0 is none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Containers {
    /// By number less 1: the container around it.
    around: Vec<u32>,
}

impl Containers {
    /// Numbers the containers, and notes in every node the nearest that it is or stands in.
    pub fn mark(nodes: &mut [TreeNode]) -> Containers {
        let mut containers = Containers::default();
        // Depth and number of those that are open.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for each in nodes {
            let depth = each.node.depth;
            while open.last().is_some_and(|(above, _)| *above >= depth) {
                open.pop();
            }
            let around = open.last().map_or(0, |(_, number)| *number);
            each.container = match each.node.role.sets_context() {
                true => {
                    containers.around.push(around);
                    let number = u32::try_from(containers.around.len()).unwrap_or(u32::MAX);
                    open.push((depth, number));
                    number
                }
                false => around,
            };
        }
        containers
    }

    /// These, and all around them.
    pub fn with_all_around(&self, containers: impl Iterator<Item = u32>) -> HashSet<u32> {
        let mut all = HashSet::new();
        for mut container in containers {
            while container != 0 && all.insert(container) {
                let around = self.around.get(container as usize - 1);
                container = around.copied().unwrap_or_default();
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
    fn a_node_is_in_the_nearest_container_and_that_in_the_next() {
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
        let all = containers.with_all_around([3, 0].into_iter());
        assert_eq!(all, HashSet::from([1, 3]));
        assert!(containers.with_all_around([0, 99].into_iter()).len() <= 1);
    }
}
