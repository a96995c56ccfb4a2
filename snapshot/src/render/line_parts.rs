//! Parts of a line that several formats share: the role, and the properties of `include`.

use crate::options::{Include, Options};
use crate::page_tree::TreeNode;
use crate::quote::quoted;
use crate::role::Role;
use crate::tree::Node;
use std::fmt::Write;

/// The name of a role; `img` for an image, as in the contracts.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Image => "img",
        other => other.as_str(),
    }
}

/// Adds the hint of an element without a name, or the kind of a field, ` ~paper-plane`. It is not
/// quoted, so that it cannot be taken for a name.
pub fn push_hint(out: &mut String, node: &Node) {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    if !node.hint.is_empty() && node.hint.bytes().all(is_plain) {
        out.push_str(" ~");
        out.push_str(&node.hint);
    }
}

/// The properties of `include` at the end of a line.
pub fn extras(each: &TreeNode, options: &Options) -> String {
    let mut out = String::new();
    if options.includes(Include::Descriptions) && !each.node.description.is_empty() {
        let _ = write!(out, " desc={}", quoted(&each.node.description));
    }
    if let (true, Some(path)) = (options.includes(Include::Selectors), &each.node.path) {
        let hosts: String = path
            .hosts
            .iter()
            .map(|host| format!("{host} >>> "))
            .collect();
        let _ = write!(out, " css={}", quoted(&format!("{hosts}{}", path.selector)));
    }
    if let (true, Some(place)) = (options.includes(Include::Boxes), &each.place) {
        let [x, y, width, height] = place.rect.map(f64::round);
        let _ = write!(out, " @{x},{y},{width},{height}");
        for (flag, holds) in [
            ("offscreen", !place.in_viewport && !place.empty),
            ("covered", place.covered),
            ("empty", place.empty),
            ("transparent", place.transparent),
        ] {
            if holds {
                let _ = write!(out, " {flag}");
            }
        }
    }
    out
}
