//! Our own format: the fewest tokens at full information. `role "name" uid states`, one space a level; what only wraps is not printed, text
//! is a quoted line of its own, a heading is `h2`, addresses come on request.

use super::{Line, each_line, words};
use crate::options::{Include, Options};
use crate::quote::quoted;
use crate::role::Role;
use crate::shape::View;
use crate::stitch::TreeNode;
use std::fmt::Write;

pub(crate) fn lines(view: &View, options: &Options) -> Vec<Line> {
    each_line(view, |position, each| {
        let wraps = position > 0 && only_wraps(each);
        let id = each.uid.as_ref().map(ToString::to_string);
        (!wraps).then(|| (line(each, options), id))
    })
}

/// Says nothing by itself: what stands inside moves up.
fn only_wraps(each: &TreeNode) -> bool {
    let node = &each.node;
    let wrapper = !matches!(
        node.role,
        Role::Document
            | Role::Main
            | Role::Navigation
            | Role::Banner
            | Role::Contentinfo
            | Role::Complementary
            | Role::Search
            | Role::Form
            | Role::Dialog
            | Role::Alertdialog
            | Role::Alert
            | Role::Status
            | Role::Table
            | Role::Grid
            | Role::Treegrid
            | Role::Row
            | Role::Tree
            | Role::Menu
            | Role::Menubar
            | Role::Tablist
            | Role::Tabpanel
            | Role::Toolbar
            | Role::Radiogroup
            | Role::Meter
            | Role::Progressbar
            | Role::Iframe
    );
    let row_without_fields = node.role == Role::Row;
    (wrapper || row_without_fields)
        && !each.is_control()
        && node.name.is_empty()
        && node.value.is_none()
        && words::states(each).is_empty()
        && node.description.is_empty()
}

fn line(each: &TreeNode, options: &Options) -> String {
    let node = &each.node;
    let mut out = match (node.role, node.states.level) {
        (Role::Text, _) => return quoted(&node.name),
        (Role::Heading, Some(level)) => format!("h{level}"),
        (role, _) => words::role(role).to_string(),
    };
    if !node.name.is_empty() {
        let _ = write!(out, " {}", quoted(&node.name));
    }
    if let Some(uid) = &each.uid {
        let _ = write!(out, " {uid}");
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
