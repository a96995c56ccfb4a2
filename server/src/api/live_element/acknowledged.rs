//! The changes that an action has made in the row of its element: the answer shows them, so that
//! the elements of the row are still those that the agent knows.

use super::{LiveElement, ShownElement, Use, appearance, changed, store};
use crate::sessions::session::{Acknowledgement, Acknowledgements, Appearance};
use crate::sessions::windows::LocatedId;
use crate::state::App;
use axlens_snapshot::tree::FrameTree;
use std::collections::HashMap;

/// When the agent sees what an action has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// Before it sends the next action.
    AfterTheAction,
    /// After later actions of the same request, whose elements it has named before.
    AfterLaterSteps,
}

/// Acknowledges the changes of an action in the row, list item, article, tree item or dialog of its
/// element: the answer of the action shows them. `before` is the element when the action began;
/// `after` are the elements of the page afterwards. An element that the session knew in another
/// state than `before` is left out.
pub fn acknowledge_row(
    app: &App,
    element: &ShownElement,
    before: &LiveElement,
    after: &[LocatedId],
    answered: Answered,
) {
    let document = &element.resolved.element.node.document;
    let after = after
        .iter()
        .map(|located| &located.element)
        .filter(|each| each.node.document == *document && each.node.world == before.tree.world);
    let after = after
        .map(|each| (each.node.node, each.appearance))
        .collect();
    let mut changes = changes_in_row(&before.tree, before.index, &after);
    if answered == Answered::AfterLaterSteps {
        // The agent does not know yet that the row, or what a button does, has become another one.
        changes.retain(|_, change| Use::Act.permits(change.was.compare(change.now)));
    }
    store(app, element, &changes);
}

/// The changes of the elements in the row of the element at this index; nothing if that element was
/// removed.
fn changes_in_row(
    before: &FrameTree,
    index: usize,
    after: &HashMap<u32, Appearance>,
) -> Acknowledgements {
    if !after.contains_key(&before.nodes[index].node) {
        return Acknowledgements::new();
    }
    let changes = changed::row(before, index).filter_map(|node| {
        let (was, now, node) = (appearance(node), *after.get(&node.node)?, node.node);
        (was != now).then_some((node, Acknowledgement { was, node, now }))
    });
    changes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_snapshot::tree::Node;
    use axlens_snapshot::{ContextHash, NameHash, Role};

    fn name(hash: u64) -> NameHash {
        NameHash::new(hash, hash)
    }

    /// Two rows of a number, `+` and `-`; `first` is the number of the first row.
    fn counters(first: u64) -> FrameTree {
        let mut nodes = vec![Node::default()];
        for (row, number) in [(1, first), (2, 9)] {
            let element = |depth, role, node: u32, number: u64| Node {
                depth,
                role,
                node,
                uid: (role == Role::Button).then_some(node),
                context: ContextHash::in_container(number << 8, true, name(u64::from(node))),
                ..Node::default()
            };
            nodes.push(element(1, Role::Row, row, 0));
            nodes.push(element(2, Role::Button, 10 * row, number));
            nodes.push(element(2, Role::Button, 10 * row + 1, number));
        }
        FrameTree {
            world: 7,
            nodes,
            ..FrameTree::default()
        }
    }

    #[test]
    fn only_changes_in_the_row_of_the_action_are_acknowledged() {
        let (before, mut after) = (counters(1), counters(2));
        after.nodes[5].context = ContextHash::in_container(99, true, name(0));
        let elements = |tree: &FrameTree| -> HashMap<u32, Appearance> {
            let nodes = tree.nodes.iter().filter(|node| node.uid.is_some());
            nodes.map(|node| (node.node, appearance(node))).collect()
        };
        let changes = changes_in_row(&before, 2, &elements(&after));
        let mut nodes: Vec<u32> = changes.keys().copied().collect();
        nodes.sort_unstable();
        assert_eq!(nodes, [10, 11], "only those of the first row");
        let plus = changes[&11];
        assert_eq!(
            (plus.was, plus.now),
            (appearance(&before.nodes[3]), appearance(&after.nodes[3]))
        );
        // Only if the session knew the state right before the action.
        assert_eq!(plus.update(plus.was), Some((11, plus.now)));
        assert_eq!(plus.update(appearance(&counters(5).nodes[3])), None);
        assert!(changes_in_row(&before, 2, &elements(&before)).is_empty());
        // Not if the element was removed, or the document was loaded again.
        let mut removed = elements(&after);
        removed.remove(&10);
        assert!(changes_in_row(&before, 2, &removed).is_empty());
        assert!(changes_in_row(&before, 2, &HashMap::new()).is_empty());
    }
}
