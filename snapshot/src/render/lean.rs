//! The `lean` format: complete information with the fewest tokens. `uid role "name" states`, one
//! space per level. Text is a quoted line, a heading is `h2`, a value is `="…"`; URLs are
//! optional. The main document has no line, because the header has its title.

use super::{Line, each_line, line_parts};
use crate::options::{Include, Options};
use crate::page_tree::TreeNode;
use crate::quote::{address, push_quoted, quoted, shortened};
use crate::role::Role;
use crate::state_words::{state_words, unseen_word};
use crate::tree::Node;
use crate::uid::Uid;
use crate::view::View;
use std::fmt::Write;

/// Maximum length of a name in a list of interactive elements; the full text has the whole name.
const MAX_LISTED_NAME_LEN: usize = 80;

/// Maximum length, in such a list, of the content of an element without a role, which is listed
/// separately or printed in the full text.
const MAX_LISTED_CONTENT_LEN: usize = 30;

pub(crate) fn lines(view: &View, options: &Options) -> Vec<Line> {
    each_line(view, |position, each| {
        let id = each.uid.as_ref().map(Uid::to_text);
        let page = position == 0 && each.node.role == Role::Document && view.nodes.len() > 1;
        (!page).then(|| (line(id.as_deref(), each, options), id))
    })
}

/// Maximum length of a name.
fn limit(each: &TreeNode, options: &Options) -> usize {
    match each.node.role {
        _ if !options.interactive_only => usize::MAX,
        Role::Clickable | Role::Focusable if each.node.named_by_content => MAX_LISTED_CONTENT_LEN,
        _ => MAX_LISTED_NAME_LEN,
    }
}

/// The line of an element without its uid, for the user. Name and value are cut.
pub fn line_without_uid(node: &Node) -> String {
    let mut node = node.clone();
    node.name = shortened(&node.name, MAX_LISTED_NAME_LEN).into_owned();
    let value = node.value.as_deref();
    node.value = value.map(|value| shortened(value, MAX_LISTED_NAME_LEN).into_owned());
    let each = TreeNode {
        node,
        ..TreeNode::default()
    };
    line(None, &each, &Options::default())
}

/// The line of an element with its uid, as in a list of interactive elements.
pub fn line_with_uid(each: &TreeNode) -> String {
    let id = each.uid.as_ref().map(Uid::to_text);
    let options = Options {
        interactive_only: true,
        ..Options::default()
    };
    line(id.as_deref(), each, &options)
}

/// The line of an element. `id` is its uid as text.
fn line(id: Option<&str>, each: &TreeNode, options: &Options) -> String {
    let node = &each.node;
    if node.role == Role::Text {
        let mark = unseen_word(node).map(|mark| format!(" {mark}"));
        return quoted(&node.name) + &mark.unwrap_or_default();
    }
    let mut out = String::new();
    if let Some(id) = id {
        out.push_str(id);
        out.push(' ');
    }
    match (node.role, node.states.level) {
        (Role::Heading, Some(level)) => drop(write!(out, "h{level}")),
        (role, _) => out.push_str(line_parts::role(role)),
    }
    if !node.name.is_empty() {
        out.push(' ');
        push_quoted(&mut out, &shortened(&node.name, limit(each, options)));
    }
    line_parts::push_hint(&mut out, node);
    if let Some(text) = &each.distinction {
        out.push_str(" in=");
        push_quoted(&mut out, text);
    }
    if let Some(value) = node
        .value
        .as_ref()
        .filter(|value| !value.is_empty() && **value != node.name)
    {
        out.push_str(" =");
        push_quoted(&mut out, value);
    }
    for state in state_words(node) {
        out.push(' ');
        out.push_str(&state);
    }
    if let (true, Some(href)) = (options.includes(Include::Urls), &node.href) {
        let _ = write!(out, " url={}", address(href));
    }
    out.push_str(&line_parts::extras(each, options));
    out
}
