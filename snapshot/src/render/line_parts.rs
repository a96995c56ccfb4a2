//! Parts of a line that several formats share: the role, and the properties of `include`.

use crate::options::{Include, Options};
use crate::page_tree::TreeNode;
use crate::quote::quoted;
use crate::role::Role;
use std::fmt::Write;

/// The name of a role; `img` for an image, as in the contracts.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Image => "img",
        other => other.as_str(),
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
