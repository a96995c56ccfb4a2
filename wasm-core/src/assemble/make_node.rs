//! Creates the node of an element: name, value, states and address.

use super::{Assembler, Context};
use crate::clickable::{self, Reason};
use crate::dom::{Dom, Idx, Namespace};
use crate::naming::Name;
use crate::record::Fact;
use crate::states;
use crate::unseen;
use axlens_snapshot::role::Role;
use axlens_snapshot::tree::{Node, Tristate, Unseen};

impl Assembler<'_, '_> {
    pub(super) fn make(
        &self,
        node: Idx,
        context: Context,
        role: Role,
        name: Name,
        reasons: &[Reason],
    ) -> Node {
        let (page, roles, naming) = (self.page, self.roles, self.naming);
        let description = naming.description_after(node, &name);
        let mut states = states::states(page, roles, naming, node);
        states.clickable = reasons.iter().map(|reason| reason.to_text()).collect();
        states.unseen = match name.by_content {
            true => unseen::unseen_in(page, node),
            false => unseen::is_box_unseen(&page.dom, node).then_some(Unseen::All),
        };
        if let Some(control) = clickable::hidden_control(page, node) {
            states.checked = states.checked.or(checked(&page.dom, control));
        }
        Node {
            depth: context.depth,
            node: page.dom.node_id(node),
            role,
            name: name.text,
            named_by_content: name.by_content,
            description,
            value: states::value(page, roles, naming, node),
            href: href(&page.dom, node).map(str::to_owned),
            states: states.into(),
            tag: page.dom.tag(node).to_owned(),
            in_scope: context.in_scope,
            frame_index: page
                .dom
                .fact(node, Fact::FrameIndex)
                .map(|index| i32::try_from(index).unwrap_or(-1)),
            ..Node::default()
        }
    }
}

fn checked(dom: &Dom, control: Idx) -> Option<Tristate> {
    if dom.fact(control, Fact::Indeterminate) == Some(1) {
        return Some(Tristate::Mixed);
    }
    dom.fact(control, Fact::Checked).map(|checked| {
        if checked != 0 {
            Tristate::True
        } else {
            Tristate::False
        }
    })
}

/// `href` of a link, as in the page.
fn href<'r>(dom: &Dom<'r>, node: Idx) -> Option<&'r str> {
    match (dom.namespace(node), dom.tag(node)) {
        (Namespace::Html, "a" | "area") => dom.attr(node, "href"),
        (Namespace::Svg, "a") => dom
            .attr(node, "href")
            .or_else(|| dom.attr(node, "xlink:href")),
        _ => None,
    }
}
