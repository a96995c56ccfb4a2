//! Our own format: the fewest tokens at full information. `uid role "name" states`, one space a
//! level; text is a quoted line of its own, a heading is `h2`, a value `="…"`; addresses come on
//! request. The main document has no line: the header has its title.

use super::{Line, each_line, words};
use crate::options::{Include, Options};
use crate::page_tree::TreeNode;
use crate::quote::{address, push_quoted, quoted, shortened};
use crate::role::Role;
use crate::state_words::state_words;
use crate::tree::Node;
use crate::uid::Uid;
use crate::view::View;
use std::fmt::Write;

/// Characters of a name in the list of what can be acted on; the full text has the whole of it.
const LISTED_NAME: usize = 80;

/// Characters there of the content of what has no role: what stands inside it is listed by itself,
/// or printed in the full text.
const LISTED_CONTENT: usize = 30;

pub(crate) fn lines(view: &View, options: &Options) -> Vec<Line> {
    each_line(view, |position, each| {
        let id = each.uid.as_ref().map(Uid::to_text);
        let page = position == 0 && each.node.role == Role::Document && view.nodes.len() > 1;
        (!page).then(|| (line(id.as_deref(), each, options), id))
    })
}

/// Characters of a name.
fn limit(each: &TreeNode, options: &Options) -> usize {
    match each.node.role {
        _ if !options.interactive_only => usize::MAX,
        Role::Clickable | Role::Focusable if each.node.named_by_content => LISTED_CONTENT,
        _ => LISTED_NAME,
    }
}

/// The line of one element alone, without its uid, for a person who is to know it again: name and
/// value are cut.
pub fn line_alone(node: &Node) -> String {
    let mut node = node.clone();
    node.name = shortened(&node.name, LISTED_NAME).into_owned();
    let value = node.value.as_deref();
    node.value = value.map(|value| shortened(value, LISTED_NAME).into_owned());
    let each = TreeNode {
        node,
        ..TreeNode::default()
    };
    line(None, &each, &Options::default())
}

/// The line of one element of a page, with its uid, as the list of what can be acted on has it.
pub fn line_of(each: &TreeNode) -> String {
    let id = each.uid.as_ref().map(Uid::to_text);
    let options = Options {
        interactive_only: true,
        ..Options::default()
    };
    line(id.as_deref(), each, &options)
}

/// One element's line; `id`: its uid as text.
fn line(id: Option<&str>, each: &TreeNode, options: &Options) -> String {
    let node = &each.node;
    if node.role == Role::Text {
        return quoted(&node.name);
    }
    let mut out = String::new();
    if let Some(id) = id {
        out.push_str(id);
        out.push(' ');
    }
    match (node.role, node.states.level) {
        (Role::Heading, Some(level)) => drop(write!(out, "h{level}")),
        (role, _) => out.push_str(words::role(role)),
    }
    if !node.name.is_empty() {
        out.push(' ');
        push_quoted(&mut out, &shortened(&node.name, limit(each, options)));
    }
    if let Some(value) = node
        .value
        .as_ref()
        .filter(|value| !value.is_empty() && **value != node.name)
    {
        out.push_str(" =");
        push_quoted(&mut out, value);
    }
    for word in state_words(node) {
        out.push(' ');
        out.push_str(&word);
    }
    if let (true, Some(href)) = (options.includes(Include::Urls), &node.href) {
        let _ = write!(out, " url={}", address(href));
    }
    out.push_str(&words::extras(each, options));
    out
}
