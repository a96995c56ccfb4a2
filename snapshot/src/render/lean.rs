//! Our own format: the fewest tokens at full information. `uid role "name" states`, one space a level; text is a quoted line of its own, a
//! heading is `h2`, a value `="…"`; addresses come on request. The main document has no line: the header has its title.

use super::{Line, each_line, words};
use crate::options::{Include, Options};
use crate::quote::{quoted, shortened};
use crate::role::Role;
use crate::shape::View;
use crate::stitch::TreeNode;
use std::fmt::Write;

/// Characters of a name in the list of what can be acted on; the full text has the whole of it.
const LISTED_NAME: usize = 100;

pub(crate) fn lines(view: &View, options: &Options) -> Vec<Line> {
    each_line(view, |position, each| {
        let id = each.uid.as_ref().map(ToString::to_string);
        let page = position == 0 && each.node.role == Role::Document && view.nodes.len() > 1;
        (!page).then(|| (line(each, options), id))
    })
}

/// One element's line.
pub(crate) fn line(each: &TreeNode, options: &Options) -> String {
    let node = &each.node;
    if node.role == Role::Text {
        return quoted(&node.name);
    }
    let mut out = String::new();
    if let Some(uid) = &each.uid {
        let _ = write!(out, "{uid} ");
    }
    match (node.role, node.states.level) {
        (Role::Heading, Some(level)) => drop(write!(out, "h{level}")),
        (role, _) => out.push_str(words::role(role)),
    }
    if !node.name.is_empty() {
        let limit = if options.interactive_only {
            LISTED_NAME
        } else {
            usize::MAX
        };
        let _ = write!(out, " {}", quoted(&shortened(&node.name, limit)));
    }
    if let Some(value) = node
        .value
        .as_ref()
        .filter(|value| !value.is_empty() && **value != node.name)
    {
        let _ = write!(out, " ={}", quoted(value));
    }
    for word in words::states(each) {
        let _ = write!(out, " {word}");
    }
    if let (true, Some(href)) = (options.includes(Include::Urls), &node.href) {
        let _ = write!(out, " url={}", words::address(href));
    }
    out.push_str(&words::extras(each, options));
    out
}
