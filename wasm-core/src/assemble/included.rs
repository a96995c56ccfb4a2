//! Adds the targets of a query that have no node: plain containers, elements inside a control, and
//! elements that are hidden from assistive technology. Actions can name them by selector or text.

use super::{Assembler, Context, MAX_CONTENT_NAME_LEN};
use crate::dom::Idx;
use crate::pace::Pace;
use crate::table::HashTable;
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::Node;

impl Assembler<'_, '_> {
    /// Adds a node for each rendered target without one. The nodes follow all others and have no
    /// uid, so the rest of the tree does not depend on the query.
    pub(super) async fn include_targets(&mut self, pace: &Pace) {
        let mut positions = HashTable::default();
        for (position, node) in self.assembled.nodes.iter().enumerate() {
            pace.step().await;
            if node.node != 0 {
                positions.entry(node.node.into(), position as u32);
            }
        }
        for target in std::mem::take(&mut self.targets) {
            pace.steps(1 + self.naming.take_step_count()).await;
            let id = self.page.dom.node_id(target);
            self.assembled.found.push(id);
            let known = positions.get(id.into());
            let position = match known {
                Some(position) => position as usize,
                None if self.page.visibility.rendered(target) => {
                    let made = self.included(target);
                    self.assembled.nodes.push(made);
                    self.assembled.nodes.len() - 1
                }
                None => continue,
            };
            self.assembled.targets.push((position, target));
        }
    }

    fn included(&self, target: Idx) -> Node {
        let mut name = self.naming.name(target);
        if name.text.is_empty() {
            let content = self.naming.text_content(target);
            if content.len() <= MAX_CONTENT_NAME_LEN {
                name.by_content = !content.is_empty();
                name.text = content;
            }
        }
        let role = match self.roles.role(target) {
            Role::None => Role::Generic,
            role => role,
        };
        let context = Context {
            depth: 1,
            in_scope: true,
            ..Context::default()
        };
        self.make(target, context, role, name, &[])
    }
}
